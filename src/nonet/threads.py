"""Threads that are waited for where Ctrl-C, or the end of a time limit, may rise meanwhile.

When an exception rises in ``Thread.join`` or ``is_alive``, CPython 3.11 and 3.12 take the lock that
a thread holds while it runs for one of their own, give it back, and have the thread as ended.  Who
waits for it at the end then waits for nothing: a solver in C++ that came back when Python was gone
ended the process by a signal.

>>> worker = Worker(lambda: None)
>>> worker.start()
>>> worker.wait(60), worker.is_finished
(True, True)
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue


class Completion:
    """The end of some work, for threads that wait for the end."""

    def __init__(self) -> None:
        self._over = threading.Event()

    @property
    def is_finished(self) -> bool:
        """Whether the work has ended."""
        return self._over.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end of the work, ``seconds`` at most; return whether the work has ended."""
        return self._over.wait(seconds)


class Worker(Completion, threading.Thread):
    """A thread that says itself when ``work`` is over: wait for the end, and join at the very end.

    Python's own part of ending the thread is still to come then, a moment later.
    """

    def __init__(
        self, work: Callable[[], None], name: str | None = None, *, daemon: bool | None = None
    ) -> None:
        Completion.__init__(self)
        threading.Thread.__init__(self, target=work, name=name, daemon=daemon)

    def run(self) -> None:
        """Called by Python, in the thread."""
        try:
            super().run()
        finally:
            self._over.set()


class Task(Completion):
    """Work in a thread that is kept for the next work: a new thread costs half a millisecond.

    >>> task = Task(lambda: None)
    >>> task.start()
    >>> task.wait(60), task.is_finished
    (True, True)
    """

    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__()
        self._work: Callable[[], None] | None = work
        self.is_started = False

    def start(self) -> None:
        """Begin the work, in an idle thread or a new one."""
        self.is_started = True
        try:
            tasks = _IDLE.pop()
        except IndexError:
            tasks = SimpleQueue()
            threading.Thread(target=_run_tasks, args=(tasks,), daemon=True).start()
        tasks.put(self)

    def run(self) -> None:
        """Do the work, in this thread, and forget what was needed for it."""
        work, self._work = self._work, None
        assert work is not None
        work()

    def finish(self) -> None:
        """Say that the work has ended."""
        self._over.set()


MAX_IDLE_THREADS = 8
"""Threads that are kept without work; the next one that has none ends."""

_IDLE: deque[SimpleQueue[Task]] = deque()
"""For each idle thread the queue from which it takes its next task."""


def _run_tasks(tasks: SimpleQueue[Task]) -> None:
    is_kept = True
    while is_kept:
        task, is_kept = tasks.get(), False
        try:
            task.run()
            # idle before finished: who waits for this task may begin the next one at once
            if is_kept := len(_IDLE) < MAX_IDLE_THREADS:
                _IDLE.append(tasks)
        finally:
            task.finish()
            del task


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_IDLE.clear)  # a child has none of these threads
