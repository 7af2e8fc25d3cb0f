"""Penpa+: square grids of penpa-edit links: clues, regions, cages, thermometers, arrows, lines.

An address ends in ``#m=edit&p=`` and the puzzle: lines of text, packed by DEFLATE, in base64.
Penpa is a drawing board: shapes with a meaning of their own are read, and all other shapes are
named to the reader.  Cells are numbered with two rows and columns around the grid.

>>> from nonet.formats import parse, write
>>> link = write(parse("1..............4"), "penpa")
>>> link[:50], parse(link).line()
('https://swaroopg92.github.io/penpa-edit/#m=edit&p=', '1..............4')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.links import (
    check_length,
    first_content_line,
    is_words,
    parameter,
    parse_link,
    percent_decoded,
)
from nonet.formats.penpa.packing import pack, unpack
from nonet.formats.penpa.reading import BoardReader
from nonet.formats.penpa.writing import text_of
from nonet.formats.reader import Reader, as_format_error
from nonet.puzzle import Alphabet, Puzzle

ADDRESS = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="


class PenpaFormat(Format):
    """A link a line."""

    name = "penpa"
    sentence = (
        "Links to Penpa+ (penpa-edit/#m=edit&p=...), one a line: clues, regions, cages, "
        "thermometers, arrows and lines of square grids."
    )

    def claims(self, sample: str) -> bool:
        """Whether a link to the program comes first."""
        link = parse_link(first_content_line(sample))
        return link is not None and "penpa" in f"{link.host}{link.path[:40].lower()}"

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        for number, text in lines:
            if text.strip() and not text.startswith("# ") and not is_words(text):
                yield reader.attempt_at_line(number, _puzzle, text.strip(), reader)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        for puzzle in puzzles:
            yield f"{ADDRESS}{pack(text_of(puzzle))}\n"


def _puzzle(text: str, reader: Reader) -> Puzzle:
    check_length(text)
    link = parse_link(text)
    packed = parameter(link, "p") if link is not None else ""
    if not packed:
        raise FormatError("a link to Penpa+ without p=: it holds no puzzle")
    lines = unpack(percent_decoded(packed)).split("\n")
    if len(lines) < 6:
        raise FormatError(f"the puzzle is cut short: {len(lines)} lines of at least 6")
    with as_format_error():
        return reader.checked_in_part(BoardReader(lines, reader).puzzle())
