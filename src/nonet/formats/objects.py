"""Python objects as puzzles: lists, arrays and tables of any library.

Lists of NumPy, pandas, polars and pyarrow become nested lists of Python, and these are read as the
lists of a text are (:mod:`nonet.formats.pasted`).

>>> rows = rows_of_object([["1", None, 0, " "], "2341", (0, 0, 0, 0), b"..3."])
>>> ["".join(cell.text for cell in row.cells) for row in rows]
['1...', '2341', '....', '..3.']
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonet.errors import FormatError
from nonet.formats.csv import PUZZLE
from nonet.formats.pasted import Leaf, ListNode, Row, grids_in

LOST_ZEROS = (
    "a number of many digits is no puzzle, for it has lost its leading zeros: read the column as "
    "text (pandas: dtype=str)"
)
_MOST = 999
"""The largest number that may be a cell; a larger one is a whole puzzle."""


def is_collection(thing: object) -> bool:
    """Return whether an object may hold cells: a list, a table, or an array of any library."""
    return isinstance(thing, list | tuple | Mapping) or any(
        hasattr(thing, name) for name in ("__array__", "to_pylist", "to_list", "tolist")
    )


def plain_lists(thing: Any) -> Any:
    """Return an object with the arrays and tables in it as lists.

    Of a table with a column that is named as one of puzzles are, the values of this column.
    """
    if isinstance(thing, bytes):
        return thing.decode("utf-8", "replace")
    if isinstance(thing, str | Mapping):
        return thing
    columns = getattr(thing, "column_names", None) or getattr(thing, "columns", None)
    if columns is not None and not callable(columns) and hasattr(thing, "__getitem__"):
        names = {str(name).strip().lower(): name for name in columns}
        named = [names[name] for name in PUZZLE if name in names]
        if named or len(names) == 1:
            return plain_lists(thing[(named or [*names.values()])[0]])
        if hasattr(thing, "to_pydict"):  # pyarrow
            return [list(row) for row in zip(*thing.to_pydict().values(), strict=True)]
        return thing.to_numpy().tolist()  # pandas, polars
    for convert in ("to_pylist", "to_list", "tolist"):
        if hasattr(thing, convert):
            return plain_lists(getattr(thing, convert)())
    if hasattr(thing, "__array__"):
        return thing.__array__().tolist()
    if isinstance(thing, list | tuple):
        return [plain_lists(item) if is_collection(item) else item for item in thing]
    return thing


def rows_of_object(thing: object) -> list[Row]:
    """Return the rows of the grid that an object holds.

    Raise ``FormatError`` if it holds none, several, or values beside it; ``TypeError`` for entries
    that are no values.
    """
    grids = grids_in(_node(plain_lists(thing)), least=1)
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
