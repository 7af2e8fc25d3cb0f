"""Counting circles: a value in a circle says how many circles hold this value."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Annotation, AnyOf, Constraint, Table
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import CellsRule, Example, value_count
from nonet.render.drawing import Bulb, Decoration


class CountingCircles(CellsRule):
    """List all circles of the puzzle in one rule."""

    name = "counting-circles"
    sentence = "A value in a circle is the number of circles that hold it."
    parameters = {"cells": "all cells with a circle, as R1C1 or A1"}
    examples = (
        Example(
            "........6......2.3...5..1...........",
            "324615516324451263263541132456645132",
            "R1C2 R1C3 R4C5 R5C4 R6C2 R6C6",
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        usable = [value for value in grid.values if 1 <= value <= len(cells)]
        # the values that occur sum to the number of circles: one that is in no such sum does not
        together = [
            value
            for value in usable
            if len(cells) - value in _subset_sums([other for other in usable if other != value])
        ]
        if not together:
            raise self.impossible_rule_error(
                f"{len(cells)} circles cannot be: they are a sum of different values "
                f"{grid.values[0]} to {grid.values[-1]}"
            )
        allowed = frozenset((value,) for value in together)
        for cell in cells:
            annotation = Annotation(
                self.name, f"circle {cell}", f"{cell} holds a number of circles"
            )
            yield Table.unchecked(scope=(cell,), tuples=allowed, rule=annotation)
        for value in together:
            if len(cells) not in _subset_sums([other for other in together if other != value]):
                annotation = Annotation(
                    self.name,
                    f"circles with {value}",
                    f"{value} is in {value} of the {len(cells)} circles: without it no different "
                    "values have this sum",
                )
                yield value_count(cells, value, "==", value, annotation)
                continue
            annotation = Annotation(
                self.name,
                f"circles with {value}",
                f"{value} is in {value} of the {len(cells)} circles, or in none",
            )
            ways = (value_count(cells, value, "==", number, annotation) for number in (0, value))
            yield AnyOf(tuple((way,) for way in ways), rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for cell in self.located(grid):
            yield Bulb((place(cell),), filled=False, tint="grey")


def _subset_sums(values: list[int]) -> set[int]:
    """The sums of some of ``values``, none and all included."""
    sums = {0}
    for value in values:
        sums |= {total + value for total in sums}
    return sums
