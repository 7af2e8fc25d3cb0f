"""Operations of expressions as CP-SAT's own constraints: products, quotients, extremes, entries.

The model tells an ``ExpressionEncoder`` the meaning of a constraint over expressions, like any
encoder (``nonet.model.expressions.encoding``), but its new variables are CP-SAT's, and their
definitions are posted at once, the product of two variables as CP-SAT's product.  Operations
without a constraint in CP-SAT (a quotient of negative numbers) are defined by primitives.

>>> from nonet.model import ModelBuilder
>>> from nonet.solving import count_solutions
>>> build = ModelBuilder()
>>> x, y = build.variables("xy", range(1, 2001))
>>> build.add(x * y == 1995)
>>> count_solutions(build, "cpsat").number
16

A product, a quotient, a maximum or an entry (``OperationWriter``) is filled in and copied into the
model by one call, as sums are: each of its expressions has one variable, which is overwritten.

Comparisons of two variables imply bounds of differences (``DifferenceBounds``): from ``w < x`` and
``x < y`` follows ``y - w >= 2``, which CP-SAT does not see at first.  A variable of CP-SAT that equals
``x - y`` gets these bounds.  A Golomb ruler of 8 marks, in CPU seconds: 0.53 with the bounds of the
domains, 0.27 with these bounds.

>>> from nonet.model import Linear
>>> rising = [Linear((low, high), (1, -1), "<=", -1) for low, high in ("wx", "xy")]
>>> bounds = DifferenceBounds(rising)
>>> bounds.most("w", "y"), bounds.most("y", "w")
(-2, None)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from functools import cached_property
from typing import Any

from nonet.backends.cpsat.binding import ConstraintProto, CpModel, LinearExpressionProto
from nonet.backends.cpsat.integer_encoding import MAX_TABLE_VALUE, IntegerEncoding
from nonet.backends.cpsat.truths import truth_literal
from nonet.backends.cpsat.weighted_sums import LinearTerms, intervals_of_values
from nonet.model import Constraint, Domain, Linear
from nonet.model.expressions.affine import Affine, Atom, Operation
from nonet.model.expressions.composed import Composed
from nonet.model.expressions.encoding import Encoder
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

MAX_STEPS = 100_000
"""Maximum number of steps along comparisons, for all differences of a model."""


class DifferenceBounds:
    """The largest differences of variables that hold in every solution."""

    def __init__(self, constraints: Iterable[Constraint]) -> None:
        self._constraints: Iterable[Constraint] | None = constraints
        self._after: dict[str, list[tuple[str, int]]] = {}
        """For each variable y, the pairs (x, bound) with ``x - y <= bound``."""
        self._paths: dict[str, dict[str, int]] = {}
        self._steps = 0

    def most(self, x: str, y: str) -> int | None:
        """Return a number that ``x - y`` is at most, or ``None``."""
        if self._constraints is not None:
            self._add_comparisons(self._constraints)
            self._constraints = None
        if y not in self._paths:
            self._paths[y] = self._shortest_paths(y)
        return self._paths[y].get(x)

    def _add_comparisons(self, constraints: Iterable[Constraint]) -> None:
        for each in constraints:
            if type(each) is not Linear or each.coefficients not in ((1, -1), (-1, 1)):
                continue
            x, y = each.scope if each.coefficients[0] > 0 else each.scope[::-1]
            if each.op in ("<=", "=="):
                self._after.setdefault(y, []).append((x, each.constant))
            if each.op in (">=", "=="):
                self._after.setdefault(x, []).append((y, -each.constant))

    def _shortest_paths(self, source: str) -> dict[str, int]:
        """Return the least known bound of each variable's distance from ``source``.

        By Bellman and Ford's algorithm; every bound on the way is valid, so it may stop early, as
        it must where comparisons contradict each other.
        """
        bounds = {source: 0}
        waiting = deque([source])
        while waiting and self._steps < MAX_STEPS:
            y = waiting.popleft()
            for x, bound in self._after.get(y, ()):
                self._steps += 1
                if x not in bounds or bounds[y] + bound < bounds[x]:
                    bounds[x] = bounds[y] + bound
                    waiting.append(x)
        return bounds


Term = tuple[int | None, int, int, int, int]
"""``factor * variable + constant`` and its bounds: (variable, factor, constant, low, high); the
variable is ``None`` for a number."""


def scaled_term(result: tuple[int, int, int], factor: int, constant: int) -> Term:
    """A multiple of a variable with these bounds, and a number."""
    variable, low, high = result
    if factor == 1 and not constant:
        return variable, 1, 0, low, high
    first, second = factor * low + constant, factor * high + constant
    return variable, factor, constant, min(first, second), max(first, second)


class _Operand:
    """An expression of one variable in a constraint that is filled in again and again."""

    def __init__(self, proto: Any) -> None:
        proto.vars.append(0)
        proto.coeffs.append(1)
        self._proto, self.variables, self._factors = proto, proto.vars, proto.coeffs
        self._factor, self._constant = 1, 0

    def fill(self, term: Term) -> None:
        """Write ``factor * variable + constant``."""
        variable, factor, constant, _, _ = term
        assert variable is not None
        self.variables[0] = variable
        if factor != self._factor:
            self._factors[0] = self._factor = factor
        if constant != self._constant:
            self._proto.offset = self._constant = constant


def append_variables(expressions: Any, variables: Iterable[int]) -> None:
    """Append variables to a list of expressions, in a third of the time of filling each anew."""
    form: Any = LinearExpressionProto()
    operand = _Operand(form)
    indices, append = operand.variables, expressions.append
    for variable in variables:
        indices[0] = variable
        append(form)


def append_terms(expressions: Any, terms: Iterable[Term]) -> None:
    """Append expressions over one variable at most to a list of expressions."""
    form: Any = LinearExpressionProto()
    operand, append = _Operand(form), expressions.append
    for term in terms:
        if term[0] is None:
            expressions.add().offset = term[2]
        else:
            operand.fill(term)
            append(form)


class OperationWriter:
    """Appends operations to the proto of a model; their results are variables by index."""

    def __init__(self, model: CpModel) -> None:
        self._constraints = model.proto.constraints
        self._forms: dict[str, tuple[Any, Any, _Operand, _Operand]] = {}

    def add_binary(self, kind: str, result: int, left: Term, right: Term) -> None:
        """``result`` equals ``int_prod``, ``int_div`` or ``int_mod`` of two operands."""
        if left[0] is None or right[0] is None:
            posted = getattr(self._constraints.add(), kind)
            _write_term(posted.target, (result, 1, 0, 0, 0))
            for term in (left, right):
                _write_term(posted.exprs.add(), term)
            return
        if kind not in self._forms:
            form = ConstraintProto()
            posted = getattr(form, kind)
            _write_term(posted.target, (0, 1, 0, 0, 0))
            operands = _Operand(posted.exprs.add()), _Operand(posted.exprs.add())
            self._forms[kind] = (form, posted.target.vars, *operands)
        form, target, first, second = self._forms[kind]
        target[0] = result
        first.fill(left)
        second.fill(right)
        self._constraints.append(form)

    def add_maximum(
        self, result: int, sums: Iterable[tuple[LinearTerms, int]], factor: int = 1
    ) -> None:
        """``factor * result`` is the greatest of some sums, each times a factor."""
        posted = self._constraints.add().lin_max
        _write_term(posted.target, (result, factor, 0, 0, 0))
        for linear, times in sums:
            target = posted.exprs.add()
            target.vars.extend(linear.terms)
            if times == 1:
                target.coeffs.extend(linear.coefficients)
            else:
                target.coeffs.extend([times * coefficient for coefficient in linear.coefficients])
            if linear.constant:
                target.offset = times * linear.constant

    def add_exclusive_or(self, literals: Sequence[int]) -> None:
        """An odd number of the literals is true."""
        self._constraints.add().bool_xor.literals.extend(literals)

    def add_entry(self, result: int, index: Term, entries: Sequence[int]) -> None:
        """``result`` is the entry at an index, counted from 0."""
        posted = self._constraints.add().element
        _write_term(posted.linear_index, index)
        _write_term(posted.linear_target, (result, 1, 0, 0, 0))
        add = posted.exprs.add
        for entry in entries:
            add().offset = entry


def _write_term(target: Any, term: Term) -> None:
    variable, factor, constant, _, _ = term
    if variable is not None:
        target.vars.append(variable)
        target.coeffs.append(factor)
    if constant:
        target.offset = constant


Post = Callable[[IntegerEncoding, Constraint], None]

Result = tuple[int, int, int]
"""A variable of CP-SAT by its index, its smallest and its largest value."""


class ExpressionEncoder(Encoder):
    """The variables that equal expressions, in CP-SAT's model."""

    def __init__(
        self, encoding: IntegerEncoding, post: Post, constraints: Iterable[Constraint] = ()
    ) -> None:
        self.encoding = encoding
        self.differences = DifferenceBounds(constraints)
        self.domains = encoding.domains
        self._post = post
        self._known: dict[Atom | Affine, str] = {}
        self._results: dict[Operation, Result] = {}
        """The variables of operations that are CP-SAT's own constraints, named when needed."""

    @cached_property
    def writer(self) -> OperationWriter:
        """Writes operations into the proto."""
        return OperationWriter(self.encoding.model)

    # -- what the model's encoder does, in CP-SAT's model -----------------------------------

    def new_variable(self, part: str, domain: Domain) -> str:
        name = f"~{part} {len(self.domains)} of CP-SAT"
        self.encoding.declare(name, domain)
        return name

    def define(self, constraint: Constraint) -> None:
        self._post(self.encoding, constraint)

    def with_annotation(self, constraint: Constraint) -> Constraint:
        return constraint

    def possible_values(self, expression: Affine) -> Domain:
        values = super().possible_values(expression)
        if len(expression.terms) == 2:
            (x, factor), (y, opposite) = expression.terms
            if isinstance(x, str) and isinstance(y, str) and {factor, opposite} == {1, -1}:
                x, y = (x, y) if factor == 1 else (y, x)
                most, least = self.differences.most(x, y), self.differences.most(y, x)
                bounded = values if most is None else values.at_most(most + expression.constant)
                if least is not None:
                    bounded = bounded.at_least(expression.constant - least)
                return bounded or values  # none is left where the comparisons contradict
        return values

    def variable_for_atom(self, atom: Atom) -> str:
        if isinstance(atom, str):
            return atom
        name = self._known.get(atom)
        if name is None:
            if (result := self._defined_result(atom)) is None:
                name = atom.encode(self)
            else:
                name = f"~{type(atom).__name__.lower()} {len(self.domains)} of CP-SAT"
                self.encoding.adopt(name, *result)
            self._known[atom] = name
        return name

    def result_of(self, atom: Atom) -> Result:
        """The variable that equals an atom."""
        encoding = self.encoding
        if not isinstance(atom, str):
            if (result := self._defined_result(atom)) is not None:
                return result
            atom = self.variable_for_atom(atom)
        return encoding.variables[atom], *encoding.ranges[atom]

    def _defined_result(self, atom: Operation) -> Result | None:
        """Return the variable of an operation, or ``None`` if CP-SAT has no constraint for the
        operation."""
        result = self._results.get(atom)
        if result is None and (define := DEFINITIONS.get(type(atom))) is not None:
            if self._known and atom in self._known:  # defined by primitives before
                return None
            result = define(self, atom)
            if result is not None:
                self._results[atom] = result
        return result

    def new_result(self, low: int, high: int) -> int:
        """A new variable between two bounds."""
        encoding = self.encoding
        encoding.note_magnitude(max(-low, high), "an expression")
        return encoding.new_integer((low, high))

    def term_of(self, expression: Affine) -> Term:
        """An expression over one variable at most, a new one if need be."""
        terms, constant = expression.terms, expression.constant
        if not terms:
            return None, 0, constant, constant, constant
        if len(terms) == 1:
            ((atom, factor),) = terms
            if type(atom) is str and factor == 1 and not constant:
                return self.encoding.variables[atom], 1, 0, *self.encoding.ranges[atom]
            return scaled_term(self.result_of(atom), factor, constant)
        # entries i, i + 1 and i + 2 of an array share the variable of i: of a puzzle of nuts with
        # 42 entries, CP-SAT's probing took 0.155 s without, and takes 0.015 s
        name = self.variable_for(Affine(terms))
        result = (self.encoding.variables[name], *self.encoding.ranges[name])
        return scaled_term(result, 1, constant)

    def truth_variable(self, truth: Truth) -> str:
        """The literal of the constraint as a variable."""
        encoding = self.encoding
        literal = truth_literal(encoding, truth.of)
        if literal < 0:
            opposite, literal = ~literal, encoding.new_literal()
            encoding.post_sum_in((literal, opposite), (1, 1), [(1, 1)])
        name = f"~truth {len(self.domains)} of CP-SAT"
        encoding.adopt(name, literal, 0, 1)
        self._known[truth] = name
        return name

    def has_variable(self, atom: Operation) -> bool:
        """Whether a variable equals this operation already."""
        return atom in self._known or atom in self._results

    # -- expressions in CP-SAT's terms ------------------------------------------------------

    def linear_terms(self, expression: Affine) -> LinearTerms:
        """Return an expression as a weighted sum, in which truths and occurrences are literals."""
        encoding = self.encoding
        if not expression.depth:
            names = [str(atom) for atom, _ in expression.terms]
            linear = encoding.linear_terms(names, [factor for _, factor in expression.terms])
            return replace(linear, constant=linear.constant + expression.constant)
        terms: list[int] = []
        coefficients: list[int] = []
        ranges: list[tuple[int, int]] = []
        for atom, factor in expression.terms:
            literals = None
            if isinstance(atom, Truth) and atom not in self._known:
                literals = [truth_literal(encoding, atom.of)]
            elif isinstance(atom, Occurrences) and atom not in self._known:
                names = [self.variable_for(part) for part in atom.of]
                literals = [encoding.membership_literal(name, atom.values) for name in names]
            elif isinstance(atom, Entry) and (places := self._weighted_places(atom)) is not None:
                terms += places
                ranges += [(0, 1)] * len(places)
                coefficients += [factor * entry for entry in places.values()]
                continue
            if literals is not None:
                terms += literals
                ranges += [(0, 1)] * len(literals)
                coefficients += [factor] * len(literals)
            else:
                variable, low, high = self.result_of(atom)
                terms.append(variable)
                ranges.append((low, high))
                coefficients.append(factor)
        return LinearTerms(terms, ranges, coefficients, expression.constant)

    def _weighted_places(self, entry: Entry) -> dict[int, int] | None:
        """Return an array's integers by the literals of the index's values, if all these literals
        exist; else ``None``.

        So the cost of a tour is the sum over its arcs, as in textbooks.
        """
        if len(entry.index.terms) != 1 or not self.encoding.literals_by_value:
            return None
        ((atom, factor),) = entry.index.terms
        literals = self.encoding.literals_by_value.get(atom) if isinstance(atom, str) else None
        if literals is None or entry.constants is None or self.has_variable(entry):
            return None
        shift, constants = entry.index.constant, entry.constants
        return {literal: constants[factor * value + shift] for value, literal in literals.items()}

    def flattened(self, constraint: Composed) -> Composed:
        """A constraint with weighted sums of variables as its operands."""
        if constraint.is_flat:
            return constraint
        operands = {
            each.name: self._flat(getattr(constraint, each.name))
            for each in fields(constraint)
            if each.init and each.name != "rule"
        }
        return replace(constraint, **operands)

    def _flat(self, held: Any) -> Any:
        if isinstance(held, tuple):
            return tuple(map(self._flat, held))
        if not isinstance(held, Affine) or not held.depth:
            return held
        terms = tuple(
            (name, factor) for name, factor in self.variable_terms(held).items() if factor
        )
        return Affine(terms, held.constant)

    def single(self, expression: Affine) -> Affine:
        """The expression over one variable at most, a new one if need be."""
        if len(expression.terms) > 1:
            name = self.variable_for(Affine(expression.terms))
            return Affine(((name, 1),), expression.constant)
        if not expression.depth:
            return expression
        ((atom, factor),) = expression.terms
        return Affine(((self.variable_for_atom(atom), factor),), expression.constant)

    def write(self, target: Any, expression: Affine) -> None:
        """Fill a linear expression of the proto, over one variable at most."""
        expression = self.single(expression)
        for name, times in expression.terms:
            target.vars.append(self.encoding.variables[str(name)])
            target.coeffs.append(times)
        target.offset = expression.constant

    def write_all(self, targets: Any, expressions: Sequence[Affine]) -> None:
        """Add linear expressions to a list of the proto."""
        append_terms(targets, map(self.term_of, expressions))

    def sums(self, parts: Sequence[Affine]) -> tuple[list[LinearTerms], list[tuple[int, int]]]:
        """Expressions for CP-SAT's maximum, each once, and the bounds of each.

        A sum stays a sum, if its numbers are not too large; else a variable stands for the sum.
        """
        sums, ends = [], []
        for part in dict.fromkeys(parts):
            linear = self.linear_terms(part)
            bounds = linear.bounds()
            magnitude = max(-bounds[0], bounds[1])
            if magnitude > MAX_TABLE_VALUE:
                name = self.variable_for(part)
                bounds = self.encoding.ranges[name]
                linear = LinearTerms([self.encoding.variables[name]], [bounds], [1])
            self.encoding.note_magnitude(magnitude, "an expression")
            sums.append(linear.without_negations())
            ends.append(bounds)
        return sums, ends


