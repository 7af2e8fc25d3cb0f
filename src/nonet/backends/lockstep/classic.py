"""The sweep for 9x9 with rows, columns and 3x3 boxes: straight-line, no branches.

A cell is a mask of nine candidates in a 16-bit lane.  The unit of thought is
the *triad*: the three cells of a box in one row (or one column).  A band is
three boxes side by side, so nine triads; each digit takes one triad of each box
and of each row, which leaves six arrangements a digit.  A triad whose digit is
in no surviving arrangement loses it, and that is all of "locked candidates" at
once.  A triad holds exactly three digits, so one with three is full.

The idea of triads and arrangements is T. Dillon's tdoku (2019, BSD-2,
https://t-dillon.github.io/tdoku); here 32 puzzles go through it side by side.

Rows of the workspace, each 32 lanes:

====== ====================================================================
CELLS  the 81 cells, box by box: ``9 * box + 3 * row in box + column in box``
FIXED  a fixed cell's value, else 0; later the cells after elimination
ACROSS union of fixed values a triad, across (then down at ``DOWN``)
ROW    fixed values of each row (``COLUMN``, ``BOX``: each column, box)
TRIADS candidates a triad: six bands (three across, three down) of nine
OWN    what a triad alone can hold: its digits that no triad beside it has
====== ====================================================================
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from nonet.backends.lockstep.lanes import (
    choose,
    count,
    fewer_than_three,
    lanes_set,
    least,
    load,
    rest,
    single,
    splat,
    store,
    three,
)

CELLS, FIXED, ACROSS, DOWN = 0, 81, 162, 189
ROW, COLUMN, BOX = 216, 225, 234
TRIADS, OWN, TIGHTEST, ROWS = 243, 297, 351, 352

ALL = 511
"""The mask of nine candidates."""

OPTIONS: dict[str, Any] = {
    "nogil": True,
    "cache": True,
    "boundscheck": False,
    "error_model": "numpy",
}
"""How Numba compiles what Python calls."""

INLINE: dict[str, Any] = {**OPTIONS, "cache": False, "forceinline": True}
"""How Numba compiles the parts of a sweep: into their callers."""

ORDER = np.array(
    [
        (box // 3 * 3 + cell // 3) * 9 + box % 3 * 3 + cell % 3
        for box in range(9)
        for cell in range(9)
    ],
    dtype=np.int64,
)
"""The place in a line of 81 of each cell of the workspace."""


@njit(**OPTIONS)
def sweep(W):
    """One round of propagation on every lane.

    Gives three sets of lanes, as bits: those that changed, those that are
    contradictory, those with a cell of more than one candidate.
    """
    open_, bad = _fixed_cells(W)
    bad = bad | _fixed_units(W)
    _eliminate(W)
    for band in range(6):
        bad = bad | _arrange(W, TRIADS + 9 * band, OWN + 9 * band)
    changed, clash = _hidden_singles(W)
    return lanes_set(changed), lanes_set(bad | clash), lanes_set(open_)


@njit(**OPTIONS)
def complete(W):
    """The lanes in which the fixed cells, as the last sweep found them, fill all 27 units."""
    filled = splat(W, ALL)
    for unit in range(27):
        filled = filled & load(W, ROW + unit)
    return ~lanes_set(filled ^ splat(W, ALL))


@njit(**OPTIONS)
def _fixed_cells(W):
    """FIXED, and its unions by triad and box; gives what is open, and what clashes in a box.

    Where a value is fixed twice, "exclusive or" lacks it; where it is fixed three
    times some other value has no place left, which :func:`_arrange` finds.
    """
    open_, bad = splat(W, 0), splat(W, 0)
    for box in range(9):
        all_of_box, odd = splat(W, 0), splat(W, 0)
        d0, d1, d2 = splat(W, 0), splat(W, 0), splat(W, 0)
        for row in range(3):
            at = CELLS + 9 * box + 3 * row
            x0, x1, x2 = load(W, at), load(W, at + 1), load(W, at + 2)
            s0, s1, s2 = single(x0), single(x1), single(x2)
            store(W, at + FIXED, s0)
            store(W, at + FIXED + 1, s1)
            store(W, at + FIXED + 2, s2)
            open_ = open_ | (x0 ^ s0) | (x1 ^ s1) | (x2 ^ s2)
            triad = s0 | s1 | s2
            store(W, ACROSS + 3 * box + row, triad)
            all_of_box = all_of_box | triad
            odd = odd ^ s0 ^ s1 ^ s2
            d0, d1, d2 = d0 | s0, d1 | s1, d2 | s2
        store(W, DOWN + 3 * box, d0)
        store(W, DOWN + 3 * box + 1, d1)
        store(W, DOWN + 3 * box + 2, d2)
        store(W, BOX + box, all_of_box)
        bad = bad | (all_of_box ^ odd)
    return open_, bad


@njit(**OPTIONS)
def _fixed_units(W):
    """ROW and COLUMN; gives the values fixed in two triads of one of them."""
    bad = splat(W, 0)
    for band in range(3):
        for line in range(3):
            at = ACROSS + 9 * band + line
            a, b, c = load(W, at), load(W, at + 3), load(W, at + 6)
            bad = bad | (a & b) | ((a | b) & c)
            store(W, ROW + 3 * band + line, a | b | c)
            at = DOWN + 3 * band + line
            a, b, c = load(W, at), load(W, at + 9), load(W, at + 18)
            bad = bad | (a & b) | ((a | b) & c)
            store(W, COLUMN + 3 * band + line, a | b | c)
    return bad


@njit(**OPTIONS)
def _eliminate(W):
    """Take fixed values from the other cells of their units; TRIADS of what is left."""
    for box in range(9):
        band, stack = box // 3, box % 3
        in_box = load(W, BOX + box)
        c0, c1, c2 = (
            load(W, COLUMN + 3 * stack),
            load(W, COLUMN + 3 * stack + 1),
            load(W, COLUMN + 3 * stack + 2),
        )
        d0, d1, d2 = splat(W, 0), splat(W, 0), splat(W, 0)
        for row in range(3):
            at = CELLS + 9 * box + 3 * row
            taken = in_box | load(W, ROW + 3 * band + row)
            x0 = load(W, at) & (~(taken | c0) | load(W, at + FIXED))
            x1 = load(W, at + 1) & (~(taken | c1) | load(W, at + FIXED + 1))
            x2 = load(W, at + 2) & (~(taken | c2) | load(W, at + FIXED + 2))
            store(W, at + FIXED, x0)
            store(W, at + FIXED + 1, x1)
            store(W, at + FIXED + 2, x2)
            store(W, TRIADS + 3 * box + row, x0 | x1 | x2)
            d0, d1, d2 = d0 | x0, d1 | x1, d2 | x2
        at = TRIADS + 27 + 9 * stack + 3 * band
        store(W, at, d0)
        store(W, at + 1, d1)
        store(W, at + 2, d2)


@njit(**OPTIONS)
def _in_arrangement(x, a, d, b, c):
    """The digits of a triad that one of its two arrangements of the other boxes allows."""
    return x & ((a & d) | (b & c))


@njit(**OPTIONS)
def _arrange(W, triads, own):
    """One band: which arrangements survive, which triads are full; gives what went wrong.

    ``ab`` is the triad of box ``a`` (0 to 2) in line ``b`` of the band.
    """
    x00, x01, x02 = load(W, triads), load(W, triads + 1), load(W, triads + 2)
    x10, x11, x12 = load(W, triads + 3), load(W, triads + 4), load(W, triads + 5)
    x20, x21, x22 = load(W, triads + 6), load(W, triads + 7), load(W, triads + 8)
    y00 = _in_arrangement(x00, x11, x22, x12, x21)
    y01 = _in_arrangement(x01, x10, x22, x12, x20)
    y02 = _in_arrangement(x02, x10, x21, x11, x20)
    y10 = _in_arrangement(x10, x01, x22, x02, x21)
    y11 = _in_arrangement(x11, x00, x22, x02, x20)
    y12 = _in_arrangement(x12, x00, x21, x01, x20)
    y20 = _in_arrangement(x20, x01, x12, x02, x11)
    y21 = _in_arrangement(x21, x00, x12, x02, x10)
    y22 = _in_arrangement(x22, x00, x11, x01, x10)
    bad = (y00 | y10 | y20) ^ splat(W, ALL)
    bad = bad | fewer_than_three(y00) | fewer_than_three(y01) | fewer_than_three(y02)
    bad = bad | fewer_than_three(y10) | fewer_than_three(y11) | fewer_than_three(y12)
    bad = bad | fewer_than_three(y20) | fewer_than_three(y21) | fewer_than_three(y22)
    # a full triad's digits are nowhere else in its box and its line
    f00, f01, f02 = three(y00), three(y01), three(y02)
    f10, f11, f12 = three(y10), three(y11), three(y12)
    f20, f21, f22 = three(y20), three(y21), three(y22)
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
    _finish(W, triads, own, z00, z10, z20)
    _finish(W, triads + 1, own + 1, z01, z11, z21)
    _finish(W, triads + 2, own + 2, z02, z12, z22)
    return bad


@njit(**OPTIONS)
def _finish(W, triads, own, a, b, c):
    """One line of a band: digits only one triad can hold are its own; three of them fill it."""
    own_a, own_b, own_c = a & ~(b | c), b & ~(a | c), c & ~(a | b)
    store(W, own, own_a)
    store(W, own + 3, own_b)
    store(W, own + 6, own_c)
    store(W, triads, choose(three(own_a), a))
    store(W, triads + 3, choose(three(own_b), b))
    store(W, triads + 6, choose(three(own_c), c))


@njit(**OPTIONS)
def _hidden_singles(W):
    """Cells meet their triads; a triad's own digit with one cell goes there.

    Gives what changed, and the digits of cells that two digits claim.
    """
    changed, clash = splat(W, 0), splat(W, 0)
    for box in range(9):
        across = TRIADS + 3 * box
        down = TRIADS + 27 + 9 * (box % 3) + 3 * (box // 3)
        at = CELLS + 9 * box
        h0, h1, h2 = load(W, across), load(W, across + 1), load(W, across + 2)
        v0, v1, v2 = load(W, down), load(W, down + 1), load(W, down + 2)
        f = at + FIXED
        n0, n1, n2 = load(W, f) & h0 & v0, load(W, f + 1) & h0 & v1, load(W, f + 2) & h0 & v2
        n3, n4, n5 = load(W, f + 3) & h1 & v0, load(W, f + 4) & h1 & v1, load(W, f + 5) & h1 & v2
        n6, n7, n8 = load(W, f + 6) & h2 & v0, load(W, f + 7) & h2 & v1, load(W, f + 8) & h2 & v2
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
        clash = clash | rest(t0) | rest(t1) | rest(t2) | rest(t3) | rest(t4)
        clash = clash | rest(t5) | rest(t6) | rest(t7) | rest(t8)
        changed = changed | _replace(W, at, choose(t0, n0)) | _replace(W, at + 1, choose(t1, n1))
        changed = changed | _replace(W, at + 2, choose(t2, n2))
        changed = changed | _replace(W, at + 3, choose(t3, n3))
        changed = changed | _replace(W, at + 4, choose(t4, n4))
        changed = changed | _replace(W, at + 5, choose(t5, n5))
        changed = changed | _replace(W, at + 6, choose(t6, n6))
        changed = changed | _replace(W, at + 7, choose(t7, n7))
        changed = changed | _replace(W, at + 8, choose(t8, n8))
    return changed, clash


@njit(**OPTIONS)
def _replace(W, row, value):
    """Write a row; gives the bits in which it was different."""
    before = load(W, row)
    store(W, row, value)
    return before ^ value


# -- branching -------------------------------------------------------------------

LINE_OF_BOX = np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [0, 2, 1], [1, 0, 2]], np.int64)
"""The six arrangements: the line in which each of a band's three boxes has the digit."""

