"""Any puzzle as a SudokuPad object: its picture, and beside the picture the puzzle itself.

SudokuPad knows givens, regions and cages; all else is drawn there, and only the author's words give
a meaning.  So the object holds nonet's drawing of the puzzle, the rules in words, and under
``metadata.nonet`` the puzzle in nonet's own JSON, which is read back.

>>> import nonet
>>> found = object_of(nonet.parse("1..............4"))
>>> found["cells"][0][0], found["metadata"]["nonet"]["clues"]
({'value': 1}, '1..............4')
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from nonet.formats.puzzle_json import to_json
from nonet.puzzle import Puzzle
from nonet.render.drawing import (
    Bulb,
    Decoration,
    Dot,
    Line,
    Outline,
    Place,
    Shade,
    Shape,
    Tint,
)

METADATA_KEY = "nonet"
"""The key of the metadata under which the puzzle stands in nonet's own JSON."""

_COLOURS: dict[Tint, str] = {
    "": "#CFCFCF",
    "grey": "#CFCFCF",
    "red": "#F4B6B6",
    "orange": "#FAD1A0",
    "yellow": "#F7EBA0",
    "green": "#A8E0A0",
    "blue": "#A8CFF2",
    "purple": "#D9B3EE",
    "pink": "#F6BEDC",
}
_INK, _PAPER, _EDGE = "#000000", "#FFFFFF", "#808080"
_SIDE = 64
"""Pixels of a cell, in which SudokuPad gives the width of lines."""
_THIN = 0.06
_POINTS = dict(zip(product((-1, 0, 1), repeat=2), "↖↑↗← →↙↓↘", strict=True))


class _Item(NamedTuple):
    """An object, and the key of its list in SudokuPad's object."""

    key: str
    value: dict[str, Any]


def text_of(puzzle: Puzzle) -> str:
    """The JSON of a puzzle's object."""
    return json.dumps(object_of(puzzle), ensure_ascii=False, separators=(",", ":"))


def object_of(puzzle: Puzzle) -> dict[str, Any]:
    """The object of a puzzle of any grid and any rules."""
    drawing = puzzle.drawing()
    cells: list[list[dict[str, Any]]] = [
        [{} for _ in range(drawing.width)] for _ in range(drawing.height)
    ]
    for (row, column), mark in drawing.marks.items():
        if mark.text:
            cells[row][column]["value"] = int(mark.text) if mark.text.isdigit() else mark.text
    regions: dict[int, list[list[int]]] = {}
    for place, number in sorted(drawing.regions.items()):
        regions.setdefault(number, []).append(list(place))
    document: dict[str, Any] = {
        "cellSize": _SIDE,
        "metadata": _metadata(puzzle),
        "cells": cells,
        "regions": list(regions.values()),
    }
    for decoration in drawing.decorations:
        for item in _decoration_items(decoration):
            document.setdefault(item.key, []).append(item.value)
    return document


def _metadata(puzzle: Puzzle) -> dict[str, Any]:
    sentences = (
        rule.sentence for rule in puzzle.rules if rule.name not in ("rows", "columns", "boxes")
    )
    rules_text = (
        puzzle.comment or "\n".join(dict.fromkeys(sentences)) or "Normal sudoku rules apply."
    )
    metadata: dict[str, Any] = {"rules": rules_text}
    if puzzle.name:
        metadata["title"] = puzzle.name
    for key in ("author", "solution", "source"):
        if key in puzzle.notes:
            metadata[key] = puzzle.notes[key]
    return {**metadata, METADATA_KEY: to_json(puzzle)}


def _decoration_items(each: Decoration) -> Iterator[_Item]:
    """Yield the items that SudokuPad draws for a decoration."""
    if isinstance(each, Shade):
        for cell in each.cells:
            yield _box("underlays", (cell,), fill=_COLOURS[each.tint or "grey"])
    elif isinstance(each, Line):
        yield _line(each)
    elif isinstance(each, Outline):
        cage: dict[str, Any] = {"cells": [list(cell) for cell in sorted(each.cells)]}
        yield _Item("cages", {**cage, **({"value": each.text} if each.text else {})})
    elif isinstance(each, Shape):
        turned = {"angle": 45} if each.kind == "diamond" else {}
        item = _box("underlays", (each.cell,), 0.7, fill=_COLOURS[each.tint or "grey"])
        yield _Item(item.key, {**item.value, **turned, "rounded": each.kind == "circle"})
    elif isinstance(each, Bulb):
        colour = _COLOURS[each.tint or "grey"]
        fill, border = (colour, "") if each.filled else (_PAPER, _EDGE)
        yield _box("underlays", each.cells, 0.75, True, fill=fill, border=border)
    elif isinstance(each, Dot):
        fill, ink = (_INK, _PAPER) if each.fill == "black" else (_PAPER, _INK)
        yield _box(
            "overlays", each.cells, 0.35, True, each.text, fill=fill, border=_INK, ink=ink, dot=True
        )
    else:
        text = each.text + (_POINTS.get(each.direction, "") if each.direction else "")
        size = 0.35 if each.position == "corner" or len(each.cells) > 1 else 0.7
        yield _box(
            "overlays", each.cells, size, text=text, dot=True, corner=each.position == "corner"
        )


def _line(line: Line) -> _Item:
    points = [[row + 0.5, column + 0.5] for row, column in line.cells]
    thin = line.width <= _THIN and not line.tint
    value: dict[str, Any] = {
        "wayPoints": points,
        "color": _EDGE if thin else _COLOURS[line.tint],
        "thickness": max(2, round(line.width * _SIDE)),
    }
    return _Item("arrows", {**value, "headLength": 0.3}) if line.head else _Item("lines", value)


def _box(
    key: str,
    cells: Iterable[Place],
    size: float = 1,
    rounded: bool = False,
    text: str = "",
    *,
    fill: str = "",
    border: str = "",
    ink: str = _INK,
    dot: bool = False,
    corner: bool = False,
) -> _Item:
    """Return a box over the cells, or a small box (``dot``) in their middle."""
    rows, columns = zip(*cells, strict=True)
    middle = (min(rows) + max(rows) + 1) / 2, (min(columns) + max(columns) + 1) / 2
    shift = 0.3 if corner and len(rows) == 1 else 0
    more = (0, 0) if dot else (max(rows) - min(rows), max(columns) - min(columns))
    box: dict[str, Any] = {
        "center": [middle[0] - shift, middle[1] - shift],
        "width": size + more[1],
        "height": size + more[0],
    }
    box |= {"rounded": True} if rounded else {}
    box |= {"backgroundColor": fill} if fill else {}
    box |= {"borderColor": border} if border else {}
    if text:
        box |= {"text": text, "color": ink, "fontSize": round(_SIDE * size * 0.55)}
    return _Item(key, box)
