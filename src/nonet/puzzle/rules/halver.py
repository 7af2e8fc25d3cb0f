"""Halvers: cells with half their value in sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.cell_modifiers import CellModifierRule


@dataclass(frozen=True)
class Halver(CellModifierRule):
    """A halver counts for half the value; the half may be a fraction."""

    name: ClassVar[str] = "halver"
    sentence: ClassVar[str] = (
        "One cell in each row, column and region, each with another value, counts for half its value "
        "in the sums of cages, arrows and little killers."
    )
    aliases: ClassVar[tuple[str, ...]] = ("halvers",)
    sign: ClassVar[str] = "½"
    weights: ClassVar[tuple[int, int]] = (2, -1)
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            ".....3...1.2...3",
            "3241231441321423",
            {},
            extra_rules=(
                "killer 7 R1C2 R1C3 R2C3",
                "killer 5 R2C1 R2C2",
            ),
            omitted_rules=("boxes",),
        ),
    )
