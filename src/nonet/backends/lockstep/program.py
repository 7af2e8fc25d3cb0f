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
from nonet.backends.lockstep.lanes import lanes_set, load, splat, unmarked

Array = np.ndarray[Any, Any]


class Program(NamedTuple):
    """A model as arrays: its units, and the records of each filter."""

    units: units.Units
    scratch: int
    sums: Array
    bounds: Array
    relations: Array
    matrices: Array
    layers: Array
    counts: Array

    def rows(self) -> int:
        """How many rows the workspace needs."""
        cells = len(self.units.unit_starts) - 1
        return self.scratch + max(2 * cells, 2 * _most_nodes(self.layers))


def _most_nodes(records: Array) -> int:
    most = at = 0
    while at < len(records):
        most = max(most, int(records[at]))
        at += 2 + 4 * int(records[at + 1])
    return most


@njit(**OPTIONS)
def sweep(W, g):
    """One round of propagation: the lanes changed, contradictory, open."""
    bad = units.fixed(W, g.units)
    units.eliminate(W, g.units)
    units.claim(W, g.units)
    bad = bad | _filtered(W, g)
    bad = bad | units.hidden(W, g.units)
    changed, clash, open_ = units.replace(W, g.units)
    return lanes_set(changed), lanes_set(bad | clash), lanes_set(open_)


@njit(**OPTIONS)
def complete(W, g):
    """The lanes in which every cell is fixed and every constraint holds, checked afresh."""
    units.fixed(W, g.units)  # copies what is fixed to where filters work
    wrong = _filtered(W, g)
    cells, one = len(g.units.unit_starts) - 1, splat(W, 1)
    for cell in range(cells):
        wrong = wrong | unmarked(load(W, cells + cell), one)
    return units.complete(W, g.units) & ~lanes_set(wrong)


@njit(**OPTIONS)
def _filtered(W, g):
    cells = len(g.units.unit_starts) - 1
    size = g.units.size
    relations.sweep(W, cells, size, g.relations, g.matrices)
    bad = bounds.sweep(W, cells, size, g.bounds, g.scratch)
    bad = bad | sums.sweep(W, cells, g.sums)
    bad = bad | layers.sweep(W, cells, g.layers, g.scratch)
    return bad | counting.sweep(W, cells, size, g.counts)
