"""Slow thermometer: values never fall from the bulb on."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.thermometer import Thermometer


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
