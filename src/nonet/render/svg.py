"""SVG: a drawing as one standalone picture, for notebooks, pages and papers.

No script, style sheet, identifier or font is taken from or leaks to the surrounding page, so
any number of pictures can stand in a notebook; the background is white and the picture is
legible on a dark page as well.

>>> from nonet.render.drawing import Drawing, Mark
>>> picture = drawing_svg(Drawing(1, 1, {(0, 0): Mark("1", clue=True)}))
>>> picture.startswith('<svg xmlns="http://www.w3.org/2000/svg"'), "<script" in picture
(True, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import replace
from typing import Any

from nonet.render import decorations, overlay
from nonet.render.drawing import Drawing, Mark, Place
from nonet.render.frame import HEAVY, LIGHT, Frame
from nonet.render.html import FONTS, escaped

# Dark pictures: an SVG of ours with inverted lightness.

PAPER_LIGHTNESS = 0.08
"""The lightness that replaces white, from 0 to 1: a page is seldom quite black."""

_COLOUR = re.compile(r'(fill|stroke)="#([0-9a-f]{6})([0-9a-f]{2})?"')


def dark_svg(svg: str) -> str:
    """The picture for a dark page: lightness turned round, hues kept.

    Shades that multiply their background are made to add instead.
    """
    turned = _COLOUR.sub(
        lambda match: f'{match[1]}="#{_inverted_colour(match[2])}{match[3] or ""}"', svg
    )
    return turned.replace("mix-blend-mode:multiply", "mix-blend-mode:screen")


def _inverted_colour(colour: str) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4))
    hue, lightness, saturation = rgb_to_hls(red, green, blue)
    parts = hls_to_rgb(hue, 1 - lightness * (1 - PAPER_LIGHTNESS), saturation)
    return "".join(f"{round(part * 255):02x}" for part in parts)


# The layers of a drawing for pages that draw values themselves: lines and decorations.
#
# Lengths are in units of which a cell's side has ``cell``. Colours are presentation attributes,
# which a page may invert for a dark theme; there is no ``style``, which a strict
# Content-Security-Policy would drop: shapes that multiply the paper behind have the class
# ``shade``.


def svg_layers(drawing: Drawing, *, values: int, cell: int) -> dict[str, Any]:
    """Return the layers under and over the values, lines as paths, and the places of candidates
    in a cell.

    ``values`` is how many a cell can have, ``cell`` the side of a cell in units of the picture.
    """
    thin, wall = line_paths(drawing, cell)
    everything = Mark(candidates=("1",) * values)
    box = replace(drawing, marks=dict.fromkeys(drawing.marks, everything)).candidate_box
    return {
        "under": join_with_classes(decorations.svg_under_values(drawing, cell)),
        "over": join_with_classes(decorations.svg_over_values(drawing, cell)),
        "thin": thin,
        "wall": wall,
        "rows": drawing.height,
        "columns": drawing.width,
        "margins": list(drawing.margins),
        "box": list(box),
        "top": drawing.candidate_top,
    }


def join_with_classes(parts: Iterable[str]) -> str:
    """Elements as one text, with a class where a standalone picture has a style."""
    text = "".join(parts)
    return text.replace(' style="mix-blend-mode:multiply"', ' class="shade"')


_PAPER, _CLUE, _DEDUCED, _CANDIDATE, _WRONG = "#ffffff", "#000000", "#1a5fb4", "#3d3846", "#c01c28"
_THIN_LINE, _WALL = "#9a9996", "#000000"

_VALUE_SIZE = 0.62
"""Font size of a value, in cells."""


def drawing_svg(drawing: Drawing, *, cell: int = 40, title: str = "", dark: bool = False) -> str:
    """The drawing as an SVG element.

    ``cell`` is the side of a cell in pixels, ``title`` the text for screen readers and
    tooltips; the default states size and clues.  Clues are bold and black, deductions blue; a
    wrong mark is red, underlined and in a dashed frame.  ``dark`` is for a dark page: black and
    white are exchanged.
    """
    margin = max(2, cell // 10)
    above, right, below, left = drawing.margins
    width = (left + drawing.width + right) * cell + 2 * margin
    height = (above + drawing.height + below) * cell + 2 * margin
    x, y = -margin - left * cell, -margin - above * cell
    title = escaped(title or _description(drawing))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{x} {y} {width} {height}" role="img" aria-label="{title}">',
        f"<title>{title}</title>",
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{_PAPER}"/>',
        *decorations.svg_under_values(drawing, cell),
        *overlay.areas_svg(drawing, cell),
        *_lines(drawing, cell),
        *decorations.svg_over_values(drawing, cell),
        *overlay.highlights_svg(drawing, cell),
        *overlay.arrows_svg(drawing, cell),
        *_marks_svg(drawing, cell),
        "</svg>",
    ]
    picture = "\n".join(parts)
    return dark_svg(picture) if dark else picture


def _description(drawing: Drawing) -> str:
    clues = sum(mark.clue for mark in drawing.marks.values())
    sizes = (drawing.height, "row"), (drawing.width, "column"), (clues, "clue")
    rows, columns, given = (f"{n} {noun if n == 1 else f'{noun}s'}" for n, noun in sizes)
    return f"Puzzle of {rows} and {columns} with {given}"


def _lines(drawing: Drawing, cell: int) -> Iterator[str]:
    wide = max(2, cell // 14)
    for path, colour, stroke in zip(
        line_paths(drawing, cell), (_THIN_LINE, _WALL), (1, wide), strict=True
    ):
        if path:
            yield (
                f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{stroke}" '
                'stroke-linecap="square"/>'
            )


def line_paths(drawing: Drawing, cell: int) -> tuple[str, str]:
    """The data of two paths: the thin lines between cells, and the walls."""
    frame = Frame.from_drawing(drawing)
    downs = tuple(zip(*frame.vertical, strict=True))
    thin, wall = (
        "".join(
            [
                f"M{start * cell} {y * cell}H{stop * cell}"
                for y, segments in enumerate(frame.horizontal)
                for start, stop in _segment_runs(segments, weight)
            ]
            + [
                f"M{x * cell} {start * cell}V{stop * cell}"
                for x, segments in enumerate(downs)
                for start, stop in _segment_runs(segments, weight)
            ]
        )
        for weight in (LIGHT, HEAVY)
    )
    return thin, wall


def _segment_runs(segments: Iterable[int], weight: int) -> Iterator[tuple[int, int]]:
    start = None
    for index, segment in enumerate((*segments, None)):
        if segment == weight and start is None:
            start = index
        elif segment != weight and start is not None:
            yield start, index
            start = None


def _marks_svg(drawing: Drawing, cell: int) -> Iterator[str]:
    yield f'<g font-family="{FONTS}" text-anchor="middle">'
    rows, columns = drawing.candidate_box
    for place, mark in sorted(drawing.marks.items(), key=lambda item: item[0]):
        if mark.candidates:
            yield from _candidates_svg(place, mark, cell, rows, columns, drawing.candidate_top)
        elif mark.text:
            yield from _value_svg(place, mark, cell)
    yield "</g>"


def _value_svg(place: Place, mark: Mark, cell: int) -> Iterator[str]:
    row, column = place
    colour = _WRONG if mark.wrong else _CLUE if mark.clue else _DEDUCED
    looks = ' font-weight="bold"' if mark.clue else ""
    if mark.wrong:
        looks += ' text-decoration="underline"'
        gap = 0.12 * cell
        yield (
            f'<rect x="{column * cell + gap:g}" y="{row * cell + gap:g}" '
            f'width="{cell - 2 * gap:g}" height="{cell - 2 * gap:g}" fill="none" '
            f'stroke="{_WRONG}" stroke-width="{cell / 20:g}" stroke-dasharray="{cell / 10:g}"/>'
        )
    size = _VALUE_SIZE * cell / max(1.0, 0.62 * len(mark.text))
    yield decorations.text_svg(
        (column + 0.5) * cell, (row + 0.5) * cell, size, mark.text, colour, looks
    )


def _candidates_svg(
    place: Place, mark: Mark, cell: int, rows: int, columns: int, top: float
) -> Iterator[str]:
    _, _, size = overlay.candidate_position(place, 0, cell, rows, columns, top)
    for index, text in enumerate(mark.candidates):
        if text:
            x, y, _ = overlay.candidate_position(place, index, cell, rows, columns, top)
            yield decorations.text_svg(x, y, size, text, _CANDIDATE)
