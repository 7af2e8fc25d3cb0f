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

A frame is drawn with ``|``, ``+``, ``-``, ``=`` or box-drawing characters.  A dash may also be a
blank: a line of dashes is a row only if the other rows leave room for a row.

>>> lines = list(enumerate(["12|..", "--+--", "34|12", "..|..", "2.|4."], 1))
>>> ["".join(word.text for word in row.cells) for row in read_grids(lines)[0]]
['12..', '3412', '....', '2.4.']
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, islice, pairwise

from nonet.errors import FormatError, quantity
from nonet.formats.base import CellText, Entry, Format, Lines, NumberedLine, Reader, Row
from nonet.formats.pasted import plain_lines
from nonet.formats.statements import Header, is_comment, one_line, text_of_square
from nonet.puzzle import Alphabet, Puzzle
from nonet.puzzle.grid import MAX_VALUES

MAX_ROW_LENGTH = 4096
"""The most characters in a row of a grid, including frame characters."""

Split = Callable[[NumberedLine, int], list[CellText] | None]
"""A way to split a line into words, for a size if that is known (else 0)."""


FRAME_TRANSLATION: dict[int, str] = {
    **dict.fromkeys(range(0x2500, 0x2580), "+"),  # box-drawing characters
    **dict.fromkeys(map(ord, "│┃┆┇┊┋╎╏║¦"), "|"),
    **dict.fromkeys(map(ord, "─━┄┅┈┉╌╍═"), "="),
    **dict.fromkeys(map(ord, "\t\u00a0"), " "),
}
"""For ``str.translate``: frames of any style as ``|`` (upright), ``=`` (level) and ``+``."""

# Characters between cells beside blanks: frames, marks and the commas of a list.
_BARS = "|+!:,;[](){}"

# The fewest lines with blanks that are read by columns: fewer lines may be anything.
_SMALLEST_BY_COLUMNS = 4

_WORD = re.compile(rf"[^\s{re.escape(_BARS)}]+")
# A number or a missing value in a printed table of floats.
_FLOAT = re.compile(r"(?<!\S)(?:([0-9]{1,2})\.0|NaN|None|<NA>)(?!\S)")
# The name of a row before its cells.
_LABEL = re.compile(
    r"\s*+(?:\|\s*+)?(?:(?i:row|line)\s*+)?(\w{1,3}+)(?:[.)]\s++|\s++(?:[:|]\s*+)?|[:|]\s*+)"
)
_CORNERS = set("-|.*':`, ")


@dataclass(frozen=True)
class Section:
    """Lines without a blank line between, and the comment lines among these lines."""

    lines: list[NumberedLine] = field(default_factory=list)
    comments: list[NumberedLine] = field(default_factory=list)


def sections(lines: Iterator[NumberedLine]) -> Iterator[Section]:
    """Yield the sections of a text."""
    section = Section()
    for number, text in lines:
        if is_comment(text):
            section.comments.append((number, text))
        elif text.strip():
            section.lines.append((number, text))
        elif section.lines:
            yield section
            section = Section()
    if section.lines or section.comments:
        yield section


def read_grids(lines: Sequence[NumberedLine]) -> list[list[Row]]:
    """Return the grids, mostly one, in lines that stand together; ``FormatError`` if these form none."""
    for number, text in lines:
        if len(text) > MAX_ROW_LENGTH:
            fault = f"a row of {len(text)} characters: a grid has {MAX_VALUES} cells a row at most"
            raise FormatError(fault, line=number)
    sorted_lines = _ClassifiedLines.classify(lines)
    for chosen in filter(None, (sorted_lines, sorted_lines.without_labels())):
        for split in _SPLITS:
            if rows := chosen.rows(split):
                size = len(rows[0].cells)
                return [rows[start : start + size] for start in range(0, len(rows), size)]
    raise sorted_lines.format_error()


def read_single_grid(lines: Sequence[NumberedLine]) -> list[Row]:
    """The rows of lines that are to be one grid."""
    grids = read_grids(lines)
    if len(grids) > 1:
        fault = f"expected {len(grids[0])} rows, found {sum(map(len, grids))}"
        raise FormatError(fault, line=lines[0][0])
    return grids[0]


def is_grid(lines: Sequence[NumberedLine]) -> bool:
    """Return whether the lines form squares."""
    with suppress(FormatError):
        return bool(read_grids(lines))
    return False


def band_shape(lines: Sequence[NumberedLine]) -> tuple[int, int] | None:
    """Return (rows, cells a row) if the lines may be a band of a grid, else ``None``."""
    if any(len(text) > MAX_ROW_LENGTH for _, text in lines):
        return None
    parts = _ClassifiedLines.classify(lines)
    for split in (_characters, _spaced_words):
        for row_lines in (parts.row_lines + parts.possible_row_lines, parts.row_lines):
            widths = {len(split(line, 0) or ()) for line in row_lines}
            width = widths.pop() if len(widths) == 1 else 0
            if width > len(row_lines) and width % len(row_lines) == 0:
                return len(row_lines), width
    return None


