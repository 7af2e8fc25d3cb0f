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

from nonet.backends.lockstep import order, units
from nonet.backends.lockstep.classic import OPTIONS
from nonet.backends.lockstep.filters import bounds, counting, layers, relations, sums
from nonet.backends.lockstep.lanes import lanes_set

Array = np.ndarray[Any, Any]


class Program(NamedTuple):
    """A model as arrays: its units, and the records of each filter.

    Rows of the workspace: those of the units; from ``weights`` and ``guesses`` on what
    ``order.py`` counts in and keeps; from ``scratch`` on what filters use as they like.
    """

    units: units.Units
    sums: Array
    bounds: Array
    relations: Array
    matrices: Array
    layers: Array
    counts: Array
    degrees: Array
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
    bad = units.fixed(W, g.units)
    units.eliminate(W, g.units)
    units.claim(W, g.units)
    bad = bad | _filtered(W, g, active & ~lanes_set(bad))
    bad = bad | units.hidden(W, g.units)
    changed, clash, open_ = units.replace(W, g.units)
    order.blame(W, g, lanes_set(bad | clash) & active)
    return lanes_set(changed), lanes_set(bad | clash), lanes_set(open_)


@njit(**OPTIONS)
def complete(W, g):
    """The lanes in which every cell is fixed and every constraint holds, checked afresh."""
    changed, bad, open_ = sweep(W, g, np.int64(0))
    return units.complete(W, g.units) & ~(changed | bad | open_)


@njit(**OPTIONS)
def _filtered(W, g, active):
    cells, size, scratch = len(g.units.unit_starts) - 1, g.units.size, g.scratch
    bad = relations.sweep(W, cells, size, g.relations, g.matrices)
    active &= ~lanes_set(bad)
    bad = bad | sums.sweep(W, cells, g.sums, g.weights, active)
    active &= ~lanes_set(bad)
    bad = bad | bounds.sweep(W, cells, size, g.bounds, scratch, g.weights, active)
    bad = bad | layers.sweep(W, cells, g.layers, scratch)
    return bad | counting.sweep(W, cells, size, g.counts)
