"""Rules of the long diagonals.

- Diagonals: every value at most once in each of the two long diagonals (Sudoku X).
- Positive diagonal: every value at most once in the long diagonal from the bottom left up.
- Negative diagonal: every value at most once in the long diagonal from the top left down.
- Anti-diagonal: each long diagonal holds few different values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from nonet.encoding.automata import fixed_length_automaton
from nonet.errors import PuzzleError
from nonet.model import Annotation, Automaton, Constraint, Regular
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule, block_suffix, unit_constraint
from nonet.render.drawing import Decoration, Line


class Diagonals(PuzzleRule):
    """The main diagonal (from the top left) and the anti-diagonal of every block."""

    name: ClassVar[str] = "diagonals"
    sentence: ClassVar[str] = "Every value occurs at most once in each of the two long diagonals."
    aliases: ClassVar[tuple[str, ...]] = ("x", "x-sudoku", "sudoku-x", "diagonal")
    examples: ClassVar[tuple[Example, ...]] = (Example("....3.......41..", "1432321423414123"),)
    selection: ClassVar[slice] = slice(None)
    """The diagonals of a block that the rule is about: both, or only the first or second."""

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for label, cells in list(long_diagonals(grid))[self.selection]:
            yield unit_constraint(cells, grid, "diagonal", label)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for label, cells in list(long_diagonals(grid))[self.selection]:
            yield Line(tuple(map(place, cells)), label)


def long_diagonals(grid: Grid) -> Iterable[tuple[str, tuple[Cell, ...]]]:
    """Yield the diagonals of each block with their names, the main diagonal first."""
    for number, block in enumerate(grid.blocks, 1):
        if block.height != block.width:
            raise PuzzleError(
                f"only a square has two long diagonals, not {block.height} rows "
                f"and {block.width} columns{block_suffix(grid, number)}"
            )
        rows = block.rows()
        down = tuple(row[i] for i, row in enumerate(rows))
        up = tuple(row[-1 - i] for i, row in enumerate(rows))
        yield f"main diagonal{block_suffix(grid, number)}", down
        yield f"anti-diagonal{block_suffix(grid, number)}", up


class PositiveDiagonal(Diagonals):
    """The long diagonal of every block that runs from the bottom left to the top right."""

    name = "positive-diagonal"
    sentence = (
        "Every value occurs at most once in the long diagonal from the bottom left up to the right."
    )
    aliases = ("diagonal-up",)
    examples = (
        Example(".3.5.............1.6....1..43.....6.", "632514415326243651561243156432324165"),
    )
    selection = slice(1, None, 2)


class NegativeDiagonal(Diagonals):
    """The long diagonal of every block that runs from the top left to the bottom right."""

    name = "negative-diagonal"
    sentence = (
        "Every value occurs at most once in the long diagonal from the top left down to the right."
    )
    aliases = ("diagonal-down", "main-diagonal")
    examples = (
        Example("...2...36...................6.5....1", "415236236154152643643512321465564321"),
    )
    selection = slice(0, None, 2)


@dataclass(frozen=True)
class AntiDiagonal(Diagonals):
    """Exactly ``distinct`` different values on each long diagonal of every block.

    This rule is the "Antidiagonal Sudoku" of championships; the other long diagonal, which matrix
    books call the anti-diagonal, is ``positive-diagonal``.
    """

    distinct: int = 3

    name = "anti-diagonal"
    sentence = (
        "Each of the two long diagonals holds exactly three different values (or another number)."
    )
    parameters = {"distinct": "how many different values each long diagonal holds"}
    aliases = ("antidiagonal", "anti-diagonals", "antidiagonals")
    examples = (
        Example(
            "..2...............36...4.....3..14..",
            "152346643251214635365124426513531462",
            {"distinct": 3},
        ),
    )

    def __post_init__(self) -> None:
        self.checked_number(self.distinct, "the number of values", minimum=1)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for label, cells in long_diagonals(grid):
            if self.distinct > min(len(cells), grid.size):
                raise self.impossible_rule_error(f"the {label} cannot hold {self.distinct} values")
            number = self.distinct
            annotation = Annotation(
                self.name, f"few values on the {label}", f"{number} different values on the {label}"
            )
            yield Regular(
                cells, _distinct_automaton(grid.values, len(cells), number), rule=annotation
            )


@lru_cache(maxsize=16)
def _distinct_automaton(values: tuple[int, ...], length: int, number: int) -> Automaton:
    """The automaton of ``length`` values of which ``number`` are different."""

    def step(seen: frozenset[int], value: int) -> frozenset[int] | None:
        after = seen | {value}
        return after if len(after) <= number else None

    start: frozenset[int] = frozenset()
    return fixed_length_automaton(values, start, step, length, lambda seen: len(seen) == number)
