"""Anti-knight: cells a knight's move apart differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example, PuzzleRule, move_constraints

_OFFSETS = ((1, -2), (1, 2), (2, -1), (2, 1))
"""Half of the moves, as (rows down, columns right): the other half is the same pairs."""


@dataclass(frozen=True)
class AntiKnight(PuzzleRule):
    """Every pair of cells a knight's move of chess apart, on the whole canvas."""

    name: ClassVar[str] = "anti-knight"
    sentence: ClassVar[str] = "Cells a knight's move apart hold different values."
    aliases: ClassVar[tuple[str, ...]] = ("antiknight", "knight", "knights-move")
    examples: ClassVar[tuple[Example, ...]] = (Example(".....34......2..", "2431134231244213", {}),)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        return move_constraints(grid, _OFFSETS, "knight")
