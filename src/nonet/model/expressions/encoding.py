"""Encoding: constraints over expressions by the primitives over variables.

An encoder gives each expression a variable that equals the expression, with exactly one value for
any values of the other variables, and brings logic to a form in which only "or" (``AnyOf``) and
"and" remain: "not" moves inwards to the primitives, each of which has an opposite of its own.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y = Variable("x"), Variable("y")
>>> domains = {"x": Domain.range(0, 3), "y": Domain.range(0, 3)}
>>> parts = encode_constraint(abs(x - y) + x == 2, domains, lambda part: f"~{part}")
>>> [getattr(part, "formula", "") or type(part).__name__ for part in parts.constraints]
['x - y - ~value == 0', 'Table', '~abs + x == 2']
>>> [part.formula for part in encode_constraint(abs(x - y) != 2, domains, str).constraints]
['x - y != 2', 'x - y != -2']
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import fields, replace
from functools import singledispatch
from itertools import combinations
from math import prod
from typing import Any, Protocol, TypeGuard

from nonet.deadline import FEW_LISTED, check_size
from nonet.errors import ModelError
from nonet.model.constraints import operation_result
from nonet.model.constraints.base import (
    TABLE_LIMIT,
    Annotation,
    Constraint,
    Decomposition,
    FreshName,
)
from nonet.model.constraints.operation_result import OperationName, OperationResult
from nonet.model.constraints.primitives import (
    COMPARE,
    AllDifferent,
    AnyOf,
    Comparison,
    Count,
    Element,
    Linear,
    Table,
)
from nonet.model.constraints.regular import Automaton, Regular
from nonet.model.constraints.variable_globals import primitives_of
from nonet.model.domain import Domain, union
from nonet.model.expressions.affine import Affine, Atom, Operation
from nonet.model.expressions.operations import (
    Absolute,
    Entry,
    Greatest,
    Least,
    NumberOfValues,
    Occurrences,
    Product,
    Quotient,
    Remainder,
    Truth,
    boolean_literal,
)

Domains = Mapping[str, Domain]

FEW_ROWS = 400
"""Rows up to which each backend has a table, which propagates more than bounds do."""

MOST_COUNTED_VALUES = 256
"""Values up to which each is counted, which propagates more than pairs do; beyond, the smaller form."""

MOST_MISSING_TUPLES = 1000
"""Combinations of a table's variables up to which the missing combinations are written out."""


def negated(constraint: Constraint, domains: Domains) -> Constraint:
    """The opposite of a primitive, or of any constraint that is small enough to write out.

    ``domains`` are the domains of its variables.  Raises ``ModelError`` for any other constraint.
    """
    negate = NEGATIONS.get(type(constraint))
    return negate(constraint, domains) if negate else _complement_table(constraint, domains)


def _complement_table(constraint: Constraint, domains: Domains) -> Constraint:
    scope = tuple(dict.fromkeys(constraint.scope))
    size = prod(len(domains[name]) for name in scope)
    if size > TABLE_LIMIT:
        raise ModelError(
            f"the opposite of {constraint.description} has up to {size} combinations of values, "
            "too many to write out: give it smaller domains, or say what must hold instead"
        )
    return Table.of_test(scope, domains, lambda case: not constraint.holds(case))


def _negated_all_different(different: AllDifferent, domains: Domains) -> Constraint:
    if len(different.scope) == 1:
        return Table(different.scope, frozenset())
    return AnyOf(
        tuple((Linear(pair, (1, -1), "==", 0),) for pair in combinations(different.scope, 2))
    )


def _negated_linear(linear: Linear, domains: Domains) -> Constraint:
    op, constant = negated_comparison(linear.op, linear.constant)
    return Linear(linear.scope, linear.coefficients, op, constant)


def negated_comparison(op: Comparison, constant: int) -> tuple[Comparison, int]:
    """The opposite comparison with a constant."""
    opposites: dict[str, tuple[Comparison, int]] = {
        "==": ("!=", constant),
        "!=": ("==", constant),
        "<=": (">=", constant + 1),
        ">=": ("<=", constant - 1),
    }
    return opposites[op]


