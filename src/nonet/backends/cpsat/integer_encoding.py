"""CP-SAT's model as it is written: variables, literals, sums and operations, straight in the proto.

A literal made here is always equivalent to its statement ("x is 3", "this sum is at most 5"), never
only implied: so every solution of the model is one solution of CP-SAT, and enumeration reports no
solution twice.

A variable and a literal are indices of the proto; CP-SAT writes "not ``b``" as ``-1 - b``, which
is Python's ``~b``.

The model tells the meaning of a constraint over expressions, like to any encoder
(``nonet.model.expressions.encoding``), but the new variables are CP-SAT's, and their definitions are
posted at once, the product of two variables as CP-SAT's product.  Operations without a constraint
in CP-SAT (a quotient of negative numbers) are defined by primitives.

>>> from nonet.model import ModelBuilder
>>> from nonet.solving import count_solutions
>>> build = ModelBuilder()
>>> x, y = build.variables("xy", range(1, 2001))
>>> build.add(x * y == 1995)
>>> count_solutions(build, "cpsat").number
16
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ortools.sat.python.cp_model_helper import CpModelProto

from nonet.deadline import listed
from nonet.model import Constraint
from nonet.model.constraints.primitives import COMPARE, Comparison
from nonet.model.domain import Domain
from nonet.model.expressions.affine import Affine, Atom, Operation
from nonet.model.expressions.encoding import Encoder, encode_operation, negated_comparison
from nonet.model.expressions.logic import TURNED
from nonet.model.expressions.operations import (
    Absolute,
    Entry,
    Greatest,
    Least,
    Occurrences,
    Product,
    Quotient,
    Remainder,
    Truth,
)

Lit = int
"""A literal: the index of a Boolean variable of CP-SAT, or ``~`` of such an index."""

MAX_MAGNITUDE = 1 << 60
"""Largest magnitude of a value or a sum: CP-SAT computes in 64 bits."""

MAX_TABLE_VALUE = 1 << 31
"""Values of at least this magnitude are told to CP-SAT's tables as distances."""

ENDS: dict[str, Callable[[int], tuple[int, ...]]] = {
    "==": lambda constant: (constant, constant),
    "!=": lambda constant: (-MAX_MAGNITUDE, constant - 1, constant + 1, MAX_MAGNITUDE),
    "<=": lambda constant: (-MAX_MAGNITUDE, constant),
    ">=": lambda constant: (constant, MAX_MAGNITUDE),
}
"""The ends of the intervals in which a sum compares so with a constant."""


@dataclass(slots=True)
class LinearSum:
    """A weighted sum of CP-SAT's variables, each once, and a constant."""

    coefficients: dict[int, int] = field(default_factory=dict)
    constant: int = 0

    def add(self, term: int, coefficient: int = 1) -> None:
        """Add a multiple of a variable or a literal: "not ``b``" is ``1 - b``."""
        if term < 0:
            self.constant += coefficient
            term, coefficient = ~term, -coefficient
        self.coefficients[term] = self.coefficients.get(term, 0) + coefficient

    def write(self, target: Any, factor: int = 1) -> None:
        """Fill a linear expression of the proto with a multiple of the sum."""
        for variable, coefficient in self.coefficients.items():
            target.vars.append(variable)
            target.coeffs.append(factor * coefficient)
        if self.constant:
            target.offset = factor * self.constant


def flattened_intervals(domain: Domain) -> list[int]:
    """Return the ends of a domain's intervals in one list, in CP-SAT's form."""
    return [end for interval in domain.runs() for end in interval]


