"""Arrays of variables: of one dimension, and of two with rows, columns and diagonals.

>>> from nonet.model import ModelBuilder
>>> build = ModelBuilder()
>>> q = build.array("q", 3, range(3))
>>> q[0], q[1:], (q[q[0]] == 2).formula
(q[0], [q[1], q[2]], '[q[0], q[1], q[2]][q[0]] == 2')
>>> s = build.array("s", (3, 3), range(1, 10))
>>> s[0, 2], s[1, :], s.diagonal()
(s[0,2], [s[1,0], s[1,1], s[1,2]], [s[0,0], s[1,1], s[2,2]])

Operators work place by place.  On the other side stands one value for all places, or a sequence
of as many: a list, another array, a NumPy array, a column of a pandas table.

>>> q + 1, q * [2, 3, 4], (q <= 1)[1].formula
([q[0] + 1, q[1] + 1, q[2] + 1], [2 * q[0], 3 * q[1], 4 * q[2]], 'q[1] <= 1')

Reductions are one expression, or one constraint, of all entries or of those along an axis.

>>> s.max(), s[:2, :2].min(axis=1), ((s > 2)[0].any() & (s < 3)[1].all()).is_flat
(max_of(s[0,0], s[0,1], s[0,2], s[1,0], s[1,1], s[1,2], s[2,0], s[2,1], s[2,2]), [min_of(s[0,0], \
s[0,1]), min_of(s[1,0], s[1,1])], True)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, NoReturn, overload

from nonet.errors import ModelError, quantity
from nonet.model.constraints.base import Constraint, known_truth, operators
from nonet.model.expressions.arithmetic import (
    Arithmetic,
    Expression,
    Variable,
    as_expression,
)
from nonet.model.expressions.functions import all_of, any_of, count_of, element, max_of, min_of
from nonet.model.integers import checked_integer, is_integer, short_repr
from nonet.model.misuse_errors import attribute_error, membership_error

Join = Callable[[Any, Any], Any]
"""Joins an entry of an array and another value."""


def places_of(other: Any) -> list[Any] | None:
    """Return the entries of a sequence or array; ``None`` for a single value.

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


def joined_places(entries: Sequence[Any], other: Any, join: Join, sign: str) -> list[Any]:
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


def selected(entries: Sequence[Any], places: Any) -> list[Any]:
    """Return the entries at some places, or where a mask of as many truths is true.

    >>> selected("abc", [2, 0]), selected("abc", [True, False, True])
    (['c', 'a'], ['a', 'c'])
    """
    listed = places_of(places)
    if listed is None:
        raise ModelError(f"an array has places 0 to {len(entries) - 1}, not {short_repr(places)}")
    if all(isinstance(each, bool) or str(getattr(each, "dtype", "")) == "bool" for each in listed):
        if len(listed) != len(entries):
            raise ModelError(
                f"a mask of {quantity(len(listed), 'truth')} for an array of {len(entries)}: "
                "both need as many"
            )
        return [entry for entry, chosen in zip(entries, listed, strict=True) if chosen]
    return [entries[checked_index(each, len(entries), "the array")] for each in listed]


def selected_places(rows: Sequence[Sequence[Any]], mask: Any) -> list[Any]:
    """Return the entries of a matrix where a mask of its shape is true, row by row."""
    masks = places_of(mask) or []
    if len(masks) != len(rows):
        raise ModelError(
            f"a mask of {quantity(len(masks), 'row')} for a matrix of {len(rows)}: both need as many"
        )
    pairs = zip(rows, masks, strict=True)
    choose: Any = selected_places if isinstance(next(iter(rows), None), Matrix) else selected
    return [entry for row, each in pairs for entry in choose(row, each)]


def checked_index(place: Any, size: int, where: str) -> int:
    """Return a place from 0, or from the end; raise ``IndexError`` for a place outside."""
    index = checked_integer(place, where, "place")
    if not -size <= index < size:
        raise IndexError(f"{where} has the places 0 to {size - 1}, not {index}")
    return index


