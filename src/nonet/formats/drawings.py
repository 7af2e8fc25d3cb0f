"""Drawings: the grids that nonet prints in a terminal, read back, with candidates as well.

A heading may stand above a drawing, and drawings may follow each other without a blank line.  A
drawing of values alone is a framed grid; a drawing with candidates has a line round every cell,
clues in brackets, and as many lines a cell as its candidates need.  Colours are taken off.

>>> marks = ["┏━━━━━┯━━━━━┓", "┃ [1] │   2 ┃", "┠─────┼─────┨", "┃   2 │ 1   ┃", "┗━━━━━┷━━━━━┛"]
>>> next(drawings(enumerate(["Mine: solved (native, 1 ms)", *marks], 1))).name
'Mine'
>>> [cell.text for row in lattice_rows(list(enumerate(marks, 1))) for cell in row.cells]
['[1]', '2', '2', '1']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from nonet.errors import FormatError
from nonet.formats.base import Lines
from nonet.formats.cell_symbols import BLANKS, invalid_cell_error, symbol_values
from nonet.formats.grid_text import NumberedLine
from nonet.formats.reader import CellText, Reader, Row
from nonet.formats.statements import is_comment
from nonet.model import Domain
from nonet.puzzle import Puzzle
from nonet.puzzle.grid import MAX_VALUES, cell_name

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_TOP = re.compile(r"┏[━┯┳ ┓┏]*┓|#=[=#]*#")
_PLAIN_TOP = re.compile(r"\+-[-+]*\+")
_HEADING_DETAILS = re.compile(r": [^:]*\([^()]*\)$")
"""The details that a command prints after the name of a puzzle."""

_ROW = re.compile(r"[\d.*_?|+\s-]{4,}")

_INSIDE = "┃┣┠┗┡┢┞┟┝┞┏#|+"
"""The first characters of the lines inside a drawing."""


@dataclass
class Drawing:
    """The lines of one drawing, its heading as a name, and the comment lines before the drawing."""

    name: str = ""
    lines: list[NumberedLine] = field(default_factory=list)
    comments: list[NumberedLine] = field(default_factory=list)
    stray_lines: list[int] = field(default_factory=list)
    """The lines before the drawing that look like rows of another puzzle."""


def is_drawing(sample: str) -> bool:
    """Return whether a text has a drawing by nonet: a heavy frame, or a heading above a frame."""
    before = ""
    for line in sample.split("\n"):
        text = _COLOUR.sub("", line).rstrip()
        if _TOP.fullmatch(text) or (_PLAIN_TOP.fullmatch(text) and _HEADING_DETAILS.search(before)):
            return True
        before = text
    return False


def drawings(lines: Lines) -> Iterator[Drawing]:
    """Yield the drawings of a text in order; words between drawings are left out."""
    drawing, heading = Drawing(), ""
    for number, line in lines:
        text = _COLOUR.sub("", line).rstrip()
        top = _TOP.fullmatch(text) or _PLAIN_TOP.fullmatch(text)
        if drawing.lines:
            last = drawing.lines[-1][1]
            closed = len(drawing.lines) > 1 and (last.startswith("┗") or (top and last == text))
            if not closed and text[:1] and text[:1] in _INSIDE:
                drawing.lines.append((number, text))
                continue
            yield drawing
            drawing, heading = Drawing(), ""
        if top:
            name = _HEADING_DETAILS.sub("", heading)
            drawing.name = "" if name == "Puzzle" else name
            drawing.lines.append((number, text))
        elif is_comment(text):
            drawing.comments.append((number, text))
        elif _ROW.fullmatch(text):
            drawing.stray_lines.append(number)
        heading = "" if is_comment(text) else text.strip() or heading
    if drawing.lines or drawing.comments or drawing.stray_lines:
        yield drawing


def has_candidates(lines: Sequence[NumberedLine]) -> bool:
    """Whether a drawing has a line round every cell, with clues in brackets or candidates."""
    if not any("│" in text or text.startswith("#=") for _, text in lines):
        return False
    try:
        cells = [word.text for row in lattice_rows(lines) for word in row.cells]
    except FormatError:
        return True  # its fault is told when it is read
    return any(len(text) > 1 for text in cells)


def lattice_rows(lines: Sequence[NumberedLine]) -> list[Row]:
    """Return the cells of a drawing with lines round every cell: their texts, without blanks."""
    first, top = lines[0]
    stops = [x for x, character in enumerate(top) if character not in "━="]
    rows: list[Row] = []
    cells: list[str] = []
    for number, text in lines[1:]:
        if " " not in text:  # a line between rows
            if not cells:
                raise FormatError("a row of the drawing has no cells", line=number)
            tokens = zip(cells, stops, strict=False)
            rows.append(Row(number - 1, [CellText(text, x + 2) for text, x in tokens]))
            cells = []
            continue
        if len(text) != len(top):
            raise FormatError(
                f"expected {len(top)} characters, as in the frame, found {len(text)}", line=number
            )
        parts = [text[x + 1 : y].replace(" ", "") for x, y in pairwise(stops)]
        cells = [a + b for a, b in zip(cells or [""] * len(parts), parts, strict=True)]
    size = len(stops) - 1
    if cells or len(rows) != size or not 1 <= size <= MAX_VALUES:
        raise FormatError(f"expected {size} rows of {size} cells, found {len(rows)}", line=first)
    return rows


def puzzle_with_candidates(reader: Reader, lines: Sequence[NumberedLine]) -> Puzzle:
    """Return the puzzle of a drawing with candidates: a value in brackets is a clue."""
    rows, first = lattice_rows(lines), lines[0][0]
    size = len(rows)
    shape = reader.shape(size, first)
    table = symbol_values(size, shape.alphabet)
    values: list[int | None] = []
    candidates: dict[int, Domain] = {}
    for r, row in enumerate(rows):
        for c, word in enumerate(row.cells):
            inside = word.text.strip("[]")
            known = [] if inside in BLANKS and table.get(inside) is None else list(inside)
            digits = [table.get(character) for character in known]
            for offset, value in enumerate(digits):
                if value is None:
                    raise invalid_cell_error(
                        inside[offset],
                        size,
                        shape.alphabet,
                        cell=cell_name(r, c),
                        line=row.line,
                        column=word.column,
                    )
            clue = word.text.startswith("[") and len(digits) == 1
            values.append(digits[0] if clue else None)
            if digits and not clue and len(digits) < size:
                candidates[r * size + c] = Domain.of([v for v in digits if v is not None])
    return reader.with_candidates(size, values, candidates, first)
