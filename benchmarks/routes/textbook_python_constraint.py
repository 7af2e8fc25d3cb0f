"""Textbook python-constraint: a variable a cell, AllDifferent for each unit."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar

from benchmarks.routes.base import Route, values_of, verdict_of
from benchmarks.sets import Item


@dataclass
class TextbookPythonConstraint(Route):
    """A fresh ``Problem`` a puzzle, the clues as domains of one value.

    ``backtracking`` takes the library's ``BacktrackingSolver`` in place of its
    default, ``OptimizedBacktrackingSolver``.  Uniqueness is proved by asking
    ``getSolutionIter`` for two.
    """

    backtracking: bool = False
    distribution: ClassVar[str] = "python-constraint2"
    squares_only: ClassVar[bool] = False

    def start(self) -> None:
        import constraint

        self._constraint = constraint

    def read(self, item: Item) -> list[int]:
        return values_of(item.line)

    def _problem(self, clues: list[int]) -> Any:
        constraint = self._constraint
        solver = constraint.BacktrackingSolver() if self.backtracking else None
        problem = constraint.Problem(solver)
        values = range(1, self.geometry.size + 1)
        for cell, clue in enumerate(clues):
            problem.addVariable(cell, [clue] if clue else values)
        for group in self.geometry.groups:
            problem.addConstraint(constraint.AllDifferentConstraint(), group)
        return problem

    def solve(self, clues: list[int]) -> dict[int, int] | None:
        return self._problem(clues).getSolution()

    def verify(self, clues: list[int]) -> str:
        return verdict_of(sum(1 for _ in islice(self._problem(clues).getSolutionIter(), 2)))

    def line(self, solution: dict[int, int]) -> str:
        return super().line([solution[cell] for cell in range(len(solution))])
