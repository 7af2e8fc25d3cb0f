"""``read``, ``write`` and ``export``: puzzles as texts of any format, and pictures to keep."""

from __future__ import annotations

import io
from dataclasses import replace

from nonet.errors import FormatError, FormatWarning, quantity
from nonet.formats import iter_puzzles
from nonet.formats.json import to_json
from nonet.formats.parsing import HEAD_SIZE
from nonet.formats.registry import detect, find_format
from nonet.formats.writing import write as written
from nonet.protocol.command import PUZZLE, Event, Parameter, command
from nonet.protocol.documents import Document, check_size, grid_values, puzzle_with_marks
from nonet.puzzle import Puzzle
from nonet.puzzle.short_form import legend
from nonet.render.html import escaped, html_page
from nonet.render.svg import drawing_svg


@command(
    "read",
    "A puzzle from a text in any format, or from a link.",
    Parameter("text", "text", "what was pasted, or what the file held"),
    Parameter("format", "text", "its format; else told by the text", None, maximum=100),
)
def read(text: str, format: str | None) -> Event:
    """The document of the first puzzle; ``notes`` name omitted parts."""
    notes: list[FormatWarning | str] = []
    chosen = find_format(format) if format else detect(text[:HEAD_SIZE])
    puzzles = iter_puzzles(
        io.StringIO(text), format=chosen, allow_clashes=True, on_warning=notes.append
    )
    puzzle = next(puzzles)
    if isinstance(puzzle, FormatError):
        raise puzzle
    check_size(puzzle)
    if next(puzzles, None) is not None:
        notes.append("there are more puzzles in it: this is the first")
    return {"puzzle": to_json(puzzle), "format": chosen.name, "notes": [*map(str, notes)]}


@command(
    "write",
    "The puzzle, with entries and marks where it can hold them, as a text of a format.",
    PUZZLE,
    Parameter("format", "text", "the format's name", maximum=100),
)
def write(puzzle: Document, format: str) -> Event:
    """The text; ``notes`` name the parts that the format cannot express."""
    chosen = find_format(format)
    marked = puzzle_with_marks(puzzle)
    try:
        return {"text": written([marked], chosen), "notes": []}
    except FormatError:
        if not marked.entries and not marked.candidates:
            raise
    bare = replace(marked, candidates={}, entries={})
    text = written([bare], chosen)
    return {"text": text, "notes": [f"{chosen.name} holds no entries and marks: left out"]}


@command(
    "export",
    "The puzzle as a picture, or as a page to print, with its rules in words.",
    PUZZLE,
    Parameter("to", "text", "what is made", "svg", choices=("svg", "print")),
    Parameter("cell", "integer", "the side of a cell in pixels", 48, minimum=8, maximum=200),
)
def export(puzzle: Document, to: str, cell: int) -> Event:
    """``svg`` or ``html``, and a file name for the result."""
    marked = puzzle_with_marks(puzzle)
    drawing = marked.drawing(marked.entries, marked.candidates)
    picture = drawing_svg(drawing, cell=cell, title=marked.name)
    name = "".join(c if c.isalnum() or c in "-_" else "-" for c in marked.name)[:60] or "puzzle"
    if to == "svg":
        return {"svg": picture, "name": f"{name}.svg"}
    return {"html": _print_page(marked, picture), "name": f"{name}.html"}


_STYLE = """
body { font: 12pt/1.4 Georgia, serif; margin: 2cm; }
svg { display: block; width: 100%; max-width: 16cm; height: auto; }
"""


def _print_page(puzzle: Puzzle, picture: str) -> str:
    """Return a page with the picture and the sentences of the rules."""
    values, cells = len(grid_values(puzzle)), len(puzzle.grid.cells)
    title = puzzle.name or f"{quantity(values, 'value')} in {quantity(cells, 'cell')}"
    lines = [line for line in puzzle.comment.splitlines() if line.strip()]
    lines += dict.fromkeys(rule.sentence for rule in puzzle.rules)
    lines += legend(puzzle.rules)
    paragraphs = "".join(f"<p>{escaped(line)}</p>" for line in lines)
    body = f"<h1>{escaped(title)}</h1>{picture}{paragraphs}"
    return html_page(title=title, style=_STYLE, body=body, script="")
