"""Rellik cages: no values of the cage have the sum in its corner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from nonet.encoding.automata import fixed_length_automaton
from nonet.model import Automaton, Constraint, Regular
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.cage_rule import CageRule


@dataclass(frozen=True)
class Rellik(CageRule):
    """No non-empty set of values of the cage sums to ``sum``; no value comes twice in the cage."""

    sum: int

    name = "rellik"
    sentence = (
        "No one or more of the values in a cage sum to the number in its corner, "
        "and no value comes twice in it."
    )
    aliases = ("rellik-cage",)
    parameters = {
        "cells": "the cage's cells, as R1C1 or A1",
        "sum": "the sum that is not to be had",
    }
    examples = (
        Example(
            "32......6..4.............4.35...2...",
            "324516156234213465465123641352532641",
            "1 R5C2 R6C2 R6C3 R6C4",
            extra_rules=("rellik 13 R4C5 R4C6 R5C5 R6C5", "rellik 16 R3C1 R4C1 R5C1 R6C1"),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.sum, "the sum", minimum=1)

    def clue_text(self) -> str:
        return f"≠{self.sum}"

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        yield self.all_different(grid)
        annotation = self.annotation(grid, f"no values of {' '.join(cells)} sum to {self.sum}")
        yield Regular(cells, _automaton(self.sum, grid.values, len(cells)), rule=annotation)


@lru_cache(maxsize=256)
def _automaton(total: int, values: tuple[int, ...], length: int) -> Automaton:
    """Return the automaton of ``length`` values of which no non-empty set adds up to ``total``."""
    wide = (1 << (total + 1)) - 1

    def step(sums: int, value: int) -> int | None:
        """``sums`` has a bit for each sum that some of the values met have."""
        after = (sums | sums << value) & wide
        return None if after >> total & 1 else after

    return fixed_length_automaton(values, 1, step, length)