TRIAD_CELLS = np.array(
    [
        [
            [
                [
                    [
                        (band + 3 * box) * 9 + cell * 3 + line
                        if down
                        else (3 * band + box) * 9 + line * 3 + cell
                        for cell in range(3)
                    ]
                    for line in range(3)
                ]
                for box in range(3)
            ]
            for band in range(3)
        ]
        for down in range(2)
    ],
    np.int64,
)
"""The three cells of a triad, by direction, band, box in the band, line."""


@njit(**OPTIONS)
def tightest(W):
    """Write to TIGHTEST, for each lane, the band with fewest arrangements in its lowest bits.

    The number is 8 times (arrangements of all nine digits, less 9) plus the band.
    """
    best = splat(W, 0xFFFF)
    for band in range(6):
        at = TRIADS + 9 * band
        x00, x01, x02 = load(W, at), load(W, at + 1), load(W, at + 2)
        x10, x11, x12 = load(W, at + 3), load(W, at + 4), load(W, at + 5)
        x20, x21, x22 = load(W, at + 6), load(W, at + 7), load(W, at + 8)
        total = count(x00 & x11 & x22) + count(x01 & x12 & x20) + count(x02 & x10 & x21)
        total = total + count(x02 & x11 & x20) + count(x00 & x12 & x21) + count(x01 & x10 & x22)
        total = total - splat(W, 10)  # nine when all is decided: then it wraps to the largest
        total = total + total
        total = total + total
        total = total + total
        best = least(best, total + splat(W, band))
    store(W, TIGHTEST, best)


