"""Extra region: every value at most once in some cells, anywhere in the grid."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Constraint
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import CellsRule, Example, unit_constraint
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
