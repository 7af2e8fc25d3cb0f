"""Rows: every value at most once in each row."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example, PuzzleRule, block_suffix, unit_constraint


class Rows(PuzzleRule):
    """The rows of every block."""

    name = "rows"
    sentence = "Every value occurs at most once in each row."
    examples = (Example(".1....3.1......2", "3124243112434312"),)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for number, block in enumerate(grid.blocks, 1):
            for row, cells in enumerate(block.rows(), 1):
                yield unit_constraint(cells, grid, "row", f"row {row}{block_suffix(grid, number)}")