def _negated_table(table: Table, domains: Domains) -> Constraint:
    """Return the tuples that the table lacks, or "each tuple differs somewhere"."""
    if (
        prod(len(domains[name]) for name in set(table.scope)) <= MOST_MISSING_TUPLES
        or not table.tuples
    ):
        return _complement_table(table, domains)
    differs = tuple(
        AnyOf(
            tuple(
                (Linear((name,), (1,), "!=", value),)
                for name, value in zip(table.scope, row, strict=True)
            )
        )
        for row in sorted(table.tuples)
    )
    return differs[0] if len(differs) == 1 else AnyOf((differs,))


def _negated_count(count: Count, domains: Domains) -> Constraint:
    if isinstance(count.number, int):
        op, number = negated_comparison(count.op, count.number)
        return Count(count.counted, count.values, op, number)
    if count.op in ("==", "!="):
        op, _ = negated_comparison(count.op, 0)
        return Count(count.counted, count.values, op, count.number)
    cases = []
    for value in domains[count.number]:
        op, number = negated_comparison(count.op, value)
        cases.append(
            (
                Linear((count.number,), (1,), "==", value),
                Count(count.counted, count.values, op, number),
            )
        )
    return AnyOf(tuple(cases)) if cases else Table((count.number,), frozenset())


def _negated_element(element: Element, domains: Domains) -> Constraint:
    """The index is outside, or its entry is another value."""
    last = element.first + len(element.array) - 1
    groups: list[tuple[Constraint, ...]] = [
        (Linear((element.index,), (1,), "<=", element.first - 1),),
        (Linear((element.index,), (1,), ">=", last + 1),),
    ]
    for place in domains[element.index].at_least(element.first).at_most(last):
        entry = element.array[place - element.first]
        if entry != element.value:
            at_place = Linear((element.index,), (1,), "==", place)
            groups.append((at_place, Linear((entry, element.value), (1, -1), "!=", 0)))
    return AnyOf(tuple(groups))


def _negated_regular(regular: Regular, domains: Domains) -> Constraint:
    values = {value for name in regular.scope for value in domains[name]}
    return Regular(regular.scope, complement_automaton(regular.automaton, values))


def complement_automaton(automaton: Automaton, values: Iterable[int]) -> Automaton:
    """Return the automaton of the words over ``values`` that ``automaton`` does not accept.

    Accepting and other states are exchanged.  A new state, which accepts, is entered where the
    automaton has no arc; its number is above all others, including accepting states without arcs.
    """
    arcs = automaton.transitions
    states = {automaton.start, *(s for s, _, _ in arcs), *(t for _, _, t in arcs)}
    lost = max(states | automaton.accepting) + 1
    states.add(lost)
    step = {
        (state, value): automaton.step.get((state, value), lost)
        for value in values
        for state in states
    }
    return Automaton(automaton.start, states - automaton.accepting, step)


NEGATIONS: dict[type[Constraint], Callable[[Any, Domains], Constraint]] = {
    AllDifferent: _negated_all_different,
    Count: _negated_count,
    Element: _negated_element,
    Linear: _negated_linear,
    Regular: _negated_regular,
    Table: _negated_table,
}


MOST_TRUTH_ROWS = 400
"""Rows up to which the truth of a constraint is a table."""


def encode_constraint(
    constraint: Constraint, domains: Mapping[str, Domain], fresh: FreshName
) -> Decomposition:
    """A constraint in primitives, with new variables that follow from its own."""
    if not constraint.scope:  # of constants alone: part of a chain, say
        return Decomposition(() if constraint.holds({}) else (false_constraint(domains),))
    encoder = Encoder(constraint, domains, fresh)
    return encoder.decomposition(encoder.encode_true(constraint))


def false_constraint(domains: Mapping[str, Domain]) -> Constraint:
    """Return a constraint over one of the variables that cannot hold."""
    return Table((next(iter(domains)),), frozenset())


