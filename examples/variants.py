"""Variants: other rules beside, or in place of, rows, columns and boxes.

A rule is a class that yields constraints for a grid. Rules of nonet have names
(``nonet rules`` lists the rules); your own rule is an object in the same place.
All backends solve it, because they all know its constraints.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

import nonet
from nonet.puzzle.grid import place

# Jigsaw: regions of any shape, drawn by one letter a cell, in place of the boxes.
jigsaw = nonet.Sudoku("..1.24..........", regions="AABBCABDCABDCCDD")
print("jigsaw", nonet.solve(jigsaw).solution, sep="\n")

# X: both long diagonals hold every value too.
crossed = nonet.Sudoku("....3.......41..", rules=["x"])
print("X", nonet.solve(crossed).solution, sep="\n")
assert nonet.verify(crossed).uniqueness is nonet.Uniqueness.UNIQUE


@dataclass(frozen=True)
class NonConsecutive(nonet.puzzle.PuzzleRule):
    """Cells that share an edge do not hold consecutive values."""

    name: ClassVar[str] = "own-non-consecutive"
    sentence: ClassVar[str] = "Neighbours are never consecutive."

    def constraints(self, grid: nonet.Grid) -> Iterable[nonet.model.Constraint]:
        for cell in grid.cells:
            row, column = place(cell)
            for other in (grid.cell_at(row + 1, column), grid.cell_at(row, column + 1)):
                if other is not None:
                    label = nonet.model.Annotation(
                        self.name, f"neighbours {cell}-{other}", self.sentence
                    )
                    for step in (1, -1):
                        yield nonet.model.Linear((cell, other), (1, -1), "!=", step, rule=label)


# Mitchell Lee's "Miracle Sudoku" (2020): three rules of chess and neighbourhood
# beside the classic ones, and two clues, give one solution.
miracle = nonet.Puzzle(nonet.Grid.square(9), {"R5C3": 1, "R6C7": 2}).with_rules(
    nonet.make_rule("anti-knight"), nonet.make_rule("anti-king"), NonConsecutive()
)
verdict = nonet.verify(miracle)
print("miracle", verdict.witnesses[0], sep="\n")
print(f"{len(miracle.clues)} clues, verdict: {verdict.uniqueness.value}")
assert verdict.uniqueness is nonet.Uniqueness.UNIQUE
assert verdict.witnesses[0].line.startswith("483726159726159483")
