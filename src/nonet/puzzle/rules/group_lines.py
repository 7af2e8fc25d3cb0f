"""Lines of which every few cells hold values of different groups.

- Groups of values as the parameter of rules: checked, and in words.
- Group lines: as many cells in a row as there are groups hold a value of each.
- Entropic line: any three cells in a row are a low, a middle and a high value.
- Modular line: any three cells in a row leave different remainders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.path_rule import EMPTY_HISTORY, PathRule, split_in_thirds

Groups = tuple[tuple[int, ...], ...]


def checked_groups(rule: PuzzleRule, groups: object, *, disjoint: bool) -> Groups:
    """Return two or more groups of values as tuples.

    Raise ``PuzzleError`` for fewer groups, an empty group or, if ``disjoint``, a common value.
    """
    listed = groups if isinstance(groups, list | tuple) else ()
    checked = tuple(rule.checked_numbers(group, "a value") for group in listed)
    if len(checked) < 2 or not all(checked):
        raise rule.rule_error("it takes two groups of values or more, parted by |")
    values = [value for group in checked for value in group]
    if disjoint and len(set(values)) < len(values):
        raise rule.rule_error("a value stands in two groups")
    return checked


def groups_text(groups: Groups) -> str:
    """The groups in words: ``1 2 3 / 4 5 6``."""
    return " / ".join(" ".join(map(str, group)) for group in groups)


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
    parameters = {"cells": "the cells in order", "groups": "groups of values, none in two of them"}
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
        step = _different_groups_step(self.groups, len(self.groups) - 1)
        yield self.regular(grid, cells, self.annotation(cells, sentence), EMPTY_HISTORY, step)


@lru_cache(maxsize=64)
def _different_groups_step(
    groups: Groups, reach: int
) -> Callable[[tuple[int, ...], int], tuple[int, ...] | None]:
    """Return the step to the next value, of another group than the ``reach`` values before."""
    group_of = {value: number for number, group in enumerate(groups) for value in group}

    def step(before: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        group = group_of.get(value)
        return None if group is None or group in before else (*before, group)[-reach:]

    return step


class Entropic(PathRule):
    """Cells less than three apart on the line are of different thirds: low, middle, high."""

    name = "entropic"
    sentence = (
        "Any three cells in a row on an entropic line hold a low, a middle and a high value "
        "(1-3, 4-6 and 7-9 in a 9x9)."
    )
    aliases = ("entropic-line",)
    parameters = {"cells": "the cells in order"}
    tint = "orange"
    examples = (
        Example(
            "...3....52..5...............5...2...",
            "261345435261523416146523314652652134",
            "R5C2 R4C3 R3C4 R3C5 R4C4 R3C3",
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        step = _different_groups_step(split_in_thirds(grid, f"rule {self.name}"), 2)
        sentence = f"any three in a row from {cells[0]} to {cells[-1]} are low, middle and high"
        yield self.regular(grid, cells, self.annotation(cells, sentence), EMPTY_HISTORY, step)


@dataclass(frozen=True)
class Modular(PathRule):
    """Cells less than ``modulus`` apart on the line differ modulo ``modulus``."""

    modulus: int = 3

    name = "modular"
    sentence = (
        "Any three cells in a row on a modular line leave different remainders when divided "
        "by 3 (or any number given, and as many cells)."
    )
    aliases = ("modular-line",)
    parameters = {
        "cells": "the cells in order",
        "modulus": "the divisor, 2 or more (3 unless given)",
    }
    tint = "blue"
    examples = (
        Example(
            "6.........13.62..4.....54.........2.",
            "613542245613562134134265421356356421",
            "R5C6 R5C5 R6C4 R6C3 R5C2 R4C1",
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.modulus, "the modulus", minimum=2)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells, modulus = self.located(grid), self.modulus
        remainders = sorted({value % modulus for value in grid.values})
        groups = tuple(tuple(v for v in grid.values if v % modulus == r) for r in remainders)
        step = _different_groups_step(groups, min(modulus, len(cells)) - 1)
        sentence = f"any {modulus} in a row from {cells[0]} to {cells[-1]} differ modulo {modulus}"
        yield self.regular(grid, cells, self.annotation(cells, sentence), EMPTY_HISTORY, step)
