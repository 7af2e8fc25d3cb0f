"""Between line: values in the middle lie between the values of the two ends."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.path_rule import EMPTY_HISTORY, PathRule


class Between(PathRule):
    """Every value between the two ends of the line is strictly between theirs."""

    name = "between"
    sentence = (
        "Values on a between line are larger than one of the values at its ends and "
        "smaller than the other."
    )
    aliases = ("between-line",)
    parameters = {"cells": "the cells in order, from end to end"}
    tint = "grey"
    ends = "bulbs"
    examples = (
        Example(
            "...2...3..1.2.4..6.............5..4.",
            "145263632514214356563421426135351642",
            "R5C4 R4C5 R4C4 R4C3 R5C2 R6C2",
        ),
    )
    min_cells = 3

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, *middle, last = cells = self.located(grid)
        sentence = f"values between {first} and {last} lie strictly between theirs"
        annotation = self.annotation(cells, sentence)
        yield self.regular(
            grid, (first, last, *middle), annotation, EMPTY_HISTORY, _step_between_ends
        )


def _step_between_ends(ends: tuple[int, ...], value: int) -> tuple[int, ...] | None:
    if len(ends) < 2:  # the ends are read first, and their order does not matter
        return tuple(sorted((*ends, value)))
    return ends if ends[0] < value < ends[1] else None
