"""Diagonals: every value at most once in each of the two long diagonals (Sudoku X)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from nonet.errors import PuzzleError
from nonet.model import Constraint
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule, block_suffix, unit_constraint
from nonet.render.drawing import Decoration, Line


class Diagonals(PuzzleRule):
    """The main diagonal (from the top left) and the anti-diagonal of every block."""

    name: ClassVar[str] = "diagonals"
    sentence: ClassVar[str] = "Every value occurs at most once in each of the two long diagonals."
    aliases: ClassVar[tuple[str, ...]] = ("x", "x-sudoku", "sudoku-x", "diagonal")
    examples: ClassVar[tuple[Example, ...]] = (Example("....3.......41..", "1432321423414123"),)
    selection: ClassVar[slice] = slice(None)
    """The diagonals of a block that the rule is about: both, or only the first or second."""

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for label, cells in list(long_diagonals(grid))[self.selection]:
            yield unit_constraint(cells, grid, "diagonal", label)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for label, cells in list(long_diagonals(grid))[self.selection]:
            yield Line(tuple(map(place, cells)), label)


def long_diagonals(grid: Grid) -> Iterable[tuple[str, tuple[Cell, ...]]]:
    """Yield the diagonals of each block with their names, the main diagonal first."""
    for number, block in enumerate(grid.blocks, 1):
        if block.height != block.width:
            raise PuzzleError(
                f"only a square has two long diagonals, not {block.height} rows "
                f"and {block.width} columns{block_suffix(grid, number)}"
            )
        rows = block.rows()
        down = tuple(row[i] for i, row in enumerate(rows))
        up = tuple(row[-1 - i] for i, row in enumerate(rows))
        yield f"main diagonal{block_suffix(grid, number)}", down
        yield f"anti-diagonal{block_suffix(grid, number)}", up
