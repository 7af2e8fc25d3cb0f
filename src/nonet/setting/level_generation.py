"""One new puzzle of a wished difficulty, with no arrays and nothing compiled: for a page.

>>> import nonet
>>> made = puzzle_of_level(nonet.Sudoku("." * 16), "Easy")
>>> nonet.rate(made.puzzle, "hodoku").level
'Easy'

A puzzle whose every clue is needed is often harder than was wished; then the fewest clues of its
solution that make the puzzle as easy as wished are given back.  A puzzle that is too easy is
dropped, and the next is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from nonet.deadline import Deadline
from nonet.errors import TechniqueError
from nonet.puzzle import Cell, Puzzle
from nonet.setting.conflicts import DEFAULT_TIME_LIMIT
from nonet.setting.quick_generation import QuickPuzzle, quick_puzzle
from nonet.solving import solve
from nonet.techniques.policies import LEVELS
from nonet.techniques.rating import rate

MAX_RATING_SECONDS = 10.0
"""Seconds after which a rating is given up, and the puzzle counts as beyond all levels."""


def puzzle_of_level(
    like: Puzzle, level: str, *, time_limit: float | None = DEFAULT_TIME_LIMIT
) -> QuickPuzzle:
    """A new puzzle with the grid and the rules of ``like``, of HoDoKu's level: Easy to Extreme.

    Its one puzzle is ``None`` where the time was out first.  Raises ``TechniqueError`` for a level
    that is none, else as :func:`~nonet.setting.quick_generation.quick_puzzle`.
    """
    if level not in LEVELS:
        raise TechniqueError(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
    clock, random, target = Deadline(time_limit), Random(), LEVELS.index(level)
    while (remaining := clock.remaining()) is None or remaining > 0:
        puzzle = quick_puzzle(like, time_limit=remaining).puzzle
        if puzzle is None:
            break
        eased = ease_to_level(puzzle, target, clock, random)
        if eased is not None:
            return QuickPuzzle(eased, False, clock.elapsed)
    return QuickPuzzle(None, True, clock.elapsed)


def ease_to_level(
    puzzle: Puzzle,
    target_level: int,
    deadline: Deadline,
    random: Random,
    solution: Mapping[Cell, int] | None = None,
) -> Puzzle | None:
    """Return the puzzle with the fewest further clues that bring the puzzle to a level; ``None`` if
    the puzzle is easier or misses the level."""
    if level_index(puzzle, deadline) < target_level:
        return None
    solution = solution or solve(puzzle, "native").solution
    assert solution is not None  # it was made with one
    further = [cell for cell in puzzle.grid.cells if cell not in puzzle.clues]
    random.shuffle(further)

    def given(number: int) -> Puzzle:
        clues = {cell: solution[cell] for cell in further[:number]}
        return puzzle.with_clues({**puzzle.clues, **clues})

    low, high = 0, len(further)
    while low < high:  # more clues are hardly ever harder
        middle = (low + high) // 2
        if level_index(given(middle), deadline) > target_level:
            low = middle + 1
        else:
            high = middle
    eased = given(low)
    return eased if level_index(eased, deadline) == target_level else None


def level_index(puzzle: Puzzle, deadline: Deadline) -> int:
    """The place of the puzzle's level in ``LEVELS``; beyond all where no path was found."""
    remaining = deadline.remaining()
    seconds = (
        MAX_RATING_SECONDS if remaining is None else min(MAX_RATING_SECONDS, max(remaining, 1e-3))
    )
    rating = rate(puzzle, "hodoku", time_limit=seconds)
    return LEVELS.index(rating.level) if rating.solved and rating.level else len(LEVELS)
