"""Variables, and linear expressions of them: ``x + 2 * y <= 5`` is a constraint.

>>> x, y = Variable("x"), Variable("y")
>>> rising = x + 1 <= y
>>> rising.scope, rising.coefficients, rising.op, rising.constant
(('x', 'y'), (1, -1), '<=', -1)
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import NoReturn

from nonet.errors import ModelError, ModelWarning
from nonet.model.constraints.linear import COMPARE, Comparison, Linear, weighted
from nonet.model.integers import integer, is_integer, shown


class Arithmetic:
    """What variables and expressions can do: ``+ - *`` and the six comparisons.

    Integers are whatever Python takes as an index: ``bool``, numpy's, ``IntEnum``.

    A comparison gives a ``Linear`` constraint, so neither is a key of
    dictionaries: use a variable's ``name``.  Neither has a truth value: ``if x:``
    and ``x or y`` raise ``ModelError``.

    ``owner`` is the mark of the builder that declared the variables, if one did.
    """

    terms: Mapping[str, int]
    constant: int
    owner: object | None = None

    def __add__(self, other: Arithmetic | int) -> Expression:
        other = expression(other)
        terms = dict(self.terms)
        for name, coefficient in other.terms.items():
            terms[name] = terms.get(name, 0) + coefficient
        return Expression(terms, self.constant + other.constant, _owner(self, other))

    __radd__ = __add__

    def __mul__(self, factor: int) -> Expression:
        if isinstance(factor, Arithmetic):
            raise ModelError(
                f"({self!r}) * ({factor!r}) is not linear: an expression is multiplied by an "
                "integer; a product of variables is said by a table"
            )
        factor = integer(factor, "a linear expression is multiplied by an integer", "factor")
        terms = {name: c * factor for name, c in self.terms.items()}
        return Expression(terms, self.constant * factor, self.owner)

    __rmul__ = __mul__

    def __neg__(self) -> Expression:
        return self * -1

    def __sub__(self, other: Arithmetic | int) -> Expression:
        other = expression(other)
        _owner(self, other)  # before it is negated, for the words of an error
        return self + -other

    def __rsub__(self, other: Arithmetic | int) -> Expression:
        return expression(other) - self

    def _compare(
        self, op: Comparison, other: Arithmetic | int, said: str, shift: int = 0
    ) -> Linear:
        left = self - other
        if not left.terms:
            raise ModelError(f"{self!r} {said} {shown(other)} speaks of no variable")
        constant = shift - left.constant
        if not any(left.terms.values()):
            always = "true" if COMPARE[op](0, constant) else "false"
            warnings.warn(
                f"{self!r} {said} {shown(other)} is always {always}", ModelWarning, stacklevel=3
            )
        linear = Linear(tuple(left.terms), tuple(left.terms.values()), op, constant)
        linear.owned(left.owner)
        return linear

    def __eq__(self, other: Arithmetic | int) -> Linear:  # type: ignore[override]
        return self._compare("==", other, "==")

    def __ne__(self, other: Arithmetic | int) -> Linear:  # type: ignore[override]
        return self._compare("!=", other, "!=")

    def __le__(self, other: Arithmetic | int) -> Linear:
        return self._compare("<=", other, "<=")

    def __ge__(self, other: Arithmetic | int) -> Linear:
        return self._compare(">=", other, ">=")

    def __lt__(self, other: Arithmetic | int) -> Linear:
        return self._compare("<=", other, "<", -1)

    def __gt__(self, other: Arithmetic | int) -> Linear:
        return self._compare(">=", other, ">", 1)

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> NoReturn:
        from nonet.model.slips import no_truth

        raise no_truth(self)

    def __repr__(self) -> str:
        if not self.terms:
            return shown(self.constant)
        text, constant = weighted(self.terms.items()), self.constant
        return f"{text} {'-' if constant < 0 else '+'} {shown(abs(constant))}" if constant else text


class Expression(Arithmetic):
    """A weighted sum of variables plus a constant."""

    def __init__(
        self, terms: Mapping[str, int], constant: int = 0, owner: object | None = None
    ) -> None:
        self.terms = dict(terms)
        self.constant = constant
        self.owner = owner

    def __reduce__(self) -> tuple[object, ...]:
        return Expression, (dict(self.terms), self.constant)


class Variable(Arithmetic):
    """A declared variable, as the expression ``1 * itself``."""

    def __init__(self, name: str, owner: object | None = None) -> None:
        self.name = name
        self.terms = {name: 1}
        self.constant = 0
        self.owner = owner

    def __reduce__(self) -> tuple[object, ...]:
        return Variable, (self.name,)


def expression(thing: Arithmetic | int) -> Arithmetic:
    """``thing`` as an expression; raises ``ModelError`` if it is no integer or expression."""
    if isinstance(thing, Arithmetic):
        return thing
    if is_integer(thing):
        return Expression({}, integer(thing, "an expression", "constant"))
    hint = ": a linear expression has integers only" if isinstance(thing, float) else ""
    raise ModelError(f"neither a variable nor an integer: {shown(thing)}{hint}")


def _owner(one: Arithmetic, other: Arithmetic) -> object | None:
    """The mark of two expressions put together; raises ``ModelError`` if they have two."""
    if one.owner is None or other.owner is None or one.owner is other.owner:
        return one.owner or other.owner
    raise ModelError(f"{one!r} and {other!r} are of two builders: one model has one builder")
