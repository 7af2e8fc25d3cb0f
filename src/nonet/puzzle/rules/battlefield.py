"""Battlefield: the sum where the armies of the first and the last value meet, or do not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Annotation, AnyOf, Constraint, Linear, Table
from nonet.model.annotation import UNNAMED
from nonet.puzzle.grid import Cell, Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.outside_rule import OutsideRule


@dataclass(frozen=True)
class Battlefield(OutsideRule):
    """With first value X and last value Y the first X cells and the last Y cells are taken.

    The clue is the sum of the cells taken twice, or else of the cells between, which are not taken;
    0 if there is neither.
    """

    sum: int

    clue_field = "sum"
    min_clue = 0
    name = "battlefield"
    sentence = (
        "The first value X and the last value Y of a row or column take its first X and last Y "
        "cells: a number beside it is the sum of the cells taken twice, or else of those not taken."
    )
    aliases = ("battlefields",)
    parameters = {
        **OutsideRule.parameters,
        "sum": "the sum of the cells taken twice, or of those not taken",
    }
    examples = (
        Example(
            ".1..........................1...53..",
            "312546456231564123231654623415145362",
            "5 R0C2",
            extra_rules=("battlefield 3 R2C0", "battlefield 0 R4C0"),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        annotation = self.annotation(
            grid, f"where the first and the last of {cells[0]} to {cells[-1]} meet is {self.sum}"
        )
        choices = []
        for first in grid.values:
            for last in grid.values:
                middle = _disputed_cells(cells, first, last)
                if middle is None or (not middle and self.sum):
                    continue
                ends: tuple[Constraint, ...] = (
                    Table.unchecked(scope=cells[:1], tuples=frozenset({(first,)}), rule=UNNAMED),
                    Table.unchecked(scope=cells[-1:], tuples=frozenset({(last,)}), rule=UNNAMED),
                )
                if middle:
                    ends += (Linear.sum(middle, "==", self.sum, rule=Annotation("", "", "")),)
                choices.append(ends)
        if not choices:
            raise self.impossible_rule_error(f"the clue at {self.clue} cannot be {self.sum}")
        yield AnyOf(tuple(choices), rule=annotation)


def _disputed_cells(cells: tuple[Cell, ...], first: int, last: int) -> tuple[Cell, ...] | None:
    """Return the cells taken twice or not at all; ``None`` for values that take no such number."""
    if min(first, last) < 0 or max(first, last) > len(cells):
        return None
    ends = sorted((first, len(cells) - last))
    return cells[ends[0] : ends[1]]
