"""Filters by layers of states: a constraint read cell by cell, as an automaton reads a word.

The relevant part of the values so far (a sum, a state, a count) is a state, together with the
values that later cells may no longer take.  A value is supported if some path through the
layers uses the value.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import prod
from typing import Any

from nonet.deadline import checked
from nonet.model import AllDifferent, Constraint, Count, Linear, Regular
from nonet.model.constraints.linear import COMPARE
from nonet.techniques.candidate_layout import Layout, bits, mask_of, union_of
from nonet.techniques.engines.filter_base import Filter, ValueMasks

MAX_ARCS = 40_000
"""Arcs between states that one question may make; beyond that, values may repeat in the cells."""
MAX_CHOICES = 500
"""Most choices of counted values up to which a count takes differing cells into account."""

Transition = Callable[[int, Any, int], Any]
"""From the number of a cell in the scope, a state and a value, the next state or ``None``."""


class LayeredFilter(Filter):
    """A constraint read cell by cell: ``_automaton`` says how, for the values now open."""

    def __init__(self, layout: Layout, constraint: Constraint, use_houses: bool = True) -> None:
        super().__init__(layout, constraint, use_houses)
        self._first = [self.cells.index(cell) for cell in self.cells]
        self._last = {cell: index for index, cell in enumerate(self.cells)}
        self._shifts = [
            tuple(
                n * layout.value_count for n, group in enumerate(self.groups) if group >> cell & 1
            )
            if self._first[index] == index
            else ()
            for index, cell in enumerate(self.cells)
        ]

    def _automaton(self, masks: ValueMasks) -> tuple[Any, Transition, Callable[[Any], bool]]:
        """The first state, the step, and which last states are good."""
        raise NotImplementedError

    def _automaton_with_memory(
        self, masks: ValueMasks
    ) -> tuple[Any, Transition, Callable[[Any], bool]]:
        """``_automaton``; of a cell that is read more than once the state also holds the value."""
        start, step, good = self._automaton(masks)
        if len(self._last) == len(self.cells):
            return start, step, good
        first, cells, last = self._first, self.cells, self._last

        def remembering(index: int, state: Any, value: int) -> Any:
            current, known = state
            own = first[index]
            if own != index and (own, value) not in known:
                return None
            then = step(index, current, value)
            if then is None:
                return None
            if last[cells[index]] == index:
                return then, tuple(pair for pair in known if pair[0] != own)
            return then, known if own != index else (*known, (own, value))

        return (start, ()), remembering, lambda state: good(state[0])

    def _relevant_values(self, masks: ValueMasks) -> list[int]:
        """After each cell: the values, by group, that cells to come may still take."""
        later = 0
        results = []
        for index in range(len(masks) - 1, -1, -1):
            results.append(later)
            for shift in self._shifts[index]:
                later |= masks[index] << shift
        return results[::-1]

    def _arcs(self, masks: ValueMasks, differ: bool) -> list[list[tuple[Any, int, Any]]] | None:
        """Return the arcs of each layer that lie on a path to the end; ``None`` if there are
        too many.
        """
        start, step, good = self._automaton_with_memory(masks)
        relevant = self._relevant_values(masks)
        layers: list[list[tuple[Any, int, Any]]] = []
        states: dict[Any, None] = {(start, 0): None}
        number = 0
        for index, mask in enumerate(checked(masks)):
            keep = relevant[index]
            open_ = [
                (value, sum(1 << shift + value for shift in self._shifts[index]) if differ else 0)
                for value in bits(mask)
            ]
            arcs: list[tuple[Any, int, Any]] = []
            after: dict[Any, None] = {}
            for state in states:
                if number + len(arcs) > MAX_ARCS:
                    return None
                current, used = state
                for value, takes in open_:
                    if used & takes:
                        continue
                    then = step(index, current, value)
                    if then is not None:
                        target = (then, (used | takes) & keep)
                        arcs.append((state, value, target))
                        after[target] = None
            number += len(arcs)
            layers.append(arcs)
            states = after
        live = {state for state in states if good(state[0])}
        for index in checked(range(len(layers) - 1, -1, -1)):
            layers[index] = [arc for arc in layers[index] if arc[2] in live]
            live = {arc[0] for arc in layers[index]}
        return layers

    def _reduced(self, masks: ValueMasks) -> ValueMasks | None:
        if self._entailed(masks):
            return masks  # it says nothing: what must differ is for others to say
        hopeless = self.groups and self._estimated_arcs(masks) > MAX_ARCS // 4
        layers = None if hopeless else self._arcs(masks, True)
        return self._reduced_with_repeats(masks) if layers is None else self._used(masks, layers)

    def _reduced_with_repeats(self, masks: ValueMasks) -> ValueMasks | None:
        """Return the supported values where values may repeat in all cells."""
        layers = self._arcs(masks, False)
        return self._bounds_reduced(masks) if layers is None else self._used(masks, layers)

    def _used(
        self, masks: ValueMasks, layers: list[list[tuple[Any, int, Any]]]
    ) -> ValueMasks | None:
        """Return the values of the arcs of each layer; ``None`` if there are none."""
        reduced = []
        for arcs in layers:
            mask = 0
            for _, value, _ in arcs:
                mask |= 1 << value
            reduced.append(mask)
        if not all(reduced):
            return None
        self._end_choices[masks] = _support_path(layers, 0), _support_path(layers, -1)
        return tuple(reduced)

    def _entailed(self, masks: ValueMasks) -> bool:
        """Return whether the constraint holds for all choices, where that is quick to see."""
        return False

    def _estimated_arcs(self, masks: ValueMasks) -> int:
        """Return about how many arcs there are if values may repeat; 0 where that is not known."""
        return 0

    def _bounds_reduced(self, masks: ValueMasks) -> ValueMasks | None:
        """Return the result of a weaker, quicker argument, where there are too many states."""
        return masks

    def choices(self, masks: ValueMasks, max_choices: int) -> list[tuple[int, ...]] | None:
        layers = self._arcs(masks, True)
        if layers is None:
            return None
        paths: list[tuple[Any, tuple[int, ...]]] = [
            ((self._automaton_with_memory(masks)[0], 0), ())
        ]
        for arcs in layers:
            onward: dict[Any, list[tuple[int, Any]]] = {}
            for state, value, target in arcs:
                onward.setdefault(state, []).append((value, target))
            paths = [
                (target, (*path, value))
                for state, path in paths
                for value, target in onward.get(state, ())
            ]
            if len(paths) > 8 * max_choices:
                return None
        return [path for _, path in paths] if len(paths) <= max_choices else None


def _support_path(layers: list[list[tuple[Any, int, Any]]], end: int) -> ValueMasks:
    """A choice of values, by the first or the last arc that goes on; each as a mask."""
    state = layers[0][end][0]
    choice = []
    for arcs in layers:
        value, state = [(value, target) for source, value, target in arcs if source == state][end]
        choice.append(1 << value)
    return tuple(choice)


class LinearFilter(LayeredFilter):
    """The filter of a ``Linear``: the state is the sum so far, dropped once irrelevant."""

    constraint: Linear

    def _spans(self, masks: ValueMasks) -> list[tuple[int, int]]:
        """Return the least and the greatest contribution of each cell."""
        values = self.layout.values
        spans = []
        for factor, mask in zip(self.constraint.coefficients, masks, strict=True):
            ends = (
                factor * values[(mask & -mask).bit_length() - 1],
                factor * values[mask.bit_length() - 1],
            )
            spans.append((min(ends), max(ends)))
        return spans

    def _automaton(self, masks: ValueMasks) -> tuple[Any, Transition, Callable[[Any], bool]]:
        values, factors = self.layout.values, self.constraint.coefficients
        op, constant = self.constraint.op, self.constraint.constant
        lows, highs = [0], [0]
        for low, high in reversed(self._spans(masks)):
            lows.append(lows[-1] + low)
            highs.append(highs[-1] + high)
        lows, highs = lows[-2::-1], highs[-2::-1]  # what the cells after each one add
        least, most = {
            "==": (constant, constant),
            "<=": (None, constant),
            ">=": (constant, None),
            "!=": (None, None),
        }[op]

        def step(index: int, state: int, value: int) -> int | None:
            total: int = state + factors[index] * values[value]
            if least is not None and total + highs[index] < least:
                return None
            if most is not None and total + lows[index] > most:
                return None
            return total

        compare = COMPARE[op]
        return 0, step, lambda total: compare(total, constant)

    def _estimated_arcs(self, masks: ValueMasks) -> int:
        if self.constraint.op == "!=":
            return 0
        spans = self._spans(masks)
        low = high = arcs = 0
        to_come = sum(most - least for least, most in spans)
        for mask, (least, most) in zip(masks, spans, strict=True):
            arcs += min(high - low, to_come) * mask.bit_count()
            low, high, to_come = low + least, high + most, to_come - (most - least)
        return arcs

    def _reduced_with_repeats(self, masks: ValueMasks) -> ValueMasks | None:
        """Sums as bits of a number: the sums before each cell, and those that it may leave."""
        constraint, values = self.constraint, self.layout.values
        if constraint.op != "==" or len(self._last) < len(self.cells):
            return super()._reduced_with_repeats(masks)
        terms = [
            [(value, factor * values[value] - span[0]) for value in bits(mask)]
            for factor, mask, span in zip(
                constraint.coefficients, masks, self._spans(masks), strict=True
            )
        ]
        goal = constraint.constant - sum(span[0] for span in self._spans(masks))
        if goal < 0:
            return None
        before, range_ = [1], (1 << goal + 1) - 1
        for cell in terms:
            sums = union_of(before[-1] << adds for _, adds in cell) & range_
            before.append(sums)
        targets = before[-1] & 1 << goal
        reduced = []
        for cell, sums in zip(reversed(terms), reversed(before[:-1]), strict=True):
            supported = [(value, adds) for value, adds in cell if targets >> adds & sums]
            reduced.append(mask_of(value for value, _ in supported))
            targets = union_of(targets >> adds & sums for _, adds in supported)
        return tuple(reversed(reduced)) if targets else None

    def _entailed(self, masks: ValueMasks) -> bool:
        spans = self._spans(masks)
        low, high = sum(span[0] for span in spans), sum(span[1] for span in spans)
        op, constant = self.constraint.op, self.constraint.constant
        if op == "!=":
            return not low <= constant <= high
        return (op == "<=" and high <= constant) or (op == ">=" and low >= constant)

    def _bounds_reduced(self, masks: ValueMasks) -> ValueMasks | None:
        op, constant = self.constraint.op, self.constraint.constant
        if op == "!=":
            return masks
        values = self.layout.values
        spans = self._spans(masks)
        low, high = sum(span[0] for span in spans), sum(span[1] for span in spans)
        reduced = []
        for mask, factor, span in zip(masks, self.constraint.coefficients, spans, strict=True):
            retained = 0
            for value in bits(mask):
                adds = factor * values[value]
                too_much = op in ("==", "<=") and low - span[0] + adds > constant
                too_little = op in ("==", ">=") and high - span[1] + adds < constant
                if not too_much and not too_little:
                    retained |= 1 << value
            reduced.append(retained)
        return tuple(reduced) if all(reduced) else None


class RegularFilter(LayeredFilter):
    """A ``Regular``: the state is the automaton's."""

    constraint: Regular

    def _automaton(self, masks: ValueMasks) -> tuple[Any, Transition, Callable[[Any], bool]]:
        values = self.layout.values
        automaton = self.constraint.automaton
        arcs = automaton.step
        return (
            automaton.start,
            lambda index, state, value: arcs.get((state, values[value])),
            automaton.accepting.__contains__,
        )


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

    def _entailed(self, masks: ValueMasks) -> bool:
        number = self.constraint.number
        if not isinstance(number, int):
            return False
        low, high = self._count_bounds(masks)
        compare = COMPARE[self.constraint.op]
        return all(compare(count, number) for count in range(low, high + 1))

    def _reduced(self, masks: ValueMasks) -> ValueMasks | None:
        if self._counts_each_cell_once and prod(mask.bit_count() for mask in masks) > MAX_CHOICES:
            return self._reduced_by_count(masks)
        return super()._reduced(masks)

    def _reduced_by_count(self, masks: ValueMasks) -> ValueMasks | None:
        """Return the domains where values may repeat: by how many cells must and how many may
        count.
        """
        number, compare = self.constraint.number, COMPARE[self.constraint.op]
        assert isinstance(number, int)
        low, high = self._count_bounds(masks)
        good = [count for count in range(low, high + 1) if compare(count, number)]
        if not good:
            return None
        counted, reduced = self._counted_values, []
        for mask in masks:
            if mask & counted and mask & ~counted:
                mask &= counted if good[0] == high else -1
                mask &= ~counted if good[-1] == low else -1
            reduced.append(mask)
        return tuple(reduced)

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

    def _count_bounds(self, masks: ValueMasks) -> tuple[int, int]:
        """How often the values are counted at least and at most."""
        low = high = 0
        for name, mask in zip(self.constraint.scope, masks, strict=True):
            times = self.constraint.counted.count(name)
            low += times if not mask & ~self._counted_values else 0
            high += times if mask & self._counted_values else 0
        return low, high


class AllDifferentFilter(LayeredFilter):
    """An ``AllDifferent`` that stands in another constraint: a group of its own."""

    def __init__(self, layout: Layout, constraint: AllDifferent, use_houses: bool = True) -> None:
        super().__init__(layout, constraint, use_houses)
        self._shifts = [(0,)] * len(self.cells)

    def _automaton(self, masks: ValueMasks) -> tuple[Any, Transition, Callable[[Any], bool]]:
        return 0, lambda index, state, value: 0, lambda state: True
