"""A drawing: the picture of a puzzle as data, independent of puzzles.

The puzzle floor makes drawings; the renderers of this room (terminal text, SVG) turn any
drawing into a picture.  Places are (row, column) from 0.  Overlays are in ``shapes.py``, and
available here by name.

>>> drawing = Drawing(1, 2, {(0, 0): Mark("5", clue=True), (0, 1): Mark()})
>>> drawing.has_wall((0, 0), (0, 1)), drawing.has_wall((0, 1), (0, 2))
(False, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isqrt
from typing import TYPE_CHECKING, Any

from nonet.render import Place as Place

if TYPE_CHECKING:
    from nonet.render.shapes import *  # noqa: F403
    from nonet.render.shapes import Area, Arrow, Decoration, Highlight

CANDIDATE_MARGIN = 0.06
"""The margin of a cell, in cells, in which no candidate stands."""

BELOW_CORNER_TEXT = 0.27
"""Where candidates begin in a drawing with texts in the corners of cells."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The content of a cell: a value's text, or the texts of its candidates.

    ``candidates`` has an entry per value of the puzzle, in order, ``""`` for an excluded value,
    and is empty where candidates are not shown.  ``clue`` marks givens; ``wrong`` asks for
    attention.
    """

    text: str = ""
    clue: bool = False
    candidates: tuple[str, ...] = ()
    wrong: bool = False


@dataclass(frozen=True)
class Drawing:
    """A grid of ``height`` rows and ``width`` columns.

    ``marks`` has an entry for every cell of the puzzle (a samurai has places without a cell).
    ``regions`` numbers the region of a cell: a thick wall stands between neighbours of
    different regions, and round the puzzle. ``box`` is the (height, width) of its boxes, if
    there are any.  ``highlights``, ``arrows`` and ``areas`` overlay an argument: a step of
    human logic.
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

    def has_wall(self, first: Place, second: Place) -> bool:
        """Whether a thick wall stands between two neighbouring places."""
        if (first in self.marks) != (second in self.marks):
            return True
        return self.regions.get(first) != self.regions.get(second)

    @property
    def shade_names(self) -> tuple[str, ...]:
        """The names of the shades, each once, in order."""
        from nonet.render.shapes import Shade  # as __getattr__ says below

        shades = (d.name for d in self.decorations if isinstance(d, Shade))
        return tuple(dict.fromkeys(shades))

    @property
    def margins(self) -> tuple[int, int, int, int]:
        """Rows above, columns right, rows below and columns left that decorations need."""
        if not self.decorations:
            return 0, 0, 0, 0
        from nonet.render.shapes import decoration_cells  # as __getattr__ says below

        places = [
            place for decoration in self.decorations for place in decoration_cells(decoration)
        ]
        rows, columns = [row for row, _ in places], [column for _, column in places]
        return (
            max(0, -min(rows, default=0)),
            max(0, max(columns, default=0) - self.width + 1),
            max(0, max(rows, default=0) - self.height + 1),
            max(0, -min(columns, default=0)),
        )

    @property
    def candidate_top(self) -> float:
        """Where the candidates of a cell begin, in cells below its upper edge.

        Candidates leave room for the sums of cages and other texts in the corners of cells.
        """
        if not self.decorations:
            return CANDIDATE_MARGIN
        from nonet.render.shapes import Outline, Text  # as __getattr__ says below

        corners = any(
            bool(each.text)
            if isinstance(each, Outline)
            else isinstance(each, Text) and each.position == "corner"
            for each in self.decorations
        )
        return BELOW_CORNER_TEXT if corners else CANDIDATE_MARGIN

    @property
    def shows_candidates(self) -> bool:
        """Whether a cell of the drawing shows its candidates."""
        return any(mark.candidates for mark in self.marks.values())

    @property
    def candidate_box(self) -> tuple[int, int]:
        """The (height, width) in which candidates are laid out.

        The shape of a box if a box has room for all, else the nearest to a square.
        """
        most = max((len(mark.candidates) for mark in self.marks.values()), default=0)
        if self.box is not None and self.box[0] * self.box[1] >= most:
            return self.box
        width = max(1, isqrt(most - 1) + 1) if most else 1
        return max(1, -(-most // width)), width


def __getattr__(name: str) -> Any:
    """Return a shape; all shapes are loaded at the first access, for their classes take 4 ms to
    make, as long as solving an easy puzzle, which has none."""
    if name.startswith("_"):  # Python's own questions
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from nonet.render import shapes

    shape = globals()[name] = getattr(shapes, name)
    return shape
