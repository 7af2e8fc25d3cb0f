"""A run of CP-SAT: why it ended, what is believed, and what is handed over.

A stand-in for CP-SAT's own solver tells solutions, bounds and a status as a test says.
"""

import threading
import time
from types import SimpleNamespace

import pytest

pytest.importorskip("ortools")

from ortools.sat.python.cp_model_helper import CpSolverStatus as Status

from nonet.backends import Pool, Request
from nonet.backends.cpsat import CpSat, search
from nonet.errors import BackendError, BackendOptionError, Unsupported
from nonet.model import AllDifferent, Linear, Model, Objective, Table
from nonet.testing.brute import brute_force

MODEL = Model({"a": range(9), "b": range(9)}, [Linear(("a", "b"), (1, 1), "==", 8)])
BEST = MODEL.with_objective(Objective("maximize", ("a", "b"), (4, 2), 5))


class Solver:
    """CP-SAT's wrapper, whose search is a function of it."""

    def __init__(self, script):
        self.script, self.stopped, self.collector = script, threading.Event(), None
        self.tell_bound = self.tell_log = None

    def set_parameters(self, parameters):
        self.parameters = parameters

    def add_solution_callback(self, collector):
        self.collector = collector

    def clear_solution_callback(self, collector):
        assert collector is self.collector

    def add_best_bound_callback(self, function):
        self.tell_bound = function

    def add_log_callback(self, function):
        self.tell_log = function

    def stop_search(self):
        self.stopped.set()

    def solution(self, *values):
        """Find a solution."""
        collector = self.collector
        collector.Response = lambda: SimpleNamespace(solution=list(values))
        collector.StopSearch = self.stopped.set
        collector.OnSolutionCallback()

    def solve(self, proto):
        self.proto = proto
        status, changes = self.script(self) or Status.OPTIMAL, {}
        if isinstance(status, tuple):
            status, changes = status
        return SimpleNamespace(
            **{
                "status": status, "num_branches": 3, "num_conflicts": 2, "num_booleans": 5,
                "num_restarts": 1, "wall_time": 0.5, "solution_info": "the reason",
                "sufficient_assumptions_for_infeasibility": [],
                "objective_value": 0.0, "best_objective_bound": 0.0, **changes,
            }
        )  # fmt: skip


@pytest.fixture
def run(monkeypatch):
    """Run the backend with a script; return its solutions, its end and the stand-in."""

    def run(script, request=None, model=MODEL, backend=None):
        solver = Solver(script)
        monkeypatch.setattr(search, "SolveWrapper", lambda: solver)
        monkeypatch.setattr("nonet.backends.cpsat._POOL", Pool())
        steps = (backend or CpSat("integer")).run(model, request or Request())
        rows = []
        try:
            while True:
                rows.append(tuple(next(steps).values()))
        except StopIteration as stop:
            return rows, stop.value, solver

    return run


def tells(*rows, status=Status.OPTIMAL, **changes):
    def script(solver):
        for row in rows:
            solver.solution(*row)
        return status, changes

    return script


# -- why it ended ------------------------------------------------------------------

ONE_SEED = CpSat("integer", parameters=(("random_seed", 7),))


@pytest.mark.parametrize(
    ("status", "request_", "backend", "end"),
    [
        (Status.OPTIMAL, Request(), None, None),
        (Status.INFEASIBLE, Request(), None, None),
        (Status.INFEASIBLE, Request(deadline=1e12), None, None),
        (Status.UNKNOWN, Request(deadline=1e12), None, "time"),
        (Status.FEASIBLE, Request(deadline=1e12), None, "time"),
        (Status.UNKNOWN, Request(effort=9), None, "effort"),
        (Status.UNKNOWN, Request(effort=9, deadline=1e12), None, "effort"),
        (Status.UNKNOWN, Request(), ONE_SEED, "effort"),
        (Status.OPTIMAL, Request(effort=9), ONE_SEED, None),
    ],
)
def test_the_end_follows_from_the_status_and_the_limits(run, status, request_, backend, end):
    assert run(tells(status=status), request_, backend=backend)[:2] == ([], end)
    assert request_.stats == {
        "branches": 3, "conflicts": 2, "booleans": 5, "restarts": 1, "solver_seconds": 0.5,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("status", "backend", "kind", "message"),
    [
        (Status.UNKNOWN, None, BackendError, "CP-SAT gave up without a reason: status UNKNOWN"),
        (Status.MODEL_INVALID, None, BackendError, "CP-SAT rejects the model"),
        (Status.MODEL_INVALID, ONE_SEED, BackendOptionError, "rejects its parameters: the reason"),
    ],
)
def test_a_status_without_a_reason_is_an_error(run, status, backend, kind, message):
    with pytest.raises(kind, match=message):
        run(tells(status=status), backend=backend)


