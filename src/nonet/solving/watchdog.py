"""A time limit that holds in code which never looks at the clock.

>>> import time
>>> leash = Watchdog(time.monotonic() + 0.1)
>>> def spin():
...     while True:
...         pass
>>> try:
...     leash.call(spin)
... except DeadlineExceeded:
...     print("out of time")
out of time

A backend looks at the clock where it searches, and ends in good order.  But before
it searches a model is built, rewritten, posted, encoded and filtered once, by loops
in many rooms, some of them other people's; and a plug-in may hang.  So one thread,
the watchdog, waits for the deadlines of all runs.  ``GRACE_SECONDS`` seconds after one, if
its run is still at work, ``DeadlineExceeded`` rises in the run's own thread, between two
instructions of Python, as ``KeyboardInterrupt`` does in the main one; so whatever
survives Ctrl-C survives this, and nothing has to be said in any loop.

What it cannot do: end a call into a library written in C before that returns
(solvers are called in slices or in threads of their own for this reason; a plug-in
that sleeps in C is waited for; a pause of the garbage collector took 0.13 to 0.28 s with 100,000
constraints).  And the import of a module, the compiling of a
kernel, a ``__del__`` or the taking of a ``threading.Condition`` (a queue's, say) is always let
finish: half a module is worse than none, and so is a lock that nobody gives back.  Where
there are no threads (Python in a browser) only the clock that backends look at
themselves is left.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import ParamSpec, TypeVar
from weakref import ReferenceType, ref

P = ParamSpec("P")
R = TypeVar("R")

GRACE_SECONDS = 0.03
"""Seconds after its deadline that a run has to end by itself."""

REPEAT_SECONDS = 0.05
"""Seconds until it is told again: one that rises in a callback, of the collector or of a weak
reference, is written down by Python ("Exception ignored in ...") and lost there."""


LONGEST_WAIT = min(threading.TIMEOUT_MAX, 1e6)
"""Seconds that the watchdog waits at most before it looks again."""

UNINTERRUPTED_MODULES = ("importlib._bootstrap", "numba.core")
"""Modules, by how their names begin, whose work is done once and left whole or not at all."""


class DeadlineExceeded(BaseException):
    """The time is out.  Not an ``Exception``, so that no backend takes it for a fault."""


class Watchdog:
    """Calls functions, and ends them after ``deadline``, a reading of ``time.monotonic``.

    ``None`` stands for no deadline.  Used by one thread at a time.
    """

    def __init__(self, deadline: float | None) -> None:
        self.deadline = deadline
        self.watched = False
        """Whether the watchdog has this leash in its list."""
        self._inside: int | None = None
        """The thread that is in a call, by its identifier."""
        self._told = False
        self._lock = threading.Lock()

    @property
    def has_expired(self) -> bool:
        """Whether the deadline has passed."""
        return self.deadline is not None and time.monotonic() >= self.deadline

    def set_deadline(self, deadline: float) -> None:
        """Have another deadline from now on, also for a call that is under way."""
        with self._lock:
            self.deadline = deadline

    def call(self, function: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
        """``work(*args)``; raises ``DeadlineExceeded`` if that goes on past the deadline."""
        if self.deadline is None:
            return function(*args, **named)
        try:
            self._inside = threading.get_ident()
            if not self.watched:
                _start_watching(self)
            try:
                return function(*args, **named)
            finally:
                self._end_call()
        except DeadlineExceeded:
            self._end_call()  # it may have risen in the line above
            raise

    def _end_call(self) -> None:
        """From here on nothing rises, not even what was sent and has not arrived."""
        with self._lock:
            thread, self._inside = self._inside, None
            told, self._told = self._told, False
        if thread is not None and told:
            _consume_pending(thread)

    def interrupt(self) -> bool:
        """Called by the watchdog when the time is out: whether a call is under way."""
        with self._lock:
            thread = self._inside
            if thread is None:
                return False
            if self.has_expired and not _must_finish(thread):
                self._told = True
                _raise_in(thread)
            return True


UNLIMITED = Watchdog(None)
"""The leash without a deadline: it keeps nothing of a call, so one does for all runs."""


def _raise_in(thread: int) -> None:
    """Let ``DeadlineExceeded`` rise in a thread, soon; instead of one that has not risen there
    yet."""
    import ctypes

    _silence_lost_exceptions()
    error = ctypes.py_object(DeadlineExceeded)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)


def _silence_lost_exceptions() -> None:
    """Have Python write nothing of a ``DeadlineExceeded`` that rises in a callback and is lost.

    It rises again (``REPEAT_SECONDS``).  What else is lost is written as before.
    """
    before = sys.unraisablehook
    if getattr(before, "ignores_deadlines", False):
        return

    def hook(lost: sys.UnraisableHookArgs) -> None:
        if not issubclass(lost.exc_type, DeadlineExceeded):
            before(lost)

    hook.ignores_deadlines = True  # type: ignore[attr-defined]
    sys.unraisablehook = hook


def _consume_pending(thread: int) -> None:
    """In this thread: have what was sent rise here, whether or not it has arrived.

    It could be taken back instead; but then Python 3.11 believes for ever that something is
    still to rise: it runs slower from then on, and not at all under a debugger.
    """
    try:
        while True:  # one that rises in a callback, as of the collector, is lost there
            _raise_in(thread)
            for _ in range(100):
                pass
    except DeadlineExceeded:
        pass


def _must_finish(thread: int) -> bool:
    """Whether the thread has begun, on its leash, what is always let finish.

    To start a thread is: until that runs, CPython 3.11 has it under the identifier of the one who
    starts it.  What is sent to him would rise there, end it before it says that it has begun, and
    he would wait for that for ever.
    """
    frame = sys._current_frames().get(thread)
    if frame is not None and frame.f_code is threading.Condition.__enter__.__code__:
        return True
    while frame is not None and frame.f_code is not Watchdog.call.__code__:
        module = str(frame.f_globals.get("__name__", ""))
        if module.startswith(UNINTERRUPTED_MODULES) or frame.f_code.co_name == "__del__":
            return True
        if frame.f_code is threading.Thread.start.__code__:
            return True
        frame = frame.f_back
    return False


# -- the watchdog -----------------------------------------------------------------

_wake_condition = threading.Condition()
_wake_heap: list[tuple[float, int, ReferenceType[Watchdog]]] = []
"""A heap of the times to look at a leash."""
_tie_breakers = count()
_thread: threading.Thread | None = None


def _start_watching(watchdog: Watchdog) -> None:
    """Put a leash on the watchdog's list."""
    global _thread
    assert watchdog.deadline is not None
    watchdog.watched = True
    with _wake_condition:
        if _thread is None or not _thread.is_alive():
            if sys.implementation.name != "cpython":
                return
            try:
                _thread = threading.Thread(
                    target=_watchdog_loop, name="nonet watchdog", daemon=True
                )
                _thread.start()
            except RuntimeError:  # no threads here
                _thread = None
                return
        _schedule(watchdog, GRACE_SECONDS)
        if _wake_heap[0][2]() is watchdog:
            _wake_condition.notify()


