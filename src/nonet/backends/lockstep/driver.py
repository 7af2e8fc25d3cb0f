"""The driver: keeps every lane busy with a search node, and takes the answers out.

A lane holds one node: the candidates of every cell of one puzzle.  After each
sweep a lane that is contradictory or solved is refilled from one stack of nodes
shared by all puzzles, else with the next puzzle; a lane at a fixed point with
choices left is split, and the other half goes on the stack.  Because the stack
is shared, one hard puzzle uses all lanes, and a thousand easy ones do too.

All state is in arrays, so a run can pause at any sweep: for the clock, for
Ctrl-C, to grow the stack, to hand over solutions.  Nothing is ever recursive.

The driver knows no puzzle.  A *geometry* (a named tuple) says by its type which
sweep, completeness check and split are used; Numba compiles the driver once for
each type of geometry and width of lane.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numba import njit
from numba.extending import overload

from nonet.backends.lockstep import classic, units
from nonet.backends.lockstep.classic import OPTIONS
from nonet.backends.lockstep.lanes import lanes_in, peek, place_of_bit, poke

DONE, PAUSED, STACK_FULL, SOLUTIONS_FULL, BROKEN = range(5)
"""Why :func:`advance` came back.  BROKEN: a solved lane did not fill its units, a bug."""

NOTHING, FIRST, EVERY = range(3)
"""Which solutions are written: none; each puzzle's first; every one, in order found."""

NEXT, TOP, SWEEPS, STORED, SOURCES, STATES = range(6)
"""Places in ``state``: next puzzle, height of the stack, sweeps so far, solutions stored,
the sources it was compiled from; and how many places there are."""


class Classic(NamedTuple):
    """The geometry of a 9x9 with rows, columns and boxes; ``branches`` is ``classic.BRANCHES``."""

    branches: np.ndarray[Any, Any]


def _sweep(W: Any, geometry: Any) -> Any:
    """One round of propagation: the lanes changed, contradictory, open (as bit sets)."""


def _complete(W: Any, geometry: Any) -> Any:
    """The lanes whose fixed cells satisfy every unit, checked afresh."""


def _prepare(W: Any, geometry: Any) -> Any:
    """Find where to branch, for all lanes at once."""


def _split(W: Any, geometry: Any, lane: Any, nodes: Any, at: Any, step: Any) -> Any:
    """Branch one lane: it keeps one half, the other goes to ``nodes[at::step]``."""


def _is_classic(geometry: Any) -> bool:
    return geometry.instance_class is Classic


@overload(_sweep, inline="never")
def _sweep_of(W, geometry):
    if _is_classic(geometry):
        return lambda W, geometry: classic.sweep(W)
    return lambda W, geometry: units.sweep(W, geometry)


@overload(_complete)
def _complete_of(W, geometry):
    if _is_classic(geometry):
        return lambda W, geometry: classic.complete(W)
    return lambda W, geometry: units.complete(W, geometry)


@overload(_prepare)
def _prepare_of(W, geometry):
    if _is_classic(geometry):
        return lambda W, geometry: classic.tightest(W)
    return lambda W, geometry: units.tightest(W, geometry)


@overload(_split)
def _split_of(W, geometry, lane, nodes, at, step):
    if _is_classic(geometry):
        return lambda W, geometry, lane, nodes, at, step: classic.split(
            W, geometry.branches, lane, nodes, at, step
        )
    return lambda W, geometry, lane, nodes, at, step: units.split(
        W, geometry, lane, nodes, at, step
    )


