"""The base of filters: the part of the engine that belongs to one constraint.

A filter is sound: it removes only values that are in no solution of its constraint.  A filter is
also complete on full assignments: when every variable of its scope is fixed, it fails unless the
constraint holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from nonet.deadline import checked
from nonet.model import Annotation, Constraint
from nonet.model.domain import bit_positions, mask_of

if TYPE_CHECKING:
    from nonet.backends.native.engine import Engine
    from nonet.backends.native.learning import LearningEngine

Condition = tuple[int, int]
"""A variable and a mask: its domain lies within these values."""

Masks = tuple[int, ...]
"""The domains of a filter's scope, in its order."""


OF_ONE_RUN = 1 << 60
"""The rank of what holds in one run alone: better than the best so far, other than its solutions."""


class Failure(Exception):
    """A constraint cannot hold any more: ``source`` detected the failure, ``because`` of some
    domains.

    ``variable`` is the variable whose domain was emptied, if any.
    """

    def __init__(self, source: Filter, because: Sequence[int], variable: int | None = None) -> None:
        self.source = source
        self.because = because
        self.variable = variable


Store: TypeAlias = "Engine"
"""The engine as a filter sees it: domains to read and to narrow."""
ReasonStore: TypeAlias = "LearningEngine"
"""A store that remembers past domains."""


class Filter:
    """The base of filters.  ``scope`` are numbers of variables, as in the constraint's scope.

    A subclass overrides ``reduced``, which needs no engine and so serves human logic too, or
    ``fixed`` or ``filter``, and says which is heard with ``wakes_on_fixed`` and ``wakes_on_change``
    (or ``wakes_on_bounds`` where only smallest and largest values matter).  ``priority`` is 0 for
    cheap filters, 1 for filters of some work, 2 for expensive filters: cheaper filters run first.
    """

    wakes_on_fixed: ClassVar[bool] = False
    wakes_on_change: ClassVar[bool] = False
    wakes_on_bounds: ClassVar[bool] = False
    priority: ClassVar[int] = 1
    rank = 0
    """How many of the constraints of a session, in their order, this filter follows from."""

    def __init__(self, constraint: Constraint, scope: Sequence[int]) -> None:
        self.constraint = constraint
        self.scope = tuple(scope)
        self.awake = False
        self.work = 1
        """The weight of a run where work is limited: larger over wide domains."""

    @cached_property
    def annotation(self) -> Annotation:
        """The name of the constraint in events."""
        return self.constraint.display_annotation

    def fixed(self, engine: Store, x: int) -> None:
        """Hear that ``x``, a variable of the scope, has one value left."""
        raise NotImplementedError

    def reduced(self, masks: Masks) -> Masks | None:
        """Return the domains without impossible values; ``None`` if the constraint cannot hold.

        ``masks`` are not empty.  A variable that is listed twice may be given two results: the
        values in both remain.
        """
        raise NotImplementedError

    def filter(self, engine: Store) -> None:
        """Remove impossible values, given all the domains of the scope; raise Failure if a domain
        would be empty."""
        masks = engine.masks
        before = tuple([masks[x] for x in self.scope])
        after = self.reduced(before)
        if after is None:
            engine.fail(self, self.scope)
        if after != before:
            for x, remaining in zip(self.scope, after, strict=True):
                if masks[x] & ~remaining:
                    engine.set(x, masks[x] & remaining, self, self.scope)

    def keep(self, engine: Store, x: int, mask: int) -> None:
        """Leave a variable only values of a mask, because of the whole scope."""
        if engine.masks[x] & ~mask:
            engine.set(x, engine.masks[x] & mask, self, self.scope)

    def explain(
        self, engine: ReasonStore, x: int | None, removed: int, because: Sequence[int]
    ) -> Iterable[Condition]:
        """Conditions under which ``removed`` goes from ``x``, or, without ``x``, this fails.

        The conditions hold at the explained moment (``engine.mask_then``), and the weaker the
        conditions, the stronger the learned nogood.  By default: the domains of ``because`` at that
        moment.  That of ``x`` is not needed, for a value without a support has none whatever else
        ``x`` may be.
        """
        return [(y, engine.mask_then(y)) for y in because if y != x]


class CachedFilter(Filter):
    """A filter that keeps results by the domains: in a search the same domains come back often."""

    most_cached: ClassVar[int]
    """Domains, at most, of which the result is kept."""

    def __init__(self, constraint: Constraint, scope: Sequence[int]) -> None:
        super().__init__(constraint, scope)
        self._cached = lru_cache(self.most_cached)(self.supported)

    def reduced(self, masks: Masks) -> Masks | None:
        return self._cached(masks) if all(masks) else None

    def supported(self, masks: Masks) -> Masks | None:
        """Return ``reduced``, worked out anew."""
        raise NotImplementedError


class Unary(Filter):
    """The filter of any constraint over one variable: the filter keeps the values for which the
    constraint holds."""

    wakes_on_change = True
    priority = 0

    def __init__(self, constraint: Constraint, engine: Store) -> None:
        (name,) = constraint.scope
        x = engine.number[name]
        super().__init__(constraint, (x,))
        allowed = constraint.restrict(engine.domain(x, engine.full_masks[x]))
        self._allowed = allowed.mask_relative_to(engine.bases[x])

    def reduced(self, masks: Masks) -> Masks | None:
        remaining = masks[0] & self._allowed
        return (remaining,) if remaining else None


def representative_values(engine: Store, of: Filter) -> dict[str, int]:
    """Return the values of a filter's fixed variables, and the largest value of an open
    variable."""
    masks, names, bases = engine.masks, engine.names, engine.bases
    return {names[x]: bases[x] - 1 + masks[x].bit_length() for x in of.scope}


def compatible_values(engine: Store, of: Filter, x: int) -> int:
    """Return the values of ``x`` with which a constraint holds; its other variables are fixed."""
    assignment, places = representative_values(engine, of), []
    for place in checked(bit_positions(engine.masks[x])):
        assignment[engine.names[x]] = engine.bases[x] + place
        engine.checks += 1
        if of.constraint.holds(assignment):
            places.append(place)
    return mask_of(places, engine.masks[x].bit_length())


FilterFactory = Callable[[Constraint, Store], Sequence[Filter]]
"""Gives the filters of a constraint for a store, which numbers the variables."""
