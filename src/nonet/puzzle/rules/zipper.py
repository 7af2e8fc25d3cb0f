"""Zipper line: pairs at the same distance from the middle have one sum."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from nonet.model import Constraint, Linear
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.path_rule import PathRule
from nonet.render.drawing import Tint


@dataclass(frozen=True)
class Zipper(PathRule):
    """Cells at the same distance from the middle have one sum, the value of a middle cell."""

    name: ClassVar[str] = "zipper"
    sentence: ClassVar[str] = (
        "Values at the same distance from the middle of a zipper line have one sum; where there "
        "is a middle cell, it is its value."
    )
    aliases: ClassVar[tuple[str, ...]] = ("zipper-line",)
    parameters: ClassVar[dict[str, str]] = {"cells": "the cells in order"}
    tint: ClassVar[Tint] = "pink"
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "..2.56.......3...16..52.1...........",
            "342156561234235461614523153642426315",
            {"cells": ("R5C6", "R6C5", "R6C6", "R5C5", "R6C4")},
        ),
    )
    min_cells: ClassVar[int] = 3

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
