"""Any solver of CPMpy: ``cpmpy:ortools``, ``cpmpy:choco``, ``cpmpy:z3``, ``cpmpy:exact`` and more.

Constraints are posted as CPMpy's own (:mod:`.posting`).  After a solution a constraint that
excludes it is added, so every solver enumerates.  A call of a solver ends by the time limit that
CPMpy hands to that solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from nonet.backends.adapter import module_availability, traced_run
from nonet.backends.base import Availability, Capabilities, Request, Run
from nonet.errors import BackendError, NotInstalled
from nonet.model import (
    AllDifferent,
    AnyOf,
    Constraint,
    Count,
    Element,
    Linear,
    Model,
    Regular,
    Table,
)

MISSING = 'CPMpy is missing: pip install "nonet[cpmpy]"'
POSTED: frozenset[type[Constraint]] = frozenset(
    (AllDifferent, AnyOf, Count, Element, Linear, Regular, Table)
)
PACKAGES = {
    "choco": "pychoco", "cplex": "docplex cplex", "exact": "exact", "gcs": "gcspy",
    "gurobi": "gurobipy", "hexaly": "hexaly", "highs": "highspy", "minizinc": "minizinc",
    "ortools": "ortools", "pindakaas": "pindakaas", "pumpkin": "pumpkin-solver",
    "pysat": "python-sat", "rc2": "python-sat", "pysdd": "pysdd", "scip": "pyscipopt",
    "z3": "z3-solver",
}  # fmt: skip
"""For each solver of CPMpy the package that brings it."""


@dataclass(frozen=True)
class Cpmpy:
    """A solver of CPMpy; ``solver`` is its name in CPMpy."""

    solver: str = "ortools"

    name: ClassVar[str] = "cpmpy"
    capabilities: ClassVar[Capabilities] = Capabilities(
        posts=POSTED,
        inside=frozenset((AllDifferent, AnyOf, Count, Linear, Table)),
        optimises=True,
        events=("Posted", "SolutionFound", "Stopped"),
    )

    def available(self) -> Availability:
        """Whether CPMpy is installed; its solver is asked for when it is run."""
        return module_availability("cpmpy", "cpmpy", MISSING, "CPMpy")

    def run(self, model: Model, request: Request) -> Run:
        """Every solution, or the best one where there is an objective."""
        run = self._run(model, request)
        return run if request.tracer is None else traced_run(run, model.constraints, request)

    def _run(self, model: Model, request: Request) -> Run:
        from cpmpy.exceptions import NotSupportedError
        from cpmpy.solvers.solver_interface import ExitStatus

        from nonet.backends.cpmpy.posting import excluded, posted_model

        cp_model, variables = posted_model(model)
        solver = self._solver(cp_model)
        while True:
            limit = request.remaining()
            if limit == 0:
                return "time"
            try:
                solved = solver.solve(**({} if limit is None else {"time_limit": limit}))
            except (NotImplementedError, NotSupportedError) as error:
                raise BackendError(f"backend cpmpy:{self.solver}: {error}") from None
            status = solver.status().exitstatus
            if not solved:
                if status == ExitStatus.UNSATISFIABLE:
                    return None
                if request.expired() or status == ExitStatus.UNKNOWN:
                    return "time"
                raise BackendError(f"backend cpmpy:{self.solver}: it ended with {status.name}")
            assignment = {
                name: model.domains[name].base if (value := each.value()) is None else int(value)
                for name, each in variables.items()
            }
            yield assignment
            if model.objective is not None:
                return None if status == ExitStatus.OPTIMAL else "time"
            solver += excluded(variables, assignment)

    def _solver(self, model: Any) -> Any:
        """Return CPMpy's solver with the model; raise what says which package is missing."""
        from cpmpy import SolverLookup

        base = self.solver.partition(":")[0]
        known = {name for name, _ in SolverLookup.base_solvers()}
        if base not in known:
            raise BackendError(
                f"backend cpmpy: CPMpy has no solver {base!r}; it has {', '.join(sorted(known))}"
            )
        if not dict(SolverLookup.base_solvers())[base].supported():
            package = PACKAGES.get(base, base)
            raise NotInstalled(
                f"backend cpmpy:{base}: its solver is missing: pip install {package}"
            )
        return SolverLookup.get(self.solver, model)


__all__ = ["Cpmpy"]
