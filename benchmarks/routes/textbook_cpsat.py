"""Textbook CP-SAT: integer variables and ``add_all_different``, all anew for each puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from benchmarks.routes.base import NONE, UNDECIDED, UNIQUE, Route, values_of, verdict_of
from benchmarks.sets import Item


@dataclass
class TextbookCpSat(Route):
    """81 variables and 27 constraints, as in the first program one writes with CP-SAT.

    ``workers`` is ``num_workers``; 0 leaves it at its default, a thread a core.
    Uniqueness is proved by enumerating to two.
    """

    workers: int = 1
    distribution: ClassVar[str] = "ortools"
    squares_only: ClassVar[bool] = False

    def start(self) -> None:
        from ortools.sat.python import cp_model

        self._cp = cp_model

        class Collector(cp_model.CpSolverSolutionCallback):
            """The distinct solutions, at most two."""

            def __init__(self, cells: list[Any]) -> None:
                super().__init__()
                self.cells = cells
                self.found: set[tuple[int, ...]] = set()

            def on_solution_callback(self) -> None:
                self.found.add(tuple(map(self.value, self.cells)))
                if len(self.found) > 1:
                    self.stop_search()

        self._collector = Collector

    def read(self, item: Item) -> list[int]:
        return values_of(item.line)

    def _model(self, clues: list[int]) -> tuple[Any, list[Any]]:
        model = self._cp.CpModel()
        cells = [model.new_int_var(1, self.geometry.size, f"c{i}") for i in range(len(clues))]
        for group in self.geometry.groups:
            model.add_all_different([cells[i] for i in group])
        for cell, clue in zip(cells, clues, strict=True):
            if clue:
                model.add(cell == clue)
        return model, cells

    def _fresh(self) -> Any:
        self._solver = solver = self._cp.CpSolver()
        if self.workers:
            solver.parameters.num_workers = self.workers
        return solver

    def solve(self, clues: list[int]) -> list[int] | None:
        model, cells = self._model(clues)
        solver = self._fresh()
        status = solver.solve(model)
        if status not in (self._cp.OPTIMAL, self._cp.FEASIBLE):
            return None
        return [solver.value(cell) for cell in cells]

    def verify(self, clues: list[int]) -> str:
        model, cells = self._model(clues)
        solver = self._fresh()
        solver.parameters.enumerate_all_solutions = True
        collector = self._collector(cells)
        status = solver.solve(model, collector)
        verdict = verdict_of(len(collector.found))
        if verdict == UNIQUE and status != self._cp.OPTIMAL:
            return UNDECIDED
        if verdict == NONE and status != self._cp.INFEASIBLE:
            return UNDECIDED
        return verdict

    def effort(self) -> tuple[str, float] | None:
        return "conflicts", self._solver.num_conflicts
