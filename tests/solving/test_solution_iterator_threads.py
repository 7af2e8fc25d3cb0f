"""Threads that are waited for while exceptions rise in who waits; threads that share a run."""

from __future__ import annotations

import signal
import threading
import time

import pytest

import nonet
from nonet.deadline import resident_bytes
from nonet.solving import solution_iterator
from nonet.threads import Task, Worker


class Alarm(BaseException):
    """What rises in the thread that waits."""


def raise_alarm(number: int, frame: object) -> None:
    raise Alarm


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers on this system")
def test_an_exception_in_who_waits_leaves_the_thread_under_way() -> None:
    go_on = threading.Event()
    worker = Worker(lambda: bool(go_on.wait(60)), daemon=True)
    worker.start()
    before = signal.signal(signal.SIGALRM, raise_alarm)
    try:
        for _ in range(3):
            signal.setitimer(signal.ITIMER_REAL, 0.02)
            with pytest.raises(Alarm):
                worker.wait(60)
            assert not worker.is_finished
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not worker.wait(0.01)
    go_on.set()
    assert worker.wait(60) and worker.is_finished
    worker.join(60)


def test_work_that_fails_is_over_too(monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[object] = []
    monkeypatch.setattr(
        threading, "excepthook", lambda arguments: raised.append(arguments.exc_type)
    )

    def fail() -> None:
        time.sleep(0)
        raise ValueError

    worker = Worker(fail, "a worker")
    worker.start()
    assert worker.wait(60) and worker.name == "a worker"
    worker.join(60)
    assert raised == [ValueError]


def test_tasks_one_after_the_other_share_a_thread_and_those_at_once_do_not() -> None:
    seen: list[int] = []
    started, go_on = threading.Event(), threading.Event()

    def record_thread() -> None:
        seen.append(threading.get_ident())

    for work in (
        record_thread,
        record_thread,
        lambda: (record_thread(), started.set(), go_on.wait(60)),
    ):
        task = Task(work)
        task.start()
        if work is record_thread:
            assert task.wait(60)
    assert started.wait(60)
    other = Task(record_thread)
    other.start()
    assert other.wait(60) and not task.is_finished
    go_on.set()
    assert task.wait(60)
    assert seen[0] == seen[1] == seen[2] != seen[3]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_task_that_raises_is_finished_and_its_thread_is_not_used_again() -> None:
    broken, after = Task(lambda: 1 // 0), Task(lambda: None)
    broken.start()
    assert broken.wait(60)
    after.start()
    assert after.wait(60)


@pytest.mark.parametrize("backend", ["native", "cpsat", "sat", "lockstep", "python-constraint"])
def test_threads_that_share_an_iterator_lose_no_solution_and_get_none_twice(backend):
    run = nonet.iter_solutions("." * 16, backend)
    start, taken = threading.Barrier(4), [[] for _ in range(4)]

    def pull(lines):
        start.wait()
        lines += [solution.line for solution in run]

    threads = [threading.Thread(target=pull, args=(lines,)) for lines in taken]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = sorted(line for each in taken for line in each)
    assert lines == sorted(set(lines)) and len(lines) == 288
    assert run.exhausted


def test_a_run_asked_from_inside_itself_says_so_and_is_no_complete_run():
    def ask_again(event):
        next(run)

    run = nonet.iter_solutions("." * 16, "native", tracer=ask_again)
    with pytest.raises(nonet.errors.BackendError, match="the run that has called it"):
        next(run)
    assert not run.exhausted and run.stopped_by == "interrupt"


def test_a_run_remembers_so_many_solutions_unless_it_has_a_memory_limit(monkeypatch):
    monkeypatch.setattr(solution_iterator, "MOST_REMEMBERED_BYTES", 10 * (200 + 8 * 16))
    counted = nonet.count_solutions("." * 16, "native")
    assert (counted.number, counted.exhausted, counted.stopped_by) == (10, False, "memory")
    assert str(counted) == "at least 10"
    few = nonet.solve("." * 16, "native", limit=7)
    assert (len(few.solutions), few.stopped_by) == (7, "solutions")
    if resident_bytes() is not None:
        assert nonet.count_solutions("." * 16, "native", memory_limit=100_000).number == 288
    assert nonet.count_solutions("." * 16, "lockstep").number == 288  # whose lanes need no memory
