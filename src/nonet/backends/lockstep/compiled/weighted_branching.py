"""Where a lane of any model branches: on the cell, or a digit's two places, that fails soonest.

Every lane that comes to nothing is a failure of the guess that it made last.  Two kinds of
counts are kept, the same in all lanes, so that what one lane learns helps all:

* of each cell, how often a guess there failed, begun with the number of its constraints, or with 1
  for one in no unit where others are in some.  A cell is the better to branch on, the fewer
  candidates it has for its count;
* of each value, how often it was the one guessed.  Where one fails far more often than another,
  cells that may have it are preferred.

A value that has two places in a unit is as good as a cell with two candidates: where no such cell
is the best, the place with the higher count takes the value in one half, and loses it in the other,
which leaves the other place.

Where a cell counts too high all are halved (values: quartered), so that late failures count for
more than early ones.  Where a model has sums of different cells, these say better than values and
places what fails: their filters blame the cells of a sum too (``filters/failure_weights.py``), and the cells
alone are compared.
Rows of the workspace: from ``weights`` on the counts of the cells, then of the values; from
``guesses`` on, for each lane: the cell that it guessed last (or the number of cells, for none), the
value, and the value to branch on next (0 for the lowest).

Sources: Boussemart and others, "Boosting systematic search by weighting constraints", ECAI 2004;
that guesses are blamed, values count and a house's two places compete is the order of S. Sigalas's
Interactive Sudoku Solver.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from nonet.backends.lockstep.compiled import units
from nonet.backends.lockstep.compiled.options import JIT_OPTIONS
from nonet.backends.lockstep.compiled.simd import (
    broadcast,
    first_nonzero,
    lane_bits,
    lane_count,
    load,
    nonzero_lanes,
    peek,
    poke,
    popcount,
    store,
    trailing_zeros,
    where_less,
    where_nonzero,
    without_lowest,
)
from nonet.backends.lockstep.layouts.geometries import MAX_WEIGHT

MAX_VALUE_WEIGHT = 8000
"""The highest count of a value.  A fifth of it and a cell's count, times the most candidates of a
cell and one, have room in 16 bits."""
VALUE_WEIGHT_DIVISOR = 5
"""One in so many failures of a value counts for the cells that may have it."""


@njit(**JIT_OPTIONS)
def reset_weights(W, g):
    """Begin to count failures anew: a cell counts for the constraints that it is in."""
    cells = len(g.degrees)
    for cell in range(cells):
        store(W, g.weights + cell, broadcast(W, peek(g.degrees, cell)))
    for value in range(g.units.size):
        store(W, g.weights + cells + value, broadcast(W, 0))


@njit(**JIT_OPTIONS)
def add_guess_failures(W, g, failed):
    """Count the failures of the lanes ``failed``."""
    cells, lanes, highest, most = len(g.degrees), lane_count(W), 0, 0
    one = broadcast(W, 1)
    while failed != 0:
        lane = trailing_zeros(failed)
        failed &= failed - 1
        cell = peek(W, g.guesses * lanes + lane)
        if cell >= cells:
            continue
        row = g.weights + cell
        store(W, row, load(W, row) + one)
        highest = max(highest, peek(W, row * lanes))
        row = g.weights + cells + trailing_zeros(peek(W, (g.guesses + 1) * lanes + lane))
        store(W, row, load(W, row) + one)
        most = max(most, peek(W, row * lanes))
    if highest >= MAX_WEIGHT:
        for row in range(g.weights, g.weights + cells):
            store(W, row, load(W, row) >> one)
    if most >= MAX_VALUE_WEIGHT:
        for row in range(g.weights + cells, g.weights + cells + g.units.size):
            store(W, row, load(W, row) >> broadcast(W, 2))


@njit(**JIT_OPTIONS)
def select_branches(W, g, stuck):
    """Find where to branch the lanes ``stuck``: the cell, and the value (0 for the lowest).

    The cell is in the last row of the units.
    """
    cells = len(g.degrees)
    one, two, zero = broadcast(W, 1), broadcast(W, 2), broadcast(W, 0)
    value, more = _heaviest_value(W, g)
    marks, bonus = broadcast(W, value), broadcast(W, more)
    # a score is candidates by a weight
    most = broadcast(W, lane_bits(W))
    best, least_, own, where = most + one, one, one, zero
    for cell in range(cells):
        x, plain = load(W, cell), load(W, g.weights + cell)
        size, weight = popcount(x), plain + where_nonzero(x & marks, bonus)
        better = where_less(size * least_, best * weight, one, zero)
        better = where_nonzero(
            without_lowest(x), better | where_less(most, best, one, zero)
        )  # the first open one
        best, least_ = (
            first_nonzero(where_nonzero(better, size), best),
            first_nonzero(where_nonzero(better, weight), least_),
        )
        own = first_nonzero(where_nonzero(better, plain), own)
        where = where_less(zero, better, broadcast(W, cell), where)
    digit, wide = zero, where_less(two, best, one, zero)
    if len(g.records.sums) == 0 and nonzero_lanes(wide) & stuck != 0:
        for unit in range(len(g.units.full)):
            if not g.units.full[unit]:
                continue
            first, end = g.units.starts[unit], g.units.starts[unit + 1]
            once, twice, thrice = zero, zero, zero
            for k in range(first, end):
                x = load(W, peek(g.units.cells, k))
                thrice, twice, once = thrice | (twice & x), twice | (once & x), once | x
            pairs = where_nonzero(wide, twice & ~thrice)
            if nonzero_lanes(pairs) & stuck == 0:
                continue
            for k in range(first, end):
                cell = peek(g.units.cells, k)
                x, plain = load(W, cell) & pairs, load(W, g.weights + cell)
                better = where_nonzero(x, where_less(best * plain, two * own, zero, one))
                best, own = (
                    first_nonzero(where_nonzero(better, two), best),
                    first_nonzero(where_nonzero(better, plain), own),
                )
                where = where_less(zero, better, broadcast(W, cell), where)
                digit = first_nonzero(where_nonzero(better, x ^ without_lowest(x)), digit)
    store(W, units.last_row(g.units), where)
    store(W, g.guesses + 2, digit)


@njit(**JIT_OPTIONS)
def _heaviest_value(W, g):
    """The value that fails most, as a mask, and what it counts; nothing if no value stands out."""
    first, lanes = g.weights + len(g.degrees), lane_count(W)
    most, fewest, value = np.int64(0), np.int64(0), np.int64(0)
    for place in range(g.units.size):
        score = peek(W, (first + place) * lanes)
        if score > most:
            most, value = score, np.int64(1) << place
        if score > 0 and (fewest == 0 or score < fewest):
            fewest = score
    if len(g.records.sums) != 0 or most < g.units.size or 2 * most <= 3 * fewest:
        return np.int64(0), np.int64(0)
    return value, most // VALUE_WEIGHT_DIVISOR


@njit(**JIT_OPTIONS)
def clear_last_guess(W, g, lane):
    """The lane takes a node: what was guessed last is not known, and not blamed."""
    poke(W, g.guesses * lane_count(W) + lane, len(g.degrees))


@njit(**JIT_OPTIONS)
def branch_lane(W, g, lane, nodes, at, step):
    """Branch one lane: its cell takes the value found, the node loses it; see ``units.split``."""
    lanes = lane_count(W)
    cell = peek(W, units.last_row(g.units) * lanes + lane)
    mask = peek(W, cell * lanes + lane)
    bit = peek(W, (g.guesses + 2) * lanes + lane)
    if bit == 0:
        bit = mask & -mask
    poke(W, g.guesses * lanes + lane, cell)
    poke(W, (g.guesses + 1) * lanes + lane, bit)
    poke(nodes, at + cell * step, mask ^ bit)
    poke(W, cell * lanes + lane, bit)
    return True
