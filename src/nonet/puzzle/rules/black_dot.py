"""Black dot (Kropki): the greater value is twice the smaller, or as many times as given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Constraint
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import Example, PairRule
from nonet.puzzle.rules.pair_relations import pair_constraint
from nonet.render.drawing import Decoration, Dot


@dataclass(frozen=True)
class BlackDot(PairRule):
    """The greater value is exactly ``ratio`` times the smaller; the ratio is 1 or more."""

    ratio: int = 2

    name = "black-dot"
    sentence = (
        "Of two values with a black dot between them one is twice the other, or as many times "
        "as given."
    )
    aliases = ("kropki-black", "ratio", "black-kropki")
    parameters = {
        "cells": "two cells side by side",
        "ratio": "how many times the smaller value the larger one is (2 unless given)",
    }
    examples = (
        Example("....4...1......2", "2134432112433412", "R3C3 R3C2"),
        Example(
            "....5..3..6...6.....5.1....5....4..1",
            "461352532164316425245613123546654231",
            "3 R1C4 R2C4",
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.ratio, "the ratio", minimum=1)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, second = self.located(grid)
        times = "twice" if self.ratio == 2 else f"{self.ratio} times"
        sentence = f"one of {first} and {second} is {times} the other"
        yield pair_constraint(self, grid, (first, second), sentence, _has_ratio, self.ratio)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        text = "" if self.ratio == 2 else str(self.ratio)
        yield Dot(tuple(map(place, self.located(grid))), "black", text)


def _has_ratio(x: int, y: int, ratio: int) -> bool:
    return x == ratio * y or y == ratio * x
