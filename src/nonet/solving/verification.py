"""Verifying: whether there is exactly one solution, perhaps with a second opinion.

>>> print(verify(".......21.3..4..").uniqueness.value, verify("." * 16).uniqueness.value)
unique multiple
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from nonet.backends.base import Backend
from nonet.deadline import Interrupted
from nonet.solving.outcome import Outcome, Uniqueness, Verdict
from nonet.solving.problem_input import ProblemInput, model_and_puzzle
from nonet.solving.queries import solve
from nonet.solving.reading import decided_by_reading

if TYPE_CHECKING:
    from nonet.backends.events import Tracer


class Limits(TypedDict):
    """The limits of a question, by the names of the arguments."""

    limit: int
    time_limit: float | None
    memory_limit: float | None


@decided_by_reading()
def verify(
    problem: ProblemInput,
    backend: str | Backend | None = None,
    *,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    tracer: Tracer | None = None,
    second_opinion: bool | str | Backend = False,
) -> Verdict:
    """Whether there is exactly one solution; two witnesses when there are more.

    Uniqueness rests on a solver's word (``Verdict.proven_by``).  With
    ``second_opinion`` an unrelated backend is asked too, for the time that the first took,
    or one second: ``True`` chooses an installed backend, a name names it.  Raises
    ``Disagreement``, with a reproducer, if the answers differ, and ``NotInstalled`` if there
    is no unrelated backend.

    With an objective: whether there is exactly one best solution.

    >>> import nonet
    >>> verify(nonet.Model({"x": [1, 2]})).uniqueness
    <Uniqueness.MULTIPLE: 'multiple'>
    """
    limits: Limits = {"limit": 2, "time_limit": time_limit, "memory_limit": memory_limit}
    if second_opinion is False:
        return verdict(solve(problem, backend, tracer=tracer, **limits))
    from nonet.solving.second_opinion import check_second_backend, with_second_opinion

    check_second_backend(backend, second_opinion)
    model, puzzle = model_and_puzzle(problem)
    question = model if puzzle is None else puzzle
    first = solve(question, backend, tracer=tracer, **limits)
    try:
        return with_second_opinion(model, verdict(first), backend, second_opinion, time_limit)
    except KeyboardInterrupt:
        raise Interrupted(first) from None


def verdict(outcome: Outcome) -> Verdict:
    """Return the verdict on uniqueness of an outcome that had a limit of two solutions or more."""
    if len(outcome.solutions) > 1:
        uniqueness = Uniqueness.MULTIPLE
    elif not outcome.exhausted:
        uniqueness = Uniqueness.UNDECIDED
    else:
        uniqueness = Uniqueness.UNIQUE if outcome.solutions else Uniqueness.NONE
    return Verdict(uniqueness, outcome.solutions[:2], outcome)
