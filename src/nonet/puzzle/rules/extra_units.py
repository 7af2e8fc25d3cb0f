"""Further cells that hold every value at most once.

- Extra region: every value at most once in some cells, anywhere in the grid.
- Disjoint groups: cells at the same place of their boxes differ.
- Tenth grid (Clueless Sudoku): a further grid, of cells of the other grids.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.errors import PuzzleError
from nonet.model import Constraint
from nonet.puzzle.grid import Cell, Grid, cell_name, place
from nonet.puzzle.grid_descriptions import default_block_box, grid_of
from nonet.puzzle.rules.base import CellsRule, Example, PuzzleRule, block_suffix, unit_constraint
from nonet.render.drawing import Decoration, Shade


class ExtraRegion(CellsRule):
    """A further region; give the rule once for each.

    The region may have fewer cells than values.
    """

    name = "extra-region"
    sentence = "Every value occurs at most once in the shaded region."
    aliases = ("region",)
    parameters = {"cells": "the region's cells, as R1C1 or A1"}
    examples = (
        Example(
            "..1.....43.........5.........3....6.",
            "531426624315463152152634216543345261",
            "R1C1 R2C2 R3C3 R4C4 R5C5 R6C6",
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        yield unit_constraint(cells, grid, "extra region", _region_label(cells))

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = self.located(grid)
        yield Shade(tuple(map(place, cells)), _region_label(cells))


def _region_label(cells: tuple[Cell, ...]) -> str:
    return f"extra region at {cells[0]}"


class DisjointGroups(PuzzleRule):
    """In every block, one group for each place in a box: the top left cells, and so on."""

    name = "disjoint-groups"
    sentence = "Every value occurs at most once among the cells at the same place of their boxes."
    aliases = ("disjoint", "disjoint-sets")
    examples = (Example("1..4......3..1..", "1324241342313142"),)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for number, block in enumerate(grid.blocks, 1):
            if block.box is None:
                raise PuzzleError("disjoint groups are made of boxes, and this grid has none")
            for group, cells in enumerate(zip(*block.boxes(), strict=True), 1):
                label = f"disjoint group {group}{block_suffix(grid, number)}"
                yield unit_constraint(cells, grid, "disjoint group", label)


@dataclass(frozen=True)
class TenthGrid(PuzzleRule):
    """The cells where the rows of ``lines`` cross the columns of ``lines`` are a grid as well.

    In the nine grids of ``clueless`` the lines are every third line from 2 on, for the middles of
    the 81 boxes (Clueless 1), or 4 5 6 13 14 15 22 23 24, for the middle boxes of the nine grids
    (Clueless 2).
    """

    lines: tuple[int, ...]

    name = "tenth-grid"
    sentence = (
        "The shaded cells, read together, are a grid with rows, columns and boxes of its own."
    )
    aliases = ("clueless",)
    parameters = {"lines": "the numbers of the rows, and of the columns, that cross in its cells"}
    examples = (
        Example(
            ".....1.....3............2......2............3.......2....23..4..",
            "3124312442132431143242132341134224134213134231243124234142311432",
            "2 3 6 7",
            grid=grid_of("4 at R1C1 R1C5 R5C1 R5C5"),
        ),
    )

    def __post_init__(self) -> None:
        for line in self.lines:
            self.checked_number(line, "a line", minimum=1)
        if len(set(self.lines)) < len(self.lines) or len(self.lines) < 2:
            raise self.rule_error("two different lines or more")

    def grid_rows(self, grid: Grid) -> list[tuple[Cell, ...]]:
        """Its rows; raises ``PuzzleError`` where a cell is missing."""
        if len(self.lines) != grid.size:
            raise self.rule_error(f"{len(self.lines)} lines, and there are {grid.size} values")
        lines = [line - 1 for line in sorted(self.lines)]
        rows = [tuple(cell_name(row, column) for column in lines) for row in lines]
        return [self.checked_cells(grid, row) for row in rows]

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        rows = self.grid_rows(grid)
        for kind, lines in (("row", rows), ("column", list(zip(*rows, strict=True)))):
            for number, cells in enumerate(lines, 1):
                yield unit_constraint(cells, grid, kind, f"{kind} {number} of the tenth grid")
        height, width = default_block_box(len(rows), len(rows)) or (0, 0)
        if not height:
            return
        corners = [
            (top, left)
            for top in range(0, len(rows), height)
            for left in range(0, len(rows), width)
        ]
        for number, (top, left) in enumerate(corners, 1):
            panes = rows[top : top + height]
            box = tuple(cell for row in panes for cell in row[left : left + width])
            yield unit_constraint(box, grid, "box", f"box {number} of the tenth grid")

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = [cell for row in self.grid_rows(grid) for cell in row]
        yield Shade(tuple(map(place, cells)), "tenth grid")
