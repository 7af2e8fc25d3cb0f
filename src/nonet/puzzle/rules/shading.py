"""Shaded cells: each cell has a 0/1 variable, 1 for a shaded cell.

The shading is part of the solution, as unknown regions are: its variables are named here.

>>> shade_variable("R1C2")
'~whether R1C2 is shaded'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from nonet.model import Domain
from nonet.puzzle.grid import Cell, Grid
from nonet.puzzle.rules.base import PuzzleRule


def shade_variable(cell: Cell) -> str:
    """Return the 0/1 variable of whether a cell is shaded."""
    return f"~whether {cell} is shaded"


def shadable_cells(rule: PuzzleRule, grid: Grid) -> tuple[Cell, ...]:
    """Return the cells of the one block of a grid; raise ``PuzzleError`` if there are several."""
    block, *others = grid.blocks
    if any(each.height * each.width > 1 for each in others):
        raise rule.rule_error("it shades one grid, and there are several")
    return tuple(cell for row in block.rows() for cell in row)


def shade_domains(cells: Iterable[Cell]) -> Mapping[str, Domain]:
    """Return the variables of some cells with their domains."""
    return {shade_variable(cell): Domain.range(0, 1) for cell in cells}


def neighbouring_shades(grid: Grid) -> tuple[tuple[str, str], ...]:
    """Return the pairs of variables whose cells share an edge."""
    block = grid.blocks[0]
    return tuple(
        (shade_variable(first), shade_variable(second))
        for lines in (block.rows(), block.columns())
        for line in lines
        for first, second in pairwise(line)
    )
