"""A run as data: what a trace keeps, and what its states lead to."""

import pytest
from hypothesis import given

import nonet
from nonet.backends import find_backend
from nonet.backends.events import SolutionFound
from nonet.errors import LimitError
from nonet.model.symbols import Symbols
from nonet.testing.strategies import models
from nonet.tracing import Recorder, states
from nonet.tracing.recording import value_names_of

SMALL = "1..............4"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
LEVELS = ["auto", "generate-and-test", "backtracking", "forward-checking", "gac", "singleton"]


@pytest.mark.parametrize("level", LEVELS)
@given(model=models())
def test_the_states_a_trace_gives_end_in_its_solutions(level, model):
    run = nonet.trace(model, f"native:level={level}", limit=None)
    for state, event in zip(list(states(run))[1:], run.events, strict=True):
        if isinstance(event, SolutionFound):
            assert {n: next(iter(d)) for n, d in state.domains.items()} == dict(event.assignment)
            assert state.is_solved
            assert model.accepts(event.assignment)
    assert {tuple(s.items()) for s in run.solutions} == {
        tuple(s.items()) for s in nonet.iter_solutions(model, "native")
    }


def test_a_recorder_keeps_no_more_than_asked_and_says_so():
    run = nonet.trace(HARD, most=50)
    assert len(run) == 50
    assert run.dropped > 1000
    assert "further events were not kept" in str(run)
    with pytest.raises(LimitError):
        Recorder(0)


@pytest.mark.parametrize(
    ("backend", "has", "lacks"),
    [
        ("cpsat", {"Posted", "SolutionFound", "Stopped"}, 4),
        ("python-constraint", {"Posted", "Branched", "SolutionFound", "Stopped"}, 3),
    ],
)
def test_another_backend_gives_what_it_can_and_says_what_it_cannot(backend, has, lacks):
    run = nonet.trace(HARD, backend)
    assert set(run.counts()) == has
    assert len(run.missing) == lacks
    assert f"not reported by {backend}" in str(run)
    assert len(run.solutions) == 1


def test_a_recorder_at_its_limit_and_beside_it():
    run = nonet.trace(SMALL)
    for most, stored, dropped in ((len(run), len(run), 0), (len(run) - 1, len(run) - 1, 1)):
        shorter = nonet.trace(SMALL, most=most)
        assert (len(shorter), shorter.dropped) == (stored, dropped)
        assert shorter.events == run.events[:stored]
    assert len(nonet.trace(SMALL, most=1)) == 1


def test_limits_are_passed_on(monkeypatch):
    calls = []

    def solve(problem, backend, **limits):
        calls.append(limits)
        return nonet.solve(problem, backend, **limits)

    monkeypatch.setattr("nonet.tracing.recording.solve", solve)
    nonet.trace(SMALL, limit=3, time_limit=9)
    assert {key: calls[0][key] for key in ("limit", "time_limit")} == {"limit": 3, "time_limit": 9}
    late = nonet.trace(HARD, time_limit=1e-9)
    assert (late.status, late.stopped_by) == ("unknown", "time")


def test_a_trace_knows_its_run():
    run = nonet.trace(SMALL, "native:level=gac", limit=None)
    outcome = nonet.solve(SMALL, "native:level=gac", limit=None)
    assert (run.status, run.stopped_by, dict(run.stats)) == (
        outcome.status.value,
        None,
        dict(outcome.stats),
    )
    assert [dict(each) for each in run.solutions] == [dict(each) for each in outcome.solutions]
    assert run.backend == "native:level=gac"
    assert run.missing == ()
    assert nonet.trace(SMALL, find_backend("native:level=gac")).backend == "native"
    assert repr(run) == f"<Trace of native:level=gac: {len(run)} events, sat>"
    assert run.puzzle == nonet.parse(SMALL)
    assert nonet.trace(nonet.Model({"x": [1]})).puzzle is None
    html = run._repr_html_()
    assert "<iframe" in html and "run of native:level=gac" in html


def test_letters_of_a_puzzle_and_declared_names_are_names_of_values():
    names = {"R1C1": Symbols(((1, "one"),))}
    large, small = nonet.Sudoku("." * 256), nonet.Sudoku("." * 81)
    assert value_names_of({}, small) == {}
    assert value_names_of(names, small) == value_names_of(names, None) == names
    both = value_names_of(names, large)
    assert both["R1C1"].name_of(1) == "one"
    assert both["R1C2"].name_of(16) == "G"
    assert len(both) == 256
