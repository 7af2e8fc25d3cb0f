"""Relations of two variables: their pairs of values, and the values that each value rules out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import product

from nonet.encoding.bounded_cache import BoundedCache
from nonet.encoding.clauses.templates import numbered_form
from nonet.model import AnyOf, Constraint, Domain, Linear
from nonet.model.constraints.linear import COMPARE, Comparison

ValuePairs = frozenset[tuple[int, int]]
"""The values that two variables may have together."""

MAX_CACHED_PAIRS = 500_000
"""Pairs of the relations that are kept together."""

_CACHE = BoundedCache[ValuePairs](MAX_CACHED_PAIRS)

_MAX_COMPOSED_DEPTH = 20
"""How deep an AnyOf may be to be made of its parts' pairs: each depth takes three frames."""


def allowed_pairs(
    constraint: Constraint, scope: Sequence[str], domains: Mapping[str, Domain]
) -> ValuePairs:
    """The pairs of values of the two variables of ``scope`` that satisfy the constraint."""
    one, other = scope
    if type(constraint) is Linear:
        given = dict(zip(constraint.scope, constraint.coefficients, strict=True))
        weights = given.get(one, 0), given.get(other, 0)
        return _linear_pairs(
            weights, constraint.op, constraint.constant, domains[one], domains[other]
        )
    if type(constraint) is AnyOf:
        if constraint.depth > _MAX_COMPOSED_DEPTH:
            return _pairs_by_checking(constraint, scope, domains)
        groups = (
            frozenset.intersection(*(allowed_pairs(part, scope, domains) for part in group))
            if group
            else frozenset(product(domains[one], domains[other]))
            for group in constraint.groups
        )
        return frozenset().union(*groups)
    places = tuple(map(scope.index, dict.fromkeys(constraint.scope)))
    key = numbered_form(constraint), places, domains[one], domains[other]
    found = _CACHE.get(key)
    if found is None:
        found = _pairs_by_checking(constraint, scope, domains)
        _CACHE.put(key, found, 1 + len(found))
    return found


def _pairs_by_checking(
    constraint: Constraint, scope: Sequence[str], domains: Mapping[str, Domain]
) -> ValuePairs:
    one, other = scope
    return frozenset(
        pair
        for pair in product(domains[one], domains[other])
        if constraint.holds({one: pair[0], other: pair[1]})
    )


@lru_cache(maxsize=256)
def _linear_pairs(
    weights: tuple[int, int], op: Comparison, constant: int, one: Domain, other: Domain
) -> ValuePairs:
    compare = COMPARE[op]
    return frozenset(
        (x, y) for x, y in product(one, other) if compare(weights[0] * x + weights[1] * y, constant)
    )


ValueConflict = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A value, the values of the other variable that conflict with this value, and the values that are
compatible."""


@lru_cache(maxsize=256)
def value_conflicts(
    pairs: ValuePairs, one: tuple[int, ...], other: tuple[int, ...]
) -> tuple[list[ValueConflict], list[ValueConflict]]:
    """Of each value of either variable that rules out some of the other, which."""

    def of(
        here: Iterable[int], there: Iterable[int], allowed: Set[tuple[int, int]]
    ) -> list[ValueConflict]:
        found = []
        for value in here:
            clash = tuple(v for v in there if (value, v) not in allowed)
            if clash:
                found.append((value, clash, tuple(v for v in there if (value, v) in allowed)))
        return found

    return of(one, other, pairs), of(other, one, {(y, x) for x, y in pairs})
