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
from functools import lru_cache
from typing import Any

from nonet.model import AllDifferent, AnyOf, Constraint, Count, Linear, Regular, Table
from nonet.model.constraints.linear import COMPARE
from nonet.techniques.candidate_layout import Layout, bits, mask_of
from nonet.techniques.engines.filter_base import Filter, TableFilter, ValueMasks
from nonet.techniques.engines.layered_filters import AllDifferentFilter, LayeredFilter, Transition
from nonet.techniques.engines.linear_filter import LinearFilter


class RegularFilter(LayeredFilter):
    """A ``Regular``: the state is the automaton's."""

    constraint: Regular

    def _automaton(self, masks: ValueMasks) -> tuple[Any, Transition, Callable[[Any], bool]]:
        values, automaton = self.layout.values, self.constraint.automaton
        arcs = automaton.step
        return (
            automaton.start,
            lambda index, state, value: arcs.get((state, values[value])),
            automaton.accepting.__contains__,
        )

    def is_entailed(self, masks: ValueMasks) -> bool:
        """Return whether all open values lead from cell to cell to one and the same state."""
        automaton, values = self.constraint.automaton, self.layout.values
        state = automaton.start
        for mask in masks:
            targets = {automaton.step.get((state, values[value]), -1) for value in bits(mask)}
            if len(targets) > 1 or -1 in targets:
                return False
            (state,) = targets
        return state in automaton.accepting

    def choices(self, masks: ValueMasks, max_choices: int) -> list[tuple[int, ...]] | None:
        results = super().choices(masks, max_choices)
        if results is None or len(self._last) == len(self.cells):
            return results
        return [
            each
            for each in results
            if all(each[n] == v for n, v in zip(self._first, each, strict=True))
        ]


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

    def is_entailed(self, masks: ValueMasks) -> bool:
        """Return whether the count is right whichever of the counted values are taken."""
        constraint, number = self.constraint, self.constraint.number
        if not isinstance(number, int):
            return False
        compare, places = COMPARE[constraint.op], self.layout.value_number
        counted = mask_of(places[value] for value in constraint.values if value in places)
        low = high = 0
        for name, mask in zip(constraint.scope, masks, strict=True):
            times = constraint.counted.count(name)
            high += times if mask & counted else 0
            low += 0 if mask & ~counted else times
        return all(compare(count, number) for count in range(low, high + 1))


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
