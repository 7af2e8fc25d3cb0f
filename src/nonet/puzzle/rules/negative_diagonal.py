"""Negative diagonal: every value at most once in the long diagonal from the top left down."""

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
class NegativeDiagonal(PuzzleRule):
    """The long diagonal of every block that runs from the top left to the bottom right."""

    name: ClassVar[str] = "negative-diagonal"
    sentence: ClassVar[str] = (
        "Every value occurs at most once in the long diagonal from the top left down to the right."
    )
    aliases: ClassVar[tuple[str, ...]] = ("diagonal-down", "main-diagonal")
    examples: ClassVar[tuple[Example, ...]] = (
        Example("...2...36...................6.5....1", "415236236154152643643512321465564321", {}),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for label, cells in list(long_diagonals(grid))[0::2]:
            yield unit(cells, grid, "diagonal", label)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for label, cells in list(long_diagonals(grid))[0::2]:
            yield Line(tuple(map(place, cells)), label)
