"""Subsets of a house's cells by their *excess*: the number of values minus the number of cells.

Subsets with excess 0 are locked (Hall sets: naked subsets, whose complements are hidden
subsets), with excess 1 almost locked.  All are listed at once when a house's cells change, and
serve every search until the next change.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> subsets = subsets_in(position, 0, 4, 4)
>>> [position.layout.cell_text(cells) for cells, values in subsets[0]]
['r1c34', 'r1c234']
"""

from __future__ import annotations

from nonet.techniques.position import Position

Subset = tuple[int, int]
"""Cells and the values open in the cells, as masks."""


def subsets_in(
    position: Position, house: int, max_cells: int, max_values: int
) -> dict[int, list[Subset]]:
    """Subsets of a house's cells within maximum numbers of cells and values, by their excess.

    Kept as long as the cells' values stay.
    """
    open_candidates = position.open & position.layout.house_candidates[house]
    return position.path_cached(_subsets, house, max_cells, max_values, open_candidates)


def _subsets(
    position: Position, house: int, max_cells: int, max_values: int, _: int
) -> dict[int, list[Subset]]:
    subsets = [(0, 0, 0)]  # the number of cells, cells, values
    for cell in position.layout.houses[house].cell_numbers:
        position.deadline.check()
        bit, own = 1 << cell, position.values[cell]
        subsets += [
            (size + 1, cells | bit, values)
            for size, cells, subset_values in (subsets if own else ())
            if size < max_cells and (values := subset_values | own).bit_count() <= max_values
        ]
    by_excess: dict[int, list[Subset]] = {}
    for size, cells, values in subsets[1:]:
        by_excess.setdefault(values.bit_count() - size, []).append((cells, values))
    return by_excess
