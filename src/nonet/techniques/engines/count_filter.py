"""The filter of a ``Count``: how many cells have some values."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import prod
from typing import Any

from nonet.model import Count
from nonet.model.constraints.linear import COMPARE
from nonet.techniques.engines.filter_base import ValueMasks
from nonet.techniques.engines.layered_filters import LayeredFilter, Transition

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
        """How often each cell is counted."""
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
