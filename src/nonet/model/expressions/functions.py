"""Functions of expressions: ``min_of``, ``max_of``, ``count_of``, ``element``, and logic in words.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y = Variable("x"), Variable("y")
>>> print((max_of(x, y, 3) - min_of(x, y) <= 2).formula)
max_of(x, y, 3) - min_of(x, y) <= 2
>>> print((if_then_else(x == 1, y, 2 * y) == 4).formula)
if_then_else(x == 1, y, 2 * y) == 4
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any

from nonet.errors import ModelError
from nonet.model.constraints.base import Constraint, ConstraintInput, known_truth
from nonet.model.expressions.arithmetic import (
    Arithmetic,
    Expression,
    as_affine,
    as_expression,
    checked_constraint,
    constant_expression,
    operation_expression,
)
from nonet.model.expressions.logic import as_constraint, conjunction_of, disjunction_of
from nonet.model.expressions.operations import (
    Entry,
    Greatest,
    Least,
    NumberOfValues,
    Occurrences,
    Truth,
    boolean_literal,
)
from nonet.model.integers import checked_tuple, is_integer
from nonet.model.misuse_errors import explained
from nonet.model.symbols import Symbols, check_numbers, value_number

TermInput = Arithmetic | Constraint | int
"""The operands of an expression; a constraint is 1 where the constraint holds, else 0."""


def truth(constraint: Constraint) -> Expression:
    """1 where a constraint holds, else 0: as a constraint is in any sum."""
    owner: Any = constraint.owner
    literal = boolean_literal(constraint, getattr(owner, "domains", {}))
    if literal and literal[0] not in owner.symbols:
        name, is_positive = literal
        return Expression({name: 1 if is_positive else -1}, int(not is_positive), owner)
    return operation_expression(Truth(constraint), (constraint,))


def min_of(*terms: TermInput | Iterable[TermInput]) -> Expression:
    """The smallest of some expressions, given as such or as one sequence.

    >>> from nonet import ModelBuilder
    >>> x, y = ModelBuilder().variables("xy", range(4))
    >>> (min_of([x, y, 2]) == 1).holds({"x": 1, "y": 3})
    True
    """
    return _extreme_expression(Least, terms)


def max_of(*terms: TermInput | Iterable[TermInput]) -> Expression:
    """The largest of some expressions, given as such or as one sequence.

    >>> from nonet import ModelBuilder
    >>> x, y = ModelBuilder().variables("xy", range(4))
    >>> (max_of(x, y, 2) == 3).holds({"x": 1, "y": 3})
    True
    """
    return _extreme_expression(Greatest, terms)


@explained()
def count_of(terms: Iterable[TermInput], values: Any) -> Expression:
    """Return the number of expressions that take a value, or one of several values.

    ``values`` is an integer, a sequence of integers, or an expression to be equalled.

    >>> from nonet import ModelBuilder
    >>> x, y = ModelBuilder().variables("xy", range(4))
    >>> (count_of([x, y], [2, 3]) == 2).holds({"x": 3, "y": 2})
    True
    """
    operands = checked_tuple(getattr(terms, "flat", terms), "a count", "expressions")
    if isinstance(values, Arithmetic | Constraint):
        total: Expression = Expression({})
        for term in operands:
            total = total + (as_expression(term) == values)
        return total
    if is_integer(values):
        values = (values,)
    names = [getattr(term, "symbols", None) for term in operands]
    if isinstance(values, str | Enum):
        values = (values,)
    chosen: Any = tuple(
        value_number(value, names, "a count")
        for value in checked_tuple(values, "a count", "values")
    )
    return operation_expression(
        Occurrences(tuple(map(as_affine, operands)), frozenset(chosen)), operands
    )


@explained()
def nvalue_of(terms: Iterable[TermInput]) -> Expression:
    """Return the number of different values that some expressions take.

    >>> from nonet import ModelBuilder
    >>> x, y = ModelBuilder().variables("xy", range(4))
    >>> (nvalue_of([x, y, 2]) == 2).holds({"x": 3, "y": 2})
    True
    """
    operands = checked_tuple(getattr(terms, "flat", terms), "a number of values", "expressions")
    return operation_expression(NumberOfValues(tuple(map(as_affine, operands))), operands)


def arg_max(*terms: TermInput | Iterable[TermInput]) -> Expression:
    """Return the place, counted from 0, of the largest of some expressions: the first of several.

    >>> from nonet import ModelBuilder
    >>> x, y = ModelBuilder().variables("xy", range(4))
    >>> (arg_max([1, x, y]) == 1).holds({"x": 3, "y": 3})
    True
    """
    last, keys = _ranked(terms, -1)
    return last - max_of(keys) % (last + 1)


def arg_min(*terms: TermInput | Iterable[TermInput]) -> Expression:
    """Return the place, counted from 0, of the smallest of some expressions: the first of several.

    >>> from nonet import ModelBuilder
    >>> x, y = ModelBuilder().variables("xy", range(4))
    >>> (arg_min([3, x, y]) == 1).holds({"x": 2, "y": 2})
    True
    """
    last, keys = _ranked(terms, 1)
    return min_of(keys) % (last + 1)


def _ranked(terms: Sequence[Any], sign: int) -> tuple[int, list[Expression]]:
    """Return the last place, and expressions in the order of ``terms``, then of their places.

    The remainder of such a key by the number of places is the place, counted from the end where
    ``sign`` is -1.
    """
    operands = _operands(terms, "arg_min" if sign > 0 else "arg_max")
    number = len(operands)
    pairs = enumerate(operands) if sign > 0 else enumerate(operands[::-1])
    keys = [as_expression(each) * number + place for place, each in pairs]
    return number - 1, keys if sign > 0 else keys[::-1]


@explained("element of")
def element(array: Iterable[TermInput], index: TermInput) -> Expression:
    """``array[index]``, counted from 0; ``index`` is an expression whose values are places.

    >>> from nonet import ModelBuilder
    >>> x = ModelBuilder().variable("x", range(3))
    >>> (element([5, 7, 9], x) == 7).holds({"x": 1})
    True
    """
    entries = checked_tuple(array, "an array", "entries")
    if set(map(type, entries)) == _INTEGERS:
        array_of = tuple(map(constant_expression, entries))
        return operation_expression(Entry(array_of, as_affine(index)), (index,))
    entry = operation_expression(
        Entry(tuple(map(as_affine, entries)), as_affine(index)), (*entries, index)
    )
    sets = [s for each in entries if (s := getattr(each, "symbols", None)) is not None]
    if len(sets) == len(entries):
        pairs = dict.fromkeys(pair for symbols in sets for pair in symbols.pairs)
        entry.symbols = Symbols(tuple(pairs), all(symbols.is_numeric for symbols in sets))
    return entry


@explained()
def if_then_else(condition: Constraint, then: TermInput, otherwise: TermInput) -> Expression:
    """``then`` where a constraint holds, else ``otherwise``.

    >>> from nonet import ModelBuilder
    >>> x, y = ModelBuilder().variables("xy", range(4))
    >>> [(if_then_else(x > y, x, 0) == 2).holds({"x": 2, "y": value}) for value in (1, 2)]
    [True, False]
    """
    if (known := known_truth(condition)) is not None:
        return as_expression(then if known else otherwise) + 0
    return element((otherwise, then), truth(as_constraint(condition)))


@explained()
def between(low: TermInput, term: TermInput, high: TermInput) -> Constraint:
    """``low <= term <= high``.

    >>> from nonet import ModelBuilder
    >>> x, y = ModelBuilder().variables("xy", range(4))
    >>> [between(1, x + y, 2).holds({"x": 1, "y": value}) for value in range(3)]
    [True, True, False]
    """
    if is_integer(term):
        raise ModelError(
            f"between({low!r}, {term}, {high!r}): the second argument must be an expression: "
            "write nonet.between(1, x, 5)"
        )
    if is_integer(low) and is_integer(high) and low > high:
        raise ModelError(f"between({low}, {term!r}, {high}) is never true: low comes first")
    return conjunction_of((as_expression(term) >= low, as_expression(term) <= high))


def all_of(*constraints: ConstraintInput) -> Constraint:
    """All of some constraints hold, given as such or as one sequence.

    Lists among them are conjunctions, and truths of Python may be there; of nothing it is true.

    >>> from nonet import ModelBuilder
    >>> x, y = ModelBuilder().variables("xy", range(4))
    >>> all_of(x > 1, y < 2).holds({"x": 2, "y": 1}), all_of([x > 1, y < 2]).holds({"x": 2, "y": 3})
    (True, False)
    """
    return conjunction_of(constraints)


def exactly_one(*constraints: ConstraintInput) -> Constraint:
    """Return that exactly one of ``constraints``, or of the items of one sequence, holds.

    >>> from nonet import ModelBuilder
    >>> x, y = ModelBuilder().variables("xy", range(4))
    >>> [exactly_one(x > 1, y < 2).holds({"x": 2, "y": value}) for value in (1, 2)]
    [False, True]
    """
    parts = map(as_constraint, _several(constraints, "exactly_one"))
    return checked_constraint(sum(map(truth, parts)) == 1)


def any_of(*constraints: ConstraintInput) -> Constraint:
    """Some of ``constraints``, or of one sequence, holds.

    Lists among them are conjunctions, and truths of Python may be there; of nothing it is false.

    >>> from nonet import ModelBuilder
    >>> x, y = ModelBuilder().variables("xy", range(4))
    >>> any_of(x > 1, y < 2).holds({"x": 0, "y": 1}), any_of(x > 1, y < 2).holds({"x": 0, "y": 3})
    (True, False)
    """
    return disjunction_of(_several(constraints, "any_of"))


def _several(given: Sequence[Any], name: str) -> Sequence[Any]:
    """Return the constraints given as such, or in one sequence."""
    if len(given) == 1 and isinstance(given[0], Iterable):
        return checked_tuple(getattr(given[0], "flat", given[0]), name, "constraints")
    return given


def _operands(terms: Sequence[Any], name: str) -> Sequence[Any]:
    """Return the expressions given as such, or in one sequence, none of them of names."""
    operands = tuple(terms)
    if len(operands) == 1 and not isinstance(operands[0], Arithmetic | Constraint | int):
        operands = checked_tuple(getattr(operands[0], "flat", operands[0]), name, "expressions")
    check_numbers(*operands)
    return operands


def _extreme_expression(kind: type[Least] | type[Greatest], terms: Sequence[Any]) -> Expression:
    operands = _operands(terms, kind.word)
    return operation_expression(kind(tuple(map(as_affine, operands))), operands)


_INTEGERS = {int}
