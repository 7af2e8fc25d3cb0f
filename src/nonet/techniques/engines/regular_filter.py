"""The filter of a ``Regular``: an automaton over cells of which some must differ.

>>> from nonet.model import Automaton, Model, Regular
>>> from nonet.techniques.candidate_layout import layout_of
>>> step = {(0, 1): 0, (0, 2): 1, (1, 1): 1}
>>> one_two = Regular(("a", "b"), Automaton(start=0, accepting={1}, transitions=step))
>>> layout = layout_of(Model(dict.fromkeys("ab", (1, 2, 3)), [one_two]))
>>> RegularFilter(layout, one_two).reduced((0b110, 0b111))
(2, 1)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from nonet.deadline import checked
from nonet.model import Constraint, Regular
from nonet.techniques.candidate_layout import Layout, bits, mask_of
from nonet.techniques.engines.filter_base import MAX_CACHED, ValueMasks
from nonet.techniques.engines.layered_filters import (
    MAX_ARCS,
    MAX_ARCS_APART,
    Arc,
    LayeredFilter,
    Layers,
    Transition,
)

FEW_TRACKED, MAX_ALIVE = 2, 2
"""Tracked values, at most, of which only the nearest groups are tracked, and how many of these
groups may overlap."""


class RegularFilter(LayeredFilter):
    """A ``Regular``: the state is the automaton's.

    Values that lead from a state to the same state are one arc, except those of which a state
    also says whether they are taken.
    """

    constraint: Regular

    def __init__(self, layout: Layout, constraint: Constraint, use_houses: bool = True) -> None:
        super().__init__(layout, constraint, use_houses)
        self._reduced_by_plain_masks: dict[ValueMasks, ValueMasks | None] = {}
        self._merged_steps: dict[Any, tuple[tuple[Any, int], ...]] = {}
        self._free_states: dict[tuple[int, Any], bool] = {}
        self._settled_states: dict[tuple[int, Any], bool] = {}

    @cached_property
    def tracked_values(self) -> int:
        """All values, or those that differ from most: where an automaton counts one value, it is
        of no matter to it which of the others is where.
        """
        transitions: dict[int, set[tuple[Any, Any]]] = {}
        for (state, read), then in self.constraint.automaton.step.items():
            transitions.setdefault(read, set()).add((state, then))
        alike: dict[frozenset[tuple[Any, Any]], int] = {}
        for number, value in enumerate(self.layout.values):
            own = frozenset(transitions.get(value, ()))
            alike[own] = alike.get(own, 0) | 1 << number
        most = max(alike.values(), key=int.bit_count)
        every = self.layout.all_values
        return every & ~most if 2 * most.bit_count() > every.bit_count() else every

    def _reduced(self, masks: ValueMasks) -> ValueMasks | None:
        """Return the supported values, with one value for all that are not tracked: these are
        alike, and whatever else is open there, the answer is known.
        """
        alike = self.layout.all_values & ~self.tracked_values
        if self.in_one_house or not alike & (alike - 1):
            return super()._reduced(masks)
        lowest = alike & -alike
        plain = tuple(mask & ~alike | (lowest if mask & alike else 0) for mask in masks)
        if plain not in self._reduced_by_plain_masks:
            if len(self._reduced_by_plain_masks) > MAX_CACHED:
                self._reduced_by_plain_masks.clear()
            self._reduced_by_plain_masks[plain] = super()._reduced(plain)
        reduced = self._reduced_by_plain_masks[plain]
        if plain in self._end_choices:
            first, last = self._end_choices[plain]
            self._end_choices[masks] = (
                tuple(
                    mask & alike & -(mask & alike) if value & alike else value
                    for value, mask in zip(first, masks, strict=True)
                ),
                tuple(
                    1 << (mask & alike).bit_length() - 1 if value & alike else value
                    for value, mask in zip(last, masks, strict=True)
                ),
            )
        if reduced is None:
            return None
        return tuple(
            (values | alike if values & alike else values) & mask
            for values, mask in zip(reduced, masks, strict=True)
        )

    def _automaton(self, masks: ValueMasks) -> tuple[Any, Transition, Callable[[Any], bool]]:
        values = self.layout.values
        automaton = self.constraint.automaton
        arcs = automaton.step
        return (
            automaton.start,
            lambda index, state, value: arcs.get((state, values[value])),
            automaton.accepting.__contains__,
        )

    def _steps_from(self, state: Any) -> tuple[tuple[Any, int], ...]:
        """The states that follow a state, each with its values as a mask."""
        steps = self._merged_steps.get(state)
        if steps is None:
            by_target: dict[Any, int] = {}
            for number, value in enumerate(self.layout.values):
                then = self.constraint.automaton.step.get((state, value))
                if then is not None:
                    by_target[then] = by_target.get(then, 0) | 1 << number
            steps = self._merged_steps[state] = tuple(by_target.items())
        return steps

    def is_entailed(self, masks: ValueMasks) -> bool:
        state = self.constraint.automaton.start
        for mask in masks:
            for then, values in self._steps_from(state):
                if values & mask:
                    if mask & ~values:
                        return False
                    state = then
                    break
            else:
                return False
        return state in self.constraint.automaton.accepting

    def _is_free(self, index: int, state: Any) -> bool:
        """Whether from a cell on the values of cells that must differ lead nowhere else: it is of
        no matter then which are taken.
        """
        key = index, state
        free = self._free_states.get(key)
        if free is None:
            free = index > self._last_apart
            if not free:
                steps = self._steps_from(state)
                declared = self._declared_values[index]
                free = (
                    len(steps) == 1
                    and not declared & ~steps[0][1]
                    and self._is_free(index + 1, steps[0][0])
                )
            self._free_states[key] = free
        return free

    def _is_settled(self, index: int, state: Any) -> bool:
        """Whether from a cell on all values lead from state to state alike, as far as a cell is read
        again: it is of no matter then which were read.
        """
        key = index, state
        settled = self._settled_states.get(key)
        if settled is None:
            settled = index > self._last_again
            if not settled:
                steps = self._steps_from(state)
                alike = len(steps) == 1 and not self._declared_values[index] & ~steps[0][1]
                settled = alike and self._is_settled(index + 1, steps[0][0])
            self._settled_states[key] = settled
        return settled

    def _short_shifts(self, masks: ValueMasks) -> list[tuple[int, ...]]:
        """``_shifts`` of the groups whose cells with tracked values are nearest each other, of
        which at most ``MAX_ALIVE`` are begun and not ended at any cell.

        Where one value is counted over many cells, more groups would be too many states; those of
        few cells apart say most of what they all say.
        """
        ends: dict[int, list[int]] = {}
        for index, shifts in enumerate(self._shifts):
            if masks[index] & self.tracked_values:
                for shift in shifts:
                    ends.setdefault(shift, [index, index])[1] = index
        alive, chosen = [0] * len(masks), set()
        by_length = sorted(ends.items(), key=lambda item: item[1][1] - item[1][0])
        for shift, (first, last) in by_length:
            if first < last and max(alive[first:last]) < MAX_ALIVE:
                chosen.add(shift)
                for index in range(first, last):
                    alive[index] += 1
        return [tuple(shift for shift in shifts if shift in chosen) for shifts in self._shifts]

    @cached_property
    def _last_apart(self) -> int:
        """The last of the cells that must differ from others."""
        return max((index for index, shifts in enumerate(self._shifts) if shifts), default=-1)

    @cached_property
    def _last_again(self) -> int:
        """The last of the readings of a cell that was read before."""
        return max((n for n, first in enumerate(self._first) if first != n), default=-1)

    @cached_property
    def _declared_values(self) -> ValueMasks:
        number, domains = self.layout.value_number, self.layout.structure.domains
        return tuple(
            mask_of(number[value] for value in domains[name]) for name in self.constraint.scope
        )

    def _arcs(self, masks: ValueMasks, differ: bool) -> Layers | None:
        tracked = self.tracked_values if differ and self.groups else 0
        all_shifts = self._shifts
        if tracked and tracked.bit_count() <= FEW_TRACKED:
            all_shifts = self._short_shifts(masks)
        relevant = self._relevant_values(masks, all_shifts) if tracked else [0] * len(masks)
        layers: Layers = []
        start, repeated = self.constraint.automaton.start, len(self._last) < len(self.cells)
        states: dict[Any, None] = {((start, ()) if repeated else start, 0): None}
        number, most = 0, MAX_ARCS_APART if tracked else MAX_ARCS
        for index, mask in enumerate(checked(masks)):
            keep, shifts = relevant[index], all_shifts[index]
            apart = mask & tracked if shifts else 0
            takes = {value: sum(1 << shift + value for shift in shifts) for value in bits(apart)}
            arcs: list[Arc] = []
            after: dict[Any, None] = {}
            own, is_last = self._first[index], self._last[self.cells[index]] == index
            for state in states:
                if number + len(arcs) > most:
                    return None
                current, used = state
                current, known = current if repeated else (current, ())
                allowed = mask
                if own != index:  # read before; its value is not known where that is of no matter
                    values_read = (mask & 1 << value for cell, value in known if cell == own)
                    allowed = next(values_read, mask)
                    if is_last:
                        known = tuple(pair for pair in known if pair[0] != own)
                for then, values in self._steps_from(current):
                    open_ = values & allowed
                    if not open_:
                        continue
                    onward = 0 if tracked and self._is_free(index + 1, then) else keep
                    if repeated and self._is_settled(index + 1, then):
                        then = then, ()
                        if not (used or onward):  # nor is it of any matter what is taken
                            target = then, 0
                            arcs.append((state, open_, target))
                            after[target] = None
                            continue
                    elif own == index and not is_last:
                        for value in bits(open_):
                            takes_ = takes.get(value, 0)
                            if not used & takes_:
                                memory = (*known, (index, value))
                                target = (then, memory), (used | takes_) & onward
                                arcs.append((state, 1 << value, target))
                                after[target] = None
                        continue
                    elif repeated:
                        then = then, known
                    if alike := open_ & ~apart:
                        target = then, used & onward
                        arcs.append((state, alike, target))
                        after[target] = None
                    for value in bits(open_ & apart):
                        if not used & takes[value]:
                            target = then, (used | takes[value]) & onward
                            arcs.append((state, 1 << value, target))
                            after[target] = None
            number += len(arcs)
            layers.append(arcs)
            states = after
        accepting = self.constraint.automaton.accepting
        return self._live_arcs(
            layers,
            {state for state in states if (state[0][0] if repeated else state[0]) in accepting},
        )

    def choices(self, masks: ValueMasks, max_choices: int) -> list[tuple[int, ...]] | None:
        results = super().choices(masks, max_choices)
        if results is None or len(self._last) == len(self.cells):
            return results
        return [
            each
            for each in results
            if all(each[n] == v for n, v in zip(self._first, each, strict=True))
        ]
