"""Variables of a model in CP-SAT, and literals about them.

A literal made here is always equivalent to what it says ("x is 3", "this sum is
at most 5"), never only implied by it: so every solution of the model is one
solution of CP-SAT, and enumeration reports none twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd, prod
from typing import Any

from ortools.sat.python import cp_model

from nonet.backends.cpsat.grid_model import LeanModel
from nonet.errors import Unsupported
from nonet.model import Count, Domain, Linear, Table
from nonet.model.constraints.base import TABLE_LIMIT
from nonet.model.constraints.linear import Comparison
from nonet.model.expressions.affine import Affine

Lit = Any
"""A literal: a Boolean variable of CP-SAT or its negation."""

Interval = tuple[int, int]
"""Lowest and highest value, both included."""

MAX_MAGNITUDE = 1 << 60
"""Largest magnitude of a value or a sum: CP-SAT computes in 64 bits."""

BOOLEAN_DOMAIN = Domain.range(0, 1)

MAX_TABLE_VALUE = 1 << 31
"""Values of at least this magnitude are told to CP-SAT's tables as distances."""


class IntegerEncoding:
    """CP-SAT's model, with an integer variable for each of ours."""

    def __init__(
        self, domains: Mapping[str, Domain], model: cp_model.CpModel | None = None
    ) -> None:
        self.model = model or LeanModel()
        self.domains = dict(domains)
        self.sums: dict[Affine, str] = {}
        """Variables of the encoding's own, by the expressions that they equal."""
        self.largest_magnitude = 0
        """Largest magnitude of a value, and of a sum as CP-SAT adds it up."""
        self.has_enforced_sums = False
        """Whether a sum holds only where literals do."""
        self.variables = self._declare_variables()
        self.true: Lit
        self.false: Lit
        self.true, self.false = self._constant_literals()
        self._shifted_variables: dict[str, cp_model.IntVar] = {}
        self._membership_literals: dict[tuple[str, Domain], Lit] = {}

    def _declare_variables(self) -> dict[str, cp_model.IntVar]:
        """CP-SAT's variable of each of ours."""
        return {name: self._new_int_var(name, domain) for name, domain in self.domains.items()}

    def _constant_literals(self) -> tuple[Lit, Lit]:
        """A literal that is true, and one that is not."""
        return self.model.new_constant(1), self.model.new_constant(0)

    def _new_int_var(self, name: str, domain: Domain) -> cp_model.IntVar:
        lowest, highest = bounds_of(domain)
        self.largest_magnitude = max(self.largest_magnitude, -lowest, highest)
        if self.largest_magnitude > MAX_MAGNITUDE // 2:
            raise Unsupported(
                f"backend cpsat: variable {name!r} takes values from {lowest} to {highest}, "
                "too large for CP-SAT's 64 bits: use another backend, such as native"
            )
        return self.model.new_int_var_from_domain(cpsat_domain(intervals_of(domain)), "")

    def declare(self, name: str, domain: Domain) -> None:
        """A further variable, which follows from those of the model."""
        self.domains[name] = domain
        self.variables[name] = self._new_int_var(name, domain)

    def shifted_variable(self, name: str) -> tuple[cp_model.IntVar, int]:
        """A variable of small values, and a number: their sum is ``name``, which may be large."""
        variable, domain = self.variables[name], self.domains[name]
        lowest, highest = bounds_of(domain)
        if max(-lowest, highest) < MAX_TABLE_VALUE:
            return variable, 0
        if name not in self._shifted_variables:
            shifted = [(low - lowest, high - lowest) for low, high in intervals_of(domain)]
            self._shifted_variables[name] = self.model.new_int_var_from_domain(
                cpsat_domain(shifted), ""
            )
            self.model.add(variable == self._shifted_variables[name] + lowest)
        return self._shifted_variables[name], lowest

    def fail(self) -> None:
        """Make the model unsatisfiable."""
        self.add_clause([])

    def or_literal(self, literals: Iterable[Lit]) -> Lit:
        """The literal "at least one of these is true"."""
        literals = list(literals)
        if not literals:
            return self.false
        if len(literals) == 1:
            return literals[0]
        found = self.new_literal()
        self.add_clause([*literals, ~found])
        for literal in literals:
            self.add_clause([~literal, found])
        return found

    def and_literal(self, literals: Iterable[Lit]) -> Lit:
        """The literal "all of these are true"."""
        return ~self.or_literal([~literal for literal in literals])

    def membership_literal(self, name: str, values: Iterable[int]) -> Lit:
        """The literal "this variable takes one of these values"; the same one when asked again."""
        domain = self.domains[name]
        inside = Domain.of(value for value in values if value in domain)
        if not inside:
            return self.false
        if inside == domain:
            return self.true
        if domain == BOOLEAN_DOMAIN:  # the variable is a literal itself
            variable = self.variables[name]
            return variable if 1 in inside else ~variable
        if (name, inside) not in self._membership_literals:
            found = self._reified_sum(
                WeightedSum((self.variables[name],), (1,)),
                intervals_of(inside),
                intervals_of(domain - inside),
            )
            self._membership_literals[name, inside] = found
            self._membership_literals[name, domain - inside] = ~found
        return self._membership_literals[name, inside]

    def _reified_sum(
        self, total: WeightedSum, inside: Sequence[Interval], outside: Sequence[Interval]
    ) -> Lit:
        """The literal "the sum is inside", where it is either inside or outside."""
        found = self.new_literal()
        self.post_sum_in(total, inside, [found])
        self.post_sum_in(total, outside, [~found])
        return found

    def new_literal(self) -> Lit:
        """A literal of which nothing is said yet."""
        return self.model.new_bool_var("")

    def add_clause(self, literals: Iterable[Lit]) -> None:
        """At least one of the literals is true."""
        self.model.add_bool_or(literals)

    def post_sum_in(
        self, total: WeightedSum, inside: Sequence[Interval], where: Sequence[Lit] = ()
    ) -> None:
        """A sum is inside, where all the literals ``where`` are true."""
        posted = self.model.add_linear_expression_in_domain(total.expression, cpsat_domain(inside))
        if where:
            self.has_enforced_sums = True
            posted.only_enforce_if(where)

    def post(self, comparison: SumComparison, where: Sequence[Lit] = ()) -> None:
        """Post a comparison, where all the literals ``where`` are true."""
        if not comparison.inside:
            self.add_clause([~literal for literal in where])
        elif comparison.outside:
            self.post_sum_in(comparison.weighted_sum, comparison.inside, where)

    def restrict_domain(self, name: str, values: Domain) -> None:
        """Leave a variable these of its values."""
        if not values:
            self.fail()
        elif values != self.domains[name]:
            inside = cpsat_domain(intervals_of(values))
            self.model.add_linear_expression_in_domain(self.variables[name], inside)

    def post_equal_if(self, literal: Lit, one: str, other: str) -> None:
        """Two variables are equal where a literal is true."""
        self.has_enforced_sums = True
        same = self.variables[one] == self.variables[other]
        self.model.add(same).only_enforce_if(literal)

    def holds(self, comparison: SumComparison) -> Lit:
        """The literal "this comparison holds"."""
        if not comparison.inside:
            return self.false
        if not comparison.outside:
            return self.true
        return self._reified_sum(comparison.weighted_sum, comparison.inside, comparison.outside)

    def comparison_of_linear(self, linear: Linear) -> SumComparison | Table:
        """A Linear as a comparison; as a table, if its numbers do not fit and that is small.

        Raises ``Unsupported`` if neither will do.
        """
        addends = [
            self._linear_terms(name, coefficient)
            for name, coefficient in zip(linear.scope, linear.coefficients, strict=True)
        ]
        found = sum_comparison(addends, linear.op, linear.constant)
        if found.fits_in_64_bits:
            self.largest_magnitude = max(self.largest_magnitude, found.magnitude)
            return found
        if prod(len(self.domains[name]) for name in linear.scope) <= TABLE_LIMIT:
            return self._as_table(linear)
        raise Unsupported(
            f"backend cpsat: the sum of {linear.description} does not fit CP-SAT's 64 bits: "
            "use another backend, such as native"
        )

    def _as_table(self, linear: Linear) -> Table:
        """The values that satisfy a Linear, written out."""
        rows = product(*(self.domains[name] for name in linear.scope))
        return Table(
            linear.scope,
            frozenset(
                row for row in rows if linear.holds(dict(zip(linear.scope, row, strict=True)))
            ),
            rule=linear.rule,
        )

    def comparison_of_count(self, count: Count) -> SumComparison:
        """A Count as a comparison: each occurrence is a literal."""
        addends = [
            LinearTerms([self.membership_literal(name, count.values)], [(0, 1)], [1])
            for name in count.counted
        ]
        constant = count.number if isinstance(count.number, int) else 0
        if isinstance(count.number, str):
            addends.append(self._linear_terms(count.number, -1))
        found = sum_comparison(addends, count.op, constant)
        self.largest_magnitude = max(self.largest_magnitude, found.magnitude)
        return found

    def _linear_terms(self, name: str, coefficient: int) -> LinearTerms:
        """So many times a variable."""
        return LinearTerms([self.variables[name]], [bounds_of(self.domains[name])], [coefficient])


