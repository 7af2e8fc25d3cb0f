"""Branching for 9x9 with rows, columns and 3x3 boxes: a digit's triad in the tightest band.

Each digit has six arrangements in a band at the most (see ``classic.py``).  A lane is split
where two of them disagree: the digit is in a triad that one has and the other has not, or it is
not.
"""

from __future__ import annotations

from numba import njit

from nonet.backends.lockstep.compiled.classic import BRANCH, DIGIT, TRIADS
from nonet.backends.lockstep.compiled.options import JIT_OPTIONS
from nonet.backends.lockstep.compiled.simd import (
    broadcast,
    first_nonzero,
    lane_count,
    load,
    minimum,
    peek,
    poke,
    popcount,
    store,
    where_less,
    where_nonzero,
    without_lowest,
)


@njit(**JIT_OPTIONS)
def select_branches(W):
    """Find where to branch, for every lane: DIGIT and BRANCH.

    Takes the band with fewest arrangements (of all nine digits, but more than
    nine) and in it the lowest digit with two of them, else three, else four or more.
    BRANCH is 64 times the band plus the set of arrangements the digit has left;
    DIGIT is 0 where there is nothing to branch on.
    """
    best, where = broadcast(W, 0xFFF0), broadcast(W, 0)
    q0 = q1 = q2 = q3 = q4 = q5 = broadcast(W, 0)
    for band in range(6):
        at = TRIADS + 9 * band
        x00, x01, x02 = load(W, at), load(W, at + 1), load(W, at + 2)
        x10, x11, x12 = load(W, at + 3), load(W, at + 4), load(W, at + 5)
        x20, x21, x22 = load(W, at + 6), load(W, at + 7), load(W, at + 8)
        p0, p1, p2 = x00 & x11 & x22, x01 & x12 & x20, x02 & x10 & x21
        p3, p4, p5 = x02 & x11 & x20, x00 & x12 & x21, x01 & x10 & x22
        total = (
            popcount(p0) + popcount(p1) + popcount(p2) + popcount(p3) + popcount(p4) + popcount(p5)
        )
        total = total - broadcast(W, 10)  # nine when all is decided: then it wraps to the largest
        q0, q1 = where_less(total, best, p0, q0), where_less(total, best, p1, q1)
        q2, q3 = where_less(total, best, p2, q2), where_less(total, best, p3, q3)
        q4, q5 = where_less(total, best, p4, q4), where_less(total, best, p5, q5)
        where = where_less(total, best, broadcast(W, 64 * band), where)
        best = minimum(best, total)
    # the digits with at least two, three, four arrangements
    one, two = q0 | q1, q0 & q1
    one, two, three_ = one | q2, two | (one & q2), two & q2
    one, two, three_, four = one | q3, two | (one & q3), three_ | (two & q3), three_ & q3
    one, two, three_, four = one | q4, two | (one & q4), three_ | (two & q4), four | (three_ & q4)
    two, three_, four = two | (one & q5), three_ | (two & q5), four | (three_ & q5)
    few = first_nonzero(two & ~three_, first_nonzero(three_ & ~four, four))
    digit = few ^ without_lowest(few)
    where = (
        where
        | where_nonzero(q0 & digit, broadcast(W, 1))
        | where_nonzero(q1 & digit, broadcast(W, 2))
    )
    where = (
        where
        | where_nonzero(q2 & digit, broadcast(W, 4))
        | where_nonzero(q3 & digit, broadcast(W, 8))
    )
    where = (
        where
        | where_nonzero(q4 & digit, broadcast(W, 16))
        | where_nonzero(q5 & digit, broadcast(W, 32))
    )
    store(W, DIGIT, digit)
    store(W, BRANCH, where)


@njit(**JIT_OPTIONS)
def branch_lane(W, branches, lane, nodes, at, step):
    """Branch one lane: it takes "the digit is in this triad", the node "it is not".

    The node is a copy of the lane in ``nodes``, its first cell at ``at``, others every
    ``step``.  Gives whether there was anything to branch on.
    """
    lanes = lane_count(W)
    digit = peek(W, DIGIT * lanes + lane)
    if digit == 0:
        return False
    row = 15 * peek(W, BRANCH * lanes + lane)
    # read from W, not from the node just written: the processor would wait for its stores
    for k in range(3):
        cell = peek(branches, row + k)
        poke(nodes, at + cell * step, peek(W, cell * lanes + lane) & ~digit)
    for k in range(3, 15):
        place = peek(branches, row + k) * lanes + lane
        poke(W, place, peek(W, place) & ~digit)
    return True
