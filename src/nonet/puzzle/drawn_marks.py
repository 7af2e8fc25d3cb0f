"""Drawn marks: colours, lines, circles and texts of a setter that no rule here gives a meaning.

Marks are stored as a note of the puzzle, in JSON, so that every format with notes holds the marks,
and pictures show them.  Solvers ignore the marks.

>>> marks = [DrawnMark("shade", ("R1C1",), "red"), DrawnMark("shade", ("R1C2",), "red")]
>>> marks_note(marks)
'[["shade",["R1C1","R1C2"],"red",""]]'
>>> nearest_tint("#D53932"), nearest_tint("#fff"), nearest_tint("rgba(0, 0, 255, 0.5)")
('red', '', 'blue')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, get_args

from nonet.errors import PuzzleError
from nonet.puzzle.grid import Cell, Grid, place

if TYPE_CHECKING:
    from nonet.render.shapes import Decoration, Tint

MARKS_NOTE = "drawings"
"""The name of the note that holds the marks."""
MAX_MARKS = 500
"""Marks of one puzzle that are kept."""
KINDS = ("shade", "line", "circle", "text")

_HEX = re.compile(r"#([0-9a-fA-F]{3,8})")
_DECIMAL = re.compile(r"rgba?\((\d{1,3})\D+(\d{1,3})\D+(\d{1,3}).*")
_HUES: tuple[tuple[float, Tint], ...] = (
    (18, "red"), (42, "orange"), (70, "yellow"), (170, "green"), (255, "blue"), (300, "purple"),
    (345, "pink"), (360, "red"),
)  # fmt: skip
"""Where on the circle of colours, in degrees, each tint ends."""


class DrawnMark(NamedTuple):
    """A mark over cells in order; a text stands in the middle of its cells."""

    kind: str
    cells: tuple[Cell, ...]
    tint: Tint = ""
    text: str = ""


def marks_note(marks: Iterable[DrawnMark]) -> str:
    """Return the note of some marks, shades of a tint merged; empty without marks."""
    shades: dict[Tint, list[Cell]] = {}
    others: dict[DrawnMark, None] = {}
    for mark in marks:
        if mark.kind == "shade":
            shades.setdefault(mark.tint, []).extend(mark.cells)
        else:
            others[mark] = None
    import json

    together = [DrawnMark("shade", tuple(cells), tint) for tint, cells in shades.items()]
    entries = [*together, *others][:MAX_MARKS]
    return json.dumps(entries, ensure_ascii=False, separators=(",", ":")) if entries else ""


def drawn_marks(notes: Mapping[str, str]) -> list[DrawnMark]:
    """Return the marks in a puzzle's notes; an invalid note holds no marks."""
    import json

    from nonet.render.shapes import Tint  # 4 ms; most puzzles have no marks

    try:
        entries = json.loads(notes.get(MARKS_NOTE, "[]"))
        marks = [DrawnMark(kind, tuple(cells), tint, text) for kind, cells, tint, text in entries]
    except (ValueError, TypeError, RecursionError):
        return []
    return [
        mark
        for mark in marks[:MAX_MARKS]
        if mark.kind in KINDS
        and mark.cells
        and mark.tint in get_args(Tint)
        and isinstance(mark.text, str)
        and all(isinstance(cell, str) for cell in mark.cells)
    ]


def drawn_decorations(grid: Grid, notes: Mapping[str, str]) -> Iterator[Decoration]:
    """Yield the shapes in a picture for the marks that lie on the grid."""
    if MARKS_NOTE not in notes:
        return
    from nonet.render.shapes import Bulb, Line, Shade, Text  # 4 ms; most puzzles have no marks

    for kind, cells, tint, text in drawn_marks(notes):
        try:
            places = tuple(place(grid.cell(cell)) for cell in cells)
        except PuzzleError:
            continue
        if kind == "shade":
            yield Shade(places, f"{tint or 'grey'} cells (drawn)", tint)
        elif kind == "line":
            yield Line(places, "line (drawn)", tint)
        elif kind == "circle":
            yield Bulb(places, filled=bool(tint), tint=tint)
        else:
            yield Text(places[:1], text)


def nearest_tint(colour: object) -> Tint:
    """The tint that is nearest to a colour of a style sheet; ``""`` for white and for no colour."""
    text = str(colour).strip().lower()
    named = {"gray": "grey", "black": "grey", "white": "", "none": "", "transparent": ""}
    if text in (*(tint for _, tint in _HUES), *named):
        return named.get(text, text)  # type: ignore[return-value]
    if match := _HEX.fullmatch(text):
        digits = match[1] if len(match[1]) >= 6 else "".join(2 * digit for digit in match[1])
        parts = [int(digits[at : at + 2], 16) for at in (0, 2, 4)]
    elif match := _DECIMAL.fullmatch(text):
        parts = [min(255, int(part)) for part in match.groups()]
    else:
        return "grey"
    low, high = min(parts), max(parts)
    if high - low < 24:
        return "" if low > 245 else "grey"
    red, green, blue = parts
    if high == red:
        hue = 60 * (green - blue) / (high - low) % 360
    elif high == green:
        hue = 60 * (blue - red) / (high - low) + 120
    else:
        hue = 60 * (red - green) / (high - low) + 240
    return next(tint for end, tint in _HUES if hue <= end)
