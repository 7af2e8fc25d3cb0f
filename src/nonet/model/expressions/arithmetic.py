"""The arithmetic of user code: variables, and expressions of variables.

``x + 2 * y <= 5`` is a constraint; so is ``abs(x - y) * z != x // 3``.

>>> x, y = Variable("x"), Variable("y")
>>> rising = x + 1 <= y
>>> rising.scope, rising.coefficients, rising.op, rising.constant
(('x', 'y'), (1, -1), '<=', -1)
>>> print((x * y == 6).formula)
x * y == 6

Models have 100,000 sums of a few variables each: sums are added up at the first use of their terms,
and comparisons of plain sums need no check.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import neg
from typing import TYPE_CHECKING, Any, NoReturn

from nonet.errors import ModelError, ModelWarning
from nonet.model.constraints.base import (
    UNNAMED,
    Constraint,
    ConstraintInput,
    constant_constraint,
    known_truth,
    operators,
    set_fields,
)
from nonet.model.constraints.primitives import COMPARE, Comparison, Linear
from nonet.model.expressions.affine import Affine, Atom, Operation
from nonet.model.integers import checked_integer, is_integer, short_repr
from nonet.model.misuse_errors import (
    NotIterableError,
    attribute_error,
    calling_frame,
    constraint_error,
    operand_error,
    truth_error,
    value_error,
    warn_of_comparison,
)
from nonet.model.symbols import Symbols, check_numbers, compared_value

_ARRAY_ADVICE = 'several variables are q = build.array("q", 5, range(10)), with q[0] and len(q)'


_NAMES = "value values solution varValue lb ub domain min max fix set isin Not negated between"
_OF_OTHER_SYSTEMS = frozenset(_NAMES.split())
"""Attributes that variables have elsewhere, each of which is answered with advice."""


class RefusedOperators:
    """The operators that an expression has no meaning for."""

    def __truediv__(self, other: object) -> NoReturn:
        dividend, divisor = _factor_text(self), _factor_text(other)
        raise ModelError(
            f"{dividend} / {divisor} may be no integer: write {dividend} // {divisor} to "
            f"round down, or say that it comes out even: {divisor} * quotient == {self!r}"
        )

    def __rtruediv__(self, other: object) -> NoReturn:
        dividend, divisor = _factor_text(other), _factor_text(self)
        raise ModelError(
            f"{dividend} / {divisor} may be no integer: write {dividend} // {divisor} to round down"
        )

    def __rpow__(self, other: object) -> NoReturn:
        raise ModelError(
            f"{operand_text(other)} ** {self!r}: an exponent is a number: list the powers, "
            f"nonet.element([{operand_text(other)} ** k for k in range(n)], {self!r})"
        )

    def _no_operator(self, other: object = None) -> NoReturn:
        raise ModelError(
            f"{self!r}: there are + - * // % ** and abs of expressions, and no << >> divmod or "
            f"round: write {self!r} * 2, {self!r} // 2, {self!r} % 2, and of Booleans b.implies(c)"
        )

    __lshift__ = __rshift__ = __rlshift__ = __rrshift__ = _no_operator
    __divmod__ = __rdivmod__ = __round__ = __trunc__ = _no_operator

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return operators.element_wise(ufunc, method, inputs, options)

    def __array__(self, dtype: object = None, copy: object = None) -> Any:
        """Return an array of this expression."""
        import numpy as np

        result = np.empty((), object)
        result[()] = self
        return result

    def __index__(self) -> NoReturn:
        raise value_error(self)

    if TYPE_CHECKING:
        __hash__ = None  # type: ignore[assignment]
    else:

        def __hash__(self) -> NoReturn:
            raise TypeError(
                f"{self!r} can be neither a key of a dictionary nor an element of a set, for == makes a "
                "constraint: use its name, x.name, or a list"
            )

        # without __iter__, so that an expression is no Iterable; iteration asks for place 0
        def __getitem__(self, place: object) -> NoReturn:
            raise NotIterableError(f"{self!r} is one expression, not several: {_ARRAY_ADVICE}")

        def __len__(self) -> NoReturn:
            raise NotIterableError(f"{self!r} is one expression and has no length: {_ARRAY_ADVICE}")

        def __call__(self, *args: object, **kwargs: object) -> NoReturn:
            if args and hasattr(args[0], "iloc"):  # pandas calls a key that can be called
                raise ModelError(
                    f"{self!r} has no value before it is solved: column[{self!r}] is written "
                    f"nonet.element(column, {self!r})"
                )
            raise ModelError(
                f"{self!r} is not a function: write x * (y + 1) for a product, and solution[x] for "
                "the value in a solution"
            )

        def __getattr__(self, name: str) -> NoReturn:
            if name not in _OF_OTHER_SYSTEMS:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            raise attribute_error(self, name)

    def __bool__(self) -> NoReturn:
        raise truth_error(self)


def operand_text(operand: object) -> str:
    """How an error calls an operand: an expression whole, any other value shortened."""
    return repr(operand) if isinstance(operand, RefusedOperators) else short_repr(operand)


def _factor_text(operand: object) -> str:
    text = str(operand) if isinstance(operand, int) else operand_text(operand)
    item = getattr(operand, "item", None)  # a number of NumPy
    text = str(item()) if item else text
    return f"({text})" if " " in text and not text.endswith(")") else text


MOST_FACTOR = 1 << 62
"""Magnitude of coefficients and constants below which no check asks for more."""

_TEXTS = {str}


def _flat_terms(expression: Any) -> tuple[list[Atom], list[int], bool]:
    """Return the atoms of a sum in order, and their factors; an atom may be there several times.

    The third result is whether the atoms are variables whose factors need no check.
    """
    if type(expression) is Variable:
        return [expression.name], [1], True
    atoms: list[Atom] = []
    factors: list[int] = []
    waiting, is_plain = [(expression, 1)], True
    while waiting:
        node, sign = waiting.pop()
        while type(node) is Expression and (parts := node._parts) is not None:
            node, right, own = parts
            waiting.append((right, sign * own))
        if type(node) is Variable:
            atoms.append(node.name)
            factors.append(sign)
            continue
        for atom, factor in node._items:
            atoms.append(atom)
            factors.append(sign * factor)
            is_plain = is_plain and type(atom) is str and -MOST_FACTOR < factor < MOST_FACTOR
    return atoms, factors, is_plain


def compare_plainly(left: Any, op: Comparison, right: Any, shift: int) -> Constraint | None:
    """Return ``left op right + shift`` if each atom occurs only once; else ``None``.

    No part of such a comparison needs a check, and most comparisons of a large model are plain.
    """
    if left.symbols is not None:
        return None
    atoms, factors, is_plain = _flat_terms(left)
    constant = shift - left.constant
    if type(right) is int:
        constant += right
    elif (
        not isinstance(right, Arithmetic)
        or right.owner is not left.owner
        or right.symbols is not None
    ):
        return None
    elif type(right) is Variable:
        atoms.append(right.name)
        factors.append(-1)
    else:
        others, negated, are_plain = _flat_terms(right)
        atoms += others
        factors += map(neg, negated)
        is_plain = is_plain and are_plain
        constant += right.constant
    if not atoms or 0 in factors or not -MOST_FACTOR < constant < MOST_FACTOR:
        return None
    if not is_plain and max(max(factors), -min(factors)) >= MOST_FACTOR:
        return None
    if len(set(atoms)) < len(atoms):
        return None
    if not is_plain and set(map(type, atoms)) != _TEXTS:
        expression = Affine(tuple(zip(atoms, factors, strict=True)))
        return operators.comparison(expression, op, constant, left.owner)
    linear = _new(Linear)  # whose fields need no check, and there are many
    fields = {
        "scope": tuple(atoms),
        "coefficients": tuple(factors),
        "op": op,
        "constant": constant,
        "rule": UNNAMED,
        "_owner": left.owner,
    }
    set_fields(linear, fields)
    return linear


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
    _parts: tuple[Any, Any, int] | None = None

    @property
    def terms(self) -> Mapping[Atom, int]:
        """The factor of each variable and operation."""
        raise NotImplementedError

    def __add__(self, other: Any, sign: int = 1) -> Expression:
        """Return the sum with another operand, or the difference where ``sign`` is -1."""
        kind = type(other)
        if kind is int and self.symbols is None:
            shift = sign * checked_integer(other, "an expression", "constant")
            return _sum(self, _ZERO, 1, self.constant + shift, self.owner)
        if kind is not Variable and kind is not Expression:
            other = as_expression(other)
        if self.symbols is not None or other.symbols is not None:
            check_numbers(self, other)
        owner = self.owner if self.owner is other.owner else common_owner(self, other)
        return _sum(self, other, sign, self.constant + sign * other.constant, owner)

    def __sub__(self, other: Any) -> Expression:
        return self.__add__(other, -1)

    def __radd__(self, other: Any) -> Arithmetic:
        if type(other) is int and not other and self.symbols is None:
            return self  # as sum() begins
        return self.__add__(other)

    def __mul__(self, factor: Arithmetic | Constraint | int) -> Expression:
        if type(factor) is int and type(self) is Variable and self.symbols is None:
            if not -MOST_FACTOR < factor < MOST_FACTOR:
                factor = checked_integer(factor, "an expression", "factor")
            return _expression(((self.name, factor),), 0, self.owner)
        check_numbers(self, factor)
        if isinstance(factor, Arithmetic | Constraint):
            factor = as_expression(factor)
            if not factor.terms:
                return self * factor.constant
            if not self.terms:
                return factor * self.constant
            product = operators.Product(as_affine(self), as_affine(factor))
            return operation_expression(product, (self, factor))
        factor = checked_integer(
            factor, "a linear expression is multiplied by an integer", "factor"
        )
        items = tuple((atom, c * factor) for atom, c in self.terms.items())
        return _expression(items, self.constant * factor, self.owner)

    __rmul__ = __mul__

    def __neg__(self) -> Expression:
        return self * -1

    def __pos__(self) -> Arithmetic:
        return self

    def __rsub__(self, other: Arithmetic | Constraint | int) -> Expression:
        return self * -1 + other

    def __floordiv__(self, other: Arithmetic | Constraint | int) -> Expression:
        return _division(operators.Quotient, self, other)

    def __rfloordiv__(self, other: Arithmetic | Constraint | int) -> Expression:
        return as_expression(other) // self

    def __mod__(self, other: Arithmetic | Constraint | int) -> Expression:
        return _division(operators.Remainder, self, other)

    def __rmod__(self, other: Arithmetic | Constraint | int) -> Expression:
        return as_expression(other) % self

    def __abs__(self) -> Expression:
        check_numbers(self)
        return operation_expression(operators.Absolute(as_affine(self)), (self,))

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

    # -- logic of expressions over 0 and 1: 1 where it holds --------------------------------

    def __and__(self, other: ConstraintInput) -> Constraint:
        return checked_constraint(self) & other

    def __or__(self, other: ConstraintInput) -> Constraint:
        return checked_constraint(self) | other

    def __xor__(self, other: ConstraintInput) -> Constraint:
        return checked_constraint(self) ^ other

    def __rand__(self, other: ConstraintInput) -> Constraint:
        return _after(other, "&", self) & other

    def __ror__(self, other: ConstraintInput) -> Constraint:
        return _after(other, "|", self) | other

    def __rxor__(self, other: ConstraintInput) -> Constraint:
        return _after(other, "^", self) ^ other

    def __invert__(self) -> Constraint:
        return self == 0 if checked_constraint(self).scope else ~checked_constraint(self)

    def implies(self, other: ConstraintInput) -> Constraint:
        """Return that a constraint, or all of a list, holds where the expression, over 0 and 1, is 1."""
        return checked_constraint(self).implies(other)

    def iff(self, other: ConstraintInput) -> Constraint:
        """The expression, over 0 and 1, is 1 exactly where a constraint, or all of a list, holds."""
        return checked_constraint(self).iff(other)

    def only_enforce_if(self, *literals: ConstraintInput) -> Constraint:
        """Return that the expression, over 0 and 1, is 1 where all ``literals`` hold."""
        return checked_constraint(self).only_enforce_if(*literals)

    OnlyEnforceIf = only_enforce_if

    def _compare(self, op: Comparison, other: Any, verb: str, shift: int = 0) -> Constraint:
        result = compare_plainly(self, op, other, shift)
        if result is None:
            result = self._compared(op, other, verb, shift)
        return result

    def _compared(self, op: Comparison, other: Any, verb: str, shift: int) -> Constraint:
        if self.symbols is not None or getattr(other, "symbols", None) is not None:
            other = compared_value(self, op, other, verb)
        right = as_expression(other)
        difference = _sum(
            self, right, -1, self.constant - right.constant, common_owner(self, right)
        )
        constant = shift - difference.constant
        if not difference.terms:  # numbers alone
            return COMPARE[op](0, constant)  # type: ignore[return-value]
        if not any(difference.terms.values()):
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
        return operators.comparison(variable_side, op, constant, difference.owner)

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


class Expression(Arithmetic):
    """A weighted sum of variables and operations, plus a constant; n additions copy its terms once.

    Before its terms are used, a sum has ``_parts``: another sum, what is added, and the sign.
    ``_items`` are the atoms and factors of any other expression.
    """

    _terms: Mapping[Atom, int] | None = None
    _items: tuple[tuple[Atom, int], ...]

    @property
    def terms(self) -> Mapping[Atom, int]:
        """The factor of each variable and operation."""
        if self._terms is None:
            terms: dict[Atom, int] = {}
            atoms, factors, _ = _flat_terms(self)
            for atom, factor in zip(atoms, factors, strict=True):
                terms[atom] = terms.get(atom, 0) + factor
            self._terms, self._items, self._parts = terms, tuple(terms.items()), None
        return self._terms

    def __init__(
        self, terms: Mapping[Atom, int], constant: int = 0, owner: object | None = None
    ) -> None:
        self._items = tuple(terms.items())
        self.constant = constant
        self.owner = owner

    def __reduce__(self) -> tuple[object, ...]:
        return Expression, (dict(self.terms), self.constant)


_new = object.__new__


def _expression(
    items: tuple[tuple[Atom, int], ...], constant: int, owner: object | None
) -> Expression:
    result = _new(Expression)
    result._items, result.constant, result.owner = items, constant, owner
    return result


_ZERO = Expression({})


def _sum(
    left: Arithmetic, right: Arithmetic, sign: int, constant: int, owner: object | None
) -> Expression:
    """Return the sum, or the difference, of two expressions; it is added up when terms are used."""
    if type(right) is not Variable is not type(left) and right._parts is not None:
        _ = right.terms  # added up now: no sum is walked by each of those that it is part of
    result = _new(Expression)
    result._parts, result.constant, result.owner = (left, right, sign), constant, owner
    return result


class Variable(Arithmetic):
    """A declared variable, as the expression ``1 * itself``.

    ``symbols`` are the names of its values, if declared by names: then ``colour == "red"`` compares
    the variable with a name.
    """

    name: str
    _affine: Affine | None = None
    """The variable as data, once something has asked for this."""

    def __init__(
        self, name: str, owner: object | None = None, symbols: Symbols | None = None
    ) -> None:
        fields = self.__dict__  # as the name cannot be set anew
        fields["name"], fields["owner"], fields["symbols"] = name, owner, symbols

    def __setattr__(self, attribute: str, value: object) -> None:
        if attribute == "name":  # constraints would speak of another variable, or of none
            raise ModelError(
                f"variable {self.name!r} keeps its name: give the other name where it is declared, "
                f"build.variable({str(value)!r}, ...)"
            )
        if attribute in _OF_OTHER_SYSTEMS:
            raise ModelError(
                f"{self.name}.{attribute} is not assigned to: what must hold is added, "
                f"build.add({self.name} >= {short_repr(value)})"
            )
        object.__setattr__(self, attribute, value)

    @property
    def terms(self) -> Mapping[Atom, int]:
        """The variable, once."""
        return {self.name: 1}

    def __reduce__(self) -> tuple[object, ...]:
        return Variable, (self.name, None, self.symbols)


def as_expression(value: Arithmetic | Constraint | int) -> Arithmetic:
    """Return ``value`` as an expression; raise ``ModelError`` for any other object."""
    if isinstance(value, Arithmetic):
        return value
    if isinstance(value, Constraint):
        return operators.truth(value)
    if is_integer(value):
        return Expression({}, checked_integer(value, "an expression", "constant"))
    raise operand_error(value)


def checked_constraint(value: object) -> Constraint:
    """Return a constraint; a truth as a constant, an expression over 0 and 1 as "it is 1".

    Raise ``ModelError`` with advice for anything else.
    """
    if isinstance(value, Constraint):
        return value
    if isinstance(value, Arithmetic) and _is_boolean(value):
        if value.terms:
            return value == 1
        value = value.constant
    if (known := known_truth(value)) is not None:
        return constant_constraint(known)
    raise constraint_error(value)


def _is_boolean(expression: Arithmetic) -> bool:
    """Whether an expression takes no values but 0 and 1, by the domains of its builder."""
    domains = getattr(expression.owner, "domains", {})
    data = as_affine(expression)
    if (expression.symbols and not expression.symbols.is_numeric) or not (
        domains.keys() >= {*data.scope}
    ):
        return False
    return all(0 <= end <= 1 for end in data.bounds(domains))


def _after(left: object, sign: str, right: Arithmetic) -> Constraint:
    """Return a Boolean as a constraint; warn of an integer before a sign, as in ``x == 1 & b``."""
    constraint = checked_constraint(right)
    if type(left) is int:
        warnings.warn(
            f"{left} {sign} {right!r}: Python binds {sign} closer than ==, so for a comparison write "
            f"(x == {left}) {sign} {right!r}, and for a constant bool({left}) {sign} {right!r}",
            ModelWarning,
            calling_frame()[1],
        )
    return constraint


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


def operation_expression(atom: Operation, made_of: Iterable[Any]) -> Expression:
    """Return the expression of an operation, with the owner of its operands."""
    result = _expression(((atom, 1),), 0, None)
    operands = [part for part in made_of if isinstance(part, Arithmetic | Constraint)]
    for part in operands:
        if result.owner is None:
            result.owner = part.owner
        elif part.owner not in (None, result.owner):
            common_owner(result, as_expression(part))  # raises
    return result if atom.scope else _constant_operation(atom, operands, result.owner)


def _constant_operation(atom: Any, operands: Iterable[Any], owner: object | None) -> Expression:
    """Return the value of an operation without variables; what cancelled out keeps the factor 0."""
    try:
        value = atom.value({})
    except (ZeroDivisionError, IndexError):
        raise ModelError(f"{atom} has no value") from None
    parts = [part for part in operands if isinstance(part, Arithmetic)]
    cancelled = dict.fromkeys((term for part in parts for term in part.terms), 0)
    return _expression(tuple(cancelled.items()), value, owner)


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
    return operation_expression(kind(as_affine(first), as_affine(by)), (first, by))
