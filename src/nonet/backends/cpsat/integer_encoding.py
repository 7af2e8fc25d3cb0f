"""A model's variables in CP-SAT, and literals over variables, written straight into the proto.

A literal made here is always equivalent to its statement ("x is 3", "this sum is at most 5"), never
only implied: so every solution of the model is one solution of CP-SAT, and enumeration reports no
solution twice.

A variable and a literal are indices of the proto; CP-SAT writes "not ``b``" as ``-1 - b``, which
is Python's ``~b``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property
from math import prod
from operator import mul
from typing import Any

from nonet.backends.cpsat.binding import CpModel
from nonet.backends.cpsat.weighted_sums import (
    ENDS,
    MAX_MAGNITUDE,
    Interval,
    LinearTerms,
    LinearWriter,
    SumComparison,
    bounds_of,
    flattened_intervals,
    intervals_of,
    linear_table,
    positive_terms,
    sum_comparison,
)
from nonet.deadline import listed
from nonet.errors import Unsupported
from nonet.model import Count, Domain, Linear, Table
from nonet.model.constraints.base import TABLE_LIMIT
from nonet.model.expressions.affine import Affine

Lit = int
"""A literal: the index of a Boolean variable of CP-SAT, or ``~`` of such an index."""

BOOLEAN_DOMAIN = Domain.range(0, 1)

MAX_EXACT_MAGNITUDE = 1 << 16
"""Magnitude of a sum up to which ``largest_magnitude`` may be less than the exact magnitude."""

MAX_TABLE_VALUE = 1 << 31
"""Values of at least this magnitude are told to CP-SAT's tables as distances."""


