"""A limit holds from the first line to the last, wherever the time goes."""

import gc
import importlib
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf

import pytest

from nonet.backends import get_backend
from nonet.backends.base import Availability
from nonet.errors import Unsupported
from nonet.model import AllDifferent, Constraint, Model
from nonet.puzzle import Grid, Puzzle
from nonet.solving import (
    Interrupted,
    Status,
    candidates,
    count,
    iter_solutions,
    solve,
    verify,
    watchdog,
)
from nonet.solving.watchdog import GRACE_SECONDS, DeadlineExceeded, Watchdog
from nonet.testing.sample_models import SLOW_MODELS
from nonet.testing.test_conformance import MAX_OVERRUN

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
    "python-constraint:redundant=no",
    "python-constraint:solver=optimized",
]


def spin(seconds=60.0):
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
    assert time.monotonic() - pressed[-1] < 4  # far from done, and before the next


class Endless(Constraint):
    """A constraint that is never done with being rewritten."""

    def holds(self, assignment):
        return True

    def decompose(self, domains, fresh):
        return spin()


Constraint.types.pop("Endless")


@pytest.mark.parametrize("ask", [solve, verify, count, candidates])
def test_a_limit_holds_in_code_that_knows_of_no_limit(ask):
    model = Model({"x": [1, 2]}, [Endless(("x", "x"))])
    started = time.monotonic()
    answer = ask(model, time_limit=BRIEF)
    assert time.monotonic() - started < 20
    if ask is candidates:
        assert set(answer.undecided) == {"x"}
    else:
        assert answer.stopped_by == "time"


@dataclass(frozen=True)
class Stuck:
    """A backend that hangs: at once, after a solution, or when it is closed.

    And it takes the deadline away from who asks for it.
    """

    where: str
    name: str = "stuck"
    capabilities = get_backend("native").capabilities

    def available(self):
        return Availability(True)

    def run(self, model, request):
        request.deadline = None
        try:
            if self.where == "at once":
                spin()
            yield dict.fromkeys(model.variables, 1)
            with suppress(Exception):  # what is after it is no Exception, and not caught
                spin()
        finally:
            if self.where == "closing":
                spin()


@pytest.mark.parametrize("where", ["at once", "after one", "closing"])
def test_a_backend_that_hangs_is_stopped(where):
    started = time.monotonic()
    model = Model({"x": [1, 2], "y": [1, 2]})
    outcome = solve(model, Stuck(where), limit=2, time_limit=BRIEF)
    assert time.monotonic() - started < 20
    assert outcome.stopped_by == "time"
    assert len(outcome.solutions) == (where != "at once")


def test_an_answer_is_kept_though_the_backend_is_slow_to_close():
    outcome = solve(Model({"x": [1, 2]}), Stuck("closing"), limit=1, time_limit=5)
    assert (outcome.stopped_by, len(outcome.solutions)) == ("solutions", 1)
    assert outcome.seconds < 5


def test_a_limit_is_not_spent_by_who_takes_the_solutions():
    """Between two solutions nothing rises in the caller's own code."""
    run = iter_solutions(Puzzle(Grid.square(9)), limit=None, time_limit=0.1)
    first = next(run)
    assert spin(0.1 + 5 * GRACE_SECONDS) == "done"
    rest = list(run)
    assert first not in rest
    assert run.stopped_by == "time"


# -- the leash itself ------------------------------------------------------------------


