"""Groups of cells that hold one sum or the same values."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from nonet import model
from nonet.errors import quantity
from nonet.model import Annotation, Constraint, EqualCounts, Linear
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import CellsRule, Example, PuzzleRule
from nonet.puzzle.rules.killer import sum_bounds
from nonet.render.drawing import Decoration, Outline, Shade


@dataclass(frozen=True)
class EqualSums(PuzzleRule):
    """Two groups or more.  A cell may be in several groups; values may repeat."""

    groups: tuple[tuple[Cell, ...], ...]

    name = "equal-sums"
    sentence = "The values of each shaded group of cells have the same sum."
    aliases = ("equal-sum",)
    entry = "cells"
    parameters = {"groups": "at least two groups of cells, separated by |"}
    examples = (Example("...........34...", "3124243112434312", "R2C1 R2C2 | R1C1 R1C2 R1C3"),)

    def __post_init__(self) -> None:
        groups: object = self.groups
        if isinstance(groups, str):
            groups = groups.split("|")
        if not isinstance(groups, list | tuple) or len(groups) < 2:
            raise self.rule_error("it takes at least two groups of cells, separated by |")
        object.__setattr__(
            self, "groups", tuple(self.checked_names(group, "a group") for group in groups)
        )

    def located(self, grid: Grid) -> tuple[tuple[Cell, ...], ...]:
        """The groups on ``grid``."""
        return tuple(self.checked_cells(grid, group) for group in self.groups)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        groups = self.located(grid)
        for left, right in pairwise(groups):
            ranges = [sum_bounds(grid, len(group), repeats=True) for group in (left, right)]
            if ranges[0][1] < ranges[1][0] or ranges[1][1] < ranges[0][0]:
                raise self.impossible_rule_error(
                    f"the groups at {left[0]} and {right[0]} cannot have one sum: "
                    f"{len(left)} and {quantity(len(right), 'cell')}"
                )
        sums = " = ".join(" + ".join(group) for group in groups)
        annotation = Annotation(self.name, f"equal sums at {groups[0][0]}", sums)
        yield model.EqualSums(groups, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        name = " ".join(self.groups[0])
        for group in self.located(grid):
            places = tuple(map(place, group))
            yield Shade(places, f"equal sums of {name}", tint="blue")
            yield Outline(places, "=")


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
        super().__post_init__()
        groups = tuple(self.checked_names(group) for group in self.groups)
        if len(groups) < 2 or len(set(map(len, groups))) > 1:
            raise self.rule_error("it takes two or more equally large groups, separated by |")
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
                annotation = Annotation(
                    "same values", *_same_values_texts(value, group, next_group)
                )
                yield EqualCounts(tuple(up), tuple(down), value, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        shaded: set[Cell] = (
            set()
        )  # shades lie over each other, and no candidate is to be read there
        for cells in self.located(grid):
            alone = [cell for cell in cells if cell not in shaded]
            shaded.update(alone)
            if alone:
                yield Shade(tuple(map(place, alone)), f"same values at {cells[0]}", "blue")


def _same_values_texts(
    value: int, first: tuple[Cell, ...], second: tuple[Cell, ...]
) -> tuple[str, str]:
    """The words of how often a value is in two groups."""
    label = f"same values at {first[0]} and {second[0]}: {value}"
    if len(first) > MAX_NAMED:
        names = (
            f"the {len(group)} cells from {group[0]} to {group[-1]}" for group in (first, second)
        )
    else:
        names = (" ".join(group) for group in (first, second))
    return label, f"{value} is in {next(names)} as often as in {next(names)}"


@dataclass(frozen=True)
class Clone(CellsRule):
    """Every cell of ``copy`` holds the value of the cell at its place in ``cells``."""

    copy: tuple[Cell, ...]

    name = "clone"
    sentence = "Clones hold the same values at the same places."
    aliases = ("clones",)
    parameters = {
        "cells": "the cells of one group in order",
        "copy": "the cells of the other group in the same order",
    }
    examples = (
        Example(
            ".5.....6.1..........2.......3.1.....",
            "251463364125613254542316425631136542",
            "R6C5 R6C4 R5C4 R4C4 | R4C2 R4C1 R3C1 R2C1",
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "copy", self.checked_names(self.copy, "copy"))
        if len(self.copy) != len(self.cells):
            raise self.rule_error(
                f"{quantity(len(self.cells), 'cell')}, and a copy of {len(self.copy)}: part them by |"
            )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for cell, copy in zip(self.located(grid), self.checked_cells(grid, self.copy), strict=True):
            if cell == copy:
                raise self.rule_error(f"{cell} is its own copy")
            sentence = f"{cell} and {copy} are equal"
            annotation = Annotation("clone", f"clone {cell} = {copy}", sentence)
            yield Linear((cell, copy), (1, -1), "==", 0, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for cells in (self.located(grid), self.checked_cells(grid, self.copy)):
            yield Shade(tuple(map(place, cells)), f"clone at {cells[0]}", "green")
