"""Numbered rooms: the value at the place of a line that its first value says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from nonet.encoding.automata import fixed_length_automaton
from nonet.model import Automaton, Constraint, Regular
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.outside_rule import OutsideRule


@dataclass(frozen=True)
class NumberedRoom(OutsideRule):
    """Places count from 1: if the first value is 1, this value is the clue itself."""

    value: int

    clue_field = "value"
    min_clue = 0
    name = "numbered-room"
    sentence = (
        "A number beside the grid is the value of the Nth cell from there, where N is the first "
        "value."
    )
    aliases = ("numbered-rooms",)
    parameters = {
        **OutsideRule.parameters,
        "value": "the value of the cell that the first one points at",
    }
    examples = (
        Example(
            ".......................2............",
            "542613136245324561615432453126261354",
            "4 R3C0",
            extra_rules=(
                "numbered-room 1 R5C0",
                "numbered-room 4 R5C7",
                "numbered-room 6 R1C7",
                "numbered-room 6 R0C3",
                "numbered-room 1 R6C7",
                "numbered-room 4 R0C1",
                "numbered-room 6 R6C0",
            ),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        if self.value not in grid.values:
            raise self.impossible_rule_error(
                f"the clue at {self.clue} is {self.value}, which is no value"
            )
        machine = _automaton(self.value, grid.values, len(cells))
        annotation = self.annotation(
            grid,
            f"the cell of {cells[0]} to {cells[-1]} at the place that {cells[0]} says "
            f"holds {self.value}",
        )
        yield Regular(cells, machine, rule=annotation)


@lru_cache(maxsize=256)
def _automaton(clue: int, values: tuple[int, ...], length: int) -> Automaton:
    """Return the automaton of a line of ``length`` cells whose numbered room holds ``clue``."""

    def step(room: int, value: int) -> int | None:
        """The state is the cells left to the room: 0 beyond the room, -1 at the start."""
        if room == 0:
            return 0
        if room < 0:
            if not 1 <= value <= length or (value == 1 and value != clue):
                return None
            return value - 1
        return None if room == 1 and value != clue else room - 1

    return fixed_length_automaton(values, -1, step, length, lambda room: room == 0)
