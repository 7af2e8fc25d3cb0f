"""Filter of Regular: generalised arc consistency by the layers of the unfolded automaton.

Forward: the states reachable after each value.  Backward: those from which an
accepting state is still reached.  A value stays if it is on an arc between the
two.  Source: Pesant, "A regular language membership constraint for finite
sequences of variables", CP 2004.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.backends.native.filter import Filter
from nonet.model import Regular

if TYPE_CHECKING:
    from nonet.backends.native.engine import Engine
    from nonet.backends.native.filters import Levels


def make(constraint: Regular, engine: Engine, levels: Levels) -> list[Filter]:
    """One filter."""
    return [Layers(constraint, engine)]


class Layers(Filter):
    """Generalised arc consistency of an automaton (a variable listed twice: of its unfolding)."""

    wakes_on_change = True

    def __init__(self, constraint: Regular, engine: Engine) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        automaton = constraint.automaton
        self._start = automaton.start
        self._accepting = automaton.accepting
        self._arcs: dict[int, list[tuple[int, int]]] = {}
        """From each state: (bit of the value, next state)."""
        for state, value, after in automaton.transitions:
            if value >= engine.base:
                arc = (1 << (value - engine.base), after)
                self._arcs.setdefault(state, []).append(arc)

    def filter(self, engine: Engine) -> None:
        masks, arcs = engine.masks, self._arcs
        layers: list[set[int]] = [{self._start}]
        for x in self.scope:
            mask = masks[x]
            layers.append({t for s in layers[-1] for bit, t in arcs.get(s, ()) if mask & bit})
        goal = layers[-1] & self._accepting
        if not goal:
            engine.fail(self, self.scope)
        for position in range(len(self.scope) - 1, -1, -1):
            x = self.scope[position]
            mask, kept, before = masks[x], 0, set()
            for s in layers[position]:
                for bit, t in arcs.get(s, ()):
                    if mask & bit and t in goal:
                        kept |= bit
                        before.add(s)
            goal = before
            if kept != mask:
                engine.set(x, kept, self, self.scope)
