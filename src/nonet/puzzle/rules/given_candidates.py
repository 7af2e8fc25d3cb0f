"""Given candidates: a cell holds a value of a given set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Annotation, Constraint, Table
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.render.drawing import Decoration, Text


@dataclass(frozen=True)
class GivenCandidates(PuzzleRule):
    """A cell and the values that the cell may take."""

    cell: Cell
    values: tuple[int, ...]

    name = "given-candidates"
    sentence = "A cell with small values holds one of them."
    aliases = ("given-pencil-marks",)
    entry = "cells"
    parameters = {"cell": "the cell, as R1C1 or A1", "values": "the values it may take"}
    examples = (
        Example(
            "..........2..3..",
            "1234341241232341",
            "1 4 R1C1",
            extra_rules=(
                "given-candidates 1 2 R1C2",
                "given-candidates 1 4 R4C3",
                "given-candidates 1 3 R3C2",
            ),
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "cell", self.checked_names([self.cell])[0])
        values = self.checked_numbers(self.values, "a value")
        if not values:
            raise self.rule_error(f"{self.cell} is left no value")
        object.__setattr__(self, "values", tuple(sorted(set(values))))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        (cell,) = self.checked_cells(grid, [self.cell])
        for value in self.values:
            if value not in grid.values:
                raise self.rule_error(f"{cell} cannot hold {value}, which is no value of the grid")
        alternatives = " or ".join(map(str, self.values))
        annotation = Annotation(
            self.name, f"given candidates of {cell}", f"{cell} holds {alternatives}"
        )
        yield Table((cell,), frozenset((value,) for value in self.values), rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        (cell,) = self.checked_cells(grid, [self.cell])
        yield Text((place(cell),), "".join(map(str, self.values)), "corner")
