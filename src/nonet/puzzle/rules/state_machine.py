"""State machine: the values along some cells are accepted by a finite automaton."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.errors import ModelError
from nonet.model import Annotation, Automaton, Constraint, Regular
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import CellsRule, Example


@dataclass(frozen=True)
class StateMachine(CellsRule):
    """The values, read in the order of the cells, lead from state 0 to an accepting state.

    A transition is (state, value, next state); where there is none the line is refused.  The
    cells need not touch.
    """

    transitions: tuple[tuple[int, int, int], ...]
    accepting: tuple[int, ...]

    name = "state-machine"
    sentence = "The values along the line are accepted by the automaton given."
    aliases = ("nfa",)
    entry = "cells"
    parameters = {
        "cells": "the cells in order, as R1C1 or A1",
        "transitions": "(state, value, next state); the first state is 0",
        "accepting": "the states that the line may end in",
    }
    examples = (
        Example(
            "...........4.3..",
            "2143341212344321",
            {
                "cells": ("R1C1", "R1C2", "R2C2", "R2C3"),
                "transitions": (
                    *((0, 1, 1), (0, 2, 1), (1, 1, 2), (1, 2, 1)),
                    *((2, 1, 3), (2, 4, 2), (1, 3, 2), (3, 4, 3)),
                ),
                "accepting": (2, 3),
            },
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            machine = Automaton(0, self.accepting, self.transitions)
        except (ModelError, TypeError) as error:
            raise self.rule_error(str(error)) from None
        object.__setattr__(self, "_machine", machine)
        object.__setattr__(self, "transitions", machine.transitions)
        object.__setattr__(self, "accepting", tuple(sorted(machine.accepting)))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.checked_cells(grid, self.cells, allow_repeats=True)
        name = f"state machine {cells[0]}-{cells[-1]}"
        rule = Annotation("state machine", name, f"the automaton accepts {cells[0]} to {cells[-1]}")
        machine = self._machine  # type: ignore[attr-defined]
        yield Regular.unchecked(scope=cells, automaton=machine, rule=rule)
