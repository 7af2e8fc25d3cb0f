"""Subsets of a house's cells by their *excess*: how many more values they have than cells.

With none they are locked (Hall sets: naked subsets, and what they leave is hidden ones), with one
almost locked.  All are listed at once when a house's cells change, and serve every search until
they change again.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> subsets = subsets_in(position, 0, 4, 4)
>>> [position.layout.cell_text(cells) for cells, values in subsets.of(0)]
['r1c34', 'r1c234']
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from operator import sub

from nonet.techniques.position import Position

Subset = tuple[int, int]
"""Cells and the values they hold, as masks."""


class Subsets:
    """Subsets of some cells and their values; ``sizes`` are their numbers of cells."""

    __slots__ = ("_cells", "_excess", "_of", "_values")

    def __init__(self, cells: Sequence[int], values: Sequence[int], sizes: Sequence[int]) -> None:
        self._cells, self._values = cells, values
        self._excess = list(map(sub, map(int.bit_count, values), sizes))
        self._of: dict[int, list[Subset]] = {}

    def of(self, excess: int) -> list[Subset]:
        """Those of an excess."""
        found = self._of.get(excess)
        if found is None:
            all_ = zip(self._cells, self._values, self._excess, strict=True)
            found = self._of[excess] = [(c, v) for c, v, more in all_ if more == excess]
        return found

    @property
    def least(self) -> int:
        """The least excess above 0, 0 if there is none."""
        return min(filter((0).__lt__, self._excess), default=0)


def subsets_in(position: Position, house: int, most_cells: int, most_values: int) -> Subsets:
    """Subsets of a house's cells with no more than so many cells and values.

    Kept as long as the cells' values stay.
    """
    here = position.open & position.layout.held[house]
    return position.kept(_subsets, house, most_cells, most_values, here)


def _subsets(position: Position, number: int, most_cells: int, most_values: int, _: int) -> Subsets:
    house, values = position.layout.houses[number], position.values
    empty = tuple(cell for cell in house.order if values[cell])
    if most_cells < len(house.order) or most_values < position.layout.size:
        return _bounded(position, empty, most_cells, most_values)
    unions: list[int] = []
    for cell in empty:
        mine = values[cell]
        unions += [mine, *[held | mine for held in unions]]
    cells, sizes = _all_subsets(empty)
    return Subsets(cells, unions, sizes)


def _bounded(
    position: Position, cells: tuple[int, ...], most_cells: int, most_values: int
) -> Subsets:
    """The subsets of some cells with no more than so many cells and values."""
    subsets, sizes, unions = [0], [0], [0]
    for cell in cells:
        position.clock.check()
        bit, values = 1 << cell, position.values[cell]
        subsets += [held | bit for held in subsets]
        sizes += [size + 1 for size in sizes]
        unions += [held | values for held in unions]
        kept = [
            size <= most_cells and held.bit_count() <= most_values
            for held, size in zip(unions, sizes, strict=True)
        ]
        subsets, sizes, unions = (list(compress(each, kept)) for each in (subsets, sizes, unions))
    return Subsets(subsets[1:], unions[1:], sizes[1:])


@lru_cache(maxsize=1 << 12)
def _all_subsets(cells: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """The subsets of some cells but the empty one, as masks, and their sizes."""
    found: list[int] = []
    for cell in cells:
        bit = 1 << cell
        found += [bit, *[held | bit for held in found]]
    return found, list(map(int.bit_count, found))
