"""The questions asked of a puzzle or a model, answered through any backend."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from nonet.deadline import Interrupted
from nonet.solving.outcome import (
    Candidates,
    Improvement,
    Optimum,
    Outcome,
    Solution,
    SolutionCount,
    Status,
    Uniqueness,
    Verdict,
)
from nonet.solving.problem_input import ProblemInput
from nonet.solving.queries import (
    Improving,
    candidates,
    count,
    improving,
    iter_solutions,
    solve,
    verdict,
    verify,
)
from nonet.solving.solution_iterator import Solutions

if TYPE_CHECKING:
    from nonet.solving.agreement import Agreement, crosscheck

__all__ = [
    "Agreement",
    "Candidates",
    "Improvement",
    "Improving",
    "Interrupted",
    "Optimum",
    "Outcome",
    "ProblemInput",
    "Solution",
    "SolutionCount",
    "Solutions",
    "Status",
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


def __getattr__(name: str) -> Any:
    """Import what compares backends when its name is used."""
    if name not in ("Agreement", "crosscheck"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module("nonet.solving.agreement"), name)
    globals()[name] = value
    return value
