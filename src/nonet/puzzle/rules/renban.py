"""Renban: consecutive values, in any order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from nonet.model import AllDifferent, Annotation, AnyOf, Constraint, Table
from nonet.puzzle.grid import Cell, Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.lines import PathRule
from nonet.render.drawing import Tint


@dataclass(frozen=True)
class Renban(PathRule):
    """The line holds a run of consecutive values, each once, in any order."""

    name: ClassVar[str] = "renban"
    sentence: ClassVar[str] = (
        "A renban line holds consecutive values in any order, none of them twice."
    )
    aliases: ClassVar[tuple[str, ...]] = ("renban-line",)
    parameters: ClassVar[dict[str, str]] = {"cells": "the cells in order"}
    tint: ClassVar[Tint] = "purple"
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            ".1......3....35..4...6..1........5.6",
            "514362263451635124421635156243342516",
            {"cells": ("R5C6", "R4C6", "R3C5", "R3C6")},
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        runs = consecutive(cells, grid, self.words(cells, f"{len(cells)} consecutive values"))
        if runs is None:
            raise self.fault(f"at {cells[0]}: there are no {len(cells)} consecutive values")
        differ = self.words(cells, "no value twice on the line", "all different")
        yield AllDifferent(cells, rule=differ)
        yield runs


def consecutive(cells: tuple[Cell, ...], grid: Grid, words: Annotation) -> AnyOf | None:
    """One of the runs of ``len(cells)`` consecutive values holds all of them; none: ``None``.

    A group for each run: with "all different" that is a set of consecutive values.
    """
    length = len(cells)
    runs = [
        frozenset((value,) for value in range(low, low + length))
        for low in grid.values
        if {*range(low, low + length)} <= {*grid.values}
    ]
    if not runs:
        return None
    return AnyOf(tuple(tuple(Table((c,), run) for c in cells) for run in runs), rule=words)
