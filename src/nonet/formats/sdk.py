"""Files of SudoCue, SadMan and Simple Sudoku: a puzzle and perhaps its state of play.

``sdk`` has headers, lines ``#A`` (author), ``#D`` (description: the name), ``#C`` (comment), ``#B``
(date), ``#S`` (source), ``#L`` (level) and ``#U`` (URL).  ``sdx`` is nine lines of nine cells: a
digit alone is a clue, a digit after ``u`` a value that the player has filled in, and several digits
are candidates.  Source of both: sudocue.net/fileformats.php.  ``ss`` is Simple Sudoku's: the
puzzle, perhaps its state, perhaps its candidates.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines, NumberedLine, Reader, Row, as_format_error
from nonet.formats.grid_text import is_grid, read_single_grid, sections
from nonet.formats.pm import is_candidate_grid
from nonet.formats.statements import Header, is_comment, one_line, square_alphabet, text_of_square
from nonet.model import Domain
from nonet.puzzle import Cell, Puzzle
from nonet.puzzle.grid import cell_name

HEADERS = {
    "A": "author",
    "B": "date",
    "S": "source",
    "L": "level",
    "U": "url",
}
"""Headers kept in ``Puzzle.notes``, by their letter."""

MAX_ROW_LENGTH = 100
"""Headers before longer lines are comments of lines that each hold a puzzle."""

_HEADER = re.compile(r"#([A-Z])(.*)")
_SECTION = re.compile(r"\[([A-Za-z][\w ]*)\]")


class SdkFormat(Format):
    """Headers and a row a line, or sections [Puzzle] and [State]."""

    name = "sdk"
    suffixes = (".sdk",)
    parted = True
    sentence = (
        "Headers #A (author), #D (description), #C (comment), then a row a line; "
        "or sections [Puzzle] and [State]."
    )

    def claims(self, sample: str) -> bool:
        """Whether a header comes first, or there is a section [Puzzle]."""
        lines = [line.strip() for line in sample.split("\n") if line.strip()]
        if any(match[1].lower() == "puzzle" for match in map(_SECTION.fullmatch, lines) if match):
            return True
        rows = [line for line in lines if not line.startswith("#")]
        first = _HEADER.fullmatch(lines[0]) if lines else None
        headed = first is not None and first[1] in {"C", "D", *HEADERS}
        return headed and bool(rows) and _is_row(rows[0])

    def admits(self, sample: str) -> bool:
        return True

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        part = _PuzzleSections()
        for number, text in lines:
            text = text.rstrip()
            section = _SECTION.fullmatch(text.strip())
            starts = section[1].lower() == "puzzle" if section else is_comment(text)
            if part.rows and (starts or (not text and not part.sections)):
                yield reader.attempt(part.first_line, part.puzzle, reader)
                part = _PuzzleSections()
            if section:
                part.open(section[1].lower())
            elif is_comment(text):
                error = part.note(number, text, reader)
                if error is not None:
                    yield error
            elif text:
                part.lines.append((number, text))
        if part.rows or part.sections:
            yield reader.attempt(part.first_line, part.puzzle, reader)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        text = text_of_square(puzzle, self.name, header.alphabet)
        lines = [f"# {line}" for line in header.statements(puzzle, text.alphabet)]
        if puzzle.name:
            lines.append(f"#D{one_line(puzzle.name)}")
        for letter, key in HEADERS.items():
            lines += [f"#{letter}{line}" for line in puzzle.notes.get(key, "").splitlines()]
        lines += [f"#C{line}" for line in puzzle.comment.splitlines()]
        state = puzzle.notes.get("state", "")
        size = len(text.rows)
        if len(state) == size * size:
            lines += ["[Puzzle]", *text.rows, "[State]"]
            lines += [state[start : start + size] for start in range(0, len(state), size)]
        else:
            lines += text.rows
        return lines


def _is_row(text: str) -> bool:
    """Whether a line may be a row: short, and of cells alone."""
    return len(text) <= MAX_ROW_LENGTH and text.isascii() and not set(text) & set("{[<:/")


@dataclass
class _PuzzleSections:
    """The lines of a puzzle by section; lines before any section under ``""``."""

    sections: dict[str, list[NumberedLine]] = field(default_factory=dict)
    lines_before_sections: list[NumberedLine] = field(default_factory=list)
    notes: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lines = self.lines_before_sections

    @property
    def rows(self) -> list[NumberedLine]:
        """The lines of the puzzle itself."""
        return self.sections.get("puzzle") or self.lines_before_sections

    @property
    def first_line(self) -> int | None:
        """The number of the first row's line."""
        return self.rows[0][0] if self.rows else None

    def open(self, section: str) -> None:
        """Begin a section."""
        self.lines = self.sections.setdefault(section, [])

    def note(self, number: int, text: str, reader: Reader) -> FormatError | None:
        """Take a header or a comment line."""
        match = _HEADER.fullmatch(text)
        if match is None:
            return reader.note(number, text)
        letter, value = match[1], match[2].strip()
        if letter == "D":
            reader.name = value
        elif letter in HEADERS:
            self.notes.setdefault(HEADERS[letter], []).append(value)
        else:
            return reader.note(number, f"# comment: {value if letter == 'C' else text[1:]}")
        return None

    def puzzle(self, reader: Reader) -> Puzzle:
        """The puzzle of the lines taken."""
        if not self.rows:
            raise FormatError(f"no rows of a puzzle in {', '.join(self.sections)}")
        grid = read_single_grid(self.rows)
        notes = {key: "\n".join(values) for key, values in self.notes.items()}
        for section, lines in self.sections.items():
            if section == "state" and lines:
                state = read_single_grid(lines)
                if len(state) != len(grid):
                    raise FormatError(
                        f"expected {len(grid)} rows of the state, found {len(state)}",
                        line=lines[0][0],
                    )
                notes[section] = state_line(state, reader)
            elif section != "puzzle" and lines:
                notes[section] = "\n".join(text for _, text in lines)
        return reader.square(grid, notes)


