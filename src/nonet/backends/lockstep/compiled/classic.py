"""The sweep for 9x9 with rows, columns and 3x3 boxes: straight-line, no branches.

A cell is a mask of nine candidates in a 16-bit lane.  The unit of thought is
the *triad*: the three cells of a box in one row (or one column).  A band is
three boxes side by side, so nine triads; each digit takes one triad of each box
and of each row, which leaves six arrangements a digit.  A triad whose digit is
in no surviving arrangement loses it, and that is all of "locked candidates" at
once.  A triad holds exactly three digits, so one with three is full.

The idea of triads and arrangements is T. Dillon's tdoku (2019, BSD-2,
https://t-dillon.github.io/tdoku); here 32 puzzles go through it side by side.

Rows of the workspace:

====== ====================================================================
CELLS  the 81 cells, row by row
FIXED  a fixed cell's value, else 0; later the cells after elimination
ACROSS union of fixed values a triad, across (then down at ``DOWN``)
ROW    fixed values of each row (``COLUMN``, ``BOX``: each column, box)
TRIADS candidates a triad: six bands (three across, three down) of nine
OWN    what a triad alone can hold: its digits that no triad beside it has
DIGIT  branching (``classic_branching.py``): the digit, and the place in ``BRANCHES`` (``BRANCH``)
====== ====================================================================
"""

from __future__ import annotations

from numba import njit

from nonet.backends.lockstep.compiled.options import JIT_OPTIONS
from nonet.backends.lockstep.compiled.simd import (
    beyond_two,
    broadcast,
    first_nonzero,
    first_of_three,
    keep_at_most_three,
    keep_single,
    lane_count,
    load,
    minimum,
    nonzero_lanes,
    peek,
    poke,
    store,
    where_zero,
    without_lowest,
)
from nonet.backends.lockstep.layouts.geometries import CLASSIC_MASK

CELLS, FIXED, ACROSS, DOWN = 0, 81, 162, 189
ROW, COLUMN, BOX = 216, 225, 234
TRIADS, OWN, DIGIT, BRANCH = 243, 297, 351, 352
ALL_FIXED = 9 * CLASSIC_MASK
"""The sum of all cells' masks where each value is in nine cells; with all candidates it fits in 16 bits."""


@njit(**JIT_OPTIONS)
def sweep(W):
    """One round of propagation on every lane.

    Gives three sets of lanes, as bits: those that changed, those that are
    contradictory, those with a cell of more than one candidate left.

    The sum of all cells' masks tells what changed, since a cell only loses candidates, and what
    is open: in a lane that neither changed nor is contradictory each value is in at least nine
    cells, and in nine alone where each cell has one.  (In a lane that will be contradictory
    ``open_`` may be wrong until it is.)

    Bands down see what bands across have left, which takes a tenth of the sweeps away.
    """
    bad, before = _update_fixed_cells(W)
    _update_fixed_units(W)
    _eliminate(W)
    for band in range(3):
        bad = bad | _filter_arrangements(W, TRIADS + 9 * band, OWN + 9 * band)
    _update_triads_down(W)
    for band in range(3, 6):
        bad = bad | _filter_arrangements(W, TRIADS + 9 * band, OWN + 9 * band)
    after, none_left = _hidden_singles(W)
    open_ = after ^ broadcast(W, ALL_FIXED)
    return nonzero_lanes(before ^ after), nonzero_lanes(bad | none_left), nonzero_lanes(open_)


@njit(**JIT_OPTIONS)
def load_puzzle(W, lane, puzzles, at, start):
    """Put a puzzle, its first cell at ``puzzles[at]``, into a lane: ``start`` has the masks."""
    lanes = lane_count(W)
    for cell in range(81):
        poke(W, cell * lanes + lane, peek(start, peek(puzzles, at + cell)))


@njit(**JIT_OPTIONS)
def copy_lane(W, lane, nodes, at, step):
    """Copy a lane to ``nodes``, its first cell to ``at``, others every ``step``."""
    lanes = lane_count(W)
    for cell in range(81):
        poke(nodes, at + cell * step, peek(W, cell * lanes + lane))


