"""What every backend shares: requests and their limits, statistics, and the pool of compiled models."""

import pickle
import threading

import pytest

from nonet.backends.base import (
    Answers,
    Capabilities,
    Pool,
    Request,
    SessionBackend,
    add_statistics,
)
from nonet.backends.native import Native
from nonet.deadline import DeadlineExceeded
from nonet.model import AllDifferent, Linear, Model


@pytest.fixture
def clock(monkeypatch):
    """A clock that shows what ``clock.now`` is set to."""

    class Clock:
        now = 100.0

    monkeypatch.setattr("nonet.backends.base.time.monotonic", lambda: Clock.now)
    return Clock


def test_a_request_is_expired_from_its_deadline_on(clock):
    request = Request(deadline=105.0)
    for now, remaining, expired in ((100.0, 5.0, False), (104.5, 0.5, False), (105.0, 0.0, True)):
        clock.now = now
        assert (request.remaining(), request.expired()) == (remaining, expired)
    clock.now = 300.0
    assert request.remaining() == 0.0
    with pytest.raises(DeadlineExceeded):
        request.check()
    assert Request().remaining() is None and not Request().expired()
    Request().check()


def test_a_copy_has_the_same_demands_and_results_of_its_own():
    request = Request(3, 7.0, effort=9, incumbent=4, hint={"x": 1}, stats={"nodes": 2})
    request.core, request.bound, request.answered_by = ("x",), 5, "native"
    copy = request.copy(incumbent=6)
    assert (copy.solutions, copy.deadline, copy.effort, copy.hint) == (3, 7.0, 9, {"x": 1})
    assert (copy.incumbent, copy.stats, copy.core, copy.bound) == (6, {}, None, None)
    copy.stats["nodes"] = 1
    assert request.stats == {"nodes": 2} and request.incumbent == 4


def test_counters_add_up_and_of_depths_the_greater_counts():
    total: dict[str, int | float] = {"nodes": 3, "depth": 5}
    add_statistics(total, {"nodes": 4, "depth": 2, "guesses": 1})
    add_statistics(total, {"depth": 9})
    assert total == {"nodes": 7, "depth": 9, "guesses": 1}


def test_answers_remember_why_their_run_stopped():
    def run():
        yield 1
        yield 2
        return "time"

    answers = Answers(run())
    assert answers.stopped is None
    assert (list(answers), answers.stopped) == ([1, 2], "time")


def test_capabilities_of_the_same_types_are_equal_only_if_all_is():
    quiet, logging = (Capabilities(frozenset({AllDifferent}), logs=logs) for logs in (False, True))
    assert quiet != logging and hash(quiet) == hash(logging)
    assert quiet == Capabilities(frozenset({AllDifferent}))
    assert hash(quiet) != hash(Capabilities(frozenset({Linear})))


class TestPool:
    """Compiled structures, lent to one run at a time."""

    def borrowed(self, pool, key):
        with pool.borrow(key, object) as item:
            return item

    def test_what_is_given_back_is_lent_again(self):
        pool = Pool()
        first = self.borrowed(pool, "a")
        assert self.borrowed(pool, "a") is first
        assert self.borrowed(pool, "b") is not first

    def test_two_runs_at_a_time_have_items_of_their_own_of_which_one_is_kept(self):
        pool = Pool()
        with pool.borrow("a", object) as first, pool.borrow("a", object) as second:
            assert first is not second
        assert self.borrowed(pool, "a") is second, "the first that came back"

    def test_an_item_is_dropped_after_an_error_and_kept_when_a_run_is_closed(self):
        pool = Pool()

        def run():
            with pool.borrow("a", object) as item:
                yield item

        closed = run()
        item = next(closed)
        closed.close()
        assert self.borrowed(pool, "a") is item
        with pytest.raises(ZeroDivisionError), pool.borrow("a", object) as lent:
            assert lent is item
            raise ZeroDivisionError
        assert self.borrowed(pool, "a") is not item

    def test_the_structure_that_was_used_longest_ago_goes_first(self):
        pool = Pool(size=2)
        items = {key: self.borrowed(pool, key) for key in "ab"}
        assert self.borrowed(pool, "a") is items["a"]
        self.borrowed(pool, "c")
        assert pool.take("b") is None
        assert pool.take("a") is items["a"] and pool.take("a") is None

    def test_as_many_structures_as_its_size_are_kept(self):
        pool = Pool(size=3)
        items = [self.borrowed(pool, key) for key in range(4)]
        assert [pool.take(key) is item for key, item in enumerate(items)] == [
            False,
            True,
            True,
            True,
        ]

    def test_a_copy_is_empty_and_of_the_same_size(self):
        pool = Pool(size=1)
        self.borrowed(pool, "a")
        copy = pickle.loads(pickle.dumps(pool))
        assert copy.take("a") is None
        values = [self.borrowed(copy, key) for key in "ab"]
        assert (copy.take("a"), copy.take("b")) == (None, values[1])

    def test_threads_never_share_an_item(self):
        pool, lent, twice = Pool(), set(), []

        def work():
            for _ in range(200):
                with pool.borrow("a", list) as item:
                    twice.append(id(item)) if id(item) in lent else lent.add(id(item))
                    lent.discard(id(item))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not twice


def test_the_backend_of_a_session_takes_models_as_declared():
    native = Native(order="mrv")
    questions = []

    def run(model, request):
        questions.append(model)
        yield {"x": 1}

    session = SessionBackend(native, run)
    assert (session.name, session.available()) == ("native", native.available())
    assert session.capabilities.takes_everything and not native.capabilities.takes_everything
    assert session.capabilities.posts == native.capabilities.posts
    model = Model({"x": [1]})
    assert list(session.run(model, Request())) == [{"x": 1}] and questions == [model]
