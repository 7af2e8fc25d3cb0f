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
from itertools import compress
from operator import getitem

from nonet.puzzle.grid import Grid
from nonet.puzzle.puzzle import Puzzle

LENGTH = 81
CHARACTERS = b"0123456789."
UNITS_OF_A_CELL = 3

_VALUES = bytes.maketrans(CHARACTERS, bytes((*range(10), 0)))


def plain_classic(text: str) -> Puzzle | None:
    """The puzzle of a text of 81 digits and dots; ``None`` for another, or where clues clash."""
    if len(text) != LENGTH or not text.isascii():
        return None
    line = text.encode()
    if line.translate(None, CHARACTERS):
        return None
    values = line.translate(_VALUES)
    given = values.translate(None, b"\0")
    # clues clash if two take the same bit: the sum carries it on, and has fewer bits
    bits = sum(map(getitem, compress(_unit_bits(), values), given))
    if bits.bit_count() != UNITS_OF_A_CELL * len(given):
        return None
    blank = _blank()
    cells = compress(blank.grid.cells, values)
    return blank.with_checked_clues(dict(zip(cells, given, strict=True)))


@cache
def _blank() -> Puzzle:
    return Puzzle(Grid.square(9))


@cache
def _unit_bits() -> list[list[int]]:
    """For each cell, by value: a bit for that value in each of the cell's three units."""
    result = []
    for number in range(LENGTH):
        row, column = divmod(number, 9)
        units = (row, 9 + column, 18 + row // 3 * 3 + column // 3)
        first = sum(1 << 9 * unit for unit in units)
        result.append([0, *(first << value for value in range(9))])
    return result