def read_squares(lines: Sequence[NumberedLine], reader: Reader) -> Iterator[Entry]:
    """Yield the puzzles of lines that stand together, or the error of these lines."""
    try:
        grids = read_grids(lines)
    except FormatError as error:
        reader.clear_entry()
        yield error
        return
    for grid in grids:
        yield reader.attempt(grid[0].line, reader.square, grid)


@dataclass(frozen=True)
class _ClassifiedLines:
    """The lines of one section: surely rows, or maybe rows.  Frames are left out."""

    first_line: int
    row_lines: list[NumberedLine]
    possible_row_lines: list[NumberedLine]

    @classmethod
    def classify(cls, lines: Sequence[NumberedLine]) -> _ClassifiedLines:
        sure, maybe = [], []
        for number, text in lines:
            plain = text.translate(FRAME_TRANSLATION).rstrip()
            plain = _FLOAT.sub(lambda value: (value[1] or ".").ljust(len(value[0])), plain)
            plain = plain[:-1] if plain.endswith("|.") else plain  # LaTeX's package sudoku
            letters = set(plain)
            if letters <= {"-", "|", " "}:
                maybe.append((number, plain))
            elif not _is_frame(letters):
                sure.append((number, plain))
        return cls(lines[0][0], sure, maybe)

    def without_labels(self) -> _ClassifiedLines | None:
        """The lines without the names of columns and rows at their sides; ``None`` without any."""
        lines = self.row_lines
        header = [word.strip("|:") for word in lines[0][1].split()] if lines else []
        remaining = lines[1:] if _are_labels([word for word in header if word]) else lines
        firsts = list(filter(None, (_LABEL.match(text) for _, text in remaining)))
        if len(firsts) == len(remaining) and _are_labels([first[1] for first in firsts]):
            numbers = (number for number, _ in remaining)
            plain = (" " * first.end() + first.string[first.end() :] for first in firsts)
            remaining = list(zip(numbers, plain, strict=True))
        return None if remaining == lines else replace(self, row_lines=remaining)

    def rows(self, split: Split) -> list[Row] | None:
        """Return the rows, if this way to split lines into cells gives squares; else ``None``."""
        size = self._common_size(split, self.row_lines or self.possible_row_lines)
        if size is None:
            return None
        needed = -len(self.row_lines) % size or (0 if self.row_lines else size)
        possible = self.possible_row_lines if needed else []
        chosen = [line for line in possible if len(split(line, size) or ()) == size]
        lines = sorted((*self.row_lines, *chosen))
        rows = [Row(line[0], split(line, size) or []) for line in lines]
        fits = len(chosen) == needed and all(len(row.cells) == size for row in rows)
        return rows if fits else None

    def _common_size(self, split: Split, lines: Sequence[NumberedLine]) -> int | None:
        """Return the common size of the lines when split so; ``None`` if the sizes differ."""
        if split is _places:
            blank_rows = sum("-" not in text for _, text in self.possible_row_lines)
            return min(len(self.row_lines) + blank_rows, MAX_VALUES) or None
        if split is _columns:
            return self._size_by_columns()
        counts = {len(cells) if (cells := split(line, 0)) else 0 for line in lines}
        size = counts.pop() if len(counts) == 1 else 0
        return size if 0 < size <= MAX_VALUES else None

    def _size_by_columns(self) -> int | None:
        """The size, if clues stand in their columns and blanks stand for blank cells.

        Lines are only read so where no other character may be a blank; ends of rows may be cut off.
        """
        texts, size = [text for _, text in self.row_lines], len(self.row_lines)
        letters, allowed = set("".join(texts)), {" ", *map(str, range(1, size + 1))}
        if self.possible_row_lines or not _SMALLEST_BY_COLUMNS <= size <= 9:
            return None
        fits = max(map(len, texts)) == size and " " in letters and letters <= allowed
        return size if fits else None

    def format_error(self) -> FormatError:
        rows = self.row_lines or self.possible_row_lines
        if not rows:
            return FormatError("a frame without rows", line=self.first_line)
        by_character = [len(_characters(line, 0)) for line in rows]
        by_word = [len(_WORD.findall(line[1])) for line in rows]
        tokens = [word for _, text in rows for word in _WORD.findall(text)]
        numbers = all(map(_is_cell, tokens)) and any(len(word) == 2 for word in tokens)
        widths = by_word if numbers else by_character
        width, _ = Counter(widths).most_common(1)[0]
        for (number, _), count in zip(rows, widths, strict=True):
            if count != width:
                return FormatError(
                    f"expected {quantity(width, 'cell')} in the row, found {count}", line=number
                )
        return FormatError(
            f"expected {quantity(width, 'row')}, found {len(rows)}", line=self.first_line
        )


def _are_labels(tokens: Sequence[str]) -> bool:
    """Whether words count the rows or columns of a grid: A, B, ...; 0, 1, ...; 1, 2, ...; R1, R2, ..."""
    plain = [word.lower().lstrip("rc") if word[1:].isdigit() else word.lower() for word in tokens]
    counts = [str(n) for n in range(len(plain) + 1)]
    letters = "abcdefghijklmnopqrstuvwxyz"[: len(plain)]
    return len(plain) >= _SMALLEST_BY_COLUMNS and plain in (counts[:-1], counts[1:], [*letters])


