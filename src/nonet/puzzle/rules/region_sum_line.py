"""Region sum lines: the pieces of a line in its boxes have equal sums."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

from nonet.model import Annotation, Constraint, Linear
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, LineRule, PuzzleRule
from nonet.puzzle.rules.classic_units import Boxes
from nonet.render.drawing import Decoration, Line


@dataclass(frozen=True)
class RegionSumLine(LineRule):
    """The line is cut wherever the line crosses a border of regions, of boxes or of a jigsaw.

    A region that the line visits twice has two pieces, which with ``visits_together`` count as one
    piece, an option of SudokuMaker.  Values may repeat.
    """

    visits_together: bool = False

    name = "region-sum-line"
    sentence = "The values on the line have the same sum in each box it runs through."
    aliases = ("box-sum-line",)
    parameters = {
        "cells": "the line's cells in order, as R1C1 or A1",
        "visits_together": "whether several visits to a box have that sum together",
    }
    examples = (
        Example(
            ".....1...4...........1...12.........",
            "654321123456241563365142412635536214",
            "R3C6 R3C5 R2C6 R1C5 R1C6",
            extra_rules=(
                "region-sum-line R3C2 R3C3 R3C4 R2C3 R2C2",
                "region-sum-line R3C1 R4C2 R5C2 R5C1 R6C2",
            ),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        return self.constraints_among(grid, (Boxes(),))

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        cells = self.located(grid)
        walls = [rule for rule in rules if type(rule).regions is not PuzzleRule.regions]
        region = (
            _box_numbers(grid) if set(map(type, walls)) == {Boxes} else _region_numbers(grid, walls)
        )
        pieces = [tuple(piece) for _, piece in groupby(cells, key=region.get)]
        if self.visits_together:
            visited: dict[int | None, list[Cell]] = {}
            for cell in cells:
                visited.setdefault(region.get(cell), []).append(cell)
            pieces = [tuple(piece) for piece in visited.values()]
        if len(pieces) < 2:
            raise self.rule_error(
                f"the line from {cells[0]} to {cells[-1]} crosses no border of boxes"
            )
        for left, right in pairwise(pieces):
            yield Linear.unchecked(
                scope=(*left, *right),
                rule=Annotation.deferred(self.name, _texts, left, right),
                coefficients=(1,) * len(left) + (-1,) * len(right),
                op="==",
                constant=0,
            )

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Line(tuple(map(place, self.located(grid))), self.name, tint="blue")


def _texts(left: tuple[Cell, ...], right: tuple[Cell, ...]) -> tuple[str, str]:
    """The words of two pieces."""
    return f"region sum at {left[0]} and {right[0]}", f"{' + '.join(left)} = {' + '.join(right)}"


def _region_numbers(grid: Grid, walls: Iterable[PuzzleRule]) -> dict[Cell, int]:
    """Return the number of each cell's region, by the first rule whose regions hold the cell."""
    region: dict[Cell, int] = {}
    for number, cells_of_region in enumerate(each for rule in walls for each in rule.regions(grid)):
        for cell in cells_of_region:
            region.setdefault(cell, number)
    return region


@lru_cache(maxsize=16)
def _box_numbers(grid: Grid) -> dict[Cell, int]:
    """Return the number of each cell's box, cached: most lines are in grids with plain boxes."""
    return _region_numbers(grid, (Boxes(),))