class IntegerEncoding(Encoder):
    """CP-SAT's model, with an integer variable for each of ours."""

    def __init__(self, domains: Mapping[str, Domain]) -> None:
        self.proto: Any = CpModelProto()
        self.new_constraint = self.proto.constraints.add
        self._protos = self.proto.variables
        self._ends: dict[int, Sequence[int]] = {}
        """The ends of the intervals of each variable of CP-SAT but for Booleans of the clauses."""
        self.domains = dict(domains)
        self.variables: dict[str, int] = {}
        self.literals_by_value: dict[str, dict[int, Lit]] = {}
        """The literals of all values, for the variables that need these."""
        self.intervals: dict[tuple[Affine, Affine, Lit | None], int] = {}
        """The places of the intervals of tasks, by start, duration and enforcement literal."""
        self._known: dict[Atom | Affine, str] = {}
        self._shifted_variables: dict[str, int] = {}
        self._membership_literals: dict[tuple[str, Domain], Lit] = {}
        self._equality_literals: dict[tuple[str, int], Lit] = {}
        self._sum_literals: dict[tuple[tuple[tuple[int, int], ...], Comparison, int], Lit] = {}
        flattened: dict[int, list[int]] = {}  # most variables share one domain
        for name, domain in domains.items():
            if (ends := flattened.get(id(domain))) is None:
                ends = flattened[id(domain)] = flattened_intervals(domain)
            self.variables[name] = self.new_integer(ends)

    def post(self, constraint: Constraint) -> None:
        """Add a constraint to the model."""
        raise NotImplementedError

    def truth_literal(self, constraint: Constraint) -> Lit:
        """Return the literal that is true where ``constraint`` holds, and only there."""
        raise NotImplementedError

    # -- variables --------------------------------------------------------------------------

    def new_integer(self, ends: Sequence[int]) -> int:
        """A new variable of CP-SAT, its domain as a flat list of intervals."""
        self._protos.add().domain.extend(list(ends))
        self._ends[len(self._protos) - 1] = ends
        return len(self._protos) - 1

    def new_literal(self) -> Lit:
        """A literal of which nothing is said yet."""
        return self.new_integer((0, 1))

    def range_of(self, variable: int) -> tuple[int, int]:
        """The smallest and the largest value of a variable of CP-SAT."""
        ends = self._ends.get(variable, (0, 1))
        return ends[0], ends[-1]

    def bounds(self, total: LinearSum) -> tuple[int, int]:
        """The values between which a sum lies."""
        low = high = total.constant
        for variable, factor in total.coefficients.items():
            ends = [factor * end for end in self.range_of(variable)]
            low, high = low + min(ends), high + max(ends)
        return low, high

    def declare(self, name: str, domain: Domain) -> None:
        """Declare an auxiliary variable, which the variables of the model determine."""
        self.domains[name] = domain
        self.variables[name] = self.new_integer(flattened_intervals(domain))

    def shifted_variable(self, name: str) -> tuple[int, int]:
        """A variable of small values, and a number: their sum is ``name``, which may be large."""
        variable, domain = self.variables[name], self.domains[name]
        if max(-domain.base, domain.highest) < MAX_TABLE_VALUE:
            return variable, 0
        if name not in self._shifted_variables:
            offset = self.new_integer([end - domain.base for end in flattened_intervals(domain)])
            self._shifted_variables[name] = offset
            self.add_sum({variable: 1, offset: -1}, (domain.base, domain.base))
        return self._shifted_variables[name], domain.base

    # -- literals ---------------------------------------------------------------------------

    @cached_property
    def true(self) -> Lit:
        """A literal that is true."""
        return self.new_integer((1, 1))

    @property
    def false(self) -> Lit:
        """A literal that is false."""
        return ~self.true

    def plain_literal(self, literal: Lit) -> Lit:
        """Return an equal literal that is a variable, and not a negated one."""
        if literal >= 0:
            return literal
        plain = self.new_literal()
        self.add_clause([~plain, literal])
        self.add_clause([plain, ~literal])
        return plain

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
            membership = self.new_literal()
            variable = {self.variables[name]: 1}
            self.add_sum(variable, flattened_intervals(inside), membership)
            self.add_sum(variable, flattened_intervals(outside), ~membership)
            self._membership_literals[name, inside] = membership
            self._membership_literals[name, outside] = ~membership
        return self._membership_literals[name, inside]

    def literals_of_values(self, name: str) -> dict[int, Lit]:
        """The literals "this variable takes this value", of all its values."""
        if name not in self.literals_by_value:
            domain = self.domains[name]
            values = listed(domain, len(domain), f"the values of {name}")
            self.literals_by_value[name] = {v: self.equality_literal(name, v) for v in values}
        return self.literals_by_value[name]

    def tie_literals(self, name: str, literals: Mapping[int, Lit]) -> None:
        """Take given literals, of which exactly one is true, as the literals of a variable's values."""
        for value, literal in literals.items():
            self._equality_literals[name, value] = literal
            if len(literals) > 1:
                self._tie(literal, name, value)

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
        literal = self.new_literal()
        self._tie(literal, name, value)
        if domain.size == 2:
            self._equality_literals[name, domain.base + domain.highest - value] = ~literal
        return literal

    def _tie(self, literal: Lit, name: str, value: int) -> None:
        """A literal is true exactly where a variable takes a value."""
        domain, variable = self.domains[name], {self.variables[name]: 1}
        below = () if value == domain.base else (domain.base, value - 1)
        above = () if value == domain.highest else (value + 1, domain.highest)
        self.add_sum(variable, (value, value), literal)
        self.add_sum(variable, below + above, ~literal)

    def comparison_literal(self, total: LinearSum, op: Comparison, constant: int) -> Lit:
        """Return the literal "the sum compares so", the same for the same sum in another order, for
        the sum times -1, and for the opposite."""
        constant -= total.constant
        pairs = sorted(total.coefficients.items())
        if not pairs:
            return self.true if COMPARE[op](0, constant) else self.false
        if pairs[0][1] < 0:
            pairs = [(term, -coefficient) for term, coefficient in pairs]
            op, constant = TURNED[op], -constant
        opposite = negated_comparison(op, constant)
        if is_negative := op in ("!=", ">="):
            (op, constant), opposite = opposite, (op, constant)
        key = tuple(pairs), op, constant
        if key not in self._sum_literals:
            literal = self._sum_literals[key] = self.new_literal()
            self.add_sum(dict(pairs), ENDS[op](constant), literal)
            self.add_sum(dict(pairs), ENDS[opposite[0]](opposite[1]), ~literal)
        return ~self._sum_literals[key] if is_negative else self._sum_literals[key]

    # -- constraints ------------------------------------------------------------------------

    def fail(self) -> None:
        """Make the model unsatisfiable."""
        self.add_clause([])

    def add_clause(self, literals: Iterable[Lit]) -> None:
        """Post that at least one of the literals is true."""
        self.new_constraint().bool_or.literals.extend(list(literals))

    def add_sum(self, coefficients: Mapping[int, int], ends: Sequence[int], *where: Lit) -> None:
        """Post that a sum lies in the intervals of these ends, where all of some literals hold."""
        posted = self.new_constraint()
        linear = posted.linear
        linear.vars.extend(list(coefficients))
        linear.coeffs.extend(list(coefficients.values()))
        linear.domain.extend(list(ends))
        if where:
            posted.enforcement_literal.extend(list(where))

    def add_comparison(self, total: LinearSum, op: Comparison, constant: int, *where: Lit) -> None:
        """Post a comparison of a sum, where all the literals ``where`` are true."""
        ends, coefficients = ENDS[op](constant - total.constant), total.coefficients
        is_plain = ends == (1, 1) and set(coefficients.values()) == {1} and not where
        if is_plain and all(self.range_of(each) == (0, 1) for each in coefficients):
            self.new_constraint().exactly_one.literals.extend(list(coefficients))
        else:
            self.add_sum(coefficients, ends, *where)

    def restrict_domain(self, name: str, values: Domain) -> None:
        """Leave a variable these of its values."""
        if not values.size:
            self.fail()
        elif values != self.domains[name]:
            self.add_sum({self.variables[name]: 1}, flattened_intervals(values))

    # -- expressions: what the model's encoder does, in CP-SAT's model ------------------------

    def new_variable(self, part: str, domain: Domain) -> str:
        name = self._new_name(part)
        self.declare(name, domain)
        return name

    def _new_name(self, part: str) -> str:
        return f"~{part} {len(self.domains)} of CP-SAT"

    def _named(self, part: str, variable: int) -> str:
        """Return a new name for a variable of CP-SAT."""
        name = self._new_name(part)
        self.domains[name] = Domain.range(*self.range_of(variable))
        self.variables[name] = variable
        return name

    def define(self, constraint: Constraint) -> None:
        self.post(constraint)

    def with_annotation(self, constraint: Constraint) -> Constraint:
        return constraint

    def variable_for_atom(self, atom: Atom) -> str:
        if isinstance(atom, str):
            return atom
        if atom not in self._known:
            define = DEFINITIONS.get(type(atom))
            result = None if define is None else define(self, atom)
            part = type(atom).__name__.lower()
            self._known[atom] = (
                encode_operation(atom, self) if result is None else self._named(part, result)
            )
        return self._known[atom]

    def truth_variable(self, truth: Truth) -> str:
        """The literal of the constraint as a variable."""
        literal = self.plain_literal(self.truth_literal(truth.of))
        self._known[truth] = self._named("truth", literal)
        return self._known[truth]

    def is_defined(self, atom: Operation) -> bool:
        """Whether a variable equals this operation already."""
        return atom in self._known

    def term(self, expression: Affine) -> LinearSum:
        """Return an expression over one variable at most, a new one if need be."""
        terms = expression.terms
        if len(terms) > 1:
            # entries i, i + 1 and i + 2 of an array share the variable of i: of a puzzle of nuts with
            # 42 entries, CP-SAT's probing took 0.155 s without, and takes 0.015 s
            terms = ((self.variable_for(Affine(terms)), 1),)
        variables = ((self.variables[self.variable_for_atom(a)], factor) for a, factor in terms)
        return LinearSum(dict(variables), expression.constant)

    def linear_sum(self, terms: Iterable[tuple[Atom, int]], constant: int = 0) -> LinearSum:
        """Return the sum of an expression's terms and a constant, in which truths and occurrences
        are literals."""
        total = LinearSum({}, constant)
        for atom, factor in terms:
            if isinstance(atom, str):
                total.add(self.variables[atom], factor)
            elif isinstance(atom, Entry) and (places := self._weighted_places(atom)) is not None:
                for literal, entry in places.items():
                    total.add(literal, factor * entry)
            elif isinstance(atom, Truth) and atom not in self._known:
                total.add(self.truth_literal(atom.of), factor)
            elif isinstance(atom, Occurrences) and atom not in self._known:
                for part in atom.of:
                    name = self.variable_for(part)
                    total.add(self.membership_literal(name, atom.values), factor)
            else:
                total.add(self.variables[self.variable_for_atom(atom)], factor)
        return total

    def _weighted_places(self, entry: Entry) -> dict[int, int] | None:
        """Return an array's integers by the literals of the index's values, if all these literals
        exist; else ``None``.

        So the cost of a tour is the sum over its arcs, as in textbooks.
        """
        if len(entry.index.terms) != 1 or not self.literals_by_value:
            return None
        ((atom, factor),) = entry.index.terms
        literals = self.literals_by_value.get(atom) if isinstance(atom, str) else None
        if literals is None or entry.constants is None or self.is_defined(entry):
            return None
        shift, constants = entry.index.constant, entry.constants
        return {literal: constants[factor * value + shift] for value, literal in literals.items()}

    def small_sum(self, part: Affine) -> LinearSum:
        """Return an expression for CP-SAT's maximum: a sum, or a variable where numbers are large."""
        total = self.linear_sum(part.terms, part.constant)
        low, high = self.bounds(total)
        if max(-low, high) > MAX_TABLE_VALUE:
            return LinearSum({self.variables[self.variable_for(part)]: 1})
        return total


