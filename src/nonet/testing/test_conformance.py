"""The conformance suite: promises that every backend must keep, judged by brute force.

Run the suite for any registered backend, yours too::

    python -m pytest --pyargs nonet.testing --backend NAME

The names of the tests are the promises.  The quick tests come first, and the suite stops soon after
the first broken promise (``nonet.testing.plugin``).
"""

from __future__ import annotations

import copy
import pickle
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from nonet.backends import Backend, Request, get_backend
from nonet.backends.lowering import lower
from nonet.deadline import Deadline, DeadlineExceeded
from nonet.errors import NonetError, Unsupported
from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    Element,
    Linear,
    Model,
    Objective,
    Regular,
    SumBetween,
    Table,
)
from nonet.model.json import model_to_json
from nonet.puzzle import Grid, Puzzle
from nonet.solving import Status, Uniqueness, count_solutions, iter_solutions, solve, verify
from nonet.solving.agreement import shrunk_model
from nonet.testing.brute import brute_force
from nonet.testing.plugin import example_count, selected_backends, tiny_seconds
from nonet.testing.strategies import large_numbers, large_sums, models

MAX_SECONDS = tiny_seconds()

SHRINK_SECONDS = 1.0
"""Seconds in which a smaller model is looked for that is still answered wrongly."""

SHORT_TIME_LIMIT = 0.2
"""The time limit given for models that take much longer, in seconds."""

MAX_OVERRUN = 5.0
"""Seconds of work past a limit: on a slow machine the garbage collector pauses a large process for two."""

RANDOM_SETTINGS = settings(
    max_examples=example_count(),
    deadline=None,
    # what fails is made smaller here, constraint by constraint, which is quicker
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)


# -- models for every backend: small primitives, and long runs ----------------------------

ABC = {"a": range(4), "b": range(4), "c": range(4)}
"""The domains of the examples."""

EXAMPLES: dict[str, Constraint] = {
    "AllDifferent": AllDifferent(("a", "b", "c")),
    "Linear ==": Linear(("a", "b", "c"), (1, 2, -1), "==", 3),
    "Linear !=": Linear(("a", "b"), (2, -1), "!=", 0),
    "Linear <=": Linear(("a", "b", "c"), (1, 1, 1), "<=", 2),
    "Linear >=": Linear(("a", "b", "c"), (-1, 3, 1), ">=", 9),
    "Table": Table(("a", "b", "c"), frozenset({(0, 1, 2), (3, 3, 3), (0, 2, 1), (9, 9, 9)})),
    "Table without tuples": Table(("a", "b"), frozenset()),
    "Regular": Regular(("a", "b", "c"), Automaton(0, {1}, {(0, 1): 1, (1, 2): 0, (0, 0): 0})),
    "Count": Count(("a", "b", "c"), frozenset({1, 3}), ">=", 2),
    "Count a variable": Count(("a", "b"), frozenset({0}), "==", "c"),
    "Element": Element(("a", "b"), "c", "a", first=1),
    "SumBetween": SumBetween(("a", "b", "c"), 2),
    "SumBetween none": SumBetween(("a", "b"), 1),
    "AnyOf": AnyOf(
        (
            (Linear(("a",), (1,), "==", 0), AllDifferent(("b", "c"))),
            (Linear(("a", "b"), (1, -1), "==", 0),),
        )
    ),
}


def _wide_domains_model() -> Model:
    big = 1_000_000
    return Model({"a": range(big), "b": range(big)}, [Linear(("a", "b"), (1, 1), "==", big)])


def _all_different_model() -> Model:
    names = tuple(f"v{i}" for i in range(2_000))
    return Model(dict.fromkeys(names, range(2_000)), [AllDifferent(names)])


def _many_variables_model() -> Model:
    pairs = ((i, k, (7 * i + 13 * k + 1) % 5_000) for i in range(5_000) for k in range(20))
    constraints = [Linear((f"v{i}", f"v{j}"), (1, -1), "!=", k % 4) for i, k, j in pairs if i != j]
    return Model({f"v{i}": range(5) for i in range(5_000)}, constraints)


def _long_search_model() -> Model:
    names = tuple(f"v{i}" for i in range(300))
    return Model(dict.fromkeys(names, range(1_000)), [Linear.sum(names, "==", 150_000)])


SLOW_MODELS: dict[str, Callable[[], Model]] = {
    "domains of a million values": cache(_wide_domains_model),
    "2,000 variables all different": cache(_all_different_model),
    "100,000 constraints": cache(_many_variables_model),
    "a sum of 300 terms": cache(_long_search_model),
}
"""Models that take long to build or to filter: up to 10^6 values or 10^5 constraints."""


