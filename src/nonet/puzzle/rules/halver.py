"""Halvers: cells with half their value in sums."""

from __future__ import annotations

from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.cell_modifiers import CellModifierRule


class Halver(CellModifierRule):
    """A halver counts for half the value; the half may be a fraction."""

    name = "halver"
    sentence = (
        "One cell in each row, column and region, each with another value, counts for half its value "
        "in the sums of cages, arrows and little killers."
    )
    aliases = ("halvers",)
    sign = "½"
    weights = (2, -1)
    examples = (
        Example(
            ".....3...1.2...3",
            "3241231441321423",
            extra_rules=("killer 7 R1C2 R1C3 R2C3", "killer 5 R2C1 R2C2"),
            omitted_rules=("boxes",),
        ),
    )
