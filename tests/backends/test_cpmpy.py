"""The backend ``cpmpy``: what its solvers are given, and what their answers come to."""

import time
from types import SimpleNamespace
from typing import ClassVar

import pytest

import nonet
from nonet.backends import Request, get_backend
from nonet.backends import cpmpy as cpmpy_backend
from nonet.backends.cpmpy import PACKAGES, Cpmpy
from nonet.errors import BackendError, BackendOptionError, NotInstalled, Unsupported
from nonet.model import (
    AllDifferent,
    Linear,
    Model,
    Objective,
    Regular,
)


def knapsack():
    build = nonet.ModelBuilder()
    take = build.array("take", 4, range(2))
    build.add(5 * take[0] + 4 * take[1] + 3 * take[2] + 6 * take[3] <= 10)
    build.maximize(9 * take[0] + 7 * take[1] + 4 * take[2] + 11 * take[3])
    return build.model()


def test_a_solver_that_is_not_installed_says_what_brings_it(monkeypatch):
    cp = pytest.importorskip("cpmpy")
    solver = dict(cp.SolverLookup.base_solvers())["choco"]
    monkeypatch.setattr(solver, "supported", staticmethod(lambda: False))
    with pytest.raises(NotInstalled, match=f"pip install {PACKAGES['choco']}"):
        nonet.solve(knapsack(), "cpmpy:choco")


def test_a_solver_that_there_is_none_of_is_named():
    pytest.importorskip("cpmpy")
    with pytest.raises(BackendError, match="CPMpy has no solver 'chocco'"):
        nonet.solve(knapsack(), "cpmpy:chocco")


def test_cpmpy_declines_numbers_beyond_its_solvers():
    pytest.importorskip("cpmpy")
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(4))
    build.add(10**18 * x - 10**18 * y >= 3)
    with pytest.raises(Unsupported, match="backend cpmpy takes numbers up to 9007199254740992"):
        nonet.solve(build, "cpmpy:ortools")


def test_solvers_of_cpmpy_are_given_what_they_take():
    """No objective to Pindakaas, no automata to Choco (of numbers from 0), small sums to HiGHS."""
    pindakaas, choco, highs, exact = (
        get_backend(f"cpmpy:{name}").capabilities
        for name in ("pindakaas", "choco", "highs", "exact")
    )
    assert not pindakaas.optimises and exact.optimises
    assert Regular not in choco.posts and Regular in exact.posts
    assert highs.largest_number < choco.largest_number < exact.largest_number
    pytest.importorskip("cpmpy")
    with pytest.raises(Unsupported, match="numbers up to 100000, and here is one of 200001"):
        nonet.solve(Model({"x": [0, 200_001]}), "cpmpy:highs")
    always_0 = Model({"x": [0], "y": [1, 2]}, [Linear(("x", "y"), (2**40, 1), "<=", 1)])
    with pytest.raises(Unsupported, match="takes numbers up to 16777216, and here is one of 1099"):
        nonet.solve(always_0, "cpmpy:choco")


def test_the_time_of_highs_is_that_of_all_its_calls():
    """HiGHS compares its limit with the time of all calls; CPMpy hands it what is left of one."""
    pytest.importorskip("cpmpy")
    pytest.importorskip("highspy")
    limits = []

    class Solver:
        highs = SimpleNamespace(getRunTime=lambda: 1000.0)

        def solve(self, time_limit):
            limits.append(time_limit)

        def status(self):
            return SimpleNamespace(exitstatus="the status")

    request = Request(deadline=time.monotonic() + 60)
    assert get_backend("cpmpy:highs")._call(Solver().solve, request) == "the status"
    assert 1000 < limits[0] <= 1060
    model = nonet.Model({"x": [1, 2, 3], "y": [1, 2]}, [nonet.AllDifferent(("x", "y"))])
    assert nonet.count_solutions(model, "cpmpy:highs", time_limit=60).number == 4


PAIR = Model({"a": [1, 2, 3], "b": [1, 2]}, [AllDifferent(("a", "b"))])


