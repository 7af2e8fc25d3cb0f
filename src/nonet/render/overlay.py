"""Overlays in SVG: the premises of an argument, laid over a drawing.

Truths are tinted, links framed, the cells of a locked set shaded; candidates get a disc in the
colour of their part in the argument, eliminated candidates are struck out; strong inferences
are solid arrows, weak inferences dashed.  Colours are chosen to be told apart by the
colour-blind as well (M. Okabe and K. Ito, 2008), and no part is told by colour alone.

>>> from nonet.render.drawing import Drawing, Highlight, Mark
>>> marks = {(0, 0): Mark(candidates=("1", "2"))}
>>> drawing = Drawing(1, 1, marks, highlights=(Highlight((0, 0), 1, "removed"),))
>>> len(list(highlights_svg(drawing, 40)))
2
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from nonet.render.decorations import back_points, border_path, squares_path
from nonet.render.drawing import (
    CANDIDATE_MARGIN,
    Area,
    Arrow,
    Drawing,
    Highlight,
    Place,
    Role,
)

_DISCS: dict[Role, str] = {
    "on": "#7fd1ae",
    "off": "#9cc9f0",
    "fin": "#f3cf63",
    "removed": "#f5a9a0",
    "placed": "#5fc48f",
    "fourth": "#d9b3ea",
}
_STRIKE = "#a01020"
_RINGS: dict[Role, tuple[str, str]] = {"start": ("#1b1b1f", ""), "clash": (_STRIKE, "2 1.5")}
_TRUTH, _LINK, _ARROW, _PATTERN = "#0072b2", "#d55e00", "#7b1fa2", "#009e73"
_SET_COLOURS = ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#0072b2")

LEGEND: tuple[tuple[str, str, str], ...] = (
    ("disc", _DISCS["placed"], "placed"),
    ("disc", _DISCS["removed"], "removed"),
    ("disc", _DISCS["on"], "what the step rests on; in a chain: true"),
    ("disc", _DISCS["off"], "in a chain: false"),
    ("disc", _DISCS["fin"], "an exception (a fin, a guardian)"),
    ("disc", _DISCS["fourth"], "a fourth colour, where a step has two pairs of colours"),
    ("ring", _RINGS["start"][0], "where a chain starts: what is assumed"),
    ("ring broken", _RINGS["clash"][0], "where it contradicts itself: both true and false"),
    ("tint", _TRUTH, "holds the value once: a truth"),
    ("frame", _LINK, "holds it once at most: a link"),
    ("solid", _PATTERN, "cells of a deadly pattern"),
    ("tint", _SET_COLOURS[0], "cells of a locked set or of a rule, a tint each"),
    ("arrow", _ARROW, "if this is false that is true; dashed: if this is true that is false"),
)
"""The legend of colours, frames and arrows: shape, colour, text."""


def candidate_position(
    place: Place, index: int, cell: int, rows: int, columns: int, top: float = CANDIDATE_MARGIN
) -> tuple[float, float, float]:
    """Middle and font size of the candidate at ``index`` of a cell: x, y, size.

    ``top`` is where candidates begin, in cells below the cell's upper edge.
    """
    row, column = place
    step_x = (1 - 2 * CANDIDATE_MARGIN) * cell / columns
    step_y = (1 - CANDIDATE_MARGIN - top) * cell / rows
    down, across = divmod(index, columns)
    x = (column + CANDIDATE_MARGIN) * cell + (across + 0.5) * step_x
    y = (row + top) * cell + (down + 0.5) * step_y
    return x, y, min(step_y, 1.4 * step_x, 0.36 * cell)


def disc_radius(cell: int, rows: int, columns: int, top: float = CANDIDATE_MARGIN) -> float:
    """The radius of a candidate's disc: neighbours do not touch."""
    across, down = 1 - 2 * CANDIDATE_MARGIN, 1 - CANDIDATE_MARGIN - top
    return 0.47 * cell * min(across / columns, down / rows)


def areas_svg(drawing: Drawing, cell: int) -> Iterator[str]:
    """Yield tints of truths and locked sets and frames of links, which lie under the grid's
    lines.
    """
    for area in drawing.areas:
        if area.kind in ("link", "pattern"):
            yield _area_frame(area, cell)
            continue
        colour = _TRUTH if area.kind == "truth" else _SET_COLOURS[area.group % len(_SET_COLOURS)]
        opacity = 0.14 if area.kind == "truth" else 0.32
        squares = squares_path(area.cells, cell)
        yield f'<path d="{squares}" fill="{colour}" fill-opacity="{opacity}"/>'


def _area_frame(area: Area, cell: int) -> str:
    """A line just inside the outer border of the area, dashed for a link."""
    if area.kind == "pattern":
        looks = f'stroke="{_PATTERN}" stroke-width="{cell / 13:g}" stroke-linecap="square"'
    else:
        dashes = f"{cell / 8:g} {cell / 14:g}"
        looks = f'stroke="{_LINK}" stroke-width="{cell / 20:g}" stroke-dasharray="{dashes}"'
    return f'<path d="{border_path(area.cells, cell, cell * 0.05)}" fill="none" {looks}/>'


def highlights_svg(drawing: Drawing, cell: int) -> Iterator[str]:
    """Yield a disc behind each candidate of the argument, and a stroke through eliminations."""
    for mark in drawing.highlights:
        yield from _disc(mark, cell, *drawing.candidate_box, drawing.candidate_top)


