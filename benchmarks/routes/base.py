"""What a route is: a way to solve a puzzle, from its own form of the puzzle to the values.

Reading the text into that form is timed apart: it is no part of solving, and a
backend of nonet gets a puzzle that a program has usually read long before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, ClassVar

from benchmarks.geometry import SYMBOLS, VALUE, Geometry
from benchmarks.sets import Item

UNIQUE, MULTIPLE, NONE, UNDECIDED = "unique", "multiple", "none", "undecided"
"""What ``verify`` may answer."""


class Missing(Exception):
    """What a route needs is not installed; says what to install."""


class Unsuited(Exception):
    """A route cannot be asked this: the geometry or the question is not its own."""


@dataclass
class Route:
    """A way to solve a puzzle.  Made in the process that runs it: ``__init__`` may import.

    A subclass overrides ``read``, ``solve``, and ``verify`` where it can tell
    whether a solution is the only one.
    """

    geometry: Geometry

    kind: ClassVar[str] = "peer"
    """``nonet``, ``textbook`` or ``peer``."""
    distribution: ClassVar[str] = ""
    """What pip calls it."""
    what: ClassVar[str] = ""
    squares_only: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.squares_only and self.geometry.box is None:
            raise Unsuited("plain squares only")
        try:
            self.start()
        except ImportError as error:
            raise Missing(f"pip install {self.distribution} ({error})") from error

    def start(self) -> None:
        """Import what is needed, and build what all puzzles of the geometry share."""

    def read(self, item: Item) -> Any:
        """The route's own form of a puzzle."""
        raise NotImplementedError

    def solve(self, puzzle: Any) -> Any:
        """A solution in the route's own form, ``None`` if it found none."""
        raise NotImplementedError

    def verify(self, puzzle: Any) -> str:
        """Whether there is exactly one solution: one of the four answers above.

        A route that finds one solution and cannot tell leaves this as it is.
        """
        raise Unsuited("it cannot tell")

    def effort(self) -> tuple[str, float] | None:
        """What the last puzzle took, with its name: guesses, conflicts; ``None`` if not known."""
        return None

    def line(self, solution: Any) -> str:
        """A solution as a line; here, of a sequence of values."""
        return "".join(SYMBOLS[value - 1] for value in solution)

    @property
    def version(self) -> str:
        """The version of the distribution, empty where there is none."""
        try:
            return version(self.distribution) if self.distribution else ""
        except PackageNotFoundError:
            return ""


def values_of(line: str) -> list[int]:
    """The value of each cell of a line, 0 for a blank."""
    return [VALUE.get(symbol, 0) for symbol in line]


def rows_of(values: Sequence[int], size: int) -> list[list[int]]:
    """The values row by row."""
    return [list(values[start : start + size]) for start in range(0, len(values), size)]


def counted(number: int) -> str:
    """The verdict after counting solutions to two."""
    return (NONE, UNIQUE, MULTIPLE)[min(number, 2)]
