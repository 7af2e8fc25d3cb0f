"""Cages of killer strings: a sum and the cells, and the limits of such strings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from nonet.errors import FormatError
from nonet.formats.reader import Reader, as_format_error
from nonet.formats.rule_collector import RuleCollector
from nonet.formats.statements import rules_beyond_classic, square_grid, with_classic
from nonet.puzzle import Cell, Puzzle
from nonet.puzzle.grid import cell_name, default_box, place

SIZE = 9
"""Killer strings are of nine rows."""


class Cage(NamedTuple):
    """A cage: its sum, ``None`` for any, and its cells in reading order."""

    sum: int | None
    cells: tuple[Cell, ...]


def cell_at(index: int) -> Cell:
    """The cell of a number from 0 to 80, in reading order."""
    return cell_name(*divmod(index, SIZE))


def index_of(cell: Cell) -> int:
    """The number of a cell, from 0, in reading order."""
    row, column = place(cell)
    return row * SIZE + column


def puzzle_of_cages(
    reader: Reader,
    groups: Mapping[Any, list[int]],
    sums: Mapping[Any, int],
    *,
    line: int,
    diagonals: bool = False,
    regions: str | None = None,
) -> Puzzle:
    """The puzzle of cages: the cells of each by number, and its sum, 0 for none.

    A cage of one cell is a clue, or nothing without a sum.  ``regions`` is the layout of a
    jigsaw.  Raises ``FormatError``.
    """
    rules = RuleCollector(reader)
    clues: dict[Cell, int] = {}
    grid = square_grid(SIZE, reader.box or "default", 1)
    with as_format_error(line):
        if diagonals:
            rules.add("diagonals")
        if regions is not None:
            rules.add_regions(grid, dict(zip(grid.cells, regions, strict=True)))
        if rules.boxless:
            raise FormatError("the regions are not nine of nine cells each")
        for key, numbers in groups.items():
            cells = tuple(map(cell_at, sorted(numbers)))
            total = sums.get(key, 0)
            if len(cells) == 1 and total:
                clues[cells[0]] = total
            elif len(cells) > 1:
                rules.add("killer", f"the cage at {cells[0]}", cells=cells, sum=total or None)
        puzzle = Puzzle(grid, clues, with_classic(rules.collected), name=reader.name)
        return reader.checked(puzzle)


def cages_of(puzzle: Puzzle, format_name: str, *allowed_rules: str) -> list[Cage]:
    """The cages of a puzzle; a clue is a cage of one cell.

    Raises ``FormatError`` if ``format_name``, the format, cannot hold the puzzle: no classic grid
    of nine rows, candidates or entries, or rules other than killer and ``allowed_rules``.
    """
    grid, extra = puzzle.grid, rules_beyond_classic(puzzle)
    block = grid.blocks[0]
    square = grid.is_single and block.height == block.width == grid.size == SIZE
    if not square or grid.values[0] != 1 or block.box != default_box(SIZE) or extra is None:
        raise FormatError(f"{format_name} holds classic grids of nine rows; json holds any")
    if puzzle.candidates or puzzle.entries:
        raise FormatError(f"{format_name} cannot hold candidates or entries; json can")
    cages = [Cage(value, (cell,)) for cell, value in puzzle.clues.items()]
    seen = set(puzzle.clues)
    for rule in extra:
        if rule.name in allowed_rules:
            continue
        if rule.name != "killer":
            raise FormatError(f"{format_name} cannot hold the rule {rule.name}; json can")
        fields: Any = rule
        cells = tuple(sorted((grid.cell(cell) for cell in fields.cells), key=place))
        if fields.repeats or isinstance(fields.sum, tuple):
            raise FormatError(
                f"{format_name} holds cages of different values with one sum; json any"
            )
        if seen & set(cells):
            both = sorted(seen & set(cells), key=place)[0]
            raise FormatError(
                f"{format_name} cannot hold {both} twice, as cages or clues; json can"
            )
        seen |= set(cells)
        cages.append(Cage(fields.sum, cells))
    return cages


def first_content_line(lines: str) -> str:
    """The first line of a text that is neither blank nor a comment."""
    stripped = (line.strip() for line in lines.split("\n"))
    return next((line for line in stripped if line and not line.startswith("#")), "")
