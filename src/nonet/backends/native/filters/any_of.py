"""Filter of AnyOf: constructive disjunction.

Each group is propagated by itself from the present domains.  A group that fails is out; a value
stays if some remaining group keeps the value.  Source: Van Hentenryck, Saraswat, Deville, "Design,
implementation and evaluation of the constraint language cc(FD)", 1998.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonet.backends.native.filter import Filter, FilterFactory, Masks, Store
from nonet.model import AnyOf, Constraint
from nonet.model.domain import bit_positions, mask_of

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
        values = {engine.names[x]: engine.value(x, masks[x]) for x in self.scope}
        if not open_:
            if not self.constraint.holds(values):
                engine.fail(self, self.scope)
            return
        (x,) = open_
        open_groups = []
        for place in bit_positions(masks[x]):
            values[engine.names[x]] = engine.bases[x] + place
            if self.constraint.holds(values):
                open_groups.append(place)
        mask = mask_of(open_groups, masks[x].bit_length())
        if mask != masks[x]:
            engine.set(x, mask, self, self.scope)


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
        self._groups = [_Group((*group, *others), engine, within) for group in constraint.groups]

    def reduced(self, masks: Masks) -> Masks | None:
        union = dict.fromkeys(self.scope, 0)
        before = dict(zip(self.scope, masks, strict=True))
        for place, group in enumerate(self._groups):
            supported = group.propagate(before)
            if supported is not None:
                for x, mask in before.items():
                    union[x] |= supported.get(x, mask)
                if union == before:  # most often by the same group again
                    self._groups.insert(0, self._groups.pop(place))
                    return masks
        return tuple(union.values()) if all(union.values()) else None


class _Group:
    """A group of constraints with an engine of its own over the group's variables."""

    def __init__(self, parts: tuple[Constraint, ...], engine: Store, within: FilterFactory) -> None:
        self._inner = engine.sub_engine(parts, within)
        self._outer = [engine.number[name] for name in self._inner.names]
        # bits count the values that any domain covers below: here never more than there
        self._shifts = [
            inner_base - engine.bases[x]
            for inner_base, x in zip(self._inner.bases, self._outer, strict=True)
        ]

    def propagate(self, masks: Mapping[int, int]) -> dict[int, int] | None:
        """Return the values that the group keeps in its variables' domains; ``None`` if the group
        fails."""
        inner = self._inner
        inner.reset({})
        for y, (x, shift) in enumerate(zip(self._outer, self._shifts, strict=True)):
            mask = masks[x] >> shift
            if inner.masks[y] != mask:
                inner.masks[y] = mask
                if not mask & (mask - 1):
                    inner.newly_fixed.append(y)
        if not inner.propagate():
            return None
        return {
            x: mask << shift
            for x, mask, shift in zip(self._outer, inner.masks, self._shifts, strict=True)
        }
