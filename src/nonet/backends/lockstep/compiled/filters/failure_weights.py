"""Failure weights: the cells of a sum, a sandwich or an automaton that failed come first.

A row of the workspace for each cell, from row ``weights`` on, counts the failures of the
constraints that it is in, the same in all lanes: what one lane learns helps all.  Where one
counts too high, all are halved, so that late failures count for more than early ones.

Source: Boussemart and others, "Boosting systematic search by weighting constraints", ECAI 2004.
"""

from __future__ import annotations

from numba import njit

from nonet.backends.lockstep.compiled.options import JIT_OPTIONS
from nonet.backends.lockstep.compiled.simd import broadcast, lane_count, load, peek, store
from nonet.backends.lockstep.layouts.geometries import MAX_WEIGHT


@njit(**JIT_OPTIONS)
def add_failure_weights(W, weights, cells, records, first, end, step):
    """Count a failure of the cells ``records[first:end:step]``."""
    lanes, highest = lane_count(W), 0
    for k in range(first, end, step):
        row = weights + peek(records, k)
        store(W, row, load(W, row) + broadcast(W, 1))
        highest = max(highest, peek(W, row * lanes))
    if highest >= MAX_WEIGHT:
        for row in range(weights, weights + cells):
            store(W, row, load(W, row) >> broadcast(W, 1))
