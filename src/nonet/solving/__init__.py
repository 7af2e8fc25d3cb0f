"""The questions asked of a puzzle or a model, answered through any backend."""

from nonet.deadline import Interrupted
from nonet.errors import NotInstalled
from nonet.solving.agreement import Agreement, crosscheck, verdict, verify
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


def register_with_cpmpy() -> None:
    """Add ``nonet`` to CPMpy's solvers, for ``model.solve(solver="nonet")``.

    A backend is named after a colon: ``nonet:native``.  A second call changes nothing.  Raises
    ``NotInstalled`` without CPMpy.
    """
    try:
        from cpmpy import SolverLookup
    except ImportError:
        raise NotInstalled('CPMpy is missing: pip install "nonet[cpmpy]"') from None
    from nonet.solving.cpmpy_interface import CPM_nonet

    # CPMpy's list of solvers is a method of this class: it is replaced by one with nonet at its end
    own_solvers = SolverLookup.base_solvers
    if CPM_nonet not in dict(own_solvers()).values():
        SolverLookup.base_solvers = staticmethod(lambda: [*own_solvers(), ("nonet", CPM_nonet)])