def test_an_end_after_the_deadline_is_not_believed(run):
    request = Request(deadline=time.monotonic() + 1e6)

    def late(solver):
        request.deadline = float("-inf")
        return Status.INFEASIBLE

    assert run(late, request)[:2] == ([], "time")


def test_an_error_in_the_thread_is_the_callers(run):
    def fails(solver):
        raise ZeroDivisionError("in the thread")

    with pytest.raises(ZeroDivisionError, match="in the thread"):
        run(fails)


def test_closing_a_run_stops_the_search(monkeypatch, run):
    stopped = []

    def endless(solver):
        solver.solution(1, 7)
        stopped.append(solver.stopped.wait(60))
        return Status.FEASIBLE

    monkeypatch.setattr(search, "SolveWrapper", lambda: Solver(endless))
    monkeypatch.setattr("nonet.backends.cpsat._POOL", Pool())
    steps = CpSat("integer").run(MODEL, Request())
    assert next(steps) == {"a": 1, "b": 7}
    steps.close()
    assert stopped == [True]


def test_a_run_out_of_time_does_not_wait_for_cp_sat(run):
    hears = threading.Event()

    def deaf(solver):
        hears.wait(60)
        return Status.UNKNOWN

    begun = time.monotonic()
    try:
        assert run(deaf, Request(deadline=begun + 0.05))[:2] == ([], "time")
        assert time.monotonic() - begun < 30
    finally:
        hears.set()


# -- what is handed over -----------------------------------------------------------


def test_of_many_solutions_each_is_handed_over_once_up_to_the_limit(run):
    rows = [(1, 7), (1, 7), (2, 6), (3, 5), (4, 4)]
    for limit in (2, 3):
        answer = run(tells(*rows), Request(limit))
        assert answer[:2] == ([(1, 7), (2, 6), (3, 5)][:limit], "solutions")
        assert answer[2].stopped.is_set()
    answer = run(tells(*rows[1:]), Request(None))
    assert answer[:2] == (rows[1:], None) and not answer[2].stopped.is_set()
    assert run(tells(*rows), Request(1))[:2] == ([(1, 7)], "solutions")


def test_solutions_wait_in_a_queue_of_so_many(monkeypatch, run):
    monkeypatch.setattr(search, "MAX_QUEUED_SOLUTIONS", 3)
    ahead = []

    def script(solver):
        for value in range(8):
            solver.solution(value, 8 - value)
            ahead.append(value)
        return Status.OPTIMAL

    monkeypatch.setattr(search, "SolveWrapper", lambda: Solver(script))
    monkeypatch.setattr("nonet.backends.cpsat._POOL", Pool())
    steps = CpSat("integer").run(MODEL, Request())
    assert next(steps)["a"] == 0
    until = time.monotonic() + 60
    while len(ahead) < 4 and time.monotonic() < until:
        time.sleep(0.001)
    time.sleep(0.02)
    assert len(ahead) == 4  # three wait, and one was taken
    assert [each["a"] for each in steps] == list(range(1, 8))


@pytest.mark.parametrize(("every", "values"), [(True, [9, 13, 17]), (False, [17])])
def test_of_better_and_better_solutions_the_last_will_do_where_not_all_are_asked(
    run, every, values
):
    rows = [(a, 8 - a) for a in (0, 4, 8)]
    variables = list(BEST.variables)
    request = Request(every_improvement=every)
    answer, end, _ = run(tells(*rows), request, BEST)
    aim = BEST.objective
    assert end is None
    sums = [aim.value(dict(zip(variables, row, strict=True))) for row in answer]
    assert sums == [21 + 2 * a for a in (0, 4, 8)][-len(values) :]


def test_the_bound_of_cp_sat_is_told_in_the_units_of_the_objective(run):
    """CP-SAT minimises ``-(2 * a + b)``: its bound of -12.3 is 24 and 5 at most."""
    request, bounds = Request(), []

    def script(solver):
        for bound in (-20.0, -12.3, float("inf"), 2.0**50):
            solver.tell_bound(bound)
            bounds.append(request.bound)
        assert dict(
            zip(solver.proto.objective.vars, solver.proto.objective.coeffs, strict=True)
        ) == {
            0: -2,
            1: -1,
        }
        return Status.OPTIMAL

    run(script, request, BEST)
    assert bounds == [45, 29, 29, 29]


