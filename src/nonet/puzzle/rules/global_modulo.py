"""Global modulo: every square of four cells holds all remainders of division by 3."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.corner_squares import set_in_each_square


class GlobalModulo(PuzzleRule):
    """Every four cells that meet in a corner leave each of the remainders 0, 1 and 2."""

    name = "global-modulo"
    sentence = (
        "Every four cells that meet in a corner hold values that leave 0, 1 and 2 when "
        "divided by 3."
    )
    aliases = ("global-mod", "modular-squares")
    examples = (
        Example(".5............5.1...43.........1....", "651243243651325416164325532164416532"),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        names = {
            f"a value that leaves {remainder}": tuple(v for v in grid.values if v % 3 == remainder)
            for remainder in range(3)
        }
        return set_in_each_square(grid, names, "global modulo")
