"""The conformance suite: what every backend must do, judged by brute force.

Run it for any registered backend, yours too::

    python -m pytest --pyargs nonet.testing --backend NAME
"""

from __future__ import annotations

import copy
import pickle
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nonet.backends import Request, get_backend
from nonet.backends.lowering import lower
from nonet.errors import Unsupported
from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    Element,
    Linear,
    Model,
    Regular,
    Table,
)
from nonet.puzzle import Grid, Puzzle
from nonet.solving import Status, Uniqueness, count, iter_solutions, solve, verify
from nonet.testing.brute import brute_force
from nonet.testing.plugin import backends
from nonet.testing.strategies import large, models

ABC = {"a": range(4), "b": range(4), "c": range(4)}

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
    "AnyOf": AnyOf(
        (
            (Linear(("a",), (1,), "==", 0), AllDifferent(("b", "c"))),
            (Linear(("a", "b"), (1, -1), "==", 0),),
        )
    ),
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test once for each backend."""
    if "backend" in metafunc.fixturenames:
        metafunc.parametrize("backend", backends(metafunc.config))


def solutions(model: Model, backend: str) -> set[tuple[int, ...]]:
    """All solutions; asserts that they are distinct and that the search was exhausted."""
    run = iter_solutions(model, backend, time_limit=60)
    found = [tuple(solution.values()) for solution in run]
    assert run.exhausted, run.stopped_by
    assert len(set(found)) == len(found)
    return set(found)


def declines(model: Model, backend: str) -> bool:
    """Whether the backend says, before solving, that it does not take such a model."""
    try:
        iter_solutions(model, backend).close()
    except Unsupported as error:
        assert "use another backend" in str(error), "a refusal names the way out"
        return True
    return False


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_each_primitive_means_what_holds_says(backend: str, example: Constraint) -> None:
    model = Model(ABC, [example])
    if declines(model, backend):
        pytest.skip(f"{backend} declines {type(example).__name__} before solving, as it may")
    assert solutions(model, backend) == brute_force(model)


@given(model=models())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_random_models_have_the_solutions_of_brute_force(backend: str, model: Model) -> None:
    if not declines(model, backend):
        assert solutions(model, backend) == brute_force(model)


@pytest.mark.parametrize("kind", sorted({name.split()[0] for name in EXAMPLES}))
@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_random_models_of_one_primitive(backend: str, kind: str, data: st.DataObject) -> None:
    model = data.draw(models(only=kind))
    if not declines(model, backend):
        assert solutions(model, backend) == brute_force(model)


def test_an_empty_four_by_four_has_288_solutions(backend: str) -> None:
    assert count(Puzzle(Grid.square(4)), backend).number == 288


def test_a_model_without_constraints_has_every_assignment(backend: str) -> None:
    model = Model({"a": [1, 5], "b": [-2], "c": range(3)})
    assert solutions(model, backend) == brute_force(model)


def test_a_model_without_variables_has_one_solution(backend: str) -> None:
    empty = Model({})
    assert solve(empty, backend).status is Status.SAT
    assert solutions(empty, backend) == {()}
    assert count(empty, backend).number == 1
    assert verify(empty, backend).uniqueness is Uniqueness.UNIQUE


@given(model=models(numbers=large()))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_large_numbers_and_domains_far_apart_are_right_or_declined(
    backend: str, model: Model
) -> None:
    try:
        found = solutions(model, backend)
    except Unsupported as error:
        assert "use another backend" in str(error), "a refusal names the way out"
        return
    assert found == brute_force(model)


def test_a_backend_that_has_run_is_copied_and_pickled(backend: str) -> None:
    used = get_backend(backend)
    assert solve(Puzzle(Grid.square(4)), used).status is Status.SAT
    again = pickle.loads(pickle.dumps(used))
    assert again == used == copy.deepcopy(used)
    assert solve(Puzzle(Grid.square(4)), again).status is Status.SAT


def test_unsatisfiable_is_exhausted_without_a_solution(backend: str) -> None:
    model = Model({"a": [1, 2], "b": [1, 2], "c": [1, 2]}, [AllDifferent(("a", "b", "c"))])
    outcome = solve(model, backend)
    assert (outcome.status, outcome.exhausted, outcome.stopped_by) == (Status.UNSAT, True, None)


def test_an_empty_domain_is_unsatisfiable(backend: str) -> None:
    model = Model({"a": [1, 2], "b": [1, 2]}).narrow({"a": []})
    assert solve(model, backend).status is Status.UNSAT


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
    one = Puzzle(grid, {"R1C1": 1, "R1C2": 2, "R2C3": 1, "R3C1": 2, "R4C4": 1})
    assert verify(Puzzle(grid), backend).uniqueness is Uniqueness.MULTIPLE
    assert len(verify(Puzzle(grid), backend).differing) > 0
    expected = len(solutions(one.model(), backend))
    kinds = {0: Uniqueness.NONE, 1: Uniqueness.UNIQUE}
    assert verify(one, backend).uniqueness is kinds.get(expected, Uniqueness.MULTIPLE)


def test_a_time_limit_is_kept_and_never_looks_like_no_solution(backend: str) -> None:
    solve(Puzzle(Grid.square(16)), backend)  # whatever is made once is made
    started = time.monotonic()
    outcome = solve(Puzzle(Grid.square(16)), backend, limit=None, time_limit=0.3)
    assert time.monotonic() - started < 2.0
    assert (outcome.exhausted, outcome.stopped_by) == (False, "time")
    assert outcome.status is not Status.UNSAT


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
    one, other = iter_solutions(puzzle, backend), iter_solutions(puzzle, backend)
    pairs = list(zip(one, other, strict=True))
    assert {a for a, _ in pairs} == {b for _, b in pairs} == expected
    assert one.exhausted and other.exhausted


def test_repeated_runs_of_one_structure_agree(backend: str) -> None:
    grid = Grid.square(4)
    for cell in grid.cells:
        for value in grid.values:
            assert count(Puzzle(grid, {cell: value}), backend).number == 72


def test_the_backend_itself_says_what_stopped_it(backend: str) -> None:
    found = get_backend(backend)
    run = found.run(lower(Model({"a": [1, 2]}), found), Request())
    assignments = []
    while True:
        try:
            assignments.append(next(run)["a"])
        except StopIteration as stop:
            assert stop.value is None
            break
    assert sorted(set(assignments)) == [1, 2]
