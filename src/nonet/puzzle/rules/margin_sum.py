"""Margin sums: the sum of the first values of a line (frame sums)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.cage_rule import sum_bounds, sum_constraint
from nonet.puzzle.rules.outside_rule import OutsideRule


@dataclass(frozen=True)
class MarginSum(OutsideRule):
    """The first ``count`` values are summed: in a 9x9 mostly the values of the nearest box."""

    sum: int
    count: int = 3

    clue_field = "sum"
    name = "margin-sum"
    sentence = "A number beside the grid is the sum of the first values from there."
    aliases = ("frame-sum", "border-sum")
    parameters = {
        **OutsideRule.parameters,
        "sum": "the sum of the first values",
        "count": "how many are summed",
    }
    examples = (
        Example(
            ".....5......................5.......",
            "324615516324451263263541132456645132",
            "9 R7C1",
            extra_rules=(
                "margin-sum 11 R0C4",
                "margin-sum 12 R1C7",
                "margin-sum 8 R0C2",
                "margin-sum 9 R0C5",
                "margin-sum 10 R7C3",
                "margin-sum 9 R2C7",
                "margin-sum 6 R5C0",
            ),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.count, "the count", minimum=1)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        if not 1 <= self.count <= len(cells):
            raise self.rule_error(
                f"the clue at {self.clue} sums {self.count} cells, and the line has {len(cells)}"
            )
        first = cells[: self.count]
        low, high = sum_bounds(grid, len(first), repeats=True)
        if not low <= self.sum <= high:
            raise self.impossible_rule_error(
                f"the clue at {self.clue} cannot be {self.sum}: "
                f"{len(first)} cells have a sum of {low} to {high}"
            )
        yield sum_constraint(
            first, self.sum, self.annotation(grid, f"{' + '.join(first)} = {self.sum}")
        )
