"""Asking a backend; for the best with one that does not optimise: again and again.

>>> from nonet.backends import Request
>>> from nonet.backends.registry import find_backend
>>> from nonet.model import ModelBuilder
>>> build = ModelBuilder()
>>> x = build.variable("x", range(4))
>>> build.maximize(x)
>>> model = build.model()
>>> run = optimise_by_bounds(model, model.objective, find_backend("native"), Request())
>>> [found["x"] for found in run]
[0, 2, 3]

Each question is the model without its objective and with one constraint more: better than
the best so far, by a step that doubles while there is such a solution.  A step too far
proves a bound.  When there is nothing between the best and the bound, the best is proven.
"""

from __future__ import annotations

from collections import Counter

from nonet.backends.base import Backend, Request, Run
from nonet.backends.lowering import lower, run_lowered
from nonet.model import Model, Objective


def run_backend(model: Model, backend: Backend, request: Request) -> Run:
    """The run of ``backend`` on the model, lowered for it.

    One that does not optimise is not asked to: it is asked by bounds.  Raises
    ``Unsupported``, as ``lower`` does, at once.
    """
    can = backend.capabilities
    if model.objective is None or can.optimises or can.delegates:
        return run_lowered(model, backend, request)
    return optimise_by_bounds(model, model.objective, backend, request)


def optimise_by_bounds(
    model: Model, objective: Objective, backend: Backend, request: Request
) -> Run:
    """Better and better solutions; raises ``Unsupported`` at once if bounds cannot be posted."""
    plain = model.with_objective(None)
    ends = (
        objective.best_and_worst(model.domains)
        if all(d.size for d in model.domains.values())
        else (0, 0)
    )
    lower(plain.add(objective.improvement_constraint(ends[1])), backend)
    return _improving_solutions(plain, objective, ends[0], backend, request)


def _improving_solutions(
    plain: Model, objective: Objective, bound: int, backend: Backend, request: Request
) -> Run:
    """``bound`` is what no solution can be better than."""
    wanted, request.solutions = request.solutions, 1
    done: Counter[str] = Counter()
    step = 1
    sign = objective.sign
    try:
        while objective.is_better(bound, request.incumbent):
            if request.expired():
                return "time"
            best, asked = request.incumbent, plain
            if best is not None:
                step = min(step, abs(best - bound))
                asked = plain.add(objective.improvement_constraint(best - sign * (step - 1)))
            run = run_lowered(asked, backend, request)
            try:
                found = next(run)
            except StopIteration as stop:
                if stop.value is not None:
                    return stop.value  # type: ignore[no-any-return]
                if best is None:
                    return None
                request.core = None  # it is the step that clashes, not the clues
                bound = request.bound = best - sign * (step - 1)
                step = 1
            else:
                request.incumbent = objective.better_value(
                    objective.value(found), request.incumbent
                )
                step *= 2
                yield found
            finally:
                run.close()
                done.update(request.stats)
                request.stats.clear()
        return None
    finally:
        request.solutions = wanted
        request.stats.update(done)