# -- how the suite runs ------------------------------------------------------------------


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test once for each backend."""
    if "backend" in metafunc.fixturenames:
        metafunc.parametrize("backend", selected_backends(metafunc.config))


@pytest.fixture(autouse=True)
def compiled(backend: str) -> None:
    """Import the backend's parts before any test takes times."""
    _compiled(backend)


@cache
def _compiled(backend: str) -> None:
    with suppress(Exception):  # what is wrong, the tests will say
        count_solutions(Model({"a": [1, 2]}), backend, time_limit=4 * MAX_SECONDS)


def all_solutions(model: Model, backend: str) -> set[tuple[int, ...]]:
    """Return all solutions; assert that these are distinct and the search was exhausted."""
    run = iter_solutions(model, backend, time_limit=MAX_SECONDS)
    solutions = [tuple(solution.values()) for solution in run]
    assert run.stopped_by != "time", (
        f"not done with a tiny model in {MAX_SECONDS:g} s: does it hang?"
    )
    assert run.exhausted, f"stopped by {run.stopped_by}, though all solutions were asked for"
    assert len(set(solutions)) == len(solutions)
    return set(solutions)


def declines(model: Model, backend: str) -> bool:
    """Return whether the backend declines such a model before solving."""
    try:
        iter_solutions(model, backend, time_limit=MAX_SECONDS).close()
    except Unsupported as error:
        assert "use another backend" in str(error), "a refusal names the way out"
        return True
    return False


def wrong_solutions(model: Model, backend: str) -> str | None:
    """Return the fault of the backend's solutions of a small model, or ``None``."""
    if declines(model, backend):
        return None
    expected = brute_force(model)
    try:
        solutions = all_solutions(model, backend)
    except (AssertionError, NonetError) as error:
        return str(error).split("\n", 1)[0]
    if solutions == expected:
        return None
    return f"{len(solutions)} solutions instead of {len(expected)}"


def check_that_it_ends(model: Model, backend: str) -> None:
    """Fail if a tiny model is not done within its limit in a child process, which can be ended.

    Nothing but its word ends a backend in this process that has ``Capabilities.checks_deadline``.
    """
    original = get_backend(backend)
    capabilities = replace(original.capabilities, checks_deadline=False)
    distrusted = SimpleNamespace(
        name=original.name,
        capabilities=capabilities,
        available=original.available,
        run=original.run,
    )
    run = iter_solutions(model, cast(Backend, distrusted), time_limit=MAX_SECONDS)
    with suppress(NonetError, ValueError):  # wrong answers are judged by the promises
        deque(run, maxlen=0)
    if run.stopped_by == "time":
        pytest.fail(f"not done with a tiny model in {MAX_SECONDS:g} s: does it hang?")


def check_solutions(model: Model, backend: str) -> None:
    """Fail if the backend's solutions are wrong, with a smaller model that shows it."""
    started = time.monotonic()
    problem = wrong_solutions(model, backend)
    if problem is None:
        return
    until = time.monotonic() + SHRINK_SECONDS
    if until - started < 2 * SHRINK_SECONDS:  # else it hangs, and would hang again
        model = shrunk_model(
            model,
            lambda some: time.monotonic() < until and wrong_solutions(some, backend) is not None,
        )
        problem = wrong_solutions(model, backend) or problem
    pytest.fail(f"{problem}, of the model {model_to_json(model)}")


# -- promises about small models ------------------------------------------------------


def test_the_backend_itself_says_what_stopped_it(backend: str) -> None:
    tested = get_backend(backend)
    request = Request(deadline=time.monotonic() + MAX_SECONDS)

    def assignments() -> set[int]:
        run = tested.run(lower(Model({"a": [1, 2]}), tested), request)
        seen = set()
        while True:
            try:
                seen.add(next(run)["a"])
            except StopIteration as stop:
                assert stop.value is None, f"it returned {stop.value!r}, not None, at its end"
                return seen

    try:
        assert Deadline.at(request.deadline).call(assignments) == {1, 2}
    except DeadlineExceeded:
        pytest.fail(f"a model of one variable was not done in {MAX_SECONDS:g} s: does it hang?")


def test_a_model_without_constraints_has_every_assignment(backend: str) -> None:
    model = Model({"a": [1, 5], "b": [-2], "c": range(3)})
    check_that_it_ends(model, backend)
    check_solutions(model, backend)


