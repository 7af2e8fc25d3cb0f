"""Decorations in SVG: the drawings of rules, under or over the lines and values of a grid.

Shades, lines, shapes and bulbs lie under the grid; outlines, dots and texts lie over the grid.

>>> from nonet.render.drawing import Drawing, Mark, Outline
>>> marks = {(0, 0): Mark(), (0, 1): Mark()}
>>> drawing = Drawing(1, 2, marks, decorations=(Outline(((0, 0), (0, 1)), "15"),))
>>> len(list(svg_under_values(drawing, 40))), len(list(svg_over_values(drawing, 40)))
(0, 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import TypeVar

from nonet.render.drawing import (
    Bulb,
    Decoration,
    Dot,
    Drawing,
    Line,
    Outline,
    Place,
    Shade,
    Shape,
    Text,
    Tint,
    merge_texts,
)
from nonet.render.html import FONTS, escaped

_PAPER, _INK, _CAGE = "#ffffff", "#3d3846", "#5e5c64"
_SHADES = ("#dcdcdc", "#fce3c0", "#d3efc8", "#f3d6f0")
_PALE: dict[Tint, str] = {
    "": "#cfdff3",
    "grey": "#d5d3d0",
    "red": "#f6c6bf",
    "orange": "#fbd9a8",
    "yellow": "#f8eda2",
    "green": "#b9e5b4",
    "blue": "#b5d4f4",
    "purple": "#dcc4ec",
    "pink": "#f7cbe2",
}
_SHAPE, _EDGE = "#d5d0c4", "#8b8574"
_Kind = TypeVar("_Kind", bound=Decoration)
_BASELINE = 0.35
"""How far below its middle the baseline of a digit lies, in font sizes."""

THIN = 0.06
"""A line of this width, in cells, or less is drawn in ink."""


def svg_under_values(drawing: Drawing, cell: int) -> Iterator[str]:
    """Yield shades, then lines, then shapes and bulbs, each on top of the ones before.

    The edges of pale lines and bulbs come first, so that what is joined has one edge.
    """
    shade_names = drawing.shade_names
    for shade in _decorations_of_kind(drawing, Shade):
        colour = _SHADES[shade_names.index(shade.name) % len(_SHADES)]
        colour = _PALE[shade.tint] if shade.tint else colour
        squares = squares_path(shade.cells, cell)
        yield f'<path d="{squares}" fill="{colour}" style="mix-blend-mode:multiply"/>'
    for bulb in _decorations_of_kind(drawing, Bulb):
        if bulb.filled:
            edge = f'fill="{_EDGE}" stroke="{_EDGE}" stroke-width="{cell / 20:g}"'
            yield _bulb(bulb, cell, edge)
    for line in _decorations_of_kind(drawing, Line):
        if line.tint or line.width > THIN:
            yield _polyline(line, cell, _EDGE, (line.width + 0.05) * cell)
    for line in _decorations_of_kind(drawing, Line):
        yield from _line(line, cell)
    for decoration in merge_texts(drawing.decorations):
        if isinstance(decoration, Shape):
            yield _shape(decoration, cell)
        elif isinstance(decoration, Bulb):
            yield _bulb(decoration, cell)


def svg_over_values(drawing: Drawing, cell: int) -> Iterator[str]:
    """Yield outlines, then dots and texts on top."""
    for outline in _decorations_of_kind(drawing, Outline):
        yield from _outline(outline, cell)
    for dot in _decorations_of_kind(drawing, Dot):
        yield from _dot(dot, cell)
    for each in _decorations_of_kind(drawing, Text):
        yield from _text_decoration(each, cell)


def squares_path(cells: Iterable[Place], cell: int) -> str:
    """Return the path of the squares of some cells."""
    return "".join(f"M{column * cell} {row * cell}h{cell}v{cell}h{-cell}z" for row, column in cells)


def _decorations_of_kind(drawing: Drawing, kind: type[_Kind]) -> Iterator[_Kind]:
    return (d for d in drawing.decorations if isinstance(d, kind))


def text_svg(
    x: float, y: float, size: float, content: str, colour: str, attributes: str = ""
) -> str:
    """Return a text centred at ``x``, ``y``, in the font of the surrounding group."""
    return (
        f'<text x="{x:.6g}" y="{y + _BASELINE * size:.6g}" font-size="{size:.3g}" '
        f'fill="{colour}"{attributes}>{escaped(content)}</text>'
    )


def _own_font(anchor: str = "middle") -> str:
    return f' font-family="{FONTS}" text-anchor="{anchor}"'


def _centre(place: Place, cell: int) -> tuple[float, float]:
    return (place[1] + 0.5) * cell, (place[0] + 0.5) * cell


def _middle(places: tuple[Place, ...], cell: int) -> tuple[float, float]:
    points = [_centre(place, cell) for place in places]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _line(line: Line, cell: int) -> Iterator[str]:
    colour = _PALE[line.tint] if line.tint or line.width > THIN else _INK
    if line.head and len(line.cells) > 1:
        tip, tail = (_centre(line.cells[end], cell) for end in (-1, -2))
        yield _arrow_head(tip, tail, 0.22 * cell, colour, max(1.0, line.width * cell))
    yield _polyline(line, cell, colour, line.width * cell)


def _polyline(line: Line, cell: int, colour: str, width: float) -> str:
    points = " ".join(f"{x:g},{y:g}" for x, y in (_centre(place, cell) for place in line.cells))
    dashes = f' stroke-dasharray="{cell / 8:g} {cell / 10:g}"' if line.dashed else ""
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
        f'stroke-linecap="round" stroke-linejoin="round"{dashes}/>'
    )


def _arrow_head(
    tip: tuple[float, float], tail: tuple[float, float], size: float, colour: str, width: float
) -> str:
    (x, y), (left, right) = tip, back_points(tip, tail, size, size * 0.75)
    return (
        f'<path d="M{left[0]:.1f} {left[1]:.1f}L{x:.1f} {y:.1f}L{right[0]:.1f} {right[1]:.1f}" '
        f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
    )


def back_points(
    tip: tuple[float, float], tail: tuple[float, float], size: float, half: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the two points behind the tip of an arrow head of a length and half a width."""
    (x, y), (from_x, from_y) = tip, tail
    length = hypot(x - from_x, y - from_y) or 1.0
    ux, uy = (x - from_x) / length, (y - from_y) / length
    back_x, back_y = x - ux * size, y - uy * size
    return (back_x - uy * half, back_y + ux * half), (back_x + uy * half, back_y - ux * half)


