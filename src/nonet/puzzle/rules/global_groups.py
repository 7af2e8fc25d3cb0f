"""Global groups: every square of four cells holds a value of each group."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.corner_squares import set_in_each_square
from nonet.puzzle.rules.value_groups import checked_groups, groups_text


@dataclass(frozen=True)
class GlobalGroups(PuzzleRule):
    """Every four cells that meet in a corner hold a value of each group."""

    groups: tuple[tuple[int, ...], ...]

    name = "global-groups"
    sentence = "Every four cells that meet in a corner hold a value of each group of values."
    aliases = ("groups-in-squares",)
    parameters = {"groups": "groups of values"}
    examples = (Example("1.....2.......4.", "1234432124133142", 'groups="1 2 | 2 3 4"'),)

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", checked_groups(self, self.groups, disjoint=False))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        names = {f"one of {groups_text((group,))}": group for group in self.groups}
        return set_in_each_square(grid, names, "global groups")
