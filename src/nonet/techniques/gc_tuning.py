"""The garbage collector looks around less often while steps are searched.

Steps and positions form no cycles, so reference counting frees both; looking for cycles among
all objects of a search costs a tenth of its time.  The thresholds belong to the process, so the
old thresholds return when the last running search of all threads ends.

>>> before = gc.get_threshold()
>>> with relaxed_gc():
...     gc.get_threshold()[0] >= RELAXED_THRESHOLDS[0]
True
>>> gc.get_threshold() == before
True
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

RELAXED_THRESHOLDS = (100_000, 20, 20)
"""Thresholds while a question is answered."""

_lock = Lock()
_saved_thresholds: list[tuple[int, int, int]] = []
"""The thresholds that each question under way has found."""


@contextmanager
def relaxed_gc() -> Iterator[None]:
    """Collect cycles rarely within the block; a process that already collects as rarely, or
    never, keeps its settings.
    """
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
