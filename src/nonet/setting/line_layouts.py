"""Lines as people draw them: paths that seldom turn, do not touch themselves, and cross no other.

>>> from random import Random
>>> from nonet.puzzle import Grid
>>> grid = Grid.square(9)
>>> path = random_path(grid, "R5C5", 6, set(grid.cells), Random(1))
>>> len(path), len(set(path))
(6, 6)
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

from nonet.puzzle import Cell, Grid
from nonet.puzzle.grid import NEIGHBOUR_OFFSETS, place

STRAIGHT, TOUCHING, DIAGONAL = 3.0, 0.15, 0.5
"""How much rather a line goes straight on, beside itself, or by a corner, than elsewhere."""


def edge_or_corner_neighbours(grid: Grid, cell: Cell) -> list[Cell]:
    """The cells that share an edge or a corner with one."""
    return list(grid.cells_at_offsets(cell, NEIGHBOUR_OFFSETS))


def _anywhere(path: list[Cell], cell: Cell) -> bool:
    return True


def random_path(
    grid: Grid,
    start: Cell,
    length: int,
    free: set[Cell],
    random: Random,
    accepts: Callable[[list[Cell], Cell], bool] = _anywhere,
) -> list[Cell]:
    """A path from ``start`` of up to ``length`` free cells, each of which ``accepts`` allows."""
    path = [start]
    while len(path) < length:
        last = path[-1]
        steps = [
            cell
            for cell in edge_or_corner_neighbours(grid, last)
            if cell in free
            and cell not in path
            and accepts(path, cell)
            and not _crosses_itself(path, cell)
        ]
        if not steps:
            break
        weights = [_weight(grid, path, cell) for cell in steps]
        path.append(random.choices(steps, weights)[0])
    return path


def _weight(grid: Grid, path: list[Cell], cell: Cell) -> float:
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
    earlier = set(path[:-1])
    if earlier.intersection(edge_or_corner_neighbours(grid, cell)):
        weight *= TOUCHING
    return weight


def _crosses_itself(path: list[Cell], cell: Cell) -> bool:
    """Whether the step to a cell crosses a diagonal step of the path."""
    (row, column), (last_row, last_column) = place(cell), place(path[-1])
    if row == last_row or column == last_column:
        return False
    crossing = {(row, last_column), (last_row, column)}
    places = [place(each) for each in path]
    return any({one, other} == crossing for one, other in pairwise(places))