def _shape(shape: Shape, cell: int) -> str:
    x, y = _centre(shape.cell, cell)
    half = 0.4 * cell
    looks = f'fill="{_PALE[shape.tint] if shape.tint else _SHAPE}" stroke="{_EDGE}"'
    if shape.kind == "circle":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{half:g}" {looks}/>'
    if shape.kind == "diamond":
        return (
            f'<path d="M{x:g} {y - half:g}L{x + half:g} {y:g}L{x:g} {y + half:g}'
            f'L{x - half:g} {y:g}z" {looks}/>'
        )
    return (
        f'<rect x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" '
        f'height="{2 * half:g}" {looks}/>'
    )


def _bulb(bulb: Bulb, cell: int, edge: str = "") -> str:
    """A disc, or a thick line with round ends from the first cell to the last."""
    (x0, y0), (x1, y1) = _centre(bulb.cells[0], cell), _centre(bulb.cells[-1], cell)
    radius = 0.4 * cell
    colour = _PALE[bulb.tint]
    looks = edge or (
        f'fill="{colour}"'
        if bulb.filled
        else f'fill="{_PAPER}" stroke="{_INK if not bulb.tint else colour}" '
        f'stroke-width="{0.05 * cell:g}"'
    )
    left, top = min(x0, x1) - radius, min(y0, y1) - radius
    if x0 != x1 and y0 != y1:  # a pill along a diagonal: turned round its middle
        length = hypot(x1 - x0, y1 - y0)
        turn = 45 if (x1 > x0) == (y1 > y0) else -45
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        return (
            f'<rect x="{x - length / 2 - radius:g}" y="{y - radius:g}" '
            f'width="{length + 2 * radius:g}" height="{2 * radius:g}" rx="{radius:g}" '
            f'transform="rotate({turn} {x:g} {y:g})" {looks}/>'
        )
    if (x0, y0) == (x1, y1):
        return f'<circle cx="{x0:g}" cy="{y0:g}" r="{radius:g}" {looks}/>'
    return (
        f'<rect x="{left:g}" y="{top:g}" width="{abs(x1 - x0) + 2 * radius:g}" '
        f'height="{abs(y1 - y0) + 2 * radius:g}" rx="{radius:g}" {looks}/>'
    )


