"""Filter of Connected: what is surely of a kind, and all that it can still be reached from.

Once a variable is surely of a kind, the kind lies where one can come from it through variables
that can be of the kind, in fewer steps than there may be of them.  What is surely of the kind
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
        self._most = constraint.most if constraint.most is not None else len(constraint.scope)
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
            possible = {x for x in self.scope if masks[x] & values[x]}
            sure = [x for x in possible if not masks[x] & ~values[x]]
            if not sure:
                continue
            if len(sure) > self._most:
                engine.fail(self, self.scope)
            reached = {sure[0]}
            if len(sure) == self._most:
                possible_now = set(sure)
            else:
                possible_now = possible
            front = [sure[0]]
            for _ in range(self._most - 1):
                front = [y for x in front for y in self._near[x] if y in possible_now]
                front = [y for y in dict.fromkeys(front) if y not in reached]
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