def test_a_leash_returns_what_is_returned_and_raises_what_is_raised():
    leash = Watchdog(time.monotonic() + 60)
    assert leash.call(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        leash.call(divmod, 7, 0)
    assert Watchdog(None).call(spin, 0.01) == "done"


def test_a_deadline_that_moves_holds_for_the_call_that_is_under_way():
    leash, began = Watchdog(time.monotonic() + 0.05), time.monotonic()

    def spin_till(end):
        while time.monotonic() < end:
            pass

    def work():
        leash.set_deadline(inf)
        spin_till(began + 0.3)
        leash.set_deadline(began + 0.4)
        spin_till(began + 10)

    with pytest.raises(DeadlineExceeded):
        leash.call(work)
    assert 0.4 <= time.monotonic() - began < 0.4 + MAX_OVERRUN


def test_nothing_rises_after_the_call():
    for seconds in (0.0, GRACE_SECONDS, 2 * GRACE_SECONDS):
        with suppress(DeadlineExceeded):
            Watchdog(time.monotonic() + 0.01).call(spin, 0.01 + seconds)
        assert spin(3 * GRACE_SECONDS) == "done"


def test_an_outer_leash_is_pulled_though_an_inner_one_catches_it_first():
    caught = []

    def inner():
        while True:
            try:
                Watchdog(time.monotonic() + 60).call(spin)
            except DeadlineExceeded:
                caught.append(1)
                raise

    with pytest.raises(DeadlineExceeded):
        Watchdog(time.monotonic() + 0.05).call(inner)
    assert caught == [1]


def test_what_is_told_in_vain_is_told_again():
    def stubborn():
        for _ in range(3):
            with suppress(DeadlineExceeded):
                spin()
        return "gave in"

    assert Watchdog(time.monotonic() + 0.05).call(stubborn) == "gave in"


def test_two_threads_have_leashes_of_their_own():
    ended = {}

    def work(name, seconds):
        started = time.monotonic()
        try:
            Watchdog(started + seconds).call(spin, 5)
        except DeadlineExceeded:
            ended[name] = time.monotonic() - started

    threads = [threading.Thread(target=work, args=pair) for pair in (("a", 0.05), ("b", 0.6))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ended["a"] >= 0.05
    assert ended["b"] >= 0.6


def test_a_module_is_imported_to_its_end(tmp_path, monkeypatch):
    (tmp_path / "slow_to_import.py").write_text(
        "import time\nend = time.monotonic() + 0.4\nwhile time.monotonic() < end:\n    pass\n"
        "whole = True\n"
    )
    monkeypatch.syspath_prepend(tmp_path)

    def work():
        importlib.import_module("slow_to_import")
        spin()

    with pytest.raises(DeadlineExceeded):
        Watchdog(time.monotonic() + 0.05).call(work)
    assert sys.modules.pop("slow_to_import").whole


def test_the_end_of_an_objects_life_is_not_cut_short():
    ended = []

    class Thing:
        def __del__(self):
            spin(0.3)
            ended.append(1)

    def work():
        thing = Thing()
        del thing
        gc.collect(0)
        spin()

    with pytest.raises(DeadlineExceeded):
        Watchdog(time.monotonic() + 0.05).call(work)
    assert ended == [1]


def test_a_lock_that_is_just_being_taken_is_given_back():
    class Lock:
        """Takes long to be taken, in C."""

        acquire = release = None
        __enter__ = staticmethod(partial(time.sleep, 0.3))

        def __exit__(self, *_):
            given_back.append(self)

    def work():
        with threading.Condition(Lock()):
            spin()

    given_back = []
    with pytest.raises(DeadlineExceeded):
        Watchdog(time.monotonic() + 0.05).call(work)
    assert given_back


def test_what_is_lost_in_a_callback_of_the_collector_is_told_again():
    callback_ended = []

    def callback(phase, info):
        if not callback_ended:
            try:
                while True:
                    pass
            finally:
                callback_ended.append(1)

    def work():
        gc.collect(0)  # ends only because the time is out, and what rose is lost
        spin()

    gc.callbacks.append(callback)
    try:
        with pytest.raises(DeadlineExceeded):
            Watchdog(time.monotonic() + 0.05).call(work)
    finally:
        gc.callbacks.remove(callback)
    assert callback_ended == [1]


def test_what_is_lost_when_a_call_is_left_is_told_again(monkeypatch):
    real, sent = watchdog._raise_in, []

    def lossy(thread):
        sent.append(thread)
        if len(sent) > 1:  # the first is lost in a callback
            real(thread)

    monkeypatch.setattr(watchdog, "_raise_in", lossy)
    watchdog._consume_pending(threading.get_ident())
    assert len(sent) >= 2


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


def test_a_run_that_ends_just_when_it_is_told_leaves_python_as_it_was():
    """A debugger, or coverage, would hang at the next call (3.11): its trace function does."""
    program = (
        "import sys, time\n"
        "from nonet.solving.watchdog import Watchdog\n"
        "leash = Watchdog(time.monotonic() + 1000)\n"
        "def told():\n"
        "    leash._told = True  # as the watchdog does, with what it sends still on its way\n"
        "    return 7\n"
        "assert leash.call(told) == 7\n"
        "def trace(*event):\n"
        "    return trace\n"
        "sys.settrace(trace)\n"
        "print((lambda: 'traced')())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=100, check=False
    )
    assert (done.stdout, done.stderr) == ("traced\n", "")


def test_a_thread_is_started_to_the_end():
    """What is sent meanwhile may rise in the new thread, whose starter then waits for ever."""
    starting, go = threading.Event(), threading.Event()

    class Slow(threading.Thread):
        def __init__(self):
            super().__init__()
            self._started = self

        def wait(self):
            starting.set()
            go.wait(60)

        def set(self):
            pass

        def is_set(self):
            return False

    asked = watchdog.Watchdog(time.monotonic() + 3600)
    starter = threading.Thread(target=lambda: asked.call(Slow().start))
    starter.start()
    assert starting.wait(60)
    assert watchdog._must_finish(starter.ident)
    go.set()
    starter.join(60)
    assert not watchdog._must_finish(starter.ident)


def test_a_limit_of_ages_leaves_the_watchdog_alive_for_others():
    Watchdog(time.monotonic() + 1e18).call(lambda: None)
    time.sleep(0.2)  # in which it has begun to wait
    assert watchdog._thread.is_alive()
    with pytest.raises(DeadlineExceeded):
        Watchdog(time.monotonic() + 0.05).call(spin)


CALLBACK = """
import time, weakref
from nonet.solving.watchdog import DeadlineExceeded, Watchdog

class Thing:
    pass

def spin(_):
    end = time.monotonic() + 0.3
    while time.monotonic() < end:
        pass

def work():
    thing = Thing()
    kept = weakref.ref(thing, spin)
    del thing  # the limit rises in the callback first, and is lost there
    while True:
        pass

try:
    Watchdog(time.monotonic() + 0.05).call(work)
except DeadlineExceeded:
    print("out of time")

def wrong(_):
    raise ValueError("of someone else")

thing = Thing()
kept = weakref.ref(thing, wrong)
del thing
"""


def test_a_limit_that_rises_in_a_callback_writes_nothing_and_hides_nothing_else():
    run = subprocess.run([sys.executable, "-c", CALLBACK], capture_output=True, text=True)
    assert run.stdout == "out of time\n"
    assert "DeadlineExceeded" not in run.stderr
    assert "ValueError: of someone else" in run.stderr
