"""The driver: keeps every lane busy with a search node, and takes the answers out.

A lane holds one node: the candidates of every cell of one puzzle.  After each
sweep a lane that is contradictory or solved is refilled from one stack of nodes
shared by all puzzles, else with the next puzzle; a lane at a fixed point with
choices left is split, and the other half goes on the stack.  Because the stack
is shared, one hard puzzle uses all lanes, and a thousand easy ones do too.

That is best where all of a tree must be seen.  Where puzzles have many solutions,
each lane keeps to its own nodes instead, in a list of its own, so that a path is
followed to its end before what lies beside it; the driver looks now and then which
it should do.  A puzzle may be given up after so many guesses.

All state is in arrays, so a run can pause at any sweep: for the clock, for
Ctrl-C, to grow the stack, to hand over solutions.  Nothing is ever recursive.

The driver knows no puzzle.  A *geometry* (``geometries.py``) says by its type which
sweep, completeness check and split are used; Numba compiles the driver once for
each type of geometry and width of lane.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numba import njit

from nonet.backends.lockstep.classic import CALLED, INLINE, OPTIONS
from nonet.backends.lockstep.geometries import (
    answers_out,
    begin,
    cell_count,
    complete,
    copy,
    forget,
    prepare,
    split,
    sweep,
    taken,
)
from nonet.backends.lockstep.lanes import lanes_in, peek, place_of_bit, poke
from nonet.backends.lockstep.thin import thin
from nonet.backends.lockstep.weave import wanted_soon
from nonet.backends.lockstep.words import (
    keep,
    keeps,
    nodes_out,
    several,
    write,
)

DONE, PAUSED, STACK_FULL, SOLUTIONS_FULL, BROKEN = range(5)
"""Why :func:`advance` came back.  BROKEN: a solved lane did not fill its units, a bug."""

NOTHING, FIRST, EVERY = range(3)
"""Which solutions are written: none; each puzzle's first; every one, in order found."""

OPEN, ENOUGH, GIVEN_UP = range(3)
"""What became of a puzzle: nothing special; the limit of solutions; more guesses than allowed."""

NEXT, TOP, FREE, HELD, SWEEPS, STORED, SOURCES, OWN, SINCE, SPLITS, IN_VAIN, IDLE = range(12)
LAST, STATES = 12, 13
"""Places in ``state``: next puzzle; places of the stack ever used, the first free one (-1 for
none), nodes in it; sweeps so far; solutions stored; the sources it was compiled from; whether
lanes keep to their own nodes, and how that is found out; the lanes that hold no puzzle, as
bits; where the puzzles taken together end; and how many places there are."""

PROBE, REST = 64, 1024
"""Puzzles begun between two looks at how lanes should work: keeping to their own nodes, sharing."""
AHEAD = 48
"""Puzzles from the one that is begun to the one whose memory is asked for."""
WORTH = 8
"""Lanes keep to their own nodes where one split in so many was for a puzzle of enough solutions."""


class Search(NamedTuple):
    """What a run keeps, as arrays; with ``n`` puzzles of ``cells`` cells.

    ======= ============================================================
    counts  (n,) int64 solutions found, at most the limit
    guesses (n,) int64 splits
    closed  (n,) uint8 OPEN, ENOUGH or GIVEN_UP
    state   (STATES,) int64, see NEXT
    holds   (lanes,) int64 the puzzle in each lane that is not idle
    heads   (lanes + 1,) int64 last node of each lane's list and of the shared one
    stack   (room * cells,) nodes
    owner   (room,) int64 the puzzle of each node
    link    (room,) int64 the node before it in its list
    words   room for what leaves the lanes, see ``words.py``
    ======= ============================================================
    """

    counts: Any
    guesses: Any
    closed: Any
    state: Any
    holds: Any
    heads: Any
    stack: Any
    owner: Any
    link: Any
    words: Any


# -- the stack: nodes in lists, one of each lane and one shared -----------------------


@njit(**OPTIONS)
def _push(S, which, puzzle):
    """A place in the stack for a node of a puzzle, the last of list ``which``."""
    slot = S.state[FREE]
    if slot >= 0:
        S.state[FREE] = S.link[slot]
    else:
        slot = S.state[TOP]
        S.state[TOP] += 1
    S.state[HELD] += 1
    S.owner[slot] = puzzle
    S.link[slot] = S.heads[which]
    S.heads[which] = slot
    return slot


@njit(**OPTIONS)
def _pop(S, which):
    """Take the last node of a list whose puzzle is open: its place; -1 if there is none."""
    slot = S.heads[which]
    while slot >= 0:
        S.heads[which] = S.link[slot]
        S.link[slot] = S.state[FREE]
        S.state[FREE] = slot
        S.state[HELD] -= 1
        if S.closed[S.owner[slot]] == OPEN:
            return slot
        slot = S.heads[which]
    return np.int64(-1)