@njit(**OPTIONS)
def _advance(
    W, geometry, start, full, puzzles, limit, counts, guesses,
    solutions, which, state, holds, stack, owner, sweeps,
):  # fmt: skip
    """Run up to ``sweeps`` sweeps; give why it came back.

    ========= ============================================================
    W         workspace, kept between calls
    start     (256,) mask of each value of ``puzzles``; 0 is a blank
    full      (cells,) mask of what each cell may be
    puzzles   (n, cells) uint8
    limit     solutions to count for each puzzle
    counts    (n,) int64 solutions found, at most ``limit``
    guesses   (n,) int64 splits
    solutions (n, cells) or (room, cells) uint8, see ``which``
    state     (STATES,) int64, see NEXT
    holds     (lanes,) int64 the puzzle in each lane, -1 for none
    stack     (room * cells,) nodes; ``owner`` (room,) the puzzle of each
    ========= ============================================================
    """
    n, cells = puzzles.shape
    lanes = lanes_in(W)
    every = (np.int64(1) << lanes) - 1
    done_at = state[SWEEPS] + sweeps
    idle = np.int64(0)
    for lane in range(lanes):
        if holds[lane] < 0:
            idle |= np.int64(1) << lane
    while True:
        empty = idle
        while empty != 0:
            lane = place_of_bit(empty)
            empty &= empty - 1
            puzzle = np.int64(-1)
            while state[TOP] > 0 and puzzle < 0:
                state[TOP] -= 1
                if counts[owner[state[TOP]]] < limit:
                    puzzle = owner[state[TOP]]
                    at = state[TOP] * cells
                    for cell in range(cells):
                        poke(W, cell * lanes + lane, peek(stack, at + cell))
            if puzzle < 0:
                if state[NEXT] == n:
                    break
                puzzle = state[NEXT]
                state[NEXT] += 1
                clues = puzzles[puzzle]
                for cell in range(cells):
                    mask = peek(start, peek(clues, cell)) & peek(full, cell)
                    poke(W, cell * lanes + lane, mask)
            holds[lane] = puzzle
            idle &= ~(np.int64(1) << lane)
        if idle == every:
            return DONE
        if len(owner) - state[TOP] < lanes:
            return STACK_FULL
        if which == EVERY and solutions.shape[0] - state[STORED] < lanes:
            return SOLUTIONS_FULL
        if state[SWEEPS] >= done_at:
            return PAUSED
        changed, bad, open_ = _sweep(W, geometry)
        state[SWEEPS] += 1
        idle |= bad & every
        closed = every & ~(open_ | idle)
        stuck = open_ & ~(changed | idle)
        if closed != 0:
            solved = closed & _complete(W, geometry)
            if closed & ~(solved | changed) != 0:
                return BROKEN
            while solved != 0:
                lane = place_of_bit(solved)
                solved &= solved - 1
                puzzle = holds[lane]
                idle |= np.int64(1) << lane
                if counts[puzzle] >= limit:
                    continue
                if which == EVERY or (which == FIRST and counts[puzzle] == 0):
                    row = solutions[puzzle if which == FIRST else state[STORED]]
                    for cell in range(cells):
                        poke(row, cell, place_of_bit(peek(W, cell * lanes + lane)) + 1)
                    clues = puzzles[puzzle]
                    wrong = False
                    for cell in range(cells):
                        wrong |= (clues[cell] != 0) & (clues[cell] != row[cell])
                    if wrong:
                        return BROKEN
                    state[STORED] += 1
                counts[puzzle] += 1
        if stuck != 0:
            _prepare(W, geometry)
            while stuck != 0:
                lane = place_of_bit(stuck)
                stuck &= stuck - 1
                puzzle = holds[lane]
                if counts[puzzle] >= limit:
                    idle |= np.int64(1) << lane
                elif idle != 0:
                    other = place_of_bit(idle)
                    if _split(W, geometry, lane, W, other, lanes):
                        holds[other] = puzzle
                        idle &= idle - 1
                        guesses[puzzle] += 1
                    else:
                        idle |= np.int64(1) << lane
                elif _split(W, geometry, lane, stack, state[TOP] * cells, np.int64(1)):
                    owner[state[TOP]] = puzzle
                    state[TOP] += 1
                    guesses[puzzle] += 1
                else:
                    idle |= np.int64(1) << lane
        emptied = idle
        while emptied != 0:
            holds[place_of_bit(emptied)] = -1
            emptied &= emptied - 1


SOURCE_FILES = ("classic.py", "driver.py", "lanes.py", "units.py")


def fingerprint() -> int:
    """A checksum of the sources of the engine."""
    folder = files(__package__)
    return crc32(b"".join(folder.joinpath(name).read_bytes() for name in SOURCE_FILES))


def _cached(sources: int) -> Any:
    """:func:`_advance`, kept in Numba's cache under a checksum of its sources.

    Numba itself looks at one file alone, and would go on with what it compiled from
    an older ``lanes.py``.  A value that a function closes over is part of the key.
    Where no folder can be written, nothing is kept.
    """

    def advance(
        W, geometry, start, full, puzzles, limit, counts, guesses,
        solutions, which, state, holds, stack, owner, sweeps,
    ):  # fmt: skip
        state[SOURCES] = sources
        return _advance(
            W, geometry, start, full, puzzles, limit, counts, guesses,
            solutions, which, state, holds, stack, owner, sweeps,
        )  # fmt: skip

    try:
        return njit(**OPTIONS, cache=True)(advance)
    except RuntimeError:  # no folder for the cache
        return njit(**OPTIONS)(advance)


advance = _cached(fingerprint())
"""What Python calls; its arguments are those of :func:`_advance`."""
