"""Positive diagonal: every value at most once in the long diagonal from the bottom left up."""

from __future__ import annotations

from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.diagonals import Diagonals


class PositiveDiagonal(Diagonals):
    """The long diagonal of every block that runs from the bottom left to the top right."""

    name = "positive-diagonal"
    sentence = (
        "Every value occurs at most once in the long diagonal from the bottom left up to the right."
    )
    aliases = ("diagonal-up",)
    examples = (
        Example(".3.5.............1.6....1..43.....6.", "632514415326243651561243156432324165"),
    )
    selection = slice(1, None, 2)
