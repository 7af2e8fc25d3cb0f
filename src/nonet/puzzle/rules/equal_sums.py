"""Equal sums: groups of cells with one sum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from nonet.model import Annotation, Constraint, Linear
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.cage_rule import sum_bounds
from nonet.render.drawing import Decoration, Outline, Shade


@dataclass(frozen=True)
class EqualSums(PuzzleRule):
    """Two groups or more.  A cell may be in several groups; values may repeat."""

    groups: tuple[tuple[Cell, ...], ...]

    name = "equal-sums"
    sentence = "The values of each shaded group of cells have the same sum."
    aliases = ("equal-sum",)
    entry = "cells"
    parameters = {"groups": "two groups of cells or more, parted by |"}
    examples = (Example("...........34...", "3124243112434312", "R2C1 R2C2 | R1C1 R1C2 R1C3"),)

    def __post_init__(self) -> None:
        groups: object = self.groups
        if isinstance(groups, str):
            groups = groups.split("|")
        if not isinstance(groups, list | tuple) or len(groups) < 2:
            raise self.rule_error("it takes two groups of cells or more, parted by |")
        object.__setattr__(
            self, "groups", tuple(self.checked_names(group, "a group") for group in groups)
        )

    def located(self, grid: Grid) -> tuple[tuple[Cell, ...], ...]:
        """The groups on ``grid``."""
        return tuple(self.checked_cells(grid, group) for group in self.groups)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for number, (left, right) in enumerate(pairwise(self.located(grid)), 1):
            ranges = [sum_bounds(grid, len(group), repeats=True) for group in (left, right)]
            if ranges[0][1] < ranges[1][0] or ranges[1][1] < ranges[0][0]:
                raise self.impossible_rule_error(
                    f"the groups at {left[0]} and {right[0]} cannot have one sum: "
                    f"{len(left)} and {len(right)} cells"
                )
            sides = Counter(left)
            sides.subtract(right)
            weights = {cell: weight for cell, weight in sides.items() if weight}
            if weights:
                annotation = Annotation(
                    self.name,
                    f"equal sums at {left[0]} and {right[0]} ({number})",
                    f"{' + '.join(left)} = {' + '.join(right)}",
                )
                yield Linear(tuple(weights), tuple(weights.values()), "==", 0, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        name = " ".join(self.groups[0])
        for group in self.located(grid):
            places = tuple(map(place, group))
            yield Shade(places, f"equal sums of {name}", tint="blue")
            yield Outline(places, "=")
