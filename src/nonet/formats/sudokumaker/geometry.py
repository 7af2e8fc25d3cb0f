"""How SudokuMaker numbers cells, edges, corners and places beside the grid.

Cells are counted in reading order from 0.  A row of cells has its left edges first and its lower
edges then, so that a number of edges is ``2 * width * row + column``.  Corners are counted in
rows of ``width + 1``, places beside the grid in rows of ``width + 2``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from nonet.errors import FormatError
from nonet.formats.rule_collector import whole_number
from nonet.puzzle import Cell, Grid
from nonet.puzzle.grid import cell_name

Direction = Literal["UL", "UR", "DL", "DR"]


def cells_of(grid: Grid, numbers: object) -> tuple[Cell, ...]:
    """Return the cells of their numbers; raise ``FormatError`` for a number without a cell."""
    listed = numbers if isinstance(numbers, list) else [None]
    return tuple(
        grid.cells[_number(number, len(grid.cells), "cells are numbers")] for number in listed
    )


def cells_beside_edge(grid: Grid, edge: object) -> tuple[Cell, Cell]:
    """Return the two cells at an edge; raise ``FormatError`` for an edge at the rim of the grid."""
    number = _number(edge, 2 * len(grid.cells), "edges are numbers")
    row, place = divmod(number, 2 * grid.width)
    column = place % grid.width
    pair = ((row, column - 1), (row, column))
    if place >= grid.width:
        pair = ((row, column), (row + 1, column))
    cells = [grid.cell_at(*each) for each in pair]
    if cells[0] is None or cells[1] is None:
        raise FormatError(f"edge {number} has a cell on one side alone")
    return cells[0], cells[1]


def cells_around_corner(grid: Grid, corner: object) -> tuple[Cell, ...]:
    """The cells that meet in a corner, in reading order; four within the grid."""
    number = _number(corner, (grid.width + 1) * (grid.height + 1), "corners are numbers")
    row, column = divmod(number, grid.width + 1)
    places = ((row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column))
    return tuple(cell for place in places if (cell := grid.cell_at(*place)) is not None)


def outside_place(grid: Grid, number: object) -> Cell:
    """The name of a place beside the grid: ``R0C4`` above column 4."""
    most = (grid.width + 2) * (grid.height + 2)
    row, column = divmod(
        _number(number, most, "places beside the grid are numbers"), grid.width + 2
    )
    return cell_name(row - 1, column - 1)


def diagonal_direction(grid: Grid, number: object, diagonal: object) -> Direction:
    """Return where a little killer's arrow points: 1 is a rising diagonal, -1 a falling."""
    row, column = divmod(whole_number(number) or 0, grid.width + 2)
    falling = whole_number(diagonal) == -1
    at_left, at_right = column == 0, column == grid.width + 1
    down = row == 0 or (at_left and falling) or (at_right and not falling)
    if row == grid.height + 1:
        down = False
    if down:
        return "DR" if falling else "DL"
    return "UL" if falling else "UR"


def points_on_cells(grid: Grid, points: Iterable[object]) -> tuple[Cell, ...]:
    """The cells whose middle each point is; none if one point is no middle of a cell."""
    cells = []
    for point in points:
        if not isinstance(point, dict):
            return ()
        cell = cell_at_point(grid, point.get("x"), point.get("y"))
        if cell is None:
            return ()
        cells.append(cell)
    return tuple(cells)


def cell_at_point(grid: Grid, x: object, y: object) -> Cell | None:
    """The cell whose middle a point is, as ``1.5, 0.5`` is R1C2's."""
    if not isinstance(x, int | float) or not isinstance(y, int | float):
        return None
    column, row = x - 0.5, y - 0.5
    if column != int(column) or row != int(row):
        return None
    return grid.cell_at(int(row), int(column))


def _number(value: object, end: int, what: str) -> int:
    number = whole_number(value)
    if number is None or not 0 <= number < end:
        raise FormatError(f"{what} from 0 to {end - 1}, not {str(value)[:20]}")
    return number
