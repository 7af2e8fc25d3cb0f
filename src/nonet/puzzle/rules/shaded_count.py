"""Shaded count: a number beside a row or column is how many of its cells are shaded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nonet.model import Constraint, Domain, Linear
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.outside_rule import OutsideRule
from nonet.puzzle.rules.shading import shade_domains, shade_variable


@dataclass(frozen=True)
class ShadedCount(OutsideRule):
    """So many cells of the line are shaded, where the solver shades cells, as in yin-yang."""

    count: int

    clue_field = "count"
    min_clue = 0
    name = "shaded-count"
    sentence = "A number beside a row or column is how many of its cells are shaded."
    parameters = {
        **OutsideRule.parameters,
        "count": "how many cells are shaded",
    }
    examples = (
        Example(
            ".3.......42..2..",
            "2341413214233214",
            "0 R1C0",
            extra_rules=(
                "yin-yang unshaded=R2C3",
                "shaded-sum 7 R3C0",
                "shaded-sum 3 R0C1",
                "shaded-sum 3 R2C0",
                "shaded-sum 1 R0C3",
                "shaded-count 4 R4C0",
            ),
            omitted_rules=("boxes",),
        ),
    )

    def variables(self, grid: Grid) -> Mapping[str, Domain]:
        return shade_domains(self.line_cells(grid))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        if self.count > len(cells):
            raise self.impossible_rule_error(
                f"{self.count} of the {len(cells)} cells at {self.clue} cannot be shaded"
            )
        sentence = f"{self.count} cells of {cells[0]} to {cells[-1]} are shaded"
        shades = tuple(map(shade_variable, cells))
        yield Linear.sum(shades, "==", self.count, rule=self.annotation(grid, sentence))
