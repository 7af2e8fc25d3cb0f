"""Lines along which values rise.

- Thermometer: values rise from the bulb.
- Slow thermometer: values never fall from the bulb on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from nonet.model import Constraint
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.path_rule import PathRule
from nonet.render.drawing import Bulb, Decoration, Line


class Thermometer(PathRule):
    """Each value is larger than the value before; the first cell is the bulb."""

    name: ClassVar[str] = "thermometer"
    sentence: ClassVar[str] = "Values rise along each thermometer, from its bulb to its tip."
    aliases: ClassVar[tuple[str, ...]] = ("thermo",)
    parameters = {"cells": "the cells in order, the bulb first"}
    dashed: ClassVar[bool] = False
    """Whether its line is drawn dashed."""
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "..4....6.............6...5...2..6...",
            "314256562413625134143625451362236541",
            "R2C5 R2C6 R3C6 R4C6 R5C5",
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        sentence = f"values rise from {cells[0]} to {cells[-1]}"
        below = grid.values[0] - 1
        yield self.regular(grid, cells, self.annotation(cells, sentence), below, _increasing_step)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = self.located(grid)
        places = tuple(map(place, cells))
        yield Bulb(places[:1], tint="grey")
        yield Line(places, self.annotation(cells, "").label, "grey", width=0.3, dashed=self.dashed)


def _increasing_step(last: int, value: int) -> int | None:
    return value if value > last else None


class SlowThermometer(Thermometer):
    """Each value is at least the value before; the first cell is the bulb."""

    name = "slow-thermometer"
    sentence = "Values rise or stay the same along each slow thermometer."
    aliases = ("slow-thermo",)
    dashed = True
    examples = (
        Example(
            ".......6......6....4...3...6.......2",
            "431256562341316524245163124635653412",
            "R1C3 R1C4 R2C3 R2C4 R2C5 R1C5",
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        sentence = f"values rise or stay the same from {cells[0]} to {cells[-1]}"
        lowest = grid.values[0]
        yield self.regular(
            grid, cells, self.annotation(cells, sentence), lowest, _nondecreasing_step
        )


def _nondecreasing_step(last: int, value: int) -> int | None:
    return value if value >= last else None
