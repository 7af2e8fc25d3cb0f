"""The questions asked of a puzzle or a model, answered through any backend."""

from nonet.solving.crosscheck import Agreement, crosscheck
from nonet.solving.outcome import (
    Candidates,
    Outcome,
    Solution,
    SolutionCount,
    Status,
    Uniqueness,
    Verdict,
)
from nonet.solving.questions import (
    Interrupted,
    candidates,
    count,
    iter_solutions,
    solve,
    verdict,
    verify,
)
from nonet.solving.run import Solutions, Thing

__all__ = [
    "Agreement",
    "Candidates",
    "Interrupted",
    "Outcome",
    "Solution",
    "SolutionCount",
    "Solutions",
    "Status",
    "Thing",
    "Uniqueness",
    "Verdict",
    "candidates",
    "count",
    "crosscheck",
    "iter_solutions",
    "solve",
    "verdict",
    "verify",
]