@pytest.mark.parametrize(("incumbent", "limit"), [(None, None), (25, -11), (24, -10), (26, -11)])
def test_solutions_must_be_better_than_the_best_so_far(run, incumbent, limit):
    """``2 * (2 * a + b) + 5`` is more than 25 where ``2 * a + b`` is 11 or more."""
    request = Request(incumbent=incumbent)
    _, _, solver = run(tells(), request, BEST)
    assert list(solver.proto.objective.domain)[1:] == ([] if limit is None else [limit])


@pytest.mark.parametrize(
    ("values", "status", "end"),
    [
        ((10.0, 10.5), Status.OPTIMAL, None),
        ((10.0, 10.6), Status.OPTIMAL, "effort"),
        ((10.0, 8.0), Status.OPTIMAL, "effort"),
        ((10.0, 8.0), Status.INFEASIBLE, None),
    ],
)
def test_an_optimum_within_a_gap_that_the_caller_allows_is_no_proof(run, values, status, end):
    answer = tells(status=status, objective_value=values[0], best_objective_bound=values[1])
    assert run(answer, model=BEST, backend=ONE_SEED)[1] == end
    if status is Status.OPTIMAL:
        assert run(answer, model=BEST)[1] is None


@pytest.mark.parametrize(
    ("solutions", "effort", "workers", "chosen"),
    [(1, None, 3, 3), (1, None, 0, 0), (2, None, 3, 1), (None, None, 3, 1), (1, 50, 3, 1)],
)
def test_several_threads_search_for_one_solution_alone(run, solutions, effort, workers, chosen):
    _, _, solver = run(
        tells(), Request(solutions, effort=effort), backend=CpSat("integer", workers)
    )
    assert solver.parameters.num_workers == chosen
    assert solver.parameters.enumerate_all_solutions == (solutions != 1)
    work = solver.parameters.max_deterministic_time
    assert work == (float("inf") if effort is None else 0.05)


def test_the_least_of_two_limits_of_work_counts(run):
    limited = CpSat("integer", parameters=(("max_deterministic_time", 0.03),))
    for effort, work in ((None, 0.03), (20, 0.02), (50, 0.03)):
        _, _, solver = run(tells(), Request(1, effort=effort), backend=limited)
        assert solver.parameters.max_deterministic_time == work


def test_the_log_is_told_by_lines_and_an_error_of_the_listener_ends_the_run(run):
    lines = []

    def script(solver):
        assert solver.parameters.log_search_progress and not solver.parameters.log_to_stdout
        solver.tell_log("one\ntwo\n")
        solver.tell_log("")
        return Status.OPTIMAL

    run(script, Request(log=lines.append))
    assert lines == ["one", "two", ""]

    def broken(line):
        lines.append(line)
        raise ValueError("no room")

    with pytest.raises(ValueError, match="no room"):
        run(script, Request(log=broken))
    assert lines[3:] == ["one"]  # it is not called again


# -- a model that is kept ----------------------------------------------------------


@pytest.mark.parametrize("kind", ["integer", "boolean"])
def test_a_kept_model_answers_as_a_new_one_whatever_was_asked_before(kind):
    """Clues, hints and limits of a question are gone with it."""
    square = Model(
        {f"{r}{c}": range(3) for r in "abc" for c in "xyz"},
        [AllDifferent(tuple(f"{r}{c}" for c in "xyz")) for r in "abc"]
        + [AllDifferent(tuple(f"{r}{c}" for r in "abc")) for c in "xyz"],
    )
    questions = [
        {},
        {"ax": [1]},
        {"ax": [0, 2], "bz": [1]},
        {"ax": [1], "bx": [1]},
        {"cz": [0]},
        {},
    ]
    backend = CpSat(kind)
    for hint in (None, {"ax": 2, "by": 2}, {"ax": 1}, None):
        for narrowed in questions:
            model = square.narrow(narrowed)
            rows = sorted(tuple(s.values()) for s in backend.run(model, Request(hint=hint)))
            fresh = CpSat("textbook").run(model, Request())
            assert rows == sorted(tuple(s.values()) for s in fresh)


