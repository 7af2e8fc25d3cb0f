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

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numba.extending import overload

from nonet.backends.lockstep import classic, units
from nonet.backends.lockstep.classic import OPTIONS
from nonet.backends.lockstep.lanes import place_of_bit

DONE, PAUSED, STACK_FULL, SOLUTIONS_FULL, BROKEN = range(5)
"""Why :func:`advance` came back.  BROKEN: a solved lane did not fill its units, a bug."""

NOTHING, FIRST, EVERY = range(3)
"""Which solutions are written: none; each puzzle's first; every one, in order found."""

NEXT, TOP, SWEEPS, STORED = range(4)
"""Places in ``state``: next puzzle, height of the stack, sweeps so far, solutions stored."""


class Classic(NamedTuple):
    """The geometry of a 9x9 with rows, columns and 3x3 boxes; ``order`` is ``classic.ORDER``."""

    order: np.ndarray[Any, Any]


def _sweep(W: Any, geometry: Any) -> Any:
    """One round of propagation: the lanes changed, contradictory, open (as bit sets)."""


def _complete(W: Any, geometry: Any) -> Any:
    """The lanes whose fixed cells satisfy every unit, checked afresh."""


def _prepare(W: Any, geometry: Any) -> Any:
    """Find where to branch, for all lanes at once."""


def _split(W: Any, geometry: Any, lanes: Any, lane: Any, node: Any) -> Any:
    """Branch one lane: it keeps one half, ``node`` gets the other."""


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
def _split_of(W, geometry, lanes, lane, node):
    if _is_classic(geometry):
        return lambda W, geometry, lanes, lane, node: classic.split(W, lanes, lane, node)
    return lambda W, geometry, lanes, lane, node: units.split(W, geometry, lanes, lane, node)


@njit(**OPTIONS)
def advance(
    W, geometry, lanes, start, full, puzzles, limit, counts, guesses,
    solutions, which, state, holds, stack, owner, sweeps,
):  # fmt: skip
    """Run up to ``sweeps`` sweeps; give why it came back.

    ========= ============================================================
    W         workspace of ``lanes`` lanes, kept between calls
    start     (values + 1,) mask of each value of ``puzzles``; 0 is a blank
    full      (cells,) mask of what each cell may be
    puzzles   (n, cells) uint8
    limit     solutions to count for each puzzle
    counts    (n,) int64 solutions found, at most ``limit``
    guesses   (n,) int64 splits
    solutions (n, cells) or (room, cells) uint8, see ``which``
    state     (4,) int64, see NEXT
    holds     (lanes,) int64 the puzzle in each lane, -1 for none
    stack     (room, cells) nodes; ``owner`` (room,) the puzzle of each
    ========= ============================================================
    """
    n, cells = puzzles.shape
    order = geometry.order
    done_at = state[SWEEPS] + sweeps
    active = 0
    for lane in range(lanes):
        active += holds[lane] >= 0
    while True:
        for lane in range(lanes):
            if holds[lane] >= 0:
                continue
            while state[TOP] > 0:
                state[TOP] -= 1
                top = state[TOP]
                if counts[owner[top]] < limit:
                    for cell in range(cells):
                        W[cell * lanes + lane] = stack[top, cell]
                    holds[lane] = owner[top]
                    active += 1
                    break
            if holds[lane] < 0 and state[NEXT] < n:
                puzzle = state[NEXT]
                for cell in range(cells):
                    W[cell * lanes + lane] = start[puzzles[puzzle, order[cell]]] & full[cell]
                holds[lane] = puzzle
                state[NEXT] += 1
                active += 1
        if active == 0:
            return DONE
        if stack.shape[0] - state[TOP] < lanes:
            return STACK_FULL
        if which == EVERY and solutions.shape[0] - state[STORED] < lanes:
            return SOLUTIONS_FULL
        if state[SWEEPS] >= done_at:
            return PAUSED
        changed, bad, open_ = _sweep(W, geometry)
        state[SWEEPS] += 1
        prepared, checked, filled = False, False, np.int64(0)
        for lane in range(lanes):
            puzzle = holds[lane]
            if puzzle < 0:
                continue
            if (bad >> lane) & 1 or counts[puzzle] >= limit:
                holds[lane] = -1
                active -= 1
            elif (changed >> lane) & 1:
                continue
            elif not (open_ >> lane) & 1:
                if not checked:
                    filled, checked = _complete(W, geometry), True
                if not (filled >> lane) & 1:
                    return BROKEN
                if which == EVERY or (which == FIRST and counts[puzzle] == 0):
                    row = puzzle if which == FIRST else state[STORED]
                    for cell in range(cells):
                        value = place_of_bit(np.int64(W[cell * lanes + lane])) + 1
                        clue = puzzles[puzzle, order[cell]]
                        if clue != 0 and clue != value:
                            return BROKEN
                        solutions[row, order[cell]] = value
                    state[STORED] += 1
                counts[puzzle] += 1
                holds[lane] = -1
                active -= 1
            else:
                if not prepared:
                    _prepare(W, geometry)
                    prepared = True
                top = state[TOP]
                if _split(W, geometry, lanes, lane, stack[top]):
                    owner[top] = puzzle
                    state[TOP] += 1
                    guesses[puzzle] += 1
                else:
                    holds[lane] = -1
                    active -= 1
