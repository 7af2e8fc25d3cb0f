"""Clues beside the grid that take values for heights of buildings.

- Skyscrapers: the number of visible values of a line, each greater than all before.
- Hidden skyscrapers: the first value of a line that is hidden by a greater value before.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from nonet.encoding.automata import fixed_length_automaton
from nonet.model import Automaton, Constraint, Regular
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.outside_rule import OutsideRule


@dataclass(frozen=True)
class Skyscraper(OutsideRule):
    """A value hides the smaller and equal values behind.

    A cell of value 0 is a park, not a building, and is never counted (so in the Interactive Sudoku
    Solver and in "Skyscrapers with parks").  Where 0 is a building of its own: ``parks=no``.
    """

    count: int
    parks: bool = True

    clue_field = "count"
    min_clue = 1
    name = "skyscraper"
    sentence = (
        "Values are heights of buildings: a number beside the grid says how many of its row or "
        "column are seen from there."
    )
    aliases = ("skyscrapers",)
    parameters = {
        "count": "how many are seen",
        "parks": "whether a cell of value 0 is a park, which is not counted",
    }
    examples = (
        Example(
            "..4............2................3...",
            "134625625134341256256341412563563412",
            "4 R0C2",
            extra_rules=(
                "skyscraper 4 R3C0",
                "skyscraper 2 R7C5",
                "skyscraper 4 R1C0",
                "skyscraper 1 R2C0",
                "skyscraper 3 R4C7",
                "skyscraper 2 R1C7",
                "skyscraper 2 R7C1",
            ),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        if self.count > len(cells):
            raise self.impossible_rule_error(
                f"the clue at {self.clue} cannot be {self.count}: the line has {len(cells)} cells"
            )
        machine = _seen_automaton(self.count, grid.values, len(cells), self.parks)
        annotation = self.annotation(grid, f"{self.count} are seen from {cells[0]} to {cells[-1]}")
        yield Regular.unchecked(scope=cells, automaton=machine, rule=annotation)


@lru_cache(maxsize=256)
def _seen_automaton(count: int, values: tuple[int, ...], length: int, parks: bool) -> Automaton:
    """Return the automaton of a line of ``length`` cells of which ``count`` are visible."""

    def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        """The tallest so far, and how many more are to be seen."""
        tallest, more = state
        if value <= tallest:
            return state
        return (value, more - 1) if more else None

    ground = max(0, values[0] - 1) if parks else values[0] - 1
    start = (ground, count)
    return fixed_length_automaton(values, start, step, length, lambda state: state[1] == 0)


@dataclass(frozen=True)
class HiddenSkyscraper(OutsideRule):
    """A value hides smaller and equal values behind; the first hidden value is the clue."""

    value: int

    clue_field = "value"
    min_clue = 0
    name = "hidden-skyscraper"
    sentence = (
        "Values are heights of buildings: a number beside the grid is the first one that is not "
        "seen from there."
    )
    aliases = ("hidden-skyscrapers",)
    parameters = {"value": "the first value that is hidden"}
    examples = (
        Example(
            "........6..........1..............3.",
            "145263236415623154514326351642462531",
            "4 R7C6",
            extra_rules=(
                "hidden-skyscraper 4 R2C0",
                "hidden-skyscraper 1 R2C7",
                "hidden-skyscraper 1 R0C4",
                "hidden-skyscraper 5 R7C2",
                "hidden-skyscraper 1 R5C7",
            ),
        ),
    )

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        hidden = grid.values[:-1] if self.is_unit(cells, rules) else grid.values
        if self.value not in hidden:
            raise self.impossible_rule_error(
                f"the clue at {self.clue} cannot be {self.value}: "
                f"hidden are {hidden[0]} to {hidden[-1]}"
            )
        machine = _hidden_automaton(self.value, grid.values, len(cells))
        annotation = self.annotation(
            grid, f"the first that is hidden from {cells[0]} to {cells[-1]} is {self.value}"
        )
        yield Regular.unchecked(scope=cells, automaton=machine, rule=annotation)


@lru_cache(maxsize=256)
def _hidden_automaton(clue: int, values: tuple[int, ...], length: int) -> Automaton:
    """Return the automaton of a line of ``length`` cells whose first hidden value is ``clue``."""

    def step(tallest: int, value: int) -> int | None:
        """The state is the tallest value so far; above all values once a value is hidden."""
        if value > tallest or tallest == hidden:
            return max(value, tallest)
        return hidden if value == clue else None

    hidden = values[-1] + 1
    return fixed_length_automaton(
        values, values[0] - 1, step, length, lambda state: state == hidden
    )
