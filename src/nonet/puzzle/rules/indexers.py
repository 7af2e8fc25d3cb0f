"""Rules of values that are the places of other values.

- Row indexers: a cell says in which row of its column the number of its own row stands.
- Column indexers: a cell says in which column of its row the number of its own column stands.
- Box indexers: a cell says at which place of its box the number of its own place stands.
- 1-5-9: the cells of some columns, or rows, say where the number of their line stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from nonet.model import Annotation, Constraint, Table
from nonet.puzzle.grid import Block, Cell, Grid, place
from nonet.puzzle.rules.base import CellsRule, Example, PuzzleRule
from nonet.render.drawing import Decoration, Shade, Tint


class IndexerRule(CellsRule):
    """The base of the indexers: a cell points into a house that contains this cell."""

    tint: ClassVar[Tint]

    def indexed_cells(self, block: Block, cell: Cell) -> Sequence[Cell]:
        """The cells of a block that the values 1, 2, ... of ``cell`` point at."""
        raise NotImplementedError

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for cell in self.located(grid):
            blocks = [b for b in grid.blocks if b.holds(cell)]
            for number, block in enumerate(blocks, 1):
                house = self.indexed_cells(block, cell)
                position = house.index(cell) + 1
                if position not in grid.values:
                    raise self.rule_error(f"{cell} would point with {position}, which is no value")
                label = f"{self.name} {cell}{f' of grid {number}' * (len(blocks) > 1)}"
                yield from _equivalences(
                    self.name, label, tuple(house), cell, position, tuple(grid.values)
                )

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Shade(tuple(map(place, self.located(grid))), self.name, tint=self.tint)


class RowIndexer(IndexerRule):
    """A marked cell in row r with value v: row v of its column holds r, and no other row does."""

    name = "row-indexer"
    sentence = "A marked cell in row R holds the number of the row in which its column has R."
    aliases = ("row-index",)
    examples = (
        Example(
            "...3.....2....1.........36..........",
            "254316136254541632623145365421412563",
            "R1C1 R2C1 R2C3 R2C5 R3C1",
        ),
    )
    tint = "blue"

    def indexed_cells(self, block: Block, cell: Cell) -> Sequence[Cell]:
        return block.columns()[place(cell)[1] - block.left]


def _equivalences(
    rule: str, label: str, house: tuple[Cell, ...], cell: Cell, number: int, values: tuple[int, ...]
) -> tuple[Constraint, ...]:
    """Return the constraints that ``cell`` is v exactly where place v of its house is ``number``."""
    constraints: list[Constraint] = []
    for value in values:
        name = f"{label}: {value}"
        target = house[value - 1] if 1 <= value <= len(house) else None
        if target is None or target == cell:
            ok = target is not None and value == number
            sentence = f"{cell} may be {value}" if ok else f"{cell} is not {value}"
            allowed = [(other,) for other in values if other != value or ok]
            constraints.append(
                Table((cell,), frozenset(allowed), rule=Annotation(rule, name, sentence))
            )
            continue
        words = Annotation(
            rule, name, f"{cell} is {value} where {target} is {number}, and only there"
        )
        pairs = _equivalence_pairs(values, value, number)
        constraints.append(Table.unchecked(scope=(cell, target), tuples=pairs, rule=words))
    return tuple(constraints)


@lru_cache(maxsize=256)
def _equivalence_pairs(
    values: tuple[int, ...], value: int, number: int
) -> frozenset[tuple[int, int]]:
    """Return the pairs in which one cell is ``value`` exactly where the other is ``number``."""
    return frozenset((x, y) for x in values for y in values if (x == value) == (y == number))


class ColumnIndexer(IndexerRule):
    """A marked cell in column c with value v: column v of its row, and no other, holds c (1-5-9
    Sudoku)."""

    name = "column-indexer"
    sentence = "A marked cell in column C holds the number of the column in which its row has C."
    aliases = ("column-index",)
    examples = (
        Example(
            "....1.5..3.4..1.......4..3..........",
            "324615516324451263263541132456645132",
            "R4C4 R4C5 R5C2 R5C3 R6C3",
        ),
    )
    tint = "red"

    def indexed_cells(self, block: Block, cell: Cell) -> Sequence[Cell]:
        return block.rows()[place(cell)[0] - block.top]


class BoxIndexer(IndexerRule):
    """Places of a box count in reading order.  A marked cell at place p with value v: place v
    of its box holds p, and no other does."""

    name = "box-indexer"
    sentence = "A marked cell at place P of its box holds the place at which the box has P."
    aliases = ("box-index",)
    examples = (
        Example(
            "......2....6......6...1......5..1...",
            "456231213456132564645312364125521643",
            "R1C3 R2C3 R3C2 R3C3 R3C4",
        ),
    )
    tint = "green"

    def indexed_cells(self, block: Block, cell: Cell) -> Sequence[Cell]:
        for box in block.boxes():
            if cell in box:
                return box
        raise self.rule_error(f"{cell} is in no box: this grid has none")


class IndexedLines(PuzzleRule):
    """The base of rules by which all cells of some columns, or rows, are indexers."""

    def _indexers(self, grid: Grid) -> IndexerRule:
        """The indexers that these lines are."""
        raise NotImplementedError

    def checked_lines(
        self, lines: list[tuple[Cell, ...]], numbers: tuple[int, ...]
    ) -> tuple[Cell, ...]:
        """The cells of the lines with these numbers; raises ``PuzzleError`` for one there is not."""
        if over := [number for number in numbers if number > len(lines)]:
            raise self.rule_error(f"there are {len(lines)} of them, and no number {over[0]}")
        return tuple(cell for number in numbers for cell in lines[number - 1])

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        if len(grid.blocks) != 1:
            raise self.rule_error("a grid of one block, not of several")
        return self._indexers(grid).constraints(grid)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        return self._indexers(grid).decorations(grid)


@dataclass(frozen=True)
class OneFiveNine(IndexedLines):
    """All cells of ``columns`` are column indexers: R3C5 = 7 says that R3C7 is 5."""

    columns: tuple[int, ...] = (1, 5, 9)

    name = "one-five-nine"
    sentence = (
        "Each cell in column 1, 5 or 9 (or another set of columns) holds the number of the column "
        "in which its row has 1, 5 or 9."
    )
    aliases = ("159", "1-5-9", "indexed-columns", "indexing-columns")
    parameters = {"columns": "the numbers of the columns"}
    examples = (
        Example(
            "....5..........6...........1...1....", "624351351246532614146523465132213465", "1 3 6"
        ),
    )

    def __post_init__(self) -> None:
        columns = self.checked_numbers(self.columns, "a column", minimum=1)
        object.__setattr__(self, "columns", columns)

    def _indexers(self, grid: Grid) -> IndexerRule:
        return ColumnIndexer(self.checked_lines(grid.blocks[0].columns(), self.columns))


@dataclass(frozen=True)
class IndexedRows(IndexedLines):
    """All cells of ``rows`` are row indexers: R5C3 = 7 says that R7C3 is 5."""

    rows: tuple[int, ...] = (1, 5, 9)

    name = "indexed-rows"
    sentence = (
        "Each cell in row 1, 5 or 9 (or another set of rows) holds the number of the row in which "
        "its column has 1, 5 or 9."
    )
    aliases = ("indexing-rows",)
    parameters = {"rows": "the numbers of the rows"}
    examples = (
        Example(
            ".........6...3.....1..5.......5.....", "164523352614235461416352623145541236", "2 3"
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", self.checked_numbers(self.rows, "a row", minimum=1))

    def _indexers(self, grid: Grid) -> IndexerRule:
        return RowIndexer(self.checked_lines(grid.blocks[0].rows(), self.rows))