def with_flat_operands(
    constraint: Constraint, domains: Mapping[str, Domain], fresh: FreshName
) -> Decomposition:
    """Return a constraint whose operands are weighted sums, over new variables of operations.

    For solvers that have such a constraint themselves.  The constraint is encoded by primitives if
    two of its operands become the same sum, which the constraint may not take twice.
    """
    encoder = Encoder(constraint, domains, fresh)
    operands = flat_fields(constraint, encoder)
    for name, operand in operands.items():
        if isinstance(operand, tuple) and len(set(operand)) < len(set(getattr(constraint, name))):
            return encode_constraint(constraint, domains, fresh)
    return encoder.decomposition([replace(constraint, **operands)])


def flat_fields(constraint: Constraint, encoder: Encoder) -> dict[str, Any]:
    """Return the fields of a composed constraint, with weighted sums of variables as operands."""

    def flat(operand: Any) -> Any:
        if isinstance(operand, Affine) and operand.depth:
            terms = encoder.variable_terms(operand).items()
            return Affine(tuple((n, factor) for n, factor in terms if factor), operand.constant)
        return tuple(map(flat, operand)) if isinstance(operand, tuple) else operand

    return {
        each.name: flat(getattr(constraint, each.name))
        for each in fields(constraint)
        if each.init and each.name != "rule"
    }


