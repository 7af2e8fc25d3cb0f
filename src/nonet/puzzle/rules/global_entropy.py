"""Global entropy: every square of four cells holds a low, a middle and a high value."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.corner_squares import set_in_each_square
from nonet.puzzle.rules.path_rule import split_in_thirds


class GlobalEntropy(PuzzleRule):
    """Every four cells that meet in a corner hold a value of each third: low, middle, high."""

    name = "global-entropy"
    sentence = (
        "Every four cells that meet in a corner hold a low, a middle and a high value "
        "(1-3, 4-6 and 7-9 in a 9x9)."
    )
    aliases = ("entropy",)
    examples = (
        Example("...632...............1...5..........", "514632362415123546645123251364436251"),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        low, middle, high = split_in_thirds(grid, f"rule {self.name}")
        names = {"a low value": low, "a middle value": middle, "a high value": high}
        return set_in_each_square(grid, names, "global entropy")
