"""1-5-9: the cells of some columns, or rows, say where the number of their line stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Constraint
from nonet.puzzle.grid import Cell, Grid
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.column_indexer import ColumnIndexer
from nonet.puzzle.rules.row_indexer import IndexerRule, RowIndexer
from nonet.render.drawing import Decoration


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
