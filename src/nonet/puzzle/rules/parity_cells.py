"""Marked cells that hold even or odd values.

- Even: cells that hold an even value.
- Odd: cells that hold an odd value.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal

from nonet.model import Annotation, Constraint, Table
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import CellsRule, Example
from nonet.render.drawing import Decoration, Shape


class ParityRule(CellsRule):
    """The base of even and odd."""

    remainder: ClassVar[int]
    """The remainder of the values when divided by 2."""
    shape: ClassVar[Literal["square", "circle"]]

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        allowed = frozenset((value,) for value in grid.values if value % 2 == self.remainder)
        for cell in self.located(grid):
            sentence = f"{cell} holds an {self.name} value"
            yield Table(
                (cell,), allowed, rule=Annotation(self.name, f"{self.name} cell {cell}", sentence)
            )

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for cell in self.located(grid):
            yield Shape(place(cell), self.shape)


class Even(ParityRule):
    """The listed cells hold even values."""

    name = "even"
    sentence = "Cells with a square hold even values."
    parameters = {"cells": "the even cells, as R1C1 or A1"}
    examples = (Example("....2..........1", "4312214312343421", "R1C1 R2C3 R4C2"),)
    remainder = 0
    shape = "square"


class Odd(ParityRule):
    """The listed cells hold odd values."""

    name = "odd"
    sentence = "Cells with a circle hold odd values."
    parameters = {"cells": "the odd cells, as R1C1 or A1"}
    examples = (Example(".1.........4....", "3142241312344321", "R1C1 R2C3 R4C2"),)
    remainder = 1
    shape = "circle"
