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
places what fails: their filters blame the cells of a sum too (``filters/blame.py``), and the cells
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

from nonet.backends.lockstep import units
from nonet.backends.lockstep.classic import OPTIONS
from nonet.backends.lockstep.filters.blame import MOST
from nonet.backends.lockstep.lanes import (
    choose,
    count,
    lane_bits,
    lanes_in,
    lanes_set,
    load,
    marked,
    peek,
    place_of_bit,
    poke,
    rest,
    splat,
    store,
    where_less,
)

MOST_OF_VALUE = 8000
"""The highest count of a value.  A fifth of it and a cell's count, times the most candidates of a
cell and one, have room in 16 bits."""
SHARE = 5
"""One in so many failures of a value counts for the cells that may have it."""

ROWS = 3
"""Rows from ``guesses`` on."""


@njit(**OPTIONS)
def forget(W, g):
    """Begin to count failures anew: a cell counts for the constraints that it is in."""
    cells = len(g.degrees)
    for cell in range(cells):
        store(W, g.weights + cell, splat(W, peek(g.degrees, cell)))
    for value in range(g.units.size):
        store(W, g.weights + cells + value, splat(W, 0))


@njit(**OPTIONS)
def blame(W, g, failed):
    """Count the failures of the lanes ``failed``."""
    cells, lanes, highest, most = len(g.degrees), lanes_in(W), 0, 0
    one = splat(W, 1)
    while failed != 0:
        lane = place_of_bit(failed)
        failed &= failed - 1
        cell = peek(W, g.guesses * lanes + lane)
        if cell >= cells:
            continue
        row = g.weights + cell
        store(W, row, load(W, row) + one)
        highest = max(highest, peek(W, row * lanes))
        row = g.weights + cells + place_of_bit(peek(W, (g.guesses + 1) * lanes + lane))
        store(W, row, load(W, row) + one)
        most = max(most, peek(W, row * lanes))
    if highest >= MOST:
        for row in range(g.weights, g.weights + cells):
            store(W, row, load(W, row) >> one)
    if most >= MOST_OF_VALUE:
        for row in range(g.weights + cells, g.weights + cells + g.units.size):
            store(W, row, load(W, row) >> splat(W, 2))


@njit(**OPTIONS)
def tightest(W, g, stuck):
    """Find where to branch the lanes ``stuck``: the cell, and the value (0 for the lowest).

    The cell is in the last row of the units.
    """
    cells = len(g.degrees)
    one, two, zero = splat(W, 1), splat(W, 2), splat(W, 0)
    value, more = _worst_value(W, g)
    marks, bonus = splat(W, value), splat(W, more)
    # a score is candidates by a weight
    most = splat(W, lane_bits(W))
    best, least_, own, where = most + one, one, one, zero
    for cell in range(cells):
        x, plain = load(W, cell), load(W, g.weights + cell)
        size, weight = count(x), plain + marked(x & marks, bonus)
        better = where_less(size * least_, best * weight, one, zero)
        better = marked(rest(x), better | where_less(most, best, one, zero))  # the first open one
        best, least_ = choose(marked(better, size), best), choose(marked(better, weight), least_)
        own = choose(marked(better, plain), own)
        where = where_less(zero, better, splat(W, cell), where)
    digit, wide = zero, where_less(two, best, one, zero)
    if len(g.records.sums) == 0 and lanes_set(wide) & stuck != 0:
        for unit in range(len(g.units.full)):
            if not g.units.full[unit]:
                continue
            first, end = g.units.starts[unit], g.units.starts[unit + 1]
            once, twice, thrice = zero, zero, zero
            for k in range(first, end):
                x = load(W, peek(g.units.cells, k))
                thrice, twice, once = thrice | (twice & x), twice | (once & x), once | x
            pairs = marked(wide, twice & ~thrice)
            if lanes_set(pairs) & stuck == 0:
                continue
            for k in range(first, end):
                cell = peek(g.units.cells, k)
                x, plain = load(W, cell) & pairs, load(W, g.weights + cell)
                better = marked(x, where_less(best * plain, two * own, zero, one))
                best, own = choose(marked(better, two), best), choose(marked(better, plain), own)
                where = where_less(zero, better, splat(W, cell), where)
                digit = choose(marked(better, x ^ rest(x)), digit)
    store(W, units.last(g.units), where)
    store(W, g.guesses + 2, digit)


@njit(**OPTIONS)
def _worst_value(W, g):
    """The value that fails most, as a mask, and what it counts; nothing if no value stands out."""
    first, lanes = g.weights + len(g.degrees), lanes_in(W)
    most, fewest, value = np.int64(0), np.int64(0), np.int64(0)
    for place in range(g.units.size):
        score = peek(W, (first + place) * lanes)
        if score > most:
            most, value = score, np.int64(1) << place
        if score > 0 and (fewest == 0 or score < fewest):
            fewest = score
    if len(g.records.sums) != 0 or most < g.units.size or 2 * most <= 3 * fewest:
        return np.int64(0), np.int64(0)
    return value, most // SHARE


@njit(**OPTIONS)
def taken(W, g, lane):
    """The lane takes a node: what was guessed last is not known, and not blamed."""
    poke(W, g.guesses * lanes_in(W) + lane, len(g.degrees))


@njit(**OPTIONS)
def split(W, g, lane, nodes, at, step):
    """Branch one lane: its cell takes the value found, the node loses it; see ``units.split``."""
    lanes = lanes_in(W)
    cell = peek(W, units.last(g.units) * lanes + lane)
    mask = peek(W, cell * lanes + lane)
    bit = peek(W, (g.guesses + 2) * lanes + lane)
    if bit == 0:
        bit = mask & -mask
    poke(W, g.guesses * lanes + lane, cell)
    poke(W, (g.guesses + 1) * lanes + lane, bit)
    poke(nodes, at + cell * step, mask ^ bit)
    poke(W, cell * lanes + lane, bit)
    return True
