"""The driver: keeps every lane busy with a search node, and takes the answers out.

A lane holds one node: the candidates of every cell of one puzzle.  After each
sweep a lane that is contradictory or solved is refilled from one stack of nodes
shared by all puzzles, else with the next puzzle; a lane at a fixed point with
choices left is split, and the other half goes on the stack.  Because the stack
is shared, one hard puzzle uses all lanes, and a thousand easy ones do too.

That is best where all of a tree must be seen.  Where puzzles have many solutions,
each lane keeps to its own nodes instead, in a list of its own, so that a path is
followed to its end before what lies beside it; and where sweeps find little between two
guesses, a lane branches after every sweep, before its fixed point.  The driver looks now and
then which it should do.  A puzzle alone branches as early while lanes are idle.  A puzzle may be
given up after so many guesses, and then no lane branches early: a puzzle would be given up for
guesses that it need not make.

All state is in arrays, so a run can pause at any sweep: for the clock, for
Ctrl-C, to grow the stack, to hand over solutions.  Nothing is ever recursive.

The driver knows no puzzle.  A *geometry* (``geometry_dispatch.py``) says by its type which
sweep, completeness check and split are used; Numba compiles the driver once for
each type of geometry and width of lane.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from nonet.backends.lockstep.compiled.geometry_dispatch import (
    branch_lane,
    can_branch_early,
    cell_count,
    complete_lanes,
    copy_lane,
    load_puzzles,
    on_node_taken,
    pack_values,
    reset_weights,
    select_branches,
    sweep,
)
from nonet.backends.lockstep.compiled.options import INLINE_OPTIONS, JIT_OPTIONS
from nonet.backends.lockstep.compiled.packed_rows import (
    is_worth_packing,
    keeps_clues,
    load_node,
    pack_row_nodes,
    save_node,
    write_solution,
)
from nonet.backends.lockstep.compiled.simd import lane_count, trailing_zeros
from nonet.backends.lockstep.compiled.transpose import prefetch
from nonet.backends.lockstep.layouts.calls import (
    BRANCH_EARLY,
    BROKEN,
    DONE,
    FREE_SLOT,
    GIVEN_UP,
    IDLE,
    KEEP_OWN_NODES,
    LAST,
    LIMIT_REACHED,
    NEXT,
    NODES_ON_STACK,
    OPEN,
    PAUSED,
    PUZZLES_AT_SWITCH,
    SHARE_NODES,
    SOLUTIONS_FULL,
    SPLITS,
    STACK_FULL,
    STORE_ALL,
    STORE_FIRST,
    STORE_NONE,
    STORED,
    SWEEPS,
    SWEEPS_AT_SWITCH,
    TOP,
    TRY_OWN_NODES,
    UNPRODUCTIVE_SPLITS,
)

OWN_NODES_PERIOD, SHARED_NODES_PERIOD = 64, 1024
"""Puzzles begun between two looks at how lanes should work: keeping to their own nodes, sharing."""
MANY_GUESSES = 1 << 50
"""A limit of guesses from which on there is no limit."""
PREFETCH_DISTANCE = 48
"""Puzzles from the one that is begun to the one whose memory is asked for."""
OWN_NODES_RATIO = 8
"""Lanes keep to their own nodes where one split in so many was for a puzzle of enough solutions."""
BEGIN_EARLY, END_EARLY = 28, 64
"""Splits for each hundred sweeps of a lane from which on it pays to branch before the fixed point,
and below which it no longer pays.  With many solutions there are 29 to 56, and then 67 to 98; of
puzzles with one solution 4 to 19, and then 27 to 55."""


# -- the stack: nodes in lists, one of each lane and one shared -----------------------


@njit(**JIT_OPTIONS)
def _push_node(S, which, puzzle):
    """A place in the stack for a node of a puzzle, the last of list ``which``."""
    slot = S.state[FREE_SLOT]
    if slot >= 0:
        S.state[FREE_SLOT] = S.link[slot]
    else:
        slot = S.state[TOP]
        S.state[TOP] += 1
    S.state[NODES_ON_STACK] += 1
    S.owner[slot] = puzzle
    S.link[slot] = S.heads[which]
    S.heads[which] = slot
    return slot


@njit(**JIT_OPTIONS)
def _pop_node(S, which):
    """Take the last node of a list whose puzzle is open: its place; -1 if there is none."""
    slot = S.heads[which]
    while slot >= 0:
        S.heads[which] = S.link[slot]
        S.link[slot] = S.state[FREE_SLOT]
        S.state[FREE_SLOT] = slot
        S.state[NODES_ON_STACK] -= 1
        if S.closed[S.owner[slot]] == OPEN:
            return slot
        slot = S.heads[which]
    return np.int64(-1)


@njit(**JIT_OPTIONS)
def _next_node(S, lane, lanes, last):
    """The node an empty lane goes on with: its own, a shared one; if ``last``, any lane's."""
    slot = _pop_node(S, lane)
    if slot < 0:
        slot = _pop_node(S, lanes)
    if last:
        other = 0
        while slot < 0 and other < lanes:
            slot = _pop_node(S, other)
            other += 1
    return slot


