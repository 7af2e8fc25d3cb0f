"""Lines of SudokuPad's drawings whose meaning is sure: a single kind of line, named by the words.

A line has no meaning of its own there.  But where the author's rules name one kind of line and no
other, and all lines of the drawing look the same, all lines are of that kind.  A thermometer's bulb
must be drawn too, at one end.

>>> kind_named("Digits on a purple line form a renban.")
'renban'
>>> kind_named("Green lines are German whispers, purple ones are renbans.") is None
True
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from nonet.puzzle import Cell, Grid
from nonet.puzzle.drawn_marks import MAX_MARKS, DrawnMark, nearest_tint
from nonet.puzzle.grid import cell_name

KIND_PATTERNS = {
    "renban": r"renbans?|consecutive digits in any order",
    "whispers": r"german whispers?|differ by at least (?:5|five)",
    "dutch-whispers": r"dutch whispers?|differ by at least (?:4|four)",
    "palindrome": r"palindromes?",
    "region-sum-line": r"region[- ]sum lines?|same sum in each (?:box|region)",
    "zipper": r"zipper lines?|zippers?",
    "nabner": r"nabners?",
    "entropic": r"entropic|entropy lines?",
    "modular": r"modular lines?",
    "thermometer": r"thermos?|thermometers?",
}
"""The words by which authors name the kinds of lines."""

OTHER_LINES_PATTERN = (
    r"arrows?|between lines?|lockout|split peas?|parity lines?|double arrow|lines? loops?"
)
"""Words for lines that mean something else: then nothing is sure."""


def kind_named(text: str) -> str | None:
    """The only kind of line that the words name; ``None`` if there is none, or another."""
    lower = text.lower()
    if re.search(rf"\b(?:{OTHER_LINES_PATTERN})\b", lower):
        return None
    named = [kind for kind, names in KIND_PATTERNS.items() if re.search(rf"\b(?:{names})\b", lower)]
    return named[0] if len(named) == 1 else None


def recognised_lines(
    document: Mapping[str, Any], text: str, grid: Grid
) -> list[tuple[str, list[Cell]]]:
    """Return the lines whose meaning is sure, as rules and cells in order; all or no lines."""
    kind, lines = kind_named(text), document.get("lines")
    if kind is None or not isinstance(lines, list) or document.get("arrows"):
        return []
    looks, recognised = set(), []
    for line in lines:
        points = line.get("wayPoints") if isinstance(line, dict) else None
        cells = list(_along(points, grid)) if isinstance(points, list) else []
        if len(cells) < 2 or None in cells:
            return []
        looks.add((str(line.get("color")), str(line.get("thickness"))))
        path = [cell for cell in cells if cell is not None]
        if kind == "thermometer":
            bulbs = _bulbs(document, grid)
            ends = [path[0] in bulbs, path[-1] in bulbs]
            if sum(ends) != 1:
                return []
            path = path if ends[0] else path[::-1]
        recognised.append((kind, path))
    return recognised if len(looks) == 1 else []


def drawn_marks_of(
    document: Mapping[str, Any], rows: list[list[Any]], grid: Grid, known: Collection[str]
) -> Iterator[DrawnMark]:
    """Yield the drawn marks that lie on cells: colours, lines, round shapes and texts.

    ``known`` are the keys whose drawings were taken for rules, which draw themselves.
    """
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            colour = cell.get("color") or cell.get("backgroundColor") or cell.get("c")
            if colour and isinstance(colour, str):
                yield DrawnMark("shade", (cell_name(r, c),), nearest_tint(colour))
    for key in sorted({"underlays", "overlays"}.difference(known), reverse=True):
        shapes = document.get(key)
        for shape in shapes[:MAX_MARKS] if isinstance(shapes, list) else ():
            place = _place(shape.get("center")) if isinstance(shape, dict) else None
            nearest = None if place is None else grid.cell_at(*place)
            if nearest is None:
                continue
            tint, width = nearest_tint(shape.get("backgroundColor") or "none"), shape.get("width")
            wide = isinstance(width, int | float) and width > 0.5
            if wide and (shape.get("rounded") or tint):
                yield DrawnMark("circle" if shape.get("rounded") else "shade", (nearest,), tint)
            if shape.get("text"):
                yield DrawnMark("text", (nearest,), "", str(shape["text"])[:20])
    for key in sorted({"lines", "arrows"}.difference(known)):
        lines = document.get(key)
        for line in lines[:MAX_MARKS] if isinstance(lines, list) else ():
            points = line.get("wayPoints") if isinstance(line, dict) else None
            cells = list(_along(points, grid)) if isinstance(points, list) else []
            path = [cell for cell in cells if cell is not None]
            if len(path) > 1 and len(path) == len(cells):
                yield DrawnMark("line", tuple(path), nearest_tint(line.get("color", "")))


def _along(points: list[Any], grid: Grid) -> Iterator[Cell | None]:
    """The cells from point to point, in straight steps; ``None`` where a point is no centre."""
    before: tuple[int, int] | None = None
    for point in points:
        current = _place(point)
        if current is None:
            yield None
            return
        if before is None:
            yield grid.cell_at(*current)
        else:
            down, right = current[0] - before[0], current[1] - before[1]
            steps = max(abs(down), abs(right))
            if steps > grid.size or {abs(down), abs(right)} - {0, steps}:
                yield None
                return
            for step in range(1, steps + 1):
                yield grid.cell_at(
                    before[0] + down // steps * step, before[1] + right // steps * step
                )
        before = current


def _place(point: Any) -> tuple[int, int] | None:
    """The row and column of a centre: ``[0.5, 3.5]`` is row 0, column 3."""
    if not isinstance(point, list) or len(point) != 2:
        return None
    coordinates = [n - 0.5 for n in point if isinstance(n, int | float) and abs(n) < 100]
    if len(coordinates) != 2 or any(n != int(n) for n in coordinates):
        return None
    return int(coordinates[0]), int(coordinates[1])


def _bulbs(document: Mapping[str, Any], grid: Grid) -> set[Cell]:
    """The cells with a round shape in the middle, of more than half a cell."""
    bulbs = set()
    shapes = document.get("underlays")
    for shape in shapes if isinstance(shapes, list) else ():
        if isinstance(shape, dict) and shape.get("rounded"):
            place, width = _place(shape.get("center")), shape.get("width")
            cell = None if place is None else grid.cell_at(*place)
            if cell is not None and isinstance(width, int | float) and width > 0.5:
                bulbs.add(cell)
    return bulbs
