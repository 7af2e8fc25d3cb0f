"""A limit holds from the first line to the last, wherever the time goes."""

import time
from contextlib import suppress
from dataclasses import dataclass, replace

import pytest

from nonet.backends import get_backend
from nonet.backends.base import Availability
from nonet.deadline import DeadlineExceeded
from nonet.errors import OutOfTime, Unsupported
from nonet.model import AllDifferent, Constraint, Model
from nonet.puzzle import Grid, Puzzle
from nonet.setting.session import Session
from nonet.solving import (
    Interrupted,
    Status,
    candidates,
    count_solutions,
    iter_solutions,
    solve,
    verify,
)
from nonet.testing.test_conformance import MAX_OVERRUN, SLOW_MODELS
from nonet.tracing import trace

BRIEF = 0.1

SETTINGS = [
    "native",
    "native:alldifferent=gac",
    "native:level=generate-and-test",
    "native:level=forward-checking",
    "native:level=arc-consistency",
    "native:level=bounds",
    "native:level=gac",
    "native:level=singleton-arc",
    "native:level=singleton",
    "cpsat:model=boolean",
    "cpsat:model=integer",
    "cpsat:model=textbook",
    "sat:solver=minisat22",
    "sat:solver=glucose4",
    "sat:solver=cadical195",
    "sat:amo=sequential",
    "python-constraint:solver=optimized",
]


