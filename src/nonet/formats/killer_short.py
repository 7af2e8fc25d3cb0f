"""Short killers: 81 characters, the sum at one cell of each cage, and pointers to that cell.

The other cells of a cage point to a cell nearer to the sum: ``< > ^ v``, and ````` ' , .`` for the
corners (up left, up right, down left, down right).  Sums are 0 to 9, A to Z (10 to 35) and a to j
(36 to 45).  Source: forum.enjoysudoku.com, topic 6119.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.killer_cages import (
    Cage,
    cages_of,
    cell_at,
    first_content_line,
    index_of,
    puzzle_of_cages,
)
from nonet.formats.reader import Reader
from nonet.puzzle import Alphabet, Puzzle
from nonet.puzzle.grid import place

_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
POINTER_OFFSETS = {
    "<": (0, -1),
    ">": (0, 1),
    "^": (-1, 0),
    "v": (1, 0),
    "`": (-1, -1),
    "'": (-1, 1),
    ",": (1, -1),
    ".": (1, 1),
}
"""Rows down and columns right that a pointer leads."""

_SHORT = re.compile(rf"[{_SUMS}<>^v`',.]{{81}}")
_SIZE = 9


def is_short_killer(text: str) -> bool:
    """Whether a text is 81 sums and pointers, with one pointer at least that is no blank."""
    return bool(_SHORT.fullmatch(text)) and any(pointer in text for pointer in "<>^")


class KillerShortFormat(Format):
    """A killer a line."""

    name = "killer-short"
    sentence = (
        "Killers in 81 characters: a cage's sum (A is 10, a is 36) at one cell, < > ^ v and "
        "` ' , . from the others towards it."
    )

    def claims(self, sample: str) -> bool:
        """Whether the first line is 81 sums and pointers."""
        return is_short_killer(first_content_line(sample))

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        return reader.one_per_line(lines, parse_short_killer)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        for puzzle in puzzles:
            cells = ["0"] * _SIZE * _SIZE
            for cage in cages_of(puzzle, self.name):
                _write_cage(cage, cells)
            yield f"{''.join(cells)}\n"


def _write_cage(cage: Cage, cells: list[str]) -> None:
    """Write one cage: its sum at its first cell, pointers at all other cells."""
    if (cage.sum or 0) >= len(_SUMS):
        raise FormatError(f"killer-short holds sums up to {len(_SUMS) - 1}; json holds any")
    reached = {place(cage.cells[0]): _SUMS[cage.sum or 0]}
    places = set(map(place, cage.cells))
    waiting = list(reached)
    for row, column in waiting:
        for pointer, (down, right) in POINTER_OFFSETS.items():
            before = (row - down, column - right)
            if before in places and before not in reached:
                reached[before] = pointer
                waiting.append(before)
    if len(reached) < len(places):
        raise FormatError(f"killer-short cannot hold the cage at {cage.cells[0]}: it is not whole")
    for cell in cage.cells:
        cells[index_of(cell)] = reached[place(cell)]


def parse_short_killer(text: str, reader: Reader, line: int = 1) -> Puzzle:
    """Return the puzzle of 81 sums and pointers; raise ``FormatError`` for any other text."""
    text = text.strip()
    if not _SHORT.fullmatch(text):
        difference = f"{len(text)} characters" if len(text) != 81 else "other characters"
        raise FormatError(f"expected 81 sums and pointers < > ^ v, found {difference}", line=line)
    groups: dict[int, list[int]] = {}
    for index in range(len(text)):
        groups.setdefault(_sum_cell(text, index, line), []).append(index)
    sums = {at: _SUMS.index(text[at]) for at in groups}
    return puzzle_of_cages(reader, groups, sums, line=line)


def _sum_cell(text: str, index: int, line: int) -> int:
    """The cell with the sum that the pointers from a cell lead to."""
    at = index
    for _ in range(_SIZE * _SIZE):
        step = POINTER_OFFSETS.get(text[at])
        if step is None:
            return at
        row, column = at // _SIZE + step[0], at % _SIZE + step[1]
        if not 0 <= row < _SIZE or not 0 <= column < _SIZE:
            fault = f"{text[at]} at {cell_at(at)} points off the grid"
            raise FormatError(fault, line=line, column=at + 1)
        at = row * _SIZE + column
    fault = f"the pointers from {cell_at(index)} lead round and round"
    raise FormatError(fault, line=line, column=index + 1)
