"""Double arrow: the values between the ends add up to the sum of the ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from nonet.model import Constraint, Linear
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.path_rule import LineEnds, PathRule
from nonet.render.drawing import Tint


@dataclass(frozen=True)
class DoubleArrow(PathRule):
    """The values between the two ends add up to the sum of the two ends."""

    name: ClassVar[str] = "double-arrow"
    sentence: ClassVar[str] = (
        "The values between the two bulbs of a double arrow add up to the sum of those in them."
    )
    parameters: ClassVar[dict[str, str]] = {"cells": "the cells in order, from bulb to bulb"}
    tint: ClassVar[Tint] = "grey"
    ends: ClassVar[LineEnds] = "bulbs"
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            ".....1..3..26...3.1...............4.",
            "462351513462625134134526346215251643",
            {"cells": ("R5C4", "R6C5", "R6C6", "R5C5", "R4C6")},
        ),
    )
    min_cells: ClassVar[int] = 3

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, *middle, last = cells = self.located(grid)
        sentence = f"{' + '.join(middle)} = {first} + {last}"
        coefficients = (1, *(-1 for _ in middle), 1)
        yield Linear(cells, coefficients, "==", 0, rule=self.annotation(cells, sentence))
