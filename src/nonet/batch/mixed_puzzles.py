"""Puzzles of an array whose rules differ from row to row: killers, and whatever else.

Each is a model of its own, and answered alone; killers on one grid differ in their cages alone, and may
be arrays: the number of each cell's cage, and the cages' sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nonet.backends import get_backend
from nonet.backends.base import Backend
from nonet.batch.engines import Answers
from nonet.batch.geometry import Array, Geometry
from nonet.errors import ClueError, PuzzleError
from nonet.model import AllDifferent, Annotation, Constraint, Linear, Model
from nonet.puzzle import Puzzle
from nonet.solving import solve


@dataclass(frozen=True, eq=False)
class KillerPuzzles:
    """Killers of one geometry: their clues, the cage of each cell (0 for none), the cages' sums."""

    geometry: Geometry
    rows: Array
    cages: Array
    sums: Array

    def model_of(self, row: int) -> Model:
        """Return the model of the killer in a row."""
        cells: dict[int, list[str]] = {}
        names = self.geometry.blank.grid.cells
        for name, cage in zip(names, self.cages[row].tolist(), strict=True):
            if cage:
                cells.setdefault(cage, []).append(name)
        bare = self.geometry.model_of(self.rows[row].tolist())
        parts: list[Constraint] = []
        for cage, members in sorted(cells.items()):
            total, scope = int(self.sums[row, cage - 1]), tuple(members)
            annotation = Annotation("killer", f"the cage at {members[0]}", "")
            parts.append(AllDifferent(scope, rule=annotation))
            if total:
                parts.append(Linear.sum(scope, "==", total, rule=annotation))
        return bare.add(*parts)


@dataclass(frozen=True, eq=False)
class MixedPuzzles:
    """Puzzles on the same cells, each with rules of its own."""

    puzzles: Sequence[Puzzle]

    def model_of(self, row: int) -> Model:
        """Return the model of the puzzle in a row."""
        return self.puzzles[row].model()


def checked_cages(geometry: Geometry, n: int, cages: Any, sums: Any) -> tuple[Array, Array]:
    """Cages and sums as arrays of int64; raises ``PuzzleError`` or ``ClueError``."""
    numbers, totals = np.asarray(cages), np.asarray(sums)
    if numbers.shape != (n, geometry.cells) or numbers.dtype.kind not in "iu":
        raise PuzzleError(
            f"expected cages as integers of shape ({n}, {geometry.cells}), the number of each "
            f"cell's cage, not of {numbers.dtype} of shape {numbers.shape}"
        )
    if totals.ndim != 2 or len(totals) != n or totals.dtype.kind not in "iu":
        raise PuzzleError(
            f"expected sums as integers of shape ({n}, cages), not of {totals.dtype} of shape "
            f"{totals.shape}"
        )
    wrong = (numbers < 0) | (numbers > totals.shape[1])
    if wrong.any():
        row, cell = np.argwhere(wrong)[0].tolist()
        raise ClueError(
            f"puzzle {row + 1}: {geometry.blank.grid.cells[cell]} is in cage {numbers[row, cell]}, "
            f"and there are sums of cages 1 to {totals.shape[1]}; 0 is no cage"
        )
    if (totals < 0).any():
        row, cage = np.argwhere(totals < 0)[0].tolist()
        raise ClueError(
            f"puzzle {row + 1}: the sum of cage {cage + 1} is {totals[row, cage]}; "
            "expected 1 or more, or 0 for none"
        )
    return numbers.astype(np.int64), np.minimum(totals, 1 << 30).astype(np.int64)


def solve_each(
    puzzles: KillerPuzzles | MixedPuzzles,
    limit: int,
    backend: str | Backend | None,
    time_limit: float | None,
) -> tuple[Answers, str]:
    """Return the answers to puzzles on the same cells, and the name of the backend.

    ``time_limit`` is seconds a puzzle.
    """
    if isinstance(puzzles, MixedPuzzles):
        grid = puzzles.puzzles[0].grid
        for number, puzzle in enumerate(puzzles.puzzles, 1):
            if (puzzle.grid.cells, puzzle.grid.values) != (grid.cells, grid.values):
                raise PuzzleError(
                    "all puzzles of an array have the same cells and values; "
                    f"puzzle {number} differs from the first"
                )
        n = len(puzzles.puzzles)
    else:
        grid, n = puzzles.geometry.blank.grid, len(puzzles.rows)
    answers = undecided_answers(n, len(grid.cells))
    name, offset = "", grid.values[0] - 1
    for row in range(n):
        outcome = solve(puzzles.model_of(row), backend, limit=limit, time_limit=time_limit)
        name = outcome.backend
        answers.counts[row] = len(outcome.solutions)
        answers.guesses[row] = int(outcome.stats.get("guesses", 0))
        answers.decided[row] = outcome.exhausted or outcome.stopped_by == "solutions"
        values = outcome.solution
        if values is not None:
            answers.solutions[row] = [values[cell] - offset for cell in grid.cells]
    return answers, name or get_backend(backend).name


def undecided_answers(n: int, cells: int) -> Answers:
    """Answers to n rows that are not known yet."""
    return Answers(
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, bool),
        np.zeros((n, cells), np.uint8),
    )
