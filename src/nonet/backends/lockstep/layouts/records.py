"""Records: one constraint as a list of integers, which a filter of the compiled engine reads.

The records of all constraints of a kind lie one after the other in one array (``Records``).  What a
filter does with them is said in ``engine/filters/``; values are counted from the lowest, and a set of
values is a mask.  Layered graphs have a module of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

SUMS_MAX_SETS = 256
"""Sets of values of a sum over different cells; with more, bounds say nearly as much for less."""
BOUNDS_EQUAL, BOUNDS_AT_MOST, BOUNDS_UNEQUAL, BOUNDS_ALIKE = range(4)
"""Comparisons of a sum with the constant, or of sums with each other."""
RELATIONS_RECORD_SIZE = 4
"""Number of integers in a record of a relation."""
COUNTING_EQUAL, COUNTING_AT_MOST, COUNTING_AT_LEAST, COUNTING_UNEQUAL = range(4)
"""Comparisons of the count with the number."""
COUNTING_NO_CELL, COUNTING_OF_OTHERS = -1, -2
"""Marks in place of a cell's row: the number is a constant, or a count of other cells."""
OCCURRENCES_SCRATCH_ROWS = 4
"""Scratch rows of a house."""
COMPARISONS_SCRATCH_ROWS = 3
"""Scratch rows of each place of a line."""

Grouping = Sequence[tuple[Sequence[int], Sequence[int] | None]]
"""Of each house the cells that count, and its others; ``None`` for a cell by itself."""
Filling = tuple[int, int, int, int]
"""The lower and the higher slice of bread, what lies between, and what may lie outside: masks."""


def pack_sum(cells: Sequence[int], sets: Sequence[int], seeing: Sequence[int]) -> list[int]:
    """The record of cells that differ and take the values of one of ``sets``: how many cells, sets
    and cells that see them all; then these.

    >>> pack_sum([0, 1, 2], [0b1011], [7])                            # 0 + 1 + 3
    [3, 1, 1, 0, 1, 2, 11, 7]
    """
    return [len(cells), len(sets), len(seeing), *cells, *sets, *seeing]


def pack_bounded_sum(
    groups: Sequence[tuple[int, Sequence[int]]], op: str, constant: int
) -> list[int]:
    """The record of a sum of groups ``(weight, cells)``, each of cells that differ: what compares,
    the constant, how many integers follow; then each group: its weight, how many cells, and these.

    >>> pack_bounded_sum([(1, [0, 1]), (-1, [2])], "==", 0)
    [0, 0, 7, 1, 2, 0, 1, -1, 1, 2]
    """
    if op == ">=":
        groups, constant = [(-weight, cells) for weight, cells in groups], -constant
    kind = {"==": BOUNDS_EQUAL, "!=": BOUNDS_UNEQUAL}.get(op, BOUNDS_AT_MOST)
    flat = [number for weight, cells in groups for number in (weight, len(cells), *cells)]
    return [kind, constant, len(flat), *flat]


def pack_equal_sums(sums: Sequence[tuple[Sequence[Sequence[int]], int]]) -> list[int]:
    """The record of sums that are as much as each other, a bounded sum of another kind: each begins
    with a 0 and what is added to it (0 or more), and its groups follow.

    >>> pack_equal_sums([([[0, 1]], 0), ([[2], [3]], 4)])
    [3, 0, 14, 0, 0, 1, 2, 0, 1, 0, 4, 1, 1, 2, 1, 1, 3]
    """
    flat: list[int] = []
    for groups, more in sums:
        flat += 0, more
        for cells in groups:
            flat += 1, len(cells), *cells
    return [BOUNDS_ALIKE, 0, len(flat), *flat]


class Matrices:
    """Masks of relations of two cells: of each value of one, what the other may then be; ``size`` masks
    each, every relation once.  The record of a relation is its two cells, and where the masks of each
    direction begin.

    Where some are ``known`` to begin with, as compiled code refers to them, they are the first.
    """

    def __init__(self, size: int, known: tuple[int, ...] = ()) -> None:
        self.size = size
        self.masks: list[int] = list(known)
        self._at: dict[tuple[int, ...], int] = {}

    def offset_of(self, masks: tuple[int, ...]) -> int:
        """Where these masks begin; values beyond them have none."""
        if masks not in self._at:
            self._at[masks] = len(self.masks)
            self.masks += (*masks, *[0] * (self.size - len(masks)))
        return self._at[masks]


