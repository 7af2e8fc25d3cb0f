"""The sweep over records of relations: ``layouts/relations.py`` says what they are."""

from __future__ import annotations

from numba import njit

from nonet.backends.lockstep.compiled.options import INLINE_OPTIONS, JIT_OPTIONS
from nonet.backends.lockstep.compiled.simd import (
    broadcast,
    load,
    peek,
    store,
    where_nonzero,
    where_zero,
)
from nonet.backends.lockstep.layouts.relations import RECORD_SIZE


@njit(**JIT_OPTIONS)
def sweep(W, cells, size, records, matrices):
    """Filter each relation in both directions; give the lanes in which one cannot be."""
    bad, one = broadcast(W, 0), broadcast(W, 1)
    for at in range(0, len(records), RECORD_SIZE):
        a, b = cells + peek(records, at), cells + peek(records, at + 1)
        x, y = load(W, a), load(W, b)
        x, y = (
            x & _supported_values(W, y, size, matrices, peek(records, at + 3)),
            y & _supported_values(W, x, size, matrices, peek(records, at + 2)),
        )
        store(W, a, x)
        store(W, b, y)
        wrong = where_zero(x, one) | where_zero(y, one)
        bad = bad | wrong
    return bad


@njit(**INLINE_OPTIONS)
def _supported_values(W, x, size, matrices, at):
    """What the other cell may be, by the candidates of this one."""
    supported = broadcast(W, 0)
    for value in range(size):
        supported = supported | where_nonzero(
            x & broadcast(W, 1 << value), broadcast(W, peek(matrices, at + value))
        )
    return supported
