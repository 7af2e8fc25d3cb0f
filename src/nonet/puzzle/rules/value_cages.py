"""Cages with clues about the values inside.

- Contains: values that are among some cells.
- Look and say cages: how many of which value a cage holds.
- Equality cages: as many even values as odd values, as many low as high.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Annotation, Constraint, Count
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example, value_count
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


class EqualityCage(CageRule):
    """The lower half of the values is low, the upper half high; the middle value of an odd number
    (5 in a 9x9) is neither and does not occur in the cage.  No value comes twice in the cage.
    """

    name = "equality-cage"
    sentence = (
        "A cage has as many even values as odd ones and as many low as high; the value in the "
        "middle is not in it, and no value comes twice."
    )
    aliases = ("equality",)
    examples = (
        Example(
            ".3.5....6.......13....2.........1...",
            "432561516342625413143625254136361254",
            "R3C2 R3C3 R4C2 R4C3",
            extra_rules=("equality-cage R5C4 R6C4 R6C5 R6C6", "equality-cage R3C1 R4C1 R5C1 R5C2"),
        ),
    )

    def clue_text(self) -> str:
        return "="

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        if len(cells) % 2:
            raise self.impossible_rule_error(
                f"the cage at {cells[0]} has {len(cells)} cells: an odd number has no halves"
            )
        yield self.all_different(grid)
        half, label = len(cells) // 2, self.label(grid)
        low = grid.values[: grid.size // 2]
        high = grid.values[grid.size - grid.size // 2 :]
        even = [value for value in grid.values if value % 2 == 0]
        odd = [value for value in grid.values if value % 2]
        sorts = (("even", even), ("odd", odd), ("low", low), ("high", high))
        for word, values in sorts:
            annotation = Annotation(
                self.name, f"{label}: {word}", f"{half} of {' '.join(cells)} hold {word} values"
            )
            yield Count(cells, frozenset(values), "==", half, rule=annotation)
