"""The sweep over records of sums: ``layouts/sums.py`` says what they are."""

from __future__ import annotations

from numba import njit

from nonet.backends.lockstep.compiled.filters.failure_weights import add_failure_weights
from nonet.backends.lockstep.compiled.options import JIT_OPTIONS
from nonet.backends.lockstep.compiled.simd import (
    broadcast,
    first_nonzero,
    load,
    nonzero_lanes,
    peek,
    store,
    where_nonzero,
    where_zero,
    without_lowest,
)


@njit(**JIT_OPTIONS)
def sweep(W, cells, records, weights, active):
    """Filter each sum; give the lanes where a value is required in two cells or in none."""
    bad, zero, one, ones = broadcast(W, 0), broadcast(W, 0), broadcast(W, 1), broadcast(W, -1)
    at = 0
    while at < len(records):
        first = at + 3
        sets = first + peek(records, at)
        seeing = sets + peek(records, at + 1)
        end = seeing + peek(records, at + 2)
        union = zero
        for k in range(first, sets):
            union = union | load(W, cells + peek(records, k))
        possible, required = zero, ones
        for k in range(sets, seeing):
            values = broadcast(W, peek(records, k))
            used = where_zero(values & ~union, values)
            for c in range(first, sets):
                used = where_nonzero(load(W, cells + peek(records, c)) & values, used)
            possible = possible | used
            required = required & first_nonzero(used, ones)
        required = required & possible
        once, twice = zero, zero
        for k in range(first, sets):
            x = load(W, cells + peek(records, k)) & possible
            twice = twice | (once & x)
            once = once | x
        alone = once & ~twice & required
        wrong = where_zero(possible, one)
        for k in range(first, sets):
            row = cells + peek(records, k)
            x = load(W, row) & possible
            own = x & alone
            wrong = wrong | without_lowest(own) | where_zero(x, one)
            store(W, row, first_nonzero(own, x))
        row = cells + peek(records, first)
        store(W, row, load(W, row) & where_zero(wrong, ones))
        bad = bad | wrong
        failed = nonzero_lanes(wrong) & active
        if failed != 0:
            active &= ~failed
            add_failure_weights(W, weights, cells, records, first, sets, 1)
        for k in range(seeing, end):
            row = cells + peek(records, k)
            store(W, row, load(W, row) & ~required)
        at = end
    return bad
