"""Shapes: overlays on a drawing, by the rules of a puzzle and by an argument.

*Decorations* are a rule's: shades, lines, outlines, dots, texts.  Highlights, arrows and areas
belong to steps of human logic.  :mod:`nonet.render.drawing` has all shapes by name, but loads
the module on first use: making these classes takes as long as solving an easy puzzle.

>>> decoration_cells(Dot(((0, 1), (0, 2))))
((0, 1), (0, 2))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from nonet.render import Place

Tint = Literal["", "grey", "red", "orange", "yellow", "green", "blue", "purple", "pink"]
"""A colour by name; renderers choose a shade that suits their background.  ``""`` is the
default colour.
"""


@dataclass(frozen=True, slots=True)
class Shade:
    """Cells set apart by a background; ``name`` tells shades of one drawing apart."""

    cells: tuple[Place, ...]
    name: str = ""
    tint: Tint = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line through the centres of cells, in order: ``width`` is a part of a cell's side.

    A thin line (0.06 or less) is dark; ``head`` adds an arrow head.
    """

    cells: tuple[Place, ...]
    name: str = ""
    tint: Tint = ""
    width: float = 1 / 6
    head: bool = False
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape behind a cell's value: a circle (odd) or a square (even), a diamond."""

    cell: Place
    kind: Literal["circle", "square", "diamond"]
    tint: Tint = ""


@dataclass(frozen=True, slots=True)
class Bulb:
    """The end of a line: a disc round a cell, or a pill round several in a row.

    A filled bulb has the line's tint (a thermometer), a hollow bulb an outline (an arrow).
    """

    cells: tuple[Place, ...]
    filled: bool = True
    tint: Tint = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """A dashed outline just inside the border of some cells: a cage.

    ``text`` stands in the corner of the first in reading order.
    """

    cells: tuple[Place, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot on the edge between two cells or the corner of four, with a short text or none."""

    cells: tuple[Place, ...]
    fill: Literal["white", "black"] = "white"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A text: in the middle or the corner of a cell, on the edge of two, in the corner of four.

    A cell beside the grid (row or column -1 and so on) makes the picture larger.  ``direction``
    (rows down, columns right) adds a small arrow.
    """

    cells: tuple[Place, ...]
    text: str
    position: Literal["middle", "corner"] = "middle"
    direction: tuple[int, int] | None = None


Decoration = Shade | Line | Shape | Bulb | Outline | Dot | Text


def decoration_cells(decoration: Decoration) -> tuple[Place, ...]:
    """The places that a decoration lies on."""
    return (decoration.cell,) if isinstance(decoration, Shape) else decoration.cells


def merge_texts(
    decorations: Iterable[Decoration], *, pointing: bool = False
) -> tuple[Decoration, ...]:
    """Return the decorations, with several texts in the middle of the same place merged.

    With ``pointing`` also texts that point along a row or a column are merged: ``15\\\\4`` is
    15 down and 4 across.  Otherwise a picture has room for such texts side by side.

    >>> merge_texts([Text(((-1, 0),), "12"), Text(((-1, 0),), "5")])[0].text
    '12, 5'
    """
    results: list[Decoration] = []
    numbers: dict[Place, int] = {}
    for each in decorations:
        if not isinstance(each, Text) or len(each.cells) > 1 or each.position != "middle":
            results.append(each)
            continue
        straight = each.direction is not None and 0 in each.direction
        if each.direction is not None and not (pointing and straight):
            results.append(each)
            continue
        place = each.cells[0]
        number = numbers.setdefault(place, len(results))
        if number == len(results):
            results.append(each)
            continue
        other = results[number]
        assert isinstance(other, Text)
        first, second = (other, each) if each.direction != (1, 0) else (each, other)
        between = "\\" if straight else ", "
        results[number] = Text(each.cells, first.text + between + second.text)
    return tuple(results)


Role = Literal["on", "off", "fin", "removed", "placed", "fourth", "start", "clash"]
"""The role of a highlighted candidate in an argument: true or false in turn, an exception, the
end; a fourth colour; the start of the argument, and the contradiction.
"""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A candidate that an argument speaks of; ``index`` is its place in ``Mark.candidates``."""

    cell: Place
    index: int
    role: Role


@dataclass(frozen=True, slots=True)
class Arrow:
    """An inference from a candidate to another, each (place, index); strong inferences are
    solid.
    """

    start: tuple[Place, int]
    end: tuple[Place, int]
    strong: bool


@dataclass(frozen=True, slots=True)
class Area:
    """Cells of a constraint that an argument rests on: a truth is tinted, a link is framed.

    A ``pattern`` is framed with a solid line (the cells of a unique rectangle).
    ``group`` tells areas apart that belong together (the cells of one locked set).
    """

    cells: tuple[Place, ...]
    kind: Literal["truth", "link", "set", "pattern"]
    group: int = 0
