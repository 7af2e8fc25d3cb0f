"""Anti-diagonal: each long diagonal holds few different values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from nonet.encoding.automata import fixed_length_automaton
from nonet.model import Annotation, Automaton, Constraint, Regular
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.diagonals import Diagonals, long_diagonals


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
    parameters = {
        "distinct": "how many different values each long diagonal holds",
    }
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
            yield Regular(cells, _automaton(grid.values, len(cells), number), rule=annotation)


@lru_cache(maxsize=16)
def _automaton(values: tuple[int, ...], length: int, number: int) -> Automaton:
    """The automaton of ``length`` values of which ``number`` are different."""

    def step(seen: frozenset[int], value: int) -> frozenset[int] | None:
        after = seen | {value}
        return after if len(after) <= number else None

    start: frozenset[int] = frozenset()
    return fixed_length_automaton(values, start, step, length, lambda seen: len(seen) == number)
