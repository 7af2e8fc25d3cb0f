"""Occurrences: values of which each is in some cells as often as it must, or in none of them.

Counting circles are these: a value in a circle says how many circles hold it.  Which values occur
is one of some *sets*, since their numbers add up to the number of circles.

How often a value occurs is counted by houses, which have it once each.  A house has it among the
cells that count *possibly* where one of them may have it, and *certainly* where besides no other
cell of the house may.  Where the possible houses are as many as must be, none has it elsewhere;
where the certain ones are, no other has it here.

::

    x x . . | x . . . .     a row; x counts      4 in x alone:  certainly
                                                 4 in x and .:  possibly
                                                 4 in . alone:  not

Cells without houses are counted one by one: a cell may have a value, certainly if it is fixed.

A record: its length, the values that are not counted (a mask), how many values, sets and groupings
there are; of each value its mask and number; the sets, as masks; of each grouping how many houses
it has; then of each house how many cells count and do not (-1 for a cell by itself), and these.

>>> pack([(1, 1), (2, 2)], 0b100, [0b11], [[([0, 1], [4])], [([0], None), ([1], None)]])
[23, 4, 2, 1, 2, 1, 1, 2, 2, 3, 1, 2, 1, 0, 1, 4, 2, 1, -1, 0, 1, -1, 1]
"""

from __future__ import annotations

from collections.abc import Sequence

HEADER_SIZE = 5
SCRATCH_ROWS = 4
"""Rows of a house: what it may have where it counts, and elsewhere; what it must have where it
counts if that occurs, and what it cannot have there."""

Grouping = Sequence[tuple[Sequence[int], Sequence[int] | None]]


def pack(
    values: Sequence[tuple[int, int]],
    free: int,
    sets: Sequence[int],
    groupings: Sequence[Grouping],
) -> list[int]:
    """The record of values ``(mask, number)`` of which those of one of ``sets`` occur.

    A grouping has the cells that count, by houses, and the other cells of each (``None`` for a
    cell by itself); ``free`` values may occur besides.
    """
    record = [free, len(values), len(sets), len(groupings)]
    for mask, number in values:
        record += (mask, number)
    record += sets
    for grouping in groupings:
        record.append(len(grouping))
        for cells, others in grouping:
            record += (len(cells), -1 if others is None else len(others), *cells, *(others or ()))
    return [len(record) + 1, *record]
