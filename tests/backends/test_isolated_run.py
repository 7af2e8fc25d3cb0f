"""A run in a child process gives what the run itself would give, and can be ended."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from nonet.backends import isolated_run
from nonet.backends.base import Availability, Capabilities, Request
from nonet.backends.events import SolutionFound, Stopped
from nonet.backends.isolated_run import is_child, run_in_child
from nonet.deadline import DeadlineExceeded
from nonet.errors import BackendError, Unsupported
from nonet.model import AllDifferent, Element, Model

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
MODEL = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])


class Unportable(Exception):
    """An error that cannot be pickled."""

    def __init__(self, first, two):
        super().__init__(f"{first} and {two}")


@dataclass(frozen=True)
class Told:
    """A backend that does what its name says."""

    does: str = "answers"
    name = "told"
    capabilities = Capabilities(frozenset({AllDifferent}), imports=("no_such_module",))

    def available(self):
        return Availability(True)

    def run(self, model, request):
        if self.does == "waits":
            time.sleep(60)
        if self.does == "ends":
            os._exit(7)
        if self.does == "fails":
            raise Unportable("this", "that")
        if self.does == "declines":
            raise Unsupported("not this")
        if self.does == "is out of time":
            raise DeadlineExceeded
        if request.log is not None:
            request.log("a line")
        for x in (1, 2):
            if request.tracer is not None:
                request.tracer(SolutionFound({"x": x, "y": 3 - x}))
            yield {"x": x, "y": 3 - x}
            if self.does == "ends later":
                os._exit(9)
        request.stats["child"] = is_child()
        request.core, request.bound, request.answered_by = ("x",), 4, "told"
        if request.tracer is not None:
            request.tracer(Stopped(None))
        return "memory" if self.does == "stops" else None


def outcome(does, request):
    """The answers, and why the run stopped."""
    run, answers = run_in_child(MODEL, Told(does), request), []
    while True:
        try:
            answers.append(next(run)["x"])
        except StopIteration as stop:
            return answers, stop.value


@pytest.mark.parametrize(("does", "stopped"), [("answers", None), ("stops", "memory")])
def test_answers_results_events_and_the_log_come_from_the_child(does, stopped):
    events, lines = [], []
    request = Request(tracer=events.append, log=lines.append)
    assert outcome(does, request) == ([1, 2], stopped)
    assert [*map(type, events)] == [SolutionFound, SolutionFound, Stopped]
    assert lines == ["a line"]
    assert request.stats == {"child": True} and not is_child()
    assert (request.core, request.bound, request.answered_by) == (("x",), 4, "told")


def test_a_silent_child_is_ended_at_the_deadline(monkeypatch):
    monkeypatch.setattr(isolated_run, "POLL_SECONDS", 0.001)
    began = time.monotonic()
    assert outcome("waits", Request(deadline=began + 0.05)) == ([], "time")
    assert time.monotonic() - began < 30
    assert outcome("is out of time", Request()) == ([], "time")


def test_what_the_child_cannot_lower_is_declined_before_the_first_answer():
    circular = Model({"x": [1, 2], "y": [1, 2], "z": [1, 2]}, [Element(("x", "y"), "z", "x", 1)])
    with pytest.raises(Unsupported, match="told"):
        run_in_child(circular, Told(), Request())


@pytest.mark.parametrize(
    ("does", "error", "message"),
    [
        ("declines", Unsupported, "not this"),
        ("fails", BackendError, "told.*Unportable.*this and that"),
        ("ends", BackendError, r"told: its process ended without an answer \(exit code 7\)"),
        ("ends later", BackendError, r"\(exit code 9\)"),
    ],
)
def test_an_error_of_the_child_is_raised_here(does, error, message):
    with pytest.raises(error, match=message):
        outcome(does, Request())


def test_a_closed_run_ends_its_child():
    run = run_in_child(MODEL, Told("ends later"), Request())
    next(run)
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    run.close()
    if children.exists():
        pids = children.read_text().split()
        states = [
            Path(f"/proc/{pid}/comm").read_text() for pid in pids if Path(f"/proc/{pid}").exists()
        ]
        assert all("defunct" not in state for state in states)
    with pytest.raises(StopIteration):
        next(run)


def test_without_fork_the_run_stays_in_this_process(monkeypatch):
    monkeypatch.delattr(os, "fork")
    request = Request()
    assert outcome("answers", request) == ([1, 2], None)
    assert request.stats == {"child": False}
