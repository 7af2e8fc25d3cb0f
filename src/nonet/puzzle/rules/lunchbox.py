"""Lunchboxes: a sandwich in a cage, between its least and its greatest value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Annotation, Constraint, SumBetween
from nonet.puzzle.grid import Cell, Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.cage_rule import CageRule
from nonet.puzzle.rules.sandwich import sandwich_constraint


@dataclass(frozen=True)
class Lunchbox(CageRule):
    """``cells`` are in order: the values between the least and the greatest have the sum."""

    sum: int

    name = "lunchbox"
    sentence = (
        "The values between the least and the greatest of a cage sum to the number in its corner, "
        "and no value comes twice in it."
    )
    parameters = {
        "cells": "the cage's cells in order, as R1C1 or A1",
        "sum": "the sum of the values between its least and its greatest",
    }
    examples = (
        Example(
            "...........5.4...1....5...2........4",
            "561342234165345621126453412536653214",
            "5 R5C1 R6C1 R6C2 R5C2",
            extra_rules=("lunchbox 4 R6C5 R6C6 R5C6 R5C5", "lunchbox 0 R3C5 R2C5 R2C4 R1C4"),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.sum, "the sum", minimum=0)

    def clue_text(self) -> str:
        return f"[{self.sum}]"

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        if len(cells) < 2:
            raise self.rule_error(
                f"a lunchbox has two cells or more, and the one at {cells[0]} has one"
            )
        yield self.all_different_on(grid, cells)
        annotation = Annotation.deferred(self.name, _texts, self, cells)
        if len(cells) == grid.size:  # it has every value, so the bread is known
            yield sandwich_constraint(cells, self.sum, grid, annotation)
        elif len(cells) == 2 and self.sum:
            raise self.impossible_rule_error(
                f"the two cells at {cells[0]} have nothing between them to sum up"
            )
        else:
            yield SumBetween.unchecked(scope=cells, rule=annotation, total=self.sum)


def _texts(box: Lunchbox, cells: tuple[Cell, ...]) -> tuple[str, str]:
    """The words of a lunchbox over some cells."""
    between = f"what lies between the least and the greatest of {' '.join(cells)}"
    return box.label_of(cells), f"{between} sums to {box.sum}"