def negated(entry: Any) -> Any:
    """Return the negation of a constraint, or of a truth."""
    return ~entry if (known := known_truth(entry)) is None else not known


def implied(entry: Any, value: Any) -> Any:
    """Return that where an entry of an array holds, a value does too; either may be a truth."""
    if (known := known_truth(entry)) is None:
        return entry.implies(value)
    return value if known else True


class Reductions:
    """Sums, extremes and logic: of all entries, or with ``axis=0`` of each column of a matrix, with
    ``axis=1`` of each row.

    NumPy's functions, such as ``np.max``, call these methods with ``out``, which is ``None``.
    """

    __pandas_priority__ = 5000  # pandas leaves `column * array` to us

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return operators.element_wise(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        return operators.of_arrays(function, arguments, options)

    def _reduced(self, function: Callable[[Iterable[Any]], Any], axis: int | None) -> Any:
        raise NotImplementedError

    def reshape(self, *shape: Any) -> Any:
        """Return the entries in rows and columns, or in a row, as NumPy's ``reshape`` does."""
        return operators.reshaped(self, shape)

    @overload
    def sum(self, axis: None = None, out: None = None) -> Expression: ...
    @overload
    def sum(self, axis: int, out: None = None) -> Any: ...
    def sum(self, axis: int | None = None, out: None = None) -> Any:
        """The sum of the entries."""
        return self._reduced(total, axis)

    @overload
    def max(self, axis: None = None, out: None = None) -> Expression: ...
    @overload
    def max(self, axis: int, out: None = None) -> Any: ...
    def max(self, axis: int | None = None, out: None = None) -> Any:
        """The largest of the entries."""
        return self._reduced(max_of, axis)

    @overload
    def min(self, axis: None = None, out: None = None) -> Expression: ...
    @overload
    def min(self, axis: int, out: None = None) -> Any: ...
    def min(self, axis: int | None = None, out: None = None) -> Any:
        """The smallest of the entries."""
        return self._reduced(min_of, axis)

    @overload
    def any(self, axis: None = None, out: None = None) -> Constraint: ...
    @overload
    def any(self, axis: int, out: None = None) -> Any: ...
    def any(self, axis: int | None = None, out: None = None) -> Any:
        """At least one of the entries, which are constraints, holds."""
        return self._reduced(partial(_joined_truths, any, any_of), axis)

    @overload
    def all(self, axis: None = None, out: None = None) -> Constraint: ...
    @overload
    def all(self, axis: int, out: None = None) -> Any: ...
    def all(self, axis: int | None = None, out: None = None) -> Any:
        """All entries, which are constraints, hold."""
        return self._reduced(partial(_joined_truths, all, all_of), axis)


def _joined_truths(
    of_truths: Callable[[Any], Any], of_constraints: Callable[[Any], Any], entries: Iterable[Any]
) -> Any:
    listed: Any = [*entries]
    are_truths = listed and all(known_truth(entry) is not None for entry in listed)
    return of_truths(listed) if are_truths else of_constraints(listed)


def total(entries: Iterable[Any]) -> Expression:
    """The sum of some expressions, which is one itself."""
    result: Any = sum(entries)
    return as_expression(result) + 0


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    Item = TypeVar("Item", default=Variable, covariant=True)
else:
    from typing import TypeVar

    Item = TypeVar("Item", covariant=True)


def _expressions(join: Join, sign: str) -> Callable[[Any, Any], Array[Expression]]:
    """Return the operator of arrays that makes an expression of each place."""
    return lambda array, other: array._joined(other, join, sign)


def _constraints(join: Join, sign: str) -> Callable[[Any, Any], Array[Constraint]]:
    """Return the operator of arrays that makes a constraint of each place."""
    return lambda array, other: array._joined(other, join, sign)


class PlaceByPlace(Reductions):
    """The base of arrays and matrices: arithmetic, comparisons and logic of each place."""

    def _joined(self, other: Any, join: Join, sign: str) -> Any:
        raise NotImplementedError

    def _mapped(self, function: Callable[[Any], Any]) -> Any:
        raise NotImplementedError

    __add__ = _expressions(operator.add, "+")
    __sub__ = _expressions(operator.sub, "-")
    __rsub__ = _expressions(lambda entry, value: value - entry, "-")
    __mul__ = __rmul__ = _expressions(operator.mul, "*")
    __floordiv__ = _expressions(operator.floordiv, "//")
    __mod__ = _expressions(operator.mod, "%")
    __truediv__ = _expressions(operator.truediv, "/")
    __pow__ = _expressions(operator.pow, "**")

    def __radd__(self, other: Any) -> Array[Expression]:
        if type(other) is int and not other:
            raise ModelError(
                f"sum() of {short_repr(self)} adds up arrays, not variables: write matrix.sum() "
                "or sum(matrix.flat) for the sum of all, matrix.sum(axis=0) for those of the columns"
            )
        return self._joined(other, lambda entry, value: value + entry, "+")  # type: ignore[no-any-return]

    def __neg__(self) -> Array[Expression]:
        return self._mapped(operator.neg)  # type: ignore[no-any-return]

    def __abs__(self) -> Array[Expression]:
        return self._mapped(abs)  # type: ignore[no-any-return]

    __eq__ = _constraints(operator.eq, "==")  # type: ignore[assignment]
    __ne__ = _constraints(operator.ne, "!=")  # type: ignore[assignment]
    __le__ = _constraints(operator.le, "<=")
    __ge__ = _constraints(operator.ge, ">=")
    __lt__ = _constraints(operator.lt, "<")
    __gt__ = _constraints(operator.gt, ">")
    __hash__ = None  # type: ignore[assignment]
    __and__ = __rand__ = _constraints(operator.and_, "&")
    __or__ = __ror__ = _constraints(operator.or_, "|")
    __xor__ = __rxor__ = _constraints(operator.xor, "^")

    def __invert__(self) -> Array[Constraint]:
        return self._mapped(negated)  # type: ignore[no-any-return]

    def implies(self, other: Any) -> Array[Constraint]:
        """Where the constraint of a place holds, the other's of that place does too."""
        return self._joined(other, implied, "implies")  # type: ignore[no-any-return]

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

    def __contains__(self, value: object) -> bool:
        raise membership_error(value)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            raise attribute_error(self, name)

        def __setitem__(self, place: object, value: object) -> NoReturn:
            parts = [
                ":".join("" if end is None else short_repr(end) for end in (each.start, each.stop))
                + (f":{each.step}" if each.step else "")
                if isinstance(each, slice)
                else short_repr(each)
                for each in (place if isinstance(place, tuple) else (place,))
            ]
            raise ModelError(
                f"an array is not assigned to: build.add(q[{', '.join(parts)}] == "
                f"{short_repr(value)}) says what an entry is"
            )

        def __call__(self, *places: object) -> NoReturn:
            raise ModelError("an array is not a function: its entries are q[0], q[1:3], q[x]")


class Array(PlaceByPlace, Sequence[Item]):
    """Variables in a row: ``q[2]``, slices, and ``q[x]``, the entry at an expression's value.

    Operators work place by place: ``q + 1``, ``q * [1, 2, 3]`` and ``q <= p`` are arrays again, of
    expressions or of constraints, and ``build.add(q <= p)`` adds each.  ``Array(...)`` makes an
    array of any expressions.
    """

    def __init__(self, entries: Iterable[Item]) -> None:
        self._variables = tuple(entries)

    def _joined(self, other: Any, join: Join, sign: str) -> Array[Any]:
        return Array(joined_places(self._variables, other, join, sign))

    def _mapped(self, function: Callable[[Any], Any]) -> Array[Any]:
        return Array(map(function, self._variables))

    def _reduced(self, function: Callable[[Iterable[Any]], Any], axis: int | None) -> Any:
        return function(self._variables)

    @property
    def shape(self) -> tuple[int]:
        """The number of entries, in a tuple as in NumPy."""
        return (len(self._variables),)

    @property
    def flat(self) -> Array[Item]:
        """The array itself."""
        return self

    def count(self, value: Any) -> Expression:  # type: ignore[override]
        """Return how many entries take a value, or one of several values, as an expression."""
        return count_of(self._variables, value)  # type: ignore[arg-type]

    def __matmul__(self, other: Any) -> Any:
        """The scalar product: the sum of the products, place by place; as in NumPy of matrices."""
        if isinstance(other, Matrix) or getattr(other, "ndim", 1) == 2:
            return operators.product(self, other)
        return total(self._joined(other, lambda entry, weight: entry * weight, "@"))

    __rmatmul__ = __matmul__

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> Array[Item]: ...
    @overload
    def __getitem__(self, place: Arithmetic) -> Expression: ...
    @overload
    def __getitem__(self, place: Iterable[Any]) -> Array[Item]: ...
    def __getitem__(self, place: Any) -> Item | Array[Item] | Expression:
        if type(place) is int:
            try:
                return self._variables[place]
            except IndexError:
                pass  # refused below, by name
        if isinstance(place, slice):
            return Array(self._variables[place])
        if isinstance(place, Arithmetic | Constraint):
            return element(self._variables, place)  # type: ignore[arg-type]
        if not is_integer(place) or getattr(place, "ndim", 0) > 0:
            return Array(selected(self._variables, place))
        return self._variables[checked_index(place, len(self), "the array")]

    def __len__(self) -> int:
        return len(self._variables)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._variables)

    def __reversed__(self) -> Iterator[Item]:
        return reversed(self._variables)

    def __repr__(self) -> str:
        return f"[{', '.join(map(repr, self._variables))}]"


