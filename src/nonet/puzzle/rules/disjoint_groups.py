"""Disjoint groups: cells at the same place of their boxes differ."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.errors import PuzzleError
from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example, PuzzleRule, block_suffix, unit_constraint


class DisjointGroups(PuzzleRule):
    """In every block, one group for each place in a box: the top left cells, and so on."""

    name = "disjoint-groups"
    sentence = "Every value occurs at most once among the cells at the same place of their boxes."
    aliases = ("disjoint", "disjoint-sets")
    examples = (Example("1..4......3..1..", "1324241342313142"),)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for number, block in enumerate(grid.blocks, 1):
            if block.box is None:
                raise PuzzleError("disjoint groups are made of boxes, and this grid has none")
            for group, cells in enumerate(zip(*block.boxes(), strict=True), 1):
                label = f"disjoint group {group}{block_suffix(grid, number)}"
                yield unit_constraint(cells, grid, "disjoint group", label)