@njit(**OPTIONS)
def _next_node(S, lane, lanes, last):
    """The node an empty lane goes on with: its own, a shared one; if ``last``, any lane's."""
    slot = _pop(S, lane)
    if slot < 0:
        slot = _pop(S, lanes)
    if last:
        other = 0
        while slot < 0 and other < lanes:
            slot = _pop(S, other)
            other += 1
    return slot


# -- what is done between two sweeps: ``idle`` are the lanes without a node, as bits --------


@njit(**INLINE)
def _fill(W, geometry, S, puzzles, solutions, which, cells, idle, last):
    """Give idle lanes a node each, or the next puzzle: idle lanes, and those with a puzzle."""
    lanes = lanes_in(W)
    empty, begun, next_ = idle, np.int64(0), S.state[NEXT]
    while empty != 0:
        lane = place_of_bit(empty)
        empty &= empty - 1
        slot = np.int64(-1)
        if S.state[HELD] > 0:
            slot = _next_node(S, lane, lanes, next_ == last)
        taken(W, geometry, lane)
        if slot >= 0:
            puzzle = S.owner[slot]
            at = slot * cells
            for cell in range(cells):
                poke(W, cell * lanes + lane, peek(S.stack, at + cell))
        elif next_ < last:
            puzzle = next_
            next_ += 1
            begun |= np.int64(1) << lane
            wanted_soon(puzzles, (puzzle + AHEAD) * cells, 0)
            wanted_soon(puzzles, (puzzle + AHEAD) * cells + 64, 0)
            if which == FIRST:
                wanted_soon(solutions, puzzle * cells, 1)
                wanted_soon(solutions, puzzle * cells + 64, 1)
        else:
            break
        S.holds[lane] = puzzle
        idle &= ~(np.int64(1) << lane)
    S.state[NEXT] = next_
    return idle, begun


@njit(**INLINE)
def _answer(W, geometry, S, puzzles, limit, solutions, which, cells, solved, idle):
    """Count the lanes that are solved, and write what is wanted: idle lanes, whether all is well.

    It is not where a solution lacks a clue of its puzzle.
    """
    if solved != 0 and which != NOTHING:
        answers_out(W, geometry, S.words, cells)
    written, row = np.int64(0), S.state[STORED]
    while solved != 0:
        lane = place_of_bit(solved)
        solved &= solved - 1
        puzzle = S.holds[lane]
        idle |= np.int64(1) << lane
        if S.counts[puzzle] >= limit:
            continue
        if which == EVERY or (which == FIRST and S.counts[puzzle] == 0):
            row_of = puzzle if which == FIRST else S.state[STORED]
            write(W, S.words, lane, solutions, row_of, cells)
            S.state[STORED] += 1
            written |= np.int64(1) << lane
        S.counts[puzzle] += 1
        if S.counts[puzzle] == limit:
            S.closed[puzzle] = ENOUGH
            S.state[IN_VAIN] += S.guesses[puzzle]
    while written != 0:
        puzzle = S.holds[place_of_bit(written)]
        written &= written - 1
        row_of = puzzle if which == FIRST else row
        if not keeps(solutions, row_of, puzzles, puzzle, cells):
            return idle, False
        row += 1
    return idle, True


@njit(**INLINE)
def _part(W, geometry, S, most, cells, stuck, idle, near):
    """Split the lanes that are ``stuck``: the other half goes to an idle lane if that is ``near``,
    else on the stack.  Gives idle lanes.
    """
    lanes = lanes_in(W)
    own = S.state[OWN] != 0
    woven = own and several(stuck)
    if woven:
        nodes_out(W, S.words, cells)
    while stuck != 0:
        lane = place_of_bit(stuck)
        stuck &= stuck - 1
        puzzle = S.holds[lane]
        if S.closed[puzzle] == OPEN and S.guesses[puzzle] >= most:
            S.closed[puzzle] = GIVEN_UP
        if S.closed[puzzle] != OPEN:
            idle |= np.int64(1) << lane
        elif near and idle != 0:
            other = place_of_bit(idle)
            copy(W, geometry, lane, W, other, lanes)
            taken(W, geometry, other)
            if split(W, geometry, lane, W, other, lanes):
                S.holds[other] = puzzle
                idle &= idle - 1
                S.guesses[puzzle] += 1
                S.state[SPLITS] += 1
            else:
                idle |= np.int64(1) << lane
        else:
            whose = lane if own else lanes
            slot = _push(S, whose, puzzle)
            at = slot * cells
            if woven:
                keep(W, S.words, lane, S.stack, at, cells)
            else:
                copy(W, geometry, lane, S.stack, at, np.int64(1))
            if split(W, geometry, lane, S.stack, at, np.int64(1)):
                S.guesses[puzzle] += 1
                S.state[SPLITS] += 1
            else:
                _pop(S, whose)
                idle |= np.int64(1) << lane
    return idle


