"""Rules of cells side by side, between clues or black cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from nonet.errors import quantity
from nonet.model import AllDifferent, Annotation, AnyOf, Constraint, Linear
from nonet.puzzle.grid import Cell, Grid, Outside, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.lines import consecutive_constraint
from nonet.puzzle.rules.outside_rule import checked_outside_name
from nonet.render.drawing import Decoration, Shade, Text

_OFFSETS = {"across": (0, 1), "down": (1, 0)}


@dataclass(frozen=True)
class RunSum(PuzzleRule):
    """The cells from the ``clue`` on, as far as these are side by side, add up to ``sum``.

    The rules rows and columns, in a grid whose blocks are its runs, forbid a value twice in a run.
    """

    clue: Outside
    direction: Literal["across", "down"]
    sum: int

    name = "run-sum"
    sentence = "The values of a run add up to the number before it."
    aliases = ("kakuro",)
    entry = "outside"
    parameters = {
        "clue": "the place of the number, where no cell is: R1C2, or R0C3 above the grid",
        "direction": "across or down: which way the run lies",
        "sum": "what its values add up to",
    }
    examples = (
        Example(
            "............",
            "311532687969",
            "4 across R1C2",
            extra_rules=(
                "run-sum 11 across R2C1",
                "run-sum 30 across R3C0",
                "run-sum 15 across R4C1",
                "run-sum 24 down R0C3",
                "run-sum 13 down R0C4",
                "run-sum 15 down R1C2",
            ),
            omitted_rules=("boxes",),
            grid=Grid.from_picture(["##..#", "#....", "....#", "#..##"], range(1, 10)),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        checked_outside_name(self, self.clue)
        self.checked_number(self.sum, "the sum")

    def run_cells(self, grid: Grid) -> tuple[Cell, ...]:
        """The cells of the run; raises ``PuzzleError`` if there are none."""
        if self.clue in grid.cell_set:
            raise self.rule_error(f"{self.clue} is a cell: a clue stands where none is")
        run = grid.cells_in_direction(self.clue, _OFFSETS[self.direction])
        if not run:
            raise self.rule_error(f"no cell is next to {self.clue}, {self.direction}")
        return run

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.run_cells(grid)
        low, high = sum(grid.values[: len(cells)]), sum(grid.values[-len(cells) :])
        if len(cells) > grid.size or not low <= self.sum <= high:
            raise self.impossible_rule_error(
                f"no {quantity(len(cells), 'different value')} add up to {self.sum} at {self.clue}"
            )
        label = f"run of {self.sum} {self.direction} from {self.clue}"
        annotation = Annotation("run", label, f"{' + '.join(cells)} = {self.sum}")
        yield Linear.sum(cells, "==", self.sum, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Text((place(self.clue),), str(self.sum), direction=_OFFSETS[self.direction])


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
