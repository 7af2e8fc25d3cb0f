"""Drawings of f-puzzles without a meaning: colours of cells, lines, shapes and texts.

Both directions: drawn marks that were read are written again as drawings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nonet.puzzle.drawn_marks import DrawnMark, nearest_tint

if TYPE_CHECKING:
    from nonet.render.shapes import Tint

CELL_KEYS = frozenset(
    {
        *("value", "given", "region", "givenPencilMarks", "c", "cArray", "highlight"),
        *("centerPencilMarks", "cornerPencilMarks"),
    }
)
"""Keys of a cell that are read; the last two are a player's marks, and no part of the puzzle."""

_COLOURS: dict[Tint, str] = {
    "": "#FFFFFF", "grey": "#A8A8A8", "red": "#FFA0A0", "orange": "#FFE060", "yellow": "#FFFF80",
    "green": "#A0FF9F", "blue": "#A0E0FF", "purple": "#C8A0FF", "pink": "#FFA0E0",
}  # fmt: skip


def cell_tints(cell: Mapping[str, Any]) -> Sequence[Tint]:
    """Return the tint of a coloured cell, the first of several, in a list of at most one tint."""
    several = cell.get("cArray")
    colours = [
        *(several if isinstance(several, list) else ()),
        cell.get("c"),
        cell.get("highlight"),
    ]
    tints = (nearest_tint(colour) for colour in colours if isinstance(colour, str) and colour)
    return [tint for tint in tints if tint][:1]


def marks_of_drawing(key: str, entry: Mapping[str, Any]) -> Iterator[DrawnMark]:
    """Yield the marks of a line, rectangle, circle or text; none of a malformed entry."""
    cells = _names(entry.get("cells"))
    if key == "line":
        lines = entry.get("lines")
        for line in lines if isinstance(lines, list) else ():
            if names := _names(line):
                yield DrawnMark("line", names, nearest_tint(entry.get("outlineC", "")))
    elif cells and key == "text":
        yield DrawnMark("text", cells, "", str(entry.get("value", ""))[:20])
    elif cells:
        tint = nearest_tint(entry.get("baseC", ""))
        yield DrawnMark("circle" if key == "circle" else "shade", cells, tint)
        if entry.get("value"):
            yield DrawnMark("text", cells, "", str(entry["value"])[:20])


def _names(names: object) -> tuple[str, ...]:
    good = isinstance(names, list) and all(isinstance(name, str) for name in names)
    return tuple(names) if good and isinstance(names, list) else ()


def add_marks(document: dict[str, Any], marks: Iterable[DrawnMark]) -> None:
    """Add drawn marks to an object that has its cells."""
    rows = document["grid"]
    coloured = {cell: mark.tint for mark in marks if mark.kind == "shade" for cell in mark.cells}
    for r, row in enumerate(rows, 1):
        for c, cell in enumerate(row, 1):
            if tint := coloured.get(f"R{r}C{c}"):
                cell["c"] = _COLOURS[tint]
    for kind, cells, tint, text in marks:
        if kind == "line":
            document.setdefault("line", []).append(
                {"lines": [list(cells)], "outlineC": _COLOURS[tint], "width": 0.3}
            )
        elif kind == "circle":
            document.setdefault("circle", []).append(
                {"cells": list(cells), "baseC": _COLOURS[tint], "outlineC": "#000000"}
            )
        elif kind == "text":
            document.setdefault("text", []).append({"cells": list(cells), "value": text})
