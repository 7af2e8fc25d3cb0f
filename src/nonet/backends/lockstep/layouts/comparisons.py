"""Comparisons: two lines read as numbers, of which a cell says whether the one is less.

Whether is asked only if the one begins with some value; else the cell may say either.  As the
first place at which two lines differ decides, each place is looked at as if all before it were
equal: whether it may be less there, or greater, or equal and go on.  Where the answer is known, and
it cannot have been decided before, a place keeps what agrees with it: generalised arc consistency,
and more, for the cells of a line differ, and what both must have had is neither's again.

A record is about lines that one cell tells of: how many integers follow, what they begin with (a
mask), what the cell's values no and yes are (masks), and the cell; how many cells there are beside
the first of these lines in a unit that holds every value, and these (-1 without such a unit): where
none of them has the value, one of the lines begins with it.  Then each line: how many integers
follow, whether equal lines are a no, its first cell, and of each place its cell and the other's.

>>> lines = [ComparedLine(5, (1, 3), (2, 4), False)]
>>> pack(ComparisonCell(6, 0b10, (1, 2)), lines, None)           # 5 begins; 1 and 3 beside 2 and 4
[12, 2, 1, 2, 6, -1, 6, 0, 5, 1, 2, 3, 4]

Source: Frisch, Hnich, Kiziltan, Miguel and Walsh, "Global constraints for lexicographic orderings",
CP 2002.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

SCRATCH_ROWS = 3
"""Rows for each place: whether all before may be equal, may be less, may be greater."""


class ComparisonCell(NamedTuple):
    """The cell that says whether a line is less than the other, and if the line begins with what.

    ``initial_values`` and the values no and yes are masks.
    """

    cell: int
    initial_values: int
    values: tuple[int, int]


class ComparedLine(NamedTuple):
    """The first cell of a line, its others and those of the other line; whether ties are a no."""

    first: int
    cells: tuple[int, ...]
    other_cells: tuple[int, ...]
    ties_are_no: bool


def pack(
    answer: ComparisonCell, lines: Iterable[ComparedLine], beside: Sequence[int] | None
) -> list[int]:
    """The record of lines; ``beside`` are the cells of a unit, less the first ones of these."""
    record = [answer.initial_values, *answer.values, answer.cell]
    record += [-1] if beside is None else [len(beside), *beside]
    for line in lines:
        record += (2 + 2 * len(line.cells), int(line.ties_are_no), line.first)
        record += chain.from_iterable(zip(line.cells, line.other_cells, strict=True))
    return [len(record), *record]
