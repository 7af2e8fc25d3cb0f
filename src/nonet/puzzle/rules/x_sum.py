"""X-sums: the sum of the first values of a line, of so many as the first one says."""

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
class XSum(OutsideRule):
    """The first value counts itself and is part of the sum; after a 0 the sum is 0."""

    sum: int

    clue_field = "sum"
    min_clue = 0
    name = "x-sum"
    sentence = (
        "A number beside the grid is the sum of the first X values from there, where X is the "
        "first of them."
    )
    aliases = ("xsum", "x-sums")
    parameters = {
        **OutsideRule.parameters,
        "sum": "the sum of the first values",
    }
    examples = (
        Example(
            ".........4.....1....................",
            "164235325416436152251364512643643521",
            "7 R4C0",
            extra_rules=(
                "x-sum 6 R7C5",
                "x-sum 21 R0C2",
                "x-sum 10 R2C0",
                "x-sum 9 R0C5",
                "x-sum 21 R6C0",
            ),
        ),
    )

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        differ = self.is_unit(cells, rules)
        most = sum(grid.values[-len(cells) :]) if differ else grid.values[-1] * len(cells)
        if self.sum > most:
            raise self.impossible_rule_error(
                f"the clue at {self.clue} cannot be {self.sum}: the line sums to {most}"
            )
        machine = _automaton(self.sum, grid.values, len(cells))
        annotation = self.annotation(
            grid,
            f"the first cells of {cells[0]} to {cells[-1]}, as many as {cells[0]} says, sum to "
            f"{self.sum}",
        )
        yield Regular(cells, machine, rule=annotation)


@lru_cache(maxsize=256)
def _automaton(total: int, values: tuple[int, ...], length: int) -> Automaton:
    """Return the automaton of ``length`` cells whose first X values have this total.

    A state is the number of further values that count, and their sum; -1 before the first value.
    """

    def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        more, remaining = state
        if more < 0:
            if value == 0:  # no cell counts
                return (0, 0) if total == 0 else None
            more, remaining = value - 1, total - value
            if not 0 <= more < length:
                return None
        elif more == 0:
            return state
        else:
            more, remaining = more - 1, remaining - value
        return (more, remaining) if remaining >= 0 and (more > 0 or remaining == 0) else None

    return fixed_length_automaton(values, (-1, 0), step, length, lambda state: state == (0, 0))
