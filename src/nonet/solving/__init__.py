"""The questions asked of a puzzle or a model, answered through any backend."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from nonet.deadline import Interrupted
from nonet.solving.outcome import (
    Candidates,
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
)
from nonet.solving.solution_iterator import Solutions
from nonet.solving.verification import verdict, verify

if TYPE_CHECKING:
    from nonet.solving.agreement import Agreement, crosscheck
    from nonet.solving.improvement import Improvement
    from nonet.solving.optimum import Optimum

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


_LATER = {
    "Agreement": "agreement",
    "Improvement": "improvement",
    "Optimum": "optimum",
    "crosscheck": "agreement",
}
"""Names that few questions need, and their modules, imported when a name is used."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    globals()[name] = found
    return found
