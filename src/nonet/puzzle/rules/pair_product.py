"""Pair product: the product of two neighbours is the number between the two."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Constraint
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import Example, PairRule
from nonet.puzzle.rules.pair_relations import pair_constraint
from nonet.render.drawing import Decoration, Dot


@dataclass(frozen=True)
class PairProduct(PairRule):
    """The values of two neighbours multiply to ``product``."""

    product: int

    name = "pair-product"
    sentence = "Two values with a number between them multiply to it."
    aliases = ("edge-product", "product-dot")
    parameters = {
        "cells": "two cells side by side",
        "product": "what their values multiply to",
    }
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