class IntegerEncoding:
    """CP-SAT's model, with an integer variable for each of ours."""

    def __init__(
        self,
        domains: Mapping[str, Domain],
        model: CpModel | None = None,
        postponed: Set[str] = frozenset(),
    ) -> None:
        self.postponed = postponed
        """Variables that CP-SAT is given when something needs more than literals of values."""
        self.model = model or CpModel()
        self.new_constraint = self.model.proto.constraints.add
        self._protos = self.model.proto.variables
        self._writer = LinearWriter(self.model)
        self.add_sum = self._writer.add_sum
        self.domains = dict(domains)
        self.ranges = {name: bounds_of(domain) for name, domain in self.domains.items()}
        """Smallest and largest value of each variable."""
        self._magnitudes = {name: max(1, -low, high) for name, (low, high) in self.ranges.items()}
        self._largest_value = max(self._magnitudes.values(), default=1)
        self.largest_magnitude = 0
        """Largest magnitude of a value, and of a sum in CP-SAT's order of addition."""
        self.has_enforced_sums = False
        """Whether a sum holds only where literals do."""
        self.encoder: Any = None
        """The encoder that gives expressions a variable, if there may be any (``expressions.py``)."""
        self.variables = self._declare_variables()
        self._shifted_variables: dict[str, int] = {}
        self._membership_literals: dict[tuple[str, Domain], Lit] = {}
        self._equality_literals: dict[tuple[str, int], Lit] = {}
        self._sum_literals: dict[tuple[object, ...], Lit] = {}
        self.intervals: dict[tuple[Affine, Affine, Lit | None], int] = {}
        """The places of the intervals of tasks, by start, duration and enforcement literal."""
        self.literals_by_value: dict[str, dict[int, Lit]] = {}
        """Of some variables the literals of all their values."""

    def _declare_variables(self) -> dict[str, int]:
        """CP-SAT's variable of each of ours."""
        add, variables = self._writer.add_variable, _Variables(self)
        first = len(self._protos)
        flattened: dict[int, tuple[int, ...]] = {}  # most variables share one domain
        given = self.domains.items()
        if self.postponed:
            given = {n: d for n, d in given if n not in self.postponed}.items()
        for number, (name, domain) in enumerate(given, first):
            ends = flattened.get(id(domain))
            if ends is None:
                self._check_magnitude(name)
                ends = flattened[id(domain)] = tuple(flattened_intervals(domain))
            add(ends)
            variables[name] = number
        return variables

    def _check_magnitude(self, name: str) -> None:
        self.note_magnitude(self._magnitudes[name], f"variable {name!r}")

    def note_magnitude(self, magnitude: int, what: str) -> None:
        """Take note of how large a value is; raise ``Unsupported`` if too large for CP-SAT."""
        if magnitude > self.largest_magnitude:
            self.largest_magnitude = magnitude
            if magnitude > MAX_MAGNITUDE // 2:
                raise Unsupported(
                    f"backend cpsat: {what} takes values of up to {magnitude} in magnitude, "
                    "too large for CP-SAT's 64 bits: use another backend, such as native"
                )

    def declare_postponed(self, name: str) -> int:
        """Declare a postponed variable, and link the literals of its values to the variable."""
        if name not in self.postponed:
            raise KeyError(name)
        variable = self.variables[name] = self.new_integer(flattened_intervals(self.domains[name]))
        for value, literal in self.literals_by_value.get(name, {}).items():
            self._tie(literal, name, value)
        return variable

    def has_variable(self, name: str) -> bool:
        """Whether CP-SAT has a variable of this name, not just literals of its values."""
        return name in self.variables

    def new_integer(self, ends: Sequence[int]) -> int:
        """A new variable of CP-SAT, its domain as a flat list of intervals."""
        self._writer.add_variable(ends)
        return len(self._protos) - 1

    def declare(self, name: str, domain: Domain) -> None:
        """Declare an auxiliary variable, which the variables of the model determine."""
        self.domains[name] = domain
        low, high = bounds_of(domain)
        self._note_bounds(name, low, high)
        self._check_magnitude(name)
        self.variables[name] = self.new_integer(flattened_intervals(domain))

    def adopt(self, name: str, variable: int, low: int, high: int) -> None:
        """Give a variable of CP-SAT a name; its bounds become its domain."""
        is_boolean = (low, high) == (0, 1)
        self.domains[name] = BOOLEAN_DOMAIN if is_boolean else Domain.range(low, high)
        self._note_bounds(name, low, high)
        self.variables[name] = variable

    def _note_bounds(self, name: str, low: int, high: int) -> None:
        self.ranges[name] = low, high
        self._magnitudes[name] = magnitude = max(1, -low, high)
        self._largest_value = max(self._largest_value, magnitude)

    @cached_property
    def true(self) -> Lit:
        """A literal that is true."""
        return self.new_integer((1, 1))

    @property
    def false(self) -> Lit:
        """A literal that is false."""
        return ~self.true

    def shifted_variable(self, name: str) -> tuple[int, int]:
        """A variable of small values, and a number: their sum is ``name``, which may be large."""
        variable, (lowest, highest) = self.variables[name], self.ranges[name]
        if max(-lowest, highest) < MAX_TABLE_VALUE:
            return variable, 0
        if name not in self._shifted_variables:
            near = self.new_integer(
                [end - lowest for end in flattened_intervals(self.domains[name])]
            )
            self._shifted_variables[name] = near
            self.post_sum_in((variable, near), (1, -1), [(lowest, lowest)])
        return self._shifted_variables[name], lowest

    def fail(self) -> None:
        """Make the model unsatisfiable."""
        self.add_clause([])

    def or_literal(self, literals: Iterable[Lit]) -> Lit:
        """Return the literal "at least one of these literals is true"."""
        literals = list(literals)
        if len(literals) < 2:
            return literals[0] if literals else self.false
        new = self.new_literal()
        self.add_clause([*literals, ~new])
        none = self.new_constraint()  # "not found": none of them
        none.enforcement_literal.append(~new)
        none.bool_and.literals.extend([~literal for literal in literals])
        return new

    def and_literal(self, literals: Iterable[Lit]) -> Lit:
        """Return the literal "all of these literals are true"."""
        return ~self.or_literal([~literal for literal in literals])

    def membership_literal(self, name: str, values: Iterable[int]) -> Lit:
        """Return the literal "this variable takes one of these values", the same for each call."""
        domain = self.domains[name]
        if isinstance(values, Domain):
            inside = values & domain
        else:
            inside = Domain.of(value for value in values if value in domain)
        if not inside.size:
            return self.false
        if inside == domain:
            return self.true
        if inside.size == 1:
            return self.equality_literal(name, inside.base)
        if (name, inside) not in self._membership_literals:
            outside = domain - inside
            if outside.size == 1:
                return ~self.equality_literal(name, outside.base)
            literals = self.literals_by_value.get(name)
            if literals is not None and not self.has_variable(name):
                fewer = min(inside, outside, key=len)
                membership = self.or_literal(literals[value] for value in fewer)
                membership = membership if fewer is inside else ~membership
            else:
                membership = self._reified_sum(
                    (self.variables[name],), (1,), intervals_of(inside), intervals_of(outside)
                )
            self._membership_literals[name, inside] = membership
            self._membership_literals[name, outside] = ~membership
        return self._membership_literals[name, inside]

    def literals_of_values(self, name: str) -> dict[int, Lit]:
        """The literals "this variable takes this value", of all its values.

        For a postponed variable the caller must demand that exactly one literal is true.
        """
        if name not in self.literals_by_value:
            domain = self.domains[name]
            values = listed(domain, len(domain), f"the values of {name}")
            if name in self.postponed and not self.has_variable(name):
                literal_of = {value: self.new_literal() for value in values}
            else:
                literal_of = {value: self.equality_literal(name, value) for value in values}
            self.literals_by_value[name] = literal_of
        return self.literals_by_value[name]

    def equality_literal(self, name: str, value: int) -> Lit:
        """Return the literal "this variable takes this value", the same for each call."""
        literal = self._equality_literals.get((name, value))
        if literal is None:
            literal = self._equality_literals[name, value] = self._new_equality(name, value)
        return literal

    def _new_equality(self, name: str, value: int) -> Lit:
        domain = self.domains[name]
        if value not in domain or domain.size == 1:
            return self.true if value in domain else self.false
        if domain.size == 2 and domain.base == 0 and domain.highest == 1:  # a literal itself
            return self.variables[name] if value else ~self.variables[name]
        if name in self.literals_by_value and not self.has_variable(name):
            return self.literals_by_value[name][value]
        literal = self.new_literal()
        self._tie(literal, name, value)
        if domain.size == 2:
            self._equality_literals[name, domain.base + domain.highest - value] = ~literal
        return literal

    def _tie(self, literal: Lit, name: str, value: int) -> None:
        """A literal is true exactly where a variable takes a value."""
        low, high = self.ranges[name]
        variable = (self.variables[name],)
        below = () if value == low else (low, value - 1)
        above = () if value == high else (value + 1, high)
        self.add_sum(variable, (1,), (value, value), (literal,))
        self.add_sum(variable, (1,), below + above, (~literal,))

    def _reified_sum(
        self,
        terms: Sequence[int],
        coefficients: Sequence[int],
        inside: Sequence[Interval],
        outside: Sequence[Interval],
    ) -> Lit:
        """Return the literal "the sum is inside", for a sum that is either inside or outside."""
        literal = self.new_literal()
        self.post_sum_in(terms, coefficients, inside, [literal])
        self.post_sum_in(terms, coefficients, outside, [~literal])
        return literal

    def new_literal(self) -> Lit:
        """A literal of which nothing is said yet."""
        return self.new_integer((0, 1))

    def add_clause(self, literals: Iterable[Lit]) -> None:
        """Post that at least one of the literals is true."""
        self.new_constraint().bool_or.literals.extend(list(literals))

    def post_sum_in(
        self,
        terms: Sequence[int],
        coefficients: Sequence[int],
        inside: Sequence[Interval],
        where: Sequence[Lit] = (),
    ) -> None:
        """A sum is inside, where all the literals ``where`` are true."""
        if where and len(terms) > 1:
            self.has_enforced_sums = True
        ends = [end for interval in inside for end in interval]
        if min(terms, default=0) < 0 or len(set(terms)) < len(terms):
            terms, coefficients, shift = positive_terms(terms, coefficients)
            ends = [end - shift for end in ends]
        if len(ends) == 4 and ends[2] == ends[1] + 1:
            del ends[1:3]
        self.add_sum(terms, coefficients, ends, where)

    def post(self, comparison: SumComparison, where: Sequence[Lit] = ()) -> None:
        """Post a comparison, where all the literals ``where`` are true."""
        if not comparison.inside:
            self.add_clause([~literal for literal in where])
        elif comparison.outside:
            self.post_sum_in(comparison.terms, comparison.coefficients, comparison.inside, where)

    def restrict_domain(self, name: str, values: Domain) -> None:
        """Leave a variable these of its values."""
        if not values.size:
            self.fail()
        elif values != self.domains[name]:
            self.post_sum_in((self.variables[name],), (1,), intervals_of(values))

    def post_equal_if(self, literal: Lit, first: str, second: str) -> None:
        """Two variables are equal where a literal is true."""
        pair = self.variables[first], self.variables[second]
        self.post_sum_in(pair, (1, -1), [(0, 0)], [literal])

    def holds(self, comparison: SumComparison) -> Lit:
        """Return the literal "this comparison holds", the same for each call."""
        if not comparison.inside:
            return self.false
        if not comparison.outside:
            return self.true
        key, opposite = comparison.keys
        if key not in self._sum_literals:
            terms, coefficients = comparison.terms, comparison.coefficients
            literal = self._reified_sum(terms, coefficients, comparison.inside, comparison.outside)
            self._sum_literals[key], self._sum_literals[opposite] = literal, ~literal
        return self._sum_literals[key]

    def post_linear(self, linear: Linear) -> bool:
        """Post a sum whose numbers are small, as most are: in a quarter of the time.

        Return ``False``, and post nothing, if the numbers are too large.
        """
        scope, coefficients, constant = linear.scope, linear.coefficients, linear.constant
        magnitude = len(scope) * max(max(coefficients), -min(coefficients)) * self._largest_value
        if magnitude > MAX_EXACT_MAGNITUDE:  # this is more than it is: add up what it is
            magnitudes = map(self._magnitudes.__getitem__, scope)
            magnitude = sum(map(abs, map(mul, coefficients, magnitudes)))
            if magnitude > MAX_TABLE_VALUE:
                return False
            self.largest_magnitude = max(self.largest_magnitude, magnitude)
        if not -MAX_TABLE_VALUE <= constant <= MAX_TABLE_VALUE:
            return False
        terms = list(map(self.variables.__getitem__, scope))
        self.add_sum(terms, coefficients, ENDS[linear.op](constant))
        return True

    def comparison_of_linear(self, linear: Linear) -> SumComparison | Table:
        """A Linear as a comparison; as a table, if its numbers do not fit and that is small.

        Raises ``Unsupported`` if neither will do.
        """
        form = self.linear_terms(linear.scope, linear.coefficients)
        constant = linear.constant - form.constant
        compared = sum_comparison(form.terms, form.ranges, form.coefficients, linear.op, constant)
        if compared.fits_in_64_bits:
            if compared.magnitude > self.largest_magnitude:
                self.largest_magnitude = compared.magnitude
            return compared
        if prod(len(self.domains[name]) for name in linear.scope) <= TABLE_LIMIT:
            return linear_table(linear, self.domains)
        raise self.too_large_error(linear.description)

    def too_large_error(self, description: str) -> Unsupported:
        """The error that declines a sum."""
        return Unsupported(
            f"backend cpsat: the sum of {description} does not fit CP-SAT's 64 bits: "
            "use another backend, such as native"
        )

    def comparison_of_count(self, count: Count) -> SumComparison:
        """A Count as a comparison: each occurrence is a literal."""
        terms = [self.membership_literal(name, count.values) for name in count.counted]
        ranges, coefficients = [(0, 1)] * len(terms), [1] * len(terms)
        constant = count.number if isinstance(count.number, int) else 0
        if isinstance(count.number, str):
            number = self.linear_terms((count.number,), (-1,))
            terms += number.terms
            ranges += number.ranges
            coefficients += number.coefficients
            constant -= number.constant
        comparison = sum_comparison(terms, ranges, coefficients, count.op, constant)
        self.largest_magnitude = max(self.largest_magnitude, comparison.magnitude)
        return comparison

    def linear_terms(self, names: Sequence[str], coefficients: Sequence[int]) -> LinearTerms:
        """A weighted sum of variables; of literals of values, where CP-SAT has only these."""
        sum_ = LinearTerms([], [], [])
        for name, coefficient in zip(names, coefficients, strict=True):
            if name in self.literals_by_value and not self.has_variable(name):
                lowest = self.domains[name].base
                for value, literal in self.literals_by_value[name].items():
                    if value != lowest:
                        sum_.add(literal, (0, 1), coefficient * (value - lowest))
                sum_.constant += coefficient * lowest
            else:
                sum_.add(self.variables[name], self.ranges[name], coefficient)
        return sum_


class _Variables(dict[str, int]):
    """CP-SAT's variables by name; a postponed variable is declared when looked up."""

    def __init__(self, encoding: IntegerEncoding) -> None:
        super().__init__()
        self._encoding = encoding

    def __missing__(self, name: str) -> int:
        return self._encoding.declare_postponed(name)