# -- what is done between two sweeps: ``idle`` are the lanes without a node, as bits --------


@njit(**INLINE_OPTIONS)
def _refill_lanes(W, geometry, S, puzzles, solutions, which, cells, idle, last):
    """Give idle lanes a node each, or the next puzzle: idle lanes, and those with a puzzle."""
    lanes = lane_count(W)
    empty, begun, next_ = idle, np.int64(0), S.state[NEXT]
    while empty != 0:
        lane = trailing_zeros(empty)
        empty &= empty - 1
        slot = np.int64(-1)
        if S.state[NODES_ON_STACK] > 0:
            slot = _next_node(S, lane, lanes, next_ == last)
        on_node_taken(W, geometry, lane)
        if slot >= 0:
            puzzle = S.owner[slot]
            load_node(W, lane, S.stack, slot * cells, cells)
        elif next_ < last:
            puzzle = next_
            next_ += 1
            begun |= np.int64(1) << lane
            prefetch(puzzles, (puzzle + PREFETCH_DISTANCE) * cells, 0)
            prefetch(puzzles, (puzzle + PREFETCH_DISTANCE) * cells + 64, 0)
            if which == STORE_FIRST:
                prefetch(solutions, puzzle * cells, 1)
                prefetch(solutions, puzzle * cells + 64, 1)
        else:
            break
        S.holds[lane] = puzzle
        idle &= ~(np.int64(1) << lane)
    S.state[NEXT] = next_
    return idle, begun


@njit(**INLINE_OPTIONS)
def _store_solved(W, geometry, S, puzzles, limit, solutions, which, cells, solved, idle):
    """Count the lanes that are solved, and write what is wanted: idle lanes, whether all is well.

    It is not where a solution lacks a clue of its puzzle.
    """
    if solved != 0 and which != STORE_NONE:
        pack_values(W, geometry, S.words, cells)
    written, row = np.int64(0), S.state[STORED]
    while solved != 0:
        lane = trailing_zeros(solved)
        solved &= solved - 1
        puzzle = S.holds[lane]
        idle |= np.int64(1) << lane
        if S.counts[puzzle] >= limit:
            continue
        if which == STORE_ALL or (which == STORE_FIRST and S.counts[puzzle] == 0):
            row_of = puzzle if which == STORE_FIRST else S.state[STORED]
            write_solution(W, S.words, lane, solutions, row_of, cells)
            S.state[STORED] += 1
            written |= np.int64(1) << lane
        S.counts[puzzle] += 1
        if S.counts[puzzle] == limit:
            S.closed[puzzle] = LIMIT_REACHED
            S.state[UNPRODUCTIVE_SPLITS] += S.guesses[puzzle]
    while written != 0:
        puzzle = S.holds[trailing_zeros(written)]
        written &= written - 1
        row_of = puzzle if which == STORE_FIRST else row
        if not keeps_clues(solutions, row_of, puzzles, puzzle, cells):
            return idle, False
        row += 1
    return idle, True


@njit(**INLINE_OPTIONS)
def _branch_stuck(W, geometry, S, most, cells, stuck, changed, idle, near):
    """Split the lanes that are ``stuck``: the other half goes to an idle lane if that is ``near``,
    else on the stack.  Gives idle lanes.  A lane that is not ``changed`` and has nothing to branch on
    has no solution.
    """
    lanes = lane_count(W)
    own = S.state[KEEP_OWN_NODES] != SHARE_NODES
    woven = own and is_worth_packing(stuck)
    if woven:
        pack_row_nodes(W, S.words, cells)
    while stuck != 0:
        lane = trailing_zeros(stuck)
        stuck &= stuck - 1
        puzzle = S.holds[lane]
        if S.closed[puzzle] == OPEN and S.guesses[puzzle] >= most:
            S.closed[puzzle] = GIVEN_UP
        if S.closed[puzzle] != OPEN:
            idle |= np.int64(1) << lane
        elif near and idle != 0:
            other = trailing_zeros(idle)
            copy_lane(W, geometry, lane, W, other, lanes)
            on_node_taken(W, geometry, other)
            if branch_lane(W, geometry, lane, W, other, lanes):
                S.holds[other] = puzzle
                idle &= idle - 1
                S.guesses[puzzle] += 1
                S.state[SPLITS] += 1
            else:
                idle |= (np.int64(1) << lane) & ~changed
        else:
            whose = lane if own else lanes
            slot = _push_node(S, whose, puzzle)
            at = slot * cells
            if woven:
                save_node(W, S.words, lane, S.stack, at, cells)
            else:
                copy_lane(W, geometry, lane, S.stack, at, np.int64(1))
            if branch_lane(W, geometry, lane, S.stack, at, np.int64(1)):
                S.guesses[puzzle] += 1
                S.state[SPLITS] += 1
            else:
                _pop_node(S, whose)
                idle |= (np.int64(1) << lane) & ~changed
    return idle


