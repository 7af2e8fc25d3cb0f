"""Lines as people draw lines: paths that seldom turn, never sharply, and cross no line.

>>> from random import Random
>>> from nonet.puzzle import Grid
>>> grid = Grid.square(9)
>>> path = random_path(grid, "R5C5", 6, set(grid.cells), Random(1))
>>> len(path), len(set(path))
(6, 6)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random

from nonet.puzzle import Cell, Grid
from nonet.puzzle.grid import NEIGHBOUR_OFFSETS, place

STRAIGHT, TOUCHING, DIAGONAL = 3.0, 0.15, 0.5
"""How much rather a line goes straight on, beside itself, or by a corner, than elsewhere."""


Corner = tuple[int, int]
"""A corner of four cells, by the cell at its lower right."""


def crossed_corners(path: Sequence[Cell]) -> frozenset[Corner]:
    """Return the corners that the diagonal steps of a path go through.

    >>> sorted(crossed_corners(["R1C1", "R2C2", "R2C3", "R1C4"]))
    [(1, 1), (1, 3)]
    """
    steps = pairwise(map(place, path))
    return frozenset(
        (max(row, next_row), max(column, next_column))
        for (row, column), (next_row, next_column) in steps
        if abs(row - next_row) == abs(column - next_column) == 1
    )


@lru_cache(maxsize=4096)
def edge_or_corner_neighbours(grid: Grid, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells that share an edge or a corner with a cell."""
    return tuple(grid.cells_at_offsets(cell, NEIGHBOUR_OFFSETS))


@lru_cache(maxsize=4096)
def _step_corners(cell: Cell, next_cell: Cell) -> frozenset[Corner]:
    """Return the corner that a step goes through, if it is diagonal."""
    return crossed_corners((cell, next_cell))


def _anywhere(path: list[Cell], cell: Cell) -> bool:
    return True


def random_path(
    grid: Grid,
    start: Cell,
    length: int,
    free: set[Cell],
    random: Random,
    accepts: Callable[[list[Cell], Cell], bool] = _anywhere,
    crossed: Collection[Corner] = (),
) -> list[Cell]:
    """Return a path from ``start`` of up to ``length`` free cells, each allowed by ``accepts``.

    No turn is sharper than a right angle, and no diagonal step goes through a corner in
    ``crossed``, the corners that other lines cross.
    """
    path, visited, corners = [start], {start}, {*crossed}
    while len(path) < length:
        last = path[-1]
        steps = [
            cell
            for cell in edge_or_corner_neighbours(grid, last)
            if cell in free
            and cell not in visited
            and not _turns_sharply(path, cell)
            and accepts(path, cell)
            and _step_corners(last, cell).isdisjoint(corners)
        ]
        if not steps:
            break
        earlier = visited - {last}
        weights = [_weight(grid, path, earlier, cell) for cell in steps]
        path.append(random.choices(steps, weights)[0])
        visited.add(path[-1])
        corners |= _step_corners(last, path[-1])
    return path


def _weight(grid: Grid, path: list[Cell], earlier: set[Cell], cell: Cell) -> float:
    (row, column), (last_row, last_column) = place(cell), place(path[-1])
    weight = 1.0
    if len(path) > 1:
        before_row, before_column = place(path[-2])
        if (row - last_row, column - last_column) == (
            last_row - before_row,
            last_column - before_column,
        ):
            weight *= STRAIGHT
    if row != last_row and column != last_column:
        weight *= DIAGONAL
    if not earlier.isdisjoint(edge_or_corner_neighbours(grid, cell)):
        weight *= TOUCHING
    return weight


def _turns_sharply(path: list[Cell], cell: Cell) -> bool:
    """Return whether the step to a cell leads back beside the step before."""
    if len(path) < 2:
        return False
    (row, column), (last_row, last_column), before = place(cell), place(path[-1]), place(path[-2])
    along = (row - last_row) * (last_row - before[0])
    across = (column - last_column) * (last_column - before[1])
    return along + across < 0