@njit(**INLINE)
def _look(state):
    """Find out, now and then, whether lanes should keep to their own nodes."""
    own = state[OWN] != 0
    if state[NEXT] - state[SINCE] >= (PROBE if own else REST):
        state[OWN] = not own or WORTH * state[IN_VAIN] > state[SPLITS]
        state[SINCE] = state[NEXT]
        state[IN_VAIN] = state[SPLITS] = 0


# -- the loop ----------------------------------------------------------------------


@njit(**OPTIONS)
def _advance(W, geometry, start, full, puzzles, together, limit, most, solutions, which, S, sweeps):
    """Run up to ``sweeps`` sweeps; give why it came back.

    ========= ============================================================
    W         workspace, kept between calls
    start     (256,) mask of each value of ``puzzles``; 0 is a blank
    full      (cells,) mask of what each cell may be
    puzzles   (n, cells) uint8
    together  puzzles answered before the next is begun: nothing depends on others than these
    limit     solutions to count for each puzzle
    most      guesses after which a puzzle is given up
    solutions (n, cells) or (room, cells) uint8, see ``which``
    S         the :class:`Search`
    ========= ============================================================
    """
    state = S.state
    n, cells = len(puzzles), cell_count(geometry, puzzles)
    lanes = lanes_in(W)
    every = (np.int64(1) << lanes) - 1
    done_at = state[SWEEPS] + sweeps
    idle, last = state[IDLE], state[LAST]
    while True:
        idle, begun = _fill(W, geometry, S, puzzles, solutions, which, cells, idle, last)
        state[IDLE] = idle
        if begun != 0:
            begin(W, geometry, begun, S.holds, puzzles, start, full, S.words)
        if idle == every:
            if last == n:
                return DONE
            last = min(n, last + together)
            state[LAST], state[OWN] = last, 1
            state[SINCE], state[IN_VAIN], state[SPLITS] = state[NEXT], 0, 0
            forget(W, geometry)
            continue
        if len(S.owner) - state[HELD] < lanes:
            return STACK_FULL
        if which == EVERY and solutions.shape[0] - state[STORED] < lanes:
            return SOLUTIONS_FULL
        if state[SWEEPS] >= done_at:
            return PAUSED
        changed, bad, open_ = sweep(W, geometry, idle)
        state[SWEEPS] += 1
        idle |= bad & every
        ended = every & ~(open_ | idle)
        stuck = open_ & ~(changed | idle)
        if ended != 0:
            solved = ended & complete(W, geometry)
            if ended & ~(solved | changed) != 0:
                return BROKEN
            idle, well = _answer(
                W, geometry, S, puzzles, limit, solutions, which, cells, solved, idle
            )
            if not well:
                return BROKEN
        if stuck != 0:
            prepare(W, geometry, stuck)
            near = state[OWN] == 0 or state[NEXT] == last
            idle = _part(W, geometry, S, most, cells, stuck, idle, near)
            _look(state)


SOURCE_FILES = (
    *("branching.py", "caged.py", "caging.py", "classic.py", "driver.py", "geometries.py"),
    *("implied.py", "lanes.py", "order.py", "parts.py", "program.py", "thin.py", "units.py"),
    *("weave.py", "words.py"),
    *(f"filters/{name}.py" for name in ("blame", "bounds", "choices", "comparisons", "counting")),
    *(f"filters/{name}.py" for name in ("layers", "occurrences", "relations", "sandwiches")),
    "filters/sums.py",
)


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
        W, geometry, start, full, puzzles, together, limit, most, counts, guesses, closed,
        solutions, which, state, holds, heads, stack, owner, link, words, sweeps,
    ):  # fmt: skip
        state[SOURCES] = sources
        search = Search(
            thin(counts), thin(guesses), thin(closed), thin(state), thin(holds), thin(heads),
            thin(stack), thin(owner), thin(link), thin(words),
        )  # fmt: skip
        return _advance(
            thin(W), thin(geometry), thin(start), thin(full), puzzles, together, limit, most,
            solutions, which, search, sweeps,
        )  # fmt: skip

    try:
        return njit(**CALLED, cache=True)(advance)
    except RuntimeError:  # no folder for the cache
        return njit(**CALLED)(advance)


CHECKSUM = fingerprint()
"""What tells Numba's cache that a source has changed, whichever it is."""

advance = _cached(CHECKSUM)
"""What Python calls; its arguments are those of :func:`_advance`."""