class Matrix(PlaceByPlace, Sequence[Array[Item]], Generic[Item]):
    """Variables in rows and columns: ``s[r, c]``, ``s[r]`` or ``s[r, :]``, ``s[:, c]``.

    Slices may have steps: ``s[0:3, 0:3]`` is a matrix again.  ``s[x, y]`` with expressions is the
    entry at their values, ``s[x]`` the row there.  Operators work place by place, like the operators
    of arrays.  A matrix whose rows are matrices has three dimensions: ``t[i, r, c]``, ``t[i]``.
    """

    def __init__(self, rows: Iterable[Iterable[Any]]) -> None:
        stacked: Any = (row if isinstance(row, PlaceByPlace) else _stacked([*row]) for row in rows)
        self.rows: tuple[Array[Item], ...] = tuple(stacked)
        """The rows, from the top."""

    def _joined(self, other: Any, join: Join, sign: str) -> Matrix[Any]:
        others = places_of(other)
        if others is None:
            return Matrix(row._joined(other, join, sign) for row in self.rows)
        shapes = {_shape(row) for row in others} - {row.shape for row in self.rows}
        if len(others) != len(self.rows) or shapes:
            raise ModelError(
                f"a matrix of {' by '.join(map(str, self.shape))} {sign} {short_repr(other)}: both "
                "need as many rows and columns, or the other is one value for all places"
            )
        pairs = zip(self.rows, others, strict=True)
        return Matrix(row._joined(each, join, sign) for row, each in pairs)

    def _mapped(self, function: Callable[[Any], Any]) -> Matrix[Any]:
        return Matrix(row._mapped(function) for row in self.rows)

    def __matmul__(self, other: Any) -> Any:
        return operators.product(self, other)

    def __rmatmul__(self, other: Any) -> Any:
        return operators.product(other, self)

    @property
    def T(self) -> Matrix[Item]:
        """The matrix with its rows as columns."""
        return Matrix(self.columns)

    def transpose(self) -> Matrix[Item]:
        """The same as ``T``."""
        return self.T

    def _reduced(self, function: Callable[[Iterable[Any]], Any], axis: int | None) -> Any:
        if axis is None:
            return function(self.flat)
        if axis not in range(len(self.shape)):
            raise ModelError(
                f"axis is 0 for those of columns, 1 for those of rows, below {len(self.shape)}, not "
                f"{axis}"
            )
        if axis:
            return _stacked([row._reduced(function, axis - 1) for row in self.rows])
        return _over(self.rows, function)

    @property
    def shape(self) -> tuple[int, ...]:
        """How many rows and columns, in front of them how many matrices."""
        return len(self.rows), *(self.rows[0].shape if self.rows else (0,))

    def _plane(self) -> tuple[int, int]:
        """Return the numbers of rows and columns; raise ``ModelError`` of three dimensions."""
        height, width, *more = self.shape
        if more:
            raise ModelError(
                "an array of three dimensions has no columns: those of t[0] are t[0].T"
            )
        return height, width

    @property
    def columns(self) -> tuple[Array[Item], ...]:
        """The columns, from the left."""
        self._plane()
        return tuple(map(Array, zip(*self.rows, strict=True)))

    @property
    def flat(self) -> Array[Item]:
        """All variables, row by row."""
        return Array(variable for row in self.rows for variable in row.flat)

    def diagonal(self, offset: int = 0, *, falling: bool = True) -> Array[Item]:
        """Return a diagonal, from its top: the main diagonal, or ``offset`` places to its right.

        With ``falling=False``, a diagonal that goes down from the right to the left, ``offset``
        places to the left of the main anti-diagonal.
        """
        height, width = self._plane()
        items = []
        for r in range(height):
            c = r + offset if falling else width - 1 - r - offset
            if 0 <= c < width:
                items.append(self.rows[r][c])
        return Array(items)

    @overload
    def __getitem__(self, place: int) -> Array[Item]: ...
    @overload
    def __getitem__(self, place: slice) -> Matrix[Item]: ...
    @overload
    def __getitem__(self, place: tuple[int, int]) -> Item: ...
    @overload
    def __getitem__(self, place: tuple[slice, slice]) -> Matrix[Item]: ...
    @overload
    def __getitem__(self, place: tuple[int, slice] | tuple[slice, int]) -> Array[Item]: ...
    @overload
    def __getitem__(
        self, place: tuple[Arithmetic, int] | tuple[int, Arithmetic] | tuple[Arithmetic, Arithmetic]
    ) -> Expression: ...
    @overload
    def __getitem__(self, place: Any) -> Any: ...
    def __getitem__(self, place: Any) -> Any:
        if type(place) is tuple and len(place) == 2:
            row, column = place
            if type(row) is int and type(column) is int:
                try:
                    return self.rows[row][column]
                except IndexError:
                    pass  # refused below, by name
        if getattr(place, "ndim", 0) > 1:
            return Array(selected_places(self.rows, place))
        places = place if isinstance(place, tuple) else (place,)
        if len(places) > len(self.shape):
            raise ModelError(
                f"an array of {quantity(len(self.shape), 'dimension')} has no {short_repr(place)}"
            )
        return _part(self, places)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Array[Item]]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"[{', '.join(map(repr, self.rows))}]"


