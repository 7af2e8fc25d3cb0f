"""Cages: the base of rules about cells in a dashed outline, and the bounds of their sums.

>>> from nonet.puzzle.grid import Grid
>>> sum_bounds(Grid.square(9), 3), sum_bounds(Grid.square(9), 3, repeats=True)
((6, 24), (3, 27))
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from nonet.model import AllDifferent, Annotation, Linear
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import CellsRule
from nonet.render.drawing import Decoration, Outline


class CageRule(CellsRule):
    """The base of rules that outline cells; the cells need not touch."""

    parameters: ClassVar[dict[str, str]] = {"cells": "the cage's cells, as R1C1 or A1"}

    def clue_text(self) -> str:
        """Return the text in the corner of the cage."""
        return ""

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Outline(tuple(map(place, self.located(grid))), self.clue_text())

    def label(self, grid: Grid) -> str:
        """Return the name of the cage, by its first cell in reading order."""
        return self.label_of(self.located(grid))

    def label_of(self, cells: tuple[Cell, ...]) -> str:
        """The same, of its cells on a grid."""
        clue = self.clue_text()
        cage = self.name if self.name.endswith("cage") else f"{self.name} cage"
        return f"{cage} {clue} at {first_cell(cells)}" if clue else f"{cage} at {first_cell(cells)}"

    def annotation(self, grid: Grid, sentence: str) -> Annotation:
        """Return the annotation of a constraint of the cage."""
        return Annotation(self.name, self.label(grid), sentence)

    def all_different(self, grid: Grid) -> AllDifferent:
        """No value twice in the cage; raises ``PuzzleError`` if its cells are too many."""
        return self.all_different_on(grid, self.located(grid))

    def all_different_on(self, grid: Grid, cells: tuple[Cell, ...]) -> AllDifferent:
        """The same, of its cells on the grid."""
        if len(cells) > grid.size:
            raise self.impossible_rule_error(
                f"the cage at {cells[0]} has {len(cells)} cells without a value twice, "
                f"and there are only {grid.size} values"
            )
        annotation = Annotation.deferred(self.name, _all_different_texts, self, cells)
        return AllDifferent.unchecked(scope=cells, rule=annotation)

    def check_sum(self, grid: Grid, total: int, *, repeats: bool) -> None:
        """Raise ``PuzzleError`` if the cage's cells cannot have this sum."""
        self.check_sum_of(grid, self.located(grid), total, repeats=repeats)

    def check_sum_of(
        self, grid: Grid, cells: tuple[Cell, ...], total: int, *, repeats: bool
    ) -> None:
        """The same, of its cells on the grid."""
        low, high = sum_bounds(grid, len(cells), repeats=repeats)
        if not low <= total <= high:
            several = "1 cell has" if len(cells) == 1 else f"{len(cells)} cells have"
            raise self.impossible_rule_error(
                f"the cage at {first_cell(cells)} cannot sum to {total}: "
                f"{several} a sum of {low} to {high}"
            )


def _all_different_texts(cage: CageRule, cells: tuple[Cell, ...]) -> tuple[str, str]:
    """The words of a cage's cells that differ."""
    label = cage.label_of(cells)
    return f"{label}: no value twice", f"no value twice in {label}"


def first_cell(cells: tuple[Cell, ...]) -> Cell:
    """The first of some cells in reading order."""
    return min(cells, key=place)


def sum_bounds(grid: Grid, number: int, *, repeats: bool = False) -> tuple[int, int]:
    """The least and the greatest sum of so many cells, alike or without a value twice."""
    values = grid.values
    if repeats or number > len(values):
        return number * values[0], number * values[-1]
    return sum(values[:number]), sum(values[-number:])


def sum_constraint(cells: Iterable[Cell], value: int, rule: Annotation) -> Linear:
    """The values of ``cells`` sum to ``value``."""
    cells = tuple(cells)
    if type(value) is not int or len(set(cells)) < len(cells):
        return Linear.sum(cells, "==", value, rule=rule)
    coefficients = (1,) * len(cells)
    return Linear.unchecked(
        scope=cells, rule=rule, coefficients=coefficients, op="==", constant=value
    )
