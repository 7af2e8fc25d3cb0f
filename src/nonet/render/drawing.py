"""A drawing: what a picture of a puzzle shows, as data that knows no puzzle.

The puzzle floor makes drawings; the renderers of this room (terminal text,
SVG) turn any drawing into a picture.  Places are (row, column) from 0.

>>> drawing = Drawing(1, 2, {(0, 0): Mark("5", clue=True)})
>>> drawing.wall((0, 0), (0, 1))
False
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Place = tuple[int, int]
"""Row and column of a cell, from 0."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands in a cell: a value's text, or the texts of its candidates.

    ``candidates`` has one entry a value of the puzzle, in order, ``""`` where it
    is ruled out; it is empty where candidates are not shown.  ``clue`` tells
    givens from deductions; ``wrong`` asks for attention.
    """

    text: str = ""
    clue: bool = False
    candidates: tuple[str, ...] = ()
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Shade:
    """Cells set apart by a background; ``name`` tells shades of one drawing apart."""

    cells: tuple[Place, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line through the centres of cells, in order."""

    cells: tuple[Place, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape behind a cell's value: a circle (odd) or a square (even)."""

    cell: Place
    kind: Literal["circle", "square"]


Decoration = Shade | Line | Shape


@dataclass(frozen=True)
class Drawing:
    """A grid of ``height`` rows and ``width`` columns.

    ``marks`` has an entry for every cell of the puzzle (a samurai has places
    without a cell).  ``regions`` numbers the region of a cell: a thick wall
    stands between neighbours of different regions, and round the puzzle.
    ``box`` is the (height, width) in which candidates are laid out.
    """

    height: int
    width: int
    marks: Mapping[Place, Mark]
    regions: Mapping[Place, int] = field(default_factory=dict)
    box: tuple[int, int] | None = None
    decorations: tuple[Decoration, ...] = ()

    def wall(self, here: Place, there: Place) -> bool:
        """Whether a thick wall stands between two neighbouring places."""
        if (here in self.marks) != (there in self.marks):
            return True
        return self.regions.get(here) != self.regions.get(there)
