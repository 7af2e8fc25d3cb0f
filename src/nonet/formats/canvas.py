"""The canvas of a grid as rows of text: clues of puzzles that are no plain square.

Each row of the canvas is a line, with a blank where no cell is (blanks at the end of a line may be
missing).  A single line with a character a cell, in reading order, will do as well.

>>> from nonet.puzzle import grid_of
>>> clues_of(grid_of("2x3 values 0-2"), ["0.2", "..."])
{'R1C1': 0, 'R1C3': 2}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonet.errors import FormatError
from nonet.formats.base import BLANKS, Entry, Lines, Reader, as_format_error
from nonet.formats.statements import is_comment
from nonet.puzzle import Alphabet, Cell, Grid, Puzzle
from nonet.puzzle.alphabets import default_alphabet
from nonet.puzzle.grid import place


def clues_of(
    grid: Grid, rows: Sequence[str], alphabet: Alphabet | None = None, *, line: int | None = None
) -> dict[Cell, int]:
    """The clues of the rows of a canvas; ``line`` is the number of the first, for errors.

    Raises ``FormatError`` for a character that is no value, or stands where no cell is.
    """
    if len(rows) > grid.height or any(len(row.rstrip()) > grid.width for row in rows):
        raise FormatError(f"expected {grid.height} rows of {grid.width} characters", line=line)
    known = set(grid.values)
    symbols: dict[str, int | None] = {
        symbol: value
        for symbol, value in (alphabet or default_alphabet(grid.values)).value_of_symbol.items()
        if value in known
    }
    for blank in BLANKS:
        symbols.setdefault(blank, None)
    clues = {}
    for r, row in enumerate(rows):
        grid_row = None if line is None else line + r
        for c, character in enumerate(row):
            cell = grid.cell_at(r, c)
            if cell is None:
                if character != " " and symbols.get(character, 0) is not None and character != "#":
                    message = f"{character!r} at R{r + 1}C{c + 1}, where is no cell"
                    raise FormatError(message, line=grid_row, column=c + 1)
            elif character in symbols:
                value = symbols[character]
                if value is not None:
                    clues[cell] = value
            else:
                low, high = grid.values[0], grid.values[-1]
                message = (
                    f"clue {character!r} at {cell} is out of range: values are {low} to {high}"
                )
                raise FormatError(message, line=grid_row, column=c + 1)
    return clues


def canvas_rows(puzzle: Puzzle) -> list[str]:
    """The rows of a puzzle's canvas: ``.`` for a cell without a clue, a blank for no cell.

    Raises ``PuzzleError`` if some value has no character.
    """
    return [row.rstrip() for row in arrange_on_canvas(puzzle.grid, puzzle.line())]


def read_puzzles(grid: Grid, lines: Lines, reader: Reader) -> Iterator[Entry]:
    """Every puzzle of a text on one grid, as rows of its canvas or a line each."""
    rows: list[str] = []
    first = 0
    for number, text in lines:
        text = text.rstrip()
        if not rows and (not text or (is_comment(text) and len(text) != grid.width)):
            if text:
                reader.note(number, text)
            continue
        first = first if rows else number
        if not rows and len(text) == len(grid.cells) > grid.width:
            yield reader.attempt(
                number, _puzzle, grid, arrange_on_canvas(grid, text), number, reader
            )
            continue
        rows.append(text)
        if len(rows) == grid.height:
            yield reader.attempt(first, _puzzle, grid, rows, first, reader)
            rows = []
    if rows:
        yield FormatError(
            f"expected {grid.height} rows of the canvas, or {len(grid.cells)} characters in a "
            f"line, found {len(rows)} rows",
            line=first,
        )


def arrange_on_canvas(grid: Grid, text: str) -> list[str]:
    """A character a cell as rows of the canvas."""
    rows = [[" "] * grid.width for _ in range(grid.height)]
    for cell, character in zip(grid.cells, text, strict=True):
        row, column = place(cell)
        rows[row][column] = character
    return ["".join(row) for row in rows]


def _puzzle(grid: Grid, rows: Sequence[str], line: int, reader: Reader) -> Puzzle:
    with as_format_error():
        clues = clues_of(grid, rows, reader.alphabet, line=line)
        return reader.checked(Puzzle(grid, clues, name=reader.name))
