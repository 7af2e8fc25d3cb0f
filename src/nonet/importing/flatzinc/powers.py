"""Powers of FlatZinc, with a constant or a variable as exponent.

A negative exponent is the integer quotient ``1 div base ** -exponent``, as in MiniZinc; 0 has no
such power.

>>> power("x", "n", 8, {"x": Domain.range(-2, 9), "n": Domain.range(-1, 3)}).tuples == {(2, 3), (8, 1)}
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonet.importing.relations import (
    Relation,
    Term,
    affine,
    conjunction,
    disjunction,
    equal,
    operation,
    table,
)
from nonet.model import Domain
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.operations import Product

LARGEST_EXPONENT = 64
"""Largest exponent of a power that is written as products."""

LARGEST_POWER = 1 << 62
"""Limit of the magnitude of a power that is listed."""

MOST_LISTED = 20_000
"""Pairs of a base and an exponent up to which their powers are listed."""


def power(base: Term, exponent: Term, result: Term, domains: Mapping[str, Domain]) -> Relation:
    """Return ``base ** exponent == result``."""
    bases, exponents = (_values(term, domains) for term in (base, exponent))
    if not isinstance(exponent, int) and bases.size * exponents.size <= MOST_LISTED:
        rows = [
            (b, e, value)
            for b in bases
            for e in exponents
            if (value := _power_of(b, e)) is not None
        ]
        return _listed(base, exponent, result, rows)
    low, high = exponents.base, exponents.highest
    if low < 0 or high > LARGEST_EXPONENT:
        raise ValueError(
            f"a power of {bases.size} numbers has an exponent of {low} to {high}: nonet takes 0 to "
            f"{LARGEST_EXPONENT}"
        )
    return disjunction(
        conjunction([equal(exponent, e), equal(_product(base, e), result)]) for e in exponents
    )


def _values(term: Term, domains: Mapping[str, Domain]) -> Domain:
    if isinstance(term, int):
        return Domain.single(term)
    return affine(term).possible_values(domains)


def _power_of(base: int, exponent: int) -> int | None:
    """Return the power; ``None`` if there is none or only one beyond the limit."""
    if exponent < 0:
        if abs(base) > 1:
            return 0
        return None if base == 0 else _power_of(base, -exponent)
    if abs(base) > 1 and exponent > LARGEST_EXPONENT:
        return None
    value: int = base**exponent
    return value if abs(value) < LARGEST_POWER else None


def _listed(base: Term, exponent: Term, result: Term, rows: Sequence[tuple[int, ...]]) -> Relation:
    """Return the table of powers; equal terms share a column."""
    terms = [base, exponent, result]
    distinct = list(dict.fromkeys(terms))
    if len(distinct) < len(terms):
        places = [[i for i, t in enumerate(terms) if t == each] for each in distinct]
        rows = [
            tuple(row[held[0]] for held in places)
            for row in rows
            if all(len({row[i] for i in held}) == 1 for held in places)
        ]
    return table(distinct, rows)


def _product(base: Term, factors: int) -> Term:
    if isinstance(base, int):
        constant: int = base**factors
        return constant
    if factors < 2:
        return base if factors else 1
    product: Affine = affine(base)
    for _ in range(factors - 1):
        product = operation(Product(product, affine(base)))
    return product