def _disc(mark: Highlight, cell: int, rows: int, columns: int, top: float) -> Iterator[str]:
    x, y, size = candidate_position(mark.cell, mark.index, cell, rows, columns, top)
    around = disc_radius(cell, rows, columns, top)
    if mark.role in _RINGS:
        colour, dashes = _RINGS[mark.role]
        broken = f' stroke-dasharray="{dashes}"' if dashes else ""
        yield (
            f'<circle cx="{x:g}" cy="{y:g}" r="{around:g}" fill="none" stroke="{colour}" '
            f'stroke-width="{cell / 24:g}"{broken}/>'
        )
        return
    edge = ' stroke="#00000080" stroke-width="1"' if mark.role in ("placed", "fin") else ""
    yield f'<circle cx="{x:g}" cy="{y:g}" r="{around:g}" fill="{_DISCS[mark.role]}"{edge}/>'
    if mark.role == "removed":
        reach = 0.8 * around
        yield (
            f'<path d="M{x - reach:g} {y + reach:g}L{x + reach:g} {y - reach:g}" '
            f'stroke="{_STRIKE}" stroke-width="{size / 9:g}"/>'
        )


Point = tuple[float, float]

_BENDS = (0.18, -0.18, 0.32, -0.32, 0.05, -0.05)
"""How far an arrow may bend to a side, as a share of its length: the first of the freest."""


def arrows_svg(drawing: Drawing, cell: int) -> Iterator[str]:
    """Curved arrows between candidates, over discs and under digits."""
    rows, columns = drawing.candidate_box
    for arrow in drawing.arrows:
        yield from _arrow(drawing, arrow, cell, rows, columns)


def _arrow(drawing: Drawing, arrow: Arrow, cell: int, rows: int, columns: int) -> Iterator[str]:
    top = drawing.candidate_top
    x0, y0, _ = candidate_position(*arrow.start, cell, rows, columns, top)
    x1, y1, _ = candidate_position(*arrow.end, cell, rows, columns, top)
    around = disc_radius(cell, rows, columns, top)
    length = hypot(x1 - x0, y1 - y0) or 1.0
    ux, uy = (x1 - x0) / length, (y1 - y0) / length

    def middle(share: float) -> tuple[float, float]:
        """The point that draws the arrow to a side."""
        bend = max(-0.5 * cell, min(share * length, 0.5 * cell))
        if length < 4 * around:  # next to each other: it goes out to the side to be seen
            bend = (1 if share > 0 else -1) * 2.8 * around
        return (x0 + x1) / 2 + uy * bend, (y0 + y1) / 2 - ux * bend

    def crossed(share: float) -> int:
        """Return the cost of crossed marks: digits count most."""
        return _crossing_cost(drawing, arrow, (x0, y0), middle(share), (x1, y1), cell)

    middle_x, middle_y = middle(min(_BENDS, key=crossed))
    start = _point_towards(x0, y0, middle_x, middle_y, around)
    end = _point_towards(x1, y1, middle_x, middle_y, around)
    dashes = "" if arrow.strong else f' stroke-dasharray="{cell / 13:g} {cell / 16:g}"'
    width = cell / 26 if arrow.strong else cell / 34
    yield (
        f'<path d="M{start[0]:.1f} {start[1]:.1f}Q{middle_x:.1f} {middle_y:.1f} '
        f'{end[0]:.1f} {end[1]:.1f}" fill="none" stroke="{_ARROW}" stroke-opacity="0.85" '
        f'stroke-width="{width:.2g}"{dashes}/>'
    )
    yield _arrow_head(end, (middle_x, middle_y), cell / 9)


def _crossing_cost(
    drawing: Drawing, arrow: Arrow, start: Point, middle: Point, end: Point, cell: int
) -> int:
    """Return the cost of the marks that a bent arrow crosses: 5 for a digit, 3 for a candidate
    of the argument, 1 for other candidates, 9 where the arrow leaves the grid.
    """
    rows, columns = drawing.candidate_box
    marked = {(mark.cell, mark.index) for mark in drawing.highlights}
    ends = {arrow.start, arrow.end}
    met: dict[object, int] = {}
    steps = max(8, int(hypot(end[0] - start[0], end[1] - start[1]) / cell * 8))
    for step in range(1, steps):
        t = step / steps
        x, y = (
            (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
            for a, b, c in zip(start, middle, end, strict=True)
        )
        place = int(y // cell), int(x // cell)
        mark = drawing.marks.get(place)
        if mark is None:
            met["outside"] = 9
            continue
        across, down = x / cell - place[1], y / cell - place[0]
        if mark.text and not mark.candidates:
            if abs(across - 0.5) < 0.25 and abs(down - 0.5) < 0.33:
                met[place] = 5
            continue
        top = drawing.candidate_top
        column = int((across - CANDIDATE_MARGIN) / (1 - 2 * CANDIDATE_MARGIN) * columns)
        row = int((down - top) / (1 - CANDIDATE_MARGIN - top) * rows)
        index = row * columns + column
        mark_place = (place, index)
        if mark_place not in ends and 0 <= index < len(mark.candidates) and mark.candidates[index]:
            met[mark_place] = 3 if mark_place in marked else 1
    return sum(met.values())


def _point_towards(x: float, y: float, to_x: float, to_y: float, by: float) -> Point:
    length = hypot(to_x - x, to_y - y) or 1.0
    return x + (to_x - x) / length * by, y + (to_y - y) / length * by


def _arrow_head(tip: Point, tail: Point, size: float) -> str:
    (x, y), (left, right) = tip, back_points(tip, tail, size, size * 0.45)
    return (
        f'<path d="M{x:.1f} {y:.1f}L{left[0]:.1f} {left[1]:.1f}'
        f'L{right[0]:.1f} {right[1]:.1f}z" fill="{_ARROW}" fill-opacity="0.85"/>'
    )
