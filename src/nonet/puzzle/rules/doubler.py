"""Doublers: cells with a double value in sums."""

from __future__ import annotations

from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.cell_modifiers import CellModifierRule


class Doubler(CellModifierRule):
    """A doubler counts for twice its value."""

    name = "doubler"
    sentence = (
        "One cell in each row, column and region, each with another value, counts double "
        "in the sums of cages, arrows and little killers."
    )
    aliases = ("doublers",)
    sign = "×2"
    weights = (1, 1)
    examples = (
        Example(
            "4...3..1....2...",
            "4312342112432134",
            extra_rules=("killer 6 R3C2 R3C3", "killer 6 R2C3 R2C4 R3C4", "killer 4 R1C2 R1C3"),
            omitted_rules=("boxes",),
        ),
    )