def test_unsatisfiable_is_exhausted_without_a_solution(backend: str) -> None:
    model = Model({"a": [1, 2], "b": [1, 2], "c": [1, 2]}, [AllDifferent(("a", "b", "c"))])
    outcome = solve(model, backend, time_limit=MAX_SECONDS)
    assert (outcome.status, outcome.exhausted, outcome.stopped_by) == (Status.UNSAT, True, None)


def test_an_empty_domain_is_unsatisfiable(backend: str) -> None:
    model = Model({"a": [1, 2], "b": [1, 2]}).narrow({"a": []})
    assert solve(model, backend, time_limit=MAX_SECONDS).status is Status.UNSAT


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_each_primitive_means_what_holds_says(backend: str, example: Constraint) -> None:
    model = Model(ABC, [example])
    if declines(model, backend):
        pytest.skip(f"{backend} declines {type(example).__name__} before solving, as it may")
    check_solutions(model, backend)


def test_an_empty_four_by_four_has_288_solutions(backend: str) -> None:
    assert (
        count_solutions(Puzzle(Grid.square(4)), backend, time_limit=4 * MAX_SECONDS).number == 288
    )


def test_a_model_without_variables_has_one_solution(backend: str) -> None:
    empty = Model({})
    assert solve(empty, backend).status is Status.SAT
    assert all_solutions(empty, backend) == {()}
    assert count_solutions(empty, backend).number == 1
    assert verify(empty, backend).uniqueness is Uniqueness.UNIQUE


