"""Filter of Regular: generalised arc consistency by the layers of the unfolded automaton.

Forward: the states reachable after each value.  Backward: the states from which an accepting state
is still reached.  A value stays if it labels an arc between these states.  Source: Pesant, "A
regular language membership constraint for finite sequences of variables", CP 2004.
"""

from __future__ import annotations

from nonet.backends.native.filter import Filter, Store
from nonet.model import Regular
from nonet.model.bit_masks import bit_positions, mask_of


class LayeredGraph(Filter):
    """Generalised arc consistency of an automaton (a variable listed twice: of its unfolding)."""

    wakes_on_change = True

    def __init__(self, constraint: Regular, engine: Store) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
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
            (base, width): _mask([v - base for v in alphabet if 0 <= v - base < width])
            for base, width in set(ranges.values())
        }
        self._letters = {x: masks[ends] for x, ends in ranges.items()}
        """For each variable the mask of the values with an arc: its domain may be far wider."""

    def filter(self, engine: Store) -> None:
        masks, bases, arcs = engine.masks, engine.bases, self._arcs
        layers: list[set[int]] = [{self._start}]
        letters = self._letters
        domains = [set(bit_positions(masks[x] & letters[x], bases[x])) for x in self.scope]
        for values in domains:
            layers.append({t for s in layers[-1] for v, t in arcs.get(s, ()) if v in values})
        goal = layers[-1] & self._accepting
        if not goal:
            engine.fail(self, self.scope)
        for position in range(len(self.scope) - 1, -1, -1):
            x, values = self.scope[position], domains[position]
            supported, before = set(), set()
            for s in layers[position]:
                for v, t in arcs.get(s, ()):
                    if t in goal and v in values:
                        supported.add(v)
                        before.add(s)
            goal = before
            if len(supported) < len(values) or masks[x] & ~letters[x]:
                remaining = _mask([v - bases[x] for v in supported])
                if masks[x] & ~remaining:  # a variable listed twice may have lost them already
                    engine.set(x, masks[x] & remaining, self, self.scope)


def _mask(places: list[int]) -> int:
    return mask_of(places, max(places) + 1) if places else 0
