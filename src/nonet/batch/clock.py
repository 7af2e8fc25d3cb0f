"""The clock of the kernel: how much of it each row has had, and when that is enough.

The kernel's lanes are shared by many rows at once, so a row is charged for the
lanes it holds, at every pause of the kernel.  *Effort* counts pauses in which a
row had all lanes: it is the same on any machine, and so is what is handed over.
*Seconds* are those of the wall, shared out in the same way: a row that alone
would be answered within its limit is, whatever else the kernel has to do.

>>> clock = Clock(3, time_limit=2.0, hands_over=True)
>>> clock.limit_of_kernel, clock.seconds.tolist()
(1.0, [0.0, 0.0, 0.0])
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from nonet.backends.lockstep.kernel import Run

EFFORT = 50.0
"""Pauses of all lanes, of some ten milliseconds each, after which a row is handed over."""
LEAST_EFFORT = 1.0
"""The same, where many rows beside it were: each that was makes hard ones likelier."""


class Clock:
    """What the kernel's pauses are told: it charges ``rows`` rows, and gives up those over."""

    def __init__(self, rows: int, time_limit: float | None, *, hands_over: bool) -> None:
        self.seconds = np.zeros(rows)
        """Seconds each row has had."""
        self.limit_of_kernel = np.inf if time_limit is None else time_limit
        if hands_over:  # what is left is for the other backend
            self.limit_of_kernel /= 2
        self._hands_over = hands_over
        self._effort = np.zeros(rows)
        self._given_up: dict[int, set[int]] = {}
        self._last: dict[int, float] = {}

    def __call__(self, low: int, run: Run) -> None:
        """Charge the rows of a run that begins at row ``low``; threads may call it at once."""
        now = time.monotonic()
        if low not in self._last:
            self._last[low], self._given_up[low] = now, set()
            return
        passed, self._last[low] = now - self._last[low], now
        part = slice(low, low + len(run.counts))
        shares = run.lanes_of_each() / run.kernel.lanes
        self._effort[part] += shares
        self.seconds[part] += shares * passed
        over = self.seconds[part] > self.limit_of_kernel
        given_up = self._given_up[low]
        if self._hands_over:
            allowed = max(LEAST_EFFORT, EFFORT / (1 + len(given_up)))
            over |= self._effort[part] > allowed
        for row in set(np.flatnonzero(over & (shares > 0)).tolist()) - given_up:
            given_up.add(row)
            run.give_up(row)
