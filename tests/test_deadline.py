"""The limits of a question: looked at by the work, never raised from outside."""

import os
import threading
import time
from math import inf

import pytest

from nonet.deadline import (
    FEW_LISTED,
    MOST_LISTED,
    NO_DEADLINE,
    Deadline,
    DeadlineExceeded,
    Interrupted,
    call_under,
    check,
    check_size,
    checked,
    current_deadlines,
    limit_process_memory,
    listed,
    report_progress,
    resident_bytes,
    set_progress,
)
from nonet.errors import LimitError, ModelError, OutOfTime, Unsupported

PAST = -inf


def passed_deadline():
    return Deadline.at(PAST)


def test_a_call_returns_what_is_returned_and_raises_what_is_raised():
    deadline = Deadline(60)
    assert deadline.call(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        deadline.call(divmod, 7, 0)
    assert NO_DEADLINE.call(check) is None
    assert current_deadlines() == ()


def test_work_that_looks_is_ended_and_other_work_is_not():
    with pytest.raises(DeadlineExceeded):
        passed_deadline().call(check)
    assert passed_deadline().call(lambda: "done") == "done"
    check()  # outside of a call nothing rises


def test_a_deadline_that_moves_holds_for_the_call_that_is_under_way():
    deadline, looks = Deadline(60), []

    def work():
        check()
        looks.append(1)
        deadline.move(PAST)
        check()

    with pytest.raises(DeadlineExceeded):
        deadline.call(work)
    assert looks == [1]


def test_the_limit_of_an_outer_question_ends_an_inner_one():
    outer, inner = passed_deadline(), Deadline(60)
    with pytest.raises(DeadlineExceeded):
        outer.call(lambda: inner.finishes(check))
    assert inner.stopped_by is None  # the inner question was not over


def test_the_limit_of_an_inner_question_leaves_the_outer_one_going():
    outer, inner = Deadline(60), passed_deadline()
    assert outer.finishes(lambda: inner.finishes(check))
    assert (outer.stopped_by, inner.stopped_by) == (None, "time")


def test_ctrl_c_is_kept_for_the_answer():
    def work():
        raise KeyboardInterrupt

    deadline = Deadline()
    assert not deadline.finishes(work)
    assert not deadline.finishes(check)  # nothing more is done
    with pytest.raises(Interrupted) as caught:
        deadline.result(7)
    assert caught.value.outcome == 7


def test_a_share_is_a_part_of_the_remaining_time():
    deadline = Deadline(1000)
    end = deadline.until
    with deadline.share(1 / 4):
        assert 240 < deadline.remaining() <= 250
        with deadline.share(1 / 2):
            assert 110 < deadline.remaining() <= 125
    assert deadline.until == end
    with NO_DEADLINE.share(0.5):
        assert NO_DEADLINE.remaining() is None


def test_a_part_is_never_given_a_limit_of_zero():
    assert 0 < passed_deadline().limit_for_part() < 1e-3
    assert Deadline(100).limit_for_part(3) == 3
    assert NO_DEADLINE.limit_for_part() is None
    assert NO_DEADLINE.limit_for_part(3) == 3


def test_two_threads_have_deadlines_of_their_own():
    ended = {}

    def work(name, deadline):
        ended[name] = not deadline.finishes(check)

    pairs = (("late", passed_deadline()), ("early", Deadline(60)))
    threads = [threading.Thread(target=work, args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ended == {"late": True, "early": False}


def test_a_thread_may_work_for_the_questions_of_another():
    raised = []

    def work():
        try:
            check()
        except DeadlineExceeded:
            raised.append(1)

    deadlines = passed_deadline().call(current_deadlines)
    thread = threading.Thread(target=lambda: call_under(deadlines, work))
    thread.start()
    thread.join()
    assert raised == [1]


@pytest.mark.parametrize("limit", [0, -1, inf, float("nan"), True, "1"])
def test_a_limit_that_is_none_is_an_error(limit):
    with pytest.raises(LimitError, match="a time limit is a positive number of seconds"):
        Deadline(limit)
    with pytest.raises(LimitError, match="a memory limit is a positive number of megabytes"):
        Deadline(megabytes=limit)


def test_a_limit_of_ages_is_a_limit():
    deadline = Deadline(1e18)
    assert deadline.call(lambda: "done") == "done"
    assert deadline.remaining() > 1e17


@pytest.mark.skipif(resident_bytes() is None, reason="this system does not tell the memory in use")
def test_memory_is_looked_at_where_the_time_is():
    deadline = Deadline(megabytes=1)  # less than Python takes
    with pytest.raises(DeadlineExceeded):
        deadline.call(check)
    assert (deadline.stopped_by, deadline.expired) == ("memory", True)
    assert Deadline(megabytes=1 << 40).call(check) is None


def test_progress_is_silent_by_default_and_reported_for_the_outermost_question():
    reported = []
    report_progress(lambda: reported.append("nobody asked"))
    set_progress(lambda describe: reported.append(describe()))
    try:
        report_progress(lambda: "first")
        Deadline(60).call(report_progress, lambda: "within another")
        assert reported == ["first"]
    finally:
        set_progress(None)


def test_elapsed_time_goes_on():
    deadline = Deadline()
    began = time.monotonic()
    while time.monotonic() == began:
        pass
    assert deadline.elapsed > 0


def test_what_is_too_much_to_write_out_is_refused_before_anything_is_listed():
    check_size(MOST_LISTED, "the values of x")
    with pytest.raises(Unsupported, match=r"the values of x are 500,001, too many to write out"):
        check_size(MOST_LISTED + 1, "the values of x")
    with pytest.raises(ModelError, match="the rows of a table are 1,000,000,000"):
        listed(iter(()), 10**9, "the rows of a table", ModelError)


def test_a_long_list_looks_at_the_limits_and_a_short_one_is_given_as_it_is():
    short = range(FEW_LISTED)
    assert listed(short, len(short), "the values of x") is short
    long = range(3 * FEW_LISTED + 1)
    assert list(listed(long, len(long), "the values of x")) == list(long)
    deadline, seen = Deadline(60), []

    def work():
        for value in listed(long, len(long), "the values of x"):
            seen.append(value)
            deadline.move(PAST)

    with pytest.raises(DeadlineExceeded):
        deadline.call(work)
    assert len(seen) == FEW_LISTED


class Clock:
    """A clock that goes on when it is told."""

    def __init__(self, monkeypatch):
        self.now = 1000.0
        monkeypatch.setattr("nonet.deadline.monotonic", lambda: self.now)


def test_a_deadline_to_the_tick(monkeypatch):
    clock = Clock(monkeypatch)
    deadline = Deadline(8)
    assert (deadline.seconds, deadline.started_at, deadline.until) == (8, 1000.0, 1008.0)
    assert (deadline.ends_at, deadline.elapsed, deadline.remaining()) == (1008.0, 0.0, 8.0)
    clock.now = 1006.0
    assert (deadline.elapsed, deadline.remaining(), deadline.expired) == (6.0, 2.0, False)
    assert (deadline.limit_for_part(), deadline.limit_for_part(1), deadline.limit_for_part(9)) == (
        2,
        1,
        2,
    )
    deadline.check()
    with deadline.share(0.25):
        assert deadline.until == 1006.5
    with deadline.within(1.5):
        assert deadline.until == 1007.5
        with deadline.within(None):
            assert deadline.until == 1007.5
        with deadline.within(9):
            assert deadline.until == 1007.5
    assert deadline.until == 1008.0
    clock.now = 1008.0
    assert deadline.expired and deadline.remaining() == 0.0
    with pytest.raises(DeadlineExceeded):
        deadline.check()
    clock.now = 1010.0
    assert deadline.remaining() == 0.0 and 0 < deadline.limit_for_part() <= 1e-6
    with deadline.share(0.5):
        assert deadline.expired  # nothing is left to share
    deadline.move(1011.0)
    deadline.check()


def test_deadlines_of_readings_and_of_limits(monkeypatch):
    Clock(monkeypatch)
    assert Deadline.at(None).ends_at is None and Deadline.at(1001.5).remaining() == 1.5
    assert Deadline.of_limits(None, None) is NO_DEADLINE
    assert Deadline.of_limits(2, None).until == 1002.0
    assert not Deadline(2).limits_memory and NO_DEADLINE.ends_at is None
    if resident_bytes() is not None:
        assert Deadline.of_limits(None, 9999).limits_memory


def test_what_a_question_begins_with_has_a_least_time(monkeypatch):
    clock = Clock(monkeypatch)
    deadline = Deadline(0.01)

    def work(seconds):
        clock.now += seconds
        check()
        return "done"

    assert deadline.finish("it", work, 0.09) == "done"
    assert deadline.until == 1000.01
    with pytest.raises(OutOfTime, match="stopped by the time limit before it was built"):
        deadline.finish("it was built", work, 0.11)
    assert deadline.until == 1000.01
    long = Deadline(50)
    assert long.finish("it", work, seconds=49) == "done" and long.until == 1000.2 + 50
    with pytest.raises(DeadlineExceeded):  # of the question that asks, which is over
        passed_deadline().call(long.finish, "it", check)


@pytest.mark.skipif(resident_bytes() is None, reason="this system does not tell the memory in use")
def test_a_limit_of_the_process_holds_for_all_questions_and_for_its_workers(monkeypatch):
    monkeypatch.delenv("NONET_MEMORY_LIMIT", raising=False)
    try:
        limit_process_memory(1)
        assert os.environ["NONET_MEMORY_LIMIT"] == "1"
        assert Deadline().limits_memory and Deadline.of_limits(None, None) is not NO_DEADLINE
        with pytest.raises(DeadlineExceeded):
            Deadline().call(check)
        assert Deadline(megabytes=1 << 40).call(check) is None
        for limit in (0, -1, True, "5"):
            with pytest.raises(LimitError, match="a memory limit is a positive number"):
                limit_process_memory(limit)
        assert os.environ["NONET_MEMORY_LIMIT"] == "1"
    finally:
        limit_process_memory(None)
    assert "NONET_MEMORY_LIMIT" not in os.environ and not Deadline().limits_memory
    limit_process_memory(None)


@pytest.mark.skipif(resident_bytes() is None, reason="this system does not tell the memory in use")
def test_memory_is_looked_at_every_so_often(monkeypatch):
    clock = Clock(monkeypatch)
    sizes = iter([1 << 20, 2 << 20, 3 << 20, (3 << 20) + 1])
    monkeypatch.setattr("nonet.deadline.resident_bytes", lambda process=None: next(sizes))
    deadline = Deadline(megabytes=3)  # which looks whether memory is told at all
    for _ in range(3):
        deadline.check()  # one look
    clock.now += 0.02
    deadline.check()  # as much as it may have
    clock.now += 0.019
    deadline.check()  # too early for a look
    clock.now += 0.001
    with pytest.raises(DeadlineExceeded):
        deadline.check()
    assert deadline.stopped_by == "memory" and deadline.expired
    assert not deadline.finishes(check)


def test_items_are_looked_at_one_by_one():
    deadline, met = Deadline(60), []

    def work():
        for item in checked("abc"):
            met.append(item)
            deadline.move(PAST)

    with pytest.raises(DeadlineExceeded):
        deadline.call(work)
    assert met == ["a"] and list(checked("abc")) == ["a", "b", "c"]
    assert Deadline().result("answer") == "answer"
