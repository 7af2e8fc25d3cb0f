"""Answers about puzzles that were read only in part.

A verb that is wrapped here is asked about what was read, and its answer decides by the unread parts
of the puzzle whether it holds for the whole (:mod:`nonet.puzzle.unread`).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from nonet.deadline import Interrupted
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import UnreadPart
from nonet.solving.answer_bases import DecidedByReading
from nonet.solving.problem_input import ProblemInput, puzzle_of_text

_P = ParamSpec("_P")
_AnswerT = TypeVar("_AnswerT", bound=DecidedByReading)
_Verb = Callable[Concatenate[ProblemInput, _P], _AnswerT]


def what_was_read(
    problem: ProblemInput, *, allow_clashes: bool = False
) -> tuple[ProblemInput, tuple[UnreadPart, ...]]:
    """Return the problem as read, and the parts of its text that were not read."""
    if isinstance(problem, str | os.PathLike):
        problem = puzzle_of_text(problem, allow_clashes=allow_clashes) or problem
    if isinstance(problem, Puzzle) and problem.unread:
        return problem.as_read(), problem.unread
    return problem, ()


def decided_by_reading(
    *, allow_clashes: bool = False
) -> Callable[[_Verb[_P, _AnswerT]], _Verb[_P, _AnswerT]]:
    """Wrap a verb: its answer to a puzzle that was read in part holds for the whole, or is undecided.

    ``allow_clashes``: texts whose clues clash are read like any others.
    """

    def wrap(verb: _Verb[_P, _AnswerT]) -> _Verb[_P, _AnswerT]:
        @wraps(verb)
        def ask(problem: ProblemInput, *given: _P.args, **named: _P.kwargs) -> _AnswerT:
            problem, unread = what_was_read(problem, allow_clashes=allow_clashes)
            if not unread:
                return verb(problem, *given, **named)
            try:
                return verb(problem, *given, **named).for_puzzle(unread)
            except Interrupted as stop:
                answer: Any = stop.outcome
                raise Interrupted(answer.for_puzzle(unread)) from None

        return ask  # type: ignore[return-value]  # the problem may be given by its name, too

    return wrap
