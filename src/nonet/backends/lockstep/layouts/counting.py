"""Counting: how many cells have one of some values, compared with a number or a cell's value.

Cells whose candidates all are such values are certain, those with such a candidate possible.  What
the number must be lies between; where it can be met in one way only, cells that are neither
surely in nor out are decided.

A record: what compares, the row of the number's cell (or -1) and the number (or what the value at
place 0 is), the values as a mask, how many cells; then these.

>>> pack([0, 1, 2], 0b101, "==", None, 2)
[0, -1, 2, 5, 3, 0, 1, 2]

The number may also be how many of as many other cells have one of the values: these follow, and
what must be is said of both.

>>> pack_equal_counts([0, 1], [2, 3], 0b101)
[0, -2, 0, 5, 2, 0, 1, 2, 3]
"""

from __future__ import annotations

from collections.abc import Sequence

EQUAL, AT_MOST, AT_LEAST, UNEQUAL = range(4)
"""What compares the count with the number."""

NO_CELL, OF_OTHERS = -1, -2
"""Instead of the row of the number's cell: it is known, or how many of other cells it is."""

_COMPARISON_CODES = {"==": EQUAL, "<=": AT_MOST, ">=": AT_LEAST, "!=": UNEQUAL}


def pack(cells: Sequence[int], values: int, op: str, cell: int | None, number: int) -> list[int]:
    """The record of "so many of ``cells`` are in ``values``": ``number``, plus the cell's place."""
    where = NO_CELL if cell is None else cell
    return [_COMPARISON_CODES[op], where, number, values, len(cells), *cells]


def pack_equal_counts(cells: Sequence[int], others: Sequence[int], values: int) -> list[int]:
    """The record of "as many of ``cells`` as of ``others`` are in ``values``"."""
    return [EQUAL, OF_OTHERS, 0, values, len(cells), *cells, *others]
