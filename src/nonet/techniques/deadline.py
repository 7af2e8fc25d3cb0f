"""The clock of a question: every loop that may run long asks it.

A hint, a path or a rating has one, which its positions carry; engines that are given a
position, or what is made of one, ask ``clock.check()`` once for each turn of their loops.
So a limit ends any search, whichever technique it is in, and needs no threads or signals.

A question that takes longer than ``NOTICE_AFTER`` seconds tells the log ``nonet`` so, and what is
being searched, at the level INFO: Python writes nothing of that level unless it is asked to
(``logging.basicConfig(level="INFO")``).  The command line has its own lines (``cli/monitor.py``).

>>> NO_DEADLINE.check()
>>> NO_DEADLINE.remaining is None, Deadline(10).capped(2.5) == 2.5
(True, True)
"""

from __future__ import annotations

import sys
from math import inf
from time import monotonic
from typing import ClassVar

from nonet.solving.solution_iterator import checked_limits

NOTICE_AFTER = 2.0
"""Seconds after which the log hears that a question is still at work; again after twice as long."""


class DeadlineExceeded(Exception):
    """A clock's time is over: caught where the question was asked, never seen by a user."""


class Deadline:
    """Seconds from now on, or no limit (``None``).  Raises ``LimitError`` for a limit that is none.

    ``seconds`` is the limit as it was given; a ``silent`` one says nothing.  ``current_search`` is
    the technique that is tried and ``steps`` how many steps there are so far, for who asks what
    takes so long; ``skipped`` says what was not searched at the last position, for it takes too
    long; ``latest`` is the clock of the last question of this process.
    """

    __slots__ = (
        "_deadline",
        "_full_deadline",
        "_next_check",
        "_next_notice",
        "_silent",
        "_started_at",
        "current_search",
        "seconds",
        "skipped",
        "steps",
    )  # fmt: skip

    latest: ClassVar[Deadline | None] = None

    def __init__(self, seconds: float | None = None, *, silent: bool = False) -> None:
        checked_limits(None, seconds)
        self.seconds = seconds
        self.current_search, self.steps = "", 0
        self.skipped: list[str] = []
        self._silent = silent
        self._started_at = monotonic()
        self._full_deadline = self._deadline = (
            inf if seconds is None else self._started_at + seconds
        )
        self._next_notice = inf if silent else self._started_at + NOTICE_AFTER
        self._next_check = min(self._deadline, self._next_notice)
        if not silent:
            Deadline.latest = self

    def check(self) -> None:
        """Raise ``DeadlineExceeded`` if the time is over."""
        if monotonic() > self._next_check:
            self._raise_or_warn(monotonic())

    def _raise_or_warn(self, now: float) -> None:
        if now > self._deadline:
            raise DeadlineExceeded
        if self.current_search:
            passed = now - self._started_at
            worker = sys.modules.get("multiprocessing.process")
            alone = worker is None or worker.parent_process() is None
            heard = alone and sys.platform != "emscripten"  # nobody reads a worker's, nor a page's
            self._next_notice = now + passed if heard else inf
            self._next_check = min(self._deadline, self._next_notice)
            if heard:
                import logging  # takes longer than most hints

                words = f"nonet: still at work after {passed:.0f} s: {self.status_text()}"
                logging.getLogger("nonet").info(words)

    def note_skipped(self, words: str) -> None:
        """Keep what was not searched, for who asked."""
        if not self._silent and words not in self.skipped:
            self.skipped.append(words)

    def status_text(self) -> str:
        """What is being searched, and after how many steps; ``""`` if nothing is."""
        steps = f", {self.steps} step{'s' * (self.steps > 1)} found" if self.steps else ""
        return f"searching {self.current_search}{steps}" if self.current_search else ""

    @property
    def remaining(self) -> float | None:
        """The seconds left, a little above 0 once the time is over; ``None`` without a limit."""
        return None if self._deadline == inf else max(self._deadline - monotonic(), 1e-6)

    def capped(self, seconds: float) -> float:
        """So many seconds, or what is left if that is less."""
        left = self.remaining
        return seconds if left is None else min(seconds, left)

    def limit_to_share(self, parts: int) -> None:
        """From now on there is one of so many equal parts of all the time that is left."""
        now = monotonic()
        self._deadline = now + (self._full_deadline - now) / parts
        self._next_check = min(self._deadline, self._next_notice)


NO_DEADLINE = Deadline(silent=True)
"""A clock that never ends a search, and says nothing."""