class Solver:
    """Stands in for CPMpy's solver: each call finds the next solutions, up to the limit."""

    def __init__(self, rows, statuses, variables=None):
        self.rows, self.statuses, self.calls, self.excluded = list(rows), list(statuses), [], []

    def __iadd__(self, constraint):
        self.excluded.append(constraint)
        return self

    def status(self):
        return SimpleNamespace(exitstatus=self.statuses[len(self.calls) - 1])

    def solve(self, **options):
        self.calls.append(options)

    def solveAll(self, *, display, solution_limit, **options):  # CPMpy's name
        self.calls.append({"limit": solution_limit, **options})
        for _ in range(min(solution_limit, len(self.rows))):
            self.now = self.rows.pop(0)
            display()


class Variables:
    """The variables of the stand-in: their values are those of its last solution."""

    def __init__(self, solver):
        self.solver = solver

    def assignment(self, model):
        return dict(zip(model.variables, self.solver.now, strict=True))

    def excluded(self, assignment):
        return tuple(assignment.values())


@pytest.fixture
def answers(monkeypatch):
    """Run the backend on a stand-in; return its solutions and why it stopped."""
    pytest.importorskip("cpmpy")

    def answers(solver, request, model=PAIR, parameters=(), name="exact"):
        from nonet.backends.cpmpy import posting

        monkeypatch.setattr(posting, "posted_model", lambda *given: (None, Variables(solver)))
        monkeypatch.setattr(Cpmpy, "_solver", lambda self, model: solver)
        steps = Cpmpy(name, parameters).run(model, request)
        rows = []
        try:
            while True:
                rows.append(tuple(next(steps).values()))
        except StopIteration as stop:
            return rows, stop.value

    return answers


ROWS = [(1, 2), (2, 1), (3, 1), (3, 2)]


@pytest.mark.parametrize(
    ("solutions", "batch", "limits"), [(None, 2, [2, 2, 2]), (3, 2, [2, 2, 2]), (2, 9, [2, 2, 2])]
)
def test_solutions_come_in_batches_and_each_is_excluded(
    answers, monkeypatch, solutions, batch, limits
):
    from cpmpy.solvers.solver_interface import ExitStatus as Status

    monkeypatch.setattr(cpmpy_backend, "BATCH", batch)
    solver = Solver(ROWS, [Status.FEASIBLE, Status.OPTIMAL, Status.UNSATISFIABLE])
    assert answers(solver, Request(solutions)) == (ROWS, None)
    assert [call["limit"] for call in solver.calls] == limits
    assert solver.excluded == ROWS


def test_a_batch_that_is_not_full_is_the_last(answers, monkeypatch):
    from cpmpy.solvers.solver_interface import ExitStatus as Status

    monkeypatch.setattr(cpmpy_backend, "BATCH", 3)
    solver = Solver(ROWS, [Status.FEASIBLE, Status.OPTIMAL])
    assert answers(solver, Request()) == (ROWS, None)
    assert len(solver.calls) == 2


def test_highs_is_asked_for_one_solution_a_call(answers):
    from cpmpy.solvers.solver_interface import ExitStatus as Status

    solver = Solver(ROWS, [*[Status.OPTIMAL] * 4, Status.UNSATISFIABLE])
    solver.highs = SimpleNamespace(getRunTime=lambda: 0.0)
    assert answers(solver, Request(), name="highs") == (ROWS, None)
    assert [call["limit"] for call in solver.calls] == [1] * 5


@pytest.mark.parametrize(
    ("status", "deadline", "parameters", "objective", "end"),
    [
        ("UNSATISFIABLE", None, (), False, None),
        ("UNSATISFIABLE", 100, (), True, None),
        ("OPTIMAL", None, (), True, None),
        ("OPTIMAL", None, (), False, "solutions"),
        ("FEASIBLE", None, (), False, "solutions"),
        ("FEASIBLE", 100, (), True, "time"),
        ("FEASIBLE", None, (), True, "interrupt"),
        ("FEASIBLE", None, (("x", 1),), True, "effort"),
        ("UNKNOWN", 100, (("x", 1),), False, "effort"),
        ("UNKNOWN", 100, (), False, "time"),
        ("UNKNOWN", None, (), False, "interrupt"),
    ],
)
def test_a_run_for_one_solution_ends_as_its_call_did(
    answers, status, deadline, parameters, objective, end
):
    from cpmpy.solvers.solver_interface import ExitStatus as Status

    solver = Solver([], [Status[status]])
    solver.now = (1, 2)
    model = PAIR.with_objective(Objective("minimize", ("a",), (1,))) if objective else PAIR
    until = None if deadline is None else time.monotonic() + deadline
    rows = [(1, 2)] if status in ("OPTIMAL", "FEASIBLE") else []
    assert answers(solver, Request(1, until), model, parameters) == (rows, end)
    (options,) = solver.calls
    assert {name: options.get(name) for name, _ in parameters} == dict(parameters)
    assert ("time_limit" in options) == (deadline is not None)


