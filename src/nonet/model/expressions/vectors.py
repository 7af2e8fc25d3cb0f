"""Operators of arrays, place by place: ``p + 1``, ``p * [1, 2]``, ``p <= q``, ``~(p == q)``.

What stands on the other side is one value for all places, or a sequence of as many: a list, another
array, a NumPy array, a column of a pandas table.

>>> from nonet.model import ModelBuilder
>>> p = ModelBuilder().array("p", 2, range(9))
>>> p + 1, p * [2, 3], (p <= 4)[1].formula
([p[0] + 1, p[1] + 1], [2 * p[0], 3 * p[1]], 'p[1] <= 4')
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, NoReturn

from nonet.errors import ModelError
from nonet.model.constraints.base import Constraint
from nonet.model.discarded_constraints import reject_discarded
from nonet.model.expressions.arithmetic import Arithmetic
from nonet.model.integers import short_repr

if TYPE_CHECKING:
    from nonet.model.expressions.arithmetic import Expression
    from nonet.model.expressions.array import Array


class PlaceByPlace:
    """What arrays and matrices can do: arithmetic, comparisons and logic of each place."""

    __array_ufunc__ = None  # NumPy and pandas leave `table * array` to us
    __array_priority__ = 1000
    __pandas_priority__ = 5000

    def _joined(self, other: Any, join: Callable[[Any, Any], Any], sign: str) -> Any:
        """Return an array of the results of ``join``."""
        raise NotImplementedError

    def _mapped(self, function: Callable[[Any], Any]) -> Any:
        """Return an array of the results of ``function``."""
        raise NotImplementedError

    def __add__(self, other: Any) -> Array[Expression]:
        return self._joined(other, operator.add, "+")  # type: ignore[no-any-return]

    def __radd__(self, other: Any) -> Array[Expression]:
        if type(other) is int and not other:
            raise ModelError(
                f"sum() of {short_repr(self)} adds up arrays, not variables: write matrix.sum() "
                "or sum(matrix.flat) for the sum of all, matrix.sum(axis=0) for those of the columns"
            )
        return self._joined(other, lambda entry, value: value + entry, "+")  # type: ignore[no-any-return]

    def __sub__(self, other: Any) -> Array[Expression]:
        return self._joined(other, operator.sub, "-")  # type: ignore[no-any-return]

    def __rsub__(self, other: Any) -> Array[Expression]:
        return self._joined(other, lambda entry, value: value - entry, "-")  # type: ignore[no-any-return]

    def __mul__(self, other: Any) -> Array[Expression]:
        return self._joined(other, operator.mul, "*")  # type: ignore[no-any-return]

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> Array[Expression]:
        return self._joined(other, operator.floordiv, "//")  # type: ignore[no-any-return]

    def __mod__(self, other: Any) -> Array[Expression]:
        return self._joined(other, operator.mod, "%")  # type: ignore[no-any-return]

    def __truediv__(self, other: Any) -> Array[Expression]:
        return self._joined(other, operator.truediv, "/")  # type: ignore[no-any-return]

    def __pow__(self, other: Any) -> Array[Expression]:
        return self._joined(other, operator.pow, "**")  # type: ignore[no-any-return]

    def __neg__(self) -> Array[Expression]:
        return self._mapped(operator.neg)  # type: ignore[no-any-return]

    def __abs__(self) -> Array[Expression]:
        return self._mapped(abs)  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> Array[Constraint]:  # type: ignore[override]
        return reject_discarded(self._joined(other, operator.eq, "=="))

    def __ne__(self, other: object) -> Array[Constraint]:  # type: ignore[override]
        return reject_discarded(self._joined(other, operator.ne, "!="))

    def __le__(self, other: Any) -> Array[Constraint]:
        return reject_discarded(self._joined(other, operator.le, "<="))

    def __ge__(self, other: Any) -> Array[Constraint]:
        return reject_discarded(self._joined(other, operator.ge, ">="))

    def __lt__(self, other: Any) -> Array[Constraint]:
        return reject_discarded(self._joined(other, operator.lt, "<"))

    def __gt__(self, other: Any) -> Array[Constraint]:
        return reject_discarded(self._joined(other, operator.gt, ">"))

    __hash__ = None  # type: ignore[assignment]

    def __and__(self, other: Any) -> Array[Constraint]:
        return reject_discarded(self._joined(other, operator.and_, "&"))

    __rand__ = __and__

    def __or__(self, other: Any) -> Array[Constraint]:
        return reject_discarded(self._joined(other, operator.or_, "|"))

    __ror__ = __or__

    def __xor__(self, other: Any) -> Array[Constraint]:
        return reject_discarded(self._joined(other, operator.xor, "^"))

    __rxor__ = __xor__

    def __invert__(self) -> Array[Constraint]:
        return reject_discarded(self._mapped(operator.invert))

    def implies(self, other: Any) -> Array[Constraint]:
        """Where the constraint of a place holds, the other's of that place does too."""
        join = lambda entry, value: entry.implies(value)  # noqa: E731
        return reject_discarded(self._joined(other, join, "implies"))

    def __bool__(self) -> bool:
        first = next(iter(self.flat), None)
        if isinstance(first, Constraint):
            raise ModelError(
                f"{short_repr(self)} are several constraints, neither true nor false before they "
                "are solved: build.add(q <= 1) adds all of them, nonet.any_of(q <= 1) says one"
            )
        return first is not None

    @property
    def flat(self) -> Iterable[Any]:
        """All entries, row by row."""
        raise NotImplementedError

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            from nonet.model.attribute_errors import attribute_error

            raise attribute_error(self, name)


def places_of(other: Any) -> list[Any] | None:
    """Return the entries of what has some; ``None`` for one value.

    >>> places_of((1, 2)), places_of("red"), places_of(3)
    ([1, 2], None, None)
    """
    if isinstance(other, str | bytes | Enum | Arithmetic | Constraint):
        return None
    if getattr(other, "shape", None) == ():  # a number of NumPy
        return None
    if isinstance(other, Sequence) or hasattr(other, "__array__"):
        return [*getattr(other, "values", other)] if hasattr(other, "iloc") else [*other]
    return None


def joined_places(
    entries: Sequence[Any], other: Any, join: Callable[[Any, Any], Any], sign: str
) -> list[Any]:
    """Return ``join`` of each entry with the other value, or with the other's entry there.

    Raise ``ModelError`` where there are more or fewer.
    """
    others = places_of(other)
    if others is None:
        if isinstance(other, set | frozenset | dict):
            raise ModelError(f"an array {sign} a {type(other).__name__}, which has no order")
        return [join(entry, other) for entry in entries]
    if len(others) != len(entries):
        raise ModelError(
            f"an array of {len(entries)} {sign} one of {len(others)}: both need as many places"
        )
    return [join(entry, each) for entry, each in zip(entries, others, strict=True)]