@njit(**JIT_OPTIONS)
def complete_lanes(W):
    """The lanes whose 81 cells are single and fill all 27 units, checked afresh."""
    wrong, filled = broadcast(W, 0), broadcast(W, CLASSIC_MASK)
    for line in range(9):
        row, column = broadcast(W, 0), broadcast(W, 0)
        box, corner = broadcast(W, 0), 27 * (line // 3) + 3 * (line % 3)
        for cell in range(9):
            x = load(W, 9 * line + cell)
            wrong = wrong | without_lowest(x)
            row = row | x
            column = column | load(W, 9 * cell + line)
            box = box | load(W, corner + 9 * (cell // 3) + cell % 3)
        filled = filled & row & column & box
    return ~nonzero_lanes(wrong | (filled ^ broadcast(W, CLASSIC_MASK)))


@njit(**JIT_OPTIONS)
def _update_fixed_cells(W):
    """Write FIXED, and its unions by triad and box; return the values fixed twice in a box, and the
    sum of all cells.

    A union is less than the sum of its parts where two of them have a value in common: so the sums
    of all triads, across and down, equal that of all boxes where no box has a value twice.  Two
    boxes of a band that have a value in one line leave it no arrangement, which
    :func:`_filter_arrangements` sees in the same sweep.
    """
    total, across = broadcast(W, 0), broadcast(W, 0)
    down, boxes = broadcast(W, 0), broadcast(W, 0)
    for box in range(9):
        all_of_box = broadcast(W, 0)
        d0, d1, d2 = broadcast(W, 0), broadcast(W, 0), broadcast(W, 0)
        for row in range(3):
            at = CELLS + 27 * (box // 3) + 9 * row + 3 * (box % 3)
            x0, x1, x2 = load(W, at), load(W, at + 1), load(W, at + 2)
            s0, s1, s2 = keep_single(x0), keep_single(x1), keep_single(x2)
            store(W, at + FIXED, s0)
            store(W, at + FIXED + 1, s1)
            store(W, at + FIXED + 2, s2)
            triad = s0 | s1 | s2
            store(W, ACROSS + 3 * box + row, triad)
            all_of_box = all_of_box | triad
            d0, d1, d2 = d0 | s0, d1 | s1, d2 | s2
            across = across + triad
            total = total + x0 + x1 + x2
        store(W, DOWN + 3 * box, d0)
        store(W, DOWN + 3 * box + 1, d1)
        store(W, DOWN + 3 * box + 2, d2)
        store(W, BOX + box, all_of_box)
        down, boxes = down + d0 + d1 + d2, boxes + all_of_box
    return (across ^ boxes) | (down ^ boxes), total


@njit(**JIT_OPTIONS)
def _update_fixed_units(W):
    """Write ROW and COLUMN."""
    for band in range(3):
        for line in range(3):
            at = ACROSS + 9 * band + line
            store(W, ROW + 3 * band + line, load(W, at) | load(W, at + 3) | load(W, at + 6))
            at = DOWN + 3 * band + line
            store(W, COLUMN + 3 * band + line, load(W, at) | load(W, at + 9) | load(W, at + 18))


@njit(**JIT_OPTIONS)
def _eliminate(W):
    """Take fixed values from the other cells of their units; write TRIADS across of the rest."""
    for box in range(9):
        band, stack = box // 3, box % 3
        in_box = load(W, BOX + box)
        c0, c1, c2 = (
            load(W, COLUMN + 3 * stack),
            load(W, COLUMN + 3 * stack + 1),
            load(W, COLUMN + 3 * stack + 2),
        )
        for row in range(3):
            at = CELLS + 27 * (box // 3) + 9 * row + 3 * (box % 3)
            taken = in_box | load(W, ROW + 3 * band + row)
            x0 = load(W, at) & (~(taken | c0) | load(W, at + FIXED))
            x1 = load(W, at + 1) & (~(taken | c1) | load(W, at + FIXED + 1))
            x2 = load(W, at + 2) & (~(taken | c2) | load(W, at + FIXED + 2))
            store(W, at + FIXED, x0)
            store(W, at + FIXED + 1, x1)
            store(W, at + FIXED + 2, x2)
            store(W, TRIADS + 3 * box + row, x0 | x1 | x2)


@njit(**JIT_OPTIONS)
def _update_triads_down(W):
    """Write TRIADS down, of what cells and triads across have left."""
    for box in range(9):
        across, at = TRIADS + 3 * box, FIXED + 27 * (box // 3) + 3 * (box % 3)
        down = TRIADS + 27 + 9 * (box % 3) + 3 * (box // 3)
        h0, h1, h2 = load(W, across), load(W, across + 1), load(W, across + 2)
        for column in range(3):
            x0, x1, x2 = load(W, at + column), load(W, at + column + 9), load(W, at + column + 18)
            store(W, down + column, (x0 & h0) | (x1 & h1) | (x2 & h2))


@njit(**JIT_OPTIONS)
def _filter_arrangements(W, triads, own):
    """One band: which arrangements survive, which triads are full; gives what went wrong.

    ``ab`` is the triad of box ``a`` (0 to 2) in line ``b`` of the band.
    """
    x00, x01, x02 = load(W, triads), load(W, triads + 1), load(W, triads + 2)
    x10, x11, x12 = load(W, triads + 3), load(W, triads + 4), load(W, triads + 5)
    x20, x21, x22 = load(W, triads + 6), load(W, triads + 7), load(W, triads + 8)
    # the digits of the six arrangements, of which each triad is in two
    p0, p1, p2 = x00 & x11 & x22, x01 & x12 & x20, x02 & x10 & x21
    p3, p4, p5 = x02 & x11 & x20, x00 & x12 & x21, x01 & x10 & x22
    y00, y01, y02 = p0 | p4, p1 | p5, p2 | p3
    y10, y11, y12 = p2 | p5, p0 | p3, p1 | p4
    y20, y21, y22 = p1 | p3, p2 | p4, p0 | p5
    bad = (y00 | y10 | y20) ^ broadcast(W, CLASSIC_MASK)
    fewest = minimum(minimum(beyond_two(y00), beyond_two(y01)), beyond_two(y02))
    fewest = minimum(minimum(minimum(fewest, beyond_two(y10)), beyond_two(y11)), beyond_two(y12))
    fewest = minimum(minimum(minimum(fewest, beyond_two(y20)), beyond_two(y21)), beyond_two(y22))
    bad = bad | where_zero(fewest, broadcast(W, 1))
    # a full triad's digits are nowhere else in its box and its line
    f00, f01, f02 = keep_at_most_three(y00), keep_at_most_three(y01), keep_at_most_three(y02)
    f10, f11, f12 = keep_at_most_three(y10), keep_at_most_three(y11), keep_at_most_three(y12)
    f20, f21, f22 = keep_at_most_three(y20), keep_at_most_three(y21), keep_at_most_three(y22)
    z00, z01, z02 = (
        y00 & ~(f10 | f20 | f01 | f02),
        y01 & ~(f11 | f21 | f00 | f02),
        y02 & ~(f12 | f22 | f00 | f01),
    )
    z10, z11, z12 = (
        y10 & ~(f00 | f20 | f11 | f12),
        y11 & ~(f01 | f21 | f10 | f12),
        y12 & ~(f02 | f22 | f10 | f11),
    )
    z20, z21, z22 = (
        y20 & ~(f00 | f10 | f21 | f22),
        y21 & ~(f01 | f11 | f20 | f22),
        y22 & ~(f02 | f12 | f20 | f21),
    )
    _finish_line(W, triads, own, z00, z10, z20)
    _finish_line(W, triads + 1, own + 1, z01, z11, z21)
    _finish_line(W, triads + 2, own + 2, z02, z12, z22)
    return bad


@njit(**JIT_OPTIONS)
def _finish_line(W, triads, own, a, b, c):
    """One line of a band: digits only one triad can hold are its own; three of them fill it."""
    own_a, own_b, own_c = a & ~(b | c), b & ~(a | c), c & ~(a | b)
    store(W, own, own_a)
    store(W, own + 3, own_b)
    store(W, own + 6, own_c)
    store(W, triads, first_of_three(own_a, a))
    store(W, triads + 3, first_of_three(own_b, b))
    store(W, triads + 6, first_of_three(own_c, c))


@njit(**JIT_OPTIONS)
def _hidden_singles(W):
    """Cells meet their triads; a triad's own digit with one cell goes there.

    Gives the sum of all cells, and something where a cell has no candidate left.  An
    empty cell must be told here: its triad may still have three digits.
    """
    total, fewest = broadcast(W, 0), broadcast(W, CLASSIC_MASK)
    for box in range(9):
        across = TRIADS + 3 * box
        down = TRIADS + 27 + 9 * (box % 3) + 3 * (box // 3)
        at = CELLS + 27 * (box // 3) + 3 * (box % 3)
        h0, h1, h2 = load(W, across), load(W, across + 1), load(W, across + 2)
        v0, v1, v2 = load(W, down), load(W, down + 1), load(W, down + 2)
        f = at + FIXED
        n0, n1, n2 = load(W, f) & h0 & v0, load(W, f + 1) & h0 & v1, load(W, f + 2) & h0 & v2
        n3, n4, n5 = load(W, f + 9) & h1 & v0, load(W, f + 10) & h1 & v1, load(W, f + 11) & h1 & v2
        n6, n7, n8 = load(W, f + 18) & h2 & v0, load(W, f + 19) & h2 & v1, load(W, f + 20) & h2 & v2
        across, down = across + OWN - TRIADS, down + OWN - TRIADS
        h0, h1, h2 = load(W, across), load(W, across + 1), load(W, across + 2)
        v0, v1, v2 = load(W, down), load(W, down + 1), load(W, down + 2)
        t0 = n0 & ((~(n1 | n2) & h0) | (~(n3 | n6) & v0))
        t1 = n1 & ((~(n0 | n2) & h0) | (~(n4 | n7) & v1))
        t2 = n2 & ((~(n0 | n1) & h0) | (~(n5 | n8) & v2))
        t3 = n3 & ((~(n4 | n5) & h1) | (~(n0 | n6) & v0))
        t4 = n4 & ((~(n3 | n5) & h1) | (~(n1 | n7) & v1))
        t5 = n5 & ((~(n3 | n4) & h1) | (~(n2 | n8) & v2))
        t6 = n6 & ((~(n7 | n8) & h2) | (~(n0 | n3) & v0))
        t7 = n7 & ((~(n6 | n8) & h2) | (~(n1 | n4) & v1))
        t8 = n8 & ((~(n6 | n7) & h2) | (~(n2 | n5) & v2))
        n0, n1, n2 = first_nonzero(t0, n0), first_nonzero(t1, n1), first_nonzero(t2, n2)
        n3, n4, n5 = first_nonzero(t3, n3), first_nonzero(t4, n4), first_nonzero(t5, n5)
        n6, n7, n8 = first_nonzero(t6, n6), first_nonzero(t7, n7), first_nonzero(t8, n8)
        total = total + n0 + n1 + n2 + n3 + n4 + n5 + n6 + n7 + n8
        fewest = minimum(minimum(minimum(fewest, n0), n1), n2)
        fewest = minimum(minimum(minimum(fewest, n3), n4), n5)
        fewest = minimum(minimum(minimum(fewest, n6), n7), n8)
        store(W, at, n0)
        store(W, at + 1, n1)
        store(W, at + 2, n2)
        store(W, at + 9, n3)
        store(W, at + 10, n4)
        store(W, at + 11, n5)
        store(W, at + 18, n6)
        store(W, at + 19, n7)
        store(W, at + 20, n8)
    return total, where_zero(fewest, broadcast(W, 1))
