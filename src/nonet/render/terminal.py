"""Terminal text: a drawing as lines of characters, with colour on request.

Walls between regions are heavy lines.  A grid of values is compact: cells of one region stand a
space apart, and only where walls run is there a line.  A grid with candidates has a line round
every cell, and so has a grid with cages, dots or texts: a cage has no lines inside and its sum
on the line above its first cell, dots and signs stand on the lines, clues beside the grid.

>>> from nonet.render.drawing import Drawing, Mark
>>> marks = {(row, column): Mark() for row in range(2) for column in range(4)}
>>> marks[0, 1] = Mark("3", clue=True)
>>> print(drawing_text(Drawing(2, 4, marks, {place: place[1] // 2 for place in marks})))
┏━━━━━┳━━━━━┓
┃ . 3 ┃ . . ┃
┃ . . ┃ . . ┃
┗━━━━━┻━━━━━┛
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple, TextIO

from nonet.render import drawing as drawn  # whose shapes are loaded when a drawing has some
from nonet.render.drawing import Drawing, Mark, Place
from nonet.render.frame import HEAVY, Arms, Frame, junction

BLANK = "."
"""The character of an open cell."""

WIDEST_SPACED = 3
"""Candidates stand a space apart up to this many side by side; more stand close."""


class _Ink(NamedTuple):
    """A text style: its ANSI SGR codes for the terminal's own background, and its codes for a
    painted, pale background.
    """

    plain: str
    painted: str


_CLUE = _Ink("1", "1;38;5;16")
_DEDUCED = _Ink("38;5;33", "38;5;25")
_WRONG = _Ink("1;4;31", "1;4;38;5;160")
_ENTRY = _Ink("2", "38;5;245")
_CANDIDATE = _Ink("", "38;5;16")
_PLAIN = _Ink("", "")

_SHADES = ("48;5;252", "48;5;223", "48;5;194", "48;5;225")
_LINE = "48;5;153"
_SHAPES = {"circle": "48;5;187", "square": "48;5;146", "diamond": "48;5;182"}
"""Codes of the backgrounds of decorations."""

_TINTS = {
    "grey": "48;5;250",
    "red": "48;5;217",
    "orange": "48;5;222",
    "yellow": "48;5;229",
    "green": "48;5;151",
    "blue": "48;5;153",
    "purple": "48;5;183",
    "pink": "48;5;218",
}

_DOTS = {("white", False): "○", ("black", False): "●", ("white", True): "o", ("black", True): "*"}
_ARROWS = {
    False: {(1, 1): "↘", (1, -1): "↙", (-1, 1): "↗", (-1, -1): "↖"},
    True: {(1, 1): "\\", (1, -1): "/", (-1, 1): "/", (-1, -1): "\\"},
}


def drawing_text(
    drawing: Drawing, *, colour: bool = False, ascii: bool = False, signs: bool = True
) -> str:
    """The drawing as text: lines without trailing blanks, joined by newlines.

    ``colour`` adds ANSI escapes: clues bold, deductions blue, wrong marks red and underlined,
    decorations as backgrounds (256 colours).  Without colour all values look alike, so that the
    grid can be copied; a wrong value is followed by ``!``, and among candidates a clue stands
    in brackets.  ``ascii`` frames with ``+``, ``-`` and ``|``; among candidates walls are ``=``
    and ``#``.  Without ``signs`` the decorations on lines and beside the grid are left out:
    cages, dots and texts.
    """
    shown = drawing.decorations and drawn.merge_texts(drawing.decorations, pointing=True)
    if not signs:
        shown = tuple(each for each in shown if not _is_on_lines(each))
    drawing = replace(drawing, decorations=shown)
    layout = _Layout(drawing)
    places = tuple(layout.columns), tuple(layout.rows), tuple(layout.tops), layout.cell_height
    size = layout.width, layout.height
    sheet = _Canvas(_frame_lines(size, layout.frame, places, layout.lattice, ascii))
    if colour:
        _paint_decorations(sheet, layout, drawing)
    for place, mark in drawing.marks.items():
        _write_cell(sheet, layout, place, mark, colour)
    for decoration in drawing.decorations:
        _write_decoration(sheet, layout, decoration, ascii)
    return sheet.coloured_text() if colour else sheet.plain_text()


def _is_on_lines(decoration: drawn.Decoration) -> bool:
    return isinstance(decoration, drawn.Outline | drawn.Dot | drawn.Text)


def wants_colour(stream: TextIO) -> bool:
    """Whether to write colour to ``stream``.

    ``NO_COLOR`` set to anything forbids colour, else ``FORCE_COLOR`` demands colour
    (no-color.org, force-color.org); otherwise terminals get colour, unless ``TERM`` is
    ``dumb``.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def wants_ascii(stream: TextIO) -> bool:
    """Whether ``stream`` has an encoding that lacks the box-drawing characters."""
    try:
        "┏━╋┃│".encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        return True
    return False


