"""Quadro: no two by two square is all odd or all even."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Annotation, AnyOf, Constraint, Table
from nonet.model.annotation import UNNAMED
from nonet.puzzle.grid import SQUARE_OFFSETS, Grid
from nonet.puzzle.rules.base import Example, PuzzleRule


class Quadro(PuzzleRule):
    """Every four cells that meet in a corner hold both an odd and an even value."""

    name = "quadro"
    sentence = (
        "Every two by two square of cells holds at least one odd and at least one even value."
    )
    aliases = ("quadro-sudoku",)
    examples = (
        Example("4.....3..........5.21........4..61..", "415362362541634215521436153624246153"),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        tables = {
            word: frozenset((value,) for value in grid.values if value % 2 == parity)
            for word, parity in (("odd", 1), ("even", 0))
        }
        for cell in grid.cells:
            cells = tuple(grid.cells_at_offsets(cell, SQUARE_OFFSETS))
            if len(cells) < 4:
                continue
            for word, table in tables.items():
                annotation = Annotation(
                    self.name,
                    f"quadro at {cell}: {word}",
                    f"one of {' '.join(cells)} is {word}",
                )
                choices = tuple(
                    (Table.unchecked(scope=(each,), tuples=table, rule=UNNAMED),) for each in cells
                )
                yield AnyOf(choices, rule=annotation)