def pack_count(
    cells: Sequence[int], values: int, op: str, cell: int | None, number: int
) -> list[int]:
    """The record of "so many of ``cells`` are in ``values``": what compares, the row of the number's
    cell (or -1), the number (or what that cell's value at place 0 is), the values, how many cells;
    then these.

    >>> pack_count([0, 1, 2], 0b101, "==", None, 2)
    [0, -1, 2, 5, 3, 0, 1, 2]
    """
    codes = ("==", "<=", ">=", "!=")
    row = COUNTING_NO_CELL if cell is None else cell
    return [codes.index(op), row, number, values, len(cells), *cells]


def pack_equal_counts(cells: Sequence[int], others: Sequence[int], values: int) -> list[int]:
    """The record of "as many of ``cells`` as of ``others`` are in ``values``": a count of the cells,
    which as many others follow.

    >>> pack_equal_counts([0, 1], [2, 3], 0b101)
    [0, -2, 0, 5, 2, 0, 1, 2, 3]
    """
    return [COUNTING_EQUAL, COUNTING_OF_OTHERS, 0, values, len(cells), *cells, *others]


def pack_occurrences(
    values: Sequence[tuple[int, int]],
    free: int,
    sets: Sequence[int],
    groupings: Sequence[Grouping],
) -> list[int]:
    """The record of values ``(mask, number)``, each so often or never, of which those of one of
    ``sets`` occur; ``free`` values may occur besides.

    Its length, the free values, how many values, sets and groupings; of each value its mask and
    number; the sets; of each grouping how many houses; then of each house how many cells count and do
    not (-1 for a cell by itself), and these.

    >>> pack_occurrences([(1, 1), (2, 2)], 0b100, [0b11], [[([0, 1], [4])], [([0], None)]])
    [20, 4, 2, 1, 2, 1, 1, 2, 2, 3, 1, 2, 1, 0, 1, 4, 1, 1, -1, 0]
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


def pack_sandwich(cells: Sequence[int], fillings: Sequence[Filling]) -> list[int]:
    """The record of cells that have one of some fillings between two slices of bread.

    Its length, how many cells, these; then of each filling the bread, how many values lie between,
    and these; what may lie outside; which of these must.

    >>> pack_sandwich([3, 4, 5], [(1, 8, 2, 4)])     # 1 and 4 with 2 between; the 3 has no cell
    [11, 3, 3, 4, 5, 1, 8, 1, 2, 4, 0]
    """
    record = [len(cells), *cells]
    for low, high, between, outside in fillings:
        inside = between.bit_count()
        exact = outside.bit_count() == len(cells) - 2 - inside
        record += (low, high, inside, between, outside, outside if exact else 0)
    return [len(record) + 1, *record]


class ComparisonCell(NamedTuple):
    """The cell that says whether a line is less than the other, if that line begins with one of
    ``initial_values``; its values no and yes. Both are masks."""

    cell: int
    initial_values: int
    values: tuple[int, int]


class ComparedLine(NamedTuple):
    """The first cell of a line, its others and those of the other line; whether ties are a no."""

    first: int
    cells: tuple[int, ...]
    other_cells: tuple[int, ...]
    ties_are_no: bool


def pack_comparison(
    answer: ComparisonCell, lines: Iterable[ComparedLine], beside: Sequence[int] | None
) -> list[int]:
    """The record of lines that one cell tells of.

    How many integers follow; what a line begins with, no and yes (masks), and the cell; how many
    cells there are beside the first of these lines in a unit that holds every value, and these (-1
    without such a unit).  Then each line: how many integers follow, whether equal lines are a no, its
    first cell, and of each place its cell and the other's.

    >>> lines = [ComparedLine(5, (1, 3), (2, 4), False)]
    >>> pack_comparison(ComparisonCell(6, 0b10, (1, 2)), lines, None)    # 1 and 3 beside 2 and 4
    [12, 2, 1, 2, 6, -1, 6, 0, 5, 1, 2, 3, 4]
    """
    record = [answer.initial_values, *answer.values, answer.cell]
    record += [-1] if beside is None else [len(beside), *beside]
    for line in lines:
        record += (2 + 2 * len(line.cells), int(line.ties_are_no), line.first)
        record += chain.from_iterable(zip(line.cells, line.other_cells, strict=True))
    return [len(record), *record]


def pack_choice(cells: Sequence[int], groups: Sequence[Sequence[int]]) -> list[int]:
    """The record of cells that have what one of ``groups`` allows: how many groups and cells; the
    cells; then of each group what each cell may be at most.

    >>> pack_choice([4, 7], [[0b1, 0b11], [0b10, 0b1]])        # the copies are 0 and 1, then 2 and 3
    [2, 2, 4, 7, 1, 3, 2, 1]
    """
    masks = [mask for group in groups for mask in group]
    return [len(groups), len(cells), *cells, *masks]
