"""Run sum (Kakuro): the values right of a clue, or below, add up to the clue."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from nonet.model import Annotation, Constraint, Linear
from nonet.puzzle.grid import Cell, Grid, Outside, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.render.drawing import Decoration, Text

_OFFSETS = {"across": (0, 1), "down": (1, 0)}


@dataclass(frozen=True)
class RunSum(PuzzleRule):
    """The cells from the ``clue`` on, as far as these are side by side, add up to ``sum``.

    The rules rows and columns, in a grid whose blocks are its runs, forbid a value twice in a run.
    """

    clue: Outside
    direction: Literal["across", "down"]
    sum: int

    name = "run-sum"
    sentence = "The values of a run add up to the number before it."
    aliases = ("kakuro",)
    entry = "outside"
    parameters = {
        "clue": "the place of the number, where no cell is: R1C2, or R0C3 above the grid",
        "direction": "across or down: which way the run lies",
        "sum": "what its values add up to",
    }
    examples = (
        Example(
            "............",
            "311532687969",
            "4 across R1C2",
            extra_rules=(
                "run-sum 11 across R2C1",
                "run-sum 30 across R3C0",
                "run-sum 15 across R4C1",
                "run-sum 24 down R0C3",
                "run-sum 13 down R0C4",
                "run-sum 15 down R1C2",
            ),
            omitted_rules=("boxes",),
            grid=Grid.from_picture(["##..#", "#....", "....#", "#..##"], range(1, 10)),
        ),
    )

    def __post_init__(self) -> None:
        if self.direction not in _OFFSETS:
            raise self.rule_error(f"a run lies across or down, not {self.direction!r}")
        self.checked_number(self.sum, "the sum")

    def run_cells(self, grid: Grid) -> tuple[Cell, ...]:
        """The cells of the run; raises ``PuzzleError`` if there are none."""
        if self.clue in grid.cell_set:
            raise self.rule_error(f"{self.clue} is a cell: a clue stands where none is")
        run = grid.cells_in_direction(self.clue, _OFFSETS[self.direction])
        if not run:
            raise self.rule_error(f"no cell is next to {self.clue}, {self.direction}")
        return run

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.run_cells(grid)
        low, high = sum(grid.values[: len(cells)]), sum(grid.values[-len(cells) :])
        if len(cells) > grid.size or not low <= self.sum <= high:
            raise self.impossible_rule_error(
                f"{len(cells)} different values do not add up to {self.sum} at {self.clue}"
            )
        label = f"run of {self.sum} {self.direction} from {self.clue}"
        annotation = Annotation("run", label, f"{' + '.join(cells)} = {self.sum}")
        yield Linear.sum(cells, "==", self.sum, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Text((place(self.clue),), str(self.sum), direction=_OFFSETS[self.direction])
