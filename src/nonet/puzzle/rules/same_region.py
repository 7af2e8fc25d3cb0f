"""Same region: some cells are of one unknown region."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from nonet.model import Annotation, Constraint, Linear
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.region_rules import RegionCellsRule, region_variable
from nonet.render.drawing import Decoration, Shade


class SameRegion(RegionCellsRule):
    """No border of the unknown regions runs between the cells."""

    name = "same-region"
    sentence = "The shaded cells are of one region."
    parameters = {"cells": "the cells of one region, as R1C1 or A1"}
    examples = (
        Example(
            ".3......4..1....",
            "1342241342313124",
            "R1C3 R2C3 R3C2",
            extra_rules=("unknown-regions",),
            omitted_rules=("boxes",),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        for pair in pairwise(cells):
            label = f"one region of {pair[0]} and {pair[1]}"
            annotation = Annotation(self.name, label, f"{pair[0]} and {pair[1]} are of one region")
            yield Linear(tuple(map(region_variable, pair)), (1, -1), "==", 0, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = self.located(grid)
        yield Shade(tuple(map(place, cells)), f"one region at {cells[0]}")