def state_line(rows: list[Row], reader: Reader) -> str:
    """A state of play as a line, in the alphabet of the puzzle, ``.`` for a blank."""
    values = reader.values(rows)
    alphabet = reader.shape(len(rows)).alphabet
    return "".join("." if value is None else alphabet.symbol(value) for value in values)


_STATE_CELL = re.compile(r"u[1-9]|[1-9]{1,9}|[.0]")
_SIZE = 9


class SdxFormat(Format):
    """One state after another."""

    name = "sdx"
    suffixes = (".sdx",)
    parted = True
    sentence = "Nine lines of nine cells: a digit is given, u5 is filled in, 139 are candidates."

    def claims(self, sample: str) -> bool:
        """Return whether there are nine lines of nine such cells, some filled in by the player."""
        rows = [line.split() for line in sample.split("\n") if line.strip()][:_SIZE]
        cells = [word for row in rows for word in row]
        is_complete = len(rows) == _SIZE and all(len(row) == _SIZE for row in rows)
        marked = any(word.startswith("u") for word in cells)
        return is_complete and marked and all(map(_STATE_CELL.fullmatch, cells))

    def admits(self, sample: str) -> bool:
        return True

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        rows: list[NumberedLine] = []
        for number, text in lines:
            if is_comment(text):
                yield from reader.notes([(number, text)])
            elif text.strip():
                rows.append((number, text))
                if len(rows) == _SIZE:
                    yield reader.attempt(rows[0][0], _puzzle_of_state, rows, reader)
                    rows = []
        if rows:
            yield FormatError(f"expected {_SIZE} rows, found {len(rows)}", line=rows[0][0])

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        symbols = square_alphabet(puzzle, self.name, header.alphabet)
        if puzzle.grid.size != _SIZE or puzzle.grid.values[0] != 1:
            raise FormatError("sdx holds grids of nine rows, values 1 to 9; json holds any")
        cells = [_state_cell(puzzle, cell) for cell in puzzle.grid.cells]
        rows = [" ".join(cells[at : at + _SIZE]) for at in range(0, len(cells), _SIZE)]
        return [*header.comments(puzzle, symbols), *rows]


def _state_cell(puzzle: Puzzle, cell: Cell) -> str:
    if cell in puzzle.clues:
        return str(puzzle.clues[cell])
    if cell in puzzle.entries:
        return f"u{puzzle.entries[cell]}"
    allowed = puzzle.candidates.get(cell, puzzle.grid.values)
    # not those of entries, which may be wrong: the values of clues alone are gone for certain
    seen = {puzzle.clues[peer] for peer in puzzle.peers[cell] if peer in puzzle.clues}
    removed = [value for value in allowed if value not in seen]
    # one candidate alone would be read as a clue
    digits = "".join(map(str, removed if len(removed) > 1 else allowed))
    if len(digits) < 2:
        raise FormatError(f"sdx cannot hold one candidate at {cell}: it would be a clue")
    return digits


