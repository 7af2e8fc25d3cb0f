"""An HTML file that plays a run, or two side by side, without network or library.

The page is the shell of ``render/html.py``, the modules by which ``nonet web`` plays runs, bundled
as one script, and the runs as data (``page_data.py``), each with the picture of its puzzle.

>>> import nonet
>>> html = page(nonet.trace(".......21.3..4.."))
>>> html.startswith("<!doctype html>"), "http:" in html.replace("http://www.w3.org/", "")
(True, False)
"""

from __future__ import annotations

from functools import cache
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonet.puzzle.grid import place
from nonet.render.drawing import Drawing, Mark
from nonet.render.html import escaped, html_page
from nonet.render.printable import printable
from nonet.render.script_bundle import bundled_script
from nonet.render.svg_layers import svg_layers
from nonet.tracing.page_data import page_data, variable_places

if TYPE_CHECKING:
    from nonet.tracing.recording import Trace

MODULES = Path(__file__).parents[1] / "web" / "static"
"""The page's own files: a run is played by the same here and there."""

CELL_SIDE = 48
"""The side of a cell in the units of the picture, as in ``svg_layers.js``."""


def page(trace: Trace, other: Trace | None = None, title: str = "") -> str:
    """The page of one run, or of two side by side."""
    runs = [trace] if other is None else [trace, other]
    usual = "A run, step by step" if other is None else "Two runs, side by side"
    name = title or (trace.puzzle.name if trace.puzzle else "") or usual
    style, script = page_assets()
    return html_page(
        title=name,
        style=style,
        body=f'<header><h1>{escaped(name)}</h1></header>\n<main id="runs"></main>\n'
        "<noscript>The steps are played by the script in this file: allow it to see them."
        "</noscript>\n",
        script=script,
        data={"runs": [{**page_data(run), "picture": background_picture(run)} for run in runs]},
    )


@cache
def page_assets() -> tuple[str, str]:
    """The style sheet and the script of the page."""
    return (MODULES / "page.css").read_text(encoding="utf-8"), bundled_script(
        MODULES / "run" / "file.js"
    )


def background_picture(trace: Trace) -> dict[str, Any]:
    """Return the background of the domains: the puzzle's own lines and shades, or the
    variables' names.
    """
    puzzle = trace.puzzle
    values = sorted({value for domain in trace.domains.values() for value in domain})
    cells = {name: cell for name, cell in variable_places(trace).items() if cell}
    if puzzle is not None:
        known = set(puzzle.grid.values)
        symbols = [puzzle.alphabet.symbol(v) if v in known else str(v) for v in values]
        drawing = puzzle.with_clues({}).drawing()
    else:
        symbols = list(map(str, values))
        places = [place(cell) for cell in cells.values()]
        width = 1 + max((column for _, column in places), default=0)
        drawing = Drawing(ceil(len(places) / width), width, dict.fromkeys(places, Mark()))
    return {
        **svg_layers(drawing, values=len(values), cell=CELL_SIDE),
        "cells": [[cell, *place(cell)] for cell in cells.values()],
        "values": values,
        "symbols": symbols,
        "clues": dict(puzzle.clues) if puzzle else {},
        "names": {} if puzzle else {cell: printable(name) for name, cell in cells.items()},
        "named": {
            cells[name]: {value: printable(text) for value, text in symbols.pairs}
            for name, symbols in trace.symbols.items()
            if name in cells
        },
    }
