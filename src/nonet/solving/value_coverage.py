"""Covering: solutions that have, together, every value that any solution has.

What is asked is a solution with a value not yet seen in as many variables at once as there are
such solutions; a question of one variable that fails settles all its values.  How many at once
follows the answers: twice as many after a solution, half as many where there is none, and never
more again where none came in time.
(Chunks of what is asked at once: Janota, Lynce and Marques-Silva, "Algorithms for computing
backbones of propositional formulae", 2015.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from typing import Any

from nonet.model import Domain, Model
from nonet.solving.outcome import Outcome, Solution

FIRST_PATIENCE = 0.02
"""Seconds, at least, for a solution with unseen values in several variables: it need not exist."""

Domains = Mapping[str, Domain]


@dataclass(frozen=True)
class CoverageStep:
    """What one question has shown: a ``solution`` with values unseen before; values ``impossible``;
    or, at last, those ``undecided``, since there was no more time."""

    backend: str
    solution: Solution | None = None
    impossible: Domains = field(default_factory=dict)
    undecided: Domains = field(default_factory=dict)


def cover_values(
    model: Model,
    candidates: Domains,
    solve: Callable[[Model, float | None], Outcome],
    remaining_time: Callable[[], float | None],
) -> Iterator[CoverageStep]:
    """Until each of the ``wanted`` values is in a solution, or in none, or undecided.

    ``ask`` solves a model within so many seconds; ``left`` is how many there are for a question,
    ``None`` for no limit.
    """
    open_ = dict(candidates)
    together = most = len(open_)
    patience = FIRST_PATIENCE
    while open_:
        seconds = remaining_time()
        asked = dict(islice(open_.items(), together))
        if seconds is not None and seconds <= 0:
            yield CoverageStep("", undecided=open_)
            return
        several = len(asked) > 1
        allowed = min(patience, inf if seconds is None else seconds) if several else seconds
        outcome = solve(model.narrow(asked), allowed)
        if outcome.solution is not None:
            yield CoverageStep(outcome.backend, solution=outcome.solution)
            open_ = _without_solution(open_, outcome.solution)
            together = min(most, 2 * len(asked))
            patience = max(FIRST_PATIENCE, 4 * outcome.seconds)
        elif several:
            together = len(asked) // 2
            most = most if outcome.exhausted else together
        elif outcome.exhausted:
            yield CoverageStep(outcome.backend, impossible=asked)
            del open_[next(iter(asked))]
        else:
            yield CoverageStep(outcome.backend, undecided=open_)
            return


def _without_solution(open_: Domains, solution: Mapping[str, Any]) -> dict[str, Domain]:
    """What is left of the domains without the values of a solution."""
    left = {name: domain - Domain.single(solution[name]) for name, domain in open_.items()}
    return {name: domain for name, domain in left.items() if domain}
