"""Sandwiches: the sum of the values between the least and the greatest value of a line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from nonet.encoding.automata import fixed_length_automaton
from nonet.model import Annotation, Automaton, Constraint, Regular
from nonet.puzzle.grid import Cell, Grid
from nonet.puzzle.rules.base import Example, PuzzleRule, value_count
from nonet.puzzle.rules.outside_rule import OutsideRule


@dataclass(frozen=True)
class Sandwich(OutsideRule):
    """Bread are the least and the greatest value, 1 and 9 in a 9x9, each once in the line."""

    sum: int

    clue_field = "sum"
    min_clue = 0
    name = "sandwich"
    sentence = (
        "A number beside the grid is the sum of the values between the least and the greatest "
        "value (1 and 9) of its row or column."
    )
    aliases = ("sandwich-sum",)
    parameters = {
        **OutsideRule.parameters,
        "sum": "the sum of the values between",
    }
    examples = (
        Example(
            "........6................3.4........",
            "324615516324451263263541132456645132",
            "0 R7C1",
            extra_rules=(
                "sandwich 14 R0C4",
                "sandwich 0 R1C7",
                "sandwich 5 R0C2",
                "sandwich 2 R0C5",
                "sandwich 0 R7C3",
            ),
        ),
    )

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        low, high = grid.values[0], grid.values[-1]
        differ = self.is_unit(cells, rules)
        inner = grid.values[1:-1] if differ else grid.values[-2:-1] * (len(cells) - 2)
        if self.sum > sum(inner):
            raise self.impossible_rule_error(
                f"the clue at {self.clue} cannot be {self.sum}: all values but {low} and {high} "
                f"sum to {sum(inner)}"
            )
        annotation = self.annotation(
            grid,
            f"what lies between {low} and {high} in {cells[0]} to {cells[-1]} sums to {self.sum}",
        )
        yield sandwich_constraint(cells, self.sum, grid, annotation)
        if not differ:  # nothing else keeps the two breads different
            sentence = f"{low} is once in {cells[0]} to {cells[-1]}"
            once = Annotation(self.name, f"{annotation.label}: {low} once", sentence)
            yield value_count(cells, low, "==", 1, once)


def sandwich_constraint(
    cells: tuple[Cell, ...], total: int, grid: Grid, annotation: Annotation
) -> Regular:
    """Return the constraint that two of ``cells`` hold the least or the greatest value of the grid,
    and that the values between have the total.

    Both may hold the same value, where no other constraint makes ``cells`` differ.
    """
    return Regular(cells, _automaton(total, grid.values, len(cells)), rule=annotation)


@lru_cache(maxsize=256)
def _automaton(total: int, values: tuple[int, ...], length: int) -> Automaton:
    """Return the automaton of a line of ``length`` cells whose sandwich has this total."""
    low, high = values[0], values[-1]

    def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        """The state is the slices of bread met (0 to 2), and the missing part of the sum."""
        slices, missing = state
        if value in (low, high):
            done = slices == 0 or (slices == 1 and missing == 0)
            return (slices + 1, missing) if done else None
        if slices == 1:
            return (1, missing - value) if missing >= value else None
        return state

    start: tuple[int, int] = (0, total)
    return fixed_length_automaton(values, start, step, length, lambda state: state[0] == 2)
