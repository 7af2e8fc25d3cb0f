"""Doublers: cells with a double value in sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.cell_modifiers import CellModifierRule


@dataclass(frozen=True)
class Doubler(CellModifierRule):
    """A doubler counts for twice its value."""

    name: ClassVar[str] = "doubler"
    sentence: ClassVar[str] = (
        "One cell in each row, column and region, each with another value, counts double "
        "in the sums of cages, arrows and little killers."
    )
    aliases: ClassVar[tuple[str, ...]] = ("doublers",)
    sign: ClassVar[str] = "×2"
    weights: ClassVar[tuple[int, int]] = (1, 1)
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "4...3..1....2...",
            "4312342112432134",
            {},
            extra_rules=(
                "killer 6 R3C2 R3C3",
                "killer 6 R2C3 R2C4 R3C4",
                "killer 4 R1C2 R1C3",
            ),
            omitted_rules=("boxes",),
        ),
    )
