"""Arrows: the values along a line add up to what its end or its ends hold.

- Arrow: the values along the shaft add up to the number in the bulb.
- Double arrow: the values between the ends add up to the sum of the ends.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nonet.model import Annotation, Constraint, Linear
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule, are_adjacent
from nonet.puzzle.rules.cell_modifiers import has_modifiers, modified_sum
from nonet.puzzle.rules.path_rule import PathRule
from nonet.render.drawing import Bulb, Decoration, Line


@dataclass(frozen=True)
class Arrow(PuzzleRule):
    """The values in ``cells`` add up to the number that the ``bulb`` holds.

    A bulb of two or three cells (a pill) holds a number of as many digits, read from
    the top and from the left.  The arrow leaves from a cell of its bulb.
    """

    bulb: tuple[Cell, ...]
    cells: tuple[Cell, ...]

    name = "arrow"
    sentence = (
        "The values along an arrow add up to the number in its bulb; a long bulb is read as "
        "one number, from the top and from the left."
    )
    aliases = ("pill-arrow",)
    entry = "path"
    parameters = {
        "bulb": "the cell of the bulb, or its 2 or 3 cells",
        "cells": "the cells along the arrow in order, without the bulb",
    }
    examples = (
        Example(
            "..1..3.........4......1......6...2..",
            "421563536124615432243615152346364251",
            "R3C1 | R3C2 R2C2 R1C2",
        ),
        Example(
            ".......3.2....1..6...........1.5..2.",
            "215463436215321546564132642351153624",
            "R3C2 R3C3 | R3C4 R2C3 R1C2 R1C3 R1C4",
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "bulb", self.checked_names(self.bulb, "bulb"))
        object.__setattr__(self, "cells", self.checked_names(self.cells))
        if len(self.bulb) > 3:
            raise self.rule_error(f"a bulb has 1 to 3 cells, not {len(self.bulb)}")

    def bulb_and_shaft(self, grid: Grid) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """Return the bulb, in reading order, and the shaft with the bulb cell that it leaves."""
        both = self.checked_cells(grid, (*self.bulb, *self.cells))
        bulb, shaft = sorted(both[: len(self.bulb)], key=place), both[len(self.bulb) :]
        for cell, other in itertools.pairwise(bulb):
            if not are_adjacent(cell, other, diagonally=False):
                raise self.rule_error(f"{cell} and {other} are no bulb: they share no edge")
        next_bulb = next(
            (cell for cell in both[: len(bulb)][::-1] if are_adjacent(cell, shaft[0])), None
        )
        if next_bulb is None:
            raise self.rule_error(
                f"the arrow at {shaft[0]} does not leave from its bulb at {bulb[0]}"
            )
        for current, next_cell in itertools.pairwise(shaft):
            if not are_adjacent(current, next_cell):
                raise self.rule_error(
                    f"the arrow jumps from {current} to {next_cell}: its cells must touch"
                )
        return tuple(bulb), (next_bulb, *shaft)

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        bulb, (_, *shaft) = self.bulb_and_shaft(grid)
        annotation = Annotation.deferred("arrow", _arrow_texts, bulb, shaft)
        digits = [-(10**power) for power in reversed(range(len(bulb)))]
        weights = *(1 for _ in shaft), *digits
        scope = *shaft, *bulb
        if len(bulb) > 1 and has_modifiers(rules):
            raise self.rule_error(
                "a bulb of several cells is read as written: no cell may count otherwise"
            )
        scope, weights, _ = modified_sum(scope, weights, 0, rules)
        yield Linear.unchecked(
            scope=scope, rule=annotation, coefficients=weights, op="==", constant=0
        )

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        bulb, shaft = self.bulb_and_shaft(grid)
        yield Bulb(tuple(map(place, bulb)), filled=False)
        label = f"arrow {bulb[0]}-{shaft[-1]}"
        yield Line(tuple(map(place, shaft)), label, width=0.04, head=True)


def _arrow_texts(bulb: tuple[Cell, ...], shaft: Sequence[Cell]) -> tuple[str, str]:
    """The words of an arrow."""
    read = bulb[0] if len(bulb) == 1 else f"the number in {' '.join(bulb)}"
    return f"arrow {bulb[0]}-{shaft[-1]}", f"{' + '.join(shaft)} = {read}"


class DoubleArrow(PathRule):
    """The values between the two ends add up to the sum of the two ends."""

    name = "double-arrow"
    sentence = (
        "The values between the two bulbs of a double arrow add up to the sum of those in them."
    )
    parameters = {"cells": "the cells in order, from bulb to bulb"}
    tint = "grey"
    ends = "bulbs"
    examples = (
        Example(
            ".....1..3..26...3.1...............4.",
            "462351513462625134134526346215251643",
            "R5C4 R6C5 R6C6 R5C5 R4C6",
        ),
    )
    min_cells = 3

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, *middle, last = cells = self.located(grid)
        sentence = f"{' + '.join(middle)} = {first} + {last}"
        coefficients = (1, *(-1 for _ in middle), 1)
        yield Linear(cells, coefficients, "==", 0, rule=self.annotation(cells, sentence))
