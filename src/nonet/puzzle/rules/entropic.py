"""Entropic line: any three cells in a row are a low, a middle and a high value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.path_rule import EMPTY_HISTORY, PathRule, split_in_thirds


class Entropic(PathRule):
    """Cells less than three apart on the line are of different thirds: low, middle, high."""

    name = "entropic"
    sentence = (
        "Any three cells in a row on an entropic line hold a low, a middle and a high value "
        "(1-3, 4-6 and 7-9 in a 9x9)."
    )
    aliases = ("entropic-line",)
    parameters = {"cells": "the cells in order"}
    tint = "orange"
    examples = (
        Example(
            "...3....52..5...............5...2...",
            "261345435261523416146523314652652134",
            "R5C2 R4C3 R3C4 R3C5 R4C4 R3C3",
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        step = _different_third_step(split_in_thirds(grid, f"rule {self.name}"))
        sentence = f"any three in a row from {cells[0]} to {cells[-1]} are low, middle and high"
        yield self.regular(grid, cells, self.annotation(cells, sentence), EMPTY_HISTORY, step)


@lru_cache(maxsize=64)
def _different_third_step(
    parts: tuple[tuple[int, ...], ...],
) -> Callable[[tuple[int, ...], int], tuple[int, ...] | None]:
    """Return the step to the next value, of another third than the two values before."""
    third = {value: number for number, part in enumerate(parts) for value in part}

    def step(before: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        return None if third[value] in before else (*before, third[value])[-2:]

    return step
