"""The base class of routes: a route solves a puzzle, from its own form of the puzzle to values.

Reading the text into this form is timed separately: a program has usually read a puzzle long
before it is solved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, ClassVar

from benchmarks.geometry import SYMBOLS, VALUE, Geometry
from benchmarks.sets import Item

UNIQUE, MULTIPLE, NONE, UNDECIDED = "unique", "multiple", "none", "undecided"
"""The answers of ``verify``."""


class Missing(Exception):
    """A package that a route needs is not installed; the message says how to install it."""


class Unsuited(Exception):
    """A route does not support the geometry or the question."""


@dataclass
class Route:
    """A solver for puzzles of one geometry, created in the process that runs it.

    A subclass overrides ``read``, ``solve``, and ``verify`` if it can prove uniqueness.
    """

    geometry: Geometry

    distribution: ClassVar[str] = ""
    """Name of the package on PyPI."""
    squares_only: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.squares_only and self.geometry.box is None:
            raise Unsuited("plain squares only")
        try:
            self.start()
        except ImportError as error:
            raise Missing(f"pip install {self.distribution} ({error})") from error

    def start(self) -> None:
        """Import the package, and build the data that all puzzles of the geometry share."""

    def read(self, item: Item) -> Any:
        """Return a puzzle in the route's own form."""
        raise NotImplementedError

    def solve(self, puzzle: Any) -> Any:
        """Return a solution in the route's own form, or ``None`` without a solution."""
        raise NotImplementedError

    def verify(self, puzzle: Any) -> str:
        """Return whether there is exactly one solution: one of the four answers above."""
        raise Unsuited("it cannot prove uniqueness")

    def effort(self) -> tuple[str, float] | None:
        """Return the name and number of guesses or conflicts of the last puzzle, if known."""
        return None

    def line(self, solution: Any) -> str:
        """Return a solution as a line; this implementation takes a sequence of values."""
        return "".join(SYMBOLS[value - 1] for value in solution)

    @property
    def version(self) -> str:
        """The version of the package, or an empty text."""
        try:
            return version(self.distribution) if self.distribution else ""
        except PackageNotFoundError:
            return ""


def values_of(line: str) -> list[int]:
    """Return the value of each cell of a line, 0 for a blank."""
    return [VALUE.get(symbol, 0) for symbol in line]


def rows_of(values: Sequence[int], size: int) -> list[list[int]]:
    """Return the values row by row."""
    return [list(values[start : start + size]) for start in range(0, len(values), size)]


def verdict_of(number: int) -> str:
    """Return the verdict for a number of solutions, verdict_of up to two."""
    return (NONE, UNIQUE, MULTIPLE)[min(number, 2)]
