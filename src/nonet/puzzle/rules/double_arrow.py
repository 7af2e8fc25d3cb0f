"""Double arrow: the values between the ends add up to the sum of the ends."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Constraint, Linear
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.path_rule import PathRule


class DoubleArrow(PathRule):
    """The values between the two ends add up to the sum of the two ends."""

    name = "double-arrow"
    sentence = (
        "The values between the two bulbs of a double arrow add up to the sum of those in them."
    )
    parameters = {"cells": "the cells in order, from bulb to bulb"}
    tint = "grey"
    ends = "bulbs"
    examples = (
        Example(
            ".....1..3..26...3.1...............4.",
            "462351513462625134134526346215251643",
            "R5C4 R6C5 R6C6 R5C5 R4C6",
        ),
    )
    min_cells = 3

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, *middle, last = cells = self.located(grid)
        sentence = f"{' + '.join(middle)} = {first} + {last}"
        coefficients = (1, *(-1 for _ in middle), 1)
        yield Linear(cells, coefficients, "==", 0, rule=self.annotation(cells, sentence))
