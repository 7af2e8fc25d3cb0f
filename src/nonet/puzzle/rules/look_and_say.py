"""Look and say cages: how many of which value a cage holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Annotation, Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example, value_count
from nonet.puzzle.rules.cage_rule import CageRule


@dataclass(frozen=True)
class LookAndSay(CageRule):
    """``counts`` is read in pairs: 1 2 2 3 says one 2 and two 3s, neither more nor fewer.

    Values that are not said may be in the cage as well.
    """

    counts: tuple[int, ...]

    name = "look-and-say"
    sentence = (
        "A cage holds exactly what its corner says: 1223 is one 2 and two 3s, beside other values."
    )
    aliases = ("look-and-say-cage",)
    parameters = {
        "cells": "the cage's cells, as R1C1 or A1",
        "counts": "how many, which value, how many, which value and so on",
    }
    examples = (
        Example(
            "..........4........5....5..4...2....",
            "642315135246214563356124561432423651",
            "1 2 1 5 R1C6 R2C4 R2C5 R2C6",
            extra_rules=(
                "look-and-say 1 4 1 6 R5C4 R6C2 R6C3 R6C4",
                "look-and-say 2 1 1 6 R4C2 R4C3 R4C4 R5C3",
                "look-and-say 1 1 2 2 R4C5 R4C6 R5C6 R6C6",
            ),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        counts = self.checked_numbers(self.counts, "a count or a value", minimum=0)
        if not counts or len(counts) % 2:
            raise self.rule_error(f"counts come in pairs, how many and which, not {counts!r}")
        digits = counts[1::2]
        if len(set(digits)) < len(digits):
            raise self.rule_error(f"a value is said twice in {' '.join(map(str, counts))}")
        object.__setattr__(self, "counts", counts)

    def clue_text(self) -> str:
        small = all(number < 10 for number in self.counts)
        return ("" if small else " ").join(map(str, self.counts))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        pairs = list(zip(self.counts[::2], self.counts[1::2], strict=True))
        if sum(number for number, _ in pairs) > len(cells):
            raise self.impossible_rule_error(
                f"the cage at {cells[0]} has only {len(cells)} cells: {self.clue_text()}"
            )
        for number, value in pairs:
            if value not in grid.values:
                raise self.impossible_rule_error(
                    f"the cage at {cells[0]} speaks of {value}, which is no value"
                )
            annotation = Annotation(
                self.name,
                f"{self.label(grid)}: {number} of {value}",
                f"{number} of {' '.join(cells)} hold{'s' if number == 1 else ''} {value}",
            )
            yield value_count(cells, value, "==", number, annotation)