@dataclass(frozen=True, slots=True)
class LinearTerms:
    """Terms, the values between which they lie, how often each is added, and a number beside."""

    terms: Sequence[Any]
    ranges: Sequence[Interval]
    coefficients: Sequence[int]
    constant: int = 0


@dataclass(frozen=True, slots=True)
class WeightedSum:
    """Terms, and how many times each is added."""

    terms: Sequence[Any]
    coefficients: Sequence[int]

    @property
    def expression(self) -> cp_model.LinearExprT:
        """The sum in CP-SAT's terms."""
        return cp_model.LinearExpr.weighted_sum(self.terms, self.coefficients)


@dataclass(frozen=True, slots=True)
class SumComparison:
    """A sum, the values for which a comparison holds, and those for which it does not.

    ``magnitude`` is the largest magnitude that the sum, or a part of it, can come to.
    """

    weighted_sum: WeightedSum
    inside: Sequence[Interval]
    outside: Sequence[Interval]
    magnitude: int

    @property
    def expression(self) -> cp_model.LinearExprT:
        """The sum in CP-SAT's terms."""
        return self.weighted_sum.expression

    @property
    def fits_in_64_bits(self) -> bool:
        """Whether CP-SAT can add it up."""
        return self.magnitude <= MAX_MAGNITUDE


