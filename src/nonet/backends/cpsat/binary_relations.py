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
    first, second = scope
    if type(constraint) is Linear:
        given = dict(zip(constraint.scope, constraint.coefficients, strict=True))
        weights = given.get(first, 0), given.get(second, 0)
        return _linear_pairs(
            weights, constraint.op, constraint.constant, domains[first], domains[second]
        )
    if type(constraint) is AnyOf:
        if constraint.depth > _MAX_COMPOSED_DEPTH:
            return _pairs_by_checking(constraint, scope, domains)
        groups = (
            frozenset.intersection(*(allowed_pairs(part, scope, domains) for part in group))
            if group
            else frozenset(product(domains[first], domains[second]))
            for group in constraint.groups
        )
        return frozenset().union(*groups)
    places = tuple(map(scope.index, dict.fromkeys(constraint.scope)))
    key = numbered_form(constraint), places, domains[first], domains[second]
    pairs = _CACHE.get(key)
    if pairs is None:
        pairs = _pairs_by_checking(constraint, scope, domains)
        _CACHE.put(key, pairs, 1 + len(pairs))
    return pairs


def _pairs_by_checking(
    constraint: Constraint, scope: Sequence[str], domains: Mapping[str, Domain]
) -> ValuePairs:
    first, second = scope
    return frozenset(
        pair
        for pair in product(domains[first], domains[second])
        if constraint.holds({first: pair[0], second: pair[1]})
    )


@lru_cache(maxsize=256)
def _linear_pairs(
    weights: tuple[int, int], op: Comparison, constant: int, first: Domain, second: Domain
) -> ValuePairs:
    compare = COMPARE[op]
    return frozenset(
        (x, y)
        for x, y in product(first, second)
        if compare(weights[0] * x + weights[1] * y, constant)
    )


ValueConflict = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A value, the values of the other variable that conflict with this value, and the values that are
compatible."""


@lru_cache(maxsize=256)
def value_conflicts(
    pairs: ValuePairs, first: tuple[int, ...], second: tuple[int, ...]
) -> tuple[list[ValueConflict], list[ValueConflict]]:
    """Of each value of either variable that rules out some of the other, which."""

    def of(
        values: Iterable[int], partners: Iterable[int], allowed: Set[tuple[int, int]]
    ) -> list[ValueConflict]:
        ruled_out = []
        for value in values:
            clash = tuple(v for v in partners if (value, v) not in allowed)
            if clash:
                ruled_out.append(
                    (value, clash, tuple(v for v in partners if (value, v) in allowed))
                )
        return ruled_out

    return of(first, second, pairs), of(second, first, {(y, x) for x, y in pairs})
