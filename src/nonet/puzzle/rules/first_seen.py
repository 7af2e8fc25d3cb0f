"""First seen odd or even: the number beside a line is its first value of that parity."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.encoding.automata import build_automaton
from nonet.model import Constraint, Regular
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.outside_rule import OutsideRule


@dataclass(frozen=True)
class FirstSeen(OutsideRule):
    """``value`` is the first value of its parity in the line."""

    value: int

    clue_field = "value"
    name = "first-seen"
    sentence = (
        "A number beside the grid is the first odd value seen from there if it is odd, else the "
        "first even one."
    )
    aliases = ("first-seen-odd-even", "first-odd-even")
    parameters = {**OutsideRule.parameters, "value": "that value"}
    examples = (
        Example(
            ".....34.........", "4123234134121234", "3 R0C1", extra_rules=("first-seen 2 R3C5",)
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        if self.value not in grid.values:
            raise self.rule_error(f"{self.value} is no value of this grid")

        def step(seen: bool, value: int) -> bool | None:
            if seen or value % 2 != self.value % 2:
                return seen
            return True if value == self.value else None

        machine = build_automaton(grid.values, False, step, bool)
        parity = "odd" if self.value % 2 else "even"
        annotation = self.annotation(
            grid, f"{self.value} is the first {parity} value from {cells[0]} on"
        )
        yield Regular(cells, machine, rule=annotation)
