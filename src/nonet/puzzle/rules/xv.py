"""Sums and products of neighbours: marks, and a rule where there is no mark.

- XV: two neighbours with an X add up to 10, with a V to 5.
- Strict XV: every X and every V is given.
- Pair sum: two neighbours add up to the number between the two.
- Pair product: the product of two neighbours is the number between the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from nonet.model import Constraint
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import Example, PairRule, PuzzleRule
from nonet.puzzle.rules.pair_relations import (
    NegativeRule,
    ValueRelation,
    pair_constraint,
    pair_sum_constraint,
)
from nonet.render.drawing import Decoration, Dot, Text


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


class StrictXV(NegativeRule):
    """Neighbours without a mark add up to neither 5 nor 10.

    Pairs with an X, a V or a sum between the cells are exempt.
    """

    name = "strict-xv"
    sentence = "Every X and V is given: neighbours without one add up to neither 5 nor 10."
    aliases = ("negative-xv", "all-xv-given")
    examples = (
        Example(
            "...3................................",
            "524361613425261543345216152634436152",
            extra_rules=(
                "xv R3C1 R4C1 V",
                "xv R3C2 R4C2 X",
                "xv R3C5 R4C5 V",
                "xv R4C6 R5C6 X",
                "xv R5C1 R6C1 V",
            ),
        ),
    )
    exempting_rules = ("xv", "pair-sum")

    def relation(self, marks: Iterable[PuzzleRule]) -> ValueRelation:
        return lambda x, y: x + y not in (5, 10)

    def allowed_text(self, marks: Iterable[PuzzleRule]) -> str:
        return "add up to neither 5 nor 10"


@dataclass(frozen=True)
class PairSum(PairRule):
    """The values of two neighbours add up to ``sum``."""

    sum: int

    name = "pair-sum"
    sentence = "Two values with a number between them add up to it."
    parameters = {"cells": "two cells side by side", "sum": "what their values add up to"}
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


@dataclass(frozen=True)
class PairProduct(PairRule):
    """The values of two neighbours multiply to ``product``."""

    product: int

    name = "pair-product"
    sentence = "Two values with a number between them multiply to it."
    aliases = ("edge-product", "product-dot")
    parameters = {"cells": "two cells side by side", "product": "what their values multiply to"}
    examples = (
        Example(
            ".3.............1",
            "2314413212433421",
            "6 R1C1 R1C2",
            extra_rules=("pair-product 12 R3C3 R3C4",),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.product, "the product")

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, second = self.located(grid)
        sentence = f"{first} times {second} is {self.product}"
        yield pair_constraint(self, grid, (first, second), sentence, _has_product, self.product)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Dot(tuple(map(place, self.located(grid))), "white", str(self.product))


def _has_product(x: int, y: int, product: int) -> bool:
    """Whether two values have this product."""
    return x * y == product
