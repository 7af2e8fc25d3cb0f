"""Search nine: an arrow in a cell points to the greatest value, and the cell holds the distance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from nonet.model import Annotation, AnyOf, Constraint, Table
from nonet.model.annotation import UNNAMED
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.render.drawing import Decoration, Text

_STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
_ARROWS = {"U": "\u2191", "D": "\u2193", "L": "\u2190", "R": "\u2192"}


@dataclass(frozen=True)
class SearchNine(PuzzleRule):
    """The greatest value of the grid is as many cells off, in the arrow's direction, as ``cell`` says."""

    cell: Cell
    direction: Literal["U", "D", "L", "R"]

    name = "search-nine"
    sentence = (
        "An arrow in a cell points to a 9, and the value of the cell is how many cells away it is."
    )
    aliases = ("search-9", "find-the-nine", "search-arrow")
    parameters = {
        "cell": "the cell with the arrow, as R1C1 or A1",
        "direction": "U, D, L or R: where it points",
    }
    examples = (
        Example(
            "....4...........", "2143431234211234", "R R1C1", extra_rules=("search-nine R3C4 D",)
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "cell", self.checked_names([self.cell])[0])
        direction = self.direction.upper()
        if direction not in _STEPS:
            raise self.rule_error(f"the direction is U, D, L or R, not {self.direction!r}")
        object.__setattr__(self, "direction", direction)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        (cell,) = self.checked_cells(grid, [self.cell])
        ahead = grid.cells_in_direction(cell, _STEPS[self.direction])
        top = grid.values[-1]
        choices = tuple(
            (
                Table((cell,), frozenset({(distance,)}), rule=UNNAMED),
                Table((other,), frozenset({(top,)}), rule=UNNAMED),
            )
            for distance, other in enumerate(ahead, 1)
            if distance in grid.values
        )
        if not choices:
            raise self.impossible_rule_error(f"no cell lies ahead of {cell}")
        annotation = Annotation(
            self.name, f"arrow at {cell}", f"{cell} is how far away the {top} ahead of it is"
        )
        yield AnyOf(choices, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        (cell,) = self.checked_cells(grid, [self.cell])
        yield Text((place(cell),), _ARROWS[self.direction])
