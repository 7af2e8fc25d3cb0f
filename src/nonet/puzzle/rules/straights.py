"""Straights (Str8ts): compartments hold consecutive values, and no value comes twice in a line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import AllDifferent, Annotation, AnyOf, Constraint
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.value_set_lines import consecutive_constraint
from nonet.render.drawing import Decoration, Shade


@dataclass(frozen=True)
class Straights(PuzzleRule):
    """The rules of Str8ts, for a grid without the black cells that have no number.

    ``black`` are the black cells that have a number.  Runs of other cells in a row or a
    column are compartments.
    """

    black: tuple[Cell, ...] = ()

    name = "straights"
    sentence = (
        "No value occurs twice in a row or column; white cells side by side hold consecutive "
        "values, in any order."
    )
    aliases = ("str8ts",)
    entry = "cells"
    parameters = {"black": "the black cells that have a number (none unless given)"}
    replaces = "rows columns boxes"
    examples = (
        Example(
            "....4..14...2......3...1...6...",
            "3125423146512354656345613256421",
            "R2C3 R5C4",
            omitted_rules=("rows", "columns", "boxes"),
            grid=Grid.from_picture(
                ["...#..", "......", "......", "##..#.", "......", "...#.."], range(1, 7)
            ),
        ),
    )

    def __post_init__(self) -> None:
        if self.black:
            object.__setattr__(self, "black", self.checked_names(self.black, "black"))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        black = {*self.checked_cells(grid, self.black)}
        for kind, across in (("row", 0), ("column", 1)):
            lines: dict[int, list[Cell]] = {}
            for cell in sorted(grid.cells, key=lambda cell: place(cell)[1 - across]):
                lines.setdefault(place(cell)[across], []).append(cell)
            for number, cells in sorted(lines.items()):
                label = f"{kind} {number + 1}"
                annotation = Annotation("straights", label, f"every value at most once in {label}")
                yield AllDifferent(tuple(cells), rule=annotation)
                for run in _compartments(cells, 1 - across, black):
                    yield self._compartment_constraints(grid, run)

    def _compartment_constraints(self, grid: Grid, cells: tuple[Cell, ...]) -> AnyOf:
        label = f"compartment {cells[0]}-{cells[-1]}"
        constraint = consecutive_constraint(
            cells,
            grid,
            Annotation("straights", label, f"the values in the {label} are consecutive"),
        )
        if constraint is None:
            raise self.impossible_rule_error(
                f"the {label} has more cells than there are consecutive values"
            )
        return constraint

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        if self.black:
            yield Shade(tuple(map(place, self.checked_cells(grid, self.black))), "black", "grey")


def _compartments(cells: list[Cell], along: int, black: set[Cell]) -> Iterable[tuple[Cell, ...]]:
    """Yield the compartments of a line: two or more white cells side by side."""
    run: list[Cell] = []
    for cell in cells:
        if run and (cell in black or place(cell)[along] != place(run[-1])[along] + 1):
            if len(run) > 1:
                yield tuple(run)
            run = []
        if cell not in black:
            run.append(cell)
    if len(run) > 1:
        yield tuple(run)
