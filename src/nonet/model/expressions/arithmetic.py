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
from nonet.model import operators
from nonet.model.constraints.base import (
    UNNAMED,
    Constraint,
    ConstraintInput,
    constant_constraint,
    known_truth,
)
from nonet.model.constraints.primitives import COMPARE, Comparison, Linear
from nonet.model.expressions.affine import Affine, Atom
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
        return operators.numpy_functions.element_wise(ufunc, method, inputs, options)

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

    The third result is whether the atoms are known to be variables whose factors need no check.
    """
    atoms: list[Atom] = []  # from the last to the first
    factors: list[int] = []
    leading: list[str] = []
    node, is_plain = expression, True
    while isinstance(node, Expression) and node._terms is None:
        if node._atom is not None:
            atoms.append(node._atom)
            factors.append(node._factor)
            if type(node._atom) is not str:
                is_plain = False
        elif node._first is not None:
            leading.append(node._first)
        else:
            atoms.extend(reversed([*node._further]))
            factors.extend(reversed([*node._further.values()]))
            is_plain = is_plain and not node._further
        node = node._left
    if isinstance(node, Variable):
        atoms.append(node.name)
        factors.append(1)
    elif node is not None:
        atoms.extend(reversed([*node.terms]))
        factors.extend(reversed([*node.terms.values()]))
        is_plain = False
    if leading:
        atoms += reversed(leading)
        factors += [1] * len(leading)
    atoms.reverse()
    factors.reverse()
    return atoms, factors, is_plain


def compare_plainly(left: Any, op: Comparison, right: Any, shift: int) -> Constraint | None:
    """Return ``left op right + shift`` if each atom occurs only once; else ``None``.

    No part of such a comparison needs a check, and most comparisons of a large model are plain.
    """
    if left.symbols is not None:
        return None
    atoms: list[Atom]
    if isinstance(left, Variable):
        atoms, factors, is_plain = [left.name], [1], True
    else:
        atoms, factors, is_plain = _flat_terms(left)
    if type(right) is int:
        constant = shift - left.constant + right
    elif isinstance(right, Variable):
        variable: Any = right
        if variable.owner is not left.owner or variable.symbols is not None:
            return None
        atoms.append(right.name)
        factors.append(-1)
        constant = shift - left.constant
    elif isinstance(right, Expression):
        other: Any = right
        if other.owner is not left.owner or other.symbols is not None:
            return None
        others, negated, are_plain = _flat_terms(other)
        atoms += others
        factors += map(neg, negated)
        is_plain = is_plain and are_plain
        constant = shift - left.constant + other.constant
    else:
        return None
    if not atoms or 0 in factors or not -MOST_FACTOR < constant < MOST_FACTOR:
        return None
    if not is_plain and max(max(factors), -min(factors)) >= MOST_FACTOR:
        return None
    if len(set(atoms)) < len(atoms):
        return None
    if not is_plain and set(map(type, atoms)) != _TEXTS:
        expression = Affine(tuple(zip(atoms, factors, strict=True)))
        return operators.Compare.of_expression(expression, op, constant, left.owner)
    return Linear.unchecked(
        scope=tuple(atoms),
        coefficients=tuple(factors),
        op=op,
        constant=constant,
        rule=UNNAMED,
        _owner=left.owner,
    )


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

    def __add__(self, other: Any, sign: int = 1) -> Expression:
        """Return the sum with another operand, or the difference where ``sign`` is -1."""
        kind = type(other)
        if kind is Linear:  # a truth, in sums such as "how many are 3"
            kind, other = Expression, operators.truth(other)
        if kind is int and self.symbols is None:
            return _shifted(self, sign * checked_integer(other, "an expression", "constant"))
        if (
            (kind is not Variable and kind is not Expression)
            or self.owner is not other.owner
            or self.symbols is not None
            or other.symbols is not None
        ):
            other = as_expression(other)
            check_numbers(self, other)
            return self._lazily(other, sign)
        result = _new(Expression)
        result._left, result.owner = self, self.owner
        result.constant = self.constant + sign * other.constant
        if kind is Variable:
            result._atom, result._factor = other.name, sign
        elif other._left is not None and sign > 0 and type(self) is Variable:
            # so that "x + (y + (z + ...))" is not added up at each step
            result._left, result._first = other, self.name
        elif other._atom is not None and other._left is None and other._terms is None:
            result._atom, result._factor = other._atom, sign * other._factor
        else:
            result._further = _signed(other.terms, sign)
        return result

    def __sub__(self, other: Any) -> Expression:
        return self.__add__(other, -1)

    def _lazily(self, other: Arithmetic, sign: int) -> Expression:
        constant, owner = self.constant + sign * other.constant, common_owner(self, other)
        return _lazy_sum(self, _signed(other.terms, sign), constant, owner)

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
                product = operators.Product(as_affine(self), as_affine(factor))
                return operation_expression(product, self, factor)
            if not factor.terms:
                return self * factor.constant
            if not self.terms:
                return factor * self.constant
            return operation_expression(
                operators.Product(as_affine(self), as_affine(factor)), self, factor
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
        return operation_expression(operators.Absolute(as_affine(self)), self)

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
        difference = self._lazily(as_expression(other), -1)
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
        return operators.Compare.of_expression(variable_side, op, constant, difference.owner)

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

    Before its terms are used, a sum is the sum ``_left``, if present, plus ``_factor`` times the
    variable or operation ``_atom``, or plus the terms ``_further``, or with the variable ``_first``
    before.
    """

    _terms: Mapping[Atom, int] | None = None
    _left: Any = None
    _atom: Atom | None = None
    _first: str | None = None
    _factor: int
    _further: Mapping[Atom, int]

    @property
    def terms(self) -> Mapping[Atom, int]:
        """The factor of each variable and operation."""
        if self._terms is not None:
            return self._terms
        result: dict[Atom, int] = {}
        atoms, factors, _ = _flat_terms(self)
        for atom, factor in zip(atoms, factors, strict=True):
            result[atom] = result.get(atom, 0) + factor
        self._terms, self._left = result, None
        return result

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


def _signed(terms: Mapping[Atom, int], sign: int) -> Mapping[Atom, int]:
    return terms if sign > 0 else {atom: -factor for atom, factor in terms.items()}


def _shifted(of: Arithmetic, constant: int) -> Expression:
    if isinstance(of, Expression) and of._terms is None:
        return _lazy_sum(of, {}, of.constant + constant, of.owner)
    return _expression(of.terms, of.constant + constant, of.owner)


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
