"""Project Euler: a title line and the rows, as in the file of problem 96."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.drawings import is_drawing
from nonet.formats.grid_text import NumberedLine, read_single_grid
from nonet.formats.reader import Reader
from nonet.formats.square_text import text_of_square
from nonet.formats.statements import Header, is_comment, one_line
from nonet.puzzle import Alphabet, Puzzle

_GRID = re.compile(r"grid\b", re.IGNORECASE)


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
                    yield reader.attempt(_puzzle, reader, title, rows)
                title, rows = (number, text), []
                yield from reader.notes(ahead)
                ahead = []
            elif text.strip():
                rows.append((number, text))
        yield from reader.notes(ahead)
        if title or rows:
            yield reader.attempt(_puzzle, reader, title, rows)

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
    if not _GRID.match(text) or text[4:].lstrip().startswith("="):  # a key of TOML
        return None
    before, colon, after = text.partition(":")
    return before.rstrip(), after.strip() if colon else None


def _puzzle(reader: Reader, title: NumberedLine | None, rows: list[NumberedLine]) -> Puzzle:
    if title is None:
        raise FormatError('expected a title such as "Grid 01"', line=rows[0][0])
    if not rows:
        raise FormatError(f"no rows after {title[1].strip()!r}", line=title[0])
    titled = _split_title(title[1])
    assert titled is not None
    reader.name = titled[1] or titled[0]
    return reader.square(read_single_grid(rows))
