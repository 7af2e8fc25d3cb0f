"""The sweep over records of disjunctions: ``layouts/disjunctions.py`` says what they are."""

from __future__ import annotations

from numba import njit

from nonet.backends.lockstep.compiled.filters.failure_weights import add_failure_weights
from nonet.backends.lockstep.compiled.options import JIT_OPTIONS
from nonet.backends.lockstep.compiled.simd import (
    broadcast,
    load,
    nonzero_lanes,
    peek,
    store,
    where_nonzero,
    where_zero,
)


@njit(**JIT_OPTIONS)
def copy_cells(W, cells, copies, records):
    """Copy the cells of each choice to each of its groups, from row ``copies`` on."""
    at, copy = 0, copies
    while at < len(records):
        groups, count, first = peek(records, at), peek(records, at + 1), at + 2
        at = first + count
        for _ in range(groups):
            for k in range(count):
                x = load(W, cells + peek(records, first + k))
                store(W, copy, x & broadcast(W, peek(records, at)))
                copy += 1
                at += 1


@njit(**JIT_OPTIONS)
def merge_copies(W, cells, copies, records, scratch, weights, active):
    """Leave each cell what it may be in some group; give the lanes in which no group is left."""
    bad, zero, ones = broadcast(W, 0), broadcast(W, 0), broadcast(W, -1)
    at, copy = 0, copies
    while at < len(records):
        groups, count, first = peek(records, at), peek(records, at + 1), at + 2
        for k in range(count):
            store(W, scratch + k, zero)
        some = zero
        for _ in range(groups):
            alive = ones
            for k in range(count):
                alive = where_nonzero(load(W, copy + k), alive)
            some = some | alive
            for k in range(count):
                store(W, scratch + k, load(W, scratch + k) | (load(W, copy + k) & alive))
            copy += count
        for k in range(count):
            row = cells + peek(records, first + k)
            store(W, row, load(W, row) & load(W, scratch + k))
        wrong = where_zero(some, ones)
        bad = bad | wrong
        failed = nonzero_lanes(wrong) & active
        if failed != 0:
            active &= ~failed
            add_failure_weights(W, weights, cells, records, first, first + count, 1)
        at = first + count + groups * count
    return bad
