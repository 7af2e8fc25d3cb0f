"""Same difference lines: all neighbours on the line differ by as much."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.path_rule import PathRule

_Seen = tuple[int, ...]


def _step(seen: _Seen, value: int) -> _Seen | None:
    """The last value and, from the second on, the difference that all have."""
    if not seen:
        return (value,)
    difference = abs(value - seen[0])
    if len(seen) > 1 and seen[1] != difference:
        return None
    return (value, difference)


class SameDifference(PathRule):
    """Each line has a difference of its own, which the solver finds."""

    name = "same-difference"
    sentence = "All neighbours on the line have the same difference, which is to be found."
    aliases = ("same-difference-line", "constant-difference")
    parameters = {"cells": "the cells in order"}
    tint = "blue"
    min_cells = 3
    examples = (Example(".3........4.....", "2314412332411432", "R1C1 R2C2 R3C2 R4C3"),)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        sentence = f"neighbours from {cells[0]} to {cells[-1]} have one difference"
        start: _Seen = ()
        yield self.regular(grid, cells, self.annotation(cells, sentence), start, _step)
