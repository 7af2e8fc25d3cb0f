"""Events: what a run may report, as data that is complete and does not change."""

from dataclasses import FrozenInstanceError, fields
from typing import get_args

import pytest

import nonet
from nonet.backends import events
from nonet.backends.registry import available_backends


def test_every_kind_of_event_is_listed_once():
    declared = {
        each
        for each in vars(events).values()
        if isinstance(each, type) and each.__module__ == events.__name__
    }
    assert set(events.EVENT_TYPES) == declared - {events.Implication}
    assert len(events.EVENT_TYPES) == len(get_args(events.Event))


@pytest.mark.parametrize("kind", events.EVENT_TYPES)
def test_an_event_is_a_value_that_nobody_changes(kind):
    arguments = range(len(fields(kind)))
    event = kind(*arguments)
    assert event == kind(*arguments) != kind(*(number + 1 for number in arguments))
    with pytest.raises((FrozenInstanceError, AttributeError)):
        setattr(event, fields(kind)[0].name, None)


def test_what_only_explains_is_not_shown():
    assert "hall" not in repr(events.Filtered("x", (1,), None, ("y",), (1, 2)))
    assert "hall" not in repr(events.WipedOut("x", None, ("y",), (1, 2)))
    assert "graph" not in repr(events.Learned(1, ("x",), ((1,),), 0, (1, 2)))
    assert events.Filtered("x", (1,), None, ()).hall == ()


def test_backends_report_only_what_they_list():
    model = nonet.Model({"x": [1, 2], "y": [1, 2]}, [nonet.AllDifferent(("x", "y"))])
    for backend in available_backends():
        listed = backend.capabilities.events
        assert {*listed} <= {kind.__name__ for kind in events.EVENT_TYPES}
        seen = []
        nonet.solve(model, backend, tracer=seen.append) if listed else None
        assert {type(event).__name__ for event in seen} <= {*listed}, backend.name
