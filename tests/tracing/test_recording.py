"""A run as data: recorded, replayed both ways, written and read, put in words."""

import pytest
from hypothesis import given

import nonet
from nonet.backends.events import SolutionFound
from nonet.errors import LimitError
from nonet.testing.strategies import models
from nonet.tracing import Recorder, states

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