@pytest.mark.parametrize("most", [26, 27])
def test_clues_are_assumptions_of_small_models_and_domains_of_large_ones(monkeypatch, most):
    from nonet.backends.cpsat import boolean_model

    monkeypatch.setattr(boolean_model, "MAX_ASSUMED_LITERALS", most)
    monkeypatch.setattr("nonet.backends.cpsat._POOL", Pool())
    square = Model(
        {f"{r}{c}": range(3) for r in "abc" for c in "xyz"},
        [AllDifferent(tuple(f"{r}{c}" for c in "xyz")) for r in "abc"],
    )
    request = Request()
    clash = square.narrow({"ax": [1], "ay": [1], "bz": [0, 1]})
    assert list(CpSat("boolean").run(clash, request)) == []
    assert (request.core is not None) == (most == 27)
    assert request.core is None or {"ax", "ay"} <= {*request.core}
    assert len(list(CpSat("boolean").run(square.narrow({"ax": [1]}), Request()))) == 2 * 6 * 6


@pytest.mark.parametrize("beyond", [0, 1])
def test_numbers_of_60_bits_are_taken_and_larger_ones_declined(beyond):
    half = 1 << 59
    total = Linear(("a", "b"), (1, 1), "!=", 0)
    model = Model({"a": [0, half], "b": [0, half + beyond]}, [total])
    if beyond:
        with pytest.raises(Unsupported, match=f"of up to {2 * half + 1} in magnitude do not fit"):
            next(CpSat("integer").run(model, Request()))
    else:
        assert any(next(CpSat("integer").run(model, Request(1))).values())


@pytest.mark.parametrize("low", [(1 << 31) - 5, (1 << 31) - 4, -(1 << 31), 1 << 40])
def test_tables_of_large_values_lose_no_row(low):
    """From 2**31 on a column is told as the distance from its least value."""
    values = [low, low + 1, low + 4]
    rows = [(low, 0), (low + 4, 1), (low + 4, 2), (low + 2, 0), (low + 1, 1)]
    model = Model({"a": values, "b": range(3)}, [Table(("a", "b"), rows)])
    for kind in ("integer", "textbook"):
        found_rows = {tuple(s.values()) for s in CpSat(kind).run(model, Request())}
        assert found_rows == brute_force(model)


def test_on_a_processor_that_its_libraries_do_not_run_on_it_is_missing(monkeypatch):
    monkeypatch.setattr("nonet.backends.cpsat.is_processor_of_level_1", lambda: True)
    assert CpSat().available().missing.endswith("which need a processor with x86-64-v2")
    monkeypatch.setattr("nonet.backends.cpsat.is_processor_of_level_1", lambda: False)
    assert CpSat().available().ok


def test_workers_below_0_and_parameters_of_other_names_are_refused():
    with pytest.raises(BackendOptionError, match="workers is 0 or more, not -1"):
        CpSat(workers=-1)
    CpSat(workers=0).check_parameters({"random_seed": 3})
    with pytest.raises(BackendOptionError, match="'random_sed'"):
        CpSat().check_parameters({"random_sed": 3})


@pytest.mark.parametrize(("crossed", "kind"), [(2, "integer"), (3, "boolean")])
def test_a_grid_has_half_of_its_variables_in_two_units(crossed, kind):
    """Of six variables of three values each: units are of three of them."""
    from nonet.backends.cpsat import _auto_kind

    units = {2: ["abc", "bcd"], 3: ["abc", "bcd", "cde"]}[crossed]
    parts = [AllDifferent(tuple(unit)) for unit in (*units, "ef")]
    assert _auto_kind(Model(dict.fromkeys("abcdef", range(3)), parts).structure) == kind


def test_no_solution_of_wide_numbers_is_confirmed_by_a_second_solver(run):
    """CP-SAT's claim is wrong here: the solutions are native's."""
    wide = Model({"a": [0, 3_000_000_000], "b": [0, 1]}, [Linear(("a", "b"), (1, 1), "!=", 0)])
    rows, end, _ = run(tells(status=Status.INFEASIBLE), model=wide)
    assert (set(rows), end) == (brute_force(wide), None)
    small = Model({"a": [0, 3], "b": [0, 1]}, [Linear(("a", "b"), (1, 1), "!=", 0)])
    assert run(tells(status=Status.INFEASIBLE), model=small)[:2] == ([], None)


def test_a_tracer_hears_of_each_constraint_and_the_end(run):
    events = []
    run(tells((1, 7)), Request(tracer=events.append))
    assert [type(event).__name__ for event in events] == ["Posted", "SolutionFound", "Stopped"]
