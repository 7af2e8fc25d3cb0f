"""White dot (Kropki): two neighbours have a given difference, 1 unless said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Constraint
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import Example, PairRule
from nonet.puzzle.rules.pair_relations import pair_constraint
from nonet.render.drawing import Decoration, Dot


@dataclass(frozen=True)
class WhiteDot(PairRule):
    """The values of two neighbours differ by exactly ``difference``, 0 or more."""

    difference: int = 1

    name = "white-dot"
    sentence = "Values with a white dot between them are consecutive, or have the difference given."
    aliases = (
        "kropki-white",
        "difference",
        "white-kropki",
        "consecutive",
    )
    parameters = {
        "cells": "two cells side by side",
        "difference": "the difference of their values (1 unless given)",
    }
    examples = (
        Example(".2.....32.3.....", "3214412324311342", "R1C3 R1C2"),
        Example(
            "1.2.4.........3..1...6.4......5....6",
            "162543435162643251251634316425524316",
            "3 R6C2 R6C1",
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.difference, "the difference", minimum=0)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, second = self.located(grid)
        sentence = f"{first} and {second} differ by {self.difference}"
        if self.difference == 1:
            sentence = f"{first} and {second} are consecutive"
        yield pair_constraint(
            self, grid, (first, second), sentence, _has_difference, self.difference
        )

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        text = "" if self.difference == 1 else str(self.difference)
        yield Dot(tuple(map(place, self.located(grid))), "white", text)


def _has_difference(x: int, y: int, difference: int) -> bool:
    return abs(x - y) == difference