def _product(encoder: ExpressionEncoder, atom: Product) -> Result:
    left, right = encoder.term_of(atom.left), encoder.term_of(atom.right)
    low, high, other_low, other_high = left[3], left[4], right[3], right[4]
    if low >= 0 and other_low >= 0:
        ends = low * other_low, high * other_high
    else:
        corners = low * other_low, low * other_high, high * other_low, high * other_high
        ends = min(corners), max(corners)
    result = encoder.new_result(*ends)
    encoder.writer.add_binary("int_prod", result, left, right)
    return result, *ends


def _division(encoder: ExpressionEncoder, atom: Quotient | Remainder) -> Result | None:
    """Return the result of CP-SAT's division, which rounds towards 0, for dividends from 0 and
    divisors from 1; else ``None``."""
    low, divisor = (part.bounds(encoder.domains)[0] for part in (atom.left, atom.right))
    if low < 0 or divisor < 1:
        return None
    if isinstance(atom, Remainder) and (parity := _parity(encoder, atom)) is not None:
        return parity
    left, right = encoder.term_of(atom.left), encoder.term_of(atom.right)
    ends = atom.bounds(Domain.range(left[3], left[4]), Domain.range(right[3], right[4]))
    result = encoder.new_result(*ends)
    kind = "int_div" if isinstance(atom, Quotient) else "int_mod"
    encoder.writer.add_binary(kind, result, left, right)
    return result, *ends


