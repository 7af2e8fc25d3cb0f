"""Odd: cells that hold an odd value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from nonet.model import Annotation, Constraint, Table
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import CellsRule, Example
from nonet.render.drawing import Decoration, Shape


@dataclass(frozen=True)
class Odd(CellsRule):
    """The listed cells hold odd values."""

    name: ClassVar[str] = "odd"
    sentence: ClassVar[str] = "Cells with a circle hold odd values."
    parameters: ClassVar[dict[str, str]] = {"cells": "the odd cells, as R1C1 or A1"}
    examples: ClassVar[tuple[Example, ...]] = (
        Example(".1.........4....", "3142241312344321", {"cells": ("R1C1", "R2C3", "R4C2")}),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        odd = frozenset((value,) for value in grid.values if value % 2 == 1)
        for cell in self.located(grid):
            rule = Annotation("odd", f"odd cell {cell}", f"{cell} holds an odd value")
            yield Table((cell,), odd, rule=rule)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for cell in self.located(grid):
            yield Shape(place(cell), "circle")
