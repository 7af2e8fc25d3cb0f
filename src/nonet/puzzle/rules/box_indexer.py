"""Box indexers: a cell says at which place of its box the number of its own place stands."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.puzzle.grid import Block, Cell
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.row_indexer import IndexerRule


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
