"""The backends that hand a model to solvers of MiniZinc and of CPMpy."""

import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings

import nonet
from nonet.backends import Request, get_backend
from nonet.backends.cpmpy import PACKAGES
from nonet.errors import BackendError, NotInstalled, Unsupported
from nonet.model import (
    AllDifferent,
    Automaton,
    Count,
    Domain,
    Element,
    Linear,
    Model,
    Objective,
    Regular,
    Table,
)
from nonet.testing.brute import brute_force
from nonet.testing.strategies import models

needs_minizinc = pytest.mark.skipif(
    shutil.which("minizinc") is None, reason="the program minizinc is not installed"
)


def knapsack():
    build = nonet.ModelBuilder()
    take = build.array("take", 4, range(2))
    build.add(5 * take[0] + 4 * take[1] + 3 * take[2] + 6 * take[3] <= 10)
    build.maximize(9 * take[0] + 7 * take[1] + 4 * take[2] + 11 * take[3])
    return build.model()


CHOSEN = [pytest.param("minizinc:gecode", marks=needs_minizinc), "cpmpy:ortools", "cpmpy:z3"]


@pytest.mark.slow(8)
@pytest.mark.parametrize("backend", CHOSEN)
def test_solution_sets_are_those_of_brute_force(backend):
    if backend.startswith("cpmpy"):
        pytest.importorskip("cpmpy")
        pytest.importorskip("z3")

    @settings(max_examples=4, deadline=None, database=None, derandomize=True,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(models())
    def agrees(model):
        expected = brute_force(model)
        if len(expected) > 40:
            return  # one call of the solver for each
        run = nonet.iter_solutions(model, backend)
        assert sorted(tuple(s[n] for n in model.variables) for s in run) == sorted(expected)

    agrees()


@pytest.mark.slow(3)
@pytest.mark.parametrize("backend", CHOSEN)
def test_an_optimum_is_proven(backend):
    if backend.startswith("cpmpy"):
        pytest.importorskip("cpmpy")
        pytest.importorskip("z3")
    outcome = nonet.solve(knapsack(), backend)
    assert (outcome.optimum.value, outcome.optimum.is_proven) == (18, True)


@pytest.mark.parametrize("backend", CHOSEN)
def test_an_automaton_whose_start_has_no_transition_rejects_every_word(backend):
    if backend.startswith("cpmpy"):
        pytest.importorskip("cpmpy")
        pytest.importorskip("z3")
    automaton = Automaton(0, frozenset({0, 1}), [(1, 1, 0)])
    model = Model({"a": [1, 2], "b": [1, 2]}, [Regular(("a", "b"), automaton)])
    assert nonet.solve(model, backend).status == nonet.Status.UNSAT


def test_the_solver_may_follow_the_name_alone():
    assert get_backend("cpmpy:z3") == get_backend("cpmpy:solver=z3")
    assert get_backend("minizinc:chuffed").solver == "chuffed"


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


@needs_minizinc
def test_a_solver_that_minizinc_lacks_is_named():
    with pytest.raises(BackendError, match=r"minizinc:nothing: .*nothing"):
        nonet.solve(knapsack(), "minizinc:nothing")


def test_without_the_program_a_line_says_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NotInstalled, match="the program minizinc is missing"):
        nonet.solve(knapsack(), "minizinc")


@pytest.mark.skipif(sys.platform == "win32", reason="a script stands in for the program")
@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("echo '[1,2]'; echo ----------", "a solution that lacks variables"),
        ("echo '[a,b,c,d]'", "it printed"),
        ("echo oops >&2; exit 1", "oops"),
        ("exit 0", "without saying that the search is complete"),
        (
            "echo '[1,1,1,1]'; echo ----------; echo ==========",
            "takes|wrong|broke|not a solution|take",
        ),
    ],
)
def test_a_program_that_prints_nonsense_is_named(script, expected, tmp_path, monkeypatch):
    program = Path(tmp_path) / "minizinc"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    with pytest.raises(nonet.NonetError, match=expected):
        nonet.solve(knapsack(), "minizinc")