def _schedule(watchdog: Watchdog, delay: float) -> None:
    """Have a leash looked at ``after`` its time is out; soon, where its clock stands still."""
    due = now = time.monotonic()
    if watchdog.deadline is not None and watchdog.deadline != inf:
        due = max(watchdog.deadline, now)
    heappush(_wake_heap, (due + delay, next(_tie_breakers), ref(watchdog)))


def _watchdog_loop() -> None:
    """What the watchdog does."""
    while True:
        with _wake_condition:
            while not _wake_heap or _wake_heap[0][0] > time.monotonic():
                seconds = _wake_heap[0][0] - time.monotonic() if _wake_heap else None
                # a longer wait than the platform has is an error, and would end this thread
                _wake_condition.wait(None if seconds is None else min(seconds, LONGEST_WAIT))
                while (
                    _wake_heap and _wake_heap[0][2]() is None
                ):  # of runs that are over: no need to wake again
                    heappop(_wake_heap)
            leash = heappop(_wake_heap)[2]()
        if leash is None:
            continue
        leash.watched = False  # before looking: a call that begins meanwhile asks again
        if leash.interrupt() and not leash.watched:
            leash.watched = True
            with _wake_condition:
                _schedule(leash, REPEAT_SECONDS)
        del leash


def _reset_after_fork() -> None:
    """In a child process there is no watchdog yet, and its lock may have been held."""
    global _wake_condition, _thread
    _wake_condition, _thread = threading.Condition(), None
    _wake_heap.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset_after_fork)
