"""Covering: solutions that have, together, every value that any solution has.

Each question asks for a solution with unseen values in several variables at once; a question about
a single variable that fails excludes all unseen values of the variable.  The number of variables
follows the answers: it doubles after a solution, halves after a failure, and never grows again
after a question that ran out of time.
(Chunks of literals: Janota, Lynce and Marques-Silva, "Algorithms for computing
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
"""Minimum seconds for a question about several variables, which need not have a solution."""

Domains = Mapping[str, Domain]


@dataclass(frozen=True)
class CoverageStep:
    """The result of one question: a ``solution`` with unseen values; values proven ``impossible``;
    or, in the last step, the values ``undecided`` when the time was out."""

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
    """Yield steps until each of the ``candidates`` is in a solution, impossible, or undecided.

    ``solve`` takes a model and a number of seconds; ``remaining_time`` returns the seconds for the
    next question, ``None`` without a limit.
    """
    # A question demands a value not seen so far of several cells at once: "yes" settles a value of each,
    # "no" or a question that takes too long is asked again of half of them.
    open_ = dict(candidates)
    together = most = len(open_)
    patience = FIRST_PATIENCE
    while open_:
        seconds = remaining_time()
        questioned = dict(islice(open_.items(), together))
        if seconds is not None and seconds <= 0:
            yield CoverageStep("", undecided=open_)
            return
        several = len(questioned) > 1
        allowed = min(patience, inf if seconds is None else seconds) if several else seconds
        outcome = solve(model.narrow(questioned), allowed)
        if outcome.solution is not None:
            yield CoverageStep(outcome.backend, solution=outcome.solution)
            open_ = _without_solution(open_, outcome.solution)
            together = min(most, 2 * len(questioned))
            patience = max(FIRST_PATIENCE, 4 * outcome.seconds)
        elif several:
            together = len(questioned) // 2
            most = most if outcome.exhausted else together
        elif outcome.exhausted:
            yield CoverageStep(outcome.backend, impossible=questioned)
            del open_[next(iter(questioned))]
        else:
            yield CoverageStep(outcome.backend, undecided=open_)
            return


def _without_solution(open_: Domains, solution: Mapping[str, Any]) -> dict[str, Domain]:
    """Return the domains without the values of a solution; a domain that becomes empty is left out."""
    uncovered = {name: domain - Domain.single(solution[name]) for name, domain in open_.items()}
    return {name: domain for name, domain in uncovered.items() if domain}
