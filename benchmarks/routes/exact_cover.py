"""exact-cover: dancing links in C, on the exact cover matrix of a Sudoku."""

from __future__ import annotations

from typing import Any, ClassVar

from benchmarks.routes.base import Route, Unsuited, values_of, verdict_of
from benchmarks.sets import Item

MOST_CELLS = 256
"""Largest square whose matrix is built (4,096 rows of 1,024 columns)."""


class ExactCover(Route):
    """A row for each cell and value, a column for each cell and each value of a unit.

    The matrix of the geometry is built once; a puzzle takes the rows its clues
    leave.  Uniqueness is proved by ``get_all_solutions(max_count=2)``.
    """

    distribution: ClassVar[str] = "exact-cover"

    def start(self) -> None:
        import exact_cover
        import numpy

        self._numpy, self._library = numpy, exact_cover
        size, cells = self.geometry.size, len(self.geometry.cells)
        if cells > MOST_CELLS:
            raise Unsuited("the matrix is too large")
        matrix = numpy.zeros((cells * size, cells + len(self.geometry.groups) * size), dtype=bool)
        rows = numpy.arange(cells * size)
        matrix[rows, rows // size] = True
        for number, group in enumerate(self.geometry.groups):
            for cell in group:
                for value in range(size):
                    matrix[cell * size + value, cells + number * size + value] = True
        self._matrix, self._rows = matrix, rows

    def read(self, item: Item) -> list[int]:
        return values_of(item.line)

    def _left(self, clues: list[int]) -> Any:
        """The rows that the clues leave."""
        given = self._numpy.repeat(self._numpy.array(clues), self.geometry.size)
        return self._rows[(given == 0) | (given == self._rows % self.geometry.size + 1)]

    def solve(self, clues: list[int]) -> list[int] | None:
        rows = self._left(clues)
        try:
            chosen = self._library.get_exact_cover(self._matrix[rows])
        except self._library.error.NoSolution:
            return None
        return [int(row) % self.geometry.size + 1 for row in sorted(rows[chosen])]

    def verify(self, clues: list[int]) -> str:
        matrix = self._matrix[self._left(clues)]
        try:
            return verdict_of(len(self._library.get_all_solutions(matrix, max_count=2)))
        except self._library.error.NoSolution:
            return verdict_of(0)
