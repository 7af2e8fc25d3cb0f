"""The arithmetic of user code: variables, and expressions of variables.

``x + 2 * y <= 5`` is a constraint; so is ``abs(x - y) * z != x // 3``.

>>> x, y = Variable("x"), Variable("y")
>>> rising = x + 1 <= y
>>> rising.scope, rising.coefficients, rising.op, rising.constant
(('x', 'y'), (1, -1), '<=', -1)
>>> print((x * y == 6).formula)
x * y == 6
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from nonet.errors import ModelError
from nonet.model.constraints.base import Constraint
from nonet.model.constraints.linear import COMPARE, Comparison, Linear
from nonet.model.expressions.affine import Affine, Atom
from nonet.model.expressions.lazy_terms import (
    MOST_FACTOR,
    LazyTerms,
    SingleTerm,
    compare_plainly,
)
from nonet.model.expressions.refused_operators import RefusedOperators, operand_text
from nonet.model.integers import checked_integer, is_integer, short_repr
from nonet.model.operators import operators
from nonet.model.symbols import Symbols, check_numbers, compared_value

if TYPE_CHECKING:
    from enum import Enum
    from typing import TypeAlias

    Named: TypeAlias = "Arithmetic | Constraint | int | str | Enum"

MOST_POWER = 16
"""Largest exponent of ``**``."""


class Arithmetic(RefusedOperators):
    """Operators of variables and expressions: ``+ - * // % **``, ``abs`` and six comparisons.

    Integers are whatever Python takes as an index: ``bool``, numpy's, ``IntEnum``.  ``//`` and
    ``%`` round as Python's do.  A constraint in an expression is 1 where the constraint holds and
    else 0.

    A comparison gives a constraint (``Linear`` where the expressions are weighted sums),
    so neither is a key of dictionaries: use a variable's ``name``.  Neither has a truth
    value: ``if x:`` and ``x or y`` raise ``ModelError``.

    ``owner`` is the mark of the builder that declared the variables, if one did.
    """

    constant: int = 0
    owner: object | None = None
    symbols: Symbols | None = None

    @property
    def terms(self) -> Mapping[Atom, int]:
        """The factor of each variable and operation."""
        raise NotImplementedError

    def __add__(self, other: Any) -> Expression:
        kind = type(other)
        if kind is Linear:  # a truth, in sums such as "how many are 3"
            kind, other = Expression, operators().truth(other)
        if kind is Variable or kind is Expression:
            if (
                self.owner is not other.owner
                or self.symbols is not None
                or other.symbols is not None
            ):
                return self._added(other)
            result = _new(Expression)
            if kind is Expression and other._left is not None and type(self) is Variable:
                # so that "x + (y + (z + ...))" is not added up at each step
                result._left, result.owner, result._first = other, self.owner, self.name
                result.constant = other.constant
                return result
            result._left, result.owner = self, self.owner
            if kind is Variable:
                result._atom, result._factor, result.constant = other.name, 1, self.constant
            elif other._atom is not None and other._left is None and other._terms is None:
                result._atom, result._factor = other._atom, other._factor
                result.constant = self.constant + other.constant
            else:
                result._further = other.terms
                result.constant = self.constant + other.constant
            return result
        if kind is int and self.symbols is None:
            return _shifted(self, checked_integer(other, "an expression", "constant"))
        return self._added(as_expression(other))

    def _added(self, other: Arithmetic) -> Expression:
        check_numbers(self, other)
        constant, owner = self.constant + other.constant, common_owner(self, other)
        return _lazy_sum(self, other.terms, constant, owner)

    def __radd__(self, other: Any) -> Arithmetic:
        if type(other) is int and not other and self.symbols is None:
            return self  # as sum() begins
        return self.__add__(other)

    def __mul__(self, factor: Arithmetic | Constraint | int) -> Expression:
        if type(factor) is int and type(self) is Variable and self.symbols is None:
            result = _new(Expression)
            result._atom, result.constant, result.owner = self.name, 0, self.owner
            if not -MOST_FACTOR < factor < MOST_FACTOR:
                factor = checked_integer(factor, "an expression", "factor")
            result._factor = factor
            return result
        check_numbers(self, factor)
        return self._times(factor)

    def _times(self, factor: Arithmetic | Constraint | int) -> Expression:
        if isinstance(factor, Arithmetic | Constraint):
            factor = as_expression(factor)
            if type(factor) is Variable and type(self) is Variable:
                product = operators().product(as_affine(self), as_affine(factor))
                return operation_expression(product, self, factor)
            if not factor.terms:
                return self * factor.constant
            if not self.terms:
                return factor * self.constant
            return operation_expression(
                operators().product(as_affine(self), as_affine(factor)), self, factor
            )
        factor = checked_integer(
            factor, "a linear expression is multiplied by an integer", "factor"
        )
        terms = {atom: c * factor for atom, c in self.terms.items()}
        return _expression(terms, self.constant * factor, self.owner)

    __rmul__ = __mul__

    def __neg__(self) -> Expression:
        return self * -1

    def __pos__(self) -> Arithmetic:
        return self

    def __sub__(self, other: Any) -> Expression:
        if type(other) is int and self.symbols is None:
            return _shifted(self, -checked_integer(other, "an expression", "constant"))
        kind = type(other)
        if (
            (kind is Variable or kind is Expression)
            and self.owner is other.owner
            and self.symbols is None
            and other.symbols is None
        ):
            result = _new(Expression)
            result._left, result.owner = self, self.owner
            if kind is Variable:
                result._atom, result._factor, result.constant = other.name, -1, self.constant
            elif other._atom is not None and other._left is None and other._terms is None:
                result._atom, result._factor = other._atom, -other._factor
                result.constant = self.constant - other.constant
            else:
                result._further = {atom: -factor for atom, factor in other.terms.items()}
                result.constant = self.constant - other.constant
            return result
        other = as_expression(other)
        check_numbers(self, other)
        return self._minus(other)

    def _minus(self, other: Arithmetic) -> Expression:
        negative = {atom: -factor for atom, factor in other.terms.items()}
        constant, owner = self.constant - other.constant, common_owner(self, other)
        return _lazy_sum(self, negative, constant, owner)

    def __rsub__(self, other: Arithmetic | Constraint | int) -> Expression:
        if type(other) is int and type(self) is Variable and self.symbols is None:  # 1 - x: not x
            result = _new(Expression)
            result._atom, result._factor, result.owner = self.name, -1, self.owner
            result.constant = checked_integer(other, "an expression", "constant")
            return result
        return as_expression(other) - self

    def __floordiv__(self, other: Arithmetic | Constraint | int) -> Expression:
        return _division(operators().quotient, self, other)

    def __rfloordiv__(self, other: Arithmetic | Constraint | int) -> Expression:
        return as_expression(other) // self

    def __mod__(self, other: Arithmetic | Constraint | int) -> Expression:
        return _division(operators().remainder, self, other)

    def __rmod__(self, other: Arithmetic | Constraint | int) -> Expression:
        return as_expression(other) % self

    def __abs__(self) -> Expression:
        check_numbers(self)
        return operation_expression(operators().absolute(as_affine(self)), self)

    def __pow__(self, exponent: int) -> Expression:
        if (
            not is_integer(exponent)
            or not 1 <= checked_integer(exponent, "**", "exponent") <= MOST_POWER
        ):
            raise ModelError(
                f"{self!r} ** {short_repr(exponent)}: an exponent is an integer from 1 to "
                f"{MOST_POWER}"
            )
        power: Expression = self + 0
        for _ in range(checked_integer(exponent, "**", "exponent") - 1):
            power = power * self
        return power

    def _compare(self, op: Comparison, other: Any, verb: str, shift: int = 0) -> Constraint:
        result = compare_plainly(self, op, other, shift)
        if result is None:
            result = self._compared(op, other, verb, shift)
        return result

    def _compared(self, op: Comparison, other: Any, verb: str, shift: int) -> Constraint:
        if self.symbols is not None or getattr(other, "symbols", None) is not None:
            other = compared_value(self, op, other, verb)
        difference = self._minus(as_expression(other))
        constant = shift - difference.constant
        if not difference.terms:  # numbers alone
            return COMPARE[op](0, constant)  # type: ignore[return-value]
        if not any(difference.terms.values()):
            from nonet.model.entailment import warn_of_comparison

            text = f"{self!r} {verb} {operand_text(other)}"
            warn_of_comparison(text, COMPARE[op](0, constant))
        names = tuple(atom for atom in difference.terms if isinstance(atom, str))
        if len(names) == len(difference.terms):
            linear = Linear(names, tuple(difference.terms.values()), op, constant)
            linear.set_owner(difference.owner)
            return linear
        variable_side = Affine(_nonzero_terms(difference.terms))
        if not variable_side.terms:  # whoever compared has been told
            scope = Affine(tuple(difference.terms.items())).scope
            return Linear(scope[:1], (0,), op, constant)
        return operators().comparison(variable_side, op, constant, difference.owner)

    def __eq__(self, other: Named) -> Constraint:  # type: ignore[override]
        return self._compare("==", other, "==")

    def __ne__(self, other: Named) -> Constraint:  # type: ignore[override]
        return self._compare("!=", other, "!=")

    def __le__(self, other: Arithmetic | Constraint | int) -> Constraint:
        return self._compare("<=", other, "<=")

    def __ge__(self, other: Arithmetic | Constraint | int) -> Constraint:
        return self._compare(">=", other, ">=")

    def __lt__(self, other: Arithmetic | Constraint | int) -> Constraint:
        return self._compare("<=", other, "<", -1)

    def __gt__(self, other: Arithmetic | Constraint | int) -> Constraint:
        return self._compare(">=", other, ">", 1)

    __hash__ = RefusedOperators.__hash__  # type: ignore[assignment]

    def __repr__(self) -> str:
        return str(Affine(tuple(self.terms.items()), self.constant))

    def _repr_html_(self) -> str:
        from nonet.model.html import code_html

        return code_html(repr(self))


class Expression(LazyTerms, Arithmetic):
    """A weighted sum of variables and operations, plus a constant."""

    def __init__(
        self, terms: Mapping[Atom, int], constant: int = 0, owner: object | None = None
    ) -> None:
        self._terms = dict(terms)
        self.constant = constant
        self.owner = owner

    def __reduce__(self) -> tuple[object, ...]:
        return Expression, (dict(self.terms), self.constant)


_new = object.__new__


def _expression(terms: Mapping[Atom, int], constant: int, owner: object | None) -> Expression:
    """An expression of terms that nobody changes."""
    result = _new(Expression)
    result._terms, result.constant, result.owner = terms, constant, owner
    return result


def _lazy_sum(
    left: Arithmetic, right: Mapping[Atom, int], constant: int, owner: object | None
) -> Expression:
    """Return an expression and further terms, to be added up at the first use of the terms."""
    result = _new(Expression)
    result._left, result._further = left, right
    result.constant, result.owner = constant, owner
    return result


def _shifted(of: Arithmetic, constant: int) -> Expression:
    """An expression and a number."""
    if isinstance(of, Expression) and of._terms is None:
        return _lazy_sum(of, {}, of.constant + constant, of.owner)
    return _expression(of.terms, of.constant + constant, of.owner)


class Variable(SingleTerm, Arithmetic):
    """A declared variable, as the expression ``1 * itself``.

    ``symbols`` are the names of its values, if declared by names: then ``colour == "red"`` compares
    the variable with a name.
    """

    _affine: Affine | None = None
    """The variable as data, once something has asked for this."""

    def __init__(
        self, name: str, owner: object | None = None, symbols: Symbols | None = None
    ) -> None:
        fields = self.__dict__  # as the name cannot be set anew
        fields["name"], fields["owner"], fields["symbols"] = name, owner, symbols

    def __reduce__(self) -> tuple[object, ...]:
        return Variable, (self.name, None, self.symbols)


def as_expression(value: Arithmetic | Constraint | int) -> Arithmetic:
    """Return ``value`` as an expression; raise ``ModelError`` for any other object."""
    if isinstance(value, Arithmetic):
        return value
    if isinstance(value, Constraint):
        return operators().truth(value)
    if is_integer(value):
        return Expression({}, checked_integer(value, "an expression", "constant"))
    from nonet.model.misuse_errors import operand_error

    raise operand_error(value)


def checked_constraint(value: object) -> Constraint:
    """Return ``value`` if a constraint; else raise ``ModelError`` with advice."""
    if isinstance(value, Constraint):
        return value
    from nonet.model.misuse_errors import constraint_error

    raise constraint_error(value)


def as_affine(value: Any) -> Affine:
    """An expression as data: of an expression, a variable or its name, an integer, a constraint."""
    if isinstance(value, Affine):
        return value
    if type(value) is int:
        return constant_expression(value)
    if type(value) is Variable:
        if value._affine is None:
            value._affine = Affine.of_variable(value.name)
        return value._affine
    if isinstance(value, str):
        return Affine(((value, 1),))
    expression = as_expression(value)
    return Affine(_nonzero_terms(expression.terms), expression.constant)


@lru_cache(maxsize=4096)
def constant_expression(value: int) -> Affine:
    """Return an integer as an expression, cached: arrays of costs repeat their values."""
    return Affine((), checked_integer(value, "an expression", "constant"))


def operation_expression(atom: Atom, *made_of: Any) -> Expression:
    """Return the expression of an operation, with the owner of the operands."""
    owner = made_of[0].owner
    for part in made_of[1:]:
        if part.owner is not owner:
            owner = common_owner(Expression({}, 0, owner), part)
    if not isinstance(atom, str) and not atom.scope:
        return constant_operation(atom, made_of, owner)
    result = _new(Expression)
    result._atom, result._factor, result.constant, result.owner = atom, 1, 0, owner
    return result


def constant_operation(atom: Any, operands: Iterable[Any], owner: object | None) -> Expression:
    """Return the value of an operation without variables; what cancelled out keeps the factor 0."""
    try:
        value = atom.value({})
    except (ZeroDivisionError, IndexError):
        raise ModelError(f"{atom} has no value") from None
    parts = [part for part in operands if isinstance(part, Arithmetic)]
    return _expression({term: 0 for part in parts for term in part.terms}, value, owner)


def common_owner(first: Arithmetic, second: Arithmetic) -> object | None:
    """Return the common owner of two expressions; raise ``ModelError`` if there are two."""
    if first.owner is None or second.owner is None or first.owner is second.owner:
        return first.owner or second.owner
    raise ModelError(f"{first!r} and {second!r} are of two builders: one model has one builder")


def _nonzero_terms(terms: Mapping[Atom, int]) -> tuple[tuple[Atom, int], ...]:
    return tuple((atom, factor) for atom, factor in terms.items() if factor)


def _division(kind: Any, first: Arithmetic, second: Arithmetic | Constraint | int) -> Expression:
    by = as_expression(second)
    check_numbers(first, by)
    if not by.terms and not by.constant:
        raise ModelError(f"{first!r} is divided by 0")
    return operation_expression(kind(as_affine(first), as_affine(by)), first, by)
