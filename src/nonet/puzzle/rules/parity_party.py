"""Parity party: the sum of a line as far as the first change between odd and even."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.encoding.automata import build_automaton
from nonet.model import Constraint, Regular
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.outside_rule import OutsideRule


@dataclass(frozen=True)
class ParityParty(OutsideRule):
    """The sum includes the first value whose parity differs from the value before.

    A line without a change has no such sum.
    """

    sum: int

    clue_field = "sum"
    min_clue = 0
    name = "parity-party"
    sentence = (
        "A number beside the grid is the sum of the values from there up to and with the first "
        "one of another parity."
    )
    parameters = {**OutsideRule.parameters, "sum": "the sum"}
    examples = (
        Example(
            ".......1.......3", "4132234132141423", "6 R0C2", extra_rules=("parity-party 5 R3C5",)
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
            """The state is the last parity (2 at first, 3 after the change), and the missing sum."""
            parity, remaining = state
            if parity == 3:
                return state
            remaining -= value
            if parity in (2, value % 2):
                return (value % 2, remaining) if remaining > 0 else None
            return (3, 0) if remaining == 0 else None

        cells = self.line_cells(grid)
        start: tuple[int, int] = (2, self.sum)
        machine = build_automaton(grid.values, start, step, lambda state: state[0] == 3)
        annotation = self.annotation(
            grid, f"from {cells[0]} to the first change of parity the sum is {self.sum}"
        )
        yield Regular(cells, machine, rule=annotation)
