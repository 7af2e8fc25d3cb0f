"""The deadline of a hint, a path or a rating: it also says what is being searched.

The positions of a search carry it; engines that are given a position call ``deadline.check()``
once in each turn of their loops.

>>> NO_DEADLINE.check()
>>> NO_DEADLINE.remaining() is None, SearchDeadline(10).limit_for_part(2.5)
(True, 2.5)
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from nonet.deadline import Deadline, DeadlineExceeded, report_progress


class SearchDeadline(Deadline):
    """A deadline with the state of its search.

    ``current_search`` is the technique that is tried, ``steps`` the number of steps so far.
    """

    __slots__ = ("current_search", "steps")

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__(seconds)
        self.current_search, self.steps = "", 0

    @classmethod
    def reported(cls, seconds: float | None) -> SearchDeadline:
        """Return the deadline of a question, whose search is what the progress tells of."""
        deadline = cls(seconds)
        report_progress(deadline.status_text)
        return deadline

    def status_text(self) -> str:
        """What is being searched, and after how many steps; ``""`` if nothing is."""
        steps = f", {self.steps} step{'s' * (self.steps > 1)} found" if self.steps else ""
        return f"searching {self.current_search}{steps}" if self.current_search else ""


cpu_time = getattr(time, "thread_time", time.process_time)
"""Seconds of processor time of this thread; of the process where a browser knows no threads."""


LEAST_PART = 0.05
"""Seconds that a solver asked for a part has at least."""


class PatienceDeadline(SearchDeadline):
    """The end of a part of a search, after some seconds of this thread's processor time.

    Time of the processor, so that what a search has found by then does not depend on other
    programs. The deadline of the whole search is obeyed as well.
    """

    __slots__ = ("_cpu_until", "_next_cpu_look", "_outer")

    def __init__(self, outer: SearchDeadline, seconds: float) -> None:
        super().__init__()
        self._outer, self._cpu_until = outer, cpu_time() + seconds
        self._next_cpu_look = time.monotonic() + seconds
        self.until = outer.until

    def limit_for_part(self, seconds: float | None = None) -> float | None:
        """Return the seconds that a part may take, of which none is without any."""
        patience = max(LEAST_PART, self._cpu_until - cpu_time())
        return super().limit_for_part(patience if seconds is None else min(seconds, patience))

    def check(self) -> None:
        """Raise ``DeadlineExceeded`` if either end is reached."""
        self._outer.check()
        now = time.monotonic()
        if now >= self._next_cpu_look:  # a thread takes no more seconds of a processor than pass
            remaining = self._cpu_until - cpu_time()
            if remaining <= 0:
                raise DeadlineExceeded
            self._next_cpu_look = now + remaining


NO_DEADLINE = SearchDeadline()
"""The deadline that never ends a search."""


# The garbage collector looks around less often while steps are searched.
#
# Steps and positions form no cycles, so reference counting frees both; looking for cycles among
# all objects of a search costs a tenth of its time. The thresholds belong to the process, so the
# old thresholds return when the last running search of all threads ends.

RELAXED_THRESHOLDS = (100_000, 20, 20)
"""Thresholds while a question is answered."""

_lock = Lock()
_saved_thresholds: list[tuple[int, int, int]] = []
"""The thresholds that each question under way has found."""


@contextmanager
def relaxed_gc() -> Iterator[None]:
    """Collect cycles rarely within the block, unless the process does so already."""
    with _lock:
        thresholds = gc.get_threshold()
        _saved_thresholds.append(thresholds)
        if 0 < thresholds[0] < RELAXED_THRESHOLDS[0]:
            gc.set_threshold(*RELAXED_THRESHOLDS)
    try:
        yield
    finally:
        with _lock:
            thresholds = _saved_thresholds[0]
            _saved_thresholds.pop()
            if not _saved_thresholds:
                gc.set_threshold(*thresholds)
