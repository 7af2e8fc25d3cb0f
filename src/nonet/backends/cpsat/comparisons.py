"""Constraints that compare a weighted sum with a constant, which CP-SAT enforces without a literal.

A ``Linear``, a ``Count``, a ``Compare`` of expressions, and the opposite of each.
"""

from __future__ import annotations

from dataclasses import replace

from nonet.backends.cpsat.integer_encoding import IntegerEncoding
from nonet.backends.cpsat.weighted_sums import SumComparison, linear_table, sum_comparison
from nonet.model import Constraint, Count, Linear, Table
from nonet.model.expressions.affine import Affine, plus, times
from nonet.model.expressions.logic import Compare, Not
from nonet.model.expressions.operations import Absolute, Greatest, Least

MAX_TRIED_VALUES = 100
"""Most values of the only variable of a comparison that are tried, as in ``x % 5 == 4``."""

MAX_REPEATED_TERMS = 3
"""Most terms beside a greatest value that are written once for each of several expressions."""


def is_comparison(constraint: Constraint) -> bool:
    """Whether a constraint, or a negated part, compares a sum."""
    if isinstance(constraint, Not):
        return is_comparison(constraint.part)
    return isinstance(constraint, Linear | Count | Compare)


def is_set_of_values(encoding: IntegerEncoding, constraint: Constraint) -> bool:
    """Whether a comparison of an expression is over one variable, of few values."""
    if not isinstance(constraint, Compare) or len(constraint.scope) != 1:
        return False
    return encoding.domains[constraint.scope[0]].size <= MAX_TRIED_VALUES


def compared_parts(encoding: IntegerEncoding, compared: Compare) -> list[Compare]:
    """Sums that hold together where a greatest, least or absolute value compares so; else none.

    ``abs(x - y) <= z`` is two sums: CP-SAT needs no variable for the absolute value.
    """
    if compared.op not in ("<=", ">="):
        return []
    terms = dict(compared.expression.terms)
    at_most = 1 if compared.op == "<=" else -1
    extremes = [
        (atom, factor)
        for atom, factor in terms.items()
        if (isinstance(atom, Absolute | Greatest) and factor * at_most > 0)
        or (isinstance(atom, Least) and factor * at_most < 0)
    ]
    if len(extremes) != 1 or encoding.encoder.has_variable(extremes[0][0]):
        return []
    ((atom, factor),) = extremes
    parts = (atom.of, times(atom.of, -1)) if isinstance(atom, Absolute) else atom.of
    if min(len(parts), len(terms)) > MAX_REPEATED_TERMS:
        return []
    del terms[atom]
    remainder = Affine(tuple(terms.items()), compared.expression.constant)
    return [replace(compared, expression=plus(remainder, times(part, factor))) for part in parts]


def comparison_of(encoding: IntegerEncoding, constraint: Constraint) -> SumComparison | Table:
    """The comparison; a table where the numbers of a Linear do not fit CP-SAT's 64 bits."""
    if isinstance(constraint, Not):
        comparison = comparison_of(encoding, constraint.part)
        if isinstance(comparison, Table):
            part = constraint.part
            assert isinstance(part, Linear)
            return linear_table(part, encoding.domains, opposite=True)
        return replace(comparison, inside=comparison.outside, outside=comparison.inside)
    if isinstance(constraint, Count):
        return encoding.comparison_of_count(constraint)
    if isinstance(constraint, Linear):
        return encoding.comparison_of_linear(constraint)
    assert isinstance(constraint, Compare)
    terms = encoding.encoder.linear_terms(constraint.expression)
    compared = sum_comparison(
        terms.terms,
        terms.ranges,
        terms.coefficients,
        constraint.op,
        constraint.constant - terms.constant,
    )
    if not compared.fits_in_64_bits:
        raise encoding.too_large_error(constraint.description)
    encoding.largest_magnitude = max(encoding.largest_magnitude, compared.magnitude)
    return compared
