"""Sums: cells, anywhere, with a sum; values may repeat and have coefficients."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Constraint, Linear
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.cage_rule import CageRule
from nonet.render.drawing import Decoration, Outline, Text


@dataclass(frozen=True)
class Sum(CageRule):
    """A weighted sum; a cell may be listed more than once, and counts so often."""

    sum: int
    coefficients: tuple[int, ...] = ()

    name = "sum"
    sentence = "The values of the cells, each times its coefficient, have this sum."
    aliases = ("linear",)
    parameters = {
        "cells": "the cells, as R1C1 or A1",
        "sum": "the sum",
        "coefficients": "one whole number a cell; none where all are 1",
    }
    examples = (Example("......1.........", "1342421321343421", "8 2 1 -1 R1C2 R4C2 R4C3"),)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.sum, "the sum")
        numbers = self.checked_numbers(self.coefficients, "a coefficient")
        if numbers and len(numbers) != len(self.cells):
            raise self.rule_error(f"{len(self.cells)} cells and {len(numbers)} coefficients")
        plain = all(number == 1 for number in numbers)
        object.__setattr__(self, "coefficients", () if plain else numbers)

    def clue_text(self) -> str:
        return str(self.sum)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        """The outline; in each cell with a coefficient, that; the sum in the corner."""
        weights = self._coefficient_by_cell(grid)
        first, *others = self.located(grid)
        text = self.clue_text() + (f" ×{weights[first]}" if weights[first] != 1 else "")
        yield Outline((place(first), *map(place, others)), text)
        for cell in others:
            if weights[cell] != 1:
                yield Text((place(cell),), f"×{weights[cell]}", "corner")

    def _coefficient_by_cell(self, grid: Grid) -> dict[Cell, int]:
        """The coefficient of each cell, all told."""
        weights: dict[Cell, int] = {}
        numbers = self.coefficients or (1,) * len(self.cells)
        for cell, number in zip(
            self.checked_cells(grid, self.cells, allow_repeats=True), numbers, strict=True
        ):
            weights[cell] = weights.get(cell, 0) + number
        return weights

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        weights = self._coefficient_by_cell(grid)
        low, high = (
            sum(w * grid.values[0 if (w > 0) == least else -1] for w in weights.values())
            for least in (True, False)
        )
        if not low <= self.sum <= high:
            raise self.impossible_rule_error(
                f"{next(iter(weights))} and the others sum to {low} to {high}, not {self.sum}"
            )
        signs = {1: "", -1: "-"}
        terms = " + ".join(f"{signs.get(w, f'{w} ')}{cell}" for cell, w in weights.items())
        annotation = self.annotation(grid, f"{terms.replace('+ -', '- ')} = {self.sum}")
        yield Linear(tuple(weights), tuple(weights.values()), "==", self.sum, rule=annotation)

    def located(self, grid: Grid) -> tuple[str, ...]:
        return tuple(
            sorted(set(self.checked_cells(grid, self.cells, allow_repeats=True)), key=place)
        )
