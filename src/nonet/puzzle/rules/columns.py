"""Columns: every value at most once in each column."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example, PuzzleRule, block_suffix, unit_constraint


class Columns(PuzzleRule):
    """The columns of every block."""

    name = "columns"
    sentence = "Every value occurs at most once in each column."
    examples = (Example("...2..4....3.1..", "1432234142133124"),)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for number, block in enumerate(grid.blocks, 1):
            for column, cells in enumerate(block.columns(), 1):
                yield unit_constraint(
                    cells, grid, "column", f"column {column}{block_suffix(grid, number)}"
                )
