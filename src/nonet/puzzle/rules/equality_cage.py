"""Equality cages: as many even values as odd values, as many low as high."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Annotation, Constraint, Count
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.cage_rule import CageRule


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
