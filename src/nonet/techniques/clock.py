"""The clock of a question: every loop that may run long asks it.

A hint, a path or a rating has one, which its positions carry; engines that are given a
position, or what is made of one, ask ``clock.check()`` once for each turn of their loops.
So a limit ends any search, whichever technique it is in, and needs no threads or signals.

>>> UNLIMITED.check()
>>> UNLIMITED.left is None, Clock(10).within(2.5) == 2.5
(True, True)
"""

from __future__ import annotations

from math import inf
from time import monotonic

from nonet.solving.run import checked_limits


class TimeIsUp(Exception):
    """A clock's time is over: caught where the question was asked, never seen by a user."""


class Clock:
    """Seconds from now on, or no limit (``None``).  Raises ``LimitError`` for a limit that is none.

    ``seconds`` is the limit as it was given.
    """

    __slots__ = ("_deadline", "_end", "seconds")

    def __init__(self, seconds: float | None = None) -> None:
        checked_limits(None, seconds)
        self.seconds = seconds
        self._end = self._deadline = inf if seconds is None else monotonic() + seconds

    def check(self) -> None:
        """Raise ``TimeIsUp`` if the time is over."""
        if monotonic() > self._deadline:
            raise TimeIsUp

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


UNLIMITED = Clock()
"""A clock that never ends a search."""