class Encoder:
    """The new variables and definitions of the encoding of one constraint.

    ``domains`` are the domains of the constraint's variables and of the new variables.
    """

    def __init__(
        self, constraint: Constraint, domains: Mapping[str, Domain], fresh: FreshName
    ) -> None:
        self.domains: dict[str, Domain] = {name: domains[name] for name in constraint.scope}
        self.auxiliary: dict[str, Domain] = {}
        self.definitions: list[Constraint] = []
        rule = constraint.rule
        named = any((rule.kind, rule.label, rule.sentence))
        text = constraint.description
        if not named and text == type(constraint).__name__:
            text = constraint.formula or text
        self._rule = rule if named else Annotation(type(constraint).__name__, text)
        self._fresh = fresh
        self._known: dict[Atom | Affine, str] = {}

    # -- variables ------------------------------------------------------------------------

    def variable_for(self, expression: Affine) -> str:
        """Return a variable that equals an expression: the expression itself, if a variable."""
        if expression.variable_name:
            return expression.variable_name
        if len(expression.terms) == 1 and not expression.constant and expression.terms[0][1] == 1:
            return self.variable_for_atom(expression.terms[0][0])
        if expression not in self._known:
            domain = expression.possible_values(self.domains)
            result = self.new_expression_variable(expression, domain)
            if expression.terms:
                sums = self.variable_terms(expression)
                self.define(
                    Linear((*sums, result), (*sums.values(), -1), "==", -expression.constant)
                )
        return self._known[expression]

    def symbol_variable(self, expression: Affine, alphabet: Collection[int]) -> str:
        """Return a variable that equals an expression where it takes a value of ``alphabet``.

        Over a domain far wider than the alphabet it is a new variable, which takes one and the same
        other value for all values outside: an automaton's table has a row for each, not for a
        million.
        """
        name = self.variable_for(expression)
        domain = self.domains[name]
        if len(domain) <= FEW_LISTED or 2 * len(alphabet) > len(domain):
            return name
        letters = sorted(value for value in alphabet if value in domain)
        gaps = (value for value in domain if value not in alphabet)
        other = next(gaps)
        symbol = self.new_variable("symbol", Domain.of([*letters, other]))
        is_other = Linear((symbol,), (1,), "==", other)
        outside = [Linear((name,), (1,), "!=", value) for value in letters]
        inside = Linear((symbol,), (1,), "!=", other), Linear((symbol, name), (1, -1), "==", 0)
        self.define(AnyOf((inside, (is_other, *outside))) if letters else is_other)
        return symbol

    def variable_for_atom(self, atom: Atom) -> str:
        """A variable that equals an atom."""
        if isinstance(atom, str):
            return atom
        if atom not in self._known:
            self._known[atom] = encode_operation(atom, self)
        return self._known[atom]

    def result_of(self, operation: Operation) -> str:
        """Return a new variable for an operation; the caller must define this variable."""
        return self.new_expression_variable(operation, operation.possible_values(self.domains))

    def new_expression_variable(self, of: Operation | Affine, domain: Domain) -> str:
        """Return a new variable for an expression; the caller must define this variable."""
        part = _VARIABLE_PREFIXES.get(type(of).__name__, type(of).__name__.lower())
        self._known[of] = self.new_variable(part, domain)
        return self._known[of]

    def new_variable(self, part: str, domain: Domain) -> str:
        """Return a new variable, named after a part of the constraint."""
        name = self._fresh(part)
        self.domains[name] = self.auxiliary[name] = domain
        return name

    def define(self, constraint: Constraint) -> None:
        """Post the definition of a new variable, which holds for exactly one of its values."""
        self.definitions.append(self.with_annotation(constraint))

    def decomposition(self, tests: Iterable[Constraint]) -> Decomposition:
        """Return the definitions and some constraints over their variables."""
        return Decomposition((*self.definitions, *map(self.with_annotation, tests)), self.auxiliary)

    def with_annotation(self, constraint: Constraint) -> Constraint:
        """Return a constraint with the words of the encoded constraint."""
        return constraint if str(constraint.rule) else replace(constraint, rule=self._rule)

    def variable_terms(self, expression: Affine) -> dict[str, int]:
        """The terms of an expression, by variables."""
        factors: dict[str, int] = {}
        for atom, factor in expression.terms:
            name = self.variable_for_atom(atom)
            factors[name] = factors.get(name, 0) + factor
        return factors

    def linear_constraints(
        self, expression: Affine, op: Comparison, constant: int
    ) -> list[Constraint]:
        """An expression compared; nothing where that always holds."""
        sums = self.variable_terms(expression)
        if not sums:
            if COMPARE[op](expression.constant, constant):
                return []
            return [false_constraint(self.domains)]
        return [Linear(tuple(sums), tuple(sums.values()), op, constant - expression.constant)]

    # -- logic -----------------------------------------------------------------------------

    def encode_true(self, constraint: Constraint) -> list[Constraint]:
        """Primitives which together say that a constraint holds."""
        if isinstance(constraint, AnyOf):
            if not all(constraint.groups):
                return []
            groups = tuple(
                tuple(piece for part in group for piece in self.encode_true(part))
                for group in constraint.groups
            )
            return _any_of(groups)
        if not constraint.scope:
            return [] if constraint.holds({}) else [false_constraint(self.domains)]
        if _is_encoded(constraint):
            return [
                piece for test in constraint.conditions(self) for piece in self.encode_true(test)
            ]
        return list(primitives_of(constraint, self.domains))

    def encode_false(self, constraint: Constraint) -> list[Constraint]:
        """Primitives which together say that a constraint does not hold."""
        if isinstance(constraint, AnyOf):
            return (
                [
                    piece
                    for group in constraint.groups
                    for piece in _any_of(tuple(tuple(self.encode_false(part)) for part in group))
                ]
                if all(constraint.groups)
                else [false_constraint(self.domains)]
            )
        if not constraint.scope:
            return [false_constraint(self.domains)] if constraint.holds({}) else []
        if _is_encoded(constraint):
            return constraint.negation(self)
        if (parts := primitives_of(constraint, self.domains)) and parts[0] is constraint:
            return [negated(constraint, self.domains)]
        return self.encode_some_false(parts)

    def encode_some_false(self, tests: Iterable[Constraint]) -> list[Constraint]:
        """Return constraints that say that at least one of ``tests`` does not hold."""
        groups = tuple(tuple(self.encode_false(test)) for test in tests)
        return _any_of(groups) if groups else [false_constraint(self.domains)]

    def truth_variable(self, truth: Truth) -> str:
        """A variable that is 1 where a constraint holds, and else 0."""
        constraint = truth.of
        if (literal := boolean_literal(constraint, self.domains)) and literal[1]:
            return literal[0]
        scope = constraint.scope
        if prod(len(self.domains[name]) for name in scope) <= MOST_TRUTH_ROWS:
            result = self.new_expression_variable(truth, Domain.range(0, 1))
            self.define(Table.of_test(scope, self.domains, constraint.holds, result))
            return result
        holding, failing = self.encode_true(constraint), self.encode_false(constraint)
        result = self.new_expression_variable(truth, Domain.range(0, 1))
        is_one, is_zero = Linear((result,), (1,), "==", 1), Linear((result,), (1,), "==", 0)
        self.define(AnyOf(((is_one, *holding), (is_zero, *failing))))
        return result


