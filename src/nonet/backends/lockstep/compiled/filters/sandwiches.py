"""The sweep over records of sandwiches: ``layouts/sandwiches.py`` says what they are."""

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
from nonet.backends.lockstep.layouts.sandwiches import FILLING_SIZE


@njit(**JIT_OPTIONS)
def sweep(W, cells, records, scratch, weights, active):
    """Filter each sandwich; give the lanes in which no filling has a place."""
    bad, zero, ones = broadcast(W, 0), broadcast(W, 0), broadcast(W, -1)
    at = 0
    while at < len(records):
        end, count, first = at + peek(records, at), peek(records, at + 1), at + 2
        for c in range(count):
            store(W, scratch + c, zero)
        some = zero
        for k in range(first + count, end, FILLING_SIZE):
            low, high = broadcast(W, peek(records, k)), broadcast(W, peek(records, k + 1))
            apart = 1 + peek(records, k + 2)
            between, outside = (
                broadcast(W, peek(records, k + 3)),
                broadcast(W, peek(records, k + 4)),
            )
            for i in range(count - apart):
                j = i + apart
                left = load(W, cells + peek(records, first + i))
                right = load(W, cells + peek(records, first + j))
                rising = where_nonzero(left & low, where_nonzero(right & high, ones))
                falling = where_nonzero(left & high, where_nonzero(right & low, ones))
                alive = rising | falling
                if nonzero_lanes(alive) == 0:
                    continue
                inner, outer = zero, zero
                for c in range(count):
                    x = load(W, cells + peek(records, first + c))
                    if i < c and c < j:
                        alive = where_nonzero(x & between, alive)
                        inner = inner | x
                    elif c < i or c > j:
                        alive = where_nonzero(x & outside, alive)
                        outer = outer | x
                lacking = (between & ~inner) | (broadcast(W, peek(records, k + 5)) & ~outer)
                alive = where_zero(lacking, alive)
                if nonzero_lanes(alive) == 0:
                    continue
                some = some | alive
                for c in range(count):
                    allowed = outside
                    if i < c and c < j:
                        allowed = between
                    elif c == i:
                        allowed = (low & rising) | (high & falling)
                    elif c == j:
                        allowed = (high & rising) | (low & falling)
                    store(W, scratch + c, load(W, scratch + c) | (allowed & alive))
        for c in range(count):
            row = cells + peek(records, first + c)
            store(W, row, load(W, row) & load(W, scratch + c))
        bad = bad | ~some
        failed = nonzero_lanes(~some) & active
        if failed != 0:
            active &= ~failed
            add_failure_weights(W, weights, cells, records, first, first + count, 1)
        at = end
    return bad