# -- operations that are CP-SAT's own constraints -----------------------------------------------


def _new_result(
    encoding: IntegerEncoding,
    kind: str,
    ends: Sequence[int],
    parts: Iterable[LinearSum],
    factor: int = 1,
) -> int:
    """Return a new variable: ``factor`` times it is CP-SAT's operation of ``factor`` times the parts."""
    result = encoding.new_integer(ends)
    posted = getattr(encoding.new_constraint(), kind)
    LinearSum({result: factor}).write(posted.target)
    for part in parts:
        part.write(posted.exprs.add(), factor)
    return result


def _product(encoding: IntegerEncoding, atom: Product) -> int:
    left, right = encoding.term(atom.left), encoding.term(atom.right)
    corners = [a * b for a in encoding.bounds(left) for b in encoding.bounds(right)]
    return _new_result(encoding, "int_prod", (min(corners), max(corners)), (left, right))


def _division(encoding: IntegerEncoding, atom: Quotient | Remainder) -> int | None:
    """Return the result of CP-SAT's division, which rounds towards 0, for dividends from 0 and
    divisors from 1; else ``None``."""
    low, divisor = (part.bounds(encoding.domains)[0] for part in (atom.left, atom.right))
    if low < 0 or divisor < 1:
        return None
    if isinstance(atom, Remainder) and (parity := _parity(encoding, atom)) is not None:
        return parity
    parts = encoding.term(atom.left), encoding.term(atom.right)
    ends = atom.bounds(*(Domain.range(*encoding.bounds(part)) for part in parts))
    kind = "int_div" if isinstance(atom, Quotient) else "int_mod"
    return _new_result(encoding, kind, ends, parts)


