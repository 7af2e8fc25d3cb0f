"""Contains: values that are among some cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Annotation, Constraint, Count
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.cage_rule import CageRule


@dataclass(frozen=True)
class Contains(CageRule):
    """A value listed twice is there at least twice; ``exactly``, as often as listed."""

    values: tuple[int, ...]
    exactly: bool = False

    name = "contains"
    sentence = "The cells of a cage hold the values in its corner, beside others."
    aliases = ("contain",)
    parameters = {
        "cells": "the cells, as R1C1 or A1",
        "values": "the values that are among them",
        "exactly": "whether each occurs as often as it is listed, and not more often",
    }
    examples = (
        Example(
            ".....6..6................2.46..3....",
            "352146416352543621261534125463634215",
            "1 4 R1C4 R1C5 R1C6",
            extra_rules=(
                "contains 2 5 R4C4 R5C4 R6C4",
                "contains 2 5 R3C1 R4C1 R4C2",
                "contains 3 5 R4C6 R5C6 R6C6",
            ),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        values = self.checked_numbers(self.values, "a value")
        if not values:
            raise self.rule_error("it needs at least one value")
        object.__setattr__(self, "values", tuple(sorted(values)))

    def clue_text(self) -> str:
        return ("!" if self.exactly else "") + " ".join(map(str, self.values))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        if len(self.values) > len(cells):
            raise self.impossible_rule_error(
                f"the cage at {cells[0]} has {len(cells)} cells for {len(self.values)} values"
            )
        for value, number in Counter(self.values).items():
            if value not in grid.values:
                raise self.impossible_rule_error(
                    f"the cage at {cells[0]} speaks of {value}, which is no value"
                )
            often = f"{'exactly' if self.exactly else 'at least'} {number}"
            annotation = Annotation(
                self.name,
                f"{self.label(grid)}: {value}",
                f"{often} of {' '.join(cells)} hold{'s' if number == 1 else ''} {value}",
            )
            yield Count(
                cells, frozenset([value]), "==" if self.exactly else ">=", number, rule=annotation
            )
