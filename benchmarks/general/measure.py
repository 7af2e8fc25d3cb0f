"""One model by one route, in a process of its own: CPU time, memory and the answer.

    python -m benchmarks.general.measure NAME ROUTE SECONDS

Libraries are imported, and a small model solved, before the clock starts.
"""

from __future__ import annotations

import gc
import json
import resource
import sys
import time
from typing import Any

from benchmarks.general.models import MODELS, Cryptarithm, General, Library

ROUTES = ("cpsat", "direct", "cpmpy")
"""nonet's cpsat, CP-SAT used directly, CPMpy; any other route is a backend of nonet."""


def by_nonet(kind: General | Library, backend: str, seconds: float) -> str:
    """The answer of a backend of nonet."""
    import nonet

    build = nonet.ModelBuilder()
    kind.nonet(build)
    model = build.model()
    outcome = nonet.solve(model, backend, time_limit=seconds)
    if model.objective is not None and outcome.optimum is not None:
        return str(outcome.optimum.value) if outcome.optimum.is_proven else "unknown"
    return outcome.status.value


def directly(kind: General | Library, seconds: float) -> str:
    """The answer of CP-SAT used directly."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    kind.cpsat(model)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status == cp_model.OPTIMAL and model.has_objective():
        return str(round(solver.objective_value))
    if model.has_objective() and status == cp_model.FEASIBLE:
        return "unknown"
    return {cp_model.OPTIMAL: "sat", cp_model.INFEASIBLE: "unsat"}.get(status, "unknown")


def by_cpmpy(kind: General | Library, seconds: float) -> str:
    """The answer of CPMpy."""
    import cpmpy

    model = kind.cpmpy(cpmpy)
    found = model.solve(solver="ortools", time_limit=seconds)
    status = model.status().exitstatus.name
    if model.has_objective() and found:
        return str(round(model.objective_value())) if status == "OPTIMAL" else "unknown"
    return "sat" if found else "unsat" if status == "UNSATISFIABLE" else "unknown"


def answer(kind: General | Library, route: str, seconds: float) -> str:
    """What a route says."""
    if route == "direct":
        return directly(kind, seconds)
    return by_cpmpy(kind, seconds) if route == "cpmpy" else by_nonet(kind, route, seconds)


def peak() -> int:
    """Kilobytes of memory that this process had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main(name: str, route: str, seconds: str) -> None:
    """Print what it took, as JSON."""
    kind = MODELS[name]
    answer(Cryptarithm(), route, 5.0)
    if route not in ("direct", "cpmpy"):
        answer(Cryptarithm(), "cpsat", 5.0)  # auto may begin with others, and import it later
    _draw_data(kind)
    gc.collect()
    before, wall, work = peak(), time.perf_counter(), time.process_time()
    said = answer(kind, route, float(seconds))
    found: dict[str, Any] = {"answer": said, "cpu": time.process_time() - work}
    found |= {"wall": time.perf_counter() - wall, "peak": peak() / 1024}
    print(json.dumps(found | {"more": (peak() - before) / 1024}))


def _draw_data(kind: General | Library) -> None:
    """Draw the random numbers, which all share, before the clock starts."""
    from ortools.sat.python import cp_model

    kind.cpsat(cp_model.CpModel())


if __name__ == "__main__":
    main(*sys.argv[1:])
