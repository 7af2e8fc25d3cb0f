"""Weighted sums of CP-SAT's variables, and where a comparison of one holds.

A term is the index of a variable; a literal is one too, and ``-1 - b`` stands for "not ``b``".

>>> compared = sum_comparison([0, 1], [(0, 9), (0, 9)], [2, 4], "<=", 7)
>>> compared.coefficients, compared.inside, compared.outside
([1, 2], [(0, 3)], [(4, 27)])

``LinearWriter`` writes sums into CP-SAT's proto in half the time of filling the fields one by one: a
constraint is filled in, copied into the model by one call, and filled in anew: if a sum has the
coefficients, or the bounds, of the sum before, these stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd
from typing import Any

from nonet.backends.cpsat.binding import ConstraintProto, CpModel, IntegerVariableProto
from nonet.model import Linear, Table
from nonet.model.constraints.linear import Comparison
from nonet.model.domain import Domain


class LinearWriter:
    """Appends variables and sums to the proto of a model."""

    def __init__(self, model: CpModel) -> None:
        self._constraint: Any = ConstraintProto()
        linear = self._constraint.linear
        self._where, self._literals = self._constraint.enforcement_literal, _NOTHING
        self._terms = linear.vars
        self._factors, self._coefficients = linear.coeffs, _NOTHING
        self._domain, self._ends = linear.domain, _NOTHING
        self._append_constraint = model.proto.constraints.append
        self._variable: Any = IntegerVariableProto()
        self._values, self._flattened = self._variable.domain, _NOTHING
        self._append_variable = model.proto.variables.append

    def add_sum(
        self,
        terms: Sequence[int],
        coefficients: Sequence[int],
        ends: Sequence[int],
        where: Sequence[int] = (),
    ) -> None:
        """A weighted sum lies in the intervals of these ends, where all of some literals hold."""
        self._terms.clear()
        self._terms.extend(terms)
        if coefficients != self._coefficients:
            self._coefficients = tuple(coefficients)
            self._factors.clear()
            self._factors.extend(self._coefficients)
        if ends != self._ends:
            self._ends = tuple(ends)
            self._domain.clear()
            self._domain.extend(self._ends)
        if where != self._literals:
            self._literals = tuple(where)
            self._where.clear()
            self._where.extend(self._literals)
        self._append_constraint(self._constraint)

    def add_variable(self, ends: Sequence[int]) -> None:
        """A variable whose values are the intervals of these ends."""
        if ends != self._flattened:
            self._flattened = tuple(ends)
            self._values.clear()
            self._values.extend(self._flattened)
        self._append_variable(self._variable)


_NOTHING: tuple[int, ...] = ()


Interval = tuple[int, int]
"""Lowest and highest value, both included."""

MAX_MAGNITUDE = 1 << 60
"""Largest magnitude of a value or a sum: CP-SAT computes in 64 bits."""


@dataclass(slots=True)
class LinearTerms:
    """The terms of a weighted sum, their ranges of values, their coefficients, and a constant."""

    terms: list[int]
    ranges: list[Interval]
    coefficients: list[int]
    constant: int = 0

    def add(self, term: int, ends: Interval, coefficient: int) -> None:
        """Add a term."""
        self.terms.append(term)
        self.ranges.append(ends)
        self.coefficients.append(coefficient)

    def bounds(self) -> Interval:
        """The values between which the sum lies."""
        low = high = self.constant
        for (least, most), c in zip(self.ranges, self.coefficients, strict=True):
            if c > 0:
                low, high = low + c * least, high + c * most
            else:
                low, high = low + c * most, high + c * least
        return low, high

    def without_negations(self) -> LinearTerms:
        """The sum over variables alone, each once: "not ``b``" is ``1 - b``."""
        if min(self.terms, default=0) >= 0 and len(set(self.terms)) == len(self.terms):
            return self
        terms, coefficients, shift = positive_terms(self.terms, self.coefficients)
        ranges = {
            term if term >= 0 else -term - 1: (low, high) if term >= 0 else (1 - high, 1 - low)
            for term, (low, high) in zip(self.terms, self.ranges, strict=True)
        }
        ordered = [ranges[term] for term in terms]
        return LinearTerms(terms, ordered, coefficients, self.constant + shift)


@dataclass(frozen=True, slots=True)
class SumComparison:
    """A sum, the values for which a comparison holds, and the values for which it fails.

    ``magnitude`` is the largest magnitude of the sum, or of a part of the sum.
    """

    terms: list[int]
    coefficients: list[int]
    inside: list[Interval]
    outside: list[Interval]
    magnitude: int

    @property
    def fits_in_64_bits(self) -> bool:
        """Whether CP-SAT can add up the sum in 64 bits."""
        return self.magnitude <= MAX_MAGNITUDE

    @property
    def keys(self) -> tuple[tuple[object, ...], tuple[object, ...]]:
        """Return a key of the comparison and one of its opposite, each the same for the same
        sum in another order, and for the sum times -1."""
        pairs = sorted(zip(self.terms, self.coefficients, strict=True))
        inside, outside = self.inside, self.outside
        if pairs and pairs[0][1] < 0:
            pairs = [(term, -coefficient) for term, coefficient in pairs]
            inside, outside = (
                [(-high, -low) for low, high in reversed(intervals)]
                for intervals in (inside, outside)
            )
        return (*pairs, *inside), (*pairs, *outside)


def sum_comparison(
    terms: list[int],
    ranges: list[Interval],
    coefficients: Sequence[int],
    op: Comparison,
    constant: int,
) -> SumComparison:
    """A sum compared with a constant.

    The coefficients are divided by their common divisor; terms that are always zero do not count,
    however large their coefficients.
    """
    factors = [c if end != (0, 0) else 0 for c, end in zip(coefficients, ranges, strict=True)]
    common = gcd(*factors) or 1
    if common > 1:
        factors = [c // common for c in factors]
    quotient, remainder = divmod(constant, common)
    low = high = size = 0
    for c, (least, most) in zip(factors, ranges, strict=True):
        smallest, largest = c * least, c * most
        if smallest > largest:
            smallest, largest = largest, smallest
        low += smallest
        high += largest
        size += max(-smallest, largest)
    first = (
        quotient + 1 if remainder else quotient
    )  # the least integer that is not below the constant
    below, above = (low, min(high, first - 1)), (max(low, quotient + 1), high)
    at = (max(low, first), min(high, quotient))
    inside, outside = {
        "==": ([at], [below, above]),
        "!=": ([below, above], [at]),
        "<=": ([(low, min(high, quotient))], [above]),
        ">=": ([(max(low, first), high)], [below]),
    }[op]
    return SumComparison(terms, factors, _nonempty(inside), _nonempty(outside), size)


def _nonempty(parts: list[Interval]) -> list[Interval]:
    return [part for part in parts if part[0] <= part[1]]


def bounds_of(domain: Domain) -> Interval:
    """Smallest and largest value."""
    return domain.base, domain.highest


def intervals_of(domain: Domain) -> list[Interval]:
    """The runs of consecutive values.

    >>> intervals_of(Domain.of([1, 2, 3, 7]))
    [(1, 3), (7, 7)]
    """
    return list(domain.runs())


def flattened_intervals(domain: Domain) -> list[int]:
    """Return the ends of a domain's intervals in one list, in CP-SAT's form."""
    return [end for interval in domain.runs() for end in interval]


def intervals_of_values(values: Iterable[int]) -> list[int]:
    """The ends of the intervals of some integers in one list.

    >>> intervals_of_values([3, 7, 1, 2])
    [1, 3, 7, 7]
    """
    ends: list[int] = []
    for value in sorted(set(values)):
        if ends and ends[-1] == value - 1:
            ends[-1] = value
        else:
            ends += (value, value)
    return ends


def positive_terms(
    terms: Sequence[int], coefficients: Sequence[int]
) -> tuple[list[int], list[int], int]:
    """A sum over variables alone, each once, and a number: "not ``b``" is ``1 - b``."""
    shift, times = 0, dict[int, int]()
    for term, coefficient in zip(terms, coefficients, strict=True):
        if term < 0:
            shift += coefficient
            times[~term] = times.get(~term, 0) - coefficient
        else:
            times[term] = times.get(term, 0) + coefficient
    return list(times), list(times.values()), shift


def linear_table(linear: Linear, domains: Mapping[str, Domain], *, opposite: bool = False) -> Table:
    """The values that satisfy a Linear, or its opposite, written out."""
    rows = product(*(domains[name] for name in linear.scope))
    return Table(
        linear.scope,
        frozenset(
            row
            for row in rows
            if linear.holds(dict(zip(linear.scope, row, strict=True))) != opposite
        ),
        rule=linear.rule,
    )


ENDS: dict[str, Callable[[int], tuple[int, ...]]] = {
    "==": lambda constant: (constant, constant),
    "!=": lambda constant: (-MAX_MAGNITUDE, constant - 1, constant + 1, MAX_MAGNITUDE),
    "<=": lambda constant: (-MAX_MAGNITUDE, constant),
    ">=": lambda constant: (constant, MAX_MAGNITUDE),
}
"""The ends of the intervals in which a sum compares so with a small constant."""
