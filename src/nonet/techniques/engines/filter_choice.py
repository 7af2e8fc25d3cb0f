"""Filters: the values that a constraint leaves in its cells, given which cells must differ.

A constraint is read cell by cell, as an automaton reads a word: the relevant part of the values
so far (a sum, a state, a count) is a state, together with the values that later cells may no
longer take.  A value is supported if some path through the layers of states uses the value:
that is generalised arc consistency of the constraint together with the AllDifferents among its
cells (Trick, "A dynamic programming approach for consistency and propagation for knapsack
constraints", 2003; Pesant, CP 2004). The paths are also the combinations that a person would
list.

>>> from nonet.model import AllDifferent, Linear, Model
>>> from nonet.techniques.candidate_layout import layout_of
>>> cage = Linear.sum(("a", "b", "c"), "==", 7)
>>> differ = AllDifferent(cage.scope)
>>> layout = layout_of(Model(dict.fromkeys("abc", range(1, 10)), [differ, cage]))
>>> [bin(values) for values in filter_of(layout, cage).reduced((0b111111111,) * 3)]
['0b1011', '0b1011', '0b1011']
>>> filter_of(layout, cage).reduced((0b100, 0b100, 0b1)) is None
True
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from math import prod
from typing import Any

from nonet.model import AllDifferent, AnyOf, Constraint, Count, Linear, Regular, Table
from nonet.model.constraints.linear import COMPARE
from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines.filter_base import Filter, TableFilter, ValueMasks
from nonet.techniques.engines.layered_filters import AllDifferentFilter, LayeredFilter, Transition
from nonet.techniques.engines.linear_filter import LinearFilter
from nonet.techniques.engines.regular_filter import RegularFilter

# The filter of a ``Count``: how many cells have some values.

MAX_CHOICES = 500
"""Most choices of counted values up to which a count takes differing cells into account."""
SLACK = 2
"""Cells more than are needed that may count, from which on differing cells are of no matter."""


class CountFilter(LayeredFilter):
    """The filter of a ``Count``: the state is the count so far, and the value of the number's
    cell.
    """

    constraint: Count

    def _automaton(self, masks: ValueMasks) -> tuple[Any, Transition, Callable[[Any], bool]]:
        values, constraint = self.layout.values, self.constraint
        is_counted = [value in constraint.values for value in values]
        times = [constraint.counted.count(name) for name in constraint.scope]
        number = constraint.number
        fixed = number if isinstance(number, int) else None
        says = [name == number for name in constraint.scope]
        compare = COMPARE[constraint.op]

        def step(
            index: int, state: tuple[int, int | None], value: int
        ) -> tuple[int, int | None] | None:
            counted, known = state
            if is_counted[value]:
                counted += times[index]
            if fixed is not None and constraint.op in ("==", "<=") and counted > fixed:
                return None
            return counted, values[value] if says[index] else known

        return (0, fixed), step, lambda state: compare(state[0], state[1])

    def _reduced(self, masks: ValueMasks) -> ValueMasks | None:
        if self._counts_each_cell_once:
            low, high = self._count_bounds(masks)
            if self._has_slack(low, high) or prod(mask.bit_count() for mask in masks) > MAX_CHOICES:
                return self._reduced_by_count(masks, low, high)
        return super()._reduced(masks)

    def _has_slack(self, low: int, high: int) -> bool:
        """Whether ``SLACK`` more cells may count than must, and fewer must than may."""
        good = self._good_counts(low, high)
        return bool(good) and (
            (good[0] == low or good[0] <= high - SLACK)
            and (good[-1] == high or good[-1] >= low + SLACK)
        )

    def _reduced_by_count(self, masks: ValueMasks, low: int, high: int) -> ValueMasks | None:
        """Return the domains where values may repeat: by how many cells must and how many may
        count.
        """
        good = self._good_counts(low, high)
        if not good:
            return None
        if low == high or (good[0] < high and good[-1] > low):
            return masks
        counted = self._counted_values
        retained = counted if good[0] == high else ~counted  # all that may must count, or none more
        return tuple(
            [mask & retained if mask & counted and mask & ~counted else mask for mask in masks]
        )

    def is_entailed(self, masks: ValueMasks) -> bool:
        if not isinstance(self.constraint.number, int):
            return False
        low, high = self._count_bounds(masks)
        return len(self._good_counts(low, high)) == high - low + 1

    def _good_counts(self, low: int, high: int) -> list[int]:
        """The counts of some that are next to each other with which the constraint holds."""
        good = self._good_by_bounds.get((low, high))
        if good is None:
            compare, number = COMPARE[self.constraint.op], self.constraint.number
            assert isinstance(number, int)
            good = [count for count in range(low, high + 1) if compare(count, number)]
            self._good_by_bounds[low, high] = good
        return good

    @cached_property
    def _good_by_bounds(self) -> dict[tuple[int, int], list[int]]:
        return {}

    @cached_property
    def _counts_each_cell_once(self) -> bool:
        """Whether each cell counts once, for a number that is given."""
        constraint = self.constraint
        once = len(set(constraint.counted)) == len(constraint.counted)
        return once and isinstance(constraint.number, int)

    @cached_property
    def _counted_values(self) -> int:
        number = self.layout.value_number
        return sum(1 << number[value] for value in self.constraint.values if value in number)

    @cached_property
    def _times(self) -> tuple[int, ...]:
        return tuple(map(self.constraint.counted.count, self.constraint.scope))

    def _count_bounds(self, masks: ValueMasks) -> tuple[int, int]:
        """How often the values are counted at least and at most."""
        counted = self._counted_values
        if self._counts_each_cell_once:
            may = [mask for mask in masks if mask & counted]
            return len([mask for mask in may if not mask & ~counted]), len(may)
        low = high = 0
        for times, mask in zip(self._times, masks, strict=True):
            if mask & counted:
                high += times
                if not mask & ~counted:
                    low += times
        return low, high


MAX_ROWS = 4_000
"""Most tuples of a table to enumerate."""


class AnyOfFilter(Filter):
    """The filter of an ``AnyOf``: the union over its groups."""

    def __init__(self, layout: Layout, constraint: AnyOf, use_houses: bool = True) -> None:
        super().__init__(layout, constraint, use_houses)
        at = {cell: index for index, cell in enumerate(self.cells)}
        apart = [
            AllDifferent(tuple(layout.cells[cell] for cell in bits(group))) for group in self.groups
        ]
        self._alternatives = constraint.groups
        self._options = [
            [
                (part, tuple(at[cell] for cell in part.cells))
                for part in (filter_of(layout, c, use_houses) for c in (*group, *apart))
            ]
            for group in constraint.groups
        ]
        self._latest_first = list(range(len(self._options)))

    def _reduced(self, masks: ValueMasks) -> ValueMasks | None:
        """Return the union over the groups: first of the group that last supported the rest, as
        it often supports all values again.
        """
        remaining = [0] * len(masks)
        for number in self._latest_first:
            now = self._fixpoint(self._options[number], masks)
            if now is not None:
                remaining = [first | second for first, second in zip(remaining, now, strict=True)]
                if remaining == list(masks):
                    self._latest_first.remove(number)
                    self._latest_first.insert(0, number)
                    return masks
        return tuple(remaining) if all(remaining) else None

    def known_choices(self, masks: ValueMasks) -> list[ValueMasks]:
        """Return choices of the groups of one constraint over all cells."""
        results: list[ValueMasks] = []
        every = tuple(range(len(masks)))
        for parts, group in zip(self._options, self._alternatives, strict=True):
            if len(group) == 1 and parts[0][1] == every and (now := self._fixpoint(parts, masks)):
                parts[0][0].reduced(tuple(now))  # else what was asked before decides
                results += parts[0][0].known_choices(tuple(now))
        return results

    def _fixpoint(
        self, group: list[tuple[Filter, tuple[int, ...]]], masks: ValueMasks
    ) -> list[int] | None:
        """Return the domains after the constraints of a group reach a fixed point: a constraint is
        asked again where one of its cells has changed.
        """
        now, pending = list(masks), [True] * len(group)
        while any(pending):
            for number, (part, places) in enumerate(group):
                if not pending[number]:
                    continue
                pending[number] = False
                before = tuple([now[place] for place in places])
                after = part.reduced(before)
                if after is None:
                    return None
                if after != before:
                    changed = set()
                    for place, old, mask in zip(places, before, after, strict=True):
                        if old != mask:
                            now[place] = mask
                            changed.add(place)
                    for other, (_, cells) in enumerate(group):
                        pending[other] = pending[other] or not changed.isdisjoint(cells)
        return now


def filter_of(layout: Layout, constraint: Constraint, use_houses: bool = True) -> Filter:
    """The filter of a constraint over cells of a layout."""
    if isinstance(constraint, Linear):
        return LinearFilter(layout, constraint, use_houses)
    if isinstance(constraint, Regular):
        return RegularFilter(layout, constraint, use_houses)
    if isinstance(constraint, Table) and len(constraint.tuples) <= MAX_ROWS:
        return TableFilter(layout, constraint, use_houses)
    if isinstance(constraint, Count):
        return CountFilter(layout, constraint, use_houses)
    if isinstance(constraint, AllDifferent):
        return AllDifferentFilter(layout, constraint, use_houses)
    if isinstance(constraint, AnyOf):
        return AnyOfFilter(layout, constraint, use_houses)
    return Filter(layout, constraint, use_houses)


@lru_cache(maxsize=64)
def constraint_filters(layout: Layout) -> tuple[Filter, ...]:
    """The filters of all constraints but AllDifferents, filters of few cells first."""
    return tuple(
        filter_of(layout, constraint)
        for constraint in sorted(layout.other_constraints, key=lambda c: len(c.scope))
        if constraint.scope
    )
