"""Threads that are waited for while exceptions rise in who waits."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from nonet.threads import Worker


class Rung(BaseException):
    """What rises in the thread that waits."""


def ring(number: int, frame: object) -> None:
    raise Rung


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers on this system")
def test_an_exception_in_who_waits_leaves_the_thread_under_way() -> None:
    go_on = threading.Event()
    worker = Worker(lambda: bool(go_on.wait(60)), daemon=True)
    worker.start()
    before = signal.signal(signal.SIGALRM, ring)
    try:
        for _ in range(3):
            signal.setitimer(signal.ITIMER_REAL, 0.02)
            with pytest.raises(Rung):
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
    heard: list[object] = []
    monkeypatch.setattr(threading, "excepthook", lambda told: heard.append(told.exc_type))

    def fail() -> None:
        time.sleep(0)
        raise ValueError

    worker = Worker(fail, "a worker")
    worker.start()
    assert worker.wait(60) and worker.name == "a worker"
    worker.join(60)
    assert heard == [ValueError]