@njit(**INLINE_OPTIONS)
def _update_strategy(state, geometry, lanes):
    """Find out, now and then, whether lanes should keep to their own nodes, and branch early."""
    mode = state[KEEP_OWN_NODES]
    own = mode != SHARE_NODES
    if state[NEXT] - state[PUZZLES_AT_SWITCH] < (OWN_NODES_PERIOD if own else SHARED_NODES_PERIOD):
        return
    if own and OWN_NODES_RATIO * state[UNPRODUCTIVE_SPLITS] <= state[SPLITS]:
        mode = SHARE_NODES
    else:
        swept = lanes * (state[SWEEPS] - state[SWEEPS_AT_SWITCH])
        enough = 100 * state[SPLITS] > (END_EARLY if mode == BRANCH_EARLY else BEGIN_EARLY) * swept
        mode = BRANCH_EARLY if own and enough and can_branch_early(geometry) else TRY_OWN_NODES
    _begin_period(state, mode)


@njit(**INLINE_OPTIONS)
def _begin_period(state, mode):
    """Let lanes work in a way, and count anew."""
    state[KEEP_OWN_NODES] = mode
    state[PUZZLES_AT_SWITCH], state[SWEEPS_AT_SWITCH] = state[NEXT], state[SWEEPS]
    state[UNPRODUCTIVE_SPLITS] = state[SPLITS] = 0


# -- the loop ----------------------------------------------------------------------


@njit(**JIT_OPTIONS)
def run_sweeps(
    W, geometry, start, full, puzzles, together, limit, most, solutions, which, S, sweeps
):
    """Run up to ``sweeps`` sweeps; give why it came back.

    The arguments are those of ``calls.AdvanceCall``, ``S`` its :class:`SearchState`.
    """
    state = S.state
    n, cells = len(puzzles), cell_count(geometry, puzzles)
    lanes = lane_count(W)
    every = (np.int64(1) << lanes) - 1
    done_at = state[SWEEPS] + sweeps
    idle, last = state[IDLE], state[LAST]
    while True:
        idle, begun = _refill_lanes(W, geometry, S, puzzles, solutions, which, cells, idle, last)
        state[IDLE] = idle
        if begun != 0:
            load_puzzles(W, geometry, begun, S.holds, puzzles, start, full, S.words)
        if idle == every:
            if last == n:
                return DONE
            last = min(n, last + together)
            state[LAST] = last
            _begin_period(state, TRY_OWN_NODES)
            reset_weights(W, geometry)
            continue
        if len(S.owner) - state[NODES_ON_STACK] < lanes:
            return STACK_FULL
        if which == STORE_ALL and len(solutions) - state[STORED] < lanes:
            return SOLUTIONS_FULL
        if state[SWEEPS] >= done_at:
            return PAUSED
        changed, bad, open_ = sweep(W, geometry, idle)
        state[SWEEPS] += 1
        idle |= bad & every
        ended = every & ~(open_ | idle)
        stuck = open_ & ~idle
        early = state[KEEP_OWN_NODES] == BRANCH_EARLY
        if n == 1 and can_branch_early(geometry):
            # the work of lanes that would be idle costs nothing
            early = idle != 0 and state[NODES_ON_STACK] == 0
        if not early or most < MANY_GUESSES:
            stuck &= ~changed
        if ended != 0:
            solved = ended & complete_lanes(W, geometry)
            if ended & ~(solved | changed) != 0:
                return BROKEN
            idle, well = _store_solved(
                W, geometry, S, puzzles, limit, solutions, which, cells, solved, idle
            )
            if not well:
                return BROKEN
        if stuck != 0:
            select_branches(W, geometry, stuck)
            near = state[KEEP_OWN_NODES] == SHARE_NODES or state[NEXT] == last
            idle = _branch_stuck(W, geometry, S, most, cells, stuck, changed, idle, near)
            _update_strategy(state, geometry, lanes)
