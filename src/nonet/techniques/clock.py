"""The clock of a question: every loop that may run long asks it.

A hint, a path or a rating has one, which its positions carry; engines that are given a
position, or what is made of one, ask ``clock.check()`` once for each turn of their loops.
So a limit ends any search, whichever technique it is in, and needs no threads or signals.

A question that takes longer than ``LATE`` seconds says so, and what is being searched: as a
warning of the log ``nonet``, which Python writes on standard error unless it is told otherwise.

>>> UNLIMITED.check()
>>> UNLIMITED.left is None, Clock(10).within(2.5) == 2.5
(True, True)
"""

from __future__ import annotations

import sys
from math import inf
from time import monotonic
from typing import ClassVar

from nonet.solving.run import checked_limits

LATE = 2.0
"""Seconds after which a question says that it is still at work; again after twice as long."""


class TimeIsUp(Exception):
    """A clock's time is over: caught where the question was asked, never seen by a user."""


class Clock:
    """Seconds from now on, or no limit (``None``).  Raises ``LimitError`` for a limit that is none.

    ``seconds`` is the limit as it was given; a ``silent`` one says nothing.  ``searched`` is the
    technique that is tried and ``steps`` how many steps there are so far, for who asks what takes
    so long; ``left_out`` says what was not searched at the last position, for it takes too long;
    ``latest`` is the clock of the last question of this process.
    """

    __slots__ = (
        "_began", "_deadline", "_end", "_next", "_silent", "_word",
        "left_out", "searched", "seconds", "steps",
    )  # fmt: skip

    latest: ClassVar[Clock | None] = None

    def __init__(self, seconds: float | None = None, *, silent: bool = False) -> None:
        checked_limits(None, seconds)
        self.seconds = seconds
        self.searched, self.steps = "", 0
        self.left_out: list[str] = []
        self._silent = silent
        self._began = monotonic()
        self._end = self._deadline = inf if seconds is None else self._began + seconds
        self._word = inf if silent else self._began + LATE
        self._next = min(self._deadline, self._word)
        if not silent:
            Clock.latest = self

    def check(self) -> None:
        """Raise ``TimeIsUp`` if the time is over."""
        if monotonic() > self._next:
            self._due(monotonic())

    def _due(self, now: float) -> None:
        if now > self._deadline:
            raise TimeIsUp
        if self.searched:
            passed = now - self._began
            worker = sys.modules.get("multiprocessing.process")
            alone = worker is None or worker.parent_process() is None
            heard = alone and sys.platform != "emscripten"  # nobody reads a worker's, nor a page's
            self._word = now + passed if heard else inf
            self._next = min(self._deadline, self._word)
            if heard:
                import logging  # takes longer than most hints

                words = f"nonet: still at work after {passed:.0f} s: {self.in_words()}"
                logging.getLogger("nonet").warning(words)

    def note(self, words: str) -> None:
        """Keep what was not searched, for who asked."""
        if not self._silent and words not in self.left_out:
            self.left_out.append(words)

    def in_words(self) -> str:
        """What is being searched, and after how many steps; ``""`` if nothing is."""
        steps = f", {self.steps} step{'s' * (self.steps > 1)} found" if self.steps else ""
        return f"searching {self.searched}{steps}" if self.searched else ""

    @property
    def left(self) -> float | None:
        """The seconds left, a little above 0 once the time is over; ``None`` without a limit."""
        return None if self._deadline == inf else max(self._deadline - monotonic(), 1e-6)

    def within(self, seconds: float) -> float:
        """So many seconds, or what is left if that is less."""
        left = self.left
        return seconds if left is None else min(seconds, left)

    def share(self, parts: int) -> None:
        """From now on there is one of so many equal parts of all the time that is left."""
        now = monotonic()
        self._deadline = now + (self._end - now) / parts
        self._next = min(self._deadline, self._word)


UNLIMITED = Clock(silent=True)
"""A clock that never ends a search, and says nothing."""
