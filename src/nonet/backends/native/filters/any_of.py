"""Filter of AnyOf: constructive disjunction.

Each group is propagated by itself from the present domains.  A group that
fails is out; a value stays if some group that is left keeps it.  Source: Van
Hentenryck, Saraswat, Deville, "Design, implementation and evaluation of the
constraint language cc(FD)", 1998.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.backends.native.filter import Filter
from nonet.model import AnyOf, Constraint

if TYPE_CHECKING:
    from nonet.backends.native.engine import Engine
    from nonet.backends.native.filters import Levels


def make(constraint: AnyOf, engine: Engine, levels: Levels) -> list[Filter]:
    """One filter, unless a group is empty and so always holds."""
    if not all(constraint.groups):
        return []
    return [Constructive(constraint, engine, levels)]


class Constructive(Filter):
    """The union of what the groups keep."""

    wakes_on_change = True
    priority = 2

    def __init__(self, constraint: AnyOf, engine: Engine, levels: Levels) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        self._groups = [_Group(group, engine, levels) for group in constraint.groups]

    def filter(self, engine: Engine) -> None:
        union = dict.fromkeys(self.scope, 0)
        for group in self._groups:
            kept = group.propagate(engine)
            if kept is not None:
                for x in self.scope:
                    union[x] |= kept.get(x, engine.masks[x])
        for x, mask in union.items():
            if not mask:
                engine.fail(self, self.scope)
            if mask != engine.masks[x]:
                engine.set(x, mask, self, self.scope)


class _Group:
    """One group of constraints with an engine of its own over the variables it speaks of."""

    def __init__(self, parts: tuple[Constraint, ...], engine: Engine, levels: Levels) -> None:
        self._inner = engine.inside(parts, levels)
        self._outer = [engine.number[name] for name in self._inner.names]

    def propagate(self, engine: Engine) -> dict[int, int] | None:
        """What the group keeps of each of its variables' domains; ``None`` if it fails."""
        inner = self._inner
        shift = inner.base - engine.base
        inner.reset({})
        for y, x in enumerate(self._outer):
            mask = engine.masks[x] >> shift
            if inner.masks[y] != mask:
                inner.masks[y] = mask
                if not mask & (mask - 1):
                    inner.fixed.append(y)
        if not inner.propagate():
            return None
        return {x: inner.masks[y] << shift for y, x in enumerate(self._outer)}
