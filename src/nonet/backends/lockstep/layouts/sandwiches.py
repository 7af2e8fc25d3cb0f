"""Sandwiches: of cells that differ, what lies between two slices of bread is one of some sets.

A *filling* says which values the bread has, the lower and the higher, which values lie between, and
which may lie outside.  How many lie between says how far the slices are apart, so a filling has a
few places; in each, every cell must have a candidate of its part, and every value between a cell
there (outside, too, where there are just as many values as cells).  What no place of a filling
gives to a cell leaves it.

::

    1 and 9 with 4 and 5 between, in nine cells:        bread  filling  outside

    1 9 | 4 5 | 4 5 | 1 9 | . . . . .       at the first place: one slice is 1, the other 9
    . | 1 9 | 4 5 | 4 5 | 1 9 | . . . .     at the second; . is 2, 3, 6, 7 or 8
    ...

A record: how many integers it has, how many cells, these; then of each filling the bread, as two
masks, how many values lie between, and these; what may lie outside; which of these must.

>>> pack([3, 4, 5], [(1, 8, 2, 4)])           # 1 and 4 with 2 between; no cell is left for the 3
[11, 3, 3, 4, 5, 1, 8, 1, 2, 4, 0]

Source: the table of combinations and distances is that of S. Sigalas's Interactive Sudoku Solver.
"""

from __future__ import annotations

from collections.abc import Sequence

FILLING_SIZE = 6
"""Integers of a filling."""

Filling = tuple[int, int, int, int]
"""The lower and the higher slice of bread, what lies between, and what may lie outside: masks."""


def pack(cells: Sequence[int], fillings: Sequence[Filling]) -> list[int]:
    """The record of cells that have one of some fillings between two slices of bread."""
    record = [len(cells), *cells]
    for low, high, between, outside in fillings:
        inside = between.bit_count()
        exact = outside.bit_count() == len(cells) - 2 - inside
        record += (low, high, inside, between, outside, outside if exact else 0)
    return [len(record) + 1, *record]
