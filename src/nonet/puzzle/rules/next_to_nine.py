"""Next to nine: values beside a row or column are the neighbours of its greatest value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations

from nonet.encoding.automata import build_automaton
from nonet.model import Constraint, Regular
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.outside_rule import OutsideRule, checked_outside_name

_MET, _LINE_END = -1, -2
"""The state after the greatest value: no value is due any more, or the line must end."""


@dataclass(frozen=True)
class NextToNine(OutsideRule):
    """The cells beside the greatest value of the row or column hold exactly ``values``.

    A single value says that the greatest value is at an end of the line.  A line holds the greatest
    value once.
    """

    values: tuple[int, ...]

    clue_field = "values"
    name = "next-to-nine"
    sentence = (
        "Values beside a row or column are those next to its 9 (or its greatest value), in any "
        "order."
    )
    aliases = ("next-to-9", "neighbours-of-nine")
    parameters = {
        **OutsideRule.parameters,
        "values": "the one or two values next to the greatest",
    }
    examples = (
        Example(
            ".3.............3", "1324243131424213", "1 3 R0C2", extra_rules=("next-to-nine 2 R1C0",)
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "clue", checked_outside_name(self, self.clue))
        object.__setattr__(self, "values", self.checked_numbers(self.values, "a value"))
        if not 1 <= len(self.values) <= 2:
            raise self.rule_error("the greatest value has one or two neighbours")

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells, top = self.line_cells(grid), grid.values[-1]
        for value in self.values:
            if value not in grid.values or value == top:
                raise self.impossible_rule_error(f"{value} cannot be next to {top}")
        orders = sorted(set(permutations(self.values)))

        def step(state: tuple[int, ...], value: int) -> tuple[int, ...] | None:
            """Where reading is: the last value, and after the greatest the value to come."""
            before, *due = state
            if due == [_LINE_END]:
                return None
            if due and due[0] != _MET:
                return (value, _MET) if value == due[0] else None
            if value != top:
                return (value, *due)
            if due:
                return None  # the greatest a second time
            if len(self.values) == 1:
                return (value, self.values[0]) if before < grid.values[0] else _end(before)
            return next(((value, b) for a, b in orders if a == before), None)

        def _end(before: int) -> tuple[int, ...] | None:
            # the greatest is last: nothing may come
            return (top, _LINE_END) if before == self.values[0] else None

        def accepts(state: tuple[int, ...]) -> bool:
            return len(state) == 2 and state[1] in (_MET, _LINE_END)

        start: tuple[int, ...] = (grid.values[0] - 1,)
        machine = build_automaton(grid.values, start, step, accepts)
        listed = " and ".join(map(str, self.values))
        annotation = self.annotation(
            grid, f"{listed} and no other value is next to {top} in its line"
        )
        yield Regular(cells, machine, rule=annotation)

    def clue_text(self) -> str:
        return " ".join(map(str, self.values))