class _Layout:
    """Where lines and cells stand, in characters from the top left.

    ``columns`` and ``rows`` are the places of lines; where no line is drawn, a column's
    is the space between two cells and a row's is ``None``.  ``lefts`` and ``tops`` are
    the first characters of the cells of each column and row.
    """

    def __init__(self, drawing: Drawing) -> None:
        marks = drawing.marks.values()
        self.lattice = drawing.shows_candidates
        signs = [d for d in drawing.decorations if _is_on_lines(d)]
        self.lined = self.lattice or bool(signs)
        self.margins = drawing.margins
        self.frame = Frame.from_drawing(drawing, light=self.lined, joined=True)
        self.cell_width, self.cell_height = max((1, *(len(mark.text) for mark in marks))), 1
        self.clue_width = max(
            (len(_outside_clue_text(d, False)) for d in signs if isinstance(d, drawn.Text)),
            default=0,
        )
        if signs:
            corner = max((len(d.text) for d in signs if isinstance(d, drawn.Outline)), default=0)
            self.cell_width = max(self.cell_width, corner, self.clue_width - 2)
        if self.lattice:
            self.cell_height, self.candidates_across = drawing.candidate_box
            longest = max((1, *(len(text) for mark in marks for text in mark.candidates)))
            spaced = longest > 1 or self.candidates_across <= WIDEST_SPACED
            self.candidate_step = longest + spaced
            wide = (self.candidates_across - 1) * self.candidate_step + longest
            self.cell_width = max(self.cell_width, wide)
        self._place_columns()
        self._place_rows()

    def _place_columns(self) -> None:
        self.columns: list[int] = []
        self.lefts: list[int] = []
        _, right, _, left = self.margins
        x = left * (self.clue_width + 1)
        for column in range(len(self.frame.horizontal[0]) + 1):
            drawn = self.lined or any(segments[column] for segments in self.frame.vertical)
            if drawn and column > 0:
                x += 1
            self.columns.append(x)
            x += 2 if drawn else 1
            self.lefts.append(x)
            x += self.cell_width
        self.lefts.pop()
        self.width = self.columns[-1] + 1 + right * (self.clue_width + 1)

    def _place_rows(self) -> None:
        self.rows: list[int | None] = []
        self.tops: list[int] = []
        above, _, below, _ = self.margins
        y = above
        for segments in self.frame.horizontal:
            drawn = self.lined or any(segments)
            self.rows.append(y if drawn else None)
            y += drawn
            self.tops.append(y)
            y += self.cell_height
        self.height = self.tops.pop() + below

    def text_column(self, column: int, length: int) -> int:
        """Return the start of a text of a given length in the middle of a column, or beside the
        grid.
        """
        if column < 0:
            return self.columns[0] + column * (self.clue_width + 1)
        if column >= len(self.lefts):
            beyond = column - len(self.lefts)
            return self.columns[-1] + 2 + beyond * (self.clue_width + 1)
        return self.lefts[column] + (self.cell_width - length) // 2

    def text_line(self, row: int) -> int:
        """Return the line of a text in the middle of a row, or beside the grid."""
        if row < 0:
            return self.margins[0] + row
        if row >= len(self.tops):
            return self.height - self.margins[2] + row - len(self.tops)
        return self.tops[row] + (self.cell_height - 1) // 2


class _Canvas:
    """Characters on a rectangle, each with an ink and, where painted, a background."""

    def __init__(self, lines: Sequence[Sequence[str]]) -> None:
        self._characters = list(map(list, lines))
        self._inks = [[_PLAIN] * len(line) for line in lines]
        self._paints = [[""] * len(line) for line in lines]

    def write(self, x: int, y: int, text: str, ink: _Ink = _PLAIN) -> None:
        for column, character in enumerate(text, x):
            self._characters[y][column] = character
            self._inks[y][column] = ink

    def paint(self, x: int, y: int, width: int, paint: str) -> None:
        """Give ``width`` characters of line ``y`` a background, from column ``x`` on."""
        self._paints[y][x : x + width] = [paint] * width

    def plain_text(self) -> str:
        return "\n".join("".join(line).rstrip() for line in self._characters)

    def coloured_text(self) -> str:
        """The characters with escapes: one escape before and one after each run of a style."""
        lines = []
        for characters, inks, paints in zip(
            self._characters, self._inks, self._paints, strict=True
        ):
            styles = [
                f"{ink.painted};{paint}".strip(";") if paint else ink.plain
                for ink, paint in zip(inks, paints, strict=True)
            ]
            runs = [
                (style, "".join(character for _, character in run))
                for style, run in groupby(zip(styles, characters, strict=True), lambda at: at[0])
            ]
            if not runs[-1][0]:
                runs[-1] = ("", runs[-1][1].rstrip())
            lines.append(
                "".join(f"\x1b[{style}m{text}\x1b[0m" if style else text for style, text in runs)
            )
        return "\n".join(lines)


_Places = tuple[tuple[int, ...], tuple[int | None, ...], tuple[int, ...], int]


