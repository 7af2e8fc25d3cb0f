"""The solutions of a backend beside those that a campaign's judge expects."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from nonet.errors import Unsupported
from nonet.model import Model
from nonet.puzzle import Puzzle
from nonet.solving import iter_solutions
from tests.fuzz.campaign_type import Tally


def solution_set_error(
    problem: Model | Puzzle,
    backend: str,
    expected: set[Any],
    tally: Tally,
    values_of: Callable[[Mapping[Any, Any]], Hashable] = lambda solution: tuple(solution.values()),
    time_limit: float | None = None,
) -> str | None:
    """Return how the solutions of a backend differ from ``expected``; ``None`` if they are the same.

    ``values_of`` makes of a solution what ``expected`` holds.  A backend may decline a model if the
    error names a way out.
    """
    try:
        run = iter_solutions(problem, backend, time_limit=time_limit)
        solutions = [values_of(solution) for solution in run]
    except Unsupported as error:
        tally["declined"] += 1
        return None if "use another backend" in str(error) else f"no way out is named: {error}"
    if not run.exhausted:
        return f"{backend} stopped by {run.stopped_by} after {len(solutions)} of {len(expected)}"
    if len(set(solutions)) != len(solutions):
        return f"{backend} repeats solutions"
    if set(solutions) != expected:
        return f"{backend} finds {len(solutions)} solutions, the judge {len(expected)}"
    return None
