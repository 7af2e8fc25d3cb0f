"""Optimisation by repeated questions: which bounds are questions for, and what that proves."""

from dataclasses import dataclass, field

import pytest

from nonet.backends.base import Availability, Capabilities, Request
from nonet.backends.optimisation import improving_solutions, optimise_by_bounds, run_backend
from nonet.errors import Unsupported
from nonet.model import AllDifferent, Domain, Linear, Model, Objective
from nonet.model.objective import LexicographicObjective


@dataclass(frozen=True)
class Plain:
    """A backend that does not optimise: the first solutions in the order of the domains."""

    questions: list[tuple] = field(default_factory=list)
    posts: frozenset = frozenset({AllDifferent, Linear})
    stops: str | None = None
    name = "plain"

    @property
    def capabilities(self):
        return Capabilities(self.posts)

    def available(self):
        return Availability(True)

    def run(self, model, request):
        assert model.structure.objective is None
        self.questions.append(request.solutions)
        request.stats.update(nodes=1, depth=len(self.questions))
        if self.stops and len(self.questions) > 1:
            return self.stops
        names = model.variables
        for value in model.domains[names[0]]:
            if model.accepts({names[0]: value}):
                yield {names[0]: value}
        request.core = ("x",)
        return None


def model(low, high, sense="maximize", constraints=()):
    objective = Objective(sense, ("x",), (1,), 0)
    return Model({"x": range(low, high)}, constraints, objective=objective)


def run(problem, backend, request=None):
    """The values that a run yields, and its reason to stop."""
    request = Request() if request is None else request
    values, answers = [], run_backend(problem, backend, request)
    while True:
        try:
            values.append(next(answers)["x"])
        except StopIteration as stop:
            return values, stop.value


@pytest.mark.parametrize("sense", ["maximize", "minimize"])
def test_steps_double_while_there_is_a_better_solution(sense):
    """Better by 2, 4, 8 ...; a step that is too far is a bound, below which steps begin at 1 again."""
    sign = 1 if sense == "maximize" else -1
    objective = Objective(sense, ("x",), (1,), 0)
    questions = []

    def ask(least):
        questions.append(None if least is None else sign * least)
        best = 0 if least is None else sign * least
        if best <= 20:
            yield {"x": sign * best}
        return None

    request = Request()
    values = [each["x"] * sign for each in improving_solutions(objective, 100 * sign, request, ask)]
    assert questions == [None, 2, 6, 14, 30, 15, 17, 21, 18, 20]
    assert values == [0, 2, 6, 14, 15, 17, 18, 20]
    assert (request.incumbent, request.bound) == (20 * sign, 20 * sign)
    assert request.core is None


def test_nothing_is_asked_beyond_the_bound_or_where_the_incumbent_reaches_the_bound():
    objective = Objective("minimize", ("x",), (1,), 0)
    questions = []

    def ask(least):
        questions.append(least)
        yield {"x": 5 if least is None else least}
        return None

    assert [each["x"] for each in improving_solutions(objective, 2, Request(), ask)] == [5, 3, 2]
    assert questions == [None, 3, 2]
    questions.clear()
    assert not list(improving_solutions(objective, 2, Request(incumbent=2), ask)) and not questions


def test_a_question_that_stops_ends_all_with_its_reason():
    values, stopped = run(model(0, 9), Plain(stops="memory"))
    assert (values, stopped) == ([0], "memory")


def test_no_question_is_begun_after_the_deadline(monkeypatch):
    times = iter([0, 0, 9])
    monkeypatch.setattr("nonet.backends.base.time.monotonic", lambda: next(times))
    backend = Plain()
    assert run(model(0, 9), backend, Request(deadline=5)) == ([0, 2], "time")
    assert len(backend.questions) == 2


def test_each_question_asks_for_one_solution_and_counters_add_up():
    backend, request = Plain(), Request(solutions=None)
    values, stopped = run(model(0, 4), backend, request)
    assert (values, stopped) == ([0, 2, 3], None)
    assert backend.questions == [1, 1, 1]
    assert request.stats == {"nodes": 3, "depth": 3}
    assert request.solutions is None


def test_a_model_without_a_solution_has_its_core():
    impossible = model(0, 4, constraints=[Linear(("x",), (2,), "==", 9)])
    request = Request()
    assert run(impossible, Plain(), request) == ([], None)
    assert request.core == (), "no clue is to blame"
    assert run(model(0, 4).narrow({"x": []}), Plain()) == ([], None)


def test_bounds_that_cannot_be_posted_are_declined_at_once():
    objective = Objective("maximize", ("x", "y"), (1, 1), 0)
    wide = {"x": range(5000), "y": range(5000)}
    problem = Model(wide, [], objective=objective)
    with pytest.raises(Unsupported):
        optimise_by_bounds(problem, objective, Plain(posts=frozenset({AllDifferent})), Request())


def test_the_levels_are_optimised_one_after_the_other():
    """The first level leaves x no other value than 3, and the second is questions with that value."""
    least = Linear(("x",), (1,), ">=", 3)
    first = Objective("minimize", ("x",), (1,), 0)
    second = Objective("maximize", ("x",), (1,), 0)
    domains = {"x": Domain.range(0, 9)}
    levels = LexicographicObjective.of((first, second), domains)
    request = Request()
    assert run(Model(domains, [least], objective=levels), Plain(), request) == ([3], None)
    assert request.incumbent == levels.value({"x": 3}) == request.bound