# -- operations ------------------------------------------------------------------------------


@singledispatch
def encode_operation(operation: Operation, encoder: Encoder) -> str:
    """Return the name of a new variable that equals an operation; post its definition.

    A package registers a kind of its own by ``@encode_operation.register(Kind)``.  Raises
    ``ModelError`` for a kind without an encoding.
    """
    raise ModelError(
        f"{operation}: {type(operation).__name__} has no encoding: register one with encode_operation"
    )


@encode_operation.register(Product)
@encode_operation.register(Quotient)
@encode_operation.register(Remainder)
def _encode_binary(operation: Product | Quotient | Remainder, encoder: Encoder) -> str:
    """By a table where it is small; else by a primitive, or value by value."""
    left, right = encoder.variable_for(operation.left), encoder.variable_for(operation.right)
    first, second = encoder.domains[left], encoder.domains[right]
    result = encoder.result_of(operation)
    is_product = isinstance(operation, Product)
    most_rows = FEW_ROWS if is_product else operation_result.MOST_ROWS
    if left == right:
        if is_product and len(first) > most_rows:
            encoder.define(OperationResult((left, result), "square"))
        else:
            rows = frozenset((x, operation.apply(x, x)) for x in first)
            encoder.define(Table((left, result), rows))
    elif len(first) * len(second) <= most_rows:
        cases = frozenset((x, y, operation.apply(x, y)) for x in first for y in second)
        encoder.define(Table((left, right, result), cases))
    elif is_product:
        encoder.define(OperationResult((left, right, result), "product"))
    else:
        _define_division(encoder, operation, left, right, result)
    return result


def _define_division(
    encoder: Encoder, operation: Product | Quotient | Remainder, left: str, right: str, result: str
) -> None:
    """``left == divisor * quotient + remainder``: for each divisor, or of many by a product."""
    is_quotient = isinstance(operation, Quotient)
    twin = (Remainder if is_quotient else Quotient)(operation.left, operation.right)
    other_name = encoder.result_of(twin)
    quotient, remainder = (result, other_name) if is_quotient else (other_name, result)
    if len(encoder.domains[right]) > operation_result.MOST_BRANCHES:
        groups = _divided_by_product(encoder, left, right, quotient, remainder)
    else:
        groups = []
        for d in encoder.domains[right]:
            ends = (0, d - 1) if d > 0 else (d + 1, 0)
            groups.append(
                (
                    Linear((right,), (1,), "==", d),
                    Linear((left, quotient, remainder), (1, -d, -1), "==", 0),
                    Linear((remainder,), (1,), ">=", ends[0]),
                    Linear((remainder,), (1,), "<=", ends[1]),
                )
            )
    if len(groups) == 1:
        for part in groups[0][1:]:
            encoder.define(part)
    else:
        encoder.define(AnyOf(tuple(groups)))


def _divided_by_product(
    encoder: Encoder, dividend: str, divisor: str, quotient: str, remainder: str
) -> list[tuple[Linear, ...]]:
    """Define the dividend by a product; return where the remainder lies, for each sign of the divisor."""
    dividends, divisors, remainders = (
        encoder.domains[each] for each in (dividend, divisor, remainder)
    )
    multiples = Domain.range(
        dividends.base - remainders.highest, dividends.highest - remainders.base
    )
    multiple = encoder.new_expression_variable(
        Product(Affine(((divisor, 1),)), Affine(((quotient, 1),))), multiples
    )
    encoder.define(OperationResult((divisor, quotient, multiple), "product"))
    encoder.define(Linear((dividend, multiple, remainder), (1, -1, -1), "==", 0))
    signs = [sign for sign, end in ((1, divisors.highest), (-1, divisors.base)) if sign * end > 0]
    return [
        (
            Linear((divisor,), (sign,), ">=", 1),
            Linear((remainder,), (sign,), ">=", 0),
            Linear((divisor, remainder), (sign, -sign), ">=", 1),
        )
        for sign in signs
    ]


