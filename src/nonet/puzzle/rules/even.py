"""Even: cells that hold an even value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from nonet.model import Annotation, Constraint, Table
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import CellsRule, Example
from nonet.render.drawing import Decoration, Shape


@dataclass(frozen=True)
class Even(CellsRule):
    """The listed cells hold even values."""

    name: ClassVar[str] = "even"
    sentence: ClassVar[str] = "Cells with a square hold even values."
    parameters: ClassVar[dict[str, str]] = {"cells": "the even cells, as R1C1 or A1"}
    examples: ClassVar[tuple[Example, ...]] = (
        Example("....2..........1", "4312214312343421", {"cells": ("R1C1", "R2C3", "R4C2")}),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        even = frozenset((value,) for value in grid.values if value % 2 == 0)
        for cell in self.located(grid):
            rule = Annotation("even", f"even cell {cell}", f"{cell} holds an even value")
            yield Table((cell,), even, rule=rule)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for cell in self.located(grid):
            yield Shape(place(cell), "square")
