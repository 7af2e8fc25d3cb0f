"""Lines: a puzzle a line, n*n characters and perhaps a comment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from math import isqrt
from typing import ClassVar

from nonet.formats.base import Entry, Format, Lines
from nonet.formats.cell_symbols import symbol_values
from nonet.formats.reader import Reader
from nonet.formats.square_text import text_of_square
from nonet.formats.statements import Header, is_comment
from nonet.puzzle import ALPHABETS, Alphabet, Puzzle
from nonet.puzzle.grid_descriptions import MULTIGRIDS

SAMPLED_LINES = 200
"""How many lines of a sample are looked at."""

_SMALL = 3
"""Texts of up to n = 3 are more likely rows of a larger grid."""

_LEAST_NAMED = 6
"""The least n of puzzles that a name may precede: for smaller puzzles the name may be cells."""

_BLANK = re.compile(r"([1-9]\d?)[x×]\1")
"""A square without clues, given by its size, which is no text of n*n characters."""
_GRID = re.compile(
    rf"{'|'.join(MULTIGRIDS)}|[1-9]\d?[x×][1-9]\d?(?:\s+(?:values|box|at)\b[^#]*)?", re.IGNORECASE
)
"""Any grid without clues, by its name or description."""

_CELLS = re.compile(r"[^\s,#]+")
_LONG = frozenset((63 * 63, 64 * 64))
_LONG_CELLS = re.compile(r"[^\s,]+")


def is_blank(text: str) -> bool:
    """Whether a text is the size, the name or the description of a blank grid.

    >>> is_blank("9x9"), is_blank("samurai"), is_blank("6x8 values 0-9"), is_blank("9")
    (True, True, True, False)
    """
    return _GRID.fullmatch(text.strip()) is not None


def split_comment(text: str) -> tuple[str, int, str]:
    """Return the cells of a line, the column of the first cell, and the comment.

    >>> split_comment("1...2..3.4.. ....  # easy")
    ('1...2..3.4..', 1, '....  # easy')
    >>> split_comment("1... 2..3 .4.. ....")
    ('1...2..3.4......', 1, '')

    A word may come before the cells, such as a number in many collections; the word becomes part of
    the comment.

    >>> split_comment("No.12 " + "." * 36 + " easy")
    ('....................................', 7, 'No.12 easy')
    """
    start = len(text) - len(text.lstrip())
    column = start + 1
    text = text.strip()
    pieces = text.split()
    if len(pieces) > _SMALL and _are_pieces_of_puzzle(pieces):
        return "".join(pieces), column, ""
    if len(pieces) > 1 and _is_puzzle_name(*pieces[:2]):
        after = text.index(pieces[1], len(pieces[0]))
        return pieces[1], column + after, " ".join((pieces[0], *pieces[2:]))
    match = _LONG_CELLS.match(text)
    if match is None or len(match[0]) not in _LONG:
        match = _CELLS.match(text)
    cells = match[0] if match else ""
    comment = text[len(cells) :].strip()
    if comment[:1] in ("#", ","):
        comment = comment[1:].strip()
    return cells, column, comment


def _are_pieces_of_puzzle(pieces: list[str]) -> bool:
    """Whether the pieces of a line are the rows, or the cells, of one puzzle."""
    length, count = len(pieces[0]), len(pieces)
    if any(len(piece) != length or "#" in piece or "," in piece for piece in pieces):
        return False
    return length == count or (length == 1 and count > _SMALL**2 and isqrt(count) ** 2 == count)


def _is_puzzle_name(word: str, cells: str) -> bool:
    """Whether a word before a puzzle is its name or number."""
    size = isqrt(len(cells))
    if not _LEAST_NAMED <= size <= 64 or size * size != len(cells):
        return False
    if "#" in word or 2 * len(word) > len(cells):
        return False
    values = symbol_values(size, ALPHABETS["digits"])
    return 10 * sum(cell in values for cell in cells) >= 9 * len(cells)  # one may be a slip


class LineFormat(Format):
    """A puzzle a line.

    >>> from nonet.formats import parse
    >>> parse("4x4", rules=["x"]).line()
    '................'
    """

    name: ClassVar[str] = "line"
    proven = "plain puzzles"
    suffixes: ClassVar[tuple[str, ...]] = (".txt",)
    sentence: ClassVar[str] = (
        "A puzzle a line: n*n characters, any usual character for a blank, "
        "a name before it, a comment after a blank, # or a comma; 9x9, 6x8 or samurai for a "
        "blank grid."
    )

    def claims(self, sample: str) -> bool:
        """Whether the text is a blank grid's size, name or description."""
        return is_blank(sample)

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        return reader.one_per_line(lines, self._read)

    def _read(self, text: str, reader: Reader, number: int) -> Puzzle:
        cells, column, comment = split_comment(text)
        described, _, note = text.partition("#")
        if is_blank(described) and not _BLANK.fullmatch(described.strip()):
            return reader.blank_puzzle(described.strip().replace("×", "x"), number, note.strip())
        if blank := _BLANK.fullmatch(cells):
            cells = "." * int(blank[1]) ** 2
        elif len(cells) == 1 and text.strip()[1:].lstrip()[:1] not in ("", "#", ","):
            cells, comment = text.strip(), ""  # 1 2 3 is no puzzle of one cell
        return reader.line(cells, line=number, column=column, comment=comment)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        header = Header()
        for puzzle in puzzles:
            text = text_of_square(puzzle, self.name, alphabet)
            short = "\n" not in puzzle.comment.strip()
            for line in header.comments(puzzle, text.alphabet, comment=not short):
                yield f"{line}\n"
            comment = puzzle.comment.strip() if short else ""
            yield f"{text.line()} # {comment}\n" if comment else f"{text.line()}\n"


def sample_cells(sample: str) -> list[str]:
    """The cells of the first lines of a text that are no comments."""
    lines = (line for line in sample.splitlines() if line.strip() and not is_comment(line))
    return [split_comment(line)[0] for line in islice(lines, SAMPLED_LINES)]


def is_puzzle_line(cells: str) -> bool:
    """Return whether the cells may be a puzzle in a line: few cells may be just a row."""
    size = isqrt(len(cells))
    if size * size != len(cells) or not 1 <= size <= 64:
        return False
    if size > _SMALL + 1:
        return True
    values = symbol_values(size, ALPHABETS["digits"])
    return all(cell in values for cell in cells) and (
        size == _SMALL + 1 or any(values[cell] for cell in cells)
    )
