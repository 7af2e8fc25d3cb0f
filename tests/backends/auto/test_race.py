"""A race: who joins when, what one hands to the others, and what it comes to when one ends or fails.

Backends of the tests wait for each other by events; the clock of a race is set by hand.
"""

import threading
import time
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import ClassVar

import pytest

import nonet
from nonet.backends import Availability, Capabilities, Request
from nonet.backends.auto import race
from nonet.backends.auto.race import AllBackendsFailed, BackendThread, Race, ThreadsUnavailable
from nonet.backends.auto.selection_rules import SOLUTIONS_TO_WIN, Participant
from nonet.deadline import DeadlineExceeded
from nonet.errors import BackendError, Unsupported
from nonet.model import Model

PATIENCE = 60
"""Seconds after which a test that hangs fails."""

MODEL = Model({"a": range(1000)})
BEST = MODEL.with_objective(nonet.model.Objective("minimize", ("a",), (1,)))


@dataclass
class Scripted:
    """A backend that does what a function of its request yields and returns."""

    name: str
    script: object
    optimises: bool = True
    requests: list = field(default_factory=list)

    capabilities: ClassVar[Capabilities] = Capabilities(posts=frozenset(), optimises=True)

    def available(self):
        return Availability(True)

    def run(self, model, request):
        self.requests.append(request)
        return (yield from self.script(request))


def waits(request):
    """Search for nothing until the run is yielded to stop."""
    while not request.expired():
        time.sleep(0.001)
    return "time"
    yield


def solutions(*values, end=None):
    def script(request):
        for value in values:
            yield {"a": value}
        return end

    return script


def raced(*backends, model=MODEL, request=None, delays=()):
    """The solutions of a race, what stopped it, its request and its failures."""
    request = request or Request()
    entrants = [Participant(each) for each in backends]
    entrants = [
        e._replace(start_delay=d) for e, d in zip(entrants, delays or [0] * 9, strict=False)
    ]
    contest = Race(entrants, model, request)
    steps, values = contest.run(), []
    while True:
        try:
            values.append(next(steps)["a"])
        except StopIteration as stop:
            return values, stop.value, request, contest.failures


# -- when one ends first -----------------------------------------------------------


@pytest.mark.parametrize("end", [None, "solutions", "time"])
def test_who_ends_first_ends_the_race_for_the_same_reason(end):
    other = Scripted("other", waits)
    first = Scripted("first", solutions(3, 5, end=end))
    values, stopped, request, failures = raced(other, first)
    assert (values, stopped, failures) == ([3, 5], end, [])
    assert request.answered_by == "first"
    assert request.stats["raced"] == 2
    assert other.requests[0].deadline == race.PASSED_DEADLINE


def test_whose_time_is_out_has_answered_only_with_a_solution():
    late, with_one = Scripted("late", solutions(end="time")), solutions(7, end="time")
    assert raced(late)[2].answered_by == ""
    assert raced(Scripted("late", with_one))[2].answered_by == "late"


def test_the_statistics_and_the_core_are_of_who_ended():
    def ends(request):
        request.stats["conflicts"] = 7
        request.core = ("a",)
        return None
        yield

    def works(request):
        request.stats["conflicts"] = 1
        request.core = ("b",)
        return (yield from waits(request))

    request = Request()
    request.stats["guesses"] = 99  # of who began alone
    _, _, request, _ = raced(Scripted("works", works), Scripted("ends", ends), request=request)
    assert request.stats == {"conflicts": 7, "raced": 2}
    assert request.core == ("a",)


def test_an_end_that_does_not_stand_alone_leaves_the_race_to_the_others():
    ended = threading.Event()

    def unconfirmed(request):
        ended.set()
        return "unconfirmed"
        yield

    def later(request):
        assert ended.wait(PATIENCE)
        time.sleep(2 * race.POLL_SECONDS)
        yield {"a": 1}
        return None

    doubtful, other = Scripted("doubtful", unconfirmed), Scripted("other", later)
    values, stopped, request, _ = raced(doubtful, other)
    assert (values, stopped, request.answered_by) == ([1], None, "other")
    assert raced(doubtful)[:2] == ([], "unconfirmed")


# -- when one fails ----------------------------------------------------------------


