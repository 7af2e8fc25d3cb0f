"""Conjugates: the complete houses where a value has exactly two places left.

One of the two is true: a strong link. Conjugates are cached by value and set of places along
the path, as most steps leave most values alone.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> [(house.name, position.layout.cell_text(cells)) for house, cells in conjugates(position, 0)][:2]
[('column 2', 'r34c2'), ('column 3', 'r34c3')]
"""

from __future__ import annotations

from functools import lru_cache

from nonet.techniques.candidate_layout import Layout, bits, union_of
from nonet.techniques.houses import House, HouseKind
from nonet.techniques.position import Position

Conjugates = tuple[tuple[House, int], ...]


def conjugates(position: Position, value: int) -> Conjugates:
    """The complete houses with exactly two places for ``value``, each with their mask."""
    return position.path_cached(_conjugates, position.places_of(value))


def _conjugates(position: Position, places: int) -> Conjugates:
    return tuple(
        (house, cells)
        for house in position.layout.complete_houses
        if (cells := places & house.cells).bit_count() == 2
    )


def other_cell(pair: int, cell: int) -> int:
    """The other cell of a pair (a mask), as a number."""
    return (pair & ~(1 << cell)).bit_length() - 1


def cells_seeing_any(layout: Layout, cells: int) -> int:
    """The cells that see any of ``cells``."""
    return union_of(layout.sees[cell] for cell in bits(cells))


@lru_cache(maxsize=256)
def house_masks_by_cell(layout: Layout, kind: HouseKind) -> tuple[int, ...]:
    """For each cell, the cells of its houses of a kind (complete or not); 0 for none."""
    results = [0] * layout.cell_count
    for house in layout.houses:
        if house.kind == kind:
            for cell in house.cell_numbers:
                results[cell] |= house.cells
    return tuple(results)