def _puzzle_of_state(rows: list[NumberedLine], reader: Reader) -> Puzzle:
    values: list[int | None] = []
    candidates: dict[int, Domain] = {}
    entries: dict[Cell, int] = {}
    for r, (number, text) in enumerate(rows):
        tokens = list(re.finditer(r"\S+", text))
        if len(tokens) != _SIZE:
            fault = f"expected {_SIZE} cells in the row, found {len(tokens)}"
            raise FormatError(fault, line=number)
        for c, word in enumerate(tokens):
            if not _STATE_CELL.fullmatch(word[0]):
                fault = f"expected a digit, u5 or candidates, not {word[0][:20]!r}"
                raise FormatError(fault, line=number, column=word.start() + 1)
            values.append(int(word[0]) if word[0] in {*"123456789"} else None)
            if word[0].startswith("u"):
                entries[cell_name(r, c)] = int(word[0][1:])
            elif len(word[0]) > 1 and len(set(word[0])) < _SIZE:
                candidates[len(values) - 1] = Domain.of(map(int, word[0]))
    with as_format_error():
        return replace(reader.with_candidates(_SIZE, values, candidates), entries=entries)


class SsFormat(Format):
    """One puzzle a file: its givens, then the state of play, then the candidates.

    State and candidates are notes of the puzzle: ``state``, a line, and ``candidates``, the text
    unchanged.
    """

    name = "ss"
    suffixes = (".ss",)
    one_puzzle = True
    sentence = (
        "A puzzle a file, boxes parted by | and lines of dashes; "
        "a second grid is the state of play, a third its candidates."
    )

    def claims(self, sample: str) -> bool:
        """Whether a framed grid is followed by another with its clues, and by candidates.

        With fewer grids the text may be several puzzles: then the suffix decides.
        """
        framed = [part.lines for part in sections(iter(_numbered(sample))) if part.lines]
        return (
            len(framed) == 3
            and _is_framed(framed[0])
            and is_grid(framed[0])
            and is_candidate_grid(framed[2])
            and _has_clues(framed[0], framed[1])
        )

    def admits(self, sample: str) -> bool:
        """Whether the first part is a framed grid."""
        framed = [part.lines for part in sections(iter(_numbered(sample))) if part.lines]
        return bool(framed) and len(framed) < 4 and _is_framed(framed[0]) and is_grid(framed[0])

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        parts: list[list[NumberedLine]] = []
        for section in sections(lines):
            yield from reader.notes(section.comments)
            if section.lines:
                parts.append(section.lines)
        if parts:
            yield reader.attempt(parts[0][0][0], _puzzle_of_parts, reader, parts)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        text = text_of_square(puzzle, self.name, header.alphabet)
        lines = [*header.comments(puzzle, text.alphabet), *text.framed()]
        state = puzzle.notes.get("state", "")
        size = len(text.rows)
        if len(state) == size * size:
            rows = [state[start : start + size] for start in range(0, len(state), size)]
            lines += ["", *type(text)(rows, text.alphabet, text.box).framed()]
            if "candidates" in puzzle.notes:
                lines += ["", puzzle.notes["candidates"]]
        return lines


def _puzzle_of_parts(reader: Reader, parts: list[list[NumberedLine]]) -> Puzzle:
    givens, *others = parts
    rows = read_single_grid(givens)
    notes: dict[str, str] = {}
    for lines in others:
        if "state" not in notes and not is_candidate_grid(lines):
            state = read_single_grid(lines)
            _check_givens(reader, rows, state)
            notes["state"] = state_line(state, reader)
        elif "candidates" not in notes:
            notes["candidates"] = "\n".join(text for _, text in lines)
        else:
            raise FormatError("expected at most a state and its candidates", line=lines[0][0])
    return reader.square(rows, notes)


def _check_givens(reader: Reader, givens: list[Row], state: list[Row]) -> None:
    clues, now = reader.values(givens), reader.values(state)
    if len(clues) != len(now) or any(
        clue is not None and clue != value for clue, value in zip(clues, now, strict=True)
    ):
        raise FormatError(
            "the second grid of an ss file is a state of the first: it lacks its clues",
            line=state[0].line,
        )


def _numbered(sample: str) -> list[NumberedLine]:
    return list(enumerate(sample.split("\n"), 1))


def _is_framed(lines: list[NumberedLine]) -> bool:
    return any("|" in text for _, text in lines) and any("---" in text for _, text in lines)


def _has_clues(givens: list[NumberedLine], state: list[NumberedLine]) -> bool:
    reader = Reader(allow_clashes=True)
    try:
        _check_givens(reader, read_single_grid(givens), read_single_grid(state))
    except FormatError:
        return False
    return True
