"""Rules that cells a move of chess, or some steps, apart differ.

- Anti-king: cells a king's move apart differ.
- Anti-knight: cells a knight's move apart differ.
- Anti-taxicab: no value is its own number of steps away from itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Annotation, Constraint, Count
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example, PuzzleRule, move_constraints

_KING_OFFSETS = ((0, 1), (1, -1), (1, 0), (1, 1))
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
        return move_constraints(grid, _KING_OFFSETS, "king")


_KNIGHT_OFFSETS = ((1, -2), (1, 2), (2, -1), (2, 1))
"""Half of the moves, as (rows down, columns right): the other half is the same pairs."""


class AntiKnight(PuzzleRule):
    """Every pair of cells a knight's move of chess apart, on the whole canvas."""

    name = "anti-knight"
    sentence = "Cells a knight's move apart hold different values."
    aliases = ("antiknight", "knight", "knights-move")
    examples = (Example(".....34......2..", "2431134231244213"),)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        return move_constraints(grid, _KNIGHT_OFFSETS, "knight")


class AntiTaxicab(PuzzleRule):
    """Two cells that are ``n`` steps along rows and columns apart do not both hold ``n``."""

    name = "anti-taxicab"
    sentence = (
        "Two cells with the same value are never that many steps along rows and columns apart."
    )
    aliases = ("antitaxicab", "taxicab")
    examples = (
        Example("....23.1..4.2...5..5.2.16...1.12.4..", "564123312546231654456231645312123465"),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for cell in grid.cells:
            for distance in (value for value in grid.values if value > 0):
                steps = [(0, distance)]
                steps += [
                    (d, r) for d in range(1, distance + 1) for r in {distance - d, d - distance}
                ]
                for other in grid.cells_at_offsets(cell, steps):
                    label = f"taxicab {cell}-{other}"
                    far = "a step" if distance == 1 else f"{distance} steps"
                    sentence = f"{cell} and {other} are {far} apart: not both {distance}"
                    annotation = Annotation("anti-taxicab", label, sentence)
                    yield Count((cell, other), frozenset((distance,)), "<=", 1, rule=annotation)
