"""The limits of a question: one deadline, one exception, one way to tell of progress.

A question makes a :class:`Deadline` and does its work by :meth:`Deadline.call`.  Work that may
take long looks at the limits of the questions under way, wherever it is, by :func:`check`:

>>> def work():
...     while True:
...         check()
>>> try:
...     Deadline(0.01).call(work)
... except DeadlineExceeded:
...     print("out of time")
out of time

No exception is ever thrown into a running thread.  Code that cannot look is run where the caller
can end it: solvers written in C in slices or in threads of their own, backends and constraints
of other packages in a child process (``backends/isolated_run.py``).  Outside of ``call`` nothing
rises, so the caller of a generator does not pay for its deadline between two answers.

A question may ask another question; :func:`check` looks at the deadlines of both.  The inner
question lets the exception pass when only the outer deadline is over.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from math import inf, isfinite
from time import monotonic
from typing import Any, Literal, ParamSpec, TypeVar

from nonet.errors import LimitError, NonetError, OutOfTime, Unsupported

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

LimitReason = Literal["time", "memory", "interrupt"]
"""What ends the work on a question before its end: a limit, or Ctrl-C."""

MEMORY_INTERVAL = 0.02
"""Seconds between two looks at the memory, each of which takes some 10 microseconds."""

_MEMORY_VARIABLE = "NONET_MEMORY_LIMIT"
_process_megabytes = float(os.environ.get(_MEMORY_VARIABLE, 0)) or None
"""The memory limit that a command gives to its worker processes by their environment."""

MOST_LISTED = 500_000
"""Values, rows or constraints that one step of building may write out: a second of work, and 200 MB
where each is a tuple."""

FEW_LISTED = 4_096
"""Values up to which a loop does not look at the limits: milliseconds of work."""

BUILD_SECONDS = 0.1
"""Seconds that a question has at least to build its model, whatever its limit."""


class DeadlineExceeded(BaseException):
    """A limit is reached.  Caught where the question was asked, and never seen by a user.

    A ``BaseException``, so that no handler of faults catches the limit.
    """


class Interrupted(KeyboardInterrupt):
    """Ctrl-C while a question was under way.

    ``outcome`` is the answer of the question so far.
    """

    def __init__(self, outcome: Any) -> None:
        self.outcome = outcome
        super().__init__()


class Deadline:
    """The limits of one question: ``seconds`` from now, ``megabytes`` of memory; ``None``: none.

    ``started_at`` and ``until`` are readings of ``time.monotonic``; ``stopped_by`` is what ended
    the work before its end, if anything did.  The memory is the whole process's resident memory,
    in units of 2**20 bytes.  Raises ``LimitError`` for a limit that is none.
    """

    __slots__ = (
        "_max_bytes",
        "_next_look",
        "_next_memory_look",
        "seconds",
        "started_at",
        "stopped_by",
        "until",
    )

    def __init__(self, seconds: float | None = None, *, megabytes: float | None = None) -> None:
        check_limit(seconds, "a time limit", "seconds")
        check_memory_limit(megabytes)
        megabytes = megabytes or _process_megabytes
        self.seconds = seconds
        self.started_at = monotonic()
        self.until = inf if seconds is None else self.started_at + seconds
        self.stopped_by: LimitReason | None = None
        self._max_bytes = None if megabytes is None else megabytes * 2**20
        self._next_memory_look = inf if megabytes is None else -inf
        self._next_look = min(self.until, self._next_memory_look)

    @classmethod
    def at(cls, until: float | None) -> Deadline:
        """Return the deadline at a reading of ``time.monotonic``; ``None``: no deadline."""
        deadline = cls()
        if until is not None:
            deadline.move(until)
        return deadline

    @property
    def elapsed(self) -> float:
        """Seconds since the deadline was made."""
        return monotonic() - self.started_at

    @property
    def expired(self) -> bool:
        """Whether a limit is reached."""
        return monotonic() >= self.until or self.stopped_by == "memory"

    @classmethod
    def of_limits(cls, seconds: float | None, megabytes: float | None) -> Deadline:
        """Return the deadline of these limits, ``NO_DEADLINE`` if there is none."""
        if seconds is None and megabytes is None and _process_megabytes is None:
            return NO_DEADLINE
        return cls(seconds, megabytes=megabytes)

    @property
    def limits_memory(self) -> bool:
        """Whether there is a memory limit."""
        return self._max_bytes is not None

    @property
    def ends_at(self) -> float | None:
        """``until``, or ``None`` without a time limit."""
        return None if self.until == inf else self.until

    def remaining(self) -> float | None:
        """Seconds left, 0 or more; ``None`` without a time limit."""
        return None if self.until == inf else max(0.0, self.until - monotonic())

    def limit_for_part(self, seconds: float | None = None) -> float | None:
        """Return the time limit for a question on the way, never 0: what is left, or ``seconds``
        if that is less."""
        remaining = inf if self.until == inf else max(self.until - monotonic(), 1e-6)
        shortest = min(remaining, inf if seconds is None else seconds)
        return None if shortest == inf else shortest

    def check(self) -> None:
        """Raise ``DeadlineExceeded`` if a limit is reached."""
        if monotonic() >= self._next_look:
            self._look()

    def _look(self) -> None:
        now = monotonic()
        if now >= self.until:
            raise DeadlineExceeded
        self.check_memory()
        self._next_look = min(self.until, self._next_memory_look)

    def check_memory(self, process: int | None = None) -> None:
        """Raise ``DeadlineExceeded`` if this process, or another, has more memory than it may."""
        if self._max_bytes is None or (process is None and monotonic() < self._next_memory_look):
            return
        self._next_memory_look = monotonic() + MEMORY_INTERVAL
        if (resident_bytes(process) or 0) > self._max_bytes:
            self.stopped_by = "memory"
            raise DeadlineExceeded

    def move(self, until: float) -> None:
        """Set another end, a reading of ``time.monotonic``, also for a call under way."""
        self.until = until
        self._next_look = min(until, self._next_memory_look)

    @contextmanager
    def share(self, part: float) -> Iterator[None]:
        """Within the block, leave only this part of the remaining time."""
        until, now = self.until, monotonic()
        if until != inf:
            self.move(now + part * max(0.0, until - now))
        try:
            yield
        finally:
            self.move(until)

    @contextmanager
    def within(self, seconds: float | None) -> Iterator[None]:
        """Within the block, leave at most ``seconds``."""
        until = self.until
        if seconds is not None:
            self.move(min(until, monotonic() + seconds))
        try:
            yield
        finally:
            self.move(until)

    def call(self, function: Callable[P, R], /, *args: P.args, **named: P.kwargs) -> R:
        """Return ``function(*args)``; within the call, :func:`check` looks at this deadline.

        Raises ``DeadlineExceeded`` where the work looks after a limit is reached.
        """
        if self is NO_DEADLINE:
            return function(*args, **named)
        before = _THREAD.deadlines
        _THREAD.deadlines = (*before, self)
        try:
            return function(*args, **named)
        finally:
            _THREAD.deadlines = before

    def finish(self, what: str, function: Callable[P, R], /, *args: P.args, **named: P.kwargs) -> R:
        """Do what a question begins with: as :meth:`call`, with ``BUILD_SECONDS`` at least.

        So a question with a tiny limit still has an answer, "undecided".  Raises ``OutOfTime``,
        with ``what`` was not done, if a limit is reached.
        """
        until = self.until
        if until < monotonic() + BUILD_SECONDS:
            self.move(monotonic() + BUILD_SECONDS)
        try:
            return self.call(function, *args, **named)
        except DeadlineExceeded:
            if not self.expired:
                raise  # a question that asked this one is over
            limit = self.stopped_by or "time"
            raise OutOfTime(f"stopped by the {limit} limit before {what}") from None
        finally:
            self.move(until)

    def finishes(self, work: Callable[[], object]) -> bool:
        """Do the work; return whether it came to its end before a limit, and before Ctrl-C.

        The work itself must store its partial results.
        """
        if self.stopped_by in ("interrupt", "memory"):
            return False
        try:
            self.call(work)
        except DeadlineExceeded:
            if not self.expired:
                raise  # a question that asked this one is over
            self.stopped_by = self.stopped_by or "time"
            return False
        except KeyboardInterrupt:
            self.stopped_by = "interrupt"
            return False
        return True

    def result(self, answer: R) -> R:
        """Return the answer; raise ``Interrupted(answer)`` if Ctrl-C ended the work."""
        if self.stopped_by == "interrupt":
            raise Interrupted(answer) from None
        return answer


class _ThreadState(threading.local):
    deadlines: tuple[Deadline, ...] = ()


_THREAD = _ThreadState()


def check() -> None:
    """Raise ``DeadlineExceeded`` if a limit of a question under way in this thread is reached."""
    for deadline in _THREAD.deadlines:
        deadline.check()


def checked(items: Iterable[T]) -> Iterator[T]:
    """Yield the items; look at the limits before each, as :func:`check` does."""
    for item in items:
        check()
        yield item


def check_size(size: int, what: str, error: type[NonetError] = Unsupported) -> None:
    """Raise ``error`` if a step of building would write out more than ``MOST_LISTED`` things.

    All code that lists a range, a hull, a product or a table before a search estimates its ``size``
    and calls this function first.  ``what`` names the listed things: "the values of x".

    >>> check_size(10**9, "the values of x")
    Traceback (most recent call last):
    ...
    nonet.errors.Unsupported: the values of x are 1,000,000,000, too many to write out (at most \
500,000): give the variables smaller domains, or say it in another way
    """
    if size > MOST_LISTED:
        raise error(
            f"{what} are {size:,}, too many to write out (at most {MOST_LISTED:,}): give the "
            "variables smaller domains, or say it in another way"
        )


def listed(
    items: Iterable[T], size: int, what: str, error: type[NonetError] = Unsupported
) -> Iterable[T]:
    """Return ``items``, about ``size`` of them, for a loop before the first search.

    Raises ``error`` as :func:`check_size` does; a loop over many items looks at the limits.

    >>> sum(listed(range(10), 10, "the values of x"))
    45
    """
    if size <= FEW_LISTED:
        return items
    check_size(size, what, error)
    return _checked_in_chunks(items)


def _checked_in_chunks(items: Iterable[T]) -> Iterator[T]:
    iterator = iter(items)
    while chunk := tuple(islice(iterator, FEW_LISTED)):
        check()
        yield from chunk


def check_memory(process: int | None = None) -> None:
    """Raise ``DeadlineExceeded`` if this process has more memory than a question may take.

    With ``process``, the number of a child process, the memory of that is looked at.
    """
    for deadline in _THREAD.deadlines:
        deadline.check_memory(process)


def current_deadlines() -> tuple[Deadline, ...]:
    """The deadlines of the questions under way in this thread, the outermost first."""
    return _THREAD.deadlines


def call_under(deadlines: tuple[Deadline, ...], function: Callable[[], R]) -> R:
    """Return ``function()``, called in a new thread that works for another one's questions."""
    _THREAD.deadlines = deadlines
    return function()