def sum_comparison(parts: Iterable[LinearTerms], op: Comparison, constant: int) -> SumComparison:
    """A sum compared with a constant.

    Divided by what the coefficients have in common; what is always zero says nothing, however
    large its coefficient.
    """
    terms: list[Any] = []
    ranges: list[Interval] = []
    coefficients: list[int] = []
    for part in parts:
        terms += part.terms
        ranges += part.ranges
        coefficients += part.coefficients
        constant -= part.constant
    coefficients = [c if end != (0, 0) else 0 for c, end in zip(coefficients, ranges, strict=True)]
    common = gcd(*coefficients) or 1
    coefficients = [c // common for c in coefficients]
    quotient, rest = divmod(constant, common)
    products = [
        sorted((c * low, c * high)) for c, (low, high) in zip(coefficients, ranges, strict=True)
    ]
    low, high = sum(a for a, _ in products), sum(b for _, b in products)
    size = sum(max(abs(a), abs(b)) for a, b in products)
    # of the integers from low to high: those below the constant, at it, above it
    below = (low, min(high, quotient if rest else quotient - 1))
    at = (max(low, quotient), min(high, quotient)) if not rest else (1, 0)
    above = (max(low, quotient + 1), high)
    holds_at = {"==": (at,), "!=": (below, above), "<=": (below, at), ">=": (at, above)}[op]
    fails_at = [part for part in (below, at, above) if part not in holds_at]
    total = WeightedSum(terms, coefficients)
    return SumComparison(total, _nonempty_intervals(holds_at), _nonempty_intervals(fails_at), size)


def _nonempty_intervals(parts: Iterable[Interval]) -> list[Interval]:
    return [(low, high) for low, high in parts if low <= high]


def bounds_of(domain: Domain) -> Interval:
    """Smallest and largest value."""
    return domain.base, domain.highest


def intervals_of(domain: Domain) -> list[Interval]:
    """The runs of consecutive values.

    >>> intervals_of(Domain.of([1, 2, 3, 7]))
    [(1, 3), (7, 7)]
    """
    found: list[Interval] = []
    for value in domain:
        if found and found[-1][1] == value - 1:
            found[-1] = (found[-1][0], value)
        else:
            found.append((value, value))
    return found


def cpsat_domain(parts: Sequence[Interval]) -> cp_model.Domain:
    """CP-SAT's domain of some intervals."""
    return cp_model.Domain.from_intervals([list(part) for part in parts])
