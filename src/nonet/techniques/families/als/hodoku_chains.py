"""Chains of almost locked sets in HoDoKu's order: forward in its list of sets.

HoDoKu 2.2 (B. Hobiger) lists all sets house by house (``hodoku_order.set_order``), and links
each set only to later sets without a common cell.  So a chain never meets a set twice, and the
reach of a set does not depend on the chain so far: one pass over the sets, last first, computes
the reach of all sets.  Among all chains the chain with most eliminations is taken.

A set that loses two values, because both link to the set before, goes on as if only the smaller
value was lost.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, cast

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines.almost_locked import AlmostLockedSets
from nonet.techniques.families.als.chains import AlsChain
from nonet.techniques.families.als.sue_de_coq import SueDeCoqDetail
from nonet.techniques.hodoku_order import set_sort_key, step_sort_key
from nonet.techniques.step import Step

ChainEnd = tuple[int, int]
"""A chain's last set and its linking values."""

HodokuPosition = tuple[int, tuple[int, ...]]
"""Where HoDoKu lists a set, as ``hodoku_order.set_order`` says."""


def hodoku_sort_key(step: Step) -> tuple[object, ...] | None:
    """Return HoDoKu's sort key: the first linked pair of pairs, of chains most eliminations
    first; None for overlapping sets, and for chains with an end inside the other.  Of Sue de
    Coqs the first is taken, house by house.
    """
    cells = [held for held, _ in step.sets]
    if step.key == "sue-de-coq":
        return (*cast(SueDeCoqDetail, step.detail), *(tuple(bits(held)) for held in cells))
    if step.key == "als-chain":
        return ()
    if any(first & second for first, second in combinations(cells, 2)):
        return None
    if not (cells[0] & ~cells[-1] and cells[-1] & ~cells[0]):
        return None
    if step.key not in ("als-xz", "als-xy-wing"):
        return (*step_sort_key(step), len(cells), sum(map(int.bit_count, cells)))
    return linked_sets_sort_key(*(set_sort_key(step.layout, held) for held in cells))


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
    forward = _ForwardOrder(almost)
    if not forward.may_eliminate():
        return None
    search = _EndSearch(forward, layout)
    goals: dict[int, tuple[int, int, ChainEnd]] = {}
    for first, value, end, eliminated in search.eliminations():
        if eliminated not in goals:
            goals[eliminated] = first, value, end
    if not goals:
        return None
    eliminated = min(goals, key=rank)
    return search.shortest_chain(*goals[eliminated], eliminated)


class _ForwardOrder:
    """The sets in HoDoKu's ``order``, and for each set the later sets without a common cell:
    ``later_disjoint``, a mask.
    """

    def __init__(self, almost: AlmostLockedSets) -> None:
        self.almost = almost
        tied = [number for number, ties in enumerate(almost.restricted_commons) if ties]
        self.order = sorted(tied, key=almost.hodoku_order.__getitem__)
        self.later_disjoint: dict[int, int] = {}
        later = 0
        for number in reversed(self.order):
            self.later_disjoint[number] = later & ~almost.overlapping_sets(number)
            later |= 1 << number

    def may_eliminate(self) -> bool:
        """Whether any chain may remove anything.

        The test needs only the exclusions of all ends together that are reached from a set by
        at least one further link (``first``), and by at least two (``second``), for each value the
        set may have lost.  Links by two values count as two links here, which only adds to the
        exclusions of ends. Most searches end here.
        """
        almost, target, slices = self.almost, self.almost.targets, self.almost.value_slices
        size = len(slices)
        nowhere = [0] * size
        first: dict[int, list[int]] = {}
        second: dict[int, list[int]] = {}
        for number in reversed(self.order):
            almost.deadline.check()
            free, own = self.later_disjoint[number], target[number]
            links = []  # value, what the ends linked by it exclude, and those further on
            for value, key in almost.restricted_commons[number]:
                remaining = almost.linked[key] & free
                if not remaining:
                    continue
                near = far = last = 0
                while remaining:
                    other = remaining.bit_length() - 1
                    remaining ^= 1 << other
                    near |= target[other]
                    far |= first[other][value]
                    last |= second[other][value]
                if last & own & ~slices[value]:
                    return True
                links.append((value, near & ~slices[value], far))
            if not links:
                first[number] = second[number] = nowhere
                continue
            current = beyond = 0
            for _, near, far in links:
                current |= near
                beyond |= far
            ones, twos = first[number], second[number] = [current | beyond] * size, [beyond] * size
            for lost, _, _ in links:
                current = beyond = 0
                for value, near, far in links:
                    if value != lost:
                        current |= near
                        beyond |= far
                ones[lost], twos[lost] = current | beyond, beyond
        return False


class _EndSearch:
    """The ends that can be reached from each set that has lost a value."""

    def __init__(self, forward: _ForwardOrder, layout: Layout) -> None:
        self.almost, self.order, self.free = forward.almost, forward.order, forward.later_disjoint
        self.onward: dict[int, list[tuple[int, int]]] = {}
        self.ends: dict[ChainEnd, int] = {}
        self._first: dict[int, dict[int, int]] = {}
        self._second: dict[int, dict[int, int]] = {}
        self._nowhere = dict.fromkeys(range(layout.value_count), 0)
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
