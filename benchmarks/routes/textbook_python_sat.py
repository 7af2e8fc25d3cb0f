"""python-sat used directly: the grid encoded once, the clues of each puzzle as assumptions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from benchmarks.routes.base import Route, values_of, verdict_of
from benchmarks.sets import Item


@dataclass
class TextbookPythonSat(Route):
    """The direct encoding in pairs, in one solver that stays alive.

    Uniqueness is proved by forbidding the solution, under a literal that is assumed for
    the second call alone.
    """

    solver: str = "glucose4"
    distribution: ClassVar[str] = "python-sat"
    squares_only: ClassVar[bool] = False

    def start(self) -> None:
        from pysat.solvers import Solver

        size, cells = self.geometry.size, len(self.geometry.cells)
        self._solver = solver = Solver(name=self.solver)
        self._top = cells * size
        variables = [[cell * size + value + 1 for value in range(size)] for cell in range(cells)]
        for literals in variables:
            self._exactly_one(literals)
        for group in self.geometry.groups:
            for value in range(size):
                literals = [variables[cell][value] for cell in group]
                if len(group) == size:
                    solver.add_clause(literals)
                for first, second in combinations(literals, 2):
                    solver.add_clause([-first, -second])

    def _exactly_one(self, literals: list[int]) -> None:
        self._solver.add_clause(literals)
        for first, second in combinations(literals, 2):
            self._solver.add_clause([-first, -second])

    def read(self, item: Item) -> list[int]:
        return values_of(item.line)

    def _assumed(self, clues: list[int]) -> list[int]:
        size = self.geometry.size
        return [cell * size + value for cell, value in enumerate(clues) if value]

    def solve(self, clues: list[int]) -> list[int] | None:
        if not self._solver.solve(assumptions=self._assumed(clues)):
            return None
        size = self.geometry.size
        model = self._solver.get_model()[: size * len(clues)]
        return [(literal - 1) % size + 1 for literal in model if literal > 0]

    def verify(self, clues: list[int]) -> str:
        assumed, solver = self._assumed(clues), self._solver
        if not solver.solve(assumptions=assumed):
            return verdict_of(0)
        self._top += 1
        size = self.geometry.size
        model = solver.get_model()[: size * len(clues)]
        solver.add_clause([-self._top, *(-literal for literal in model if literal > 0)])
        again = solver.solve(assumptions=[*assumed, self._top])
        solver.add_clause([-self._top])
        return verdict_of(1 + again)

    def effort(self) -> tuple[str, float] | None:
        statistics: dict[str, Any] = self._solver.accum_stats() or {}
        return ("conflicts", statistics["conflicts"]) if "conflicts" in statistics else None
