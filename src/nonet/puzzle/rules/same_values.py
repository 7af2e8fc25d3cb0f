"""Same values: groups of cells hold the same values, in any order."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from nonet.encoding.automata import build_automaton
from nonet.model import Annotation, Automaton, Constraint, Linear, Regular
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.render.drawing import Decoration, Shade

MAX_NAMED = 6
"""Cells of a group, at most, of which all are named in a sentence."""


@dataclass(frozen=True)
class SameValues(PuzzleRule):
    """Each value occurs equally often in all ``groups``.

    For two groups and a value: read along the first its occurrences are counted, along the
    second counted off.  Two cells alone are equal.
    """

    groups: tuple[tuple[Cell, ...], ...]

    name = "same-values"
    sentence = "The groups hold the same values, each as often, in any order."
    aliases = ("same-set",)
    entry = "cells"
    parameters = {"groups": "groups of as many cells each"}
    examples = (
        Example(
            ".4...1...52.........6.4.5..1...1....",
            "245361361524452613136245524136613452",
            "R3C6 R3C5 R4C5 | R6C3 R5C3 R5C4",
        ),
    )

    def __post_init__(self) -> None:
        groups = tuple(self.checked_names(group) for group in self.groups)
        if len(groups) < 2 or len(set(map(len, groups))) > 1:
            raise self.rule_error("it takes two groups or more, of as many cells each, parted by |")
        object.__setattr__(self, "groups", groups)

    def located(self, grid: Grid) -> tuple[tuple[Cell, ...], ...]:
        """The groups on ``grid``."""
        return tuple(self.checked_cells(grid, group) for group in self.groups)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        groups = self.located(grid)
        for group, next_group in itertools.pairwise(groups):
            up, down = (
                sorted((c for c in group if c not in next_group), key=place),
                sorted((c for c in next_group if c not in group), key=place),
            )
            if len(up) == len(down) == 1:
                pair = f"{up[0]} and {down[0]}"
                text = Annotation("same values", f"same values at {pair}", f"{pair} are equal")
                yield Linear((*up, *down), (1, -1), "==", 0, rule=text)
                continue
            for value in grid.values if up else ():  # else they are the same cells
                yield Regular.unchecked(
                    scope=(*up, *down),
                    automaton=_equal_count_automaton(value, len(up), grid.values),
                    rule=Annotation.deferred("same values", _texts, value, group, next_group),
                )

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        shaded: set[Cell] = (
            set()
        )  # shades lie over each other, and no candidate is to be read there
        for cells in self.located(grid):
            alone = [cell for cell in cells if cell not in shaded]
            shaded.update(alone)
            if alone:
                yield Shade(tuple(map(place, alone)), f"same values at {cells[0]}", "blue")


def _texts(value: int, first: tuple[Cell, ...], second: tuple[Cell, ...]) -> tuple[str, str]:
    """The words of how often a value is in two groups."""
    label = f"same values at {first[0]} and {second[0]}: {value}"
    if len(first) > MAX_NAMED:
        names = (
            f"the {len(group)} cells from {group[0]} to {group[-1]}" for group in (first, second)
        )
    else:
        names = (" ".join(group) for group in (first, second))
    return label, f"{value} is in {next(names)} as often as in {next(names)}"


@lru_cache(maxsize=256)
def _equal_count_automaton(value: int, length: int, values: tuple[int, ...]) -> Automaton:
    """Return the automaton of two groups of ``length`` cells with ``value`` equally often."""

    def step(state: tuple[int, int], read: int) -> tuple[int, int] | None:
        cells_read, excess = state
        change = 0 if read != value else 1 if cells_read < length else -1
        remaining = 2 * length - cells_read - 1
        return (cells_read + 1, excess + change) if 0 <= excess + change <= remaining else None

    return build_automaton(values, (0, 0), step, lambda state: state == (2 * length, 0))
