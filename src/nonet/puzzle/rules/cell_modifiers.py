"""Cells whose values count otherwise in sums.

>>> modified_sum(("R1C1",), (1,), 5, ())
(('R1C1',), (1,), 5)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from nonet.model import Annotation, Constraint, Count, CountFamily, Domain, Linear, Table
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.render.drawing import Decoration, Text


@dataclass(frozen=True)
class CellModifierRule(PuzzleRule):
    """One cell in each row, column and region counts for another number than its value.

    Sums of killer cages, arrows and little killers count the modified number.  All further rules
    read the written value.  ``cells`` are given modifiers; the solver finds the rest.
    """

    cells: tuple[Cell, ...] = ()
    same_values: bool = False

    parameters = {
        "cells": "cells that are known to be such, if any",
        "same_values": "whether two of them may hold the same value",
    }
    sign: ClassVar[str]
    """The text in a picture of a modifier."""
    weights: ClassVar[tuple[int, int]]
    """How often a sum counts each value, and how often each marked value; the sum is multiplied by
    the first."""

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "cells", self.checked_names(self.cells) if self.cells else ())

    def variables(self, grid: Grid) -> Mapping[str, Domain]:
        marked = Domain.of({0, *grid.values})
        return {
            **{self._truth(cell): Domain.range(0, 1) for cell in grid.cells},
            **{marked_value_variable(cell): marked for cell in grid.cells},
        }

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        block, *others = grid.blocks
        if others or block.height != block.width:
            raise self.rule_error("it takes one square grid")
        if any(isinstance(rule, CellModifierRule) and rule is not self for rule in rules):
            raise self.rule_error("a puzzle has one kind of cells that count for another value")
        rows = frozenset((value, truth, value * truth) for value in grid.values for truth in (0, 1))
        for cell in grid.cells:
            sentence = f"it is the value of {cell} if that is a {self.name}, and 0 if not"
            annotation = Annotation(self.name, f"marked value of {cell}", sentence)
            yield Table(
                (cell, self._truth(cell), marked_value_variable(cell)), rows, rule=annotation
            )
        for cell in self.checked_cells(grid, self.cells):
            annotation = Annotation(self.name, f"{self.name} {cell}", f"{cell} is a {self.name}")
            yield Linear((self._truth(cell),), (1,), "==", 1, rule=annotation)
        for label, cells in _houses(grid, rules):
            sentence = f"one cell of {label} is a {self.name}"
            annotation = Annotation(self.name, f"{self.name} of {label}", sentence)
            yield Linear.sum(tuple(map(self._truth, cells)), "==", 1, rule=annotation)
        if not self.same_values:
            scope = tuple(map(marked_value_variable, grid.cells))
            values = tuple(filter(None, grid.values))
            if block.height == grid.size:
                sentence = f"each value is the value of one {self.name}"
                annotation = Annotation(self.name, f"values of each {self.name}", sentence)
                once = tuple((value, 1) for value in values)
                yield CountFamily(scope, once, frozenset(values), rule=annotation)
                return
            for value in values:
                sentence = f"{value} is the value of one {self.name}"
                annotation = Annotation(self.name, f"{self.name} with {value}", sentence)
                yield Count(scope, frozenset([value]), "<=", 1, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for cell in self.checked_cells(grid, self.cells):
            yield Text((place(cell),), self.sign, "corner")

    def found_decorations(self, grid: Grid, values: Mapping[str, int]) -> Iterable[Decoration]:
        given = self.checked_cells(grid, self.cells)
        for cell in grid.cells:
            if values.get(self._truth(cell)) and cell not in given:
                yield Text((place(cell),), self.sign, "corner")

    def _truth(self, cell: Cell) -> str:
        """Return the 0/1 variable of whether a cell is a modifier."""
        return f"~whether {cell} is a {self.name}"


def marked_value_variable(cell: Cell) -> str:
    """Return the variable of the marked value of a cell."""
    return f"~marked value of {cell}"


def has_modifiers(rules: Sequence[PuzzleRule]) -> bool:
    """Return whether cells of a puzzle may count for another number than their value."""
    return any(isinstance(rule, CellModifierRule) for rule in rules)


def modified_sum(
    cells: tuple[Cell, ...],
    coefficients: tuple[int, ...],
    total: int,
    rules: Sequence[PuzzleRule],
) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """Return the scope, coefficients and constant of a weighted sum in a puzzle that has ``rules``."""
    for rule in rules:
        if isinstance(rule, CellModifierRule):
            plain, marked = rule.weights
            return (
                (*cells, *map(marked_value_variable, cells)),
                (*(plain * each for each in coefficients), *(marked * k for k in coefficients)),
                plain * total,
            )
    return cells, coefficients, total


def _houses(grid: Grid, rules: Iterable[PuzzleRule]) -> Iterable[tuple[str, tuple[Cell, ...]]]:
    """Yield rows, columns, boxes (if ``rules`` demand boxes) and regions with their names."""
    block = grid.blocks[0]
    for number, row in enumerate(block.rows(), 1):
        yield f"row {number}", tuple(row)
    for number, column in enumerate(block.columns(), 1):
        yield f"column {number}", tuple(column)
    for rule in rules:
        boxes = block.boxes() if rule.name == "boxes" else ()
        for number, cells in enumerate(boxes, 1):
            yield f"box {number}", tuple(cells)
        for number, region in enumerate(() if boxes else rule.regions(grid), 1):
            yield f"region {number}", tuple(map(grid.cell, region))


class Doubler(CellModifierRule):
    """A doubler counts for twice its value."""

    name = "doubler"
    sentence = (
        "One cell in each row, column and region, each with another value, counts double "
        "in the sums of cages, arrows and little killers."
    )
    aliases = ("doublers",)
    sign = "×2"
    weights = (1, 1)
    examples = (
        Example(
            "4...3..1....2...",
            "4312342112432134",
            extra_rules=("killer 6 R3C2 R3C3", "killer 6 R2C3 R2C4 R3C4", "killer 4 R1C2 R1C3"),
            omitted_rules=("boxes",),
        ),
    )


class Halver(CellModifierRule):
    """A halver counts for half the value; the half may be a fraction."""

    name = "halver"
    sentence = (
        "One cell in each row, column and region, each with another value, counts for half its value "
        "in the sums of cages, arrows and little killers."
    )
    aliases = ("halvers",)
    sign = "½"
    weights = (2, -1)
    examples = (
        Example(
            ".....3...1.2...3",
            "3241231441321423",
            extra_rules=("killer 7 R1C2 R1C3 R2C3", "killer 5 R2C1 R2C2"),
            omitted_rules=("boxes",),
        ),
    )


class Negator(CellModifierRule):
    """A negator counts for its value with a minus sign."""

    name = "negator"
    sentence = (
        "One cell in each row, column and region, each with another value, counts as negative "
        "in the sums of cages, arrows and little killers."
    )
    aliases = ("negators",)
    sign = "−"
    weights = (1, -2)
    examples = (
        Example(
            "3.......1....2.3",
            "3124243113424213",
            extra_rules=("killer 3 R4C2 R4C3", "killer 7 R2C2 R2C3", "killer 4 R1C1 R1C2"),
            omitted_rules=("boxes",),
        ),
    )
