"""Operations of expressions as CP-SAT's own constraints: products, quotients, extremes, entries.

An ``ExpressionEncoder`` is told by the model what a constraint over expressions says, as any
encoder is (``nonet.model.expressions.encoding``), but its new variables are CP-SAT's, and
what defines them is posted at once, the product of two variables as CP-SAT's product.  What
CP-SAT has no constraint for (a quotient of negative numbers) is defined by primitives.

>>> from nonet.model import ModelBuilder
>>> from nonet.solving import count
>>> build = ModelBuilder()
>>> x, y = build.variables("xy", range(1, 2001))
>>> build.add(x * y == 1995)
>>> count(build, "cpsat").number
16
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

from nonet.backends.cpsat.integer_encoding import MAX_TABLE_VALUE, IntegerEncoding
from nonet.backends.cpsat.reification import truth_literal
from nonet.backends.cpsat.weighted_sums import LinearTerms
from nonet.model import Constraint, Domain
from nonet.model.expressions.affine import Affine, Atom, Operation
from nonet.model.expressions.composed import Composed
from nonet.model.expressions.encoding import Encoder
from nonet.model.expressions.operations import Absolute, Product, Quotient, Remainder, Truth
from nonet.model.expressions.selections import Entry, Greatest, Least, Occurrences

Post = Callable[[IntegerEncoding, Constraint], None]


class ExpressionEncoder(Encoder):
    """The variables that equal expressions, in CP-SAT's model."""

    def __init__(self, encoding: IntegerEncoding, post: Post) -> None:
        self.encoding = encoding
        self.domains = encoding.domains
        self._post = post
        self._known: dict[Atom | Affine, str] = {}

    # -- what the model's encoder does, in CP-SAT's model -----------------------------------

    def new_variable(self, part: str, domain: Domain) -> str:
        name = f"~{part} {len(self.domains)} of CP-SAT"
        self.encoding.declare(name, domain)
        return name

    def define(self, constraint: Constraint) -> None:
        self._post(self.encoding, constraint)

    def with_annotation(self, constraint: Constraint) -> Constraint:
        return constraint

    def variable_for_atom(self, atom: Atom) -> str:
        if isinstance(atom, str):
            return atom
        if atom not in self._known:
            define = DEFINITIONS.get(type(atom))
            name = define(self, atom) if define is not None else None
            self._known[atom] = name or atom.encode(self)
        return self._known[atom]

    def truth_variable(self, truth: Truth) -> str:
        """The literal of the constraint as a variable."""
        encoding = self.encoding
        literal = truth_literal(encoding, truth.of)
        if literal < 0:
            opposite, literal = ~literal, encoding.new_literal()
            encoding.post_sum_in((literal, opposite), (1, 1), [(1, 1)])
        name = f"~truth {len(self.domains)} of CP-SAT"
        encoding.adopt(name, literal)
        self._known[truth] = name
        return name

    def has_variable(self, atom: Operation) -> bool:
        """Whether a variable equals this operation already."""
        return atom in self._known

    # -- expressions in CP-SAT's terms ------------------------------------------------------

    def linear_terms(self, expression: Affine) -> LinearTerms:
        """An expression as a weighted sum; truths and occurrences are literals in it."""
        encoding = self.encoding
        if not expression.depth:
            names = [str(atom) for atom, _ in expression.terms]
            found = encoding.linear_terms(names, [factor for _, factor in expression.terms])
            return replace(found, constant=found.constant + expression.constant)
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
                name = self.variable_for_atom(atom)
                terms.append(encoding.variables[name])
                ranges.append(encoding.ranges[name])
                coefficients.append(factor)
        return LinearTerms(terms, ranges, coefficients, expression.constant)

    def _weighted_places(self, entry: Entry) -> dict[int, int] | None:
        """An array's integers by the literals of the index's values, where all of these are there.

        So the cost of a tour is the sum over its arcs, as in textbooks.
        """
        if entry in self._known or entry.constants is None or len(entry.index.terms) != 1:
            return None
        ((atom, factor),) = entry.index.terms
        literals = self.encoding.literals_by_value.get(atom) if isinstance(atom, str) else None
        if literals is None:
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
            return Affine(((self.variable_for(expression), 1),))
        if not expression.depth:
            return expression
        ((atom, factor),) = expression.terms
        return Affine(((self.variable_for_atom(atom), factor),), expression.constant)

    def write(self, target: Any, expression: Affine, factor: int = 1) -> None:
        """Fill a linear expression of the proto, over one variable at most."""
        expression = self.single(expression)
        for name, times in expression.terms:
            target.vars.append(self.encoding.variables[str(name)])
            target.coeffs.append(times * factor)
        target.offset = expression.constant * factor

    def write_all(self, targets: Any, expressions: Sequence[Affine], factor: int = 1) -> None:
        """Add linear expressions to a list of the proto."""
        for expression in expressions:
            self.write(targets.add(), expression, factor)

    def write_sums(self, targets: Any, sums: Sequence[Affine], factor: int = 1) -> None:
        """Add expressions over any number of variables to a list of the proto."""
        for expression in sums:
            linear = self.linear_terms(expression)
            weights: dict[int, int] = {}
            constant = linear.constant
            for term, coefficient in zip(linear.terms, linear.coefficients, strict=True):
                if term < 0:  # the opposite of a literal
                    term, coefficient, constant = ~term, -coefficient, constant + coefficient
                weights[term] = weights.get(term, 0) + coefficient
            target = targets.add()
            target.vars.extend(list(weights))
            target.coeffs.extend([weight * factor for weight in weights.values()])
            target.offset = constant * factor

    def operands(self, parts: Sequence[Affine]) -> tuple[list[Affine], list[tuple[int, int]]]:
        """Expressions for CP-SAT's maximum, and their bounds: sums as they are, if not too large.

        Each operation in them has a variable.
        """
        flattened, ends = [], []
        for part in dict.fromkeys(parts):
            flat = self._flat(part)
            bounds = flat.bounds(self.domains)
            magnitude = max(map(abs, bounds))
            if magnitude > MAX_TABLE_VALUE:
                flat = self.single(flat)
            self.encoding.largest_magnitude = max(self.encoding.largest_magnitude, magnitude)
            flattened.append(flat)
            ends.append(bounds)
        return flattened, ends

    def new_result(self, atom: Operation, domain: Domain) -> tuple[str, Affine]:
        """The new variable of an operation, by name and as an expression."""
        name = self.new_expression_variable(atom, domain)
        return name, Affine(((name, 1),))


