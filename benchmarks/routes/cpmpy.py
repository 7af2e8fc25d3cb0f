"""CPMpy with OR-Tools: the Sudoku of its own examples."""

from __future__ import annotations

from typing import Any, ClassVar

from benchmarks.routes.base import Route, values_of, verdict_of
from benchmarks.sets import Item


class Cpmpy(Route):
    """An array of integer variables, ``AllDifferent`` for each unit, default settings.

    Uniqueness is proved by ``solveAll(solution_limit=2)``.
    """

    distribution: ClassVar[str] = "cpmpy"
    squares_only: ClassVar[bool] = False

    def start(self) -> None:
        import cpmpy

        self._cpmpy = cpmpy

    def read(self, item: Item) -> list[int]:
        return values_of(item.line)

    def _model(self, clues: list[int]) -> tuple[Any, Any]:
        cells = self._cpmpy.intvar(1, self.geometry.size, shape=len(clues))
        model = self._cpmpy.Model()
        for group in self.geometry.groups:
            model += self._cpmpy.AllDifferent([cells[i] for i in group])
        for cell, clue in zip(cells, clues, strict=True):
            if clue:
                model += cell == clue
        return model, cells

    def solve(self, clues: list[int]) -> list[int] | None:
        model, cells = self._model(clues)
        return [int(value) for value in cells.value()] if model.solve() else None

    def verify(self, clues: list[int]) -> str:
        model, _ = self._model(clues)
        return verdict_of(model.solveAll(solution_limit=2))
