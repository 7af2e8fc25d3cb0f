"""Battenburg: a mark on a corner where odd and even values alternate like a cake."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Annotation, AnyOf, Constraint, Table
from nonet.model.annotation import UNNAMED
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import CornerRule, Example
from nonet.render.drawing import Decoration, Text


class Battenburg(CornerRule):
    """Of the four cells that meet in the corner, two that share an edge differ in parity."""

    name = "battenburg"
    sentence = (
        "Around a checkered mark on a corner odd and even values alternate like the colours of a "
        "chessboard."
    )
    aliases = ("battenberg",)
    examples = (
        Example(".3..........4..1", "2314142331424231", "R1C1", extra_rules=("battenburg R3C2",)),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        tables = [
            frozenset((value,) for value in grid.values if value % 2 == parity) for parity in (0, 1)
        ]
        annotation = Annotation(
            self.name, f"battenburg at {cells[0]}", f"{' '.join(cells)} alternate in parity"
        )
        choices = tuple(
            tuple(
                Table.unchecked(scope=(cell,), tuples=tables[(shift + turn) % 2], rule=UNNAMED)
                for cell, turn in zip(cells, (0, 1, 1, 0), strict=True)
            )
            for shift in (0, 1)
        )
        yield AnyOf(choices, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Text(tuple(map(place, self.located(grid))), "\u259a")
