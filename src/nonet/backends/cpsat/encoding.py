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

from nonet.backends.cpsat.plain import LeanModel
from nonet.errors import Unsupported
from nonet.model import Count, Domain, Linear, Table
from nonet.model.constraints.base import TABLE_LIMIT
from nonet.model.constraints.linear import Comparison
from nonet.model.expressions.affine import Affine

Lit = Any
"""A literal: a Boolean variable of CP-SAT or its negation."""

Interval = tuple[int, int]
"""Lowest and highest value, both included."""

LARGEST = 1 << 60
"""Largest magnitude of a value or a sum: CP-SAT computes in 64 bits."""

BINARY = Domain.range(0, 1)

FAR = 1 << 31
"""Values of at least this magnitude are told to CP-SAT's tables as distances."""


class Encoding:
    """CP-SAT's model, with an integer variable for each of ours."""

    def __init__(
        self, domains: Mapping[str, Domain], model: cp_model.CpModel | None = None
    ) -> None:
        self.model = model or LeanModel()
        self.domains = dict(domains)
        self.sums: dict[Affine, str] = {}
        """Variables of the encoding's own, by the expressions that they equal."""
        self.largest = 0
        """Largest magnitude of a value, and of a sum as CP-SAT adds it up."""
        self.variables = self._declared()
        self.true: Lit = self.model.new_constant(1)
        self.false: Lit = self.model.new_constant(0)
        self._near: dict[str, cp_model.IntVar] = {}
        self._members: dict[tuple[str, Domain], Lit] = {}

    def _declared(self) -> dict[str, cp_model.IntVar]:
        """CP-SAT's variable of each of ours."""
        return {name: self._variable(name, domain) for name, domain in self.domains.items()}

    def _variable(self, name: str, domain: Domain) -> cp_model.IntVar:
        lowest, highest = ends(domain)
        self.largest = max(self.largest, -lowest, highest)
        if self.largest > LARGEST // 2:
            raise Unsupported(
                f"backend cpsat: variable {name!r} takes values from {lowest} to {highest}, "
                "too large for CP-SAT's 64 bits: use another backend, such as native"
            )
        return self.model.new_int_var_from_domain(cp_domain(intervals(domain)), "")

    def declare(self, name: str, domain: Domain) -> None:
        """A further variable, which follows from those of the model."""
        self.domains[name] = domain
        self.variables[name] = self._variable(name, domain)

    def near(self, name: str) -> tuple[cp_model.IntVar, int]:
        """A variable of small values, and a number: their sum is ``name``, which may be large."""
        variable, domain = self.variables[name], self.domains[name]
        lowest, highest = ends(domain)
        if max(-lowest, highest) < FAR:
            return variable, 0
        if name not in self._near:
            shifted = [(low - lowest, high - lowest) for low, high in intervals(domain)]
            self._near[name] = self.model.new_int_var_from_domain(cp_domain(shifted), "")
            self.model.add(variable == self._near[name] + lowest)
        return self._near[name], lowest

    def fail(self) -> None:
        """Make the model unsatisfiable."""
        self.model.add_bool_or([])

    def either(self, literals: Iterable[Lit]) -> Lit:
        """The literal "at least one of these is true"."""
        literals = list(literals)
        if not literals:
            return self.false
        if len(literals) == 1:
            return literals[0]
        found = self.model.new_bool_var("")
        self.model.add_bool_or(literals).only_enforce_if(found)
        for literal in literals:
            self.model.add_implication(literal, found)
        return found

    def every(self, literals: Iterable[Lit]) -> Lit:
        """The literal "all of these are true"."""
        return ~self.either([~literal for literal in literals])

    def is_in(self, name: str, values: Iterable[int]) -> Lit:
        """The literal "this variable takes one of these values"; the same one when asked again."""
        domain = self.domains[name]
        inside = Domain.of(value for value in values if value in domain)
        if not inside:
            return self.false
        if inside == domain:
            return self.true
        if domain == BINARY:  # the variable is a literal itself
            variable = self.variables[name]
            return variable if 1 in inside else ~variable
        if (name, inside) not in self._members:
            outside = intervals(domain - inside)
            found = self._reified(self.variables[name], intervals(inside), outside)
            self._members[name, inside] = found
            self._members[name, domain - inside] = ~found
        return self._members[name, inside]

    def _reified(
        self, expression: Any, inside: Sequence[Interval], outside: Sequence[Interval]
    ) -> Lit:
        """The literal "the expression is inside", where it is either inside or outside."""
        found = self.model.new_bool_var("")
        add = self.model.add_linear_expression_in_domain
        add(expression, cp_domain(inside)).only_enforce_if(found)
        add(expression, cp_domain(outside)).only_enforce_if(~found)
        return found

    def post(self, comparison: Compared) -> None:
        """Post a comparison."""
        if not comparison.inside:
            self.fail()
        elif comparison.outside:
            expression = comparison.expression
            self.model.add_linear_expression_in_domain(expression, cp_domain(comparison.inside))

    def keep(self, name: str, values: Domain) -> None:
        """Leave a variable these of its values."""
        if not values:
            self.fail()
        elif values != self.domains[name]:
            inside = cp_domain(intervals(values))
            self.model.add_linear_expression_in_domain(self.variables[name], inside)

    def equal_where(self, literal: Lit, one: str, other: str) -> None:
        """Two variables are equal where a literal is true."""
        same = self.variables[one] == self.variables[other]
        self.model.add(same).only_enforce_if(literal)

    def holds(self, comparison: Compared) -> Lit:
        """The literal "this comparison holds"."""
        if not comparison.inside:
            return self.false
        if not comparison.outside:
            return self.true
        return self._reified(comparison.expression, comparison.inside, comparison.outside)

    def sum_of(self, linear: Linear) -> Compared | Table:
        """A Linear as a comparison; as a table, if its numbers do not fit and that is small.

        Raises ``Unsupported`` if neither will do.
        """
        terms = [self.variables[name] for name in linear.scope]
        ranges = [ends(self.domains[name]) for name in linear.scope]
        found = compared(terms, ranges, linear.coefficients, linear.op, linear.constant)
        if found.fits:
            self.largest = max(self.largest, found.size)
            return found
        if prod(len(self.domains[name]) for name in linear.scope) <= TABLE_LIMIT:
            return self._as_table(linear)
        raise Unsupported(
            f"backend cpsat: the sum of {linear.described} does not fit CP-SAT's 64 bits: "
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

    def count_of(self, count: Count) -> Compared:
        """A Count as a comparison: each occurrence is a literal."""
        terms: list[Any] = [self.is_in(name, count.values) for name in count.counted]
        ranges, coefficients, constant = [(0, 1)] * len(terms), [1] * len(terms), 0
        if isinstance(count.number, int):
            constant = count.number
        else:
            terms.append(self.variables[count.number])
            ranges.append(ends(self.domains[count.number]))
            coefficients.append(-1)
        found = compared(terms, ranges, coefficients, count.op, constant)
        self.largest = max(self.largest, found.size)
        return found


@dataclass(frozen=True, slots=True)
class Compared:
    """A sum, the values for which a comparison holds, and those for which it does not.

    ``size`` is the largest magnitude that the sum, or a part of it, can come to.
    """

    expression: Any
    inside: Sequence[Interval]
    outside: Sequence[Interval]
    size: int

    @property
    def fits(self) -> bool:
        """Whether CP-SAT can add it up."""
        return self.size <= LARGEST


def compared(
    terms: Sequence[Any],
    ranges: Sequence[Interval],
    coefficients: Sequence[int],
    op: Comparison,
    constant: int,
) -> Compared:
    """A weighted sum of ``terms``, which lie within ``ranges``, compared with a constant.

    Divided by what the coefficients have in common; what is always zero says nothing, however
    large its coefficient.
    """
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
    expression = cp_model.LinearExpr.weighted_sum(terms, coefficients) if size <= LARGEST else None
    return Compared(expression, _not_empty(holds_at), _not_empty(fails_at), size)


def _not_empty(parts: Iterable[Interval]) -> list[Interval]:
    return [(low, high) for low, high in parts if low <= high]


def ends(domain: Domain) -> Interval:
    """Smallest and largest value."""
    return domain.base, domain.base + domain.mask.bit_length() - 1


def intervals(domain: Domain) -> list[Interval]:
    """The runs of consecutive values.

    >>> intervals(Domain.of([1, 2, 3, 7]))
    [(1, 3), (7, 7)]
    """
    found: list[Interval] = []
    for value in domain:
        if found and found[-1][1] == value - 1:
            found[-1] = (found[-1][0], value)
        else:
            found.append((value, value))
    return found


def cp_domain(parts: Sequence[Interval]) -> cp_model.Domain:
    """CP-SAT's domain of some intervals."""
    return cp_model.Domain.from_intervals([list(part) for part in parts])
