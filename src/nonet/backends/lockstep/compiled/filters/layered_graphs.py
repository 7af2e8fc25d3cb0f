"""The sweep over records of layered graphs: ``layouts/layered_graphs.py`` says what they are."""

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
)


@njit(**JIT_OPTIONS)
def sweep(W, cells, records, scratch, weights, active):
    """Filter each graph; give the lanes in which the end cannot be reached."""
    bad, zero, ones = broadcast(W, 0), broadcast(W, 0), broadcast(W, -1)
    at = 0
    while at < len(records):
        nodes, first = peek(records, at), at + 2
        end = first + 4 * peek(records, at + 1)
        back = scratch + nodes
        for node in range(nodes):
            store(W, scratch + node, zero)
            store(W, back + node, zero)
        store(W, scratch, ones)
        store(W, back + nodes - 1, ones)
        for k in range(first, end, 4):
            reached = load(W, scratch + peek(records, k + 1))
            target = scratch + peek(records, k + 2)
            x = load(W, cells + peek(records, k)) & broadcast(W, peek(records, k + 3))
            store(W, target, load(W, target) | where_nonzero(x, reached))
        wrong = ~load(W, scratch + nodes - 1)
        bad = bad | wrong
        failed = nonzero_lanes(wrong) & active
        if failed != 0:
            active &= ~failed
            last = -1
            for k in range(first, end, 4):
                cell = peek(records, k)
                if cell != last:  # an arc of the next layer
                    add_failure_weights(W, weights, cells, records, k, k + 1, 1)
                last = cell
        k = end
        while k > first:
            cell, supported = peek(records, k - 4), zero
            domain = load(W, cells + cell)
            while k > first and peek(records, k - 4) == cell:
                k -= 4
                source = back + peek(records, k + 1)
                after = load(W, back + peek(records, k + 2))
                x = domain & broadcast(W, peek(records, k + 3))
                store(W, source, load(W, source) | where_nonzero(x, after))
                supported = supported | (x & after & load(W, scratch + peek(records, k + 1)))
            store(W, cells + cell, supported)
        at = end
    return bad
