"""Sums over different cells: killer cages, by the sets of values that add up to them.

A set is possible if every cell has a candidate in it and every value of it has a cell.  What is in
no possible set leaves the cells; what is in all of them is *required*: in one cell alone it is
that cell's, and it leaves all cells that see every cell of the cage.

A record: how many cells, sets and cells that see them all; then these, a set as a mask.

>>> pack([0, 1, 2], combinations_of(range(9), 3, 4), [7])     # values 0 to 8 for 1 to 9
[3, 1, 1, 0, 1, 2, 11, 7]

A set costs a few instructions for all lanes together, so a sweep tries every set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

MAX_SETS = 256
"""Sets of values of a sum over different cells; with more, bounds say nearly as much for less."""


def combinations_of(values: Iterable[int], count: int, total: int) -> list[int]:
    """The sets of ``count`` different values that add up to ``total``, as masks."""
    return [
        sum(1 << value for value in combination)
        for combination in combinations(sorted(values), count)
        if sum(combination) == total
    ]


def pack(cells: Sequence[int], sets: Sequence[int], seeing: Sequence[int]) -> list[int]:
    """The record of cells that take the values of one of ``sets``."""
    return [len(cells), len(sets), len(seeing), *cells, *sets, *seeing]
