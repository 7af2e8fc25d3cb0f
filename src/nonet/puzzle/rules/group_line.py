"""Group lines: as many cells in a row as there are groups hold a value of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.path_rule import EMPTY_HISTORY, PathRule
from nonet.puzzle.rules.value_groups import checked_groups, groups_text


@dataclass(frozen=True)
class GroupLine(PathRule):
    """Any cells in a row, as many as there are groups, hold one value of each group.

    The groups of low, middle and high values make an entropic line, the groups of equal remainders
    a modular line.  A line of fewer cells than groups has no two of one group.
    """

    groups: tuple[tuple[int, ...], ...]

    name = "group-line"
    sentence = (
        "Cells in a row on the line, as many as there are groups of values, hold one value of "
        "each group."
    )
    aliases = ("set-line", "value-groups")
    parameters = {
        "cells": "the cells in order",
        "groups": "groups of values, none in two of them",
    }
    tint = "orange"
    examples = (
        Example(
            "......62.............2............34",
            "351426624351236145415263543612162534",
            'groups="1 6 | 2 5 | 3 4" R5C2 R4C3 R3C4 R3C5 R4C4 R3C3',
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "groups", checked_groups(self, self.groups, disjoint=True))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        sentence = (
            f"any {len(self.groups)} in a row from {cells[0]} to {cells[-1]} hold one of "
            f"{groups_text(self.groups)} each"
        )
        step = _next_group_step(self.groups)
        yield self.regular(grid, cells, self.annotation(cells, sentence), EMPTY_HISTORY, step)


@lru_cache(maxsize=64)
def _next_group_step(
    groups: tuple[tuple[int, ...], ...],
) -> Callable[[tuple[int, ...], int], tuple[int, ...] | None]:
    """Return the step to the next value, of another group than the values just before."""
    group_of = {value: number for number, group in enumerate(groups) for value in group}
    remembered = len(groups) - 1

    def step(before: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        group = group_of.get(value)
        if group is None or group in before:
            return None
        return (*before, group)[-remembered:]

    return step
