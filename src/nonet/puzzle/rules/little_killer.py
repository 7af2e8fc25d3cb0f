"""Little killers: the sum of a diagonal, beside the grid with an arrow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from nonet.errors import PuzzleError
from nonet.model import Annotation, Constraint, Linear
from nonet.puzzle.grid import Cell, Grid, Outside, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.cage_rule import sum_bounds, sum_constraint
from nonet.puzzle.rules.cell_modifiers import has_modifiers, modified_sum
from nonet.puzzle.rules.outside_rule import cells_from, checked_outside_name
from nonet.render.drawing import Decoration, Text

Direction = Literal["UR", "UL", "DR", "DL"]

OFFSETS: dict[str, tuple[int, int]] = {"UR": (-1, 1), "UL": (-1, -1), "DR": (1, 1), "DL": (1, -1)}
"""Rows down and columns right of one step: up or down, right or left."""


@dataclass(frozen=True)
class LittleKiller(PuzzleRule):
    """The diagonal met from ``start`` on, up or down and right or left; values may repeat."""

    start: Outside
    direction: Direction
    sum: int

    name = "little-killer"
    sentence = "The values of the diagonal that an arrow points along sum to the number beside it."
    aliases = ("little-killer-sum",)
    entry = "outside"
    parameters = {
        "start": "where the clue stands, beside the grid: R0C4, R3C0",
        "direction": "where its arrow points: up or down, right or left",
        "sum": "the sum of the diagonal's values",
    }
    examples = (
        Example(
            "..............5...............6.....",
            "523614146235235461461352312546654123",
            "12 UL R7C6",
            extra_rules=(
                "little-killer 21 UR R7C1",
                "little-killer 9 DR R3C0",
                "little-killer 15 UR R7C2",
                "little-killer 7 DL R3C7",
            ),
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", checked_outside_name(self, self.start))
        given = str(self.direction).upper()
        if given not in OFFSETS:
            raise self.rule_error(
                f"a direction is one of {', '.join(get_args(Direction))}, not {self.direction!r}"
            )
        object.__setattr__(self, "direction", given)
        self.checked_number(self.sum, "the sum")

    def located(self, grid: Grid) -> tuple[Cell, ...]:
        """The cells of the diagonal, from the clue on."""
        try:
            return cells_from(grid, self.start, OFFSETS[self.direction])
        except PuzzleError as error:
            raise self.rule_error(str(error)) from None

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        cells = self.located(grid)
        annotation = Annotation.deferred(self.name, _texts, self, cells)
        if has_modifiers(rules):
            scope, weights, total = modified_sum(cells, (1,) * len(cells), self.sum, rules)
            yield Linear(scope, weights, "==", total, rule=annotation)
            return
        low, high = sum_bounds(grid, len(cells), repeats=True)
        if not low <= self.sum <= high:
            raise self.impossible_rule_error(
                f"the diagonal from {self.start} cannot sum to {self.sum}: "
                f"its {len(cells)} cells have a sum of {low} to {high}"
            )
        yield sum_constraint(cells, self.sum, annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        self.located(grid)
        yield Text((place(self.start),), str(self.sum), direction=OFFSETS[self.direction])


def _texts(rule: LittleKiller, cells: tuple[Cell, ...]) -> tuple[str, str]:
    """The words of a sum."""
    label = f"little killer {rule.sum} along {'-'.join(dict.fromkeys((cells[0], cells[-1])))}"
    return label, f"{' + '.join(cells)} = {rule.sum}"
