"""Palindrome: a line reads the same from both ends."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Constraint, Linear
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.path_rule import PathRule


class Palindrome(PathRule):
    """Cells at the same distance from the two ends hold the same value."""

    name = "palindrome"
    sentence = "A palindrome line reads the same from both ends."
    parameters = {"cells": "the cells in order"}
    tint = "grey"
    examples = (
        Example(
            "....4..5...3........4...6..1....2...",
            "263541451263516432324615635124142356",
            "R2C6 R2C5 R3C6 R4C6 R5C5 R4C4 R3C5",
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        for first, second in zip(cells[: len(cells) // 2], reversed(cells), strict=False):
            annotation = self.annotation(
                cells, f"{first} and {second} are equal", f"{first} = {second}"
            )
            yield Linear((first, second), (1, -1), "==", 0, rule=annotation)
