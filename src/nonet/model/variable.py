"""Variables, and linear expressions of them: ``x + 2 * y <= 5`` is a constraint.

>>> x, y = Variable("x"), Variable("y")
>>> rising = x + 1 <= y
>>> rising.scope, rising.coefficients, rising.op, rising.constant
(('x', 'y'), (1, -1), '<=', -1)
"""

from __future__ import annotations

from collections.abc import Mapping

from nonet.errors import ModelError
from nonet.model.constraints.linear import Comparison, Linear


class Arithmetic:
    """What variables and expressions can do: ``+ - *`` and the six comparisons.

    A comparison gives a ``Linear`` constraint, so neither is a key of
    dictionaries: use a variable's ``name``.
    """

    terms: Mapping[str, int]
    constant: int

    def __add__(self, other: Arithmetic | int) -> Expression:
        other = expression(other)
        terms = dict(self.terms)
        for name, coefficient in other.terms.items():
            terms[name] = terms.get(name, 0) + coefficient
        return Expression(terms, self.constant + other.constant)

    __radd__ = __add__

    def __mul__(self, factor: int) -> Expression:
        if not isinstance(factor, int):
            raise ModelError(f"a linear expression is multiplied by an integer, not {factor!r}")
        return Expression({n: c * factor for n, c in self.terms.items()}, self.constant * factor)

    __rmul__ = __mul__

    def __neg__(self) -> Expression:
        return self * -1

    def __sub__(self, other: Arithmetic | int) -> Expression:
        return self + -expression(other)

    def __rsub__(self, other: Arithmetic | int) -> Expression:
        return expression(other) - self

    def _compare(self, op: Comparison, other: Arithmetic | int, shift: int = 0) -> Linear:
        left = self - other
        if not left.terms:
            raise ModelError("this comparison speaks of no variable")
        return Linear(tuple(left.terms), tuple(left.terms.values()), op, shift - left.constant)

    def __eq__(self, other: Arithmetic | int) -> Linear:  # type: ignore[override]
        return self._compare("==", other)

    def __ne__(self, other: Arithmetic | int) -> Linear:  # type: ignore[override]
        return self._compare("!=", other)

    def __le__(self, other: Arithmetic | int) -> Linear:
        return self._compare("<=", other)

    def __ge__(self, other: Arithmetic | int) -> Linear:
        return self._compare(">=", other)

    def __lt__(self, other: Arithmetic | int) -> Linear:
        return self._compare("<=", other, -1)

    def __gt__(self, other: Arithmetic | int) -> Linear:
        return self._compare(">=", other, 1)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        parts = [f"{c} * {n}" if c != 1 else n for n, c in self.terms.items()]
        return " + ".join(parts + ([str(self.constant)] if self.constant or not parts else []))


class Expression(Arithmetic):
    """A weighted sum of variables plus a constant."""

    def __init__(self, terms: Mapping[str, int], constant: int = 0) -> None:
        self.terms = dict(terms)
        self.constant = constant


class Variable(Arithmetic):
    """A declared variable, as the expression ``1 * itself``."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.terms = {name: 1}
        self.constant = 0


def expression(thing: Arithmetic | int) -> Arithmetic:
    """``thing`` as an expression; raises ``ModelError`` if it is no integer or expression."""
    if isinstance(thing, Arithmetic):
        return thing
    if isinstance(thing, int):
        return Expression({}, thing)
    raise ModelError(f"neither a variable nor an integer: {thing!r}")
