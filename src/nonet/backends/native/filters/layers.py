"""A layered graph: what the values of some variables lead to, one variable after another.

The states before a variable are numbered by bits, so that all states that change alike change
together: a *node* is a key with a set of numbers, and a *move* takes values, leads from one node to
another, and adds to the number of each state that it admits.  So an automaton has a node for each of
its states; a sum has one node, in which numbers are sums; and of variables that differ a number is
the set of values taken, to which a value adds one.

Forward: the states that are reachable before each variable.  Backward: those of them from which a
good state is reached.  A value stays if it leads from one to the other (Trick, "A dynamic programming
approach for consistency and propagation for knapsack constraints", 2003; Pesant, "A regular language
membership constraint for finite sequences of variables", 2004).

>>> def moves(place, key):  # the values 1 and 2 of each variable, as bits; the sum so far as a number
...     return [(1 << value, key, -1, value) for value in (1, 2)]
>>> sums = Layers((0b110, 0b110), 0, moves, good=lambda key: 1 << 4)
>>> sums.supported, list(sums.paths())
((4, 4), [(4, 4)])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from nonet.backends.native.filter import Masks
from nonet.deadline import checked

Move = tuple[int, Any, int, int]
"""A mask of values, the key they lead to, the numbers that may take them, and how much they add."""


class TooManyMoves(Exception):
    """A graph has more moves than its maker would go through."""


class Layers:
    """The graph of some domains from one state, whose key is ``start`` and whose number is 0.

    ``moves`` are asked once for each place and key, ``good`` are the good numbers of a key.
    ``supported`` has the values of each place that are on a path; ``None`` without a path.
    """

    def __init__(
        self,
        masks: Masks,
        start: Any,
        moves: Callable[[int, Any], Sequence[Move]],
        good: Callable[[Any], int],
    ) -> None:
        self._masks, self._start = masks, start
        self._moves: list[dict[Any, Sequence[Move]]] = []
        states, before = {start: 1}, []
        for place, mask in enumerate(checked(masks)):
            before.append(states)
            after: dict[Any, int] = {}
            moves_of: dict[Any, Sequence[Move]] = {}
            for key, numbers in states.items():
                moves_of[key] = moves(place, key)
                for values, target, admitted, added in moves_of[key]:
                    if values & mask and (reached := (numbers & admitted) << added):
                        after[target] = after.get(target, 0) | reached
            self._moves.append(moves_of)
            states = after
        self._live = [{key: numbers & good(key) for key, numbers in states.items()}]
        self.supported = self._supported(before)

    def _supported(self, before: list[dict[Any, int]]) -> Masks | None:
        supported = []
        for states, moves_of, mask in zip(
            reversed(before), reversed(self._moves), reversed(self._masks), strict=True
        ):
            remaining, later = 0, self._live[-1]
            live: dict[Any, int] = {}
            for key, moves in moves_of.items():
                numbers, useful = states[key], 0
                for values, target, admitted, added in moves:
                    if values & mask and (
                        some := later.get(target, 0) >> added & numbers & admitted
                    ):
                        remaining |= values
                        useful |= some
                if useful:
                    live[key] = useful
            if not remaining:
                return None
            supported.append(remaining & mask)
            self._live.append(live)
        self._live.reverse()
        return tuple(reversed(supported))

    def paths(self, greatest_first: bool = False) -> Iterator[Masks]:
        """Yield the values of each path, in the order of the moves or with the last first."""

        def walk(place: int, key: Any, number: int) -> Iterator[Masks]:
            if place == len(self._masks):
                yield ()
                return
            moves, later = self._moves[place][key], self._live[place + 1]
            for values, target, admitted, added in reversed(moves) if greatest_first else moves:
                after = (number & admitted) << added
                if values & self._masks[place] and after & later.get(target, 0):
                    for path in walk(place + 1, target, after):
                        yield (values, *path)

        return iter(()) if self.supported is None else walk(0, self._start, 1)


def different_values(step: Mapping[int, Mapping[int, int]]) -> dict[int, list[Move]]:
    """Return the moves of an automaton by its states, where no value is taken twice.

    ``step`` has the next state by state and value.  A number is the set of values taken, as a mask.
    """
    without = sets_without(
        1 + max((value for after in step.values() for value in after), default=0)
    )
    return {
        state: [(1 << value, after[value], without[value], 1 << value) for value in sorted(after)]
        for state, after in step.items()
    }


@lru_cache(maxsize=64)
def sets_without(width: int) -> tuple[int, ...]:
    """Return for each value the sets of values, as the bits of a number, that lack the value."""
    return tuple(
        sum(1 << chosen for chosen in range(1 << width) if not chosen >> value & 1)
        for value in range(width)
    )
