"""Lines whose two halves correspond.

- Palindrome: a line reads the same from both ends.
- Zipper line: pairs at the same distance from the middle have one sum.
"""

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


class Zipper(PathRule):
    """Cells at the same distance from the middle have one sum, the value of a middle cell."""

    name = "zipper"
    sentence = (
        "Values at the same distance from the middle of a zipper line have one sum; where there "
        "is a middle cell, it is its value."
    )
    aliases = ("zipper-line",)
    parameters = {"cells": "the cells in order"}
    tint = "pink"
    examples = (
        Example(
            "..2.56.......3...16..52.1...........",
            "342156561234235461614523153642426315",
            "R5C6 R6C5 R6C6 R5C5 R6C4",
        ),
    )
    min_cells = 3

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        half = len(cells) // 2
        *others, inner = zip(cells[:half], reversed(cells), strict=False)
        middle = inner if len(cells) % 2 == 0 else (cells[half],)
        if len(cells) % 2:
            others.append(inner)
        total = " + ".join(middle)
        for first, second in others:
            formula = f"{first} + {second} = {total}"
            coefficients = (1, 1, *(-1 for _ in middle))
            annotation = self.annotation(cells, formula, formula)
            yield Linear((first, second, *middle), coefficients, "==", 0, rule=annotation)
