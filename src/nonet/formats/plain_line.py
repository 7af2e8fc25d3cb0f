"""Plain lines: a classic puzzle as 81 digits and dots, read without detection of the format.

No other format looks like a plain line, and most texts are plain lines; so this test comes first,
and all else (clues that clash, other characters, a named format or rules) is left to the reader.

>>> plain_classic("53..7...." + "." * 72).clues["R1C2"]
3
>>> plain_classic("55......." + "." * 72), plain_classic("1..............4")
(None, None)
"""

from __future__ import annotations

from functools import cache

from nonet.puzzle import Cell, Grid, Puzzle

LENGTH = 81
CELLS = "0123456789."

Seen = int
"""A set of (unit, value) as a mask."""


def plain_classic(text: str) -> Puzzle | None:
    """The puzzle of a text of 81 digits and dots; ``None`` for another, or where clues clash."""
    if len(text) != LENGTH or text.strip(CELLS):
        return None
    seen = 0
    clues: dict[Cell, int] = {}
    meanings = _meanings()
    for number, character in enumerate(text):
        if character > "0":  # neither a dot nor a zero
            cell, value, units = meanings[number][character]
            if seen & units:
                return None
            seen |= units
            clues[cell] = value
    return Puzzle.of_checked_clues(_grid(), clues)


@cache
def _grid() -> Grid:
    return Grid.square(9)


@cache
def _meanings() -> list[dict[str, tuple[Cell, int, Seen]]]:
    """For each cell, of each character that is a clue: the cell, the value, and that value in the
    cell's three units.
    """
    result = []
    for number, cell in enumerate(_grid().cells):
        row, column = divmod(number, 9)
        units = (row, 9 + column, 18 + row // 3 * 3 + column // 3)
        meanings = {
            str(value): (cell, value, sum(1 << 9 * unit + value - 1 for unit in units))
            for value in range(1, 10)
        }
        result.append(meanings)
    return result