def _parity(encoder: ExpressionEncoder, atom: Remainder) -> Result | None:
    """Return the result of ``sum % 2`` for a sum of Booleans, an exclusive or; else ``None``.

    CP-SAT proves the optimum of a parity problem of 22 Booleans in 6 s, and with a division not in
    a minute.
    """
    if atom.right.terms or atom.right.constant != 2:
        return None
    linear = encoder.linear_terms(atom.left)
    odd = [i for i, coefficient in enumerate(linear.coefficients) if coefficient % 2]
    if not odd or any(linear.ranges[i] != (0, 1) for i in odd):
        return None
    result = encoder.new_result(0, 1)
    true_literal = result if linear.constant % 2 else -result - 1
    encoder.writer.add_exclusive_or([*(linear.terms[i] for i in odd), true_literal])
    return result, 0, 1


def _absolute(encoder: ExpressionEncoder, atom: Absolute) -> Result:
    sums, ((low, high),) = encoder.sums([atom.of])
    least = 0 if low <= 0 <= high else min(abs(low), abs(high))
    ends = least, max(-low, high)
    result = encoder.new_result(*ends)
    encoder.writer.add_maximum(result, [(sums[0], 1), (sums[0], -1)])
    return result, *ends


def _extreme(encoder: ExpressionEncoder, atom: Least | Greatest) -> Result:
    """The greatest, or the opposite of the greatest of the opposites."""
    sums, ranges = encoder.sums(atom.of)
    pick, factor = (min, -1) if isinstance(atom, Least) else (max, 1)
    ends = pick(low for low, _ in ranges), pick(high for _, high in ranges)
    result = encoder.new_result(*ends)
    encoder.writer.add_maximum(result, [(each, factor) for each in sums], factor)
    return result, *ends


def _entry(encoder: ExpressionEncoder, atom: Entry) -> Result | None:
    """An entry of an array of integers; CP-SAT's element of variables is not trusted
    (``posting.py``)."""
    constants = atom.constants
    if constants is None:
        return None
    index = encoder.term_of(atom.index)
    places = atom.index.possible_values(encoder.domains)
    used = constants if len(places) == len(constants) else [constants[i] for i in places]
    ends = intervals_of_values(used)
    encoder.encoding.note_magnitude(max(-ends[0], ends[-1]), "an expression")
    result = encoder.encoding.new_integer(ends)
    encoder.writer.add_entry(result, index, constants)
    return result, ends[0], ends[-1]


DEFINITIONS: dict[type[Operation], Callable[[ExpressionEncoder, Any], Result | None]] = {
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