@njit(**OPTIONS)
def split(W, lanes, lane, node):
    """Branch one lane on a digit and a triad: the lane takes "it is here", ``node`` "it is not".

    Takes the band with fewest arrangements and in it a digit with fewest, but at
    least two.  Gives whether there was anything to branch on.
    """
    best = np.int64(W[TIGHTEST * lanes + lane])
    if best >= 0xFFF8:
        return False
    down, band = (best & 7) // 3, (best & 7) % 3
    at = (TRIADS + 9 * (best & 7)) * lanes + lane
    # the digits with at least one, two, three, four arrangements
    one = two = three_ = four = np.int64(0)
    for k in range(6):
        digits = _arrangement(W, lanes, at, k)
        four |= three_ & digits
        three_ |= two & digits
        two |= one & digits
        one |= digits
    few = two & ~three_
    if few == 0:
        few = three_ & ~four
    if few == 0:
        few = four
    digit = few & -few
    first = 0
    while not _arrangement(W, lanes, at, first) & digit:
        first += 1
    second = first + 1
    while not _arrangement(W, lanes, at, second) & digit:
        second += 1
    box = 0
    while LINE_OF_BOX[first, box] == LINE_OF_BOX[second, box]:
        box += 1
    line = LINE_OF_BOX[first, box]
    for cell in range(81):
        node[cell] = W[cell * lanes + lane]
    keep = ~digit
    for cell in range(3):
        node[TRIAD_CELLS[down, band, box, line, cell]] &= keep
        for other in range(3):
            if other != line:
                W[TRIAD_CELLS[down, band, box, other, cell] * lanes + lane] &= keep
            if other != box:
                W[TRIAD_CELLS[down, band, other, line, cell] * lanes + lane] &= keep
    return True


@njit(**OPTIONS)
def _arrangement(W, lanes, at, k):
    """The digits for which arrangement ``k`` of the band at ``at`` is left."""
    return np.int64(
        W[at + LINE_OF_BOX[k, 0] * lanes]
        & W[at + (3 + LINE_OF_BOX[k, 1]) * lanes]
        & W[at + (6 + LINE_OF_BOX[k, 2]) * lanes]
    )
