"""Filter of Connected: the variables surely of a kind, and the variables from which a sure variable
can be reached.

Once a variable is surely of a kind, the kind lies in the variables that a path of possible
variables connects to the sure variable: in ``reach`` steps if the sure variable is the first
possible variable of the kind, else in twice as many.  A sure variable that cannot be reached is a
conflict; a possible variable that cannot be reached is not of the kind.
"""

from __future__ import annotations

from nonet.backends.native.filter import Filter, Store
from nonet.model import Connected
from nonet.model.domain import mask_of_values


class Reachability(Filter):
    """Reachability of each kind."""

    wakes_on_change = True

    def __init__(self, constraint: Connected, engine: Store) -> None:
        number = engine.number
        super().__init__(constraint, [number[name] for name in constraint.scope])
        farthest = len(constraint.scope)
        self._reach = farthest if constraint.reach is None else min(constraint.reach, farthest)
        at = {x: 1 << place for place, x in enumerate(self.scope)}
        self._near = dict.fromkeys(at.values(), 0)
        for a, b in constraint.edges:
            self._near[at[number[a]]] |= at[number[b]]
            self._near[at[number[b]]] |= at[number[a]]
        self._kinds = [
            [
                (x, at[x], mask_of_values(kind, engine.bases[x], engine.full_masks[x].bit_length()))
                for x in self.scope
            ]
            for kind in constraint.kinds
        ]

    def filter(self, engine: Store) -> None:
        masks = engine.masks
        for values in self._kinds:
            able = sure = 0  # sets of places in the scope, as bits
            for x, bit, of_kind in values:
                mask = masks[x]
                if mask & of_kind:
                    able |= bit
                    if not mask & ~of_kind:
                        sure |= bit
            if not sure:
                continue
            first = sure & -sure
            steps = self._reach if first == able & -able else 2 * self._reach
            reached = self._reachable(first, able, steps)
            if sure & ~reached:
                engine.fail(self, self.scope)
            lost = able & ~reached
            if lost:
                for x, bit, of_kind in values:
                    if lost & bit:
                        self.keep(engine, x, ~of_kind)

    def _reachable(self, start: int, able: int, steps: int) -> int:
        """The places of ``able`` that are at most so many steps from ``start``."""
        near = self._near
        reached = front = start
        for _ in range(steps):
            around = 0
            while front:
                bit = front & -front
                around |= near[bit]
                front ^= bit
            front = around & able & ~reached
            if not front:
                break
            reached |= front
        return reached
