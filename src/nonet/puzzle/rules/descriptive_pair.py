"""Descriptive pairs: a number beside a line stands at the place of its partner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import AnyOf, Constraint, Table
from nonet.model.annotation import UNNAMED
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.outside_rule import OutsideRule


@dataclass(frozen=True)
class DescriptivePair(OutsideRule):
    """``first`` is in cell number ``second`` of the line, counted from the clue, or the reverse."""

    first: int
    second: int

    clue_field = "first"
    min_clue = 1
    name = "descriptive-pair"
    sentence = (
        "Of two numbers X and Y beside a row or column either X stands in its cell number Y or Y "
        "stands in its cell number X."
    )
    aliases = ("descriptive-pairs",)
    parameters = {
        **OutsideRule.parameters,
        "first": "one number",
        "second": "the other",
    }
    examples = (
        Example(
            "...3.........4..",
            "1243431231242431",
            "2 3 R0C3",
            extra_rules=("descriptive-pair R2C0 1 4",),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.second, "the second", minimum=1)

    def clue_text(self) -> str:
        return f"{self.first},{self.second}"

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        annotation = self.annotation(
            grid,
            f"from {cells[0]} to {cells[-1]} {self.first} is in cell {self.second} or "
            f"{self.second} in cell {self.first}",
        )
        choices = tuple(
            (Table((cells[where - 1],), frozenset({(value,)}), rule=UNNAMED),)
            for value, where in ((self.first, self.second), (self.second, self.first))
            if where <= len(cells) and value in grid.values
        )
        if not choices:
            raise self.impossible_rule_error(f"{self.clue_text()} fits no line of {len(cells)}")
        yield AnyOf(choices, rule=annotation)
