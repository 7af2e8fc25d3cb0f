"""py-sudoku: backtracking in Python."""

from __future__ import annotations

from typing import Any, ClassVar

from benchmarks.routes.base import MULTIPLE, UNIQUE, Route, rows_of, values_of
from benchmarks.sets import Item


class PySudoku(Route):
    """``Sudoku.solve`` and ``has_multiple_solutions``."""

    distribution: ClassVar[str] = "py-sudoku"

    def start(self) -> None:
        from sudoku import Sudoku

        self._sudoku = Sudoku

    def read(self, item: Item) -> Any:
        height, width = self.geometry.box
        board = rows_of(values_of(item.line), self.geometry.size)
        return self._sudoku(width, height, board=board)

    def solve(self, sudoku: Any) -> Any:
        board = sudoku.solve().search_order
        return None if board[0][0] is None else board

    def verify(self, sudoku: Any) -> str:
        return MULTIPLE if sudoku.has_multiple_solutions() else UNIQUE

    def line(self, solution: Any) -> str:
        return super().line([value for row in solution for value in row])
