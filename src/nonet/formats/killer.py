"""Cages in plain text: three forms of killers in a line, and KenKen.

``killer`` is ``3x3::k:`` and a number a cell, 256 times the sum and a number of the cage: PS,
"Puzzle string", of JSudoku and SudoCue; ``3x3:d:k:`` has the two long diagonals as well.  Source:
sudocue.net's forum, topic 519.

``killer-short`` is 81 characters, the sum at one cell of each cage, and pointers from the other
cells to a cell nearer to the sum: ``< > ^ v``, and ````` ' , .`` for the corners (up left, up
right, down left, down right).  Sums are 0 to 9, A to Z (10 to 35) and a to j (36 to 45).  Source:
forum.enjoysudoku.com, topic 6119.

``sumocue`` is 81 cells after ``SumoCueV1``: ``=15`` is the first cell of a cage and its sum, ``+0``
another cell of the cage whose first cell has that number; a following ``J0`` to ``J8`` is the
region, and ``D`` after the head says that the diagonals count.  A cell alone with a sum is a clue.

``kenken`` is a grid of letters, a cage each, and a line with the number of each cage.

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
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from nonet.errors import FormatError, quantity
from nonet.formats import statements
from nonet.formats.base import Entry, Format, Lines, NumberedLine, Reader, as_format_error
from nonet.formats.links import first_content_line
from nonet.formats.marks import RuleCollector
from nonet.formats.statements import Header
from nonet.puzzle import Block, Cell, Grid, Puzzle, PuzzleRule, make_rule
from nonet.puzzle.grid import default_box, place
from nonet.puzzle.rules import Columns, Rows
from nonet.puzzle.rules.units import Jigsaw

SIZE = 9
CELLS = Grid.square(SIZE).cells


class Cage(NamedTuple):
    """A cage: its sum, 0 for none, and its cells in reading order."""

    sum: int
    cells: tuple[Cell, ...]


def puzzle_of_cages(
    reader: Reader,
    groups: Mapping[Any, list[int]],
    sums: Mapping[Any, int],
    *,
    diagonals: bool = False,
    regions: str | None = None,
) -> Puzzle:
    """The puzzle of cages: the cells of each by number, and its sum, 0 for none.

    A cage of one cell is a clue, or nothing without a sum.  ``regions`` is the layout of a
    jigsaw.  Raises ``FormatError``.
    """
    rules = RuleCollector(reader)
    clues: dict[Cell, int] = {}
    grid = statements.square_grid(SIZE, reader.box or "default", 1)
    if diagonals:
        rules.add("diagonals")
    if regions is not None:
        rules.add_regions(grid, dict(zip(grid.cells, regions, strict=True)))
    if rules.boxless:
        raise FormatError("the regions are not nine of nine cells each")
    for key, numbers in groups.items():
        cells = tuple(CELLS[number] for number in sorted(numbers))
        total = sums.get(key, 0)
        if len(cells) == 1 and total:
            clues[cells[0]] = total
        elif len(cells) > 1:
            rules.add("killer", f"the cage at {cells[0]}", cells=cells, sum=total or None)
    puzzle = Puzzle(grid, clues, statements.with_classic(rules.collected), name=reader.name)
    return reader.checked(puzzle)


def cages_of(puzzle: Puzzle, name: str) -> list[Cage]:
    """The cages of a puzzle; a clue is a cage of one cell.

    Raises ``FormatError`` for other grids than classic ones of nine rows.  What else ``name``, the
    format, cannot hold is found when the text is read again.
    """
    grid, extra = puzzle.grid, statements.rules_on_square(puzzle, name)
    if grid.size != SIZE or grid.blocks[0].box != default_box(SIZE):
        raise FormatError(f"{name} holds classic grids of nine rows; json holds any")
    statements.check_no_marks(puzzle, name)
    cages = [Cage(value, (cell,)) for cell, value in puzzle.clues.items()]
    for rule in extra:
        if rule.name == "killer":
            fields: Any = rule
            cells = tuple(sorted(map(grid.cell, fields.cells), key=place))
            cages.append(Cage(fields.sum if isinstance(fields.sum, int) else 0, cells))
    return sorted(cages, key=lambda cage: place(cage.cells[0]))


_BASE = 256
_HEAD = re.compile(r"(\d+)x(\d+):([a-z]*):k:")


class KillerFormat(Format):
    """A killer a line."""

    name = "killer"
    suffixes = (".ps",)
    sentence = (
        "Killers, 3x3::k: and 81 numbers with colons, each 256 times the sum and the cage's number."
    )

    def claims(self, sample: str) -> bool:
        return bool(_HEAD.match(first_content_line(sample)))

    def puzzle(self, text: str, reader: Reader) -> Puzzle:
        text = text.strip()
        match = _HEAD.match(text)
        if match is None:
            raise FormatError("expected 3x3::k: and a number a cell")
        if (match[1], match[2]) != ("3", "3") or set(match[3]) - {"d"}:
            raise FormatError(f"{match[0]} is not read: only 3x3::k: and 3x3:d:k: are")
        parts = text[match.end() :].rstrip(":").split(":")
        if len(parts) != len(CELLS):
            raise FormatError(f"expected {len(CELLS)} numbers with colons, found {len(parts)}")
        groups: dict[int, list[int]] = {}
        sums: dict[int, int] = {}
        for index, part in enumerate(parts):
            if not part.isascii() or not part.isdigit() or len(part) > 6:
                raise FormatError(f"cell {index + 1}: expected a number, not {part[:20]!r}")
            total, key = divmod(int(part), _BASE)
            if not total:
                continue  # a number without a sum is that of a cell in no cage
            groups.setdefault(key, []).append(index)
            if sums.setdefault(key, total) != total:
                raise FormatError(f"cage {key} has the sums {sums[key]} and {total}")
        return puzzle_of_cages(reader, groups, sums, diagonals="d" in match[3])

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        numbers = [0] * len(CELLS)
        cages = cages_of(puzzle, self.name)
        for key, cage in enumerate(cages, 1):
            if not cage.sum:
                fault = f"killer cannot hold the cage at {cage.cells[0]}: it has no sum"
                raise FormatError(f"{fault}; killer-short, sumocue and json can")
            for cell in cage.cells:
                numbers[CELLS.index(cell)] = cage.sum * _BASE + key
        unused = iter(range(len(cages) + 1, _BASE))
        numbers = [value or next(unused) for value in numbers]
        mark = "d" if any(rule.name == "diagonals" for rule in puzzle.rules) else ""
        return [f"3x3:{mark}:k:{''.join(f'{value}:' for value in numbers)}"]


_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
POINTER_OFFSETS = {
    "<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0),
    "`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1),
}  # fmt: skip
"""Rows down and columns right that a pointer leads."""

_SHORT = re.compile(rf"[{_SUMS}<>^v`',.]{{81}}")


def is_short_killer(text: str) -> bool:
    """Whether a text is 81 sums and pointers, with one pointer at least that is not a blank."""
    return bool(_SHORT.fullmatch(text)) and any(pointer in text for pointer in "<>^")


class KillerShortFormat(Format):
    """A killer a line."""

    name = "killer-short"
    sentence = (
        "Killers in 81 characters: a cage's sum (A is 10, a is 36) at one cell, < > ^ v and "
        "` ' , . from the others towards it."
    )

    def claims(self, sample: str) -> bool:
        return is_short_killer(first_content_line(sample))

    def puzzle(self, text: str, reader: Reader) -> Puzzle:
        text = text.strip()
        if not _SHORT.fullmatch(text):
            difference = quantity(len(text), "character") if len(text) != 81 else "other characters"
            raise FormatError(f"expected 81 sums and pointers < > ^ v, found {difference}")
        groups: dict[int, list[int]] = {}
        for index in range(len(text)):
            groups.setdefault(_sum_cell(text, index), []).append(index)
        sums = {index: _SUMS.index(text[index]) for index in groups}
        return puzzle_of_cages(reader, groups, sums)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        cells = ["0"] * len(CELLS)
        for total, cage in cages_of(puzzle, self.name):
            if total >= len(_SUMS):
                raise FormatError(f"killer-short holds sums up to {len(_SUMS) - 1}; json holds any")
            reached, places = {place(cage[0]): _SUMS[total]}, set(map(place, cage))
            waiting = list(reached)
            for row, column in waiting:
                for pointer, (down, right) in POINTER_OFFSETS.items():
                    before = (row - down, column - right)
                    if before in places and before not in reached:
                        reached[before] = pointer
                        waiting.append(before)
            if len(reached) < len(places):
                fault = f"killer-short cannot hold the cage at {cage[0]}: it is in parts"
                raise FormatError(f"{fault}; json can")
            for (row, column), sign in reached.items():
                cells[row * SIZE + column] = sign
        return ["".join(cells)]


def _sum_cell(text: str, start: int) -> int:
    index = start
    for _ in CELLS:
        step = POINTER_OFFSETS.get(text[index])
        if step is None:
            return index
        row, column = index // SIZE + step[0], index % SIZE + step[1]
        if not 0 <= row < SIZE or not 0 <= column < SIZE:
            fault = f"{text[index]} at {CELLS[index]} points off the grid"
            raise FormatError(fault, column=index + 1)
        index = row * SIZE + column
    fault = f"the pointers from {CELLS[start]} lead round and round"
    raise FormatError(fault, column=start + 1)


_SUMOCUE = "SumoCueV1"
_SUMOCUE_CELL = re.compile(r"([=+])(\d{1,3})(?:J(\d))?")


class SumoCueFormat(Format):
    """A puzzle a line."""

    name = "sumocue"
    sentence = (
        "SumoCueV1 and 81 cells: =15 begins a cage with its sum, +0 goes on with the one that "
        "begins at cell 0, J0 to J8 are jigsaw regions."
    )

    def claims(self, sample: str) -> bool:
        return first_content_line(sample).startswith(_SUMOCUE)

    def puzzle(self, text: str, reader: Reader) -> Puzzle:
        if not text.lstrip().startswith(_SUMOCUE):
            raise FormatError(f"expected {_SUMOCUE}")
        body = text.strip().removeprefix(_SUMOCUE)
        diagonals = body.startswith("D")
        groups: dict[int, list[int]] = {}
        sums: dict[int, int] = {}
        regions = ""
        index, start = 0, int(diagonals)
        while start < len(body):
            match = _SUMOCUE_CELL.match(body, start)
            column = len(_SUMOCUE) + start + 1
            if match is None or index == len(CELLS):
                excerpt = "more" if match else repr(body[start : start + 10])
                fault = f"cell {index + 1}: expected such as =15, +0 or =0J3, found {excerpt}"
                raise FormatError(fault, column=column)
            number = int(match[2])
            if match[1] == "=":
                groups[index], sums[index] = [index], number
            elif number in groups:
                groups[number].append(index)
            else:
                fault = f"{CELLS[index]} is of a cage that begins at cell {number}: none does"
                raise FormatError(fault, column=column)
            regions += match[3] or ""
            index, start = index + 1, match.end()
        if index < len(CELLS) or len(regions) not in (0, len(CELLS)):
            fault = f"expected {len(CELLS)} cells, each with a region or none, found {index}"
            raise FormatError(fault)
        return puzzle_of_cages(reader, groups, sums, diagonals=diagonals, regions=regions or None)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        cells = ["=0"] * len(CELLS)
        for cage in cages_of(puzzle, self.name):
            first, *others = map(CELLS.index, cage.cells)
            cells[first] = f"={cage.sum}"
            for index in others:
                cells[index] = f"+{first}"
        if any(isinstance(rule, Jigsaw) for rule in puzzle.rules):
            regions = statements.region_numbers(puzzle).values()
            cells = [f"{cell}J{region}" for cell, region in zip(cells, regions, strict=True)]
        mark = "D" if any(rule.name == "diagonals" for rule in puzzle.rules) else ""
        return [f"{_SUMOCUE}{mark}{''.join(cells)}"]


_LETTER_ROW = re.compile(r"[A-Za-z0-9]{1,25}")
_CAGE_LINE = re.compile(r"([A-Za-z])\s*:?\s+(\d{1,7})\s*([-+*/x|×÷]?)")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LARGEST_KENKEN = 9


class KenKenFormat(Format):
    """KenKens as rows of letters and a line for each cage; a file may have several."""

    name = "kenken"
    suffixes = (".kenken", ".kk")
    parted = True
    sentence = "KenKen: rows of letters, a cage each, then a line such as a 12* for each cage."

    def claims(self, sample: str) -> bool:
        lines = [line.strip() for line in sample.split("\n")]
        content = [line for line in lines if line and not statements.is_comment(line)]
        size = len(content[0]) if content else 0
        rows = content[:size]
        if not 1 < size <= _LARGEST_KENKEN or not all(len(row) == size for row in rows):
            return False
        lettered = all(map(_LETTER_ROW.fullmatch, rows)) and any(map(str.isalpha, "".join(rows)))
        return lettered and len(content) > size and bool(_CAGE_LINE.fullmatch(content[size]))

    def admits(self, sample: str) -> bool:
        return True

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        part: list[NumberedLine] = []
        for number, text in lines:
            text = text.strip()
            if statements.is_comment(text):
                yield from reader.notes([(number, text)])
            elif text:
                begins = _LETTER_ROW.fullmatch(text) and not _CAGE_LINE.fullmatch(text)
                if begins and part and _CAGE_LINE.fullmatch(part[-1][1]):
                    yield reader.attempt(part[0][0], _kenken_of, part, reader)
                    part = []
                part.append((number, text))
        if part:
            yield reader.attempt(part[0][0], _kenken_of, part, reader)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        grid = puzzle.grid
        block, size = grid.blocks[0], grid.size
        square = grid.is_single and block.height == block.width == size <= _LARGEST_KENKEN
        cages: list[Any] = [rule for rule in puzzle.rules if rule.name == "calculation"]
        if not square or grid.values[0] != 1 or not 0 < len(cages) <= len(_LETTERS):
            raise FormatError("kenken holds grids of up to nine rows with calculations; json any")
        statements.check_no_marks(puzzle, self.name)
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


def _kenken_of(part: list[NumberedLine], reader: Reader) -> Puzzle:
    first, top = part[0]
    size = len(top)
    if not 1 <= size <= _LARGEST_KENKEN or not _LETTER_ROW.fullmatch(top):
        raise FormatError(f"expected a row of up to {_LARGEST_KENKEN} letters", line=first)
    for number, text in part[:size]:
        if len(text) != size or not _LETTER_ROW.fullmatch(text):
            fault = f"expected {size} letters in the row, found {text[:20]!r}"
            raise FormatError(fault, line=number)
    if len(part) < size:
        raise FormatError(f"expected {size} rows, found {len(part)}", line=first)
    grid = Grid((Block(0, 0, size, size, None),), tuple(range(1, size + 1)))
    groups: dict[str, list[Cell]] = {}
    clues: dict[Cell, int] = {}
    for cell, character in zip(grid.cells, "".join(text for _, text in part[:size]), strict=True):
        if character.isdigit():
            clues[cell] = int(character)
        else:
            groups.setdefault(character, []).append(cell)
    rules: list[PuzzleRule] = [Rows(), Columns()]
    for number, text in part[size:]:
        with as_format_error(number):
            match = _CAGE_LINE.fullmatch(text)
            if match is None:
                raise FormatError(f"expected a cage such as a 12*, found {text[:20]!r}")
            letter = match[1] if match[1] in groups else match[1].swapcase()
            cells, result = groups.pop(letter, None), int(match[2])
            operation = match[3].replace("|", "/")
            if cells is None:
                raise FormatError(f"no cell has the letter {match[1]}, or it comes twice")
            if len(cells) == 1:
                clues[cells[0]] = result
            elif not operation:
                raise FormatError(f"cage {letter} has no operation")
            else:
                fields = {"cells": tuple(cells), "operation": operation, "result": result}
                rules.append(make_rule("calculation", **fields))
    if groups:
        raise FormatError(f"cage {next(iter(groups))} has no number", line=part[-1][0])
    return reader.checked(Puzzle(grid, clues, tuple(rules), name=reader.name))
