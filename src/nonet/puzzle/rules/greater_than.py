"""Greater than: the first of two neighbours is larger than the second."""

from __future__ import annotations

from collections.abc import Iterable
from operator import gt

from nonet.model import Constraint
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import Example, PairRule
from nonet.puzzle.rules.pair_relations import pair_constraint
from nonet.render.drawing import Decoration, Text


class GreaterThan(PairRule):
    """The value of the first cell is larger than that of the second."""

    name = "greater-than"
    sentence = "A sign between two cells points from the larger to the smaller value."
    aliases = ("inequality",)
    parameters = {"cells": "two cells side by side, the one with the larger value first"}
    examples = (Example("..3.........1..4", "2431314242131324", "R2C1 R1C1"),)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, second = self.located(grid)
        yield pair_constraint(self, grid, (first, second), f"{first} is larger than {second}", gt)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        (row, column), (other_row, other_column) = places = [*map(place, self.located(grid))]
        down, right = other_row - row, other_column - column
        sign = {(0, 1): ">", (0, -1): "<", (1, 0): "\u2228", (-1, 0): "\u2227"}[down, right]
        yield Text(tuple(places), sign)