def test_an_error_of_the_solver_is_a_status_without_a_reason(answers):
    from cpmpy.solvers.solver_interface import ExitStatus as Status

    with pytest.raises(BackendError, match="backend cpmpy:exact: it ended with ERROR"):
        answers(Solver([], [Status.ERROR]), Request(1))


def test_without_time_nothing_is_asked(answers):
    solver = Solver(ROWS, [])
    assert answers(solver, Request(1, deadline=float("-inf"))) == ([], "time")
    assert answers(solver, Request(None, deadline=float("-inf"))) == ([], "time")
    assert solver.calls == []


def failing(error):
    def solve(self, **options):
        raise error

    return type("Failing", (Solver,), {"solve": solve})([], [])


@pytest.mark.parametrize(
    ("error", "parameters", "kind", "message"),
    [
        (NotImplementedError("no such thing"), (), BackendError, "cpmpy:z3: no such thing"),
        (KeyError("x"), (), KeyError, "x"),
        (ValueError(b"bytes of Z3"), (("seed", 1),), BackendOptionError, "seed: bytes of Z3$"),
        (ValueError(), (("seed", 1),), BackendOptionError, "seed: ValueError$"),
        (
            ValueError("unknown parameter\nLegal:\n  random_seed (uint)\n  timeout (uint)"),
            (("radom_seed", 1), ("b", 2)),
            BackendOptionError,
            "with the parameters radom_seed, b: unknown parameter; did you mean random_seed",
        ),
    ],
)
def test_what_a_solver_raises_is_told_with_the_parameters(
    answers, error, parameters, kind, message
):
    with pytest.raises(kind, match=message):
        answers(failing(error), Request(1), parameters=parameters, name="z3")


@pytest.mark.parametrize(
    ("name", "parameter", "message"),
    [
        ("z3", "time_limit", "time_limit is not a parameter of the solver"),
        ("z3", "solution_limit", "solution_limit is not a parameter"),
        ("exact:x", "display", "display is not a parameter"),
        ("choco", "assumptions", "assumptions is not a parameter"),
        ("ortools", "absolute_gap_limit", "with absolute_gap_limit, CPMpy calls"),
        ("ortools:x", "relative_gap_limit", "with relative_gap_limit, CPMpy calls"),
        ("ortools", "radom_seed", "has no parameter 'radom_seed'"),
    ],
)
def test_a_parameter_that_would_mislead_is_refused(name, parameter, message):
    pytest.importorskip("ortools")
    with pytest.raises(BackendOptionError, match=message):
        Cpmpy(name).check_parameters({parameter: 1})
    Cpmpy("z3").check_parameters({"radom_seed": 1})  # the solver judges it


def test_a_hint_names_variables_of_the_model_and_is_left_out_where_it_is_not_taken(answers):
    pytest.importorskip("cpmpy")
    hints = []

    class Hinted:
        def solution_hint(self, variables, values):
            hints.append((variables, values))
            if len(hints) == 2:
                raise NotImplementedError

    class Coded(dict):
        codes_by_name: ClassVar = {"a": 0, "b": 0}

        def code(self, value):
            return 10 * value

    for _ in range(2):
        cpmpy_backend._give_hint(Hinted(), Coded(a="A", b="B"), {"b": 2, "z": 3, "a": 1})
    assert hints == [(["B", "A"], [20, 10])] * 2


def test_the_lines_of_the_log_of_ortools_are_told_one_by_one():
    lines = []
    solver = SimpleNamespace(parameters=SimpleNamespace())
    cpmpy_backend._give_log(solver, lines.append)
    solver.log_callback("one\ntwo")
    solver.log_callback("")
    assert lines == ["one", "two", ""]
    assert (solver.parameters.log_search_progress, solver.parameters.log_to_stdout) == (True, False)
