"""Lines whose neighbours differ by one number.

- Same difference lines: all neighbours on the line differ by as much.
- Sequence lines: values change by the same step from cell to cell.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from nonet.model import Constraint, Linear
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


class SequenceLine(PathRule):
    """Along the line consecutive values differ by a constant step."""

    name = "sequence-line"
    sentence = (
        "Along a sequence line values change by the same step from cell to cell, up, down or "
        "not at all."
    )
    aliases = ("sequence", "arithmetic-sequence", "sequence-lines")
    parameters = {"cells": "the cells in order"}
    tint = "grey"
    min_cells = 3
    examples = (
        Example(
            ".1...5.....................62.......",
            "216345435216324561561432153624642153",
            "R1C1 R2C2 R3C3 R3C4",
            extra_rules=("sequence-line R4C4 R4C5 R4C6 R3C6",),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        for (first, second), (_, third) in pairwise(pairwise(cells)):
            sentence = f"{second} - {first} = {third} - {second}"
            annotation = self.annotation(cells, sentence, f"step at {second}")
            yield Linear((first, second, third), (1, -2, 1), "==", 0, rule=annotation)
