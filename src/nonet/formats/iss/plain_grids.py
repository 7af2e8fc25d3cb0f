"""The texts without constraints that the Interactive Sudoku Solver reads.

In this order, the order of the page: short and long killers, clues and a jigsaw's layout, a layout
alone, cells in a line, cells parted by blanks, and candidates, n characters a cell.  Letters count
from A = 1 where there are more than nine values.
"""

from __future__ import annotations

import re
from math import isqrt

from nonet.errors import FormatError
from nonet.formats.iss.geometry import MAX_SIDE, box_of
from nonet.formats.killer import parse_killer
from nonet.formats.killer_short import is_short_killer, parse_short_killer
from nonet.formats.reader import Reader, as_format_error
from nonet.formats.statements import with_classic
from nonet.model import Domain
from nonet.puzzle import Block, Grid, Puzzle, PuzzleRule, make_rule

_SEPARATED_CELLS = re.compile(r"[\d\s.|_-]+")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def parse_plain_grid(raw: str, reader: Reader) -> Puzzle | None:
    """Return the puzzle of a text without constraints; ``None`` for any other text."""
    text = "".join(raw.split())
    if len(text) < 2:
        return None
    if is_short_killer(text):
        return parse_short_killer(text, reader)
    if text.startswith("3x3:"):
        return parse_killer(text, reader)
    with as_format_error():
        if text.startswith("="):
            return _cells(text[1:], reader)
        half = len(text) // 2
        if len(text) % 2 == 0 and _is_layout(text[half:]):
            puzzle = _cells(text[:half], reader, text[half:])
            if puzzle is not None:
                return puzzle
        if _is_layout(text):
            return _puzzle(reader, isqrt(len(text)), {}, {}, text)
        return _cells(text, reader) or _separated_cells(raw, reader) or _candidates(text, reader)


def _side_length(count: int, power: int = 2) -> int:
    """The side of a grid of so many cells, or 0 if there is none."""
    return next((n for n in range(1, MAX_SIDE + 1) if n**power == count), 0)


def _is_layout(text: str) -> bool:
    size = _side_length(len(text))
    return size > 1 and len(set(text)) == size and all(text.count(c) == size for c in set(text))


def _cells(text: str, reader: Reader, layout: str = "") -> Puzzle | None:
    """Cells in a line, one character of another kind for all blanks."""
    size = _side_length(len(text))
    if not size:
        return None
    symbols = "123456789"[:size] if size < 10 else _LETTERS[:size]
    values = {n: symbols.index(c) + 1 for n, c in enumerate(text) if c in symbols}
    others = {c for c in text if c not in symbols}
    if len(others) > 1:
        return None
    return _puzzle(reader, size, values, {}, layout)


def _separated_cells(raw: str, reader: Reader) -> Puzzle | None:
    """Cells parted by blanks or a frame."""
    if not _SEPARATED_CELLS.fullmatch(raw):
        return None
    parts = re.findall(r"\.|\d+", raw)
    size = _side_length(len(parts))
    if not size or any(len(part) > 3 for part in parts):
        return None
    values = {n: int(part) for n, part in enumerate(parts) if part != "."}
    return _puzzle(reader, size, values, {})


def _candidates(text: str, reader: Reader) -> Puzzle | None:
    """Return the puzzle of n characters a cell: its candidates, and dots for all other values."""
    size = _side_length(len(text), 3)
    if not size or size > 9 or set(text) - set("0123456789."):
        return None
    domains = {}
    for number in range(size * size):
        digits = text[number * size : (number + 1) * size].replace(".", "")
        domains[number] = Domain.of(int(digit) for digit in digits)
        if not domains[number]:
            raise FormatError(f"cell {number + 1} has no candidate")
    return _puzzle(reader, size, {}, domains)


def _puzzle(
    reader: Reader,
    size: int,
    values: dict[int, int],
    candidates: dict[int, Domain],
    layout: str = "",
) -> Puzzle:
    box = None if layout else box_of(size, size, size)
    grid = Grid((Block(0, 0, size, size, box),), tuple(range(1, size + 1)))
    rules: tuple[PuzzleRule, ...] = (make_rule("jigsaw", layout=layout),) if layout else ()
    clues = {grid.cells[n]: value for n, value in values.items()}
    clues |= {grid.cells[n]: next(iter(d)) for n, d in candidates.items() if d.is_single}
    marks = {grid.cells[n]: domain for n, domain in candidates.items() if not domain.is_single}
    puzzle = Puzzle(grid, clues, with_classic(rules), marks, reader.name)
    return reader.checked(puzzle)
