"""KenKen: a grid of letters, a cage each, and a line with the number of each cage.

::

    aab
    cbb
    ccd
    a 3+
    b 6*
    c 2-
    d 1

A digit in the grid is a clue; ``x`` is ``*``.  After the letter a colon may stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines, Reader, as_format_error
from nonet.formats.grid_text import NumberedLine
from nonet.formats.statements import Header, is_comment
from nonet.puzzle import Block, Cell, Grid, Puzzle, PuzzleRule, make_rule
from nonet.puzzle.rules import Columns, Rows

_ROW = re.compile(r"[A-Za-z0-9]{1,25}")
_CAGE = re.compile(r"([A-Za-z])\s*:?\s+(\d{1,7})\s*([-+*/x|×÷]?)")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LARGEST = 9


class KenKenFormat(Format):
    """One puzzle after another."""

    name = "kenken"
    suffixes = (".kenken", ".kk")
    parted = True
    sentence = "KenKen: rows of letters, a cage each, then a line such as a 12* for each cage."

    def claims(self, sample: str) -> bool:
        """Whether rows of letters come first, and then the line of a cage."""
        lines = [line.strip() for line in sample.split("\n")]
        content = [line for line in lines if line and not is_comment(line)]
        size = len(content[0]) if content else 0
        rows, more = content[:size], content[size : size + 1]
        square = 1 < size <= _LARGEST and len(rows) == size
        return (
            square
            and bool(more)
            and all(_ROW.fullmatch(row) and len(row) == size for row in rows)
            and any(c.isalpha() for row in rows for c in row)
            and bool(_CAGE.fullmatch(more[0]))
        )

    def admits(self, sample: str) -> bool:
        return True

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        part: list[NumberedLine] = []
        for number, text in lines:
            text = text.strip()
            if is_comment(text):
                yield from reader.notes([(number, text)])
            elif text:
                begins = part and _CAGE.fullmatch(part[-1][1]) and not _CAGE.fullmatch(text)
                if begins and _ROW.fullmatch(text):
                    yield reader.attempt(part[0][0], _puzzle, part, reader)
                    part = []
                part.append((number, text))
        if part:
            yield reader.attempt(part[0][0], _puzzle, part, reader)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        return _lines(puzzle)


def _lines(puzzle: Puzzle) -> list[str]:
    grid = puzzle.grid
    block, size = grid.blocks[0], grid.size
    square = grid.is_single and block.height == block.width == size <= _LARGEST
    usual = square and grid.values == (*range(1, size + 1),)
    cages: list[Any] = [rule for rule in puzzle.rules if rule.name == "calculation"]
    others = [rule for rule in puzzle.rules if rule not in cages]
    boxless = block.box is None or "boxes" not in {rule.name for rule in others}
    plain = {rule.name for rule in others} <= {"rows", "columns", "boxes"} and len(others) >= 2
    if not usual or not boxless or not plain or len(cages) > len(_LETTERS):
        raise FormatError("kenken holds grids of up to nine rows with calculations; json any")
    if puzzle.candidates or puzzle.entries:
        raise FormatError("kenken cannot hold candidates or entries; json can")
    letters: dict[Cell, str] = {cell: str(value) for cell, value in puzzle.clues.items()}
    results = []
    for letter, cage in zip(_LETTERS, cages, strict=False):
        for cell in map(grid.cell, cage.cells):
            if cell in letters:
                raise FormatError(f"kenken cannot hold {cell} in two cages; json can")
            letters[cell] = letter
        results.append(f"{letter} {cage.result}{cage.operation}")
    bare = next((cell for cell in grid.cells if cell not in letters), None)
    if bare is not None:
        raise FormatError(f"kenken cannot hold {bare} in no cage; json can")
    return ["".join(letters[cell] for cell in row) for row in block.rows()] + results


def _puzzle(part: list[NumberedLine], reader: Reader) -> Puzzle:
    first, top = part[0]
    size = len(top)
    if not 1 <= size <= _LARGEST or not _ROW.fullmatch(top):
        raise FormatError(f"expected a row of up to {_LARGEST} letters", line=first)
    groups: dict[str, list[Cell]] = {}
    clues: dict[Cell, int] = {}
    grid = Grid((Block(0, 0, size, size, None),), tuple(range(1, size + 1)))
    for r, (number, text) in enumerate(part[:size]):
        if len(text) != size or not _ROW.fullmatch(text):
            fault = f"expected {size} letters in the row, found {text[:20]!r}"
            raise FormatError(fault, line=number)
        for c, character in enumerate(text):
            cell = grid.cells[r * size + c]
            if character.isdigit():
                clues[cell] = int(character)
            else:
                groups.setdefault(character, []).append(cell)
    if len(part) < size:
        raise FormatError(f"expected {size} rows, found {len(part)}", line=first)
    rules: list[PuzzleRule] = [Rows(), Columns()]
    for number, text in part[size:]:
        _cage(text, number, groups, clues, rules)
    if groups:
        raise FormatError(f"cage {next(iter(groups))} has no number", line=part[-1][0])
    with as_format_error(first):
        return reader.checked(Puzzle(grid, clues, tuple(rules), name=reader.name))


def _cage(
    text: str,
    line: int,
    groups: dict[str, list[Cell]],
    clues: dict[Cell, int],
    rules: list[PuzzleRule],
) -> None:
    match = _CAGE.fullmatch(text)
    if match is None:
        raise FormatError(f"expected a cage such as a 12*, found {text[:20]!r}", line=line)
    letter = match[1]
    letter = letter if letter in groups else letter.swapcase()
    cells = groups.pop(letter, None)
    if cells is None:
        raise FormatError(f"no cell has the letter {match[1]}, or it comes twice", line=line)
    number, operation = int(match[2]), match[3].replace("|", "/")
    if len(cells) == 1:
        clues[cells[0]] = number
        return
    if not operation:
        raise FormatError(f"cage {letter} has no operation", line=line)
    with as_format_error(line):
        rule = make_rule("calculation", cells=tuple(cells), operation=operation, result=number)
    rules.append(rule)
