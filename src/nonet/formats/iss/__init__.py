"""Constraint strings of the Interactive Sudoku Solver, and its links.

Strings such as ``.Cage~10~R1C1~R1C2.~R3C4_8`` hold variants; the page's address holds the
same after ``?q=``.  Format ``iss`` writes strings, ``iss-link`` addresses; each reads both,
and the other texts that the page reads: cells in a line, jigsaws, killers, candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.iss.plain_grids import parse_plain_grid
from nonet.formats.iss.reading import puzzle_of
from nonet.formats.iss.syntax import is_string, without_comments
from nonet.formats.links import (
    MAX_LINK_LENGTH,
    first_content_line,
    parse_link,
    percent_decoded,
)
from nonet.formats.reader import Reader
from nonet.puzzle import Alphabet, Puzzle

ADDRESS = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
_HOST = "sigh.github.io"


class IssFormat(Format):
    """Constraint strings: a text is one puzzle, a link a line another."""

    name: ClassVar[str] = "iss"
    suffixes: ClassVar[tuple[str, ...]] = (".iss",)
    sentence: ClassVar[str] = (
        "Constraint strings of the Interactive Sudoku Solver, such as "
        ".Cage~10~R1C1~R1C2.~R3C4_8, or links to it: variants with their rules."
    )

    def claims(self, sample: str) -> bool:
        """Whether a string or a link to the page comes first."""
        text = "\n".join(line for line in sample.split("\n") if not line.startswith("#")).lstrip()
        return is_string(text) or _is_address(first_content_line(text))

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        held: list[tuple[int, str]] = []
        length = 0
        for number, text in lines:
            if _is_address(text):
                yield reader.attempt_at_line(number, _from_link, text.strip(), reader)
            elif length < MAX_LINK_LENGTH:
                held.append((number, text))
                length += len(text) + 1
        if any(text.strip() and not text.startswith("#") for _, text in held):
            first = next(n for n, t in held if t.strip() and not t.startswith("#"))
            joined = "\n".join(text for _, text in held)
            yield reader.attempt_at_line(first, _from_text, joined, reader)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        from nonet.formats.iss.writing import text_of

        for number, puzzle in enumerate(puzzles):
            if number:
                raise FormatError("iss holds one puzzle a file; iss-link one a line")
            yield f"{text_of(puzzle)}\n"


class IssLinkFormat(IssFormat):
    """Links to the page."""

    name = "iss-link"
    suffixes = ()
    sentence = "Links to the Interactive Sudoku Solver (?q=...), one a line."

    def claims(self, sample: str) -> bool:
        return False  # iss reads links too

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        from urllib.parse import quote

        from nonet.formats.iss.writing import text_of

        for puzzle in puzzles:
            yield f"{ADDRESS}{quote(text_of(puzzle), safe='~()*!')}\n"


def _is_address(text: str) -> bool:
    link = parse_link(text)
    return link is not None and link.host == _HOST and "solver" in link.path.lower()


def _from_link(text: str, reader: Reader) -> Puzzle:
    link = parse_link(text)
    _, mark, query = link.path.partition("?") if link is not None else ("", "", "")
    texts = [part[2:] for part in query.split("&") if part.startswith("q=")]
    if not mark or not texts:
        raise FormatError("a link to the Interactive Sudoku Solver without ?q=: it holds no puzzle")
    return _from_text(percent_decoded(texts[0].replace("+", " ")), reader)


def _from_text(text: str, reader: Reader) -> Puzzle:
    if len(text) > MAX_LINK_LENGTH:
        raise FormatError(
            f"{len(text)} characters: a puzzle has {MAX_LINK_LENGTH >> 10} KiB at most"
        )
    if not is_string(without_comments(text)):
        puzzle = parse_plain_grid(without_comments(text), reader)
        if puzzle is not None:
            return puzzle
    return puzzle_of(text, reader)
