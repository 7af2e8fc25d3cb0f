"""Any solver of CPMpy: ``cpmpy:ortools``, ``cpmpy:choco``, ``cpmpy:z3``, ``cpmpy:exact`` and more.

Constraints are posted as CPMpy's own (:mod:`.posting`).  Solutions are asked for in batches; after
a batch its solutions are excluded by constraints, so every solver enumerates.  A call of a solver
ends by the time limit that CPMpy hands to that solver.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar
from warnings import catch_warnings, simplefilter

from nonet.backends.adapter import is_processor_of_level_1, module_availability, reports_solutions
from nonet.backends.base import (
    Availability,
    Capabilities,
    Log,
    Parameters,
    Request,
    Run,
    StopReason,
)
from nonet.backends.solver_faults import NO_GUARD, CpSatGuard, confirmed_run, guard_of
from nonet.errors import BackendError, BackendOptionError, NotInstalled, did_you_mean
from nonet.model import AllDifferent, AnyOf, Count, Linear, Model, Regular, Table
from nonet.model.constraints import PRIMITIVES

if TYPE_CHECKING:
    from nonet.backends.cpmpy.posting import Variables

MISSING = 'CPMpy is missing: pip install "nonet[cpmpy]"'
PACKAGES = {
    "choco": "pychoco", "cplex": "docplex cplex", "exact": "exact", "gcs": "gcspy",
    "gurobi": "gurobipy", "hexaly": "hexaly", "highs": "highspy", "minizinc": "minizinc",
    "ortools": "ortools", "pindakaas": "pindakaas", "pumpkin": "pumpkin-solver",
    "pysat": "python-sat", "rc2": "python-sat", "pysdd": "pysdd", "scip": "pyscipopt",
    "z3": "z3-solver",
}  # fmt: skip
"""For each solver of CPMpy the packages that install the solver."""
BATCH = 512
"""Number of solutions requested in one call, which are kept until the call ends."""
LARGEST = 1 << 53
"""Largest number that is handed over: CPMpy's solvers for 64 bits add and scale numbers on the way."""
SMALLER_LARGEST = {
    "choco": 1 << 24,  # Choco's largest bound is a hundredth of 2^31
    "pumpkin": 1 << 30,  # it has 32 bits
    "highs": 100_000,  # it is exact to 1e-6, and CPMpy multiplies truths by the sizes of sums
}
"""Largest numbers for solvers that hold smaller numbers than CPMpy."""
NO_OBJECTIVES = frozenset(("pindakaas", "pysat"))
"""Solvers that CPMpy gives no objective, and nonet bounds."""


