"""Filter of Regular: generalised arc consistency by the layers of the unfolded automaton.

The graph is that of ``layers.py``, with a node for each state.  Source: Pesant, "A regular language
membership constraint for finite sequences of variables", CP 2004.

``HouseLayers`` is the filter of level ``gac-with-houses``: a state goes with the values of each
house that are taken and that later variables must do without; where all variables must differ and
have few values, with the sets of values taken as the bits of one number, as in a small cage.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nonet.backends.native.filter import Filter, Masks, Store
from nonet.backends.native.filters.cage import MAX_SET_BITS
from nonet.backends.native.filters.house_filter import HouseFilter
from nonet.backends.native.filters.layers import (
    Layers,
    Move,
    TooManyMoves,
    different_values,
)
from nonet.model import AllDifferent, Regular
from nonet.model.domain import bit_positions, mask_of_values

MAX_ARCS = 4_000
"""Arcs between states with taken values that one question may make; beyond that, values may
repeat."""


class RegularFilter(Filter):
    """Generalised arc consistency of an automaton (a variable listed twice: of its unfolding)."""

    wakes_on_change = True

    def __init__(self, constraint: Regular, engine: Store) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        self._automaton = constraint.automaton
        labels: dict[int, dict[int, list[int]]] = {}
        for state, value, after in constraint.automaton.transitions:
            labels.setdefault(state, {}).setdefault(after, []).append(value)
        ranges = [(engine.bases[x], engine.full_masks[x].bit_length()) for x in self.scope]
        moves: dict[tuple[int, int], dict[int, list[Move]]] = {
            ends: {
                state: [(mask_of_values(of, *ends), after, 1, 0) for after, of in targets.items()]
                for state, targets in labels.items()
            }
            for ends in set(ranges)
        }
        self.moves = [moves[ends] for ends in ranges]
        """For each place the moves from each state, one for all values that lead to one state."""

    def reduced(self, masks: Masks) -> Masks | None:
        start, accepting = self._automaton.start, self._automaton.accepting
        moves = self.moves
        return Layers(
            masks, start, lambda place, state: moves[place].get(state, ()), accepting.__contains__
        ).supported


class HouseLayers(HouseFilter):
    """The filter of a ``Regular``."""

    constraint: Regular

    def __init__(
        self, constraint: Regular, engine: Store, houses: Sequence[AllDifferent] = ()
    ) -> None:
        super().__init__(constraint, engine, houses)
        self._plain = RegularFilter(constraint, engine)
        automaton = constraint.automaton
        self._step: dict[int, dict[int, dict[int, int]]] = {base: {} for base in self.bases}
        """For each base the next state by state and place of the value."""
        for base, step in self._step.items():
            for state, value, after in automaton.transitions:
                if 0 <= value - base < self.width:
                    step.setdefault(state, {})[value - base] = after
        self._start, self._accepting = automaton.start, automaton.accepting
        self._different: dict[int, list[Move]] | None = None
        if self.in_one_house and self.width <= MAX_SET_BITS and len(self._step) == 1:
            self._different = different_values(self._step[self.bases[0]])
        self._first = [self.scope.index(x) for x in self.scope]
        self._last = {x: place for place, x in enumerate(self.scope)}

    def is_entailed(self, masks: Masks) -> bool:
        """Return whether all open values lead from place to place to one and the same state."""
        state = self._start
        for mask, moves in zip(masks, self._plain.moves, strict=True):
            targets = [
                target for values, target, _, _ in moves.get(state, ()) if not mask & ~values
            ]
            if not targets:
                return False
            state = targets[0]
        return state in self._accepting

    def supported(self, masks: Masks) -> Masks | None:
        if self.is_entailed(masks):
            return masks
        is_plain = not (self.groups or self.is_repeated)
        layers = None if is_plain else self.layers(masks)
        return self._plain.reduced(masks) if layers is None else layers.supported

    def layers(self, masks: Masks) -> Layers | None:
        """Return the graph of the solutions.

        A key is the automaton's state; where sets of values are not numbers, also the values taken,
        and those of variables that are listed again.
        """
        if self._different is not None:
            different, accepting = self._different, self._accepting
            return Layers(
                masks,
                self._start,
                lambda place, state: different.get(state, ()),
                lambda state: -(state in accepting),
            )
        relevant, arcs = self.relevant_values(masks), 0
        options = [
            [(n, sum(1 << shift + n for shift in shifts)) for n in bit_positions(mask)]
            for mask, shifts in zip(masks, self.shifts, strict=True)
        ]

        def moves(place: int, key: Any) -> list[Move]:
            nonlocal arcs
            if arcs > MAX_ARCS:
                raise TooManyMoves
            state, used, known = key
            targets, results = self._step[self.bases[place]].get(state, {}), []
            first, keep = self._first[place], relevant[place]
            again, ends = first != place, self._last[self.scope[place]] == place
            for value, takes in options[place]:
                after = targets.get(value)
                if after is None or used & takes or (again and (first, value) not in known):
                    continue
                required = known
                if again and ends:
                    required = tuple(pair for pair in known if pair[0] != first)
                elif not again and not ends:
                    required = (*known, (first, value))
                results.append((1 << value, (after, (used | takes) & keep, required), 1, 0))
            arcs += len(results)
            return results

        try:
            start = (self._start, 0, ())
            return Layers(masks, start, moves, lambda key: key[0] in self._accepting)
        except TooManyMoves:
            return None
