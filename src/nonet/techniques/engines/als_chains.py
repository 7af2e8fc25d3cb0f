"""Chains of almost locked sets: four or more sets, each linked with the next by another value.

If a candidate excludes all places of its value in the first set, that set loses the value, so
the set holds the next value, so its neighbour loses this next value, and so on: the last set
must hold every value but the lost value. If the candidate excludes one of these values too, the
candidate is false.

Before any chain is walked, a table says which candidates a set that has lost a value can reach
within so many sets.

As in HoDoKu 2.2, a chain's last link may have two values; neither then counts as a value of
both ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from nonet.techniques.candidate_layout import Layout, bits, union_of
from nonet.techniques.engines.almost_locked import (
    AlmostLockedSets,
)

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


# Chains of almost locked sets in HoDoKu's order: forward in its list of sets.
#
# HoDoKu 2.2 (B. Hobiger) lists all sets house by house (``step.set_sort_key``), and links
# each set only to later sets without a common cell. So a chain never meets a set twice, and the
# reach of a set does not depend on the chain so far: one pass over the sets, last first, computes
# the reach of all sets. Among all chains the chain with most eliminations is taken.
#
# A set that loses two values, because both link to the set before, goes on as if only the smaller
# value was lost.

ChainEnd = tuple[int, int]
"""A chain's last set and its linking values."""

HodokuPosition = tuple[int, tuple[int, ...]]
"""Where HoDoKu lists a set, as ``step.set_sort_key`` says."""


def linked_sets_sort_key(
    first: HodokuPosition, second: HodokuPosition, *hinge: HodokuPosition
) -> tuple[object, ...]:
    """When HoDoKu comes to two sets, or to two that are linked by a third, by their places."""
    if not hinge:
        return tuple(sorted((first, second)))
    return tuple(sorted(tuple(sorted((end, *hinge))) for end in (first, second)))


def best_chain(
    almost: AlmostLockedSets, layout: Layout, rank: Callable[[int], Any]
) -> AlsChain | None:
    """The chain whose eliminations (a mask) rank first, ``None`` if there is no chain."""
    search = _EndSearch(almost, layout)
    if not search.may_eliminate():
        return None
    search.follow_links()
    goals: dict[int, tuple[int, int, ChainEnd]] = {}
    for first, value, end, eliminated in search.eliminations():
        if eliminated not in goals:
            goals[eliminated] = first, value, end
    if not goals:
        return None
    eliminated = min(goals, key=rank)
    return search.shortest_chain(*goals[eliminated], eliminated)


