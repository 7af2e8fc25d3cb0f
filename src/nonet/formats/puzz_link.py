"""puzz.link: a Sudoku as an address, ``https://puzz.link/p?sudoku/9/9/...``.

A hexadecimal digit is a clue, ``-10`` to ``-ff`` a clue of 16 and more, ``g`` to ``z`` stand for 1
to 20 blanks.  The page pzprxs and other pages of the kind have the same codes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.links import check_length, first_content_line, is_words, parse_link
from nonet.formats.reader import Reader
from nonet.formats.square_text import check_no_statements, square_alphabet, text_of_square
from nonet.puzzle import Alphabet, Puzzle
from nonet.puzzle.grid import MAX_VALUES

ADDRESS = "https://puzz.link/p?sudoku/"

_HOSTS = frozenset({"puzz.link", "pzv.jp", "pzprxs.vercel.app", "pzplus.tck.mn", "pzpr.jp"})
_QUERY = re.compile(r"/p(?:\.html)?\?([a-z0-9-]+)/(?:v:/)?(\d{1,3})/(\d{1,3})/([^&#]*)")
_DATA = re.compile(r"-([0-9a-f]{2})|([0-9a-f])|([g-z])")


class PuzzLinkFormat(Format):
    """A link a line."""

    name = "puzz-link"
    sentence = "Links to puzz.link and its kin (/p?sudoku/9/9/...), one a line."

    def claims(self, sample: str) -> bool:
        """Whether a link to such a page comes first."""
        link = parse_link(first_content_line(sample))
        return link is not None and link.host in _HOSTS

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        for number, text in lines:
            if text.strip() and not text.startswith("# ") and not is_words(text):
                yield reader.attempt(_puzzle, text.strip(), reader, number)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        for puzzle in puzzles:
            symbols = square_alphabet(puzzle, self.name, alphabet)
            text_of_square(puzzle, self.name, symbols)
            if puzzle.grid.values[0] != 1:
                raise FormatError("puzz-link holds values from 1 on; json holds any")
            if puzzle.grid.size <= 9:
                check_no_statements(puzzle, self.name, symbols)
            elif len(puzzle.rules) != 3:
                raise FormatError("puzz-link holds no rules but the classic; json holds any")
            size = puzzle.grid.size
            yield f"{ADDRESS}{size}/{size}/{_cells_text(puzzle)}\n"


def _cells_text(puzzle: Puzzle) -> str:
    """The cells: blanks are counted up to twenty."""
    parts: list[str] = []
    blanks = 0
    for cell in (*puzzle.grid.cells, None):
        if cell is not None and cell not in puzzle.clues:
            blanks += 1
            continue
        while blanks:
            run = min(blanks, 20)
            parts.append(chr(ord("f") + run))
            blanks -= run
        if cell is not None:
            value = puzzle.clues[cell]
            parts.append(f"{value:x}" if value < 16 else f"-{value:02x}")
    return "".join(parts)


def _puzzle(text: str, reader: Reader, line: int) -> Puzzle:
    try:
        check_length(text)
    except FormatError as error:
        raise FormatError(error.message, line=line) from None
    link = parse_link(text)
    match = _QUERY.match(link.path) if link is not None else None
    if match is None:
        raise FormatError("expected a link such as https://puzz.link/p?sudoku/9/9/...", line=line)
    kind, width, height, data = match[1], int(match[2]), int(match[3]), match[4].rstrip("/")
    if kind != "sudoku":
        raise FormatError(f"a link to a puzzle of kind {kind}: only sudoku is read", line=line)
    if width != height or not 1 <= width <= MAX_VALUES:
        raise FormatError(f"a sudoku is a square of 1 to {MAX_VALUES}, not {width}", line=line)
    values: list[int | None] = []
    at = 0
    while at < len(data):
        token = _DATA.match(data, at)
        if token is None:
            fault = f"{data[at : at + 3]!r} at character {at + 1} of the cells is no clue"
            raise FormatError(fault, line=line)
        if token[3]:
            values += [None] * (ord(token[3]) - ord("f"))
        else:
            values.append(int(token[1] or token[2], 16))
        at = token.end()
        if len(values) > width * width:
            break
    if len(values) != width * width:
        more = "more" if len(values) > width * width else str(len(values))
        raise FormatError(f"expected {width * width} cells, found {more}", line=line)
    return reader.with_candidates(width, values, {}, line)