def _product(encoder: ExpressionEncoder, atom: Product) -> str:
    left, right = encoder.single(atom.left), encoder.single(atom.right)
    left_ends, right_ends = left.bounds(encoder.domains), right.bounds(encoder.domains)
    ends = [x * y for x in left_ends for y in right_ends]
    name, result = encoder.new_result(atom, Domain.range(min(ends), max(ends)))
    posted = encoder.encoding.new_constraint().int_prod
    encoder.write(posted.target, result)
    encoder.write_all(posted.exprs, (left, right))
    return name


def _division(encoder: ExpressionEncoder, atom: Quotient | Remainder) -> str | None:
    """CP-SAT's, which rounds towards 0: for what is 0 or more, by what is 1 or more."""
    left, right = encoder.single(atom.left), encoder.single(atom.right)
    ends = _ends(encoder, left, right)
    if ends[0].base < 0 or ends[1].base < 1:
        return None
    name, result = encoder.new_result(atom, Domain.range(*atom.bounds(*ends)))
    new = encoder.encoding.new_constraint()
    posted = new.int_div if isinstance(atom, Quotient) else new.int_mod
    encoder.write(posted.target, result)
    encoder.write_all(posted.exprs, (left, right))
    return name


def _ends(encoder: ExpressionEncoder, *parts: Affine) -> list[Domain]:
    """Of each expression all values between the least and the greatest."""
    return [Domain.range(*part.bounds(encoder.domains)) for part in parts]


def _absolute(encoder: ExpressionEncoder, atom: Absolute) -> str:
    (of,), ((low, high),) = encoder.operands([atom.of])
    least = 0 if low <= 0 <= high else min(abs(low), abs(high))
    name, result = encoder.new_result(atom, Domain.range(least, max(-low, high)))
    posted = encoder.encoding.new_constraint().lin_max
    encoder.write(posted.target, result)
    encoder.write_sums(posted.exprs, [of])
    encoder.write_sums(posted.exprs, [of], -1)
    return name


def _extreme(encoder: ExpressionEncoder, atom: Least | Greatest) -> str:
    """The greatest, or the opposite of the greatest of the opposites."""
    parts, ranges = encoder.operands(atom.of)
    pick, factor = (min, -1) if isinstance(atom, Least) else (max, 1)
    ends = pick(low for low, _ in ranges), pick(high for _, high in ranges)
    name, result = encoder.new_result(atom, Domain.range(*ends))
    posted = encoder.encoding.new_constraint().lin_max
    encoder.write(posted.target, result, factor)
    encoder.write_sums(posted.exprs, parts, factor)
    return name


def _entry(encoder: ExpressionEncoder, atom: Entry) -> str | None:
    """An entry of an array of integers; CP-SAT's element of variables is not trusted
    (``posting.py``)."""
    if any(entry.terms for entry in atom.array):
        return None
    index = encoder.single(atom.index)
    values = {atom.array[i].constant for i in index.possible_values(encoder.domains)}
    name, result = encoder.new_result(atom, Domain.of(values))
    posted = encoder.encoding.new_constraint().element
    encoder.write(posted.linear_index, index)
    encoder.write(posted.linear_target, result)
    encoder.write_all(posted.exprs, atom.array)
    return name


DEFINITIONS: dict[type[Operation], Callable[[ExpressionEncoder, Any], str | None]] = {
    Absolute: _absolute,
    Entry: _entry,
    Greatest: _extreme,
    Least: _extreme,
    Product: _product,
    Quotient: _division,
    Remainder: _division,
}
"""For each operation that CP-SAT has: posts it and gives the name of its variable; ``None`` where
it does not fit, and primitives are to define it."""
