"""Negators: cells with a negative value in sums."""

from __future__ import annotations

from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.cell_modifiers import CellModifierRule


class Negator(CellModifierRule):
    """A negator counts for its value with a minus sign."""

    name = "negator"
    sentence = (
        "One cell in each row, column and region, each with another value, counts as negative "
        "in the sums of cages, arrows and little killers."
    )
    aliases = ("negators",)
    sign = "−"
    weights = (1, -2)
    examples = (
        Example(
            "3.......1....2.3",
            "3124243113424213",
            extra_rules=("killer 3 R4C2 R4C3", "killer 7 R2C2 R2C3", "killer 4 R1C1 R1C2"),
            omitted_rules=("boxes",),
        ),
    )
