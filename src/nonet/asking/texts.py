"""``read``, ``write`` and ``export``: puzzles as texts of any format, and pictures to keep."""

from __future__ import annotations

import io

from nonet.asking.command import PUZZLE, Event, Parameter, command
from nonet.asking.documents import Document, check_size, filled, marked
from nonet.errors import FormatError
from nonet.formats import iter_puzzles
from nonet.formats.objects import to_json
from nonet.formats.registry import detect, find_format
from nonet.formats.writing import write as written
from nonet.puzzle import Puzzle
from nonet.puzzle.legend import legend

HEAD = 1 << 16
"""Characters by which a format is told: as many as the readers of files look at."""


@command(
    "read",
    "A puzzle from a text in any format, or from a link.",
    Parameter("text", "text", "what was pasted, or what the file held"),
    Parameter("format", "text", "its format; else told by the text", None, most=100),
)
def read(text: str, format: str | None) -> Event:
    """The document of the first puzzle; ``notes`` say what was left out."""
    notes: list[str] = []
    chosen = find_format(format) if format else detect(text[:HEAD])
    found = iter_puzzles(
        io.StringIO(text),
        format=chosen,
        allow_clashes=True,
        on_warning=lambda warning: notes.append(str(warning)),
    )
    puzzle = next(found)
    if isinstance(puzzle, FormatError):
        raise puzzle
    check_size(puzzle)
    if next(found, None) is not None:
        notes.append("there are more puzzles in it: this is the first")
    return {"puzzle": to_json(puzzle), "format": chosen.name, "notes": notes}


@command(
    "write",
    "The puzzle, with entries and marks where it can hold them, as a text of a format.",
    PUZZLE,
    Parameter("format", "text", "the format's name", most=100),
)
def write(puzzle: Document, format: str) -> Event:
    """The text; ``notes`` say what the format left out."""
    chosen = find_format(format)
    found = marked(puzzle)
    try:
        return {"text": written([found], chosen), "notes": []}
    except FormatError:
        if not found.entries and not found.candidates:
            raise
    bare = Puzzle(found.grid, found.clues, found.rules, {}, found.name, found.comment, found.notes)
    text = written([bare], chosen)
    return {"text": text, "notes": [f"{chosen.name} holds no entries and marks: left out"]}


@command(
    "export",
    "The puzzle as a picture, or as a page to print, with its rules in words.",
    PUZZLE,
    Parameter("to", "text", "what is made", "svg", choices=("svg", "print")),
    Parameter("cell", "integer", "the side of a cell in pixels", 48, least=8, most=200),
)
def export(puzzle: Document, to: str, cell: int) -> Event:
    """``svg`` or ``html``, and the name of a file for it."""
    from nonet.render.svg import draw

    found = marked(puzzle)
    drawing = found.drawing(found.entries, found.candidates)
    picture = draw(drawing, cell=cell, title=found.name)
    name = "".join(c if c.isalnum() or c in "-_" else "-" for c in found.name)[:60] or "puzzle"
    if to == "svg":
        return {"svg": picture, "name": f"{name}.svg"}
    return {"html": _sheet(found, picture), "name": f"{name}.html"}


_STYLE = """
body { font: 12pt/1.4 Georgia, serif; margin: 2cm; }
svg { display: block; width: 100%; max-width: 16cm; height: auto; }
"""


def _sheet(puzzle: Puzzle, picture: str) -> str:
    """A page with the picture and what is said of the rules."""
    from nonet.render.html import escaped, shell

    title = puzzle.name or f"{len(filled(puzzle))} values in {len(puzzle.grid.cells)} cells"
    words = [line for line in puzzle.comment.splitlines() if line.strip()]
    words += dict.fromkeys(rule.sentence for rule in puzzle.rules)
    words += legend(puzzle)
    told = "".join(f"<p>{escaped(line)}</p>" for line in words)
    body = f"<h1>{escaped(title)}</h1>{picture}{told}"
    return shell(title=title, style=_STYLE, body=body, script="")
