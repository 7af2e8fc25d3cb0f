"""Longest run: how many values in a row rise, at most, in a row or column."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from nonet.encoding.automata import build_automaton
from nonet.model import Constraint, Regular
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.outside_rule import OutsideRule


@dataclass(frozen=True)
class LongestRun(OutsideRule):
    """Of the runs of neighbours that rise, seen from the clue, the longest has ``length`` cells.

    With ``kind`` ``consecutive`` each value of a run is the value before plus 1.
    """

    length: int
    kind: Literal["rising", "consecutive"] = "rising"

    clue_field = "length"
    min_clue = 1
    name = "longest-run"
    sentence = (
        "A number beside the grid is the length of the longest run of cells side by side whose "
        "values rise, seen from there."
    )
    aliases = ("maximum-run", "max-run", "longest-increasing-run")
    parameters = {
        "length": "how many cells the longest run has",
        "kind": "rising, or consecutive where each is one more than the one before",
    }
    examples = (
        Example(
            "3.........4.....",
            "3214142323414132",
            {"clue": "R0C1", "length": 3, "kind": "rising"},
            extra_rules=("longest-run 2 R2C5",),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        def step(state: tuple[int, int, bool], value: int) -> tuple[int, int, bool] | None:
            """The last value, how long the run is, and whether one was long enough."""
            last, run, met = state
            goes_on = value == last + 1 if self.kind == "consecutive" else value > last
            run = run + 1 if goes_on and run else 1
            return (value, run, met or run == self.length) if run <= self.length else None

        cells = self.line_cells(grid)
        if self.length > len(cells):
            raise self.impossible_rule_error(f"a run of {self.length} is longer than the line")
        start = (grid.values[0] - 1, 0, False)
        machine = build_automaton(grid.values, start, step, lambda state: state[2])
        annotation = self.annotation(
            grid, f"the longest {self.kind} run from {cells[0]} to {cells[-1]} has {self.length}"
        )
        yield Regular(cells, machine, rule=annotation)