def _is_frame(letters: set[str]) -> bool:
    """Whether a line of these characters, more than dashes and bars, is part of a frame."""
    if any(letter.isalnum() or letter in "_?" for letter in letters):
        return False
    dashed = "-" in letters and letters <= _CORNERS | {"+"}
    return "=" in letters or letters <= {"+", "|", " "} or dashed


def _characters(line: NumberedLine, size: int) -> list[CellText]:
    cells = (CellText(character, column) for column, character in enumerate(line[1], 1))
    return [cell for cell in cells if cell.text not in _BARS and not cell.text.isspace()]


def _spaced_words(line: NumberedLine, size: int) -> list[CellText] | None:
    """Cells parted by blanks or bars; ``None`` if some are not single cells."""
    cells = [CellText(match[0], match.start() + 1) for match in _WORD.finditer(line[1])]
    return cells if all(_is_cell(word.text) for word in cells) else None


def _is_cell(word: str) -> bool:
    return len(word) < 3 and (len(word) == 1 or word.isdigit() or word[0] == word[1])


def _pieces(line: NumberedLine) -> list[tuple[int, str]]:
    """Return the texts between bars, each after its column; none if a bar lacks at an end."""
    inside = line[1].strip()
    if not inside.startswith("|") or not inside.endswith("|") or len(inside) < 2:
        return []
    pieces, column = [], line[1].index("|") + 2
    for piece in inside[1:-1].split("|"):
        pieces.append((column, piece))
        column += len(piece) + 1
    return pieces


def _between_bars(line: NumberedLine, size: int) -> list[CellText] | None:
    """Every cell between two bars, and nothing there for a blank."""
    cells = []
    for column, piece in _pieces(line):
        word = piece.strip()
        if word and not _is_cell(word):
            return None
        offset = len(piece) - len(piece.lstrip()) if word else 0
        cells.append(CellText(word or ".", column + offset))
    return cells or None


def _places(line: NumberedLine, size: int) -> list[CellText] | None:
    """Cells by their place between bars, empty for a blank."""
    cells, pieces = [], _pieces(line)
    if not pieces or size % len(pieces):
        return None
    across = size // len(pieces)
    for column, piece in pieces:
        steps = {across: (0, 1), 2 * across - 1: (0, 2), 2 * across + 1: (1, 2)}
        start, step = steps.get(len(piece), (0, 0))
        if not step or piece[start::step].replace(" ", "") != piece.replace(" ", ""):
            return None
        for place in range(start, start + across * step, step):
            cells.append(CellText(piece[place].replace(" ", "."), column + place))
    return cells


def _columns(line: NumberedLine, size: int) -> list[CellText] | None:
    """Cells by their columns, a space for a blank cell."""
    text = line[1].ljust(size)
    return [CellText(cell.replace(" ", "."), column) for column, cell in enumerate(text, 1)]


_SPLITS: tuple[Split, ...] = (_characters, _spaced_words, _between_bars, _places, _columns)


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
            fault = f"expected {len(top)} characters, as in the frame, found {len(text)}"
            raise FormatError(fault, line=number)
        parts = [text[x + 1 : y].replace(" ", "") for x, y in pairwise(stops)]
        cells = [a + b for a, b in zip(cells or [""] * len(parts), parts, strict=True)]
    size = len(stops) - 1
    if cells or len(rows) != size or not 1 <= size <= MAX_VALUES:
        raise FormatError(f"expected {size} rows of {size} cells, found {len(rows)}", line=first)
    return rows


def puzzle_with_candidates(reader: Reader, lines: Sequence[NumberedLine]) -> Puzzle:
    """Return the puzzle of a drawing with candidates: a value in brackets is a clue."""
    rows = lattice_rows(lines)
    given = [text.startswith("[") for row in rows for text, _ in row.cells]
    inside = [
        Row(line, [CellText(text.strip("[]") or ".", column) for text, column in cells])
        for line, cells in rows
    ]
    return reader.of_domains(reader.domains(inside), given)


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
    most = SAMPLED_GRIDS * MAX_VALUES
    parts = join_bands(sections(plain_lines(enumerate(sample.split("\n", most)[:most], 1))))
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
    bands, number = Section(), 0
    shape: tuple[int, int] | None = None
    for section in sections:
        now = band_shape(section.lines) if section.lines else None
        if number and (now != shape or section.comments):
            yield bands
            bands, number = Section(), 0
        if now is None:
            yield section
            continue
        shape, number = now, number + 1
        bands.lines.extend(section.lines)
        bands.comments.extend(section.comments)
        if number * shape[0] == shape[1]:
            yield bands
            bands, number = Section(), 0
    if number:
        yield bands


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
    before, after = _split_title(title[1]) or ("", None)
    reader.name = after or before
    return reader.square(read_single_grid(rows))
