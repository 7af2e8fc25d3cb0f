"""Rossini: an arrow beside the grid says that the nearest values rise or fall."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from nonet.model import Annotation, AnyOf, Constraint, Linear
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.outside_rule import OutsideRule, line_from
from nonet.render.drawing import Decoration, Text


@dataclass(frozen=True)
class Rossini(OutsideRule):
    """An arrow points to the greatest of the three nearest values, which are sorted.

    Places without an arrow say nothing; where all arrows are given add ``strict-rossini``.
    """

    order: Literal["rising", "falling"] = "rising"
    length: int = 3

    clue_field = "length"
    min_clue = 2
    name = "rossini"
    sentence = (
        "An arrow beside a row or column says that the three nearest values rise in its direction."
    )
    aliases = ("rossini-arrow",)
    parameters = {
        "order": "rising or falling, from the clue on",
        "length": "how many values are sorted",
    }
    examples = (
        Example(
            "...............2",
            "4213132424313142",
            {"clue": "R0C2", "order": "rising", "length": 3},
            extra_rules=("rossini R1C0 falling",),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)[: self.length]
        sign = 1 if self.order == "rising" else -1
        for number, (cell, after) in enumerate(pairwise(cells), 1):
            word = "less" if sign > 0 else "greater"
            annotation = Annotation(
                self.name,
                f"rossini at {self.clue}: {number}",
                f"{cell} is {word} than {after}",
            )
            yield Linear((cell, after), (sign, -sign), "<=", -1, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        first, second = (place(cell) for cell in self.line_cells(grid)[:2])
        down, right = second[0] - first[0], second[1] - first[1]
        if self.order == "falling":
            down, right = -down, -right
        arrow = {(1, 0): "\u2193", (-1, 0): "\u2191", (0, 1): "\u2192", (0, -1): "\u2190"}[
            down, right
        ]
        yield Text((place(self.clue),), arrow)


@dataclass(frozen=True)
class StrictRossini(PuzzleRule):
    """Beside no arrow the nearest values neither rise nor fall, on the outer edges of the grid."""

    length: int = 3

    name = "strict-rossini"
    sentence = "All Rossini arrows are given: where there is none, the three nearest values are not sorted."
    aliases = ("negative-rossini",)
    parameters = {"length": "how many values are sorted"}
    examples = (
        Example(
            ".2.............3................4...",
            "326154451623142365635412213546564231",
            {"length": 3},
        ),
    )

    def __post_init__(self) -> None:
        self.checked_number(self.length, "length", minimum=2)

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        clued = {line_from(grid, rule.clue) for rule in rules if isinstance(rule, Rossini)}
        for block in grid.blocks:
            for line in (*block.rows(), *block.columns()):
                for cells in (line, line[::-1]):
                    if cells not in clued:
                        yield self._not_sorted(cells[: self.length])

    def _not_sorted(self, cells: tuple[Cell, ...]) -> Constraint:
        """Somewhere the values turn: one rises to its neighbour and one falls, or two are equal."""
        annotation = Annotation(
            self.name, f"no arrow at {cells[0]}-{cells[-1]}", f"{' '.join(cells)} are not sorted"
        )
        choices = []
        for cell, after in pairwise(cells):
            for other, beyond in pairwise(cells):
                rises = Linear((cell, after), (1, -1), "<=", 0)
                falls = Linear((other, beyond), (-1, 1), "<=", 0)
                choices.append((rises, falls))
        return AnyOf(tuple(choices), rule=annotation)
