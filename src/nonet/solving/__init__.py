"""The questions asked of a puzzle or a model, answered through any backend."""

from nonet.deadline import Interrupted
from nonet.solving.agreement import Agreement, crosscheck, verdict, verify
from nonet.solving.cpmpy_solver import register_with_cpmpy
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
from nonet.solving.queries import Improving, candidates, count_solutions, improving, solve
from nonet.solving.solution_iterator import Solutions, iter_solutions

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
    "count_solutions",
    "crosscheck",
    "improving",
    "iter_solutions",
    "register_with_cpmpy",
    "solve",
    "verdict",
    "verify",
]
