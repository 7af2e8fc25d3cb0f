"""Leap: cells a given move apart, such as a leaper of chess makes, differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example, PuzzleRule, move_constraints


@dataclass(frozen=True)
class Leap(PuzzleRule):
    """Cells ``far`` and ``wide`` lines apart, in any of the eight directions, differ.

    A knight is the leaper of 1 and 2, a camel of 1 and 3, a zebra of 2 and 3, a giraffe of 1 and 4.
    """

    steps: tuple[int, ...]

    name = "leap"
    sentence = "Cells the given leap apart, in any direction, hold different values."
    aliases = ("leaper", "anti-leap")
    parameters = {
        "steps": "how many lines a leap goes one way and how many across: 1 3; several: 1 3 2 2"
    }
    examples = (
        Example(
            "....41..5.6...1............4......2.", "632541415263321654546132263415154326", "1 3"
        ),
    )

    def __post_init__(self) -> None:
        if not isinstance(self.steps, tuple) or not self.steps or len(self.steps) % 2:
            raise self.rule_error(f"a leap is two numbers, as 1 3 is; not {self.steps!r}")
        for step in self.steps:
            self.checked_number(step, "a step", minimum=0)
        if (0, 0) in self.leap_pairs():
            raise self.rule_error("a leap of 0 and 0 goes nowhere")

    def leap_pairs(self) -> tuple[tuple[int, int], ...]:
        """The leaps, each as its two numbers."""
        return tuple(zip(self.steps[::2], self.steps[1::2], strict=True))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        half = {
            step: None
            for far, wide in self.leap_pairs()
            for down, right in ((far, wide), (wide, far))
            for step in ((down, right), (down, -right))
        }
        # of two opposite steps, which part the same pairs, one is kept
        half_steps = sorted({max(step, (-step[0], -step[1])) for step in half})
        return move_constraints(grid, half_steps, "leaper")
