"""Anti-knight: cells a knight's move apart differ."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example, PuzzleRule, move_constraints

_OFFSETS = ((1, -2), (1, 2), (2, -1), (2, 1))
"""Half of the moves, as (rows down, columns right): the other half is the same pairs."""


class AntiKnight(PuzzleRule):
    """Every pair of cells a knight's move of chess apart, on the whole canvas."""

    name = "anti-knight"
    sentence = "Cells a knight's move apart hold different values."
    aliases = ("antiknight", "knight", "knights-move")
    examples = (Example(".....34......2..", "2431134231244213"),)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        return move_constraints(grid, _OFFSETS, "knight")