@given(model=models(), weights=st.lists(st.integers(-3, 3), min_size=1), least=st.booleans())
@settings(RANDOM_SETTINGS, max_examples=max(1, 2 * example_count() // 3))
def test_the_best_of_an_objective_is_found_and_proven(
    backend: str, model: Model, weights: list[int], least: bool
) -> None:
    """A backend that does not optimise must pass too: bounds on the objective are searched."""
    scope = model.variables[: len(weights)]
    weights = weights[: len(scope)]
    if not any(weights):
        return
    objective = Objective("minimize" if least else "maximize", scope, tuple(weights))
    try:
        outcome = solve(model.with_objective(objective), backend, time_limit=MAX_SECONDS)
    except Unsupported as error:
        assert "use another backend" in str(error), "a refusal names the way out"
        return
    values = [
        objective.value(dict(zip(model.variables, solution, strict=True)))
        for solution in brute_force(model)
    ]
    if not values:
        assert outcome.status is Status.UNSAT
        return
    best = min(values) if least else max(values)
    assert outcome.optimum.value == best, (
        f"{outcome.optimum.value} instead of {best}, "
        f"of {model_to_json(model.with_objective(objective))}"
    )
    assert outcome.status is Status.OPTIMAL, "the best, but not proven, in a tiny model"


@given(model=models(numbers=large_numbers()))
@settings(RANDOM_SETTINGS)
def test_large_numbers_and_domains_far_apart_are_right_or_declined(
    backend: str, model: Model
) -> None:
    try:
        solutions = all_solutions(model, backend)
    except Unsupported as error:
        assert "use another backend" in str(error), "a refusal names the way out"
        return
    assert solutions == brute_force(model)


def test_a_backend_that_has_run_is_copied_and_pickled(backend: str) -> None:
    used = get_backend(backend)
    assert solve(Puzzle(Grid.square(4)), used).status is Status.SAT
    again = pickle.loads(pickle.dumps(used))
    assert again == used == copy.deepcopy(used)
    assert solve(Puzzle(Grid.square(4)), again).status is Status.SAT


def test_clues_that_clash_are_unsatisfiable_and_the_next_run_is_not_harmed(backend: str) -> None:
    clash = Puzzle(Grid.square(4), {"R1C1": 1, "R1C3": 1, "R4C4": 2})
    outcome = solve(clash, backend)
    assert outcome.status is Status.UNSAT
    if outcome.core is not None:
        assert set(outcome.core) <= set(clash.clues)
        only = Puzzle(clash.grid, {cell: clash.clues[cell] for cell in outcome.core})
        assert solve(only, backend).status is Status.UNSAT
    assert solve(Puzzle(Grid.square(4), {"R1C1": 1}), backend).status is Status.SAT


@pytest.mark.parametrize("limit", [1, 2, 7, 288, 1000])
def test_a_limit_gives_that_many_distinct_solutions(backend: str, limit: int) -> None:
    outcome = solve(Puzzle(Grid.square(4)), backend, limit=limit)
    assert len(set(outcome.solutions)) == len(outcome.solutions) == min(limit, 288)
    if limit < 288:
        assert (outcome.exhausted, outcome.stopped_by) == (False, "solutions")
    if limit > 288:
        assert (outcome.exhausted, outcome.stopped_by) == (True, None)


def test_a_verdict_tells_one_from_many_and_from_none(backend: str) -> None:
    grid = Grid.square(4)
    unique = Puzzle(grid, {"R1C1": 1, "R1C2": 2, "R2C3": 1, "R3C1": 2, "R4C4": 1})
    assert verify(Puzzle(grid), backend).uniqueness is Uniqueness.MULTIPLE
    assert len(verify(Puzzle(grid), backend).differing) > 0
    expected = len(all_solutions(unique.model(), backend))
    kinds = {0: Uniqueness.NONE, 1: Uniqueness.UNIQUE}
    assert verify(unique, backend).uniqueness is kinds.get(expected, Uniqueness.MULTIPLE)


def test_closing_early_stops_the_run_and_leaves_the_backend_usable(backend: str) -> None:
    run = iter_solutions(Puzzle(Grid.square(9)), backend)
    first = next(run)
    run.close()
    assert not run.exhausted
    assert list(run) == []
    other = Puzzle(Grid.square(9), {"R1C1": first["R1C1"] % 9 + 1})
    assert next(iter_solutions(other, backend)) != first


def test_two_runs_of_one_structure_may_be_open_at_once(backend: str) -> None:
    puzzle = Puzzle(Grid.square(4), {"R1C1": 1})
    expected = set(iter_solutions(puzzle, backend))
    first, second = iter_solutions(puzzle, backend), iter_solutions(puzzle, backend)
    pairs = list(zip(first, second, strict=True))
    assert {a for a, _ in pairs} == {b for _, b in pairs} == expected
    assert first.exhausted and second.exhausted


def test_repeated_runs_of_one_structure_agree(backend: str) -> None:
    grid = Grid.square(4)
    for cell in grid.cells:
        for value in grid.values:
            assert count_solutions(Puzzle(grid, {cell: value}), backend).number == 72


# -- promises about time ----------------------------------------------------------------


def test_a_time_limit_is_kept_and_never_looks_like_no_solution(backend: str) -> None:
    solve(Puzzle(Grid.square(16)), backend, time_limit=60)  # whatever is made once is made
    started = time.monotonic()
    outcome = solve(Puzzle(Grid.square(16)), backend, limit=None, time_limit=SHORT_TIME_LIMIT)
    assert time.monotonic() - started < SHORT_TIME_LIMIT + 20.0
    assert (outcome.exhausted, outcome.stopped_by) == (False, "time")
    assert outcome.status is not Status.UNSAT


@pytest.mark.parametrize("slow", SLOW_MODELS.values(), ids=SLOW_MODELS)
def test_a_time_limit_holds_while_a_model_is_built_and_first_filtered(
    backend: str, slow: Callable[[], Model]
) -> None:
    model = slow()
    solve(Model({"a": [1]}), backend)  # its library is imported
    worked, started = time.thread_time(), time.monotonic()
    try:
        outcome = solve(model, backend, limit=None, time_limit=SHORT_TIME_LIMIT)
    except Unsupported:
        outcome = None
    # on a busy machine seconds pass without work, so the work is what is looked at
    assert time.thread_time() - worked < SHORT_TIME_LIMIT + MAX_OVERRUN
    assert time.monotonic() - started < SHORT_TIME_LIMIT + 20.0
    assert outcome is None or outcome.exhausted or outcome.stopped_by == "time"
    assert outcome is None or outcome.status is not Status.UNSAT


# -- random models ------------------------------------------------------------------------


@given(model=models())
@settings(RANDOM_SETTINGS)
def test_random_models_have_the_solutions_of_brute_force(backend: str, model: Model) -> None:
    check_solutions(model, backend)


@pytest.mark.parametrize("kind", sorted({name.split()[0] for name in EXAMPLES}))
@given(data=st.data())
@settings(RANDOM_SETTINGS, max_examples=(example_count() + 1) // 2)
def test_random_models_of_one_primitive(backend: str, kind: str, data: st.DataObject) -> None:
    check_solutions(data.draw(models(constraint_type=kind)), backend)


@given(model=large_sums())
@settings(RANDOM_SETTINGS)
def test_random_sums_of_large_numbers(backend: str, model: Model) -> None:
    check_solutions(model, backend)
