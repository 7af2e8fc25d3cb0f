"""Arrays of variables: of one dimension, and of two with rows, columns and diagonals.

>>> from nonet.model import ModelBuilder
>>> build = ModelBuilder()
>>> q = build.array("q", 3, range(3))
>>> q[0], q[1:], (q[q[0]] == 2).formula
(q[0], [q[1], q[2]], '[q[0], q[1], q[2]][q[0]] == 2')
>>> s = build.array("s", (3, 3), range(1, 10))
>>> s[0, 2], s[1, :], s[:, 2]
(s[0,2], [s[1,0], s[1,1], s[1,2]], [s[0,2], s[1,2], s[2,2]])
>>> s.diagonal()
[s[0,0], s[1,1], s[2,2]]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NoReturn, overload

from nonet.errors import ModelError
from nonet.model.constraints.base import Constraint
from nonet.model.expressions.arithmetic import Arithmetic, Expression, Variable
from nonet.model.expressions.functions import element
from nonet.model.integers import checked_integer, is_integer, short_repr


class Array(Sequence[Variable]):
    """Variables in a row: ``q[2]``, slices, and ``q[x]``, the entry at an expression's value."""

    def __init__(self, variables: Iterable[Variable]) -> None:
        self._variables = tuple(variables)

    @overload
    def __getitem__(self, place: int) -> Variable: ...
    @overload
    def __getitem__(self, place: slice) -> Array: ...
    @overload
    def __getitem__(self, place: Arithmetic) -> Expression: ...
    def __getitem__(self, place: int | slice | Arithmetic) -> Variable | Array | Expression:
        if type(place) is int:
            try:
                return self._variables[place]
            except IndexError:
                pass  # refused below, by name
        if isinstance(place, slice):
            return Array(self._variables[place])
        if isinstance(place, Arithmetic | Constraint):
            return element(self._variables, place)
        if not is_integer(place):
            raise ModelError(f"an array has places 0 to {len(self) - 1}, not {short_repr(place)}")
        return self._variables[_checked_index(place, len(self), "the array")]

    def __len__(self) -> int:
        return len(self._variables)

    def __iter__(self) -> Iterator[Variable]:
        return iter(self._variables)

    def __reversed__(self) -> Iterator[Variable]:
        return reversed(self._variables)

    def __contains__(self, value: object) -> bool:
        from nonet.model.misuse_errors import membership_error

        raise membership_error(value)

    def __radd__(self, other: object) -> NoReturn:
        raise ModelError(f"{short_repr(self)} are several variables: of a matrix, sum(matrix.flat)")

    def __repr__(self) -> str:
        return f"[{', '.join(map(repr, self._variables))}]"


class Matrix(Sequence[Array]):
    """Variables in rows and columns: ``s[r, c]``, ``s[r]`` or ``s[r, :]``, ``s[:, c]``.

    Slices may have steps: ``s[0:3, 0:3]`` is a matrix again.  ``s[x, y]`` with expressions
    is the entry at their values.
    """

    def __init__(self, rows: Iterable[Iterable[Variable]]) -> None:
        self.rows: tuple[Array, ...] = tuple(map(Array, rows))
        """The rows, from the top."""

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns."""
        return len(self.rows), len(self.rows[0])

    @property
    def columns(self) -> tuple[Array, ...]:
        """The columns, from the left."""
        return tuple(map(Array, zip(*self.rows, strict=True)))

    @property
    def flat(self) -> Array:
        """All variables, row by row."""
        return Array(variable for row in self.rows for variable in row)

    def diagonal(self, offset: int = 0, *, falling: bool = True) -> Array:
        """A diagonal, from its top: the main one, or ``offset`` places to its right.

        With ``falling=False`` those from the right to the left.
        """
        height, width = self.shape
        found = []
        for r in range(height):
            c = r + offset if falling else width - 1 - r - offset
            if 0 <= c < width:
                found.append(self.rows[r][c])
        return Array(found)

    @overload
    def __getitem__(self, place: int) -> Array: ...
    @overload
    def __getitem__(self, place: slice) -> Matrix: ...
    @overload
    def __getitem__(self, place: tuple[int, int]) -> Variable: ...
    @overload
    def __getitem__(self, place: tuple[slice, slice]) -> Matrix: ...
    @overload
    def __getitem__(self, place: tuple[int, slice] | tuple[slice, int]) -> Array: ...
    @overload
    def __getitem__(
        self, place: tuple[Arithmetic, int] | tuple[int, Arithmetic] | tuple[Arithmetic, Arithmetic]
    ) -> Expression: ...
    def __getitem__(
        self,
        place: int | slice | tuple[int | slice | Arithmetic, int | slice | Arithmetic],
    ) -> Variable | Array | Matrix | Expression:
        if type(place) is tuple and len(place) == 2:
            row, column = place
            if type(row) is int and type(column) is int:
                try:
                    return self.rows[row]._variables[column]
                except IndexError:
                    pass  # refused below, by name
        if not isinstance(place, tuple):
            place = (place, slice(None))
        if len(place) != 2:
            raise ModelError(f"a matrix is asked by row and column, not by {short_repr(place)}")
        row, column = place
        height, width = self.shape
        if isinstance(row, slice):
            rows = self.rows[row]
            if isinstance(column, slice):
                return Matrix(each[column] for each in rows)
            if is_integer(column):
                at = _checked_index(column, width, "a row")  # type: ignore[arg-type]
                return Array(each[at] for each in rows)
        elif not isinstance(row, Arithmetic) and is_integer(row):
            return self.rows[_checked_index(row, height, "the matrix")][column]
        elif isinstance(row, Arithmetic):
            if isinstance(column, Arithmetic):
                return element([element(each, column) for each in self.rows], row)
            if is_integer(column):
                at = _checked_index(column, width, "a row")  # type: ignore[arg-type]
                return element([each[at] for each in self.rows], row)
        raise ModelError(
            f"a matrix is asked by row and column, each a place, a slice or an expression, not by "
            f"{short_repr(place)}"
        )

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Array]:
        return iter(self.rows)

    def __contains__(self, value: object) -> bool:
        from nonet.model.misuse_errors import membership_error

        raise membership_error(value)

    def __repr__(self) -> str:
        return f"[{', '.join(map(repr, self.rows))}]"


def _checked_index(place: int, size: int, where: str) -> int:
    """A place from 0, or from the end, as Python counts; an error says what there is."""
    found = checked_integer(place, where, "place")
    if not -size <= found < size:
        raise IndexError(f"{where} has the places 0 to {size - 1}, not {found}")
    return found
