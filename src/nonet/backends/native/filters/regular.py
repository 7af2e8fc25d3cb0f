"""Filter of Regular: generalised arc consistency by the layers of the unfolded automaton.

Forward: the states reachable after each value.  Backward: the states from which an accepting state
is still reached.  A value stays if it labels an arc between these states.  Source: Pesant, "A
regular language membership constraint for finite sequences of variables", CP 2004.

``HouseLayers`` is the filter of level ``gac-with-houses``: a state goes with the values of each
house that are taken and that later variables must do without; where all variables must differ and
have few values, with the sets of values taken as the bits of one number, as in a small cage.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from nonet.backends.native.filter import Filter, Masks, Store, paths
from nonet.backends.native.filters.cage import MAX_SET_BITS, DifferentValues
from nonet.backends.native.filters.house_filter import HouseFilter
from nonet.deadline import checked
from nonet.model import AllDifferent, Regular
from nonet.model.domain import bit_positions, mask_of_values

MAX_ARCS = 4_000
"""Arcs between states with taken values that one question may make; beyond that, values may
repeat."""

Arc = tuple[Any, int, Any]
"""A state, a value, and the state to which the value leads."""


class LayeredGraph(Filter):
    """Generalised arc consistency of an automaton (a variable listed twice: of its unfolding)."""

    wakes_on_change = True

    def __init__(self, constraint: Regular, engine: Store) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        self._bases = [engine.bases[x] for x in self.scope]
        automaton = constraint.automaton
        self._start = automaton.start
        self._accepting = automaton.accepting
        self._arcs: dict[int, list[tuple[int, int]]] = {}
        """From each state: (value, next state)."""
        for state, value, after in automaton.transitions:
            self._arcs.setdefault(state, []).append((value, after))
        alphabet = {value for _, value, _ in automaton.transitions}
        ranges = {x: (engine.bases[x], engine.full_masks[x].bit_length()) for x in self.scope}
        masks = {
            (base, width): mask_of_values(alphabet, base, width)
            for base, width in set(ranges.values())
        }
        self._letters = {x: masks[ends] for x, ends in ranges.items()}
        """For each variable the mask of the values with an arc: its domain may be far wider."""

    def reduced(self, masks: Masks) -> Masks | None:
        arcs, letters = self._arcs, self._letters
        layers: list[set[int]] = [{self._start}]
        domains = [
            set(bit_positions(mask & letters[x], base))
            for x, mask, base in zip(self.scope, masks, self._bases, strict=True)
        ]
        for values in domains:
            layers.append({t for s in layers[-1] for v, t in arcs.get(s, ()) if v in values})
        goal = layers[-1] & self._accepting
        if not goal:
            return None
        remaining = []
        for position in range(len(self.scope) - 1, -1, -1):
            base, values = self._bases[position], domains[position]
            supported, before = set(), set()
            for s in layers[position]:
                for v, t in arcs.get(s, ()):
                    if t in goal and v in values:
                        supported.add(v)
                        before.add(s)
            goal = before
            full = masks[position] & letters[self.scope[position]]
            is_full = len(supported) == len(values)
            remaining.append(
                full if is_full else mask_of_values(supported, base, full.bit_length())
            )
        return tuple(reversed(remaining))


class HouseLayers(HouseFilter):
    """The filter of a ``Regular``."""

    constraint: Regular

    def __init__(
        self, constraint: Regular, engine: Store, houses: Sequence[AllDifferent] = ()
    ) -> None:
        super().__init__(constraint, engine, houses)
        self._plain = LayeredGraph(constraint, engine)
        automaton = constraint.automaton
        self._step = {
            base: {
                (state, value - base): after
                for state, value, after in automaton.transitions
                if 0 <= value - base < self.width
            }
            for base in set(self.bases)
        }
        self._start, self._accepting = automaton.start, automaton.accepting
        self._sets: DifferentValues | None = None
        if self.in_one_house and self.width <= MAX_SET_BITS and len(self._step) == 1:
            good = dict.fromkeys(self._accepting, -1)
            self._sets = DifferentValues(self._step[self.bases[0]], self._start, good)
        self._first = [self.scope.index(x) for x in self.scope]
        self._last = {x: place for place, x in enumerate(self.scope)}

    def is_entailed(self, masks: Masks) -> bool:
        """Return whether all open values lead from place to place to one and the same state."""
        state = self._start
        for mask, base in zip(masks, self.bases, strict=True):
            step = self._step[base]
            targets = {step.get((state, value), -1) for value in bit_positions(mask)}
            if len(targets) > 1 or -1 in targets:
                return False
            (state,) = targets
        return state in self._accepting

    def supported(self, masks: Masks) -> Masks | None:
        if self.is_entailed(masks):
            return masks
        if self._sets is not None:
            layers = self._sets.layers(masks)
            return layers and layers[0]
        arcs = self._arcs(masks) if self.groups or self.is_repeated else None
        if arcs is None:  # values may repeat
            return self._plain.reduced(masks)
        supported = []
        for layer in arcs:
            remaining = 0
            for _, value, _ in layer:
                remaining |= 1 << value
            if not remaining:
                return None
            supported.append(remaining)
        return tuple(supported)

    def solutions(self, masks: Masks, greatest_first: bool = False) -> Iterator[Masks]:
        if self._sets is not None:
            yield from self._sets.solutions(masks, greatest_first)
            return
        arcs = self._arcs(masks)
        if not arcs or not arcs[0]:
            return
        following: list[dict[Any, list[tuple[int, Any]]]] = []
        for layer in arcs:
            following.append({})
            for state, value, target in layer:
                following[-1].setdefault(state, []).append((1 << value, target))
        start = arcs[0][0][0]
        yield from paths(lambda place, s: following[place][s], start, len(masks), greatest_first)

    def _arcs(self, masks: Masks) -> list[list[Arc]] | None:
        """Return for each place the arcs that lie on a path to the end; ``None`` if there are too
        many.  A state is that of the automaton, the values taken, and those of variables that are
        listed again.
        """
        relevant, arcs, number = self.relevant_values(masks), list[list[Arc]](), 0
        states: dict[Any, None] = {(self._start, 0, ()): None}
        for place, (mask, base) in enumerate(zip(checked(masks), self.bases, strict=True)):
            step, first, keep = self._step[base], self._first[place], relevant[place]
            again, ends = first != place, self._last[self.scope[place]] == place
            options = [
                (value, sum(1 << shift + value for shift in self.shifts[place]))
                for value in bit_positions(mask)
            ]
            layer: list[Arc] = []
            after: dict[Any, None] = {}
            for state in states:
                if number + len(layer) > MAX_ARCS:
                    return None
                current, used, known = state
                for value, takes in options:
                    if used & takes or (again and (first, value) not in known):
                        continue
                    then = step.get((current, value))
                    if then is None:
                        continue
                    required = known
                    if again and ends:
                        required = tuple(pair for pair in known if pair[0] != first)
                    elif not again and not ends:
                        required = (*known, (first, value))
                    target = then, (used | takes) & keep, required
                    layer.append((state, value, target))
                    after[target] = None
            number += len(layer)
            arcs.append(layer)
            states = after
        live = {state for state in states if state[0] in self._accepting}
        for place in checked(range(len(arcs) - 1, -1, -1)):
            arcs[place] = [arc for arc in arcs[place] if arc[2] in live]
            live = {arc[0] for arc in arcs[place]}
        return arcs
