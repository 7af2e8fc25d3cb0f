"""Nabner: no two values of a line are equal or consecutive."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Constraint, Count
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.path_rule import PathRule


class Nabner(PathRule):
    """Any two values on the line, neighbours or not, differ by 2 at least.

    Stated as "at most one of ``v`` and ``v + 1``", a constraint on all cells at once.
    """

    name = "nabner"
    sentence = "No two values on a nabner line are equal or consecutive."
    aliases = ("nabner-line",)
    parameters = {"cells": "the cells in order"}
    tint = "yellow"
    examples = (
        Example(
            ".413.........25...4........2...3.1.5",
            "541362263451325614416523154236632145",
            "R5C6 R4C6 R3C5",
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        values = {*grid.values}
        room, free = 0, grid.values[0]
        for value in grid.values:
            if value >= free:
                room, free = room + 1, value + 2
        if len(cells) > room:
            raise self.impossible_rule_error(
                f"at {cells[0]}: at most {room} values differ by 2, and it has {len(cells)} cells"
            )
        for value in grid.values:
            if value + 1 in values or value - 1 not in values:
                pair = sorted({value, value + 1} & values)
                what = " or ".join(map(str, pair))
                annotation = self.annotation(cells, f"at most one cell of the line is {what}", what)
                yield Count(cells, frozenset(pair), "<=", 1, rule=annotation)
