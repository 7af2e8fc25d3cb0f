"""Anti-king: cells a king's move apart differ."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example, PuzzleRule, move_constraints

_OFFSETS = ((0, 1), (1, -1), (1, 0), (1, 1))
"""Half of the moves, as (rows down, columns right): the other half is the same pairs."""


class AntiKing(PuzzleRule):
    """Every pair of cells a king's move of chess apart, on the whole canvas.

    Neighbours in a row or column count too, so the rule means the same without the rules ``rows``
    and ``columns``.
    """

    name = "anti-king"
    sentence = "Cells a king's move apart hold different values."
    aliases = ("antiking", "king", "kings-move")
    examples = (
        Example("...................625...3.......1..", "251346346251513462462513134625625134"),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        return move_constraints(grid, _OFFSETS, "king")