def wait_idle(seconds=60.0):
    """Wait without work; in naps, which Ctrl-C ends on any system."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.02)


def wait_busy(seconds=60.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass
    return "done"


@pytest.mark.parametrize(
    ("backend", "slow"),
    [
        (backend, name)
        for n, backend in enumerate(SETTINGS)
        for name in list(SLOW_MODELS)[n % 2 :: 2]
    ],
)
def test_a_limit_holds_in_every_level_and_option(backend, slow):
    """In seconds of work: on a busy machine others may take as many as they like.

    Two models for each: of backends as they are the conformance suite asks for all of them.
    """
    solve(Model({"a": [1]}), backend)
    model = SLOW_MODELS[slow]()
    worked = time.thread_time()
    with suppress(Unsupported):
        outcome = solve(model, backend, limit=None, time_limit=BRIEF)
        assert outcome.stopped_by == "time" or outcome.exhausted
        assert outcome.status is not Status.UNSAT
    assert time.thread_time() - worked < BRIEF + MAX_OVERRUN


@pytest.mark.parametrize("backend", ["native", "native:level=singleton", "cpsat", "sat"])
def test_ctrl_c_is_heard_while_a_model_is_built(backend, ctrl_c):
    solve(Model({"a": [1]}), backend)
    model = SLOW_MODELS["2,000 variables all different"]()
    if backend == "sat":
        model = SLOW_MODELS["100,000 constraints"]()
    with ctrl_c(0.2) as pressed, pytest.raises(KeyboardInterrupt):
        solve(model, backend, limit=None)
    assert time.monotonic() - pressed[-1] < 60  # far from done


class Endless(Constraint):
    """A constraint that is never done with being rewritten."""

    def holds(self, assignment):
        return True

    def decompose(self, domains, fresh):
        return wait_busy()


Constraint.types.pop("Endless")


@pytest.mark.parametrize("ask", [solve, verify, count_solutions, candidates])
def test_a_limit_holds_in_code_that_knows_of_no_limit(ask):
    model = Model({"x": [1, 2]}, [Endless(("x", "x"))])
    started = time.monotonic()
    answer = ask(model, time_limit=BRIEF)
    assert time.monotonic() - started < 60
    if ask is candidates:
        assert set(answer.undecided) == {"x"}
    else:
        assert answer.stopped_by == "time"


@dataclass(frozen=True)
class Stuck:
    """A backend that looks at no clock and hangs: at once, after a solution, or when it is closed.

    And it takes the deadline away from who asks for it.
    """

    where: str
    name: str = "stuck"
    capabilities = replace(get_backend("native").capabilities, checks_deadline=False)

    def available(self):
        return Availability(True)

    def run(self, model, request):
        request.deadline = None
        try:
            if self.where == "at once":
                wait_busy()
            yield dict.fromkeys(model.variables, 1)
            with suppress(Exception):  # what is after it is no Exception, and not caught
                wait_idle()
        finally:
            if self.where == "closing":
                wait_busy()


@pytest.mark.parametrize(
    "ask",
    [
        lambda file: trace(file, time_limit=BRIEF),
        lambda file: Session(file, time_limit=BRIEF),
        lambda file: candidates(file, time_limit=BRIEF),
    ],
)
def test_a_limit_holds_for_a_file_that_builds_its_model_for_ever(ask, tmp_path):
    file = tmp_path / "slow.py"
    file.write_text(
        "import time\nfrom nonet.deadline import check\n"
        "until = time.monotonic() + 20\nmodel = None\n"
        "while time.monotonic() < until:\n    check()\n"
    )
    with pytest.raises(OutOfTime, match="stopped by the time limit before the model was built"):
        ask(str(file))


@pytest.mark.parametrize("where", ["at once", "after one", "closing"])
def test_a_backend_that_hangs_is_stopped(where):
    started = time.monotonic()
    model = Model({"x": [1, 2], "y": [1, 2]})
    # time enough for a first solution on a busy machine
    outcome = solve(model, Stuck(where), limit=2, time_limit=BRIEF if where == "at once" else 3)
    assert time.monotonic() - started < 60
    assert outcome.stopped_by == "time"
    assert len(outcome.solutions) == (where != "at once")


def test_a_limit_reached_in_the_child_before_the_run_begins_is_no_failure(monkeypatch):
    """As where the child looks at the clock before its parent does."""

    def run_without_time(model, backend, request):
        raise DeadlineExceeded

    monkeypatch.setattr("nonet.backends.isolated_run.run_backend", run_without_time)
    outcome = solve(Model({"x": [1, 2]}), Stuck("closing"), time_limit=60)
    assert (outcome.stopped_by, outcome.solutions) == ("time", ())


def test_an_answer_is_kept_though_the_backend_is_slow_to_close():
    outcome = solve(Model({"x": [1, 2]}), Stuck("closing"), limit=1, time_limit=60)
    assert (outcome.stopped_by, len(outcome.solutions)) == ("solutions", 1)
    assert outcome.seconds < 60


def test_a_limit_is_not_spent_by_who_takes_the_solutions():
    """Between two solutions nothing rises in the caller's own code."""
    run = iter_solutions(Puzzle(Grid.square(9)), limit=None, time_limit=0.1)
    first = next(run)
    assert wait_busy(0.25) == "done"
    further = list(run)
    assert first not in further
    assert run.stopped_by == "time"


def test_the_tracer_of_a_run_may_ask_questions_of_its_own():
    inner = []

    def tracer(event):
        if not inner:
            inner.append(solve(Model({"x": [1]}, [AllDifferent(("x",))]), time_limit=5).status)

    outcome = solve(Puzzle(Grid.square(4)), tracer=tracer, time_limit=20)
    assert (outcome.status, inner) == (Status.SAT, [Status.SAT])


def test_an_interrupt_tells_what_was_found(ctrl_c):
    with ctrl_c(0.2), pytest.raises(Interrupted) as caught:
        solve(Model({"x": [1, 2], "y": [1, 2]}), Stuck("after one"), limit=None)
    assert len(caught.value.outcome.solutions) == 1


def test_an_interrupt_before_any_solution_has_none(ctrl_c):
    with ctrl_c(0.2), pytest.raises(Interrupted) as caught:
        solve(Model({"x": [1, 2], "y": [1, 2]}), Stuck("at once"), limit=None)
    outcome = caught.value.outcome
    assert (outcome.solutions, outcome.status) == ((), Status.UNKNOWN)
    assert not outcome.exhausted
