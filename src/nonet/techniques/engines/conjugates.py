"""Conjugates: the complete houses where a value has exactly two places left.

One of the two is true: a strong link.  Found once per value and set of places,
and kept along the path, as most steps leave most values alone.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> [(house.name, position.layout.cell_text(cells)) for house, cells in conjugates(position, 0)][:2]
[('column 2', 'r34c2'), ('column 3', 'r34c3')]
"""

from __future__ import annotations

from functools import lru_cache

from nonet.techniques.houses import House, Kind
from nonet.techniques.layout import Layout, bits, merged
from nonet.techniques.position import Position

Conjugates = tuple[tuple[House, int], ...]


def conjugates(position: Position, value: int) -> Conjugates:
    """The complete houses with exactly two places for ``value``, each with their mask."""
    return position.kept(_conjugates, position.at(value))


def _conjugates(position: Position, places: int) -> Conjugates:
    return tuple(
        (house, cells)
        for house in position.layout.complete
        if (cells := places & house.cells).bit_count() == 2
    )


def other(pair: int, cell: int) -> int:
    """The other cell of a pair (a mask), as a number."""
    return (pair & ~(1 << cell)).bit_length() - 1


def seen(layout: Layout, cells: int) -> int:
    """The cells that see any of ``cells``."""
    return merged(layout.sees[cell] for cell in bits(cells))


@lru_cache(maxsize=256)
def covers(layout: Layout, kind: Kind) -> tuple[int, ...]:
    """For each cell, the cells of its houses of a kind (complete or not); 0 for none."""
    found = [0] * layout.count
    for house in layout.houses:
        if house.kind == kind:
            for cell in house.order:
                found[cell] |= house.cells
    return tuple(found)
