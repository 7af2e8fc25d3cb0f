"""Modular line: any three cells in a row leave different remainders."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.path_rule import EMPTY_HISTORY, PathRule


@dataclass(frozen=True)
class Modular(PathRule):
    """Cells less than ``modulus`` apart on the line differ modulo ``modulus``."""

    modulus: int = 3

    name = "modular"
    sentence = (
        "Any three cells in a row on a modular line leave different remainders when divided "
        "by 3 (or any number given, and as many cells)."
    )
    aliases = ("modular-line",)
    parameters = {
        "cells": "the cells in order",
        "modulus": "the divisor, 2 or more (3 unless given)",
    }
    tint = "blue"
    examples = (
        Example(
            "6.........13.62..4.....54.........2.",
            "613542245613562134134265421356356421",
            "R5C6 R5C5 R6C4 R6C3 R5C2 R4C1",
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.modulus, "the modulus", minimum=2)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells, modulus = self.located(grid), self.modulus
        step = _different_remainder_step(modulus, min(modulus, len(cells)) - 1)
        sentence = f"any {modulus} in a row from {cells[0]} to {cells[-1]} differ modulo {modulus}"
        yield self.regular(grid, cells, self.annotation(cells, sentence), EMPTY_HISTORY, step)


@lru_cache(maxsize=64)
def _different_remainder_step(
    modulus: int, reach: int
) -> Callable[[tuple[int, ...], int], tuple[int, ...] | None]:
    """Return the step to the next value, of another remainder than the ``reach`` before."""

    def step(before: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        remainder = value % modulus
        return None if remainder in before else (*before, remainder)[-reach:]

    return step