def _parity(encoding: IntegerEncoding, atom: Remainder) -> int | None:
    """Return the result of ``sum % 2`` for a sum of Booleans, an exclusive or; else ``None``.

    CP-SAT proves the optimum of a parity problem of 22 Booleans in 6 s, and with a division not in
    a minute.
    """
    if atom.right.terms or atom.right.constant != 2:
        return None
    total = encoding.linear_sum(atom.left.terms, atom.left.constant)
    odd = [variable for variable, factor in total.coefficients.items() if factor % 2]
    if not odd or any(encoding.range_of(each) != (0, 1) for each in odd):
        return None
    result = encoding.new_literal()
    true_literal = result if total.constant % 2 else ~result
    encoding.new_constraint().bool_xor.literals.extend([*odd, true_literal])
    return result


def _absolute(encoding: IntegerEncoding, atom: Absolute) -> int:
    total = encoding.small_sum(atom.of)
    low, high = encoding.bounds(total)
    least = 0 if low <= 0 <= high else min(abs(low), abs(high))
    opposite = LinearSum({v: -c for v, c in total.coefficients.items()}, -total.constant)
    return _new_result(encoding, "lin_max", (least, max(-low, high)), (total, opposite))


def _extreme(encoding: IntegerEncoding, atom: Least | Greatest) -> int:
    """The greatest, or the opposite of the greatest of the opposites."""
    sums = [encoding.small_sum(part) for part in dict.fromkeys(atom.of)]
    pick, factor = (min, -1) if isinstance(atom, Least) else (max, 1)
    lows, highs = zip(*map(encoding.bounds, sums), strict=True)
    return _new_result(encoding, "lin_max", (pick(lows), pick(highs)), sums, factor)


def _entry(encoding: IntegerEncoding, atom: Entry) -> int | None:
    """An entry of an array of integers; CP-SAT's element of variables is not trusted
    (``constraints.py``)."""
    constants = atom.constants
    if constants is None:
        return None
    index = encoding.term(atom.index)
    places = atom.index.possible_values(encoding.domains)
    used = constants if len(places) == len(constants) else [constants[i] for i in places]
    result = encoding.new_integer(flattened_intervals(Domain.of(used)))
    posted = encoding.new_constraint().element
    index.write(posted.linear_index)
    LinearSum({result: 1}).write(posted.linear_target)
    for entry in constants:
        posted.exprs.add().offset = entry
    return result


DEFINITIONS: dict[type[Operation], Callable[[IntegerEncoding, Any], int | None]] = {
    Absolute: _absolute,
    Entry: _entry,
    Greatest: _extreme,
    Least: _extreme,
    Product: _product,
    Quotient: _division,
    Remainder: _division,
}
"""For each operation that CP-SAT has, a function that posts the operation and returns its variable;
``None`` if the operation does not fit, and primitives must define it."""
