"""Lists: grids as nested lists, in JSON, Python, C++ and other languages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.pasted import SOLUTION_KEYS, ListGrid, list_grids
from nonet.formats.reader import Reader
from nonet.formats.square_text import check_no_statements, text_of_square
from nonet.puzzle import Alphabet, Puzzle

MAX_LENGTH = 1 << 24
"""Characters of a text, which is read whole: 16 MiB."""


class ListsFormat(Format):
    """The grids in the lists of a text, in order.

    >>> from nonet.formats import parse
    >>> parse("board = [[1, None, 0, ' '], (2, 3, 4, 1), {0, 0, 0, 0}, [0, 0, 3, 0]]").line()
    '1...2341......3.'
    """

    name = "lists"
    sentence = (
        "Nested lists of n rows of n values, of n texts, or of n*n values, in JSON, Python, C++ and "
        "other languages, alone, assigned to a name or under a key."
    )

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        texts: list[str] = []
        length = 0
        for _, text in lines:
            texts.append(text)
            length += len(text) + 1
            if length > MAX_LENGTH:
                raise FormatError(f"lists of more than {MAX_LENGTH >> 20} MiB")
        grids = list_grids("\n".join(texts))
        solutions = [grid for grid in grids if grid.key.lower() in SOLUTION_KEYS]
        puzzles = [grid for grid in grids if grid not in solutions] or grids
        for number, grid in enumerate(puzzles):
            paired = solutions[number : number + 1] if len(solutions) == len(puzzles) else []
            yield reader.attempt(_puzzle, grid, paired, reader)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        for puzzle in puzzles:
            text = text_of_square(puzzle, self.name, alphabet)
            check_no_statements(puzzle, self.name, text.alphabet)
            clues, cells = puzzle.clues, puzzle.grid.cells
            values = [clues.get(cell) for cell in cells]
            size = puzzle.grid.size
            rows = [values[at : at + size] for at in range(0, len(values), size)]
            yield f"[{f',{chr(10)} '.join(map(json.dumps, rows))}]\n"


def _puzzle(grid: ListGrid, solutions: list[ListGrid], reader: Reader) -> Puzzle:
    """The puzzle of a grid; a grid that is named its solution is kept as a note."""
    notes = {}
    for solution in solutions:
        if len(solution.rows) == len(grid.rows):
            symbols = reader.shape(len(grid.rows)).alphabet
            values = reader.values(solution.rows)
            notes["solution"] = "".join("." if v is None else symbols.symbol(v) for v in values)
    return reader.square(grid.rows, notes)
