"""Filter of Connected: what is surely of a kind, and all that it can still be reached from.

Once a variable is surely of a kind, the kind lies where one can come from it through variables
that can be of the kind: in so many steps as may lead from its first variable to others where that
one is known, else in twice as many.  What is surely of the kind
and cannot be reached is a conflict; what only can be of it and cannot be reached is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.backends.native.filter import Filter
from nonet.model.constraints import Connected
from nonet.model.domain import mask_of

if TYPE_CHECKING:
    from nonet.backends.native.engine import Engine
    from nonet.backends.native.filters import Levels


def make(constraint: Connected, engine: Engine, levels: Levels) -> list[Filter]:
    """One filter for all kinds."""
    return [Reaching(constraint, engine)]


class Reaching(Filter):
    """Reachability of each kind."""

    wakes_on_change = True

    def __init__(self, constraint: Connected, engine: Engine) -> None:
        number = engine.number
        super().__init__(constraint, [number[name] for name in constraint.scope])
        farthest = len(constraint.scope)
        self._reach = farthest if constraint.reach is None else min(constraint.reach, farthest)
        self._near: dict[int, list[int]] = {x: [] for x in self.scope}
        for a, b in constraint.edges:
            self._near[number[a]].append(number[b])
            self._near[number[b]].append(number[a])
        self._kinds = [
            {x: _mask(kind, engine.bases[x], engine.full[x]) for x in self.scope}
            for kind in constraint.kinds
        ]

    def filter(self, engine: Engine) -> None:
        masks = engine.masks
        for values in self._kinds:
            able = [x for x in self.scope if masks[x] & values[x]]
            sure = [x for x in able if not masks[x] & ~values[x]]
            if not sure:
                continue
            possible = set(able)
            reached, front = {sure[0]}, [sure[0]]
            for _ in range(self._reach if sure[0] == able[0] else 2 * self._reach):
                around = dict.fromkeys(y for x in front for y in self._near[x])
                front = [y for y in around if y in possible and y not in reached]
                if not front:
                    break
                reached.update(front)
            if not reached.issuperset(sure):
                engine.fail(self, self.scope)
            for x in possible - reached:
                engine.set(x, masks[x] & ~values[x], self, self.scope)


def _mask(values: tuple[int, ...], base: int, full: int) -> int:
    width = full.bit_length()
    return mask_of((v - base for v in values if 0 <= v - base < width), width)
