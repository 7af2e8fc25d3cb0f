"""The backends that hand a model to solvers of MiniZinc and of CPMpy."""

import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

import nonet
from nonet.backends import get_backend
from nonet.errors import BackendError, NotInstalled
from nonet.model import (
    Automaton,
    Model,
    Regular,
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
