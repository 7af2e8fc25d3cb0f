"""Column indexers: a cell says in which column of its row the number of its own column stands."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.puzzle.grid import Block, Cell, place
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.row_indexer import IndexerRule


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
