"""Chains of almost locked sets: four or more, each linked with the next by another value.

If a candidate excludes all places of its value in the first set, that set loses the value, so
the set holds the next value, so its neighbour loses this next value, and so on: the last set
must hold every value but the lost value.  If the candidate excludes one of these values too,
the candidate is false.

Before any chain is walked, a table says which candidates a set that has lost a value can reach
within so many sets.  The table takes one pass over all links for each set in the chain's
length, and most walks never begin.

As in HoDoKu 2.2, a chain's last link may have two values; neither then counts as a value of
both ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.almost_locked import AlmostLockedSets

MIN_SETS, MAX_SETS = 4, 7
"""How many sets a chain has."""


class AlsChain(NamedTuple):
    """A chain: the sets' numbers, the values of each link (masks), the eliminations."""

    set_numbers: tuple[int, ...]
    common_values: tuple[int, ...]
    eliminations: int


def als_chains(almost: AlmostLockedSets) -> Iterator[AlsChain]:
    """Yield chains, fewest sets first, one for each conclusion; chains of overlapping
    neighbours last.
    """
    reach = _ReachableEliminations(almost)
    starts = [
        (tie, number) for number, ties in enumerate(almost.restricted_commons) for tie in ties
    ]
    starts = [start for start in starts if reach.possible_eliminations(MAX_SETS, *start)]
    done: set[int] = set()
    for overlap in (False, True):
        for length in range(MIN_SETS, MAX_SETS + 1):
            for (value, key), first in starts:
                goal = reach.possible_eliminations(length, (value, key), first)
                if goal:
                    for walk in _chains_from(almost, reach, first, value, goal, length, overlap):
                        if walk.eliminations not in done:
                            done.add(walk.eliminations)
                            yield walk


class _ReachableEliminations:
    """Which candidates a set that lost a value excludes by a chain of up to n sets.

    A *loss* is a set with its lost value, as one number.  ``lost[n - 1]`` is the reach of each
    loss by up to ``n`` sets, ``linked[n - 1]`` the reach of the sets linked to some places.
    """

    def __init__(self, almost: AlmostLockedSets) -> None:
        self.clock = almost.deadline
        self.size = len(almost.value_slices)
        own = {}
        self.inner: list[list[tuple[int, int]]] = []
        for number, ties in enumerate(almost.restricted_commons):
            target = almost.targets[number]
            losses = []
            for value, key in ties:
                loss = number * self.size + value
                own[loss] = target & ~almost.value_slices[value]
                losses.append((loss, key))
            if len(ties) > 1:
                self.inner.append(losses)
        self.entered = [
            (key, [number * self.size + key % self.size for number in bits(who)])
            for key, who in almost.linked.items()
        ]
        self.lost = [own]
        self.linked = [self._reached_by_key(own)]
        while len(self.lost) < MAX_SETS - 1:
            self._extend()

    def possible_eliminations(self, length: int, tie: tuple[int, int], first: int) -> int:
        """Return the possible eliminations by a chain of ``length`` sets from ``first`` by a
        tie.
        """
        value, key = tie
        return self.lost[0][first * self.size + value] & self.linked[length - 2][key]

    def _reached_by_key(self, lost: dict[int, int]) -> dict[int, int]:
        links = {}
        for key, losses in self.entered:
            result = 0
            for loss in losses:
                result |= lost[loss]
            links[key] = result
        return links

    def _extend(self) -> None:
        self.clock.check()
        last, links = self.lost[-1], self.linked[-1]
        if len(self.lost) > 1 and last == self.lost[-2]:  # nothing more to reach
            self.lost.append(last)
            self.linked.append(links)
            return
        grown = last.copy()
        for losses in self.inner:
            once = twice = 0
            for _, key in losses:
                result = links[key]
                twice |= once & result
                once |= result
            for loss, key in losses:
                grown[loss] |= twice | once & ~links[key]
        self.lost.append(grown)
        self.linked.append(self._reached_by_key(grown))


def _chains_from(
    almost: AlmostLockedSets,
    reach: _ReachableEliminations,
    first: int,
    value: int,
    goal: int,
    length: int,
    overlap: bool,
) -> Iterator[AlsChain]:
    """The chains of ``length`` sets from ``first`` by ``value`` that remove some of
    ``possible_eliminations``."""
    free = -1 if overlap else ~almost.overlapping_sets(first)
    lasts = almost.sets_hit_by(goal) & ~(1 << first)
    frontier: dict[tuple[int, int], tuple[tuple[int, ...], int]] = {}
    size, lost_by = reach.size, reach.lost[length - 2]
    for number in bits(
        almost.linked[dict(almost.restricted_commons[first])[value]] & free & ~(1 << first)
    ):
        if lost_by[number * size + value] & goal:
            frontier[number, value] = (first, number), 1 << first | 1 << number
    for depth in range(2, length):
        grown: dict[tuple[int, int], tuple[tuple[int, ...], int]] = {}
        lost_by, linked = reach.lost[length - depth - 1], reach.linked[length - depth - 1]
        for (number, lost), (path, used) in frontier.items():
            almost.deadline.check()
            free = ~used if overlap else ~(used | almost.overlapping_sets(number))
            for next_value, key in almost.restricted_commons[number]:
                if next_value == lost or not linked[key] & goal:
                    continue
                who = almost.linked[key] & free
                if depth == length - 1:
                    for last in bits(who & lasts):
                        yield from _closing_chain(almost, (*path, last), value, lost)
                    continue
                for after in bits(who):
                    if (after, next_value) not in grown and (
                        lost_by[after * size + next_value] & goal
                    ):
                        grown[after, next_value] = (*path, after), used | 1 << after
        frontier = grown


def _closing_chain(
    almost: AlmostLockedSets, path: tuple[int, ...], value: int, lost: int
) -> Iterator[AlsChain]:
    first, last = path[0], path[-1]
    final = almost.common_values(path[-2], last) & ~(1 << lost)
    eliminated = almost.targets[first] & almost.targets[last]
    eliminated &= ~(almost.value_slices[value] | almost.candidates_of_values(final))
    if eliminated:
        yield AlsChain(path, _common_values(almost, path, value, final), eliminated)


def _common_values(
    almost: AlmostLockedSets, path: tuple[int, ...], value: int, final: int
) -> tuple[int, ...]:
    """Return the values that link each set with the next: never the lost value of the set."""
    results = [1 << value]
    for first, second in pairwise(path[1:-1]):
        free = almost.common_values(first, second)
        if results[-1].bit_count() == 1:
            free &= ~results[-1]
        results.append(free)
    return (*results, final)
