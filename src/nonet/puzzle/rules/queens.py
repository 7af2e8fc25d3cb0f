"""Queens: a queen in every row and column, and no two on a diagonal."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Annotation, Constraint, Count
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.grid_descriptions import grid_of
from nonet.puzzle.rules.base import Example, PuzzleRule


class Queens(PuzzleRule):
    """For grids of the values 0 and 1, where 1 is a queen; clues are queens placed already.

    Completing a board is NP-complete: Gent, Jefferson and Nightingale, "Complexity of
    n-Queens completion", JAIR 59, 2017.
    """

    name = "queens"
    sentence = "One queen (1) stands in every row and column, and no two on a diagonal."
    aliases = ("n-queens", "queens-completion")
    replaces = "rows columns boxes"
    examples = (
        Example(
            "....0......0.......0................",
            "010000000100000001100000001000000010",
            omitted_rules=("rows", "columns", "boxes"),
            grid=grid_of("6 values 0-1 box none"),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        if grid.values != (0, 1):
            raise self.rule_error("a grid of the values 0 and 1")
        if grid.height != grid.width or len(grid.cells) != grid.height * grid.width:
            raise self.rule_error(
                f"a square board, not {grid.height} rows and {grid.width} columns"
            )
        lines: dict[tuple[str, int], list[Cell]] = {}
        for cell in grid.cells:
            row, column = place(cell)
            for kind, number in (
                ("row", row + 1),
                ("column", column + 1),
                ("falling diagonal", column - row),
                ("rising diagonal", column + row + 1),
            ):
                lines.setdefault((kind, number), []).append(cell)
        queen = frozenset((1,))
        for (kind, number), cells in lines.items():
            if kind in ("row", "column"):
                label = f"{kind} {number}"
                annotation = Annotation("queens", label, f"one queen in {label}")
                yield Count(tuple(cells), queen, "==", 1, rule=annotation)
            elif len(cells) > 1:
                label = f"{kind} {cells[0]}-{cells[-1]}"
                annotation = Annotation("queens", label, f"one queen at most on the {label}")
                yield Count(tuple(cells), queen, "<=", 1, rule=annotation)
