"""Cells whose arrow points at other cells.

- Eliminate: the value of a cell with an arrow does not occur where the arrow points.
- Search nine: an arrow in a cell points to the greatest value, and the cell holds the distance.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from nonet.model import Annotation, AnyOf, Constraint, Linear, Table
from nonet.model.annotation import UNNAMED
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.render.drawing import Decoration, Text

_STEPS = {
    "U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1),
    "UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1),
}  # fmt: skip
_ARROWS = dict(zip(_STEPS, "\u2191\u2193\u2190\u2192\u2196\u2197\u2199\u2198", strict=True))


@dataclass(frozen=True)
class Eliminate(PuzzleRule):
    """No cell in the direction of the arrow holds the value of ``cell``."""

    cell: Cell
    direction: Literal["U", "D", "L", "R", "UL", "UR", "DL", "DR"]

    name = "eliminate"
    sentence = "The value of a cell with an arrow is in none of the cells that the arrow points to."
    aliases = ("eliminate-arrow", "exclusion-arrow")
    parameters = {
        "cell": "the cell with the arrow, as R1C1 or A1",
        "direction": "U, D, L, R, UL, UR, DL or DR: where it points",
    }
    examples = (
        Example(
            "1....3.........4", "1432234141233214", "DR R2C1", extra_rules=("eliminate R1C4 DL",)
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "cell", self.checked_names([self.cell])[0])
        if str(self.direction).upper() not in _STEPS:
            raise self.rule_error(f"the direction is one of {' '.join(_STEPS)}")
        object.__setattr__(self, "direction", str(self.direction).upper())

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        (cell,) = self.checked_cells(grid, [self.cell])
        ahead = grid.cells_in_direction(cell, _STEPS[self.direction])
        if not ahead:
            raise self.rule_error(f"the arrow in {cell} points out of the grid")
        for other in ahead:
            annotation = Annotation(
                self.name, f"arrow at {cell}: {other}", f"{other} does not hold the value of {cell}"
            )
            yield Linear((cell, other), (1, -1), "!=", 0, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        (cell,) = self.checked_cells(grid, [self.cell])
        yield Text((place(cell),), _ARROWS[self.direction])


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
        if direction not in ("U", "D", "L", "R"):
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
