"""A drawing: what a picture of a puzzle shows, as data that knows no puzzle.

The puzzle floor makes drawings; the renderers of this room (terminal text,
SVG) turn any drawing into a picture.  Places are (row, column) from 0.

>>> drawing = Drawing(1, 2, {(0, 0): Mark("5", clue=True), (0, 1): Mark()})
>>> drawing.wall((0, 0), (0, 1)), drawing.wall((0, 1), (0, 2))
(False, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isqrt
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

Role = Literal["on", "off", "fin", "removed", "placed"]
"""What a highlighted candidate is in an argument: true or false in turn, an exception, its end."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A candidate that an argument speaks of; ``index`` is its place in ``Mark.candidates``."""

    cell: Place
    index: int
    role: Role


@dataclass(frozen=True, slots=True)
class Arrow:
    """An inference from a candidate to another, each (place, index); strong ones are solid."""

    start: tuple[Place, int]
    end: tuple[Place, int]
    strong: bool


@dataclass(frozen=True, slots=True)
class Area:
    """Cells of a constraint that an argument rests on: a truth is tinted, a link is framed.

    ``group`` tells areas apart that belong together (the cells of one locked set).
    """

    cells: tuple[Place, ...]
    kind: Literal["truth", "link", "set"]
    group: int = 0


@dataclass(frozen=True)
class Drawing:
    """A grid of ``height`` rows and ``width`` columns.

    ``marks`` has an entry for every cell of the puzzle (a samurai has places
    without a cell).  ``regions`` numbers the region of a cell: a thick wall
    stands between neighbours of different regions, and round the puzzle.
    ``box`` is the (height, width) of its boxes, if it has any.  ``highlights``,
    ``arrows`` and ``areas`` lay an argument over it: a step of human logic.
    """

    height: int
    width: int
    marks: Mapping[Place, Mark]
    regions: Mapping[Place, int] = field(default_factory=dict)
    box: tuple[int, int] | None = None
    decorations: tuple[Decoration, ...] = ()
    highlights: tuple[Highlight, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    areas: tuple[Area, ...] = ()

    def wall(self, here: Place, there: Place) -> bool:
        """Whether a thick wall stands between two neighbouring places."""
        if (here in self.marks) != (there in self.marks):
            return True
        return self.regions.get(here) != self.regions.get(there)

    @property
    def shade_names(self) -> tuple[str, ...]:
        """The names of the shades, each once, in order."""
        shades = (d.name for d in self.decorations if isinstance(d, Shade))
        return tuple(dict.fromkeys(shades))

    @property
    def shows_candidates(self) -> bool:
        """Whether a cell of the drawing shows its candidates."""
        return any(mark.candidates for mark in self.marks.values())

    @property
    def candidate_box(self) -> tuple[int, int]:
        """The (height, width) in which candidates are laid out.

        The shape of a box where that holds them all, else the nearest to a square.
        """
        most = max((len(mark.candidates) for mark in self.marks.values()), default=0)
        if self.box is not None and self.box[0] * self.box[1] >= most:
            return self.box
        width = max(1, isqrt(most - 1) + 1) if most else 1
        return max(1, -(-most // width)), width
