"""Count regions: a cell says how many different unknown regions some cells are of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.encoding.automata import fixed_length_automaton
from nonet.model import Annotation, Constraint, Regular
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import CellsRule, Example, PuzzleRule
from nonet.puzzle.rules.region_rules import (
    checked_region_cells,
    region_variable,
    unknown_regions_rule,
)
from nonet.render.drawing import Bulb, Decoration, Outline


@dataclass(frozen=True)
class CountRegions(CellsRule):
    """``control`` holds the number of different regions of ``cells``."""

    control: Cell

    name = "count-regions"
    sentence = "The cell with a circle holds the number of different regions of the outlined cells."
    parameters = {
        "cells": "the cells whose regions are counted, as R1C1 or A1",
        "control": "the cell that holds how many",
    }
    examples = (
        Example(
            "..3.3...1..4.4..",
            "4231314213242413",
            "R1C1 R1C2 R1C3 R4C1 R4C4 | R2C4",
            extra_rules=("unknown-regions",),
            omitted_rules=("boxes",),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "control", self.checked_names([self.control])[0])

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        block = grid.blocks[0]
        size = getattr(unknown_regions_rule(self, rules), "size", None) or grid.size
        yield self._region_count(grid, block.height * block.width // size)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        yield self._region_count(grid, grid.size)

    def _region_count(self, grid: Grid, regions: int) -> Constraint:
        cells = checked_region_cells(self, grid, self.cells)
        (control,) = self.checked_cells(grid, [self.control])
        most = len(cells)

        def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
            """How many cells were met, and their regions as bits."""
            met, seen = state
            if met < most:
                return (met + 1, seen | 1 << value) if value > 0 else None
            return (met + 1, 0) if met == most and seen.bit_count() == value else None

        symbols = sorted({*grid.values, *range(1, regions + 1)})
        annotation = Annotation(
            self.name,
            f"regions counted by {control}",
            f"{control} is the number of different regions of {' '.join(cells)}",
        )
        machine = fixed_length_automaton(symbols, (0, 0), step, most + 1)
        return Regular((*map(region_variable, cells), control), machine, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = checked_region_cells(self, grid, self.cells)
        yield Outline(tuple(map(place, cells)), f"# {self.control}")
        yield Bulb(tuple(map(place, self.checked_cells(grid, [self.control]))), filled=False)
