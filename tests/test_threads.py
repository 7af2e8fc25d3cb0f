"""Threads whose end is waited for by an event of theirs: workers, and tasks in threads that are kept."""

import threading

import pytest

from nonet import threads
from nonet.threads import Completion, Task, Worker

SOON = 60
"""Seconds that no wait of these tests takes."""


@pytest.fixture
def no_idle_threads(monkeypatch):
    """Keep the threads of this test apart from others'."""
    idle = type(threads._IDLE)()
    monkeypatch.setattr(threads, "_IDLE", idle)
    return idle


def test_an_end_that_does_not_come_is_waited_for_as_long_as_asked():
    completion = Completion()
    assert not completion.is_finished and completion.wait(0.0) is False


def test_a_worker_says_when_its_work_is_over_and_its_thread_ends_after():
    go_on, done = threading.Event(), []
    worker = Worker(lambda: (go_on.wait(SOON), done.append(1)), name="at work", daemon=True)
    assert (worker.name, worker.daemon) == ("at work", True)
    worker.start()
    assert not worker.is_finished and worker.wait(0.001) is False
    go_on.set()
    assert worker.wait(SOON) and worker.is_finished and done == [1]
    worker.join(SOON)
    assert not worker.is_alive()


def test_a_worker_whose_work_raises_has_ended_too(monkeypatch):
    raised = []
    monkeypatch.setattr(threading, "excepthook", raised.append)
    worker = Worker(lambda: 1 // 0)
    worker.start()
    assert worker.wait(SOON)
    worker.join(SOON)
    assert [each.exc_type for each in raised] == [ZeroDivisionError]


def test_the_next_task_is_done_by_the_thread_of_the_one_before(no_idle_threads):
    names = []
    for _ in range(3):
        task = Task(lambda: names.append(threading.current_thread().name))
        assert not task.is_started
        task.start()
        assert task.is_started and task.wait(SOON) and task.is_finished
    assert len(names) == 3 and len(set(names)) == 1
    assert len(no_idle_threads) == 1


@pytest.mark.parametrize("together", [1, 2, 3])
def test_no_more_threads_are_kept_than_the_limit(no_idle_threads, monkeypatch, together):
    monkeypatch.setattr(threads, "MAX_IDLE_THREADS", 2)
    go_on, before = threading.Event(), threading.active_count()
    tasks = [Task(lambda: go_on.wait(SOON)) for _ in range(together)]
    for task in tasks:
        task.start()
    assert threading.active_count() == before + together, "none waits for another"
    go_on.set()
    assert all(task.wait(SOON) for task in tasks)
    assert len(no_idle_threads) == min(together, 2)


def test_a_task_that_raises_ends_its_thread_and_is_finished(no_idle_threads, monkeypatch):
    monkeypatch.setattr(threading, "excepthook", lambda each: None)
    task = Task(lambda: 1 // 0)
    task.start()
    assert task.wait(SOON)
    assert not no_idle_threads


def test_a_task_forgets_its_work_and_does_it_once():
    task = Task(lambda: None)
    task.run()
    with pytest.raises(AssertionError):
        task.run()
