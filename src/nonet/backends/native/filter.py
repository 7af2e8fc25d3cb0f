"""The base of filters, the part of the engine that belongs to one constraint; and the store, the
domains that filters read and narrow.

A filter is sound: it removes only values that are in no solution of its constraint.  A filter is
also complete on full assignments: when every variable of its scope is fixed, it fails unless the
constraint holds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import ClassVar, NoReturn, Protocol

from nonet.deadline import checked
from nonet.errors import Unsupported
from nonet.model import Annotation, Constraint, Domain, Structure
from nonet.model.domain import bit_positions, mask_of

Condition = tuple[int, int]
"""A variable and a mask: its domain lies within these values."""

Masks = tuple[int, ...]
"""The domains of a filter's scope, in its order."""


class Failure(Exception):
    """A constraint cannot hold any more: ``source`` detected the failure, ``because`` of some
    domains.

    ``variable`` is the variable whose domain was emptied, if any.
    """

    def __init__(self, source: Filter, because: Sequence[int], variable: int | None = None) -> None:
        self.source = source
        self.because = because
        self.variable = variable


MAX_COVERED_GAP = 1024
"""Gaps of fewer integers are covered as well: splitting such gaps is not worthwhile."""

MAX_BITS = 1 << 30
"""Most bits of all the masks of one model, 128 MB."""


def mask_bases(domains: Collection[Domain]) -> list[int]:
    """For each domain, the value that bit 0 of its mask would stand for.

    The same value has the same bit in all variables, so that "equal" and "different" are operations
    on masks; and different values have different bits.  Within a stretch of integers that domains
    cover together, bits follow the values.  In a stretch that no domain covers, as between domains
    that lie 10**12 apart, bits go on as if the gap were not there.  So the bit of a value is the
    number of covered integers below the value, and among fewer domains this number is never larger:
    the engine of an AnyOf's group shifts masks down, and back up.

    Raises ``Unsupported`` if the masks would not fit in memory.

    >>> mask_bases([Domain.range(0, 3), Domain.range(2, 5), Domain.range(10**12, 10**12 + 3)])
    [0, 0, 999999999994]
    """
    ends = [(domain.base, domain.highest) for domain in domains if domain.size]
    if not ends:
        return [0] * len(domains)
    starts: list[int] = []
    bases: list[int] = []
    covered = reached = 0
    for low, high in sorted(ends):
        if (
            low > reached + MAX_COVERED_GAP or not starts
        ):  # a gap: the bits below are what is covered so far
            starts.append(low)
            bases.append(low - covered)
            reached = low - 1
        if high > reached:
            covered += high - reached
            reached = high
    base_of_domain = [bases[bisect_right(starts, domain.base) - 1] for domain in domains]
    bits = sum(
        domain.highest - base + 1 for domain, base in zip(domains, base_of_domain, strict=True)
    )
    if bits > MAX_BITS:
        raise Unsupported(
            f"backend native holds domains as bit masks, and these would take {bits >> 23} MB: "
            "use another backend, such as cpsat"
        )
    return base_of_domain


class Store:
    """The engine as a filter sees it: the domains of variables, to read and to narrow.

    Variables are numbered in the order of the structure.  ``depth`` is how many AnyOfs deep the
    constraints stand.
    """

    def __init__(self, structure: Structure, depth: int = 0) -> None:
        self.depth = depth
        self.names = structure.variables
        self.number = {name: x for x, name in enumerate(self.names)}
        self.bases = mask_bases(structure.domains.values())
        self.full_masks = [
            domain.mask_relative_to(base)
            for domain, base in zip(structure.domains.values(), self.bases, strict=True)
        ]
        self.masks = list(self.full_masks)
        self.trail: list[tuple[int, int]] = []
        """Every change, in order: the variable, and its mask before."""
        self.newly_fixed: list[int] = []
        """Variables fixed to one value whose filters have not yet been notified."""
        self.assigned: dict[int, int] = {}
        """The assigned variables, where that is more than to have one value left: at forward checking
        (``teaching_engine.py``).  For each the length of the trail after its guess, 0 without one."""
        self.checks = 0
        """How often filters tested values against a constraint, for filters that count tests."""

    def domain(self, x: int, mask: int | None = None) -> Domain:
        """The domain of a variable, or another mask of its values."""
        return Domain.from_mask(self.masks[x] if mask is None else mask, self.bases[x])

    def is_settled(self, x: int) -> bool:
        """Whether a variable has one value and, at forward checking, is assigned."""
        return not self.masks[x] & (self.masks[x] - 1)

    def value(self, x: int, bit: int) -> int:
        """The value that a bit of a variable's mask stands for."""
        return self.bases[x] + bit.bit_length() - 1

    def set(self, x: int, mask: int, source: Filter, because: Sequence[int]) -> None:
        """Replace the domain of ``x`` by a smaller domain, on behalf of the filter ``source``.

        ``because`` are the variables whose domains were the reason.  Raises
        ``Failure`` if nothing is left.
        """
        self.trail.append((x, self.masks[x]))
        self.masks[x] = mask
        if not mask & (mask - 1):
            if not mask:
                raise Failure(source, because, x)
            self.newly_fixed.append(x)

    def fail(self, source: Filter, because: Sequence[int]) -> NoReturn:
        """Say that ``source`` cannot hold any more."""
        raise Failure(source, because)

    def sub_engine(
        self,
        constraints: Sequence[Constraint],
        make: FilterFactory,
        widened: Callable[[int], int] = int,
    ) -> Propagation:
        """Return the propagation of some constraints alone, over the variables of these constraints.

        ``widened`` gives the mask of the values that a variable may ever have.
        """
        raise NotImplementedError


class ReasonStore(Protocol):
    """A store that remembers past domains."""

    full_masks: list[int]

    def mask_then(self, x: int) -> int:
        """The mask of ``x`` at the moment that is explained."""


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


Propagation = Callable[[Mapping[int, int]], dict[int, int] | None]
"""Maps the masks of variables to the values that constraints keep; ``None`` if they cannot hold."""

FilterFactory = Callable[[Constraint, Store], Sequence[Filter]]
"""Gives the filters of a constraint for a store, which numbers the variables."""
