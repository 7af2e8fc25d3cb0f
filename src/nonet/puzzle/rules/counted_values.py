"""Cells that say how many."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from nonet.model import Annotation, Automaton, Constraint, CountFamily, Regular, Table
from nonet.model.constraints.regular import fixed_length_automaton
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import CellsRule, Example
from nonet.render.drawing import Bulb, Decoration, Outline


@dataclass(frozen=True)
class CountDistinct(CellsRule):
    """``control`` holds the number of different values in ``cells``.

    If ``control`` is among ``cells``, its own value counts, too (so in the Interactive Sudoku
    Solver).
    """

    control: Cell

    name = "count-distinct"
    sentence = "The cell with a circle holds the number of different values in the outlined cells."
    parameters = {
        "cells": "the cells whose values are counted, as R1C1 or A1",
        "control": "the cell that holds how many",
    }
    examples = (Example("........2......3", "4132321423411423", "R3C4 R4C2 R4C3 R4C4 | R2C4"),)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "control", self.checked_names([self.control])[0])

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        (control,) = self.checked_cells(grid, [self.control])
        others = tuple(cell for cell in cells if cell != control)
        annotation = Annotation(
            self.name,
            f"distinct values counted by {control}",
            f"{control} is the number of different values in {' '.join(cells)}",
        )
        automaton = _distinct_automaton(grid.values, len(others), control in cells)
        yield Regular((*others, control), automaton, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Outline(tuple(map(place, self.located(grid))), f"# {self.control}")
        yield Bulb(tuple(map(place, self.checked_cells(grid, [self.control]))), filled=False)


@lru_cache(maxsize=64)
def _distinct_automaton(values: tuple[int, ...], length: int, counts_itself: bool) -> Automaton:
    """Return the automaton of ``length`` values and the number of different values.

    The last value is the number; if the number ``counts_itself``, the last value is counted too.
    """
    place_of = {value: 1 << i for i, value in enumerate(values)}
    done = 1 << len(values)

    def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        """The state is the number of cells met, and the values met as bits."""
        met, seen = state
        if met < length:
            return met + 1, seen | place_of[value]
        counted = seen | place_of[value] if counts_itself else seen
        return (met, done) if counted.bit_count() == value else None

    return fixed_length_automaton(values, (0, 0), step, length + 1)


class CountingCircles(CellsRule):
    """List all circles of the puzzle in one rule."""

    name = "counting-circles"
    sentence = "A value in a circle is the number of circles that hold it."
    parameters = {"cells": "all cells with a circle, as R1C1 or A1"}
    examples = (
        Example(
            "........6......2.3...5..1...........",
            "324615516324451263263541132456645132",
            "R1C2 R1C3 R4C5 R5C4 R6C2 R6C6",
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        usable = [value for value in grid.values if 1 <= value <= len(cells)]
        # the values that occur sum to the number of circles: one that is in no such sum does not
        together = [
            value
            for value in usable
            if len(cells) - value in _subset_sums([other for other in usable if other != value])
        ]
        if not together:
            raise self.impossible_rule_error(
                f"{len(cells)} circles are impossible: their number must be a sum of different values "
                f"{grid.values[0]} to {grid.values[-1]}"
            )
        allowed = frozenset((value,) for value in together)
        for cell in cells:
            annotation = Annotation(
                self.name, f"circle {cell}", f"{cell} holds a number of circles"
            )
            yield Table.unchecked(scope=(cell,), tuples=allowed, rule=annotation)
        required = frozenset(
            value
            for value in together
            if len(cells) not in _subset_sums([other for other in together if other != value])
        )
        missing = f"; without {' or '.join(map(str, sorted(required)))} no sum is {len(cells)}"
        annotation = Annotation(
            self.name,
            f"circles at {cells[0]}",
            f"each value is in as many of the {len(cells)} circles as it says, or in none"
            + (missing if required else ""),
        )
        yield CountFamily(
            cells, tuple((value, value) for value in together), required, rule=annotation
        )

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for cell in self.located(grid):
            yield Bulb((place(cell),), filled=False, tint="grey")


def _subset_sums(values: list[int]) -> set[int]:
    """The sums of some of ``values``, none and all included."""
    sums = {0}
    for value in values:
        sums |= {total + value for total in sums}
    return sums
