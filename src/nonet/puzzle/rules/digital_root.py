"""Digital roots: the sum of a cage, its digits summed to a single digit, is given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from nonet.encoding.automata import fixed_length_automaton
from nonet.model import Automaton, Constraint, Regular
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.cage_rule import CageRule, sum_bounds


@dataclass(frozen=True)
class DigitalRoot(CageRule):
    """The sum of the cage, the sum of its digits, and so on to one digit, is ``root``."""

    root: int
    repeats: bool = False

    name = "digital-root"
    sentence = (
        "The digits of a cage's sum, summed again until one is left, come to the number in its "
        "corner, and no value comes twice in it."
    )
    aliases = ("digital-root-cage",)
    parameters = {
        "cells": "the cage's cells, as R1C1 or A1",
        "root": "the digit that is left, 1 to 9",
        "repeats": "whether a value may come twice in the cage",
    }
    examples = (
        Example(
            "........................3.....4..5..",
            "145263236415623154514326351642462531",
            "3 R3C6 R4C5 R4C6",
            extra_rules=(
                "digital-root 7 R4C3 R5C3 R6C3",
                "digital-root 6 R5C4 R6C4 R6C5 R6C6",
                "digital-root 9 R1C6 R2C5 R2C6",
                "digital-root 4 R2C4 R3C3 R3C4 R3C5",
            ),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.checked_number(self.root, "the root") <= 9:
            raise self.rule_error(f"the root is 1 to 9, not {self.root}")

    def clue_text(self) -> str:
        return f"DR{self.root}"

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        if not self.repeats:
            yield self.all_different(grid)
        low, high = sum_bounds(grid, len(cells), repeats=self.repeats)
        if all(total % 9 != self.root % 9 for total in range(max(1, low), high + 1)):
            raise self.impossible_rule_error(
                f"the cage at {cells[0]} cannot have the root {self.root}: sums are {low} to {high}"
            )
        machine = _automaton(self.root, grid.values, len(cells))
        annotation = self.annotation(grid, f"{' + '.join(cells)} has the digital root {self.root}")
        yield Regular(cells, machine, rule=annotation)


@lru_cache(maxsize=256)
def _automaton(root: int, values: tuple[int, ...], length: int) -> Automaton:
    """Return the automaton of ``length`` values whose sum has this digital root."""

    def step(total: int, value: int) -> int:
        """The state is 0 until a value above 0 comes, then 1 to 9: only 0 has the root 0."""
        return (total + value - 1) % 9 + 1 if total + value else 0

    return fixed_length_automaton(values, 0, step, length, lambda total: total == root)
