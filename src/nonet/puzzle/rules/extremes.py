"""Marked cells less or greater than their neighbours.

- Minimum: cells less than each of their neighbours.
- Maximum: cells greater than each of their neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from nonet.model import Annotation, Constraint, Linear
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import CellsRule, Example
from nonet.render.drawing import Decoration, Shade, Text

_SIGNS = {
    "less": {(-1, 0): "∧", (1, 0): "∨", (0, -1): "<", (0, 1): ">"},
    "greater": {(-1, 0): "∨", (1, 0): "∧", (0, -1): ">", (0, 1): "<"},
}
"""The sign between a cell and its neighbour, which opens towards the greater value."""


class ExtremesRule(CellsRule):
    """The base of minimum and maximum: cells compared with their edge neighbours."""

    sign: ClassVar[int]
    """1 where the cells are less than their neighbours, -1 where greater."""

    def unlisted_neighbours(self, grid: Grid) -> Iterable[tuple[Cell, Cell, tuple[int, int]]]:
        """Yield each cell, each unlisted neighbour, and the step to this neighbour.

        A cell whose neighbours are all listed is compared with none.
        """
        cells = self.located(grid)
        for cell in cells:
            row, column = place(cell)
            for step in ((-1, 0), (0, -1), (0, 1), (1, 0)):
                other = grid.cell_at(row + step[0], column + step[1])
                if other is not None and other not in cells:
                    yield cell, other, step

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        word = "less" if self.sign > 0 else "greater"
        for cell, other, _ in self.unlisted_neighbours(grid):
            annotation = Annotation(
                self.name, f"{self.name} {cell} beside {other}", f"{cell} is {word} than {other}"
            )
            yield Linear((cell, other), (self.sign, -self.sign), "<=", -1, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Shade(tuple(map(place, self.located(grid))), self.name, tint="grey")
        signs = _SIGNS["less" if self.sign > 0 else "greater"]
        for cell, other, step in self.unlisted_neighbours(grid):
            yield Text((place(cell), place(other)), signs[step])


class Minimum(ExtremesRule):
    """Neighbours share an edge; two listed cells are not compared."""

    name = "minimum"
    sentence = "A marked cell is less than each of its neighbours."
    aliases = ("min",)
    parameters = {"cells": "all cells that are less, as R1C1 or A1"}
    examples = (
        Example(
            "..........4..6......................",
            "541623236145362514415236153462624351",
            "R1C3 R1C5 R2C1 R2C4 R3C3 R3C5 R4C2 R4C4 R5C1 R5C3 R6C2 R6C4 R6C6",
        ),
    )

    sign = 1


class Maximum(ExtremesRule):
    """Neighbours share an edge; two listed cells are not compared."""

    name = "maximum"
    sentence = "A marked cell is greater than each of its neighbours."
    aliases = ("max",)
    parameters = {"cells": "all cells that are greater, as R1C1 or A1"}
    examples = (
        Example(
            "4................3.......2..........",
            "451632236145145263362514624351513426",
            "R1C2 R1C4 R2C3 R2C6 R3C5 R4C2 R4C4 R4C6 R5C1 R5C3 R5C5 R6C4 R6C6",
        ),
    )

    sign = -1
