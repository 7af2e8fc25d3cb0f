"""Positive diagonal: every value at most once in the long diagonal from the bottom left up."""

from __future__ import annotations

from typing import ClassVar

from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.diagonals import Diagonals


class PositiveDiagonal(Diagonals):
    """The long diagonal of every block that runs from the bottom left to the top right."""

    name: ClassVar[str] = "positive-diagonal"
    sentence: ClassVar[str] = (
        "Every value occurs at most once in the long diagonal from the bottom left up to the right."
    )
    aliases: ClassVar[tuple[str, ...]] = ("diagonal-up",)
    examples: ClassVar[tuple[Example, ...]] = (
        Example(".3.5.............1.6....1..43.....6.", "632514415326243651561243156432324165", {}),
    )
    selection: ClassVar[slice] = slice(1, None, 2)
