"""Whips: the chains of D. Berthier's "Constraint Resolution Theories" (2011).

A *whip* of length n for a target z is a sequence of truths V1 .. Vn.  In each there
is a left candidate, excluded by the right candidate before it (by z, in V1), and one
right candidate: all others of the truth are excluded by z or by earlier right
candidates.  In Vn no right candidate is left.  So if z were true, Vn would be empty:
z is false.  Unlike in a net, each truth is entered from the one just before it.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.engines.probe import ground
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> at = ground(position)
>>> target = position.layout.candidate("R1C2", 4)
>>> [(_, whip)] = next(by_length(at, [target], 4, 1000))
>>> [(position.layout.set_name(link.truth), link.right >= 0) for link in whip]
[('2b1', False)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from nonet.techniques.engines.probe import Ground
from nonet.techniques.layout import bits


@dataclass(frozen=True, slots=True)
class Link:
    """A truth's number, its left candidate, and its right one (-1 in the last truth)."""

    truth: int
    left: int
    right: int


class Partial:
    """A partial whip: what it excludes, what it holds true, its last link, the one before."""

    __slots__ = ("before", "excluded", "last", "link", "true")

    def __init__(
        self, excluded: int, true: int, last: int, before: Partial | None, link: Link | None
    ) -> None:
        self.excluded, self.true, self.last = excluded, true, last
        self.before, self.link = before, link


def start(at: Ground, target: int) -> list[Partial]:
    """The partial whip of length 0 of a target."""
    bit = at.board.bit[target]
    return [Partial(at.near[target] | bit, bit, target, None, None)]


class Entries:
    """For each candidate, the truths it can lead into: number and open candidates, made once."""

    def __init__(self, at: Ground) -> None:
        self.at = at
        self._found: dict[int, tuple[tuple[int, int], ...]] = {}

    def __call__(self, candidate: int) -> tuple[tuple[int, int], ...]:
        """The truths with a candidate that ``candidate`` excludes."""
        found = self._found.get(candidate)
        if found is None:
            at, numbers = self.at, {}
            for left in bits(at.near[candidate]):
                numbers.update(dict.fromkeys(at.board.truths[left]))
            own = at.board.truths[candidate]
            found = self._found[candidate] = tuple(
                (n, at.board.sets[n] & at.open) for n in numbers if n not in own
            )
        return found


def longer(
    entries: Entries, partials: list[Partial], seen: set[tuple[int, int]]
) -> tuple[list[Partial], tuple[Link, ...]]:
    """The partial whips one truth longer; and the whip, if one of them is complete.

    ``seen`` keeps the sets of right candidates, each with its last, met before.
    """
    at = entries.at
    bit, near, open_ = at.board.bit, at.near, at.open
    found: list[Partial] = []
    for partial in partials:
        left_open = open_ & ~partial.excluded
        true, last = partial.true, partial.last
        for number, mask in entries(last):
            rest = mask & left_open
            if rest & (rest - 1) or mask & true:
                continue
            right = rest.bit_length() - 1
            if rest:
                key = (true | rest, right)
                if key in seen:
                    continue
                seen.add(key)
            left = (mask & near[last]).bit_length() - 1
            link = Link(number, left, right)
            if not rest:
                return found, _links(partial, link)
            excluded = partial.excluded | near[right] | bit[right]
            found.append(Partial(excluded, true | rest, right, partial, link))
    return found, ()


def by_length(
    at: Ground, targets: Iterable[int], longest: int, budget: int
) -> Iterator[list[tuple[int, tuple[Link, ...]]]]:
    """For each length from 1, the targets that have a whip of it and no shorter one.

    A target is given up after ``budget`` partial whips.  The list is empty where a
    length has none; the iterator ends when no target is left.
    """
    running: dict[int, tuple[list[Partial], set[tuple[int, int]]]] = {
        target: (start(at, target), set()) for target in targets
    }
    entries = Entries(at)
    for _ in range(longest):
        found = []
        for target, (partials, seen) in list(running.items()):
            partials, whip = longer(entries, partials, seen)
            if whip:
                found.append((target, whip))
            if whip or not partials or len(seen) > budget:
                del running[target]
            else:
                running[target] = (partials, seen)
        yield found
        if not running:
            return


def _links(partial: Partial, last: Link) -> tuple[Link, ...]:
    found = [last]
    at: Partial | None = partial
    while at is not None and at.link is not None:
        found.append(at.link)
        at = at.before
    return tuple(reversed(found))


def refutable(at: Ground, targets: int) -> Iterator[int]:
    """The candidates among ``targets`` that singles alone refute: only those have whips.

    The propagation is a plain one on masks, with nothing recorded.
    """
    board, open_ = at.board, at.open
    sets, truths, near = board.sets, board.truths, at.near
    for target in bits(targets):
        alive = open_
        queue = [target]
        placed = board.bit[target]
        dead = False
        while queue and not dead:
            gone = near[queue.pop()] & alive
            if gone & placed:
                dead = True
                break
            alive &= ~gone
            done: set[int] = set()
            for c in bits(gone):
                for number in truths[c]:
                    if number in done:
                        continue
                    done.add(number)
                    rest = sets[number] & alive
                    if not rest:
                        dead = True
                        break
                    if not rest & (rest - 1) and not rest & placed:
                        placed |= rest
                        queue.append(rest.bit_length() - 1)
                if dead:
                    break
        if dead:
            yield target