@pytest.mark.skipif(sys.platform == "win32", reason="a script stands in for the program")
@pytest.mark.slow(2)
def test_a_program_that_hangs_is_ended_by_the_time_limit(tmp_path, monkeypatch):
    program = Path(tmp_path) / "minizinc"
    program.write_text("#!/bin/sh\nexec sleep 600\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    outcome = nonet.solve(knapsack(), "minizinc", time_limit=0.5)
    assert (outcome.status, outcome.stopped_by) == (nonet.Status.UNKNOWN, "time")


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


@pytest.mark.parametrize("sense", [None, "minimize", "maximize"])
def test_sparse_values_are_numbered_for_solvers_with_a_boolean_for_each(sense):
    aim = None if sense is None else Objective(sense, ("x", "z"), (2, -1))
    pytest.importorskip("cpmpy")
    pytest.importorskip("highspy")
    from nonet.backends.cpmpy.posting import posted_model

    domains = {"x": [-900, 7, 9_000], "y": [3, 9_000], "z": [0, 1, 2]}
    automaton = Automaton(0, frozenset({1}), [(0, -900, 0), (0, 9_000, 1), (0, 5, 1), (1, 3, 1)])
    constraints = [
        AllDifferent(("x", "y", "z")),
        Linear(("x", "y", "z"), (1, -1, 2), "<=", 8_999),
        Table(("x", "z"), frozenset({(-900, 1), (9_000, 0), (7, 2), (8, 2)})),
        Regular(("x", "x", "y"), automaton),
        Count(("x", "y"), frozenset({3, 9, 9_000}), ">=", "z"),
        Element(("y", "x", "y"), "z", "x", 0),
    ]
    for chosen in (constraints[:2], constraints[2:3], *([each] for each in constraints[3:])):
        model = Model(domains, chosen).with_objective(aim)
        _, variables = posted_model(model, "highs")
        assert max(variables.codes_by_name[name].ub for name in domains) < 7
        expected = brute_force(model)
        if aim is not None and expected:
            best = (min if sense == "minimize" else max)(2 * x - z for x, _, z in expected)
            expected = {(x, y, z) for x, y, z in expected if 2 * x - z == best}
        run = nonet.iter_solutions(model, "cpmpy:highs")
        assert {tuple(each.values()) for each in run} == expected, chosen


@pytest.mark.parametrize("low", [1 << 32, -(10**12)])
def test_large_values_in_tables_of_ortools_are_numbered(low):
    """OR-Tools 9.15 loses rows whose values have more than 32 bits."""
    large = [low, low + 3, low + 5]
    third = {large[0]: (1, 2, 2), large[1]: (0, 1, 2), large[2]: (0, 1, 2)}
    model = Model(
        {"a": large, "b": range(3), "c": range(3)},
        [
            Table(("a", "b"), list(zip(large, (1, 0, 2), strict=True))),
            Table(("b", "a", "c"), [(b, a, third[a][b]) for a in large for b in range(3)]),
            Linear(("a", "b"), (3, -1), "<=", 3 * low + 14),
        ],
    )
    solutions = {tuple(each.values()) for each in nonet.iter_solutions(model, "cpmpy:ortools")}
    assert solutions == brute_force(model)


def test_states_without_transitions_are_none_to_cpmpy():
    pytest.importorskip("cpmpy")
    automaton = nonet.model.Automaton(1, {2, 3}, {(1, 1): 2})
    model = nonet.Model({"x": [1, 2]}, [nonet.model.Regular(("x",), automaton)])
    assert [s["x"] for s in nonet.iter_solutions(model, "cpmpy")] == [1]
    lost = nonet.model.Regular(("x",), nonet.model.Automaton(9, {2}, {(1, 1): 2}))
    assert not list(nonet.iter_solutions(nonet.Model({"x": [1, 2]}, [lost]), "cpmpy"))


@pytest.mark.slow(0.6)
@needs_minizinc
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see processes")
def test_a_solver_of_minizinc_ends_with_the_time_limit_and_leaves_no_file(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    sessions = []
    start = subprocess.Popen

    class Recorded(start):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            sessions.append(self.pid)

    monkeypatch.setattr(subprocess, "Popen", Recorded)
    build = nonet.ModelBuilder()
    split, random = build.array("split", 40, range(2)), Random(1)
    for _ in range(5):  # a market split: hours of search (Cornuejols and Dawande, 1998)
        weights = [random.randrange(100) for _ in split]
        build.add(sum(w * x for w, x in zip(weights, split, strict=True)) == sum(weights) // 2)
    outcome = nonet.solve(build, "minizinc:gecode", time_limit=3)
    assert outcome.stopped_by == "time"
    assert sessions and not [p for p in _processes() if p[1] in sessions]
    assert not list(tmp_path.iterdir())


def _processes():
    """The (process, session) numbers of all processes that are at work."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, _, session = stat.read_text().rpartition(")")[2].split()[:4]
            if state != "Z":
                yield int(stat.parent.name), int(session)


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


def test_a_factor_of_zero_is_not_posted():
    """Pumpkin divides by each factor, and its process ended."""
    pytest.importorskip("cpmpy")
    from nonet.backends.cpmpy.posting import posted_model

    domains = {"a": Domain.range(0, 2), "b": Domain.range(0, 2)}
    posted, _ = posted_model(Model(domains, [Linear(("a", "b"), (0, 1), ">=", 1)]), "pumpkin")
    assert "0 *" not in str(posted)
    for constant, number in ((1, 0), (0, 9)):
        model = Model(domains, [Linear(("a", "b"), (0, 0), ">=", constant)])
        assert nonet.count_solutions(model, "cpmpy:ortools").number == number
