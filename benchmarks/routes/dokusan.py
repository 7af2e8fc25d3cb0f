"""dokusan: singles and backtracking in Python."""

from __future__ import annotations

from typing import Any, ClassVar

from benchmarks.routes.base import Route, Unsuited, rows_of, values_of
from benchmarks.sets import Item


class Dokusan(Route):
    """``dokusan.solvers.backtrack``, which finds one solution."""

    distribution: ClassVar[str] = "dokusan"

    def start(self) -> None:
        from dokusan import boards, exceptions, solvers

        height, width = self.geometry.box
        if height != width:
            raise Unsuited("its boxes are square")
        self._boards, self._solvers = boards, solvers
        self._failures = (exceptions.InvalidSudoku, exceptions.NoCandidates)

    def read(self, item: Item) -> Any:
        height, width = self.geometry.box
        return self._boards.Sudoku.from_list(
            rows_of(values_of(item.line), self.geometry.size),
            box_size=self._boards.BoxSize(height, width),
        )

    def solve(self, sudoku: Any) -> Any:
        try:
            return self._solvers.backtrack(sudoku)
        except self._failures:
            return None

    def line(self, solution: Any) -> str:
        return super().line([cell.value for row in solution.rows() for cell in row])
