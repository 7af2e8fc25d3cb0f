"""Build and solve models by one route: CPU time, memory and answer of each, in a separate process.

    python -m benchmarks.general.measure ROUTE

reads a line of JSON, ``[name, seconds]``, for each model and prints a line with the figures.
First it solves small models of each kind, which imports all used modules.  Each model is then built
and solved in a fork of this process, without imports and without the caches of another model.  The
fork solves small models before the clock starts, because the first use of a library copies its
pages.  With ``--new`` the process answers one line without all this, and its time includes imports.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
import time
from typing import Any

from benchmarks.general.models import (
    MODELS,
    Assignment,
    Either,
    General,
    JobShop,
    Library,
    MagicSquare,
    Products,
    Tables,
    Tour,
)
from benchmarks.general.textbook_models import TEXTBOOK, Pair

ROUTES = ("cpsat", "direct", "cpmpy", "auto")
"""nonet's cpsat, CP-SAT used directly, CPMpy, auto; a route may be any backend of nonet."""

SMALL = (
    Assignment(3),
    Either(3),
    JobShop(2, 2),
    MagicSquare(3),
    Products(2, 3),
    Tables(2, 4, 20),
    Tour(4),
)
"""Small models of each kind for warming up, not in the table."""


def by_nonet(kind: General | Library | Pair, backend: str, seconds: float) -> str:
    """Return the answer of a backend of nonet."""
    import nonet

    build = nonet.ModelBuilder()
    kind.nonet(build)
    model = build.model()
    outcome = nonet.solve(model, backend, time_limit=seconds)
    optimum = outcome.optimum_or_none
    if optimum is not None:
        return str(optimum.value) if optimum.is_proven else "unknown"
    return outcome.status.value


def directly(kind: General | Library | Pair, seconds: float) -> str:
    """Return the answer of CP-SAT used directly."""
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


def by_cpmpy(kind: Any, seconds: float) -> str:
    """Return the answer of CPMpy."""
    import cpmpy

    model = kind.cpmpy(cpmpy)
    has_solution = model.solve(solver="ortools", time_limit=seconds)
    status = model.status().exitstatus.name
    if model.has_objective() and has_solution:
        return str(round(model.objective_value())) if status == "OPTIMAL" else "unknown"
    return "sat" if has_solution else "unsat" if status == "UNSATISFIABLE" else "unknown"


def answer(kind: General | Library | Pair, route: str, seconds: float) -> str:
    """Return the answer of a route."""
    if route == "direct":
        return directly(kind, seconds)
    return by_cpmpy(kind, seconds) if route == "cpmpy" else by_nonet(kind, route, seconds)


def peak() -> float:
    """Return the peak memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def figures(name: str, route: str, seconds: float) -> dict[str, Any]:
    """Build and solve a model in this process; return the answer, CPU seconds and peak memory."""
    kind = MODELS[name] if name in MODELS else TEXTBOOK[name]
    if not isinstance(kind, Pair):
        _draw_data(kind)
    for small in (MagicSquare(3), Products(2, 3)):
        answer(small, route, 5.0)
        if route == "auto":  # which answers these without CP-SAT, whose pages are copied here too
            answer(small, "cpsat", 5.0)
    gc.collect()
    start = time.process_time()
    result = answer(kind, route, seconds)
    return {"answer": result, "cpu": time.process_time() - start, "peak": peak()}


def serve(route: str) -> None:
    """Answer the lines of the standard input, each in a fork."""
    _draw_data(SMALL[0])  # the wrapper of CP-SAT is imported here, not in each fork
    for small in SMALL:
        answer(small, route, 5.0)
        if route not in ("direct", "cpmpy"):
            answer(small, "cpsat", 5.0)  # auto may start with other backends and import it later
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        name, seconds = json.loads(line)
        child = os.fork()
        if child:
            _, status = os.waitpid(child, 0)
            if status:
                failure = {"answer": f"ended by {status}", "cpu": 0.0, "peak": 0.0}
                print(json.dumps(failure), flush=True)
            continue
        try:
            print(json.dumps(figures(name, route, seconds)), flush=True)
        except Exception as error:
            print(repr(error), file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)


def _draw_data(kind: General | Library | Pair) -> None:
    """Draw the random data of a model, which is cached, before the clock starts."""
    from ortools.sat.python import cp_model

    kind.cpsat(cp_model.CpModel())


if __name__ == "__main__":
    if "--new" in sys.argv:
        model_name, most_seconds = json.loads(sys.stdin.readline())
        result = answer(TEXTBOOK[model_name], sys.argv[1], most_seconds)
        print(json.dumps({"answer": result, "cpu": time.process_time()}))
    else:
        serve(sys.argv[1])
