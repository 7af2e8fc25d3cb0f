"""Jigsaw: regions of any shape in place of the boxes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.errors import PuzzleError
from nonet.model import Constraint
from nonet.puzzle.grid import Cell, Grid
from nonet.puzzle.rules.base import Example, PuzzleRule, unit_constraint


@dataclass(frozen=True)
class Jigsaw(PuzzleRule):
    """Regions drawn by a letter a cell: all cells of one letter are a region.

    The letters follow the cells in reading order; any character but a blank will do.  On several
    blocks the letters follow the cells of the whole grid, so a shared cell has one letter.  A
    region need not be connected.
    """

    layout: str

    name = "jigsaw"
    sentence = "Every value occurs at most once in each outlined region."
    aliases = ("irregular", "jigsaw-sudoku", "nonomino", "regions")
    parameters = {
        "layout": "one region letter a cell in reading order, blanks and line ends ignored"
    }
    replaces = "boxes"
    examples = (
        Example("..1.24..........", "3214243141231342", "AABBCABDCABDCCDD"),
        Example(
            "....2.......4...3.............6....1",
            "365124142563421635516342253416634251",
            "AAABBBACADBBACDDDBCCCCDDEEEEEFEFFFFF",
        ),
    )

    def __post_init__(self) -> None:
        if not isinstance(self.layout, str):
            raise PuzzleError(f"a jigsaw's layout is a text, not {self.layout!r}")
        object.__setattr__(self, "layout", "".join(self.layout.split()))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for letter, cells in self._cells_by_letter(grid).items():
            yield unit_constraint(cells, grid, "region", f"region {letter}")

    def regions(self, grid: Grid) -> Iterable[tuple[Cell, ...]]:
        return self._cells_by_letter(grid).values()

    def _cells_by_letter(self, grid: Grid) -> dict[str, tuple[Cell, ...]]:
        if len(self.layout) != len(grid.cells):
            raise PuzzleError(
                f"a jigsaw's layout has one letter a cell: expected {len(grid.cells)}, "
                f"found {len(self.layout)}"
            )
        cells_by_letter: dict[str, list[Cell]] = {}
        for cell, letter in zip(grid.cells, self.layout, strict=True):
            cells_by_letter.setdefault(letter, []).append(cell)
        for letter, cells in cells_by_letter.items():
            if len(cells) != grid.size:
                raise PuzzleError(
                    f"region {letter} has {len(cells)} cells: "
                    f"each holds the {grid.size} values once"
                )
        return {letter: tuple(cells) for letter, cells in cells_by_letter.items()}
