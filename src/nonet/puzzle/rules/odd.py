"""Odd: cells that hold an odd value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.even import ParityRule


@dataclass(frozen=True)
class Odd(ParityRule):
    """The listed cells hold odd values."""

    name: ClassVar[str] = "odd"
    sentence: ClassVar[str] = "Cells with a circle hold odd values."
    parameters: ClassVar[dict[str, str]] = {"cells": "the odd cells, as R1C1 or A1"}
    examples: ClassVar[tuple[Example, ...]] = (
        Example(".1.........4....", "3142241312344321", {"cells": ("R1C1", "R2C3", "R4C2")}),
    )
    remainder: ClassVar[int] = 1
    shape: ClassVar[Literal["square", "circle"]] = "circle"