def check_limit(number: float | None, name: str, unit: str) -> None:
    """Raise ``LimitError`` if a limit is neither ``None`` nor a positive number."""
    if number is not None and (
        isinstance(number, bool)
        or not isinstance(number, int | float)
        or not isfinite(number)
        or number <= 0
    ):
        raise LimitError(f"{name} is a positive number of {unit}, not {number!r}")


def check_memory_limit(megabytes: float | None) -> None:
    """Raise ``LimitError`` for a limit that is none, or that cannot be kept on this system."""
    check_limit(megabytes, "a memory limit", "megabytes")
    if megabytes is not None and resident_bytes() is None:
        raise LimitError("a memory limit cannot be kept on this system: Linux only")


def limit_process_memory(megabytes: float | None) -> None:
    """Set the memory limit of all questions of this process, and of its workers to come."""
    global _process_megabytes
    check_memory_limit(megabytes)
    _process_megabytes = megabytes
    if megabytes is None:
        os.environ.pop(_MEMORY_VARIABLE, None)
    else:
        os.environ[_MEMORY_VARIABLE] = str(megabytes)


def resident_bytes(process: int | None = None) -> int | None:
    """The resident memory in bytes of this process, or another; ``None`` where nothing tells."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        with open(f"/proc/{process or 'self'}/statm", "rb", buffering=0) as file:  # noqa: PTH123 - four times as fast
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None


NO_DEADLINE = Deadline()
"""The deadline that never ends anything."""


# -- progress ------------------------------------------------------------------------

Describe = Callable[[], str]
"""Says in a few words what the work has found by now, or is searching; ``""`` for nothing."""

_progress: Callable[[Describe], object] | None = None


def report_progress(describe: Describe) -> None:
    """Offer the words for a question that begins now, unless another one asked it."""
    if _progress is not None and not _THREAD.deadlines:
        _progress(describe)


def set_progress(callback: Callable[[Describe], object] | None) -> None:
    """Have ``callback`` called with the words of each question that begins, from now on.

    Nobody is told by default (``None``): a library is silent.
    """
    global _progress
    _progress = callback
