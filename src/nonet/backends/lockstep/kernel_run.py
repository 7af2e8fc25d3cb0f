"""Runs: the state of a kernel at work on some puzzles, which pauses and goes on, by the clock."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from nonet.backends.lockstep import driver, packed_rows
from nonet.backends.lockstep.driver import BROKEN, DONE, PAUSED, STACK_FULL
from nonet.backends.lockstep.simd import workspace
from nonet.errors import WrongAnswer

if TYPE_CHECKING:
    from nonet.backends.lockstep.kernel import Kernel

Array = np.ndarray[Any, Any]

CHECK_INTERVAL = 0.02
"""Seconds between two looks at the clock and at Ctrl-C, about: the number of sweeps is doubled
and halved to meet it."""
MIN_CHECK_INTERVAL = 0.002
EMPTY_LIST_HEADS = np.full(65, -1, np.int64)
"""The heads of the lists of as many lanes as there can be, and of what all share: all empty."""
NO_LIMIT = 1 << 62
"""Guesses that no puzzle makes."""


class KernelRun:
    """One run of a kernel over some puzzles; it pauses and goes on.

    With ``store=EVERY``, ``solutions`` is a buffer of as many rows as there is
    room; :meth:`advance` comes back when it is full, and :meth:`take_solutions` empties it.
    Puzzles are answered ``batch_size`` at a time, by default all, as if each so many had a run.
    ``after`` is a run of the same kernel that is done: its room is used again.  ``first`` is the
    number of the first puzzle among those of the kernel.
    """

    def __init__(
        self,
        kernel: Kernel,
        puzzles: Array,
        limit: int,
        store: int,
        *,
        counts: Array | None = None,
        guesses: Array | None = None,
        solutions: Array | None = None,
        guess_limit: int | None = None,
        batch_size: int | None = None,
        reuse: KernelRun | None = None,
        first_puzzle: int = 0,
    ) -> None:
        n, cells = puzzles.shape
        self.kernel = kernel
        self.puzzles = puzzles
        self.batch_size = batch_size or max(1, n)
        self.limit = limit
        self.store = store
        self.counts = np.zeros(n, np.int64) if counts is None else counts
        self.guesses = np.zeros(n, np.int64) if guesses is None else guesses
        self.solutions = np.zeros((0, cells), np.uint8) if solutions is None else solutions
        self.state = np.zeros(driver.STATES, np.int64)
        self.state[driver.FREE] = -1
        self.state[driver.KEEP_OWN_NODES] = 1
        self.state[driver.LAST] = min(n, self.batch_size)
        self.state[driver.IDLE] = (1 << kernel.lanes) - 1
        self.guess_limit = NO_LIMIT if guess_limit is None else guess_limit
        self.check_interval = CHECK_INTERVAL
        self._closed = np.zeros(n, np.uint8)
        if reuse is None:
            self._sweeps = kernel.initial_sweeps
            self._workspace = workspace(kernel.rows, kernel.dtype)
            self._holds = np.zeros(kernel.lanes, np.int64)
            self._heads = EMPTY_LIST_HEADS[: kernel.lanes + 1].copy()
            self._owner = np.empty(4 * kernel.lanes, np.int64)
            self._link = np.empty(4 * kernel.lanes, np.int64)
            self._words = packed_rows.word_buffer(cells, kernel.dtype, kernel.lanes)
            self._stack = np.empty(len(self._owner) * cells, kernel.dtype)
        else:  # done: no lane holds a puzzle, and no list has a node
            self._sweeps = reuse._sweeps
            self._workspace = reuse._workspace
            self._holds, self._heads = reuse._holds, reuse._heads
            self._owner, self._link = reuse._owner, reuse._link
            self._words, self._stack = reuse._words, reuse._stack
        self._geometry = kernel.run_geometry(first_puzzle, self._holds)
        if kernel.initial_weights is not None:
            at = kernel.geometry.weights * kernel.lanes
            self._workspace[at : at + len(kernel.initial_weights)] = kernel.initial_weights

    def push_node(self, masks: Array) -> None:
        """Put the node of puzzle 0 on the stack, as masks in the order of the names."""
        self.state[driver.NEXT] = self.state[driver.LAST] = len(self.puzzles)
        self._stack[: len(masks)] = masks
        self._owner[0] = 0
        self._link[0] = -1
        self._heads[-1] = 0
        self.state[driver.TOP] = self.state[driver.NODES_ON_STACK] = 1

    def advance(self, sweeps: int | None = None) -> int:
        """Run for so many sweeps (``check_interval`` seconds' worth), or until something is needed.

        Gives DONE, PAUSED or SOLUTIONS_FULL.
        """
        kernel = self.kernel
        # the thread's own time: beside others it may wait for the GIL far longer than it works
        began = time.thread_time()
        until = int(self.state[driver.SWEEPS]) + (sweeps or self._sweeps)
        while True:
            left = until - int(self.state[driver.SWEEPS])
            reason: int = driver.advance(
                self._workspace, self._geometry, kernel.start, kernel.full,
                self.puzzles, self.batch_size, self.limit, self.guess_limit, self.counts, self.guesses,
                self._closed, self.solutions, self.store, self.state, self._holds, self._heads,
                self._stack, self._owner, self._link, self._words, left,
            )  # fmt: skip
            if reason == BROKEN:
                raise WrongAnswer("backend lockstep solved a puzzle that its units do not accept")
            if reason != STACK_FULL:
                if sweeps is None and reason == PAUSED:
                    self._adapt_sweeps(time.thread_time() - began)
                return reason
            self._stack = np.concatenate([self._stack, np.empty_like(self._stack)])
            self._owner = np.concatenate([self._owner, np.empty_like(self._owner)])
            self._link = np.concatenate([self._link, np.empty_like(self._link)])

    def _adapt_sweeps(self, seconds: float) -> None:
        """Choose the sweeps till the next look by how long the last took."""
        if seconds > self.check_interval:
            self._sweeps = max(1, self._sweeps // 2)
        elif seconds < self.check_interval / 4:
            self._sweeps *= 2

    def decided_puzzles(self, finished: bool = False) -> Array:
        """Which puzzles have their final count: neither given up nor, unless done, under way."""
        decided: Array = self._closed != driver.GIVEN_UP
        if finished:
            return decided
        enough = self._closed == driver.LIMIT_REACHED
        idle = int(self.state[driver.IDLE])
        held = enumerate(self._holds.tolist())
        under_way = [puzzle for lane, puzzle in held if not idle >> lane & 1]
        for slot in self._heads.tolist():
            while slot >= 0:
                under_way.append(int(self._owner[slot]))
                slot = int(self._link[slot])
        decided[under_way] = False
        decided[int(self.state[driver.NEXT]) :] = False
        decided |= enough
        return decided

    def take_solutions(self) -> Array:
        """The solutions stored since the last call, as a copy."""
        found = self.solutions[: self.state[driver.STORED]].copy()
        self.state[driver.STORED] = 0
        return found


class TimedRun:
    """A run by the clock: time becomes a limit of guesses, by how many a second there were.

    The engine knows no clock, and a puzzle's nodes are among those of others; but a
    guess takes about as long in any puzzle of one geometry.
    """

    def __init__(self, run: KernelRun, time_limit: float | None) -> None:
        self._run = run
        self._time_limit = time_limit
        self._most = run.guess_limit
        self._seconds = 0.0
        if time_limit is not None:
            run.check_interval = min(CHECK_INTERVAL, max(MIN_CHECK_INTERVAL, time_limit / 10))

    def advance(self) -> int:
        """As :meth:`Run.advance`."""
        began = time.perf_counter()
        reason = self._run.advance()
        if self._time_limit is not None and reason != DONE:
            self._seconds += time.perf_counter() - began
            share = int(self._run.guesses.sum()) * self._time_limit / self._seconds
            self._run.guess_limit = min(self._most, max(1, int(share)))
        return reason
