"""The layers of a drawing for pages that draw values themselves: lines and decorations.

Lengths are in units of which a cell's side has ``cell``.  Colours are presentation attributes,
which a page may invert for a dark theme; there is no ``style``, which a strict
Content-Security-Policy would drop: shapes that multiply the paper behind have the class
``shade``.

>>> from nonet.render.drawing import Drawing, Mark
>>> found = svg_layers(Drawing(1, 2, {(0, 0): Mark(), (0, 1): Mark()}), values=4, cell=48)
>>> found["rows"], found["columns"], found["box"], found["thin"]
(1, 2, [2, 2], 'M48 0V48')
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from nonet.render import decorations
from nonet.render.drawing import Drawing, Mark
from nonet.render.svg import line_paths


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
