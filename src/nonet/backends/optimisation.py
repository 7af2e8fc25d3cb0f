"""Running a backend; optimisation with a backend that does not optimise, by repeated runs.

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

Of several objectives the most important is optimised alone, by any backend; then the next, with the
values of the objectives before as constraints, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nonet.backends.base import Answers, Backend, Request, Run, add_statistics
from nonet.backends.lowering import lower, run_lowered
from nonet.model import Model, Objective
from nonet.model.objective import LexicographicObjective


def run_backend(model: Model, backend: Backend, request: Request) -> Run:
    """Return the run of ``backend`` on the model, lowered for the backend.

    A backend that does not optimise is run repeatedly with bounds on the objective.  Raises
    ``Unsupported``, as ``lower`` does, at once.
    """
    objective = model.structure.objective
    if objective is None:
        return run_lowered(model, backend, request)
    if isinstance(objective, LexicographicObjective):
        return optimise_by_levels(model, objective, backend, request)
    if backend.capabilities.optimises or backend.capabilities.delegates:
        return run_lowered(model, backend, request)
    return optimise_by_bounds(model, objective, backend, request)


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
    return _bounded_runs(plain, objective, ends[0], backend, request)


def _bounded_runs(
    plain: Model, objective: Objective, best_bound: int, backend: Backend, request: Request
) -> Run:
    limit, request.solutions = request.solutions, 1
    done: dict[str, int | float] = {}

    def ask(least: int | None) -> Run:
        question = plain
        if least is not None:
            question = plain.add(objective.improvement_constraint(least + objective.sign))
        try:
            return (yield from run_lowered(question, backend, request))
        finally:
            add_statistics(done, request.stats)
            request.stats.clear()

    try:
        return (yield from improving_solutions(objective, best_bound, request, ask))
    finally:
        request.solutions = limit
        request.stats.update(done)


def improving_solutions(
    objective: Objective, bound: int, request: Request, ask: Callable[[int | None], Run]
) -> Run:
    """Yield better and better solutions, each the first of a run; no solution can be better than
    ``bound``.

    ``ask(value)`` is a run of solutions that are at least as good as ``value``, of all solutions for
    ``None``.
    """
    step, sign = 1, objective.sign
    while objective.is_better(bound, best := request.incumbent):
        if request.expired():
            return "time"
        step = 1 if best is None else min(step, abs(best - bound))
        run = ask(None if best is None else best - sign * step)
        try:
            solution = next(run)
        except StopIteration as stop:
            if stop.value is not None or best is None:
                return stop.value  # type: ignore[no-any-return]
            request.core = None  # it is the step that clashes, not the clues
            bound = request.bound = best - sign * (step - 1)
            step = 1
        else:
            request.incumbent = objective.better_value(objective.value(solution), request.incumbent)
            step *= 2
            yield solution
        finally:
            run.close()
    return None


def optimise_by_levels(
    model: Model, objective: LexicographicObjective, backend: Backend, request: Request
) -> Run:
    """Better and better solutions, level by level: a run for each objective, with the values of all
    objectives before fixed.  Raises ``Unsupported`` at once, as ``lower``."""
    run_backend(model.with_objective(objective.levels[0]), backend, request).close()
    return _level_runs(model.with_objective(None), objective, backend, request)


def _level_runs(
    plain: Model, objective: LexicographicObjective, backend: Backend, request: Request
) -> Run:
    levels = objective.levels
    values = None if request.incumbent is None else objective.level_values(request.incumbent)
    bounds = [best for best, _ in objective.ends]
    """The value of each level that no solution can surpass, given the values of levels before."""
    hint: Mapping[str, int] | None = request.hint
    work: dict[str, int | float] = {}

    def record() -> None:
        bound = level.tighter_bound(own.bound, bounds[place])
        assert bound is not None
        bounds[place] = bound
        fixed = () if values is None else values[:place]
        request.bound = objective.value_of_levels((*fixed, *bounds[place:]))
        request.answered_by = own.answered_by

    for place, level in enumerate(levels):
        if place:
            assert values is not None
            plain = plain.add(levels[place - 1].equality_constraint(values[place - 1]))
            if values[place] == bounds[place]:
                continue  # as good as the domains allow
        own = request.copy(incumbent=None if values is None else values[place], hint=hint)
        answers = Answers(run_backend(plain.with_objective(level), backend, own))
        try:
            for assignment in answers:
                reached = tuple(each.value(assignment) for each in levels)
                total = objective.value_of_levels(reached)
                if objective.is_better(total, request.incumbent):
                    request.incumbent, values, hint = total, reached, assignment
                own.incumbent = level.better_value(reached[place], own.incumbent)
                record()
                yield assignment
            if answers.stopped is None and values is not None:
                bounds[place] = values[place]
        finally:
            answers.run.close()
            record()
            add_statistics(work, own.stats)
            request.stats.clear()
            request.stats.update(work)
        if answers.stopped is not None:
            return answers.stopped
        if values is None:
            request.core = own.core
            return None
    return None
