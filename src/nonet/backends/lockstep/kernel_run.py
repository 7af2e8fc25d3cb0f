"""Runs: the state of a kernel at work on some puzzles, which pauses and goes on, by the clock."""

from __future__ import annotations

import time
from array import array
from typing import Any

from nonet.backends.lockstep.kernel import Kernel
from nonet.backends.lockstep.layouts import calls
from nonet.backends.lockstep.layouts.calls import (
    BROKEN,
    PAUSED,
    STACK_FULL,
    AdvanceCall,
    SearchState,
)
from nonet.backends.lockstep.layouts.memory import (
    LANE_TYPECODES,
    AlignedMemory,
    Table,
    call_entry,
    zeros,
)
from nonet.errors import WrongAnswer

Array = Any
"""An array of ``array`` or of NumPy, or a table."""

CHECK_INTERVAL = 0.02
"""Seconds between two checks of the clock and of Ctrl-C, approximately: the number of sweeps is
doubled and halved to meet this interval."""
NODES_PER_LANE = 16
"""Nodes on the stack, for each lane, that a run has room for at first."""
MIN_WORKSPACE_ROWS = 8
"""Rows that compiled code reads at once where it packs values, even for a model of fewer cells."""
NO_LIMIT = 1 << 62
"""Guesses that no puzzle makes."""


class KernelRun:
    """A run of a kernel over some puzzles, which can pause and continue.

    With ``store=STORE_ALL``, ``solutions`` is a buffer whose rows are the capacity; :meth:`advance`
    returns when the buffer is full, and :meth:`take_solutions` empties the buffer.
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
    ) -> None:
        n, cells = puzzles.shape
        self.kernel = kernel
        self.puzzles = puzzles
        self.limit = limit
        self.store = store
        self.counts: Array = zeros("q", n) if counts is None else counts
        self.guesses: Array = zeros("q", n) if guesses is None else guesses
        self.solutions: Array = Table(zeros("B", 0), 0, cells) if solutions is None else solutions
        self.state = zeros("q", calls.STATES)
        self.state[calls.FREE_SLOT] = -1
        self.state[calls.KEEP_OWN_NODES] = calls.TRY_OWN_NODES
        self.state[calls.LAST] = n
        self.state[calls.IDLE] = (1 << kernel.lanes) - 1
        self.guess_limit = NO_LIMIT if guess_limit is None else guess_limit
        self.check_interval = CHECK_INTERVAL
        self._closed = zeros("B", n)
        lanes = kernel.lanes
        self._sweeps = kernel.initial_sweeps
        typecode = LANE_TYPECODES[kernel.lane_bits]
        self._workspace = AlignedMemory(typecode, max(kernel.rows, MIN_WORKSPACE_ROWS) * lanes)
        self._holds = zeros("q", lanes)
        self._heads = array("q", [-1]) * (lanes + 1)
        room = NODES_PER_LANE * lanes
        self._owner = zeros("q", room)
        self._link = zeros("q", room)
        self._words = zeros("Q", max(1, -(-cells * kernel.lane_bits // 64)) * lanes)
        self._stack = zeros(typecode, room * cells)
        if kernel.initial_weights is not None:
            at = self._workspace.start + kernel.geometry.weights * kernel.lanes
            self._workspace.data[at : at + len(kernel.initial_weights)] = kernel.initial_weights

    def _call(self, sweeps: int) -> AdvanceCall:
        kernel = self.kernel
        return AdvanceCall(
            workspace=self._workspace,
            geometry=kernel.geometry,
            start=kernel.start,
            full=kernel.full,
            puzzles=self.puzzles,
            together=max(1, self.puzzles.shape[0]),
            limit=self.limit,
            most=self.guess_limit,
            solutions=self.solutions,
            which=self.store,
            search=SearchState(
                counts=self.counts,
                guesses=self.guesses,
                closed=self._closed,
                state=self.state,
                holds=self._holds,
                heads=self._heads,
                stack=self._stack,
                owner=self._owner,
                link=self._link,
                words=self._words,
            ),
            sweeps=sweeps,
        )

    def push_node(self, masks: Array) -> None:
        """Put the node of puzzle 0 on the stack, as masks in the order of the names."""
        self.state[calls.NEXT] = self.state[calls.LAST] = self.puzzles.shape[0]
        self._stack[: len(masks)] = masks
        self._owner[0] = 0
        self._link[0] = -1
        self._heads[-1] = 0
        self.state[calls.TOP] = self.state[calls.NODES_ON_STACK] = 1

    def advance(self, most: int = NO_LIMIT) -> int:
        """Run for ``check_interval`` seconds' worth of sweeps, at most ``most``, or until something
        is needed: return DONE, PAUSED or SOLUTIONS_FULL."""
        # the thread's own time: beside others it may wait for the GIL far longer than it works
        began = time.thread_time()
        until = self.state[calls.SWEEPS] + min(self._sweeps, most)
        while True:
            sweeps_left = until - self.state[calls.SWEEPS]
            reason = call_entry(self.kernel.advance, self._call(sweeps_left))
            if reason == BROKEN:
                raise WrongAnswer("backend lockstep solved a puzzle that its units do not accept")
            if reason != STACK_FULL:
                if reason == PAUSED:
                    seconds = time.thread_time() - began
                    if seconds > self.check_interval:
                        self._sweeps = max(1, self._sweeps // 2)
                    elif seconds < self.check_interval / 4 and self._sweeps <= most:
                        self._sweeps *= 2
                return reason
            for grown in (self._stack, self._owner, self._link):
                grown.extend(grown)

    def decided_puzzles(self, finished: bool = False) -> Array:
        """Which puzzles have their final count: neither given up nor, unless done, under way."""
        import numpy as np

        closed = np.frombuffer(self._closed, np.uint8)
        decided: Array = closed != calls.GIVEN_UP
        if finished:
            return decided
        enough = closed == calls.LIMIT_REACHED
        idle = self.state[calls.IDLE]
        by_lane = enumerate(self._holds)
        under_way = [puzzle for lane, puzzle in by_lane if not idle >> lane & 1]
        for slot in self._heads:
            while slot >= 0:
                under_way.append(self._owner[slot])
                slot = self._link[slot]
        decided[under_way] = False
        decided[self.state[calls.NEXT] :] = False
        decided |= enough
        return decided

    def take_solutions(self) -> Array:
        """The solutions stored since the last call, as a copy of the rows of a NumPy array."""
        taken = self.solutions[: self.state[calls.STORED]].copy()
        self.state[calls.STORED] = 0
        return taken

    def take_rows(self) -> list[bytes]:
        """The solutions stored since the last call, from a table: a value of each cell a byte."""
        _, cells = self.solutions.shape
        stored = self.state[calls.STORED]
        self.state[calls.STORED] = 0
        data = self.solutions.data[: stored * cells].tobytes()
        return [data[row * cells : (row + 1) * cells] for row in range(stored)]
