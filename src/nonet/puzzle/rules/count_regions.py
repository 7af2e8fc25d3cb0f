"""Count regions: a cell says how many different unknown regions some cells are of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from nonet.model import Annotation, Constraint, Regular
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.automata import automaton
from nonet.puzzle.rules.base import CellsRule, Example, PuzzleRule
from nonet.puzzle.rules.regions import divided, divided_cells, region_of
from nonet.render.drawing import Bulb, Decoration, Outline


@dataclass(frozen=True)
class CountRegions(CellsRule):
    """``control`` holds the number of different regions of ``cells``."""

    control: Cell

    name: ClassVar[str] = "count-regions"
    sentence: ClassVar[str] = (
        "The cell with a circle holds the number of different regions of the outlined cells."
    )
    parameters: ClassVar[dict[str, str]] = {
        "cells": "the cells whose regions are counted, as R1C1 or A1",
        "control": "the cell that holds how many",
    }
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "..3.3...1..4.4..",
            "4231314213242413",
            {"cells": ("R1C1", "R1C2", "R1C3", "R4C1", "R4C4"), "control": "R2C4"},
            beside=("unknown-regions",),
            without=("boxes",),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "control", self.named([self.control])[0])

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        block = grid.blocks[0]
        size = getattr(divided(self, rules), "size", None) or grid.size
        yield self._counting(grid, block.height * block.width // size)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        yield self._counting(grid, grid.size)

    def _counting(self, grid: Grid, regions: int) -> Constraint:
        cells = divided_cells(self, grid, self.cells)
        (control,) = self.on(grid, [self.control])
        most = len(cells)

        def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
            """How many cells were met, and their regions as bits."""
            met, seen = state
            if met < most:
                return (met + 1, seen | 1 << value) if value > 0 else None
            return (met + 1, 0) if met == most and seen.bit_count() == value else None

        symbols = sorted({*grid.values, *range(1, regions + 1)})
        words = Annotation(
            self.name,
            f"regions counted by {control}",
            f"{control} is the number of different regions of {' '.join(cells)}",
        )
        machine = automaton((0, 0), step, symbols, most + 1)
        return Regular((*map(region_of, cells), control), machine, rule=words)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = divided_cells(self, grid, self.cells)
        yield Outline(tuple(map(place, cells)), f"# {self.control}")
        yield Bulb(tuple(map(place, self.on(grid, [self.control]))), filled=False)
