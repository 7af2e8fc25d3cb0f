"""Python objects as puzzles: lists, arrays and tables of any library.

Arrays and tables of NumPy, pandas, polars and pyarrow become nested lists of Python, which are read
like the lists of a text (:mod:`nonet.formats.pasted`).

>>> rows = rows_of_object([["1", None, 0, " "], [2, 3, 4, 1], (0, 0, 0, 0), [0, 0, 3, b"."]])
>>> ["".join(cell.text for cell in row.cells) for row in rows]
['1...', '2341', '....', '..3.']
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonet.errors import FormatError
from nonet.formats.cell_symbols import Row
from nonet.formats.csv import PUZZLE
from nonet.formats.pasted import Leaf, ListNode, grids_in

LOST_ZEROS = (
    "a number of many digits is no puzzle, for it has lost its leading zeros: read the column as "
    "text (pandas: dtype=str)"
)
_MOST = 999
"""The largest number that may be a cell; larger numbers are whole puzzles."""


def is_collection(source: object) -> bool:
    """Return whether an object may hold cells: a list, a table, or an array of any library."""
    return isinstance(source, list | tuple | Mapping) or any(
        hasattr(source, name) for name in ("__array__", "to_pylist", "to_list", "tolist")
    )


def plain_lists(source: Any) -> Any:
    """Return an object with the arrays and tables in it as lists.

    A table with a column of puzzles, by its name, becomes the values of this column.
    """
    if isinstance(source, bytes):
        return source.decode("utf-8", "replace")
    if isinstance(source, str | Mapping):
        return source
    columns = getattr(source, "column_names", None) or getattr(source, "columns", None)
    if columns is not None and not callable(columns) and hasattr(source, "__getitem__"):
        names = {str(name).strip().lower(): name for name in columns}
        named = [names[name] for name in PUZZLE if name in names]
        if named or len(names) == 1:
            return plain_lists(source[(named or [*names.values()])[0]])
        if hasattr(source, "to_pydict"):  # pyarrow
            return [list(row) for row in zip(*source.to_pydict().values(), strict=True)]
        return source.to_numpy().tolist()  # pandas, polars
    for convert in ("to_pylist", "to_list", "tolist"):
        if hasattr(source, convert):
            return plain_lists(getattr(source, convert)())
    if hasattr(source, "__array__"):
        return source.__array__().tolist()
    if isinstance(source, list | tuple):
        return [plain_lists(item) if is_collection(item) else item for item in source]
    return source


def rows_of_object(source: object) -> list[Row]:
    """Return the rows of the grid that an object holds.

    Raise ``FormatError`` for an object without a grid, with several grids, or with values beside a
    grid; ``TypeError`` for entries of other types.
    """
    grids = grids_in(_node(plain_lists(source)), least=1)
    if len(grids) != 1:
        what = f"{len(grids)} puzzles" if grids else "no n rows of n values"
        raise FormatError(f"{what}: nonet.solve_many takes many puzzles, n x 81 values or a list")
    return grids[0].rows


def _node(value: Any, line: int = 1) -> ListNode:
    items: list[tuple[str, Leaf | ListNode]] = []
    pairs = value.items() if isinstance(value, Mapping) else (("", item) for item in value)
    for number, (key, item) in enumerate(pairs, 1):
        if isinstance(item, list | tuple | Mapping):
            items.append((str(key), _node(item, number)))
            continue
        try:
            items.append((str(key), Leaf(cell_text(item), True, number, 1)))
        except FormatError as error:
            raise FormatError(f"row {line} has {error.message}") from None
        except TypeError as error:
            raise TypeError(f"row {line} has {error}") from None
    return ListNode(line, items)


def cell_text(value: Any) -> str:
    """The text of a value: a dot for 0, ``None``, NaN and other missing values.

    Raise ``FormatError`` for a number that is no cell, ``TypeError`` for another object.
    """
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, str):
        return value
    if value is None or type(value).__name__ in ("NAType", "NaTType") or value != value:
        return "."
    if isinstance(value, bool) or not hasattr(value, "__int__"):
        raise TypeError(f"{value!r}: expected integers, 0 for a blank")
    if value != int(value) or value < 0:
        raise FormatError(f"{value!r}: expected integers, 0 for a blank")
    if abs(value) > _MOST:
        raise FormatError(LOST_ZEROS)
    return str(int(value)) if value else "."
