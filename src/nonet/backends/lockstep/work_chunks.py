"""Slices: an array of puzzles answered by threads, each of which takes some at a time.

The lanes of a run are fed from one slice after the other, so that few are idle; a thread takes
several slices at once, since the Python code between two runs costs as much as a hundred puzzles.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from operator import length_hint
from typing import TYPE_CHECKING, Any

import numpy as np

from nonet.backends.lockstep.kernel_run import CHECK_INTERVAL, NO_LIMIT, KernelRun
from nonet.backends.lockstep.layouts.calls import DONE, STORE_FIRST, STORE_NONE

if TYPE_CHECKING:
    from nonet.backends.lockstep.kernel import Kernel

Array = np.ndarray[Any, Any]

MIN_CHECK_INTERVAL = 0.002
"""Seconds between two checks of the clock, at least, under a time limit."""
DEFAULT_BATCH_SIZE = 4096
"""Puzzles a thread takes at a time, at most."""
MIN_BATCH_SIZE = 128
"""Puzzles a thread takes at a time, at least: some for each lane."""
MAX_BATCHES_PER_CHUNK = 16
"""Slices that a thread takes at a time, at most: Python costs as much as answering a hundred."""
SECONDS_BEFORE_THREADS = 0.005
"""Seconds that the caller's thread works before others start: to start one and to fill its caches
costs 0.4 ms, a third of what 20,000 easy puzzles take."""
CHUNKS_PER_THREAD = 4
"""Times that each thread takes some, at least, where there are slices enough."""


@dataclass
class WorkChunks:
    """The puzzles of one call of ``Kernel.count``, whose parameters the fields are.

    The results are arrays as in ``KernelResult``, written as puzzles are answered.
    """

    kernel: Kernel
    puzzles: Array
    limit: int
    store_first: bool
    threads: int
    batch_size: int | None
    guess_limit: int | None
    time_limit: float | None
    stop: Callable[[], bool] | None
    progress: Callable[[int], None] | None

    def __post_init__(self) -> None:
        n, cells = self.puzzles.shape
        self.counts, self.guesses = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.decided = np.zeros(n, bool)
        self.solutions = np.empty((n if self.store_first else 0, cells), np.uint8)
        batch, shares = DEFAULT_BATCH_SIZE, 1
        if self.threads > 1:
            batch = max(MIN_BATCH_SIZE, min(DEFAULT_BATCH_SIZE, n // (4 * self.threads)))
            shares = CHUNKS_PER_THREAD * self.threads
        self.batch_size = batch = self.batch_size or batch
        self.chunk_size = batch * max(1, min(MAX_BATCHES_PER_CHUNK, n // (batch * shares)))
        self._chunk_starts = iter(range(0, n, self.chunk_size))
        self._lock, self._stopped = threading.Lock(), threading.Event()

    def solve_all(self) -> None:
        """Answer all, in as many threads as there are to be, unless stopped."""
        with ThreadPoolExecutor(self.threads) as pool:  # which starts none before it is asked to
            waiting: set[Future[None]] = set()

            def share() -> None:
                is_long = time.perf_counter() - began > SECONDS_BEFORE_THREADS
                if not waiting and is_long and length_hint(self._chunk_starts):
                    waiting.update(pool.submit(self._run_worker) for _ in range(self.threads - 1))

            began = time.perf_counter()
            try:
                self._run_worker(share)
                while waiting:  # a wait without end would not hear Ctrl-C everywhere
                    done, waiting = wait(waiting, timeout=0.05, return_when=FIRST_COMPLETED)
                    for future in done:
                        future.result()
            finally:
                self._stopped.set()
        for low in self._chunk_starts:  # stopped before these were begun
            self.solutions[low : low + self.chunk_size] = 0

    def _run_worker(self, share: Callable[[], None] = lambda: None) -> None:
        while not self._should_stop():
            with self._lock:
                low = next(self._chunk_starts, None)
            if low is None:
                return
            self._solve_chunk(low, share)
            share()

    def _solve_chunk(self, low: int, share: Callable[[], None]) -> None:
        """Answer the puzzles from ``low`` on; ``share`` is called whenever the run pauses."""
        part = slice(low, low + self.chunk_size)
        run = KernelRun(
            self.kernel,
            self.puzzles[part],
            self.limit,
            STORE_FIRST if self.store_first else STORE_NONE,
            counts=self.counts[part],
            guesses=self.guesses[part],
            solutions=self.solutions[part],
            guess_limit=self.guess_limit,
            batch_size=self.batch_size,
        )
        if self.time_limit is not None:
            interval = max(MIN_CHECK_INTERVAL, self.time_limit / 10)
            run.check_interval = min(CHECK_INTERVAL, interval)
        began = time.perf_counter()
        done = run.advance() == DONE
        while not done and not self._should_stop():
            if self.time_limit is not None:
                self._limit_guesses(run, self.time_limit, time.perf_counter() - began)
            share()
            done = run.advance() == DONE
        self.decided[part] = run.decided_puzzles(done)
        if self.store_first and not run.counts.all():  # cheaper than zeros everywhere
            run.solutions[run.counts == 0] = 0
        if done and self.progress is not None:
            self.progress(len(run.counts))

    def _limit_guesses(self, run: KernelRun, time_limit: float, seconds: float) -> None:
        """Turn the time limit into a limit of guesses, by how many a second there were.

        The engine knows no clock, and a puzzle's nodes are mixed with nodes of other puzzles; but a
        guess takes about as long in any puzzle of one geometry.
        """
        share = int(run.guesses.sum()) * time_limit / seconds
        run.guess_limit = min(self.guess_limit or NO_LIMIT, max(1, int(share)))

    def _should_stop(self) -> bool:
        return self._stopped.is_set() or (self.stop is not None and self.stop())
