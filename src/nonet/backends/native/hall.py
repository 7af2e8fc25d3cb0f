"""Hall sets: the variables that use up their values, so that no other may take one.

The reason why a matching removes a value from a variable of an AllDifferent is a
set of other variables with no more values between them than they are (P. Hall,
"On representatives of subsets", 1935).  Found only where a run is watched.

>>> hall = HallSets([0b011, 0b011, 0b111])
>>> hall.of(0b001), hall.too_many
([0, 1], None)
>>> HallSets([0b011, 0b011, 0b011]).too_many
[0, 1, 2]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


class HallSets:
    """The Hall sets of an AllDifferent over domains given as masks.

    ``too_many`` are variables with fewer values than they are, ``None`` if there
    is a solution; then ``of`` answers.
    """

    def __init__(self, domains: Sequence[int]) -> None:
        self._domains = domains
        self._owner: dict[int, int] = {}
        self.too_many: list[int] | None = None
        for index in range(len(domains)):
            reached = self._place(index)
            if reached is not None:
                self.too_many = sorted(reached)
                return

    def of(self, bit: int) -> list[int] | None:
        """The smallest set of variables that use up values with ``bit`` among them.

        ``None`` where there is no such set: the value is free for some solution.
        """
        if bit not in self._owner:
            return None
        found = {self._owner[bit]: None}
        queue = list(found)
        for index in queue:  # which grows meanwhile
            for other in bits(self._domains[index]):
                if other not in self._owner:
                    return None
                if self._owner[other] not in found:
                    found[self._owner[other]] = None
                    queue.append(self._owner[other])
        return sorted(found)

    def _place(self, index: int) -> list[int] | None:
        """Give a variable a value, moving others if need be; else the variables that compete."""
        came_from: dict[int, int] = {}
        queue, held = [index], {index: 0}
        for at in queue:  # which grows meanwhile
            for bit in bits(self._domains[at]):
                if bit in came_from:
                    continue
                came_from[bit] = at
                if bit in self._owner:
                    held[self._owner[bit]] = bit
                    queue.append(self._owner[bit])
                    continue
                while bit:  # each gives up what it held to the one that came for it
                    self._owner[bit] = at = came_from[bit]
                    bit = held[at]
                return None
        return queue


def bits(mask: int) -> Iterator[int]:
    """The bits of a mask, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
