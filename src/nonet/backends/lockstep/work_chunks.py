"""Counting the solutions of arrays of puzzles, by threads that take some puzzles at a time.

A thread takes many puzzles at a time, since the Python code between two runs costs as much as a
hundred puzzles.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from nonet.backends.lockstep.kernel import Kernel
from nonet.backends.lockstep.kernel_run import CHECK_INTERVAL, NO_LIMIT, KernelRun
from nonet.backends.lockstep.layouts.calls import DONE, STORE_ALL, STORE_FIRST, STORE_NONE
from nonet.errors import ClueError, LimitError, PuzzleError

Array = np.ndarray[Any, Any]
StoredSolutions = Literal["none", "first"]

MIN_CHECK_INTERVAL = 0.002
"""Seconds between two checks of the clock, at least, under a time limit."""
DEFAULT_BATCH_SIZE = 4096
"""Puzzles a thread takes at a time, at most."""
MIN_BATCH_SIZE = 128
"""Puzzles a thread takes at a time, at least: some for each lane."""


@dataclass(frozen=True)
class KernelResult:
    """The results of a run, puzzle by puzzle.

    ``counts`` (n,) int64: solutions, at most the limit; ``guesses`` (n,) int64: splits; ``decided``
    (n,) bool: false where a limit of guesses or time, or a stop, came before the answer, so that
    there may be more solutions than ``counts``; ``solutions`` (n, cells) uint8: the first of each,
    zeros where none; no rows if solutions were not requested.
    """

    counts: Array
    guesses: Array
    decided: Array
    solutions: Array


def count_rows(
    kernel: Kernel,
    puzzles: Array,
    limit: int = 2,
    *,
    store: StoredSolutions = "first",
    threads: int = 1,
    batch_size: int | None = None,
    guess_limit: int | None = None,
    time_limit: float | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[int], None] | None = None,
) -> KernelResult:
    """Count the solutions of each puzzle, up to ``limit``.

    ``puzzles`` is (n, cells) uint8, values 0 to the number of values.
    ``batch_size`` is how many puzzles a thread takes at a time; the default follows
    from ``n`` and ``threads``.  Which of several solutions is met first, and after
    how many guesses, depends on the puzzles taken together: for the same
    answers with any number of threads, say how many.

    A puzzle that needs more than ``guess_limit`` guesses is given up: such a puzzle is not
    ``decided``, and keeps its count so far.  ``time_limit`` is seconds of a thread, a puzzle.
    Many puzzles are under way in one thread, so a puzzle's time is its share of the guesses
    made: a puzzle alone is given up after that time, one of 32 hard puzzles after a 32nd of 32
    times the limit.  The clock is looked at every twenty milliseconds or so, or a tenth of the
    limit.

    ``stop`` is asked every few milliseconds; when ``stop`` returns true, unfinished puzzles
    keep their counts so far, and are not ``decided``.  ``progress`` is told how many more
    puzzles are done.  The GIL is released while the engine runs.

    Raises ``PuzzleError`` for another shape or dtype, ``ClueError`` for a
    value out of range (clues that clash are no error: such a puzzle has no
    solution), ``LimitError`` for a limit or a number of threads below 1, or
    a limit of guesses or time of 0 or less.
    """
    puzzles = _checked_puzzles(kernel, puzzles)
    for name, number in (("limit", limit), ("number of threads", threads)):
        if number < 1:
            raise LimitError(f"the {name} is a whole number of 1 or more, not {number!r}")
    if guess_limit is not None and guess_limit < 1:
        raise LimitError(f"a limit of guesses is 1 or more, not {guess_limit!r}")
    if time_limit is not None and not time_limit > 0:
        raise LimitError(f"a time limit is a positive number of seconds, not {time_limit!r}")
    slices = WorkChunks(
        kernel,
        puzzles,
        limit,
        store_first=store == "first",
        threads=threads,
        batch_size=batch_size,
        guess_limit=guess_limit,
        time_limit=time_limit,
        stop=stop,
        progress=progress,
    )
    slices.solve_all()
    return KernelResult(slices.counts, slices.guesses, slices.decided, slices.solutions)


def list_solutions(kernel: Kernel, puzzles: Array, limit: int, number: int) -> Array:
    """Return up to ``limit`` solutions of each puzzle, one after the other; there are ``number``."""
    buffer = np.empty((number + kernel.lanes, len(kernel.names)), np.uint8)
    run = KernelRun(kernel, puzzles, limit, STORE_ALL, solutions=buffer)
    while run.advance() != DONE:
        pass
    return np.asarray(run.take_solutions())


def _checked_puzzles(kernel: Kernel, puzzles: Array) -> Array:
    """Return the puzzles, row after row in memory; raise ``PuzzleError`` for another shape or
    dtype, ``ClueError`` for a value out of range."""
    cells = len(kernel.names)
    if puzzles.dtype != np.uint8 or puzzles.ndim != 2 or puzzles.shape[1] != cells:
        raise PuzzleError(
            f"expected an array of uint8 of shape (n, {cells}), "
            f"not of {puzzles.dtype} of shape {puzzles.shape}"
        )
    if puzzles.size and puzzles.max() > kernel.size:
        row, cell = np.argwhere(puzzles > kernel.size)[0].tolist()
        raise ClueError(
            f"puzzle {row}, {kernel.names[cell]}: {puzzles[row, cell]} is out of range, "
            f"expected 0 (a blank) to {kernel.size}"
        )
    return np.ascontiguousarray(puzzles)


@dataclass
class WorkChunks:
    """The puzzles of one call of ``count_rows``, whose parameters the fields are.

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
        share = n if self.threads == 1 else n // (4 * self.threads)
        usual = max(MIN_BATCH_SIZE, min(DEFAULT_BATCH_SIZE, share))
        self._size = usual if self.batch_size is None else self.batch_size
        self._starts = iter(range(0, n, self._size))
        self._lock, self._stopped = threading.Lock(), threading.Event()

    def solve_all(self) -> None:
        """Answer all, in as many threads as there are to be, unless stopped."""
        others = min(self.threads, -(-len(self.puzzles) // self._size)) - 1
        with ThreadPoolExecutor(self.threads) as pool:  # which starts none before it is asked to
            waiting = {pool.submit(self._run_worker) for _ in range(others)}
            try:
                self._run_worker()
                while waiting:  # a wait without end would not hear Ctrl-C everywhere
                    done, waiting = wait(waiting, timeout=0.05, return_when=FIRST_COMPLETED)
                    for future in done:
                        future.result()
            finally:
                self._stopped.set()
        for low in self._starts:  # stopped before these were begun
            self.solutions[low : low + self._size] = 0

    def _run_worker(self) -> None:
        while not self._should_stop():
            with self._lock:
                low = next(self._starts, None)
            if low is None:
                return
            self._solve_chunk(slice(low, low + self._size))

    def _solve_chunk(self, part: slice) -> None:
        run = KernelRun(
            self.kernel,
            self.puzzles[part],
            self.limit,
            STORE_FIRST if self.store_first else STORE_NONE,
            counts=self.counts[part],
            guesses=self.guesses[part],
            solutions=self.solutions[part],
            guess_limit=self.guess_limit,
        )
        if self.time_limit is not None:
            interval = max(MIN_CHECK_INTERVAL, self.time_limit / 10)
            run.check_interval = min(CHECK_INTERVAL, interval)
        began = time.perf_counter()
        done = run.advance() == DONE
        while not done and not self._should_stop():
            if self.time_limit is not None:
                self._limit_guesses(run, self.time_limit, time.perf_counter() - began)
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
