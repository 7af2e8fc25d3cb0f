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
    lanes_set,
    load,
    marked,
    peek,
    splat,
    store,
    unmarked,
    where_less,
)

Array = np.ndarray[Any, Any]

FAR = 70
"""Stands for the candidates of a fixed cell: more than a cell has."""


class Program(NamedTuple):
    """A model as arrays: its units, and the records of each filter.

    Rows of the workspace: those of the units; from ``weights`` on one for each cell, which
    ``filters/blame.py`` counts in; from ``scratch`` on what filters use as they like.
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
    bad = units.fixed(W, g.units)
    units.eliminate(W, g.units)
    units.claim(W, g.units)
    active &= ~lanes_set(bad)
    bad = bad | _filtered(W, g, active)
    active &= ~lanes_set(bad)
    bad = bad | units.hidden(W, g.units)
    changed, clash, open_ = units.replace(W, g.units)
    if lanes_set(clash) & active != 0:
        _emptied(W, g, active)
    return lanes_set(changed), lanes_set(bad | clash), lanes_set(open_)


@njit(**OPTIONS)
def _emptied(W, g, active):
    """Count a failure for each cell that nothing is left for."""
    one = splat(W, 1)
    for cell in range(len(g.degrees)):
        if lanes_set(unmarked(load(W, cell), one)) & active != 0:
            blame(W, g.weights, len(g.degrees), g.places, cell, cell + 1, 1)


@njit(**OPTIONS)
def complete(W, g):
    """The lanes in which every cell is fixed and every constraint holds, checked afresh."""
    units.fixed(W, g.units)  # copies what is fixed to where filters work
    wrong = _filtered(W, g, np.int64(0))
    cells, one = len(g.units.unit_starts) - 1, splat(W, 1)
    for cell in range(cells):
        wrong = wrong | unmarked(load(W, cells + cell), one)
    return units.complete(W, g.units) & ~lanes_set(wrong)


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
    one, two, far = splat(W, 1), splat(W, 2), splat(W, FAR)
    best, least_, where = far, one, splat(W, 0)  # a score is a number of candidates, by a weight
    for cell in range(cells):
        size = count(load(W, cell))
        size = where_less(size, two, far, size)
        weight = load(W, g.weights + cell)
        better = where_less(size * least_, best * weight, one, splat(W, 0))
        best = choose(marked(better, size), best)
        least_ = choose(marked(better, weight), least_)
        where = where_less(splat(W, 0), better, splat(W, cell), where)
    store(W, units.last(g.units), where)


@njit(**OPTIONS)
def forget(W, g):
    """Begin to count failures anew: a cell counts for the constraints that it is in."""
    for cell in range(len(g.degrees)):
        store(W, g.weights + cell, splat(W, peek(g.degrees, cell)))
