"""sudokutools: dancing links in Python."""

from __future__ import annotations

from itertools import islice
from typing import Any, ClassVar

from benchmarks.routes.base import Route, rows_of, values_of, verdict_of
from benchmarks.sets import Item


class Sudokutools(Route):
    """The first, or the first two, of ``sudokutools.solve.dlx``."""

    distribution: ClassVar[str] = "sudokutools"

    def start(self) -> None:
        from sudokutools.solve import dlx
        from sudokutools.sudoku import Sudoku

        self._dlx, self._sudoku = dlx, Sudoku

    def read(self, item: Item) -> Any:
        height, width = self.geometry.box
        sudoku = self._sudoku((width, height))
        for r, row in enumerate(rows_of(values_of(item.line), self.geometry.size)):
            for c, value in enumerate(row):
                if value:
                    sudoku[r, c] = value
        return sudoku

    def solve(self, sudoku: Any) -> Any:
        return next(self._dlx(sudoku), None)

    def verify(self, sudoku: Any) -> str:
        return verdict_of(sum(1 for _ in islice(self._dlx(sudoku), 2)))

    def line(self, solution: Any) -> str:
        return super().line([solution[place] for place in solution])
