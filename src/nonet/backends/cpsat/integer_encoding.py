"""A model's variables in CP-SAT, and literals over variables, written straight into the proto.

A literal made here is always equivalent to its statement ("x is 3", "this sum is at most 5"), never
only implied: so every solution of the model is one solution of CP-SAT, and enumeration reports no
solution twice.

A variable and a literal are indices of the proto; CP-SAT writes "not ``b``" as ``-1 - b``, which
is Python's ``~b``.  The terms of a weighted sum are such indices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nonet.backends.cpsat.binding import CpModel
from nonet.deadline import listed
from nonet.model import Count
from nonet.model.constraints.primitives import COMPARE, Comparison
from nonet.model.domain import Domain
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.encoding import negated_comparison
from nonet.model.expressions.logic import TURNED

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


ENDS: dict[str, Callable[[int], tuple[int, ...]]] = {
    "==": lambda constant: (constant, constant),
    "!=": lambda constant: (-MAX_MAGNITUDE, constant - 1, constant + 1, MAX_MAGNITUDE),
    "<=": lambda constant: (-MAX_MAGNITUDE, constant),
    ">=": lambda constant: (constant, MAX_MAGNITUDE),
}
"""The ends of the intervals in which a sum compares so with a constant."""


Lit = int
"""A literal: the index of a Boolean variable of CP-SAT, or ``~`` of such an index."""

BOOLEAN_DOMAIN = Domain.range(0, 1)

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
        self.domains = dict(domains)
        self.ranges = {name: (each.base, each.highest) for name, each in self.domains.items()}
        """Smallest and largest value of each variable."""
        self.encoder: Any = None
        """The encoder that gives expressions a variable, if there may be any (``expressions.py``)."""
        self.variables = self._declare_variables()
        self._shifted_variables: dict[str, int] = {}
        self._membership_literals: dict[tuple[str, Domain], Lit] = {}
        self._equality_literals: dict[tuple[str, int], Lit] = {}
        self._sum_literals: dict[tuple[tuple[tuple[int, int], ...], Comparison, int], Lit] = {}
        self.intervals: dict[tuple[Affine, Affine, Lit | None], int] = {}
        """The places of the intervals of tasks, by start, duration and enforcement literal."""
        self.literals_by_value: dict[str, dict[int, Lit]] = {}
        """Of some variables the literals of all their values."""

    def _declare_variables(self) -> dict[str, int]:
        """CP-SAT's variable of each of ours."""
        add, variables = self._protos.add, _Variables(self)
        first = len(self._protos)
        flattened: dict[int, list[int]] = {}  # most variables share one domain
        given = [each for each in self.domains.items() if each[0] not in self.postponed]
        for number, (name, domain) in enumerate(given, first):
            ends = flattened.get(id(domain))
            if ends is None:
                ends = flattened[id(domain)] = flattened_intervals(domain)
            add().domain.extend(ends)
            variables[name] = number
        return variables

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
        self._protos.add().domain.extend(list(ends))
        return len(self._protos) - 1

    def declare(self, name: str, domain: Domain) -> None:
        """Declare an auxiliary variable, which the variables of the model determine."""
        self.domains[name] = domain
        self.ranges[name] = domain.base, domain.highest
        self.variables[name] = self.new_integer(flattened_intervals(domain))

    def adopt(self, name: str, variable: int, low: int, high: int) -> None:
        """Give a variable of CP-SAT a name; its bounds become its domain."""
        is_boolean = (low, high) == (0, 1)
        self.domains[name] = BOOLEAN_DOMAIN if is_boolean else Domain.range(low, high)
        self.ranges[name] = low, high
        self.variables[name] = variable

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
            self.add_sum((variable, near), (1, -1), (lowest, lowest))
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
                membership = self.new_literal()
                variable = (self.variables[name],)
                self.add_sum(variable, (1,), flattened_intervals(inside), (membership,))
                self.add_sum(variable, (1,), flattened_intervals(outside), (~membership,))
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

    def new_literal(self) -> Lit:
        """A literal of which nothing is said yet."""
        return self.new_integer((0, 1))

    def add_clause(self, literals: Iterable[Lit]) -> None:
        """Post that at least one of the literals is true."""
        self.new_constraint().bool_or.literals.extend(list(literals))

    def add_sum(
        self,
        terms: Sequence[int],
        coefficients: Sequence[int],
        ends: Sequence[int],
        where: Sequence[Lit] = (),
    ) -> None:
        """Post that a sum lies in the intervals of these ends, where all of some literals hold."""
        if min(terms, default=0) < 0 or len(set(terms)) < len(terms):
            terms, coefficients, shift = positive_terms(terms, coefficients)
            ends = [end - shift for end in ends]
        posted = self.new_constraint()
        linear = posted.linear
        linear.vars.extend(list(terms))
        linear.coeffs.extend(list(coefficients))
        linear.domain.extend(list(ends))
        if where:
            posted.enforcement_literal.extend(list(where))

    def post(
        self, linear: LinearTerms, op: Comparison, constant: int, where: Sequence[Lit] = ()
    ) -> None:
        """Post a comparison of a sum, where all the literals ``where`` are true."""
        ends = ENDS[op](constant - linear.constant)
        is_of_literals = {*linear.coefficients} == {1} and {*linear.ranges} == {(0, 1)}
        if is_of_literals and list(ends) == [1, 1] and not where:
            self.new_constraint().exactly_one.literals.extend(list(linear.terms))
        else:
            self.add_sum(linear.terms, linear.coefficients, ends, where)

    def restrict_domain(self, name: str, values: Domain) -> None:
        """Leave a variable these of its values."""
        if not values.size:
            self.fail()
        elif values != self.domains[name]:
            self.add_sum((self.variables[name],), (1,), flattened_intervals(values))

    def holds(self, linear: LinearTerms, op: Comparison, constant: int) -> Lit:
        """Return the literal "the sum compares so", the same for the same sum in another order, for
        the sum times -1, and for the opposite."""
        linear = linear.without_negations()
        constant -= linear.constant
        pairs = sorted(zip(linear.terms, linear.coefficients, strict=True))
        if not pairs:
            return self.true if COMPARE[op](0, constant) else self.false
        if pairs[0][1] < 0:
            pairs = [(term, -coefficient) for term, coefficient in pairs]
            op, constant = TURNED[op], -constant
        if op in ("!=", ">="):
            op, constant = negated_comparison(op, constant)
            return ~self._sum_literal(tuple(pairs), op, constant)
        return self._sum_literal(tuple(pairs), op, constant)

    def _sum_literal(
        self, pairs: tuple[tuple[int, int], ...], op: Comparison, constant: int
    ) -> Lit:
        key = pairs, op, constant
        if key not in self._sum_literals:
            terms, coefficients = zip(*pairs, strict=True)
            literal = self._sum_literals[key] = self.new_literal()
            self.add_sum(terms, coefficients, ENDS[op](constant), (literal,))
            outside = ENDS["!="](constant) if op == "==" else ENDS[">="](constant + 1)
            self.add_sum(terms, coefficients, outside, (~literal,))
        return self._sum_literals[key]

    def occurrences(self, count: Count) -> LinearTerms:
        """The number of occurrences, each a literal, less the variable that is to be the number."""
        number = (count.number,) if isinstance(count.number, str) else ()
        linear = self.linear_terms(number, (-1,) * len(number))
        for name in count.counted:
            linear.add(self.membership_literal(name, count.values), (0, 1), 1)
        return linear

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
