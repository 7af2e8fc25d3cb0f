"""The backend lockstep: what it posts, its answers one by one and in arrays, and its events."""

import numpy as np
import pytest

from nonet.backends import Request, get_backend
from nonet.backends.base import Availability
from nonet.backends.events import SolutionFound, Stopped
from nonet.backends.lockstep import Lockstep, engine
from nonet.backends.lowering import lower
from nonet.model import AllDifferent, AnyOf, Linear, Model
from nonet.testing.brute import brute_force

MODEL = Model(
    dict.fromkeys("abc", range(3, 7)),
    [AllDifferent(tuple("abc")), Linear.sum(tuple("abc"), ">=", 13)],
)


def test_all_its_globals_are_posted_and_primitives_alone_inside_a_choice():
    capabilities = Lockstep().capabilities
    assert capabilities.inside is not None and capabilities.inside < capabilities.posts
    assert AnyOf in capabilities.posts - capabilities.inside
    assert all(
        kind.is_variable_global for kind in capabilities.posts - capabilities.inside - {AnyOf}
    )


def test_solutions_singly_and_in_arrays_are_those_of_brute_force():
    expected = brute_force(MODEL)
    singly = [tuple(each.values()) for each in get_backend("lockstep").run(MODEL, Request())]
    rows = np.concatenate([*get_backend("lockstep").rows(MODEL, Request())])
    assert sorted(singly) == sorted(map(tuple, rows.tolist())) == sorted(expected)
    assert rows.dtype == np.uint8


def test_events_are_each_solution_and_the_end():
    seen = []
    run = list(get_backend("lockstep").run(MODEL, Request(tracer=seen.append)))
    assert [each.assignment for each in seen[:-1]] == run
    assert {*map(type, seen[:-1])} == {SolutionFound} and seen[-1] == Stopped(None)


def test_it_is_available_where_a_library_is(monkeypatch):
    assert Lockstep().available() == engine.availability()
    monkeypatch.setattr(engine, "availability", lambda: Availability(False, missing="no engine"))
    assert Lockstep().available().missing == "no engine"


@pytest.mark.parametrize("narrowed", [{"a": [4]}, {"a": [4], "b": [5, 6]}, {"c": [3]}])
def test_narrowed_domains_count(narrowed):
    model = lower(MODEL, get_backend("lockstep")).narrow(narrowed)
    solutions = {tuple(each.values()) for each in get_backend("lockstep").run(model, Request())}
    assert solutions == brute_force(MODEL.narrow(narrowed))
