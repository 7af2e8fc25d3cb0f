"""The garbage collector looks around less often while steps are searched.

Steps and positions form no cycles, so counting references frees them; looking for cycles among
all that a search makes costs a tenth of its time.  Thresholds are the process's, so they are set
back when the last question of all threads is answered.

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
    """Within, cycles are looked for rarely; one who has them looked for more rarely, or never,
    is left alone."""
    with _lock:
        found = gc.get_threshold()
        _saved_thresholds.append(found)
        if 0 < found[0] < RELAXED_THRESHOLDS[0]:
            gc.set_threshold(*RELAXED_THRESHOLDS)
    try:
        yield
    finally:
        with _lock:
            found = _saved_thresholds[0]
            _saved_thresholds.pop()
            if not _saved_thresholds:
                gc.set_threshold(*found)
