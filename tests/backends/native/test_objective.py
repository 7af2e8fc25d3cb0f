"""The filter of an objective: only better solutions are searched, and the bound is the best there is."""

from itertools import pairwise, product
from random import Random

import pytest

import nonet
from nonet.backends import Request, get_backend
from nonet.backends.native import Levels, make_engine
from nonet.backends.native.filters.objective import ObjectiveBound
from nonet.model import Linear, Model, Objective


def random_model(number: int) -> Model:
    """Three variables of different ranges under a sum, with an objective of any coefficients."""
    random = Random(number)
    domains = {
        name: range(low := random.randint(-3, 2), low + random.randint(1, 4)) for name in "abc"
    }
    factor = random.choice((1, 2, 3))
    coefficients = tuple(factor * random.choice((-2, -1, 1, 3)) for _ in "abc")
    sense = random.choice(("minimize", "maximize"))
    objective = Objective(sense, tuple("abc"), coefficients, random.randint(-5, 5))
    return Model(domains, [Linear(tuple("abc"), (1, -1, 2), "<=", 3)], objective=objective)


def values(model: Model) -> list[int]:
    """The values of the objective of all solutions, the best first."""
    objective = model.objective
    rows = product(*model.domains.values())
    solutions = [dict(zip(model.variables, row, strict=True)) for row in rows]
    reachable = [objective.value(each) for each in solutions if model.accepts(each)]
    return sorted(reachable, reverse=objective.sense == "maximize")


@pytest.mark.parametrize("options", ["", "learning=1uip", "level=gac", "values=ascending"])
def test_each_solution_is_better_than_the_one_before_and_the_last_is_the_best(options):
    for number in range(25):
        model = random_model(number)
        request = Request()
        run = get_backend(f"native:{options}").run(model, request)
        reached = [model.objective.value(each) for each in run]
        expected = values(model)
        pairs = pairwise(reached)
        assert all(model.objective.is_better(new, old) for old, new in pairs)
        assert reached[-1:] == expected[:1]
        if expected:
            assert request.bound is not None
            assert not model.objective.is_better(expected[0], request.bound)


def test_an_incumbent_admits_better_solutions_alone():
    for number in range(25):
        model = random_model(number)
        for incumbent in sorted(set(values(model))):
            run = get_backend("native").run(model, Request(incumbent=incumbent))
            reached = [model.objective.value(each) for each in run]
            assert all(model.objective.is_better(each, incumbent) for each in reached)
            assert bool(reached) == model.objective.is_better(values(model)[0], incumbent)


def test_an_incumbent_that_improves_while_the_run_is_under_way_counts():
    model = Model({"a": range(10)}, [], objective=Objective("maximize", ("a",), (1,), 0))
    request = Request()
    run = get_backend("native:values=ascending").run(model, request)
    assert next(run) == {"a": 0}
    request.incumbent = 6
    assert [each["a"] for each in run] == [7, 8, 9]


def filter_of(
    sense: str, coefficients: tuple[int, ...], constant: int
) -> tuple[ObjectiveBound, object]:
    objective = Objective(sense, ("x", "y"), coefficients, constant)
    model = Model({"x": range(1, 5), "y": range(-2, 3)}, [], objective=objective)
    engine = make_engine(model.structure, Levels())
    assert engine.objective_filter is not None
    return engine.objective_filter, engine


@pytest.mark.parametrize(
    ("sense", "coefficients", "constant", "bound"),
    [
        ("minimize", (1, 1), 0, 1 - 2),
        ("maximize", (1, 1), 0, 4 + 2),
        ("minimize", (2, -4), 7, 2 - 8 + 7),
        ("maximize", (2, -4), 7, 8 + 8 + 7),
        ("maximize", (-3, 3), 1, -3 + 6 + 1),
    ],
)
def test_the_bound_is_the_best_value_of_the_domains(sense, coefficients, constant, bound):
    better, engine = filter_of(sense, coefficients, constant)
    assert better.optimistic_bound(engine) == bound


def test_of_two_limits_the_better_counts_and_clearing_lets_any_value_do():
    better, engine = filter_of("minimize", (2, 2), 1)
    better.filter(engine)
    assert not engine.trail, "without a limit nothing goes"
    better.require_better_than(7)
    better.require_better_than(9)
    assert better.best == 7
    engine.wake(better)
    assert engine.propagate()  # 2x + 2y + 1 < 7, so x + y <= 2
    assert list(engine.domain(1)) == [-2, -1, 0, 1]
    better.clear_limit()
    assert better.best is None
    engine.reset({})
    assert engine.propagate() and list(engine.domain(1)) == [-2, -1, 0, 1, 2]


def test_a_solution_as_good_as_the_bound_ends_the_search():
    model = Model({"a": range(50)}, [], objective=Objective("minimize", ("a",), (1,), 0))
    outcome = nonet.solve(model, "native")
    assert outcome.stats["guesses"] == 1
