"""Hidden skyscrapers: the first value of a line that is hidden by a greater value before."""

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
    parameters = {
        **OutsideRule.parameters,
        "value": "the first value that is hidden",
    }
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
        machine = _automaton(self.value, grid.values, len(cells))
        annotation = self.annotation(
            grid, f"the first that is hidden from {cells[0]} to {cells[-1]} is {self.value}"
        )
        yield Regular.unchecked(scope=cells, automaton=machine, rule=annotation)


@lru_cache(maxsize=256)
def _automaton(clue: int, values: tuple[int, ...], length: int) -> Automaton:
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
