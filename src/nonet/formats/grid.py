"""Grids: the rows of a puzzle over several lines, with or without a frame or a title.

Also the grids that nonet prints in a terminal are read back.  A heading may stand above such a
drawing, and drawings may follow each other without a blank line.  A drawing of values alone is a
framed grid; a drawing with candidates has a line round every cell, clues in brackets, and as many
lines a cell as its candidates need.  Colours are taken off.

>>> marks = ["┏━━━━━┯━━━━━┓", "┃ [1] │   2 ┃", "┠─────┼─────┨", "┃   2 │ 1   ┃", "┗━━━━━┷━━━━━┛"]
>>> next(drawings(enumerate(["Mine: solved (native, 1 ms)", *marks], 1))).name
'Mine'
>>> [cell.text for row in lattice_rows(list(enumerate(marks, 1))) for cell in row.cells]
['[1]', '2', '2', '1']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, pairwise

from nonet.errors import FormatError
from nonet.formats.base import (
    CellText,
    Entry,
    Format,
    Lines,
    NumberedLine,
    Reader,
    Row,
    read_candidates,
)
from nonet.formats.grid_text import (
    Section,
    band_shape,
    read_single_grid,
    read_squares,
    sections,
)
from nonet.formats.pasted import plain_lines
from nonet.formats.statements import Header, is_comment, one_line, text_of_square
from nonet.model import Domain
from nonet.puzzle import Alphabet, Puzzle
from nonet.puzzle.grid import MAX_VALUES, cell_name

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_TOP = re.compile(r"┏[━┯┳ ┓┏]*┓|#=[=#]*#")
_PLAIN_TOP = re.compile(r"\+-[-+]*\+")
# The details that a command prints after the name of a puzzle.
_HEADING_DETAILS = re.compile(r": [^:]*\([^()]*\)$")

_ROW = re.compile(r"[\d.*_?|+\s-]{4,}")

# The first characters of the lines inside a drawing.
_INSIDE = "┃┣┠┗┡┢┞┟┝┞┏#|+"


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
    rows = lattice_rows(lines)
    size = len(rows)
    shape = reader.shape(size)
    values: list[int | None] = []
    candidates: dict[int, Domain] = {}
    for r, row in enumerate(rows):
        for c, word in enumerate(row.cells):
            inside = CellText(word.text.strip("[]") or ".", word.column)
            domain = read_candidates(inside, shape, cell_name(r, c), row.line)
            clue = word.text.startswith("[") and domain.is_single
            values.append(next(iter(domain)) if clue else None)
            if not clue and len(domain) < size:
                candidates[r * size + c] = domain
    return reader.with_candidates(size, values, candidates)


SAMPLED_GRIDS = 5
"""The number of grids of a sample that are examined, in as many lines as these grids can have."""


class GridFormat(Format):
    """Rows over several lines, several puzzles parted by blank lines."""

    name = "grid"
    proven = "plain puzzles"
    suffixes = (".txt",)
    parted = True
    sentence = (
        "A row a line, with or without a frame of | + - or box-drawing characters; up to 9x9 a "
        "space may stand for a blank; "
        "blank lines between puzzles. What nonet prints is read back, with candidates as well."
    )

    def claims(self, sample: str) -> bool:
        """Return whether the text is a drawing that nonet prints in a terminal."""
        return is_drawing(sample)

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        head = list(islice(lines, SAMPLED_GRIDS * MAX_VALUES))
        lines = chain(head, lines)
        if is_drawing("\n".join(text for _, text in head)):
            yield from _puzzles_of_drawings(lines, reader)
            return
        for section in join_bands(sections(plain_lines(lines))):
            yield from reader.notes(section.comments)
            if section.lines:
                yield from read_squares(section.lines, reader)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        text = text_of_square(puzzle, self.name, header.alphabet)
        return [*header.comments(puzzle, text.alphabet), *text.framed()]


def first_grids(sample: str) -> list[list[NumberedLine]]:
    """Return the lines of the first grids of a text: each section is taken for a grid."""
    lines = enumerate(
        sample.split("\n", SAMPLED_GRIDS * MAX_VALUES)[: SAMPLED_GRIDS * MAX_VALUES], 1
    )
    parts = join_bands(sections(plain_lines(lines)))
    return [part.lines for part in islice(parts, SAMPLED_GRIDS) if part.lines]


def _puzzles_of_drawings(lines: Lines, reader: Reader) -> Iterator[Entry]:
    for drawing in drawings(lines):
        yield from reader.notes(drawing.comments)
        if drawing.stray_lines:
            yield FormatError("a row that is in no drawing", line=drawing.stray_lines[0])
        if not drawing.lines:
            continue
        reader.name = drawing.name or reader.name
        if has_candidates(drawing.lines):
            yield reader.attempt(drawing.lines[0][0], puzzle_with_candidates, reader, drawing.lines)
        else:
            yield from read_squares(drawing.lines, reader)


def join_bands(sections: Iterable[Section]) -> Iterator[Section]:
    """Yield the sections, with the bands of a grid merged where blank lines part the bands."""
    bands: list[Section] = []
    shape: tuple[int, int] | None = None
    for section in sections:
        now = band_shape(section.lines) if section.lines else None
        if bands and (now != shape or section.comments):
            yield _merged_bands(bands)
            bands = []
        if now is None:
            yield section
            continue
        shape = now
        bands.append(section)
        if len(bands) * shape[0] == shape[1]:
            yield _merged_bands(bands)
            bands = []
    if bands:
        yield _merged_bands(bands)


def _merged_bands(bands: list[Section]) -> Section:
    return Section(
        [line for section in bands for line in section.lines],
        [line for section in bands for line in section.comments],
    )


_TITLE = re.compile(r"grid\b", re.IGNORECASE)


class EulerFormat(Format):
    """Titles such as "Grid 01", each followed by the rows of its puzzle.

    The title is the puzzle's name; where a colon follows, the rest is.
    """

    name = "euler"
    proven = "plain puzzles"
    suffixes = (".txt",)
    sentence = 'A title line "Grid 01" and a row a line, as Project Euler has it.'

    def claims(self, sample: str) -> bool:
        """Whether a title comes first, and no drawing, which may have such a title too."""
        first = (line for line in sample.split("\n") if line.strip() and not is_comment(line))
        return bool(_split_title(next(first, ""))) and not is_drawing(sample)

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        title: NumberedLine | None = None
        rows: list[NumberedLine] = []
        ahead: list[NumberedLine] = []  # comments that stand before a title
        for number, text in lines:
            if is_comment(text):
                if rows:
                    ahead.append((number, text))
                else:
                    yield from reader.notes([(number, text)])
            elif _split_title(text):
                if title or rows:
                    yield reader.attempt((title or rows[0])[0], _titled_puzzle, reader, title, rows)
                title, rows = (number, text), []
                yield from reader.notes(ahead)
                ahead = []
            elif text.strip():
                rows.append((number, text))
        yield from reader.notes(ahead)
        if title or rows:
            yield reader.attempt((title or rows[0])[0], _titled_puzzle, reader, title, rows)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        header = Header()
        for number, puzzle in enumerate(puzzles, 1):
            text = text_of_square(puzzle, self.name, alphabet, blank="0")
            name = one_line(puzzle.name)
            titled = _split_title(name)
            title = name if titled and titled[1] is None else f"Grid {number:02}"
            if name and title != name:
                title = f"{title}: {name}"
            comments = header.comments(puzzle, text.alphabet)
            comments = [line for line in comments if not line.startswith("# name:")]
            yield "".join(f"{line}\n" for line in [title, *comments, *text.rows])


def _split_title(text: str) -> tuple[str, str | None] | None:
    """Return the texts of a title line before and after its colon (``None`` without a colon)."""
    text = text.strip()
    if not _TITLE.match(text) or text[4:].lstrip().startswith("="):  # a key of TOML
        return None
    before, colon, after = text.partition(":")
    return before.rstrip(), after.strip() if colon else None


def _titled_puzzle(reader: Reader, title: NumberedLine | None, rows: list[NumberedLine]) -> Puzzle:
    if title is None:
        raise FormatError('expected a title such as "Grid 01"', line=rows[0][0])
    if not rows:
        raise FormatError(f"no rows after {title[1].strip()!r}", line=title[0])
    titled = _split_title(title[1])
    assert titled is not None
    reader.name = titled[1] or titled[0]
    return reader.square(read_single_grid(rows))
