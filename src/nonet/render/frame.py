"""Frames: the lines of a drawing, and the box-drawing characters at their junctions.

A line is made of segments, one a side of a cell, each light (between cells) or heavy (between
regions, and round the puzzle).  Four segments meet in a corner; Unicode has a character for
every combination, so no corner is approximated.

>>> from nonet.render.drawing import Drawing, Mark
>>> drawing = Drawing(1, 2, {(0, 0): Mark(), (0, 1): Mark()}, {(0, 0): 1, (0, 1): 2})
>>> frame = Frame.from_drawing(drawing)
>>> [junction(frame.arms(0, column)) for column in range(3)]
['┏', '┳', '┓']
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.render import drawing as drawn
from nonet.render.drawing import Drawing

NO_LINE, LIGHT, HEAVY = 0, 1, 2
"""The weight of a segment."""

Arms = tuple[int, int, int, int]
"""Weights of the segments that meet in a corner: up, right, down, left."""

_JUNCTIONS = (
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳"  # nothing up
    "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈"  # light up
    "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"  # heavy up
)
"""Every junction of light and heavy arms (U+2500 to U+257F), in the order of :data:`Arms`."""


def junction(arms: Arms) -> str:
    """The box-drawing character with these arms; a space where there are none.

    >>> junction((LIGHT, HEAVY, LIGHT, NO_LINE))
    '┝'
    """
    up, right, down, left = arms
    return _JUNCTIONS[((up * 3 + right) * 3 + down) * 3 + left]


@dataclass(frozen=True)
class Frame:
    """The weight of every segment of a drawing's lines.

    ``horizontal[row][column]`` is the segment above a cell, with ``height + 1`` rows of
    ``width``; ``vertical[row][column]`` the segment on its left, ``height`` rows of ``width +
    1``.
    """

    horizontal: tuple[tuple[int, ...], ...]
    vertical: tuple[tuple[int, ...], ...]

    @classmethod
    def from_drawing(cls, drawing: Drawing, *, light: bool = True, joined: bool = False) -> Frame:
        """The frame of a drawing; without ``light``, walls alone.

        With ``joined`` there is no light line between two cells of one outline.
        """
        rows, columns = range(drawing.height), range(drawing.width)
        inside = LIGHT if light else NO_LINE
        outlined: dict[tuple[int, int], set[int]] = {}
        if joined:
            for number, outline in enumerate(drawing.decorations):
                if isinstance(outline, drawn.Outline):
                    for cell in outline.cells:
                        outlined.setdefault(cell, set()).add(number)

        marks, region_of = drawing.marks, drawing.regions.get

        def weight(place: tuple[int, int], neighbour: tuple[int, int]) -> int:
            # as ``Drawing.has_wall``, which takes as long to call: a list of puzzles has thousands
            if (place in marks) != (neighbour in marks) or region_of(place) != region_of(neighbour):
                return HEAVY
            if outlined and not outlined.get(place, set()).isdisjoint(outlined.get(neighbour, ())):
                return NO_LINE
            return inside if place in marks else NO_LINE

        return cls(
            tuple(
                tuple(weight((row - 1, column), (row, column)) for column in columns)
                for row in range(drawing.height + 1)
            ),
            tuple(
                tuple(
                    weight((row, column - 1), (row, column)) for column in range(len(columns) + 1)
                )
                for row in rows
            ),
        )

    def arms(self, row: int, column: int) -> Arms:
        """The segments that meet in the corner above and left of a cell."""
        height, width = len(self.vertical), len(self.horizontal[0])
        return (
            self.vertical[row - 1][column] if row > 0 else NO_LINE,
            self.horizontal[row][column] if column < width else NO_LINE,
            self.vertical[row][column] if row < height else NO_LINE,
            self.horizontal[row][column - 1] if column > 0 else NO_LINE,
        )
