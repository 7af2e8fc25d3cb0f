"""Clock faces: round a dot on a corner the four values rise clockwise, or anticlockwise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from nonet.model import Annotation, Constraint, Table
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import CornerRule, Example
from nonet.render.drawing import Decoration, Dot


@dataclass(frozen=True)
class ClockFace(CornerRule):
    """The four values round the corner rise in ``turn``, from whichever cell one begins."""

    turn: Literal["clockwise", "anticlockwise"] = "clockwise"

    name = "clock-face"
    sentence = (
        "Round a white dot on a corner the four values rise clockwise, round a black one "
        "anticlockwise, from one of the cells on."
    )
    aliases = ("clock-faces", "clockface")
    parameters = {
        **CornerRule.parameters,
        "turn": "clockwise (white) or anticlockwise (black)",
    }
    examples = (
        Example(
            ".3.............1",
            "2314143241233241",
            {"cells": ("R1C1",), "turn": "clockwise"},
            extra_rules=("clock-face R2C2 anticlockwise",),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        top_left, top_right, low_left, low_right = self.located(grid)
        cells = (top_left, top_right, low_right, low_left)
        if self.turn == "anticlockwise":
            cells = (top_left, low_left, low_right, top_right)
        rows = frozenset(
            (*rising[turn:], *rising[:turn])
            for rising in combinations(grid.values, 4)
            for turn in range(4)
        )
        sentence = f"{' '.join(cells)} rise in this order, from one of them on"
        yield Table(cells, rows, rule=Annotation(self.name, f"clock face at {top_left}", sentence))

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        places = tuple(map(place, self.located(grid)))
        yield Dot(places, "white" if self.turn == "clockwise" else "black")
