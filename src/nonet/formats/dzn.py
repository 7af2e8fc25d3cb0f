"""DZN: the data files of MiniZinc's Sudoku models: ``n`` and an array of clues.

``n=9; x=array2d(1..n,1..n,[_,5,...]);`` or ``[|_,5,...|...|]``; ``_`` or 0 is a blank.  ``n`` is
the side, or, as in the MiniZinc Challenge's models, that of a box.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import isqrt
from typing import ClassVar

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.links import MAX_TEXT_LENGTH
from nonet.formats.reader import Reader
from nonet.formats.square_text import check_no_statements, square_alphabet, text_of_square
from nonet.puzzle import Alphabet, Puzzle
from nonet.puzzle.grid import MAX_VALUES

_COMMENT = re.compile(r"%.*")
_ARRAY = re.compile(r"(?:array2d\s*\([^\[\]]*,)?\s*\[([^\[\]]*)\]\s*\)?\s*")
_NUMBER = re.compile(r"\d{1,3}|_|<>")
_FIRST = re.compile(r"[A-Za-z_]\w*\s*=[^=]")
_LONGEST_NAME = 40


class DznFormat(Format):
    """One puzzle a file."""

    name: ClassVar[str] = "dzn"
    suffixes: ClassVar[tuple[str, ...]] = (".dzn",)
    sentence: ClassVar[str] = (
        "MiniZinc data: n = 9; and an array of clues, _ or 0 for a blank, such as "
        "x = array2d(1..n, 1..n, [...]);."
    )

    def claims(self, sample: str) -> bool:
        """Whether an assignment comes first, and there is an array."""
        text = _COMMENT.sub("", sample)
        return bool(_FIRST.match(text.lstrip()[:200])) and "[" in text and ";" in text

    def admits(self, sample: str) -> bool:
        return True

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        held, first, length = [], 0, 0
        for number, text in lines:
            first = first or (number if text.strip() else 0)
            length += len(text) + 1
            if length <= MAX_TEXT_LENGTH:
                held.append(_COMMENT.sub("", text))
        if first:
            yield reader.attempt(_puzzle, "\n".join(held), reader, first)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        for number, puzzle in enumerate(puzzles):
            if number:
                raise FormatError("dzn holds one puzzle a file")
            symbols = square_alphabet(puzzle, self.name, alphabet)
            text_of_square(puzzle, self.name, symbols)
            size, first = puzzle.grid.size, puzzle.grid.values[0]
            if size <= 9:
                check_no_statements(puzzle, self.name, symbols)
            if first != 1 or len(puzzle.rules) != 3:
                raise FormatError("dzn holds classic puzzles of values from 1 on; json holds any")
            values = [str(puzzle.clues.get(cell, "_")) for cell in puzzle.grid.cells]
            rows = [",".join(values[at : at + size]) for at in range(0, len(values), size)]
            inside = ",\n".join(rows)
            yield f"n = {size};\nx = array2d(1..n, 1..n, [\n{inside}\n]);\n"


def _puzzle(text: str, reader: Reader, line: int) -> Puzzle:
    items = {}
    for item in text.split(";"):
        name, equals, value = item.partition("=")
        if equals and len(name.strip()) <= _LONGEST_NAME:
            items[" ".join(name.split())] = value.strip()
    arrays = {name: value for name, value in items.items() if "[" in value}
    if len(arrays) != 1:
        words = f"expected one array of clues, such as x = [...];, found {len(arrays)}"
        raise FormatError(words, line=line)
    name, value = next(iter(arrays.items()))
    match = _ARRAY.fullmatch(value)
    if match is None:
        raise FormatError(f"{name} is no array of clues: {value[:30]!r}", line=line)
    parts = (part.strip() for part in match[1].replace("|", ",").split(","))
    cells = [part for part in parts if part]
    size = isqrt(len(cells))
    if size * size != len(cells) or not 1 <= size <= MAX_VALUES:
        raise FormatError(f"{name} has {len(cells)} cells, which are no square", line=line)
    sizes = {items[key] for key in ("n", "N", "size") if items.get(key, "").isdecimal()}
    if sizes - {str(size), str(isqrt(size))}:
        raise FormatError(f"n is {min(sizes)} and {name} has {len(cells)} cells", line=line)
    values: list[int | None] = []
    for number, word in enumerate(cells):
        if not _NUMBER.fullmatch(word):
            place = f"R{number // size + 1}C{number % size + 1}"
            raise FormatError(f"{place}: expected a number or _, not {word[:20]!r}", line=line)
        values.append(int(word) or None if word.isdecimal() else None)
    return reader.with_candidates(size, values, {}, line)
