"""XV: two neighbours with an X add up to 10, with a V to 5."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from nonet.model import Constraint
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import Example, PairRule
from nonet.puzzle.rules.pair_relations import pair_sum_constraint
from nonet.render.drawing import Decoration, Text


@dataclass(frozen=True)
class XV(PairRule):
    """The values of two neighbours add up to 10 (``X``) or to 5 (``V``)."""

    letter: Literal["X", "V"]

    name = "xv"
    sentence = "Values with an X between them add up to 10, values with a V between them to 5."
    parameters = {
        "cells": "two cells side by side",
        "letter": "X for a sum of 10, V for a sum of 5",
    }
    examples = (
        Example(".3.....1...2..1.", "1324423131422413", "V R2C2 R2C3"),
        Example(
            "4..1.2..6......43.......2........5..",
            "453162126345512436364251245613631524",
            "X R4C2 R5C2",
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.letter, str) or self.letter.upper() not in ("X", "V"):
            raise self.rule_error(f"the letter is X or V, not {self.letter!r}")
        object.__setattr__(self, "letter", self.letter.upper())

    @property
    def sum(self) -> int:
        """The sum of the two values."""
        return 10 if self.letter == "X" else 5

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        return pair_sum_constraint(self, grid, self.sum)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Text(tuple(map(place, self.located(grid))), self.letter)
