"""Generate one new puzzle at once, for a page, without arrays and compiled code.

>>> import nonet
>>> made = quick_puzzle(nonet.Sudoku("." * 16))
>>> nonet.verify(made.puzzle).uniqueness.value, made.stopped
('unique', False)

:func:`nonet.generate` makes thousands, to many wishes, by arrays and the compiled engine, which a
browser's Python does not have.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from nonet.deadline import Deadline
from nonet.errors import PuzzleError
from nonet.puzzle import Puzzle
from nonet.setting.assumption_solver import AssumptionSolver, assumption_solver_for
from nonet.setting.conflicts import DEFAULT_TIME_LIMIT
from nonet.setting.redundancy import minimize
from nonet.solving.outcome import NoTruthValue, Uniqueness


@dataclass(frozen=True)
class QuickPuzzle(NoTruthValue):
    """A puzzle with one solution, each clue of which is needed; ``None`` if the time was out."""

    puzzle: Puzzle | None
    stopped: bool
    seconds: float


def quick_puzzle(like: Puzzle, *, time_limit: float | None = DEFAULT_TIME_LIMIT) -> QuickPuzzle:
    """A new puzzle with the grid and the rules of ``like``, of whose clues none is kept.

    A solution is drawn at random (not evenly), and clues are taken away until none can go.  The
    clauses that the live solver has learnt influence the puzzle, so no seed would give the same
    puzzle again.  Raises ``PuzzleError`` where the rules leave no solution, else as
    :func:`~nonet.setting.conflicts.conflict`.
    """
    clock, random = Deadline(time_limit), Random()
    blank = replace(like, clues={}, entries={}, candidates={}, name="", comment="", notes={})
    solved: dict[str, int] = {}

    def work() -> None:
        with assumption_solver_for(blank.model().structure, clock) as bench:
            solved.update(_random_solution(bench, blank, random))

    remaining = clock.remaining() if clock.finishes(work) else 0
    if remaining == 0:
        return clock.result(QuickPuzzle(None, True, clock.elapsed))
    full = blank.with_clues(solved)
    minimized = minimize(full, time_limit=remaining)
    if minimized.uniqueness is Uniqueness.MULTIPLE:
        raise PuzzleError("these rules leave something open that no clue can give")
    puzzle = minimized.puzzles[0] if minimized.puzzles else None
    return QuickPuzzle(puzzle, puzzle is None, clock.elapsed)


def _random_solution(bench: AssumptionSolver, blank: Puzzle, random: Random) -> dict[str, int]:
    """Return a solution, with random values in a third of the cells as far as possible."""
    cells = blank.grid.cells
    places = random.sample(range(len(cells)), max(4, len(cells) // 3))
    values = bench.random_solution(
        bench.rules, [cells[place] for place in places], random.randrange
    )
    if values is None:
        raise PuzzleError("these rules leave no solution to make a puzzle of")
    return {cell: values[cell] for cell in cells}