def _outline(outline: Outline, cell: int) -> Iterator[str]:
    yield (
        f'<path d="{border_path(outline.cells, cell, 0.08 * cell)}" fill="none" stroke="{_CAGE}" '
        f'stroke-width="{max(1.0, cell / 36):.3g}" '
        f'stroke-dasharray="{cell / 12:.3g} {cell / 16:.3g}"/>'
    )
    if outline.text:
        yield from _corner_text(min(outline.cells), outline.text, cell)


def _corner_text(place: Place, text: str, cell: int) -> Iterator[str]:
    """Yield a small text at the top left of a cell, on paper that hides dashed lines."""
    row, column = place
    size = 0.25 * cell
    x, y = (column + 0.05) * cell, (row + 0.045) * cell
    width = (0.58 * len(text) + 0.2) * size
    yield (
        f'<rect x="{x:.4g}" y="{y:.4g}" width="{width:.4g}" height="{size:.4g}" fill="{_PAPER}"/>'
        + text_svg(x + 0.1 * size, y + 0.5 * size, size, text, "#000000", _own_font("start"))
    )


def border_path(cells: tuple[Place, ...], cell: int, gap: float) -> str:
    """Return the path of some cells' border, ``gap`` inside the border, with joined corners."""
    inside = set(cells)
    parts = []
    for row, column in sorted(inside):
        x, y = column * cell, row * cell

        def has(down: int, right: int, origin: Place = (row, column)) -> bool:
            return (origin[0] + down, origin[1] + right) in inside

        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if has(down, right):
                continue
            across = down != 0
            ends = []
            for side in (-1, 1):
                beside = has(0, side) if across else has(side, 0)
                beyond = has(down, side) if across else has(side, right)
                shift = -gap * side if not beside else gap * side if beyond else 0.0
                ends.append((cell if side > 0 else 0) + shift)
            if across:
                level = y + (gap if down < 0 else cell - gap)
                parts.append(f"M{x + ends[0]:g} {level:g}H{x + ends[1]:g}")
            else:
                level = x + (gap if right < 0 else cell - gap)
                parts.append(f"M{level:g} {y + ends[0]:g}V{y + ends[1]:g}")
    return "".join(parts)


def _dot(dot: Dot, cell: int) -> Iterator[str]:
    x, y = _middle(dot.cells, cell)
    radius = cell * (0.13 if not dot.text else 0.15 if len(dot.cells) == 2 else 0.24)
    # by name: a dark picture turns the colours that are numbers, and a black dot stays black
    fill, ink = dot.fill, "black" if dot.fill == "white" else "white"
    yield (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="#000000" '
        f'stroke-width="{max(1.0, cell / 40):.3g}"/>'
    )
    if dot.text:
        lines = dot.text.split("\n")
        size = radius * min(1.35, 2.6 / max(map(len, lines)), 1.75 / len(lines))
        for number, line in enumerate(lines):
            down = (number - (len(lines) - 1) / 2) * size
            yield text_svg(x, y + down, size, line, ink, _own_font())


def _text_decoration(each: Text, cell: int) -> Iterator[str]:
    x, y = _middle(each.cells, cell)
    if len(each.cells) == 1:
        if each.position == "corner":
            yield from _corner_text(each.cells[0], each.text, cell)
            return
        size = 0.42 * cell / max(1.0, 0.42 * len(each.text))
        if each.direction:
            down, right = each.direction
            if down and right:
                x, y = x - 0.1 * cell * right, y - 0.1 * cell * down
            else:  # one across and one down have room in one place
                x, y = x - 0.22 * cell * abs(down), y - 0.3 * cell * abs(right) + 0.03 * cell * down
            reach = 0.55 if down and right else 0.46
            end = x + reach * cell * right, y + reach * cell * down
            start = x + 0.3 * cell * right, y + 0.3 * cell * down
            size *= 0.8
            yield (
                f'<path d="M{start[0]:.4g} {start[1]:.4g}L{end[0]:.4g} {end[1]:.4g}" '
                f'stroke="{_INK}" stroke-width="{cell / 28:.3g}"/>'
            )
            yield _arrow_head(end, start, 0.11 * cell, _INK, cell / 28)
        yield text_svg(x, y, size, each.text, "#000000", _own_font())
        return
    size = 0.32 * cell
    width = size * max(1, 0.6 * len(each.text))
    yield (
        f'<rect x="{x - width / 2:.4g}" y="{y - size / 2:.4g}" '
        f'width="{width:.4g}" height="{size:.4g}" fill="{_PAPER}"/>'
    )
    yield text_svg(x, y, size, each.text, "#000000", f' font-weight="bold"{_own_font()}')