class _EndSearch:
    """The ends that can be reached from each set that has lost a value, forward in HoDoKu's list:
    ``order``, and ``free``, the later sets without a common cell (a mask) of each set.
    """

    def __init__(self, almost: AlmostLockedSets, layout: Layout) -> None:
        self.almost = almost
        tied = [number for number, ties in enumerate(almost.restricted_commons) if ties]
        self.order = sorted(tied, key=almost.hodoku_order.__getitem__)
        self.free: dict[int, int] = {}
        later = 0
        for number in reversed(self.order):
            self.free[number] = later & ~almost.overlapping_sets(number)
            later |= 1 << number
        self.onward: dict[int, list[tuple[int, int]]] = {}
        self.ends: dict[ChainEnd, int] = {}
        self._first: dict[int, dict[int, int]] = {}
        self._second: dict[int, dict[int, int]] = {}
        self._nowhere = dict.fromkeys(range(layout.value_count), 0)

    def may_eliminate(self) -> bool:
        """Whether any chain may remove anything; most searches end here."""
        # For each value a set may have lost: what all ends exclude together that are reached by one
        # further link or more, and by two or more.
        almost, targets = self.almost, self.almost.targets
        reach: dict[int, list[tuple[int, int]]] = {}
        for number in reversed(self.order):
            almost.deadline.check()
            links = []  # value, what the ends linked by it exclude, and those further on
            for value, key in almost.restricted_commons[number]:
                near = far = last = 0
                for other in bits(almost.linked[key] & self.free[number]):
                    first, second = reach[other][value]
                    near |= targets[other]
                    far |= first
                    last |= second
                if last & targets[number] & ~almost.value_slices[value]:
                    return True
                links.append((value, near & ~almost.value_slices[value] | far, far))
            every = union_of(first for _, first, _ in links), union_of(far for _, _, far in links)
            reach[number] = [every] * len(almost.value_slices)
            for lost, _, _ in links:
                others = [link for link in links if link[0] != lost]
                reach[number][lost] = (
                    union_of(a for _, a, _ in others),
                    union_of(b for _, _, b in others),
                )
        return False

    def follow_links(self) -> None:
        """Find the ends that each set reaches, the last set first."""
        for number in reversed(self.order):
            self.almost.deadline.check()
            self._reachable_ends(number)

    def _successors(self, number: int) -> list[tuple[int, int]]:
        """Return the sets that follow a set, each with the linking values."""
        almost, free = self.almost, self.free[number]
        result: dict[int, int] = {}
        for value, key in almost.restricted_commons[number]:
            bit, remaining = 1 << value, almost.linked[key] & free
            while remaining:
                other = remaining.bit_length() - 1
                remaining ^= 1 << other
                result[other] = result.get(other, 0) | bit
        return sorted(result.items())

    def _reachable_ends(self, number: int) -> None:
        """The ends, as a mask of their numbers, by one further link or more, and by two or more,
        for each value that a set may have lost: which then is no link."""
        ends, one_of = self.ends, self._first
        onward = self.onward[number] = self._successors(number)
        if not onward:
            self._first[number] = self._second[number] = self._nowhere
            return
        ones, twos = self._first.setdefault(number, {}), self._second.setdefault(number, {})
        for lost in bits(self.almost.sets[number][1]):
            kept_values = ~(1 << lost)
            first = second = 0
            for other, commons in onward:
                values = commons & kept_values
                if values:
                    end = ends.setdefault((other, values), len(ends))
                    second |= one_of[other][(values & -values).bit_length() - 1]
                    first |= 1 << end
            ones[lost], twos[lost] = first | second, second

    def eliminations(self) -> Iterator[tuple[int, int, ChainEnd, int]]:
        """All there is to remove: first set, value of its link, end, eliminations."""
        almost, ends = self.almost, list(self.ends)
        targets = []
        losers: dict[int, int] = {}
        for number, (last, values) in enumerate(ends):
            remaining = almost.targets[last] & ~almost.candidates_of_values(values)
            targets.append(remaining)
            bit = 1 << number
            while remaining:
                low = remaining & -remaining
                remaining ^= low
                losers[low] = losers.get(low, 0) | bit
        for first in self.order:
            almost.deadline.check()
            target = almost.targets[first]
            for value, key in almost.restricted_commons[first] if target else ():
                reached, unvisited = 0, almost.linked[key] & self.free[first]
                for second in bits(unvisited) if unvisited else ():
                    reached |= self._second[second][value]
                own = remaining = target & ~almost.value_slices[value] if reached else 0
                hit = 0
                while remaining:
                    low = remaining & -remaining
                    remaining ^= low
                    hit |= losers.get(low, 0)
                for number in bits(reached & hit):
                    yield first, value, ends[number], own & targets[number]

    def shortest_chain(self, first: int, value: int, end: ChainEnd, eliminated: int) -> AlsChain:
        """A shortest chain between two ends."""
        almost = self.almost
        queue: deque[tuple[tuple[int, ...], tuple[int, ...]]] = deque(
            ((first, second), (1 << value,))
            for second in bits(
                almost.linked[dict(almost.restricted_commons[first])[value]] & self.free[first]
            )
        )
        target_bit = 1 << self.ends[end]
        seen: set[tuple[int, int, int]] = set()
        while True:
            path, commons = queue.popleft()
            if len(path) > 3 and (path[-1], commons[-1]) == end:
                return AlsChain(path, commons, eliminated)
            lost = commons[-1] & -commons[-1]
            for other, linking in self.onward[path[-1]]:
                values = linking & ~lost
                state = (other, values, min(len(path), 3))
                if not values or state in seen:
                    continue
                low = (values & -values).bit_length() - 1
                if (other, values) == end or self._first[other][low] & target_bit:
                    seen.add(state)
                    queue.append(((*path, other), (*commons, values)))
