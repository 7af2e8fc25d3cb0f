"""Chains of almost locked sets: four or more sets, each linked with the next by another value.

If a candidate excludes all places of its value in the first set, that set loses the value, so
the set holds the next value, so its neighbour loses this next value, and so on: the last set
must hold every value but the lost value. If the candidate excludes one of these values too, the
candidate is false.

Chains go forward in HoDoKu's list of sets (HoDoKu 2.2, B. Hobiger), house by house
(``step.set_sort_key``): each set is linked with later ones alone, without a common cell unless
overlapping sets are asked for. So a chain never meets a set twice, and the reach of a set does not
depend on the chain so far: one pass over the sets, last first, computes the reach of all sets. A set
that loses two values, because both link to the set before, goes on as if only the smaller was lost.

As in HoDoKu 2.2, a chain's last link may have two values; neither then counts as a value of
both ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from nonet.techniques.candidate_layout import Layout, bits, union_of
from nonet.techniques.engines.almost_locked import AlmostLockedSets


class AlsChain(NamedTuple):
    """A chain: the sets' numbers, the values of each link (masks), the eliminations."""

    set_numbers: tuple[int, ...]
    common_values: tuple[int, ...]
    eliminations: int


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


def als_chains(
    almost: AlmostLockedSets, layout: Layout, rank: Callable[[int], Any], *, overlap: bool
) -> Iterator[AlsChain]:
    """Yield the chains of each elimination (a mask), those that rank first first."""
    search = _EndSearch(almost, layout, overlap)
    if not search.may_eliminate():
        return
    search.follow_links()
    goals: dict[int, tuple[int, int, ChainEnd]] = {}
    for first, value, end, eliminated in search.eliminations():
        goals.setdefault(eliminated, (first, value, end))
    while goals:
        eliminated = min(goals, key=rank)
        yield search.shortest_chain(*goals.pop(eliminated), eliminated)


class _EndSearch:
    """The ends that can be reached from each set that has lost a value, forward in HoDoKu's list:
    ``order``, and ``free``, the later sets without a common cell (a mask) of each set.
    """

    def __init__(self, almost: AlmostLockedSets, layout: Layout, overlap: bool) -> None:
        self.almost = almost
        tied = [number for number, ties in enumerate(almost.restricted_commons) if ties]
        self.order = sorted(tied, key=almost.hodoku_order.__getitem__)
        self.free: dict[int, int] = {}
        later = 0
        for number in reversed(self.order):
            self.free[number] = later if overlap else later & ~almost.overlapping_sets(number)
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