@lru_cache(maxsize=32)  # the puzzles of a file mostly have one frame
def _frame_lines(
    size: tuple[int, int], frame: Frame, places: _Places, lattice: bool, ascii: bool
) -> list[list[str]]:
    width, height = size
    characters = [[" "] * width for _ in range(height)]
    columns, rows, tops, cell_height = places

    def character(arms: Arms) -> str:
        return _ascii_junction(arms, lattice) if ascii else junction(arms)

    for row, y in enumerate(rows):
        if y is None:
            continue
        for column, x in enumerate(columns):
            characters[y][x] = character(frame.arms(row, column))
            if column + 1 < len(columns):
                weight = frame.horizontal[row][column]
                for between in range(x + 1, columns[column + 1]):
                    characters[y][between] = character((0, weight, 0, weight))
    for segments, top in zip(frame.vertical, tops, strict=True):
        for x, weight in zip(columns, segments, strict=True):
            for y in range(top, top + cell_height):
                characters[y][x] = character((weight, 0, weight, 0))
    return characters


def _ascii_junction(arms: Arms, lattice: bool) -> str:
    """Return the ASCII character nearest to a junction; in a lattice, walls differ from lines."""
    up, right, down, left = arms
    heavy = lattice and HEAVY in arms
    if not any(arms):
        return " "
    if not (up or down):
        return "=" if heavy else "-"
    if not (left or right):
        return "#" if heavy else "|"
    return "#" if heavy else "+"


def _paint_decorations(sheet: _Canvas, layout: _Layout, drawing: Drawing) -> None:
    names = drawing.shade_names
    paints: dict[Place, str] = {}
    if not drawing.decorations:
        return
    layers = (drawn.Shade, drawn.Line, drawn.Shape, drawn.Bulb)  # from the lowest to the topmost
    painted = [d for d in drawing.decorations if isinstance(d, layers)]
    for decoration in sorted(painted, key=lambda d: layers.index(type(d))):
        tint = _TINTS.get(decoration.tint, "")
        if isinstance(decoration, drawn.Shape):
            paints[decoration.cell] = tint or _SHAPES[decoration.kind]
        elif isinstance(decoration, drawn.Shade):
            shade = _SHADES[names.index(decoration.name) % len(_SHADES)]
            paints.update(dict.fromkeys(decoration.cells, tint or shade))
        else:
            paints.update(dict.fromkeys(decoration.cells, tint or _LINE))
    for (row, column), paint in sorted(paints.items()):
        if (row, column) not in drawing.marks:
            continue
        for y in range(layout.tops[row], layout.tops[row] + layout.cell_height):
            sheet.paint(layout.lefts[column] - 1, y, layout.cell_width + 2, paint)


def _write_cell(sheet: _Canvas, layout: _Layout, place: Place, mark: Mark, colour: bool) -> None:
    left, top = layout.lefts[place[1]], layout.tops[place[0]]
    if mark.candidates:
        for index, text in enumerate(mark.candidates):
            row, column = divmod(index, layout.candidates_across)
            sheet.write(left + column * layout.candidate_step, top + row, text, _CANDIDATE)
        return
    ink = _WRONG if mark.wrong else _CLUE if mark.clue else _DEDUCED if mark.text else _ENTRY
    text = mark.text or BLANK
    x = left + (layout.cell_width - len(text)) // 2
    y = top + (layout.cell_height - 1) // 2
    sheet.write(x, y, text, ink)
    if not colour and mark.wrong:
        sheet.write(x + len(text), y, "!")
    elif not colour and mark.clue and layout.lattice:
        sheet.write(x - 1, y, f"[{text}]")


def _write_decoration(
    sheet: _Canvas, layout: _Layout, decoration: drawn.Decoration, ascii: bool
) -> None:
    if isinstance(decoration, drawn.Outline) and decoration.text:
        _write_corner(sheet, layout, min(decoration.cells), decoration.text)
    elif isinstance(decoration, drawn.Dot):
        x, y = _position_between(layout, decoration.cells)
        sheet.write(x, y, _DOTS[decoration.fill, ascii])
    elif isinstance(decoration, drawn.Text):
        text = _outside_clue_text(decoration, ascii)
        if len(decoration.cells) > 1:
            x, y = _position_between(layout, decoration.cells)
            sheet.write(x - (len(text) - 1) // 2, y, text)
        elif decoration.position == "corner":
            _write_corner(sheet, layout, decoration.cells[0], text)
        else:
            row, column = decoration.cells[0]
            x = layout.text_column(column, len(text))
            sheet.write(x, layout.text_line(row), text)


def _outside_clue_text(decoration: drawn.Text, ascii: bool) -> str:
    arrow = _ARROWS[ascii].get(decoration.direction, "") if decoration.direction else ""
    return arrow + decoration.text


def _write_corner(sheet: _Canvas, layout: _Layout, place: Place, text: str) -> None:
    y = layout.rows[place[0]]
    if y is not None:
        sheet.write(layout.columns[place[1]] + 1, y, text)


def _position_between(layout: _Layout, cells: tuple[Place, ...]) -> tuple[int, int]:
    (row, column), (low_row, low_column) = min(cells), max(cells)
    across, down = column != low_column, row != low_row
    x = layout.columns[max(column, low_column)] if across else layout.text_column(column, 1)
    line = layout.rows[max(row, low_row)] if down else layout.text_line(row)
    return x, line or 0
