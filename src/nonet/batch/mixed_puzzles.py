"""Puzzles of an array whose rules differ from row to row: killers, and whatever else.

Killers on one grid differ in their cages alone.  So killer rows are arrays too, and one run of the
compiled engine answers all of the rows; rows that are too hard for that engine, and puzzles that
differ in other rules, are answered one by one.

>>> import nonet
>>> grid = nonet.Grid.square(4)
>>> cells = ("R1C1", "R2C1")
>>> def killer(total):
...     return nonet.Puzzle(grid).with_rules(nonet.make_rule("killer", cells=cells, sum=total))
>>> killers = split_killers([killer(3), killer(7)])
>>> killers.cages[:, [0, 4]].tolist(), killers.sums.tolist()
([[1, 1], [1, 1]], [[3], [7]])
>>> [rule.name for rule in killers.geometry.blank.rules]
['rows', 'columns', 'boxes']
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from nonet.backends import get_backend
from nonet.backends.base import Backend
from nonet.backends.registry import DEFAULT_BACKEND
from nonet.batch.answer_checks import check_solutions
from nonet.batch.engines import LOCKSTEP, Answers, cell_structure
from nonet.batch.geometry import Array, Geometry
from nonet.errors import BackendError, ClueError, PuzzleError, WrongAnswer
from nonet.model import AllDifferent, Annotation, Constraint, Linear, Model
from nonet.puzzle import Puzzle, PuzzleRule
from nonet.puzzle.rules.killer import Killer
from nonet.solving import solve

MAX_GUESSES = 3_000
"""Guesses of the kernel in a killer, after which the killer is answered alone, with all filters."""


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


def split_killers(puzzles: Sequence[Puzzle]) -> KillerPuzzles | None:
    """Puzzles that differ in killer cages alone.

    ``None`` where other rules differ too, or cages are not plain: cages with several sums, with
    values that may repeat, or with cells in common.
    """
    base: tuple[PuzzleRule, ...] | None = None
    grid = puzzles[0].grid
    place = {cell: number for number, cell in enumerate(grid.cells)}
    cages = np.zeros((len(puzzles), len(place)), np.int64)
    totals: list[list[int]] = []
    for row, puzzle in enumerate(puzzles):
        others = []
        sums: list[int] = []
        for rule in puzzle.rules:
            if type(rule) is not Killer:
                others.append(rule)
                continue
            cells = [place[cell] for cell in rule.located(grid)]
            if rule.repeats or isinstance(rule.sum, tuple) or cages[row, cells].any():
                return None
            sums.append(rule.sum or 0)
            cages[row, cells] = len(sums)
        if base is None:
            base = tuple(others)
        if puzzle.grid != grid or tuple(others) != base or puzzle.candidates:
            return None
        totals.append(sums)
    array = np.zeros((len(puzzles), max(map(len, totals))), np.int64)
    for row, sums in enumerate(totals):
        array[row, : len(sums)] = sums
    geometry = Geometry.of_puzzle(replace(puzzles[0], rules=base or ()))
    bare = [replace(puzzle, rules=base or ()) for puzzle in puzzles]
    rows = np.array([geometry.row_of(puzzle) for puzzle in bare], np.uint8)
    return KillerPuzzles(geometry, rows, cages, array)


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


def solve_killers(
    killers: KillerPuzzles,
    limit: int,
    backend: str | Backend | None,
    threads: int,
    time_limit: float | None,
) -> tuple[Answers, str]:
    """Return the answers to killers of one geometry, and the name of the backend.

    ``time_limit`` is seconds a puzzle: half for the kernel, which solves killers together in lanes,
    and half for the backend that solves the remaining killers alone.
    """
    named = backend if isinstance(backend, str) or backend is None else backend.name
    answers, undecided = None, list(range(len(killers.rows)))
    if named in (None, DEFAULT_BACKEND, LOCKSTEP):
        try:
            answers = _solve_with_kernel(killers, limit, threads, half_time(time_limit))
        except BackendError:
            if named == LOCKSTEP:
                raise
    if answers is None:
        answers, name = undecided_answers(*killers.rows.shape), get_backend(backend).name
    else:
        undecided, name = np.flatnonzero(~answers.decided).tolist(), LOCKSTEP
        time_limit = half_time(time_limit)
    below = killers.geometry.lowest_value - 1
    _solve_one_by_one(answers, undecided, killers.model_of, below, limit, backend, time_limit)
    return answers, name


def half_time(seconds: float | None) -> float | None:
    """Return half of a time limit; ``None`` if there is no limit."""
    return None if seconds is None else seconds / 2


def _solve_with_kernel(
    killers: KillerPuzzles, limit: int, threads: int, time_limit: float | None
) -> Answers | None:
    """The answers of the compiled engine, checked; ``None`` for rules that lanes do not share."""
    structure = cell_structure(killers.geometry)
    if not all(isinstance(each, AllDifferent) for each in structure.constraints):
        return None
    from nonet.backends.lockstep.killer_kernel import count_killers

    result = count_killers(
        structure,
        killers.cages,
        killers.sums,
        killers.rows,
        limit,
        threads=threads,
        guess_limit=MAX_GUESSES,
        time_limit=time_limit,
    )
    assert result.solutions is not None
    check_solutions(killers.geometry, killers.rows, result.solutions, result.counts > 0)
    _check_cages(killers, result.solutions, result.counts > 0)
    return Answers(result.counts, result.guesses, result.decided, result.solutions)


def _check_cages(killers: KillerPuzzles, solutions: Array, solved: Array) -> None:
    """Raise ``WrongAnswer`` if a cage of a solution has another sum or a repeated value."""
    below = killers.geometry.lowest_value - 1
    for cage in range(1, killers.sums.shape[1] + 1):
        inside = (killers.cages == cage) & solved[:, None]
        rows = np.flatnonzero(inside.any(axis=1))
        values = np.where(inside[rows], solutions[rows], 0)
        sums = values.sum(axis=1) + below * inside[rows].sum(axis=1)
        wrong = (sums != killers.sums[rows, cage - 1]) & (killers.sums[rows, cage - 1] > 0)
        ordered = np.sort(values, axis=1)
        wrong |= ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] > 0)).any(axis=1)
        if wrong.any():
            row = int(rows[wrong.argmax()])
            raise WrongAnswer(f"puzzle {row + 1}: the cage numbered {cage} is broken")


def solve_puzzles(
    mixed: MixedPuzzles, limit: int, backend: str | Backend | None, time_limit: float | None
) -> tuple[Answers, str]:
    """Answer puzzles on the same cells whose rules differ, each alone.

    Return the answers and the backend.
    """
    grid = mixed.puzzles[0].grid
    for number, puzzle in enumerate(mixed.puzzles, 1):
        if (puzzle.grid.cells, puzzle.grid.values) != (grid.cells, grid.values):
            raise PuzzleError(
                "all puzzles of an array have the same cells and values; "
                f"puzzle {number} differs from the first"
            )
    answers, rows = (
        undecided_answers(len(mixed.puzzles), len(grid.cells)),
        range(len(mixed.puzzles)),
    )
    below = grid.values[0] - 1
    name = _solve_one_by_one(
        answers, rows, mixed.model_of, below, limit, backend, time_limit, grid.cells
    )
    return answers, name or get_backend(backend).name


def undecided_answers(n: int, cells: int) -> Answers:
    """Answers to n rows that are not known yet."""
    return Answers(
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, bool),
        np.zeros((n, cells), np.uint8),
    )


def _solve_one_by_one(
    answers: Answers,
    numbers: Sequence[int],
    model: Callable[[int], Model],
    offset: int,
    limit: int,
    backend: str | Backend | None,
    time_limit: float | None,
    cells: Sequence[str] | None = None,
) -> str:
    """Write the answers to some rows, each a model of its own; the backend that answered last."""
    name = ""
    for row in numbers:
        outcome = solve(model(row), backend, limit=limit, time_limit=time_limit)
        name = outcome.backend
        answers.counts[row] = len(outcome.solutions)
        answers.guesses[row] += int(outcome.stats.get("guesses", 0))
        answers.decided[row] = outcome.exhausted or outcome.stopped_by == "solutions"
        answers.solutions[row] = 0
        if outcome.solution is not None:
            values = outcome.solution
            answers.solutions[row] = [values[cell] - offset for cell in cells or values]
    return name
