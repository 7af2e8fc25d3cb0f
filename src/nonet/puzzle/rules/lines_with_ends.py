"""Lines whose ends limit the values between.

- Between line: values in the middle lie between the values of the two ends.
- Lockout line: its ends are far apart and lock out their own values and all values between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.path_rule import EMPTY_HISTORY, PathRule


class Between(PathRule):
    """Every value between the two ends of the line is strictly between theirs."""

    name = "between"
    sentence = (
        "Values on a between line are larger than one of the values at its ends and "
        "smaller than the other."
    )
    aliases = ("between-line",)
    parameters = {"cells": "the cells in order, from end to end"}
    tint = "grey"
    ends = "bulbs"
    examples = (
        Example(
            "...2...3..1.2.4..6.............5..4.",
            "145263632514214356563421426135351642",
            "R5C4 R4C5 R4C4 R4C3 R5C2 R6C2",
        ),
    )
    min_cells = 3

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, *middle, last = cells = self.located(grid)
        sentence = f"values between {first} and {last} lie strictly between theirs"
        annotation = self.annotation(cells, sentence)
        yield self.regular(
            grid, (first, last, *middle), annotation, EMPTY_HISTORY, _step_between_ends
        )


def _step_between_ends(ends: tuple[int, ...], value: int) -> tuple[int, ...] | None:
    if len(ends) < 2:  # the ends are read first, and their order does not matter
        return tuple(sorted((*ends, value)))
    return ends if ends[0] < value < ends[1] else None


@dataclass(frozen=True)
class Lockout(PathRule):
    """The ends differ by ``difference`` or more; no other value equals an end or lies between."""

    difference: int = 4

    name = "lockout"
    sentence = (
        "The ends of a lockout line differ by at least 4 (or as given); values on the line "
        "are neither between those of its ends nor equal to one of them."
    )
    aliases = ("lockout-line",)
    parameters = {
        "cells": "the cells in order, from end to end",
        "difference": "the least difference of the ends (4 unless given)",
    }
    tint = "blue"
    ends = "diamonds"
    examples = (
        Example(
            ".81..253......6.2..2.8...9....3.175....4......98.75.....9....4.35.....7...7.9.2..",
            "781942536934156827625837491246381759573469182198275364819723645352614978467598213",
            "R1C2 R1C3 R1C4 R2C4 R1C5",
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.difference, "the difference", minimum=1)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, *middle, last = cells = self.located(grid)
        far = self.difference
        sentence = (
            f"{first} and {last} differ by at least {far}, and no value of the line is in between"
        )
        annotation = self.annotation(cells, sentence)
        yield self.regular(
            grid, (first, last, *middle), annotation, EMPTY_HISTORY, _step_outside_ends(far)
        )


@lru_cache(maxsize=64)
def _step_outside_ends(far: int) -> Callable[[tuple[int, ...], int], tuple[int, ...] | None]:
    """The step from one value to the next, of a line whose ends differ by at least ``far``."""

    def step(ends: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        if not ends:  # the ends are read first, and their order does not matter
            return (value,)
        if len(ends) == 1:
            low, high = sorted((*ends, value))
            return (low, high) if high - low >= far else None
        return None if ends[0] <= value <= ends[1] else ends

    return step
