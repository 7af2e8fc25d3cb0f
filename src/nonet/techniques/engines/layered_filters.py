"""Filters by layers of states: a constraint read cell by cell, as an automaton reads a word.

The relevant part of the values so far (a sum, a state, a count) is a state, together with the
values that later cells may no longer take.  A value is supported if some path through the
layers uses the value.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from itertools import count
from operator import gt
from typing import Any

from nonet.deadline import checked
from nonet.model import AllDifferent, Constraint
from nonet.techniques.candidate_layout import Layout, bits, mask_of
from nonet.techniques.engines.filter_base import Filter, ValueMasks

MAX_ARCS, MAX_ARCS_APART = 40_000, 4_000
"""Arcs between states that one question may make: in all, and with cells that must differ; beyond
that, values may repeat in the cells."""
MAX_SET_VALUES = 10
"""Values, at most, whose sets are the bits of one number."""

Arc = tuple[Any, int, Any]
"""A state, a mask of values, and the state to which each of these values leads."""
Layers = list[list[Arc]]
"""For each cell the arcs from the states before to the states after."""

Transition = Callable[[int, Any, int], Any]
"""From the number of a cell in the scope, a state and a value, the next state or ``None``."""


@lru_cache(maxsize=64)
def sets_without(value_count: int) -> tuple[int, ...]:
    """For each value the sets of values, as the bits of a number, in which it is not."""
    return tuple(
        sum(1 << chosen for chosen in range(1 << value_count) if not chosen >> value & 1)
        for value in range(value_count)
    )


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

    def _arcs(self, masks: ValueMasks, differ: bool) -> Layers | None:
        """Return the arcs of each layer that lie on a path to the end; ``None`` if there are
        too many.
        """
        start, step, good = self._automaton_with_memory(masks)
        relevant = self._relevant_values(masks)
        layers: Layers = []
        states: dict[Any, None] = {(start, 0): None}
        number, most = 0, MAX_ARCS_APART if differ and self.groups else MAX_ARCS
        for index, mask in enumerate(checked(masks)):
            keep = relevant[index]
            open_ = [
                (value, sum(1 << shift + value for shift in self._shifts[index]) if differ else 0)
                for value in bits(mask)
            ]
            arcs: list[Arc] = []
            after: dict[Any, None] = {}
            for state in states:
                if number + len(arcs) > most:
                    return None
                current, used = state
                for value, takes in open_:
                    if used & takes:
                        continue
                    then = step(index, current, value)
                    if then is not None:
                        target = (then, (used | takes) & keep)
                        arcs.append((state, 1 << value, target))
                        after[target] = None
            number += len(arcs)
            layers.append(arcs)
            states = after
        return self._live_arcs(layers, {state for state in states if good(state[0])})

    @staticmethod
    def _live_arcs(layers: Layers, live: set[Any]) -> Layers:
        for index in checked(range(len(layers) - 1, -1, -1)):
            layers[index] = [arc for arc in layers[index] if arc[2] in live]
            live = {arc[0] for arc in layers[index]}
        return layers

    def _reduced(self, masks: ValueMasks) -> ValueMasks | None:
        if self.is_entailed(masks):
            return masks  # it says nothing: what must differ is for others to say
        if self.in_one_house:
            return self._reduced_in_house(masks)
        layers = self._arcs(masks, True)
        if layers is None:  # values may repeat in all cells
            layers = self._arcs(masks, False)
        return masks if layers is None else self._used(masks, layers)

    @cached_property
    def in_one_house(self) -> bool:
        """Whether all cells must differ, and have so few values that their sets are bits."""
        once = len(self._last) == len(self.cells)
        few = self.layout.value_count <= MAX_SET_VALUES
        return once and few and self.groups == [mask_of(self.cells)]

    def _reduced_in_house(self, masks: ValueMasks) -> ValueMasks | None:
        """Return the supported values of cells that must all differ: with each state go the sets
        of values taken, as the bits of a number, so that taking a value is a shift.
        """
        start, step, good = self._automaton(masks)
        without = sets_without(self.layout.value_count)
        states: dict[Any, int] = {start: 1}
        layers: list[tuple[dict[Any, int], list[tuple[Any, int, Any]]]] = []
        for index, mask in enumerate(checked(masks)):
            arcs: list[tuple[Any, int, Any]] = []
            after: dict[Any, int] = {}
            for state, sets in states.items():
                for value in bits(mask):
                    taken = (sets & without[value]) << (1 << value)
                    then = step(index, state, value) if taken else None
                    if then is not None:
                        arcs.append((state, value, then))
                        after[then] = after.get(then, 0) | taken
            layers.append((states, arcs))
            states = after
        live = [{state: sets for state, sets in states.items() if good(state)}]
        reduced = []
        for before, arcs in reversed(layers):
            retained, earlier, later = 0, dict[Any, int](), live[-1]
            for state, value, then in arcs:
                supported = later.get(then, 0) >> (1 << value) & before[state] & without[value]
                if supported:
                    retained |= 1 << value
                    earlier[state] = earlier.get(state, 0) | supported
            if not retained:
                return None
            reduced.append(retained)
            live.append(earlier)
        later_sets = live[-2::-1]
        self._end_choices[masks] = (
            self._path_in_house(masks, start, step, later_sets, False),
            self._path_in_house(masks, start, step, later_sets, True),
        )
        return tuple(reversed(reduced))

    @staticmethod
    def _path_in_house(
        masks: ValueMasks,
        state: Any,
        step: Transition,
        later: list[dict[Any, int]],
        greatest: bool,
    ) -> ValueMasks:
        """A choice by the least or the greatest value that goes on; each as a mask."""
        used, choice = 0, []
        for index, mask in enumerate(masks):
            able = []
            for value in bits(mask & ~used):
                then = step(index, state, value)
                if then is not None and later[index].get(then, 0) >> (used | 1 << value) & 1:
                    able.append((value, then))
            value, state = able[-1 if greatest else 0]
            used |= 1 << value
            choice.append(1 << value)
        return tuple(choice)

    def _used(self, masks: ValueMasks, layers: Layers) -> ValueMasks | None:
        """Return the values of the arcs of each layer; ``None`` if there are none."""
        reduced = []
        for arcs in layers:
            mask = 0
            for _, values, _ in arcs:
                mask |= values
            reduced.append(mask)
        if not all(reduced):
            return None
        self._end_choices[masks] = _support_path(layers, 0), _support_path(layers, -1)
        return tuple(reduced)

    def choices(self, masks: ValueMasks, max_choices: int) -> list[tuple[int, ...]] | None:
        layers = self._arcs(masks, True)
        if layers is None:
            return None
        paths: list[tuple[Any, tuple[int, ...]]] = [
            ((self._automaton_with_memory(masks)[0], 0), ())
        ]
        for arcs in layers:
            onward: dict[Any, list[tuple[int, Any]]] = {}
            for state, values, target in arcs:
                onward.setdefault(state, []).extend((value, target) for value in bits(values))
            paths = [
                (target, (*path, value))
                for state, path in paths
                for value, target in onward.get(state, ())
            ]
            if len(paths) > 8 * max_choices:
                return None
        return [path for _, path in paths] if len(paths) <= max_choices else None


def _support_path(layers: Layers, end: int) -> ValueMasks:
    """A choice of values, by the first or the last arc that goes on; each as a mask."""
    state = layers[0][end][0]
    choice = []
    for arcs in layers:
        values, state = [(values, target) for source, values, target in arcs if source == state][
            end
        ]
        choice.append(values & -values if end == 0 else 1 << values.bit_length() - 1)
    return tuple(choice)


class AllDifferentFilter(LayeredFilter):
    """An ``AllDifferent`` that stands in another constraint: a group of its own."""

    def __init__(self, layout: Layout, constraint: AllDifferent, use_houses: bool = True) -> None:
        super().__init__(layout, constraint, use_houses)
        self._shifts = [(0,)] * len(self.cells)

    def _reduced(self, masks: ValueMasks) -> ValueMasks | None:
        counts = sorted(map(int.bit_count, masks))
        if all(map(gt, counts[:-1], count(1))) and counts[-1] >= len(masks):
            return masks  # no k cells have k values: nothing follows
        return super()._reduced(masks)

    def _automaton(self, masks: ValueMasks) -> tuple[Any, Transition, Callable[[Any], bool]]:
        return 0, lambda index, state, value: 0, lambda state: True
