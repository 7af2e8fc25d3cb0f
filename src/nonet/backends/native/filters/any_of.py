"""Filter of AnyOf: constructive disjunction.

Each group is propagated by itself from the present domains.  A group that fails is out; a value
stays if some remaining group keeps the value.  Source: Van Hentenryck, Saraswat, Deville, "Design,
implementation and evaluation of the constraint language cc(FD)", 1998.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonet.backends.native.filter import (
    Filter,
    FilterFactory,
    Masks,
    Store,
    compatible_values,
    representative_values,
)
from nonet.model import AnyOf, Constraint

MAX_DEPTH = 4
"""Maximum nesting depth at which AnyOfs are propagated, at twice the work for each level; AnyOfs
nested deeper are only forward checked."""


def make(constraint: AnyOf, engine: Store, filter_factory: FilterFactory) -> list[Filter]:
    """Return the filter in a list, empty if some group is empty and so always holds;
    ``filter_factory`` makes the filters of the groups."""
    if not all(constraint.groups):
        return []
    if engine.depth >= MAX_DEPTH:
        return [ForwardChecking(constraint, engine)]
    return [ConstructiveDisjunction(constraint, engine, filter_factory)]


class ForwardChecking(Filter):
    """Forward checking, for a deeply nested AnyOf or a function: each value of the last open
    variable is tested."""

    wakes_on_change = True
    priority = 2

    def __init__(self, constraint: Constraint, engine: Store) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])

    def filter(self, engine: Store) -> None:
        masks = engine.masks
        open_ = [x for x in self.scope if masks[x] & (masks[x] - 1)]
        if len(open_) > 1:
            return
        for x in open_:
            self.keep(engine, x, compatible_values(engine, self, x))
        if not open_ and not self.constraint.holds(representative_values(engine, self)):
            engine.fail(self, self.scope)


class ConstructiveDisjunction(Filter):
    """Keep the union of the values that the groups keep, each together with ``others``."""

    wakes_on_change = True
    priority = 2

    def __init__(
        self,
        constraint: AnyOf,
        engine: Store,
        within: FilterFactory,
        others: Sequence[Constraint] = (),
    ) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        self._groups = [engine.sub_engine((*group, *others), within) for group in constraint.groups]

    def reduced(self, masks: Masks) -> Masks | None:
        union = dict.fromkeys(self.scope, 0)
        before = dict(zip(self.scope, masks, strict=True))
        for place, group in enumerate(self._groups):
            supported = group(before)
            if supported is not None:
                for x, mask in before.items():
                    union[x] |= supported.get(x, mask)
                if union == before:  # most often by the same group again
                    self._groups.insert(0, self._groups.pop(place))
                    return masks
        return tuple(union.values()) if all(union.values()) else None
