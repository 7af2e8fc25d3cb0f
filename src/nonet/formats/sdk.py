"""SDK: a puzzle file of SudoCue and SadMan, with headers.

Headers are lines ``#A`` (author), ``#D`` (description: the name), ``#C``
(comment), ``#B`` (date), ``#S`` (source), ``#L`` (level) and ``#U`` (URL).
Source: sudocue.net/fileformats.php.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.grid_text import NumberedLine, read_single_grid
from nonet.formats.reader import Reader, Row
from nonet.formats.square_text import text_of_square
from nonet.formats.statements import Header, is_comment, one_line
from nonet.puzzle import Alphabet, Puzzle

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
                yield reader.attempt(part.puzzle, reader)
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
            yield reader.attempt(part.puzzle, reader)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        header = Header()
        for number, puzzle in enumerate(puzzles):
            text = text_of_square(puzzle, self.name, alphabet)
            lines = [*[""][:number]]
            lines += [f"# {line}" for line in header.statements(puzzle, text.alphabet)]
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
            yield "".join(f"{line}\n" for line in lines)


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
