"""Different regions: no two of some cells are of one unknown region."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import AllDifferent, Annotation, Constraint
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.region_rules import RegionCellsRule, region_variable
from nonet.render.drawing import Decoration, Outline


class DifferentRegions(RegionCellsRule):
    """No two of the cells are in the same unknown region."""

    name = "different-regions"
    sentence = "No two of the outlined cells are of one region."
    parameters = {"cells": "the cells, as R1C1 or A1"}
    examples = (
        Example(
            "..42.42........3",
            "1342342121344213",
            "R2C1 R2C2 R3C3",
            extra_rules=("unknown-regions",),
            omitted_rules=("boxes",),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        annotation = Annotation(
            self.name,
            f"regions of {' '.join(cells)}",
            f"{' '.join(cells)} are of different regions",
        )
        yield AllDifferent(tuple(map(region_variable, cells)), rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = self.located(grid)
        yield Outline(tuple(map(place, cells)), "≠")
