"""A time limit that holds in code which never looks at the clock.

>>> import time
>>> leash = Leash(time.monotonic() + 0.1)
>>> def spin():
...     while True:
...         pass
>>> try:
...     leash.call(spin)
... except OutOfTime:
...     print("out of time")
out of time

A backend looks at the clock where it searches, and ends in good order.  But before
it searches a model is built, rewritten, posted, encoded and filtered once, by loops
in many rooms, some of them other people's; and a plug-in may hang.  So one thread,
the watchdog, waits for the deadlines of all runs.  ``GRACE`` seconds after one, if
its run is still at work, ``OutOfTime`` rises in the run's own thread, between two
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

GRACE = 0.03
"""Seconds after its deadline that a run has to end by itself."""

AGAIN = 0.05
"""Seconds until it is told again: one that rises in a callback, of the collector or of a weak
reference, is written down by Python ("Exception ignored in ...") and lost there."""


WHOLE = ("importlib._bootstrap", "numba.core")
"""Modules, by how their names begin, whose work is done once and left whole or not at all."""


class OutOfTime(BaseException):
    """The time is out.  Not an ``Exception``, so that no backend takes it for a fault."""


class Leash:
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
    def is_late(self) -> bool:
        """Whether the deadline has passed."""
        return self.deadline is not None and time.monotonic() >= self.deadline

    def move(self, deadline: float) -> None:
        """Have another deadline from now on, also for a call that is under way."""
        with self._lock:
            self.deadline = deadline

    def call(self, work: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
        """``work(*args)``; raises ``OutOfTime`` if that goes on past the deadline."""
        if self.deadline is None:
            return work(*args, **named)
        try:
            self._inside = threading.get_ident()
            if not self.watched:
                _watch(self)
            try:
                return work(*args, **named)
            finally:
                self._leave()
        except OutOfTime:
            self._leave()  # it may have risen in the line above
            raise

    def _leave(self) -> None:
        """From here on nothing rises, not even what was sent and has not arrived."""
        with self._lock:
            thread, self._inside = self._inside, None
            told, self._told = self._told, False
        if thread is not None and told:
            _absorb(thread)

    def pull(self) -> bool:
        """Called by the watchdog when the time is out: whether a call is under way."""
        with self._lock:
            thread = self._inside
            if thread is None:
                return False
            if self.is_late and not _must_finish(thread):
                self._told = True
                _raise_in(thread)
            return True


FREE = Leash(None)
"""The leash without a deadline: it keeps nothing of a call, so one does for all runs."""


def _raise_in(thread: int) -> None:
    """Let ``OutOfTime`` rise in a thread, soon; instead of one that has not risen there yet."""
    import ctypes

    error = ctypes.py_object(OutOfTime)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)


def _absorb(thread: int) -> None:
    """In this thread: have what was sent rise here, whether or not it has arrived.

    It could be taken back instead; but then Python 3.11 believes for ever that something is
    still to rise: it runs slower from then on, and not at all under a debugger.
    """
    try:
        while True:  # one that rises in a callback, as of the collector, is lost there
            _raise_in(thread)
            for _ in range(100):
                pass
    except OutOfTime:
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
    while frame is not None and frame.f_code is not Leash.call.__code__:
        module = str(frame.f_globals.get("__name__", ""))
        if module.startswith(WHOLE) or frame.f_code.co_name == "__del__":
            return True
        if frame.f_code is threading.Thread.start.__code__:
            return True
        frame = frame.f_back
    return False


# -- the watchdog -----------------------------------------------------------------

_bell = threading.Condition()
_due: list[tuple[float, int, ReferenceType[Leash]]] = []
"""A heap of the times to look at a leash."""
_numbers = count()
_thread: threading.Thread | None = None


def _watch(leash: Leash) -> None:
    """Put a leash on the watchdog's list."""
    global _thread
    assert leash.deadline is not None
    leash.watched = True
    with _bell:
        if _thread is None or not _thread.is_alive():
            if sys.implementation.name != "cpython":
                return
            try:
                _thread = threading.Thread(target=_wait, name="nonet watchdog", daemon=True)
                _thread.start()
            except RuntimeError:  # no threads here
                _thread = None
                return
        _push(leash, GRACE)
        if _due[0][2]() is leash:
            _bell.notify()


def _push(leash: Leash, after: float) -> None:
    """Have a leash looked at ``after`` its time is out; soon, where its clock stands still."""
    due = now = time.monotonic()
    if leash.deadline is not None and leash.deadline != inf:
        due = max(leash.deadline, now)
    heappush(_due, (due + after, next(_numbers), ref(leash)))


def _wait() -> None:
    """What the watchdog does."""
    while True:
        with _bell:
            while not _due or _due[0][0] > time.monotonic():
                _bell.wait(_due[0][0] - time.monotonic() if _due else None)
                while _due and _due[0][2]() is None:  # of runs that are over: no need to wake again
                    heappop(_due)
            leash = heappop(_due)[2]()
        if leash is None:
            continue
        leash.watched = False  # before looking: a call that begins meanwhile asks again
        if leash.pull() and not leash.watched:
            leash.watched = True
            with _bell:
                _push(leash, AGAIN)
        del leash


def _forget() -> None:
    """In a child process there is no watchdog yet, and its lock may have been held."""
    global _bell, _thread
    _bell, _thread = threading.Condition(), None
    _due.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