def _stacked(parts: Sequence[Any]) -> Any:
    """Return an array of entries, or a matrix of rows."""
    return Matrix(parts) if parts and places_of(parts[0]) is not None else Array(parts)


def _over(parts: Sequence[Any], function: Callable[[list[Any]], Any]) -> Any:
    """Return ``function`` of several expressions, or of arrays, place by place."""
    if not parts or places_of(parts[0]) is None:
        return function([*parts])
    return _stacked([_over(each, function) for each in zip(*parts, strict=True)])


def _shape(value: Any) -> tuple[int, ...]:
    places = places_of(value)
    return () if places is None else (len(places), *(_shape(places[0]) if places else ()))


def _part(array: Any, places: Sequence[Any]) -> Any:
    """Return the entry of an array at some places, or the part of it at slices."""
    first, *others = places
    if isinstance(first, slice):
        parts = [_part(each, others) if others else each for each in [*array][first]]
        return _stacked(parts) if parts else array[first]
    if isinstance(first, Arithmetic | Constraint):
        parts = [_part(each, others) if others else each for each in array]
        return _over(parts, lambda entries: element(entries, first))
    where = "the matrix" if isinstance(array, Matrix) else "a row"
    part = [*array][checked_index(first, len(array), where)]
    return _part(part, others) if others else part
