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

from collections import Counter

from nonet.backends.base import Backend, Request, Run, StopReason
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
    return _improving_solutions(plain, objective, ends[0], backend, request)


def _improving_solutions(
    plain: Model, objective: Objective, bound: int, backend: Backend, request: Request
) -> Run:
    """Yield better and better solutions by repeated runs; no solution can be better than
    ``bound``."""
    limit, request.solutions = request.solutions, 1
    done: Counter[str] = Counter()
    step = 1
    sign = objective.sign
    try:
        while objective.is_better(bound, request.incumbent):
            if request.expired():
                return "time"
            best, question = request.incumbent, plain
            if best is not None:
                step = min(step, abs(best - bound))
                question = plain.add(objective.improvement_constraint(best - sign * (step - 1)))
            run = run_lowered(question, backend, request)
            try:
                solution = next(run)
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
                    objective.value(solution), request.incumbent
                )
                step *= 2
                yield solution
            finally:
                run.close()
                done.update(request.stats)
                request.stats.clear()
        return None
    finally:
        request.solutions = limit
        request.stats.update(done)


def optimise_by_levels(
    model: Model, objective: LexicographicObjective, backend: Backend, request: Request
) -> Run:
    """Better and better solutions, level by level; raises ``Unsupported`` at once, as ``lower``."""
    levels = _LevelRuns(model, objective, backend, request)
    return levels.solutions(*levels.start(0))


class _LevelRuns:
    """The runs of one question about several objectives: a run for each objective, with the values
    of all objectives before fixed."""

    def __init__(
        self, model: Model, objective: LexicographicObjective, backend: Backend, request: Request
    ) -> None:
        self._plain = model.with_objective(None)
        self._objective, self._backend, self._request = objective, backend, request
        known = request.incumbent
        self._values = None if known is None else objective.level_values(known)
        """The value of each level in the best solution so far."""
        self._bounds = [best for best, _ in objective.ends]
        """The value of each level that no solution can surpass, given the values of the levels
        before."""
        self._hint = request.hint
        self._work: Counter[str] = Counter()

    def start(self, place: int) -> tuple[Run, Request]:
        """Start the run of one level, which yields only solutions better in this level than the
        best so far."""
        request = self._request
        own = Request(
            request.solutions,
            request.deadline,
            request.tracer,
            effort=request.effort,
            incumbent=None if self._values is None else self._values[place],
            every_improvement=request.every_improvement,
            hint=self._hint,
        )
        model = self._plain.with_objective(self._objective.levels[place])
        return run_backend(model, self._backend, own), own

    def solutions(self, run: Run, own: Request) -> Run:
        """Yield the solutions of the run of the first level, and of the runs of all later
        levels."""
        for place, level in enumerate(self._objective.levels):
            if place:
                if self._values is None:
                    self._request.core = own.core
                    return None
                before, value = self._objective.levels[place - 1], self._values[place - 1]
                self._plain = self._plain.add(before.equality_constraint(value))
                if self._values[place] == self._bounds[place]:
                    continue  # as good as the domains allow
                run, own = self.start(place)
            stopped = yield from self._improving_solutions(place, level, run, own)
            if stopped is not None:
                return stopped
        return None

    def _improving_solutions(self, place: int, level: Objective, run: Run, own: Request) -> Run:
        """Yield the solutions of one level; return the reason why its run stopped, as a run
        does."""
        objective, request = self._objective, self._request
        try:
            while True:
                try:
                    assignment = next(run)
                except StopIteration as stop:
                    stopped: StopReason | None = stop.value
                    if stopped is None and self._values is not None:
                        self._bounds[place] = self._values[place]
                    return stopped
                values = tuple(each.value(assignment) for each in objective.levels)
                total = objective.value_of_levels(values)
                if objective.is_better(total, request.incumbent):
                    request.incumbent, self._values = total, values
                    self._hint = assignment
                own.incumbent = level.better_value(values[place], own.incumbent)
                self._record_results(place, level, own)
                yield assignment
        finally:
            run.close()
            self._record_results(place, level, own)
            self._work.update(own.stats)
            request.stats.clear()
            request.stats.update(self._work)

    def _record_results(self, place: int, level: Objective, own: Request) -> None:
        """Record in the request the backend that answered, and the bound that no solution can
        surpass."""
        bound = level.tighter_bound(own.bound, self._bounds[place])
        assert bound is not None
        self._bounds[place] = bound
        fixed = () if self._values is None else self._values[:place]
        self._request.bound = self._objective.value_of_levels((*fixed, *self._bounds[place:]))
        self._request.answered_by = own.answered_by
