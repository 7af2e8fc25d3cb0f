"""SumoCue: cages and jigsaw regions of SumoCue and JSudoku, 81 cells after ``SumoCueV1``.

``=15`` is the first cell of a cage and its sum, ``+0`` another cell of the cage whose first cell
has that number; a following ``J0`` to ``J8`` is the region, and ``D`` after the head says that the
diagonals count.  A cell alone with a sum is a clue.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.killer_cages import (
    SIZE,
    cages_of,
    cell_at,
    first_content_line,
    index_of,
    puzzle_of_cages,
)
from nonet.formats.reader import Reader
from nonet.puzzle import Alphabet, Grid, Puzzle
from nonet.puzzle.rules.jigsaw import Jigsaw

_HEAD = "SumoCueV1"
_CELL = re.compile(r"([=+])(\d{1,3})(?:J(\d))?")


class SumoCueFormat(Format):
    """A puzzle a line."""

    name = "sumocue"
    sentence = (
        "SumoCueV1 and 81 cells: =15 begins a cage with its sum, +0 goes on with the one that "
        "begins at cell 0, J0 to J8 are jigsaw regions."
    )

    def claims(self, sample: str) -> bool:
        """Whether the first line begins with the program's name."""
        return first_content_line(sample).startswith(_HEAD)

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        return reader.one_per_line(lines, _puzzle)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        for puzzle in puzzles:
            cells = ["=0"] * SIZE * SIZE
            for cage in cages_of(puzzle, self.name, "diagonals", "jigsaw"):
                first, *others = map(index_of, cage.cells)
                cells[first] = f"={cage.sum or 0}"
                for at in others:
                    cells[at] = f"+{first}"
            jigsaw = next((rule for rule in puzzle.rules if isinstance(rule, Jigsaw)), None)
            if jigsaw is not None:
                letters = list(dict.fromkeys(jigsaw.layout))
                regions = map(letters.index, jigsaw.layout)
                cells = [f"{cell}J{region}" for cell, region in zip(cells, regions, strict=True)]
            mark = "D" if any(rule.name == "diagonals" for rule in puzzle.rules) else ""
            yield f"{_HEAD}{mark}{''.join(cells)}\n"


def _puzzle(text: str, reader: Reader, line: int) -> Puzzle:
    if not text.lstrip().startswith(_HEAD):
        raise FormatError(f"expected {_HEAD}", line=line)
    body = text.strip().removeprefix(_HEAD)
    diagonals = body.startswith("D")
    at = 1 if diagonals else 0
    groups: dict[int, list[int]] = {}
    sums: dict[int, int] = {}
    regions = ""
    index = 0
    while at < len(body):
        match = _CELL.match(body, at)
        if match is None or index == SIZE * SIZE:
            excerpt = body[at : at + 10] if match is None else "more"
            fault = f"cell {index + 1}: expected such as =15, +0 or =0J3, found {excerpt!r}"
            raise FormatError(fault, line=line, column=len(_HEAD) + at + 1)
        number = int(match[2])
        if match[1] == "=":
            groups[index], sums[index] = [index], number
        elif number in groups:
            groups[number].append(index)
        else:
            fault = f"{cell_at(index)} is of a cage that begins at cell {number}: none does"
            raise FormatError(fault, line=line, column=len(_HEAD) + at + 1)
        regions += match[3] or ""
        index, at = index + 1, match.end()
    if index < SIZE * SIZE or len(regions) not in (0, SIZE * SIZE):
        fault = f"expected {SIZE * SIZE} cells, each with a region or none, found {index}"
        raise FormatError(fault, line=line)
    boxes = {cell: n for n, box in enumerate(Grid.square(SIZE).blocks[0].boxes()) for cell in box}
    usual = "".join(str(boxes[cell_at(number)]) for number in range(SIZE * SIZE))
    own_regions = regions if regions not in ("", usual) else None
    return puzzle_of_cages(
        reader, groups, sums, line=line, diagonals=diagonals, regions=own_regions
    )