@dataclass(frozen=True)
class Cpmpy:
    """A solver of CPMpy; ``solver`` is its name in CPMpy.

    Hints are handed on to solvers that take hints, as OR-Tools does.  ``parameters`` are handed to
    ``solve`` of CPMpy's solver: OR-Tools' are checked before, others by the solver.
    """

    solver: str = "ortools"
    parameters: Parameters = ()

    name: ClassVar[str] = "cpmpy"

    @property
    def capabilities(self) -> Capabilities:
        """The capabilities of the solver that is named."""
        return _capabilities(self.solver.partition(":")[0])

    def available(self) -> Availability:
        """Whether CPMpy is installed; the availability of its solver is tested when a run
        starts."""
        if is_processor_of_level_1():
            missing = "CPMpy imports NumPy and pandas, which need a processor with x86-64-v2"
            return Availability(False, missing=missing)
        return module_availability("cpmpy", "cpmpy", MISSING, "CPMpy")

    def check_parameters(self, parameters: Mapping[str, Any]) -> None:
        """Raise ``BackendOptionError`` for a parameter that OR-Tools does not take, or that would make
        its "optimal" no proof."""
        if self.solver.partition(":")[0] != "ortools":
            for name in ("time_limit", "display", "solution_limit", "assumptions"):
                if name in parameters:
                    raise BackendOptionError(
                        f"backend cpmpy: {name} is not a parameter of the solver"
                    )
            return
        from nonet.backends.ortools_parameters import check_parameters

        check_parameters("cpmpy", parameters)
        for name in ("absolute_gap_limit", "relative_gap_limit"):
            if name in parameters:
                raise BackendOptionError(
                    f"backend cpmpy: with {name}, CPMpy calls a solution optimal that may not be: "
                    "use backend cpsat"
                )

    @reports_solutions
    def run(self, model: Model, request: Request) -> Run:
        """Every solution, or the best one where there is an objective."""
        run = self._run(model, request)
        return confirmed_run(run, model, request) if self._guard(model).needs_confirmation else run

    def _run(self, model: Model, request: Request) -> Run:
        from cpmpy.solvers.solver_interface import ExitStatus

        from nonet.backends.cpmpy.posting import posted_model

        if not model.variables:  # CPMpy's solvers are not asked about nothing
            yield {}
            return None
        cp_model, variables = posted_model(model, self.solver.partition(":")[0])
        solver = self._solver(cp_model)
        if request.log is not None:
            _give_log(solver.ort_solver, request.log)
        if request.hint:
            _give_hint(solver, variables, request.hint)
        if model.objective is None and request.solutions != 1:
            return (yield from self._enumerated(model, request, solver, variables))
        options = {**dict(self.parameters), **self._guard(model).parameters}
        status = self._call(solver.solve, request, **options)
        if status in (ExitStatus.FEASIBLE, ExitStatus.OPTIMAL):
            yield variables.assignment(model)
        return self._stop_reason(status, request, model.objective is None)

    def _enumerated(self, model: Model, request: Request, solver: Any, variables: Variables) -> Run:
        """Yield solutions in batches: each is one call, after which its solutions are excluded."""
        from cpmpy.solvers.solver_interface import ExitStatus

        options = {**dict(self.parameters), **self._guard(model).parameters}
        size = min(BATCH, request.solutions or BATCH)
        if hasattr(solver, "highs"):
            size = 1  # CPMpy takes all earlier calls off the time of each further one
        while True:
            batch: list[dict[str, int]] = []

            def take(batch: list[dict[str, int]] = batch) -> None:
                batch.append(variables.assignment(model))

            with catch_warnings():  # it warns that solutions are excluded, which we want
                simplefilter("ignore")
                status = self._call(
                    solver.solveAll, request, display=take, solution_limit=size, **options
                )
            yield from batch
            if len(batch) < size or status not in (ExitStatus.FEASIBLE, ExitStatus.OPTIMAL):
                return self._stop_reason(status, request, False)
            for assignment in batch:
                solver += variables.excluded(assignment)

    def _guard(self, model: Model) -> CpSatGuard:
        """Return how CP-SAT is to be run on a model; no other solver needs a guard."""
        is_cp_sat = self.solver.partition(":")[0] == "ortools"
        return guard_of(model.structure) if is_cp_sat else NO_GUARD

    def _call(self, solve: Any, request: Request, **options: Any) -> Any:
        """Call a method of CPMpy's solver; return its status."""
        from cpmpy.exceptions import NotSupportedError
        from cpmpy.solvers.solver_interface import ExitStatus

        limit = request.remaining()
        if limit == 0:
            return ExitStatus.UNKNOWN
        if limit is not None:
            highs = getattr(solve.__self__, "highs", None)  # its limit is that of all its calls
            options["time_limit"] = limit if highs is None else limit + highs.getRunTime()
        try:
            solve(**options)
        except (NotImplementedError, NotSupportedError) as error:
            raise BackendError(f"backend cpmpy:{self.solver}: {error}") from None
        except Exception as error:
            if not self.parameters:
                raise
            reason = error.args[0] if error.args else error  # Z3's are bytes
            text = reason.decode() if isinstance(reason, bytes) else str(reason)
            first, *others = text.splitlines() or [type(error).__name__]
            legal = [line.split()[0] for line in others if line.startswith("  ")]
            names = [name for name, _ in self.parameters]
            near = next((n for name in names if (n := did_you_mean(name, legal))), "")
            raise BackendOptionError(
                f"backend cpmpy:{self.solver}, with the parameters {', '.join(names)}: {first}{near}"
            ) from None
        return solve.__self__.status().exitstatus

    def _stop_reason(self, status: Any, request: Request, stopped: bool) -> StopReason | None:
        """Return the reason why a run ended, given the status of its last call; raise
        ``BackendError`` for a status without a reason."""
        from cpmpy.solvers.solver_interface import ExitStatus

        if status == ExitStatus.UNSATISFIABLE:
            return None
        if status == ExitStatus.OPTIMAL and not stopped:
            return None
        if stopped and status in (ExitStatus.FEASIBLE, ExitStatus.OPTIMAL):
            return "solutions"
        if request.expired() or status in (ExitStatus.UNKNOWN, ExitStatus.FEASIBLE):
            if self.parameters and not request.expired():
                return "effort"
            return "time" if request.deadline is not None else "interrupt"
        raise BackendError(f"backend cpmpy:{self.solver}: it ended with {status.name}")

    def _solver(self, model: Any) -> Any:
        """Return CPMpy's solver with the model; raise ``NotInstalled`` with the missing package,
        ``BackendError`` for an unknown name."""
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


@cache
def _capabilities(solver: str) -> Capabilities:
    return Capabilities(
        # Choco's automata take no numbers below 0
        posts=PRIMITIVES - {Regular} if solver == "choco" else PRIMITIVES,
        inside=frozenset((AllDifferent, AnyOf, Count, Linear, Table)),
        optimises=solver not in NO_OBJECTIVES,
        takes_hints=True,
        largest_number=SMALLER_LARGEST.get(solver, LARGEST),
        imports=("cpmpy",),
        logs=solver == "ortools",
        events=("Posted", "SolutionFound", "Stopped"),
    )


def _give_log(solver: Any, log: Log) -> None:
    """Have OR-Tools hand the lines of its log to a function."""

    def split(text: str) -> None:
        for line in text.splitlines() or [""]:
            log(line)

    solver.parameters.log_search_progress, solver.parameters.log_to_stdout = True, False
    solver.log_callback = split


def _give_hint(solver: Any, variables: Variables, hint: Mapping[str, int]) -> None:
    """Hand values to try first to CPMpy's solver, if the solver takes hints."""
    from cpmpy.exceptions import NotSupportedError

    names = [name for name in hint if name in variables.codes_by_name]
    with suppress(NotImplementedError, NotSupportedError):
        solver.solution_hint(
            [variables[name] for name in names], [variables.code(hint[name]) for name in names]
        )


__all__ = ["Cpmpy"]
