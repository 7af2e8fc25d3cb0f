"""Positive diagonal: every value at most once in the long diagonal from the bottom left up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from nonet.model import Constraint
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule, unit
from nonet.puzzle.rules.diagonals import long_diagonals
from nonet.render.drawing import Decoration, Line


@dataclass(frozen=True)
class PositiveDiagonal(PuzzleRule):
    """The long diagonal of every block that runs from the bottom left to the top right."""

    name: ClassVar[str] = "positive-diagonal"
    sentence: ClassVar[str] = (
        "Every value occurs at most once in the long diagonal from the bottom left up to the right."
    )
    aliases: ClassVar[tuple[str, ...]] = ("diagonal-up", "anti-diagonal")
    examples: ClassVar[tuple[Example, ...]] = (
        Example(".3.5.............1.6....1..43.....6.", "632514415326243651561243156432324165", {}),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for label, cells in list(long_diagonals(grid))[1::2]:
            yield unit(cells, grid, "diagonal", label)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for label, cells in list(long_diagonals(grid))[1::2]:
            yield Line(tuple(map(place, cells)), label)
