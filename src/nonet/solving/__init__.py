"""The questions asked of a puzzle or a model, answered through any backend."""

from nonet.solving.crosscheck import Agreement, crosscheck
from nonet.solving.optimum import Improvement, Optimum
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
    Improving,
    Interrupted,
    candidates,
    count,
    improving,
    iter_solutions,
    solve,
)
from nonet.solving.run import Solutions
from nonet.solving.thing import Thing
from nonet.solving.verification import verdict, verify

__all__ = [
    "Agreement",
    "Candidates",
    "Improvement",
    "Improving",
    "Interrupted",
    "Optimum",
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
    "improving",
    "iter_solutions",
    "solve",
    "verdict",
    "verify",
]
