"""Negative diagonal: every value at most once in the long diagonal from the top left down."""

from __future__ import annotations

from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.diagonals import Diagonals


class NegativeDiagonal(Diagonals):
    """The long diagonal of every block that runs from the top left to the bottom right."""

    name = "negative-diagonal"
    sentence = (
        "Every value occurs at most once in the long diagonal from the top left down to the right."
    )
    aliases = ("diagonal-down", "main-diagonal")
    examples = (
        Example("...2...36...................6.5....1", "415236236154152643643512321465564321"),
    )
    selection = slice(0, None, 2)