def raises(error):
    def script(request):
        raise error
        yield

    return script


def test_who_fails_is_noted_and_the_others_go_on():
    fault = ZeroDivisionError()
    waiting = threading.Event()

    def later(request):
        assert waiting.wait(PATIENCE)
        yield {"a": 4}
        return None

    def fails(request):
        waiting.set()
        raise fault
        yield

    values, stopped, _, failures = raced(Scripted("fails", fails), Scripted("later", later))
    assert (values, stopped) == ([4], None)
    assert failures in ([], [("fails", fault)])  # it may be heard after the answer


@pytest.mark.parametrize("error", [ValueError("x"), Unsupported("y"), BackendError("z")])
def test_if_all_fail_their_errors_are_kept_in_order(error):
    contest = Race([Participant(Scripted(n, raises(error))) for n in "pq"], MODEL, Request())
    with pytest.raises(AllBackendsFailed):
        next(contest.run())
    assert sorted(name for name, _ in contest.failures) == ["p", "q"]
    assert {noted for _, noted in contest.failures} == {error}


@pytest.mark.parametrize("reason", ["effort", "interrupt"])
def test_an_end_without_a_reason_of_the_race_is_a_failure(reason):
    contest = Race([Participant(Scripted("odd", solutions(end=reason)))], MODEL, Request())
    with pytest.raises(AllBackendsFailed):
        next(contest.run())
    ((name, error),) = contest.failures
    assert (name, str(error)) == ("odd", f"it stopped without a reason ({reason})")


def test_a_deadline_that_a_run_notices_itself_is_an_end_by_time():
    values, stopped, request, failures = raced(Scripted("late", raises(DeadlineExceeded())))
    assert (values, stopped, request.answered_by, failures) == ([], "time", "", [])


