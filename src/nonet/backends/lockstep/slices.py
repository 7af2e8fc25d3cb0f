"""Slices: an array of puzzles answered by threads, each of which takes some at a time.

The lanes of a run are fed from one slice after the other, so that few are idle; a thread takes
several slices at once, since what Python does between two runs costs as much as a hundred puzzles.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any

import numpy as np

from nonet.backends.lockstep import driver
from nonet.backends.lockstep.driver import DONE
from nonet.backends.lockstep.run import KernelRun, Pace

if TYPE_CHECKING:
    from nonet.backends.lockstep.kernel import Kernel

Array = np.ndarray[Any, Any]

SLICE = 4096
"""Puzzles a thread takes at a time, at most."""
LEAST_SLICE = 128
"""Puzzles a thread takes at a time, at least: some for each lane."""
MOST_SLICES = 16
"""Slices that a thread takes at a time, at most: Python costs as much as answering a hundred."""
SHARES = 4
"""Times that each thread takes some, at least, where there are slices enough."""


class Slices:
    """The puzzles of one call of ``Kernel.count``, and what is found of each.

    ``counts``, ``guesses`` and ``decided`` are (n,) int64, int64 and bool, written as puzzles are
    answered; ``solutions`` is (n, cells) uint8, of no row where none is asked for.
    ``together``, ``limit``, ``guess_limit``, ``time_limit``, ``stop`` and ``progress`` are those of
    ``Kernel.count``.
    """

    def __init__(
        self,
        kernel: Kernel,
        puzzles: Array,
        limit: int,
        *,
        first: bool,
        threads: int,
        together: int | None,
        guess_limit: int | None,
        time_limit: float | None,
        stop: Callable[[], bool] | None,
        progress: Callable[[int], None] | None,
    ) -> None:
        n = len(puzzles)
        self.kernel, self.puzzles, self.limit, self.first = kernel, puzzles, limit, first
        self.threads, self.guess_limit, self.time_limit = threads, guess_limit, time_limit
        self.stop, self.progress = stop, progress
        self.counts, self.guesses = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.decided = np.zeros(n, bool)
        self.solutions = np.empty((n if first else 0, puzzles.shape[1]), np.uint8)
        self.together = together or (
            SLICE if threads == 1 else max(LEAST_SLICE, min(SLICE, n // (4 * threads)))
        )
        shares = 1 if threads == 1 else SHARES * threads
        self.piece = self.together * max(1, min(MOST_SLICES, n // (self.together * shares)))
        self._lows = iter(range(0, n, self.piece))
        self._taking, self._halt = threading.Lock(), threading.Event()

    def answer(self) -> None:
        """Answer all, in as many threads as there are to be, unless stopped."""
        if self.threads == 1 or len(self.puzzles) <= self.piece:
            self._work()
        else:
            self._share_out()
        for low in self._lows:  # stopped before these were begun
            self.solutions[low : low + self.piece] = 0

    def _share_out(self) -> None:
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                waiting = {pool.submit(self._work) for _ in range(self.threads)}
                while waiting:  # a wait without end would not hear Ctrl-C everywhere
                    done, waiting = wait(waiting, timeout=0.05, return_when=FIRST_COMPLETED)
                    for future in done:
                        future.result()
            finally:
                self._halt.set()

    def _work(self) -> None:
        """What one thread does: it takes slices until there is none left."""
        run = None
        while not self._stopping():
            with self._taking:
                low = next(self._lows, None)
            if low is None:
                return
            run = self._answered(low, run)

    def _answered(self, low: int, after: KernelRun | None) -> KernelRun:
        """The run that answers the puzzles from ``low`` on, in the room of the one before."""
        part = slice(low, low + self.piece)
        run = KernelRun(
            self.kernel,
            self.puzzles[part],
            self.limit,
            driver.FIRST if self.first else driver.NOTHING,
            counts=self.counts[part],
            guesses=self.guesses[part],
            solutions=self.solutions[part],
            guess_limit=self.guess_limit,
            together=self.together,
            after=after,
            first=low,
        )
        pace = Pace(run, self.time_limit)
        done = pace.advance() == DONE
        while not done and not self._stopping():
            done = pace.advance() == DONE
        self.decided[part] = run.decided(done)
        if self.first and not run.counts.all():  # cheaper than zeros everywhere
            run.solutions[run.counts == 0] = 0
        if done and self.progress is not None:
            self.progress(len(run.counts))
        return run

    def _stopping(self) -> bool:
        return self._halt.is_set() or (self.stop is not None and self.stop())
