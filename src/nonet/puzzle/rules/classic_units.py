"""The classic rules: every value at most once in each row, column and box."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Constraint
from nonet.puzzle.grid import Cell, Grid
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


class Boxes(PuzzleRule):
    """The boxes of every block, in the shape the grid declares."""

    name = "boxes"
    sentence = "Every value occurs at most once in each box."
    examples = (Example("......31....4..2", "3124243112434312"),)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for number, block in enumerate(grid.blocks, 1):
            for box, cells in enumerate(block.boxes(), 1):
                yield unit_constraint(cells, grid, "box", f"box {box}{block_suffix(grid, number)}")

    def regions(self, grid: Grid) -> Iterable[tuple[Cell, ...]]:
        for block in grid.blocks:
            yield from block.boxes()
