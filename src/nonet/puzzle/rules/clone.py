"""Clone: two groups of cells hold the same values in the same order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Annotation, Constraint, Linear
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import CellsRule, Example
from nonet.render.drawing import Decoration, Shade


@dataclass(frozen=True)
class Clone(CellsRule):
    """Every cell of ``copy`` holds the value of the cell at its place in ``cells``."""

    copy: tuple[Cell, ...]

    name = "clone"
    sentence = "Clones hold the same values at the same places."
    aliases = ("clones",)
    parameters = {
        "cells": "the cells of one group in order",
        "copy": "the cells of the other group in the same order",
    }
    examples = (
        Example(
            ".5.....6.1..........2.......3.1.....",
            "251463364125613254542316425631136542",
            "R6C5 R6C4 R5C4 R4C4 | R4C2 R4C1 R3C1 R2C1",
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "copy", self.checked_names(self.copy, "copy"))
        if len(self.copy) != len(self.cells):
            raise self.rule_error(
                f"{len(self.cells)} cells, and a copy of {len(self.copy)}: part them by |"
            )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for cell, copy in zip(self.located(grid), self.checked_cells(grid, self.copy), strict=True):
            if cell == copy:
                raise self.rule_error(f"{cell} is its own copy")
            sentence = f"{cell} and {copy} are equal"
            annotation = Annotation("clone", f"clone {cell} = {copy}", sentence)
            yield Linear((cell, copy), (1, -1), "==", 0, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for cells in (self.located(grid), self.checked_cells(grid, self.copy)):
            yield Shade(tuple(map(place, cells)), f"clone at {cells[0]}", "green")
