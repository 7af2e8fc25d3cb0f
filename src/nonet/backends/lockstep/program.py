"""The sweep for any model: units, and a filter for each other kind of constraint.

What ``units.py`` does for AllDifferents goes first and last; between, the filters of the folder
``filters/`` take away what sums, relations, tables, automata and counts do not allow.  A model
is a *program*, arrays of integers that they read (``packing.py`` writes them), so nothing is
compiled for a puzzle.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from nonet.backends.lockstep import units
from nonet.backends.lockstep.classic import OPTIONS
from nonet.backends.lockstep.filters import bounds, counting, layers, relations, sums
from nonet.backends.lockstep.filters.blame import blame
from nonet.backends.lockstep.lanes import (
    choose,
    count,
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

Array = np.ndarray[Any, Any]

MOST_SCORE = 70
"""More than the candidates of a cell."""


class Program(NamedTuple):
    """A model as arrays: its units, and the records of each filter.

    Rows of the workspace: those of the units; from ``weights`` on one for each cell, which
    ``filters/blame.py`` counts in; ``guesses``, with the cell that each lane branched on last;
    from ``scratch`` on what filters use as they like.
    """

    units: units.Units
    sums: Array
    bounds: Array
    relations: Array
    matrices: Array
    layers: Array
    counts: Array
    degrees: Array
    places: Array
    weights: int
    guesses: int
    scratch: int
    last: int

    def rows(self) -> int:
        """How many rows the workspace needs."""
        return self.last


@njit(**OPTIONS)
def sweep(W, g, active):
    """One round of propagation: the lanes changed, contradictory, open.

    ``active`` are the lanes that hold a node: of others nothing is learnt.
    """
    every = active
    bad = units.fixed(W, g.units)
    units.eliminate(W, g.units)
    units.claim(W, g.units)
    active &= ~lanes_set(bad)
    bad = bad | _filtered(W, g, active)
    active &= ~lanes_set(bad)
    bad = bad | units.hidden(W, g.units)
    changed, clash, open_ = units.replace(W, g.units)
    failed = lanes_set(bad | clash) & every
    while failed != 0:
        lane = place_of_bit(failed)
        failed &= failed - 1
        guess = peek(W, g.guesses * lanes_in(W) + lane)
        blame(W, g.weights, len(g.degrees), g.places, guess, guess + 1, 1)
    return lanes_set(changed), lanes_set(bad | clash), lanes_set(open_)


@njit(**OPTIONS)
def complete(W, g):
    """The lanes in which every cell is fixed and every constraint holds, checked afresh."""
    changed, bad, open_ = sweep(W, g, np.int64(0))
    return units.complete(W, g.units) & ~(changed | bad | open_)


@njit(**OPTIONS)
def _filtered(W, g, active):
    cells = len(g.units.unit_starts) - 1
    size, weights, scratch = g.units.size, g.weights, g.scratch
    bad = relations.sweep(W, cells, size, g.relations, g.matrices, weights, active)
    active &= ~lanes_set(bad)
    bad = bad | sums.sweep(W, cells, g.sums, weights, active)
    active &= ~lanes_set(bad)
    bad = bad | bounds.sweep(W, cells, size, g.bounds, scratch, weights, active)
    active &= ~lanes_set(bad)
    bad = bad | layers.sweep(W, cells, g.layers, scratch, weights, active)
    active &= ~lanes_set(bad)
    return bad | counting.sweep(W, cells, size, g.counts, weights, active)


@njit(**OPTIONS)
def tightest(W, g):
    """Write to the last row of the units, for each lane, the cell to branch on.

    Fewest candidates for the failures that it was part of.
    """
    cells = len(g.units.unit_starts) - 1
    one, zero = splat(W, 1), splat(W, 0)
    best, least_, where = splat(W, MOST_SCORE), one, zero  # a score: candidates, by a weight
    for cell in range(cells):
        x, weight = load(W, cell), load(W, g.weights + cell)
        size = count(x)
        better = marked(rest(x), where_less(size * least_, best * weight, one, zero))
        best = choose(marked(better, size), best)
        least_ = choose(marked(better, weight), least_)
        where = where_less(zero, better, splat(W, cell), where)
    store(W, units.last(g.units), where)


@njit(**OPTIONS)
def forget(W, g):
    """Begin to count failures anew: a cell counts for the constraints that it is in."""
    for cell in range(len(g.degrees)):
        store(W, g.weights + cell, splat(W, peek(g.degrees, cell)))


@njit(**OPTIONS)
def split(W, g, lane, nodes, at, step):
    """Branch one lane; see ``units.split``."""
    lanes = lanes_in(W)
    poke(W, g.guesses * lanes + lane, peek(W, units.last(g.units) * lanes + lane))
    return units.split(W, g.units, lane, nodes, at, step)