@encode_operation.register(Absolute)
def _encode_absolute(operation: Absolute, encoder: Encoder) -> str:
    name = encoder.variable_for(operation.of)
    result = encoder.result_of(operation)
    if len(encoder.domains[name]) <= FEW_ROWS:
        rows = frozenset((value, abs(value)) for value in encoder.domains[name])
        encoder.define(Table((name, result), rows))
    else:
        encoder.define(OperationResult((name, result), "absolute"))
    return result


@encode_operation.register(Least)
@encode_operation.register(Greatest)
def _encode_extreme(operation: Least | Greatest, encoder: Encoder) -> str:
    names = list(dict.fromkeys(map(encoder.variable_for, operation.of)))
    if len(names) == 1:
        return names[0]
    result = encoder.result_of(operation)
    kind: OperationName = "least" if isinstance(operation, Least) else "greatest"
    encoder.define(OperationResult((*names, result), kind))
    return result


@encode_operation.register(Entry)
def _encode_entry(entry: Entry, encoder: Encoder) -> str:
    shift, name = 0, entry.index.variable_name
    if name is None and len(entry.index.terms) == 1:
        ((atom, factor),) = entry.index.terms
        if factor == 1:  # array[x - 1]: the array begins at 1
            name, shift = encoder.variable_for_atom(atom), -entry.index.constant
    if name is None:
        name = encoder.variable_for(entry.index)
    result = encoder.result_of(entry)
    places = encoder.domains[name]
    if (constants := entry.constants) is not None:
        rows = frozenset((i, constants[i - shift]) for i in places)
        encoder.define(Table((name, result), rows))
    else:
        entries = tuple(map(encoder.variable_for, entry.array))
        encoder.define(Element(entries, name, result, shift))
    return result


@encode_operation.register(Occurrences)
def _encode_occurrences(operation: Occurrences, encoder: Encoder) -> str:
    names = tuple(map(encoder.variable_for, operation.of))
    result = encoder.result_of(operation)
    encoder.define(Count(names, operation.values, "==", result))
    return result


@encode_operation.register(NumberOfValues)
def _encode_number_of_values(operation: NumberOfValues, encoder: Encoder) -> str:
    """Add up the truths that each value occurs.

    Over wide domains, the truths that each expression differs from those before it.
    """
    names = tuple(dict.fromkeys(map(encoder.variable_for, operation.of)))
    values = union(encoder.domains[name] for name in names)
    pairs, total = len(names) * (len(names) - 1) // 2, 0
    truths: list[Constraint]
    if len(values) > max(MOST_COUNTED_VALUES, pairs):
        check_size(pairs, f"the pairs of {operation}")
        total, sign = len(names), -1
        truths = [
            AnyOf(tuple((Linear((name, other), (1, -1), "==", 0),) for other in names[:i]))
            for i, name in enumerate(names[1:], 1)
        ]
    else:
        check_size(len(values) * len(names), f"the values of {operation}")
        sign, truths = 1, [Count(names, frozenset({value}), ">=", 1) for value in values]
    result = encoder.result_of(operation)
    terms = tuple((Truth(each), sign) for each in truths)
    for part in encoder.linear_constraints(Affine(((result, -1), *terms)), "==", -total):
        encoder.define(part)
    return result


@encode_operation.register(Truth)
def _encode_truth(operation: Truth, encoder: Encoder) -> str:
    return encoder.truth_variable(operation)


_VARIABLE_PREFIXES = {
    "Affine": "value",
    "Absolute": "abs",
    "Least": "least",
    "Greatest": "greatest",
}
"""Prefixes of the names of new variables, by the kind of expression."""


class Encoded(Protocol):
    """A constraint that says itself how it is encoded."""

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        """Return constraints that hold together exactly if this one does."""

    def negation(self, encoder: Encoder) -> list[Constraint]:
        """Return primitives that together say that the constraint does not hold."""


def _is_encoded(constraint: Any) -> TypeGuard[Encoded]:
    return bool(constraint.is_composed)


def _any_of(groups: tuple[tuple[Constraint, ...], ...]) -> list[Constraint]:
    if not all(groups):  # an empty group always holds
        return []
    if len(groups) == 1:
        return list(groups[0])
    return [AnyOf(groups)]
