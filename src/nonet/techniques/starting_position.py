"""Where a puzzle starts: its clues, and the marks of a person, held against the solution.

>>> from nonet.puzzle import Grid, Puzzle
>>> position_of(Puzzle(Grid.square(4), {"R1C1": 1})).candidates["R1C2"]
(2, 3, 4)
"""

from __future__ import annotations

from dataclasses import replace

from nonet.errors import PositionError
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import Claims, may_change
from nonet.solving import Uniqueness, verify
from nonet.solving.problem_input import ProblemInput, model_and_puzzle, model_in_time
from nonet.techniques.position import Position
from nonet.techniques.search_deadline import NO_DEADLINE, SearchDeadline
from nonet.techniques.solution_oracle import QUERY_SECONDS, SolutionOracle


def oracle_for(
    problem: ProblemInput, deadline: SearchDeadline, assume_unique: bool | None = None
) -> SolutionOracle:
    """Return the oracle for the solutions of a problem, from its starting position on.

    Raises ``OutOfTime`` if the deadline is over before that is there.
    """
    model, puzzle = model_in_time(problem, deadline)
    if assume_unique is None and puzzle is not None:
        # a part that forbids could leave one of two solutions that a step rules out together
        assume_unique = False if may_change(puzzle.unread) & Claims.SOLUTIONS else None
    start = deadline.finish(
        "the puzzle was laid out", position_of, model if puzzle is None else puzzle, deadline
    )
    return SolutionOracle(model, start, puzzle, assume_unique)


def position_of(problem: ProblemInput, deadline: SearchDeadline = NO_DEADLINE) -> Position:
    """The position a thing stands for, its marks checked against its solution.

    Raises ``PositionError``, naming the cells, if entries or candidates exclude the
    solution that the clues alone have.  Candidates of a puzzle whose clues alone
    have no unique solution are part of the puzzle, and no marks.
    """
    model, puzzle = model_and_puzzle(problem)
    declared = False
    if puzzle is not None and (puzzle.entries or puzzle.candidates):
        puzzle.checked()
        declared = not _check_marks(puzzle, deadline)
    position = Position.of(model if puzzle is None else puzzle)
    position.candidates_are_clues, position.deadline = declared, deadline
    return position


def _check_marks(puzzle: Puzzle, deadline: SearchDeadline) -> bool:
    """Whether candidates are marks, which the clues' only solution agrees with."""
    bare = replace(puzzle, entries={}, candidates={})
    verdict = verify(bare, time_limit=deadline.limit_for_part(QUERY_SECONDS))
    marks = verdict.uniqueness is Uniqueness.UNIQUE
    if not marks and puzzle.candidates:
        verdict = verify(
            replace(puzzle, entries={}), time_limit=deadline.limit_for_part(QUERY_SECONDS)
        )
    if verdict.uniqueness is not Uniqueness.UNIQUE:
        return not puzzle.candidates
    solution = verdict.witnesses[0]
    wrong = {
        cell: f"{cell} is filled in as {puzzle.alphabet.symbol(value)}"
        for cell, value in puzzle.entries.items()
        if solution[cell] != value
    }
    for cell, allowed in puzzle.candidates.items():
        if solution[cell] not in allowed and cell not in puzzle.entries:
            wrong[cell] = f"{cell} is marked without its value"
    if wrong:
        text = "; ".join(wrong.values())
        raise PositionError(f"the marks contradict the solution: {text}", cells=wrong)
    return marks or not puzzle.candidates
