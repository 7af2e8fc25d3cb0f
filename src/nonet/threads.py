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

import threading
from collections.abc import Callable


class Worker(threading.Thread):
    """A thread that says itself when ``work`` is over; wait for that, and join it at the very end.

    What Python itself does to end the thread is still to come then, a moment later.
    """

    def __init__(
        self, work: Callable[[], None], name: str | None = None, *, daemon: bool | None = None
    ) -> None:
        super().__init__(target=work, name=name, daemon=daemon)
        self._over = threading.Event()

    def run(self) -> None:
        """Called by Python, in the thread."""
        try:
            super().run()
        finally:
            self._over.set()

    @property
    def is_finished(self) -> bool:
        """Whether the work has ended."""
        return self._over.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end of the work, so long at most; whether it has ended."""
        return self._over.wait(seconds)
