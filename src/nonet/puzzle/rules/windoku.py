"""Windoku: further regions in the shape of a box, set like panes of a window."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.errors import PuzzleError
from nonet.model import Constraint
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule, block_suffix, unit_constraint
from nonet.render.drawing import Decoration, Shade


class Windoku(PuzzleRule):
    """The windows of every block: four in a 9x9, nine in a 16x16.

    A window has the shape of a box.  The first lies one row and one column in
    from the corner; a row or column is left free between two; as many as fit.
    """

    name = "windoku"
    sentence = "Every value occurs at most once in each shaded window."
    aliases = ("hyper", "hyper-sudoku", "hypersudoku")
    examples = (Example(".....3.1..4.3...", "1234432121433412"),)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for label, cells in _windows(grid):
            yield unit_constraint(cells, grid, "window", label)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for label, cells in _windows(grid):
            yield Shade(tuple(map(place, cells)), label)


def _windows(grid: Grid) -> Iterable[tuple[str, tuple[Cell, ...]]]:
    for number, block in enumerate(grid.blocks, 1):
        if block.box is None:
            raise PuzzleError("a window has the shape of a box, and this grid has no boxes")
        height, width = block.box
        corners = [
            (top, left)
            for top in range(1, block.height - height + 1, height + 1)
            for left in range(1, block.width - width + 1, width + 1)
        ]
        if not corners:
            raise PuzzleError(f"no window of {height}x{width} fits{block_suffix(grid, number)}")
        rows = block.rows()
        for window, (top, left) in enumerate(corners, 1):
            panes = rows[top : top + height]
            cells = tuple(cell for row in panes for cell in row[left : left + width])
            yield f"window {window}{block_suffix(grid, number)}", cells
