"""Pair sum: two neighbours add up to the number between the two."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Constraint
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import Example, PairRule
from nonet.puzzle.rules.pair_relations import pair_sum_constraint
from nonet.render.drawing import Decoration, Dot


@dataclass(frozen=True)
class PairSum(PairRule):
    """The values of two neighbours add up to ``sum``."""

    sum: int

    name = "pair-sum"
    sentence = "Two values with a number between them add up to it."
    parameters = {
        "cells": "two cells side by side",
        "sum": "what their values add up to",
    }
    examples = (
        Example(
            ".........3.5.5.........124.1.....6..",
            "532416461325153264624531246153315642",
            "7 R2C3 R2C2",
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.sum, "the sum")

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        return pair_sum_constraint(self, grid, self.sum)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Dot(tuple(map(place, self.located(grid))), "white", str(self.sum))