def test_where_no_thread_can_be_started_nothing_is_found(monkeypatch):
    def no_threads(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", no_threads)
    with pytest.raises(ThreadsUnavailable):
        next(Race([Participant(Scripted("x", waits))], MODEL, Request()).run())


# -- who joins when ----------------------------------------------------------------


@pytest.mark.parametrize(("spent", "joins"), [(1.9, 1), (2.0, 2), (2.1, 2)])
def test_who_joins_later_joins_at_its_second_of_cpu_time(monkeypatch, spent, joins):
    times = iter([10.0])
    monkeypatch.setattr(race.time, "process_time", lambda: next(times, 10.0 + spent))
    started = threading.Event()

    def first(request):
        started.wait(0.1 if joins == 1 else PATIENCE)
        return None
        yield

    def second(request):
        started.set()
        return (yield from waits(request))

    _, _, request, _ = raced(Scripted("first", first), Scripted("second", second), delays=(0, 2))
    assert request.stats["raced"] == joins


def test_who_joins_later_joins_at_once_if_nobody_is_left(monkeypatch):
    monkeypatch.setattr(race.time, "process_time", lambda: 0.0)
    declines, other = Scripted("declines", raises(Unsupported(""))), Scripted("x", solutions(1))
    assert raced(declines, other, delays=(0, 1e9))[0] == [1]


def test_a_backend_that_cannot_run_here_is_passed_over():
    absent = Participant("no such backend")
    contest = Race([absent, Participant(Scripted("x", solutions(1)))], MODEL, Request())
    assert list(contest.run()) == [{"a": 1}]
    with pytest.raises(AllBackendsFailed):
        next(Race([absent], MODEL, Request()).run())


def test_each_has_a_request_of_its_own_without_effort_and_tracer():
    backend = Scripted("x", solutions(1))
    raced(backend, request=Request(5, effort=3, tracer=print, hint={"a": 1}))
    (own,) = backend.requests
    assert (own.solutions, own.effort, own.tracer, own.hint) == (5, None, None, {"a": 1})


# -- what one hands to the others --------------------------------------------------


def test_the_best_value_and_the_best_bound_are_those_of_all():
    seen, yielded = SimpleQueue(), threading.Event()

    def finds(request):
        request.bound = 3
        yield {"a": 8}
        yield {"a": 9}  # no better
        yielded.set()
        return (yield from waits(request))

    def listens(request):
        assert yielded.wait(PATIENCE)
        request.bound = 5
        while request.incumbent is None:
            time.sleep(0.001)
        seen.put(request.incumbent)
        return None
        yield

    finder, listener = Scripted("finds", finds), Scripted("listens", listens)
    _, stopped, request, _ = raced(finder, listener, model=BEST)
    assert stopped is None
    assert seen.get(timeout=1) == 8
    assert request.incumbent == 8
    assert request.bound == 5


@pytest.mark.parametrize("number", [SOLUTIONS_TO_WIN - 1, SOLUTIONS_TO_WIN])
@pytest.mark.parametrize("model", [MODEL, BEST], ids=["all", "best"])
def test_who_has_found_so_many_solutions_goes_on_alone(number, model):
    """But for an optimum, which another may prove."""
    goes_on_alone = number == SOLUTIONS_TO_WIN and model is MODEL
    stopped, was_alone = threading.Event(), []

    def other(request):
        yield from waits(request)
        stopped.set()
        return "time"

    def many(request):
        for value in range(number):
            yield {"a": 999 - value}
        was_alone.append(stopped.wait(PATIENCE if goes_on_alone else 0.05))
        return None

    values, end, request, _ = raced(Scripted("other", other), Scripted("many", many), model=model)
    assert (len(values), end, request.answered_by) == (number, None, "many")
    assert was_alone == [goes_on_alone]


def test_a_thread_is_at_most_so_many_solutions_ahead():
    queue, request = SimpleQueue(), Request()
    thread = BackendThread(Scripted("x", solutions(*range(1000))), MODEL, request, queue)
    thread.start()
    until = time.monotonic() + PATIENCE
    while queue.qsize() < race.MAX_QUEUED_SOLUTIONS and time.monotonic() < until:
        time.sleep(0.001)
    time.sleep(0.02)
    assert queue.qsize() == race.MAX_QUEUED_SOLUTIONS
    thread.free_slots.release()
    while queue.qsize() == race.MAX_QUEUED_SOLUTIONS and time.monotonic() < until:
        time.sleep(0.001)
    time.sleep(0.02)
    assert queue.qsize() == race.MAX_QUEUED_SOLUTIONS + 1
    thread.cancel()
    thread.thread.wait(PATIENCE)
    messages = [queue.get() for _ in range(queue.qsize())]
    assert [each["a"] for _, each in messages[:-1]] == list(range(len(messages) - 1))
    assert len(messages) == race.MAX_QUEUED_SOLUTIONS + 3  # one more that waited, and the end
    assert messages[-1] == (thread, None)


# -- limits ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("remaining", "waited"), [(None, 0.05), (9.0, 0.05), (0.01, 0.01), (-1, 0)]
)
def test_a_race_looks_at_the_clock_every_twentieth_of_a_second(monkeypatch, remaining, waited):
    monkeypatch.setattr(race.time, "monotonic", lambda: 100.0)
    contest = Race([], MODEL, Request(deadline=None if remaining is None else 100.0 + remaining))
    waits_of = []

    class Queue:
        def get(self, timeout):
            waits_of.append(timeout)
            raise race.Empty

    contest._queue = Queue()
    assert contest._next_message() is None
    assert waits_of == [pytest.approx(waited)]


def test_a_race_ends_by_its_time_though_nobody_looks_at_the_clock():
    stop = threading.Event()

    def deaf(request):
        stop.wait(PATIENCE)
        return None
        yield

    begun = time.monotonic()
    try:
        assert raced(Scripted("deaf", deaf), request=Request(deadline=begun + 0.05))[1] == "time"
        assert time.monotonic() - begun < PATIENCE / 2
    finally:
        stop.set()


def test_threads_of_the_race_are_no_daemons():
    """Python must not end while one is inside a solver's library: that can crash."""
    runner = BackendThread(Scripted("x", solutions(1)), MODEL, Request(), SimpleQueue())
    runner.start()
    assert not runner.thread.daemon
    runner.cancel()
    runner.thread.join(10)
    assert not runner.thread.is_alive()


def test_a_bound_that_is_found_last_is_the_race_s():
    def proves(request):
        yield {"a": 8}
        request.bound = 6
        return "time"

    assert raced(Scripted("proves", proves), model=BEST)[2].bound == 6
