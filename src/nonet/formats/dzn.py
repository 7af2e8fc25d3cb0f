"""DZN: the data files of MiniZinc's Sudoku models: ``n`` and an array of clues.

``n=9; x=array2d(1..n,1..n,[_,5,...]);`` or ``[|_,5,...|...|]``; ``_`` or 0 is a blank.  ``n`` is
the side, or, as in the MiniZinc Challenge's models, that of a box.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import isqrt

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.links import MAX_TEXT_LENGTH
from nonet.formats.pasted import has_lists
from nonet.formats.reader import Reader
from nonet.formats.square_text import check_no_statements, square_alphabet, text_of_square
from nonet.model.integers import short_repr
from nonet.puzzle import Alphabet, Puzzle
from nonet.puzzle.grid import MAX_VALUES

_COMMENT = re.compile(r"%.*")
_FIRST = re.compile(r"[A-Za-z_]\w*\s*=[^=]")


class DznFormat(Format):
    """One puzzle a file."""

    name = "dzn"
    suffixes = (".dzn",)
    sentence = (
        "MiniZinc data: n = 9; and an array of clues, _ or 0 for a blank, such as "
        "x = array2d(1..n, 1..n, [...]);."
    )

    def claims(self, sample: str) -> bool:
        """Whether an assignment comes first, and there is an array."""
        text = _COMMENT.sub("", sample)
        if not _FIRST.match(text.lstrip()[:200]) or "[" not in text or ";" not in text:
            return False
        return "[|" in text or "array" in text or "_" in text or not has_lists(text)

    def admits(self, sample: str) -> bool:
        return True

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        held, first, length = [], 0, 0
        for number, text in lines:
            first = first or (number if text.strip() else 0)
            length += len(text) + 1
            if length <= MAX_TEXT_LENGTH:
                held.append(text)
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
    from nonet.formats.dzn_parameters import read_dzn  # few texts are dzn

    parameters = {name: (value, at) for name, value, at in read_dzn(text)}
    arrays = [name for name, (value, _) in parameters.items() if isinstance(value, list)]
    if len(arrays) != 1:
        message = f"expected one array of clues, such as x = [...];, found {len(arrays)}"
        raise FormatError(message, line=line)
    (name,) = arrays
    cells, line = parameters[name]
    if cells and all(isinstance(row, list) for row in cells):
        cells = [cell for row in cells for cell in row]
    size = isqrt(len(cells))
    if size * size != len(cells) or not 1 <= size <= MAX_VALUES:
        raise FormatError(f"{name} has {len(cells)} cells, which are no square", line=line)
    given = {parameters[key][0] for key in ("n", "N", "size") if key in parameters}
    if given - {size, isqrt(size)}:
        raise FormatError(f"n is {min(given)} and {name} has {len(cells)} cells", line=line)
    for number, cell in enumerate(cells):
        if cell is not None and (type(cell) is not int or cell < 0):
            place = f"R{number // size + 1}C{number % size + 1}"
            shown = short_repr(cell)
            raise FormatError(f"{place}: expected a number or _, not {shown}", line=line)
    return reader.with_candidates(size, [cell or None for cell in cells], {}, line)
