"""Sandwiches: of cells that differ, what lies between two slices of bread is one of some sets.

A *filling* says which values the bread has, the lower and the higher, which values lie between, and
which may lie outside.  How many lie between says how far the slices are apart, so a filling has a
few places; in each, every cell must have a candidate of its part, and every value between a cell
there (outside, too, where there are just as many values as cells).  What no place of a filling
gives to a cell leaves it.

::

    1 and 9 with 4 and 5 between, in nine cells:        bread  filling  outside

    1 9 | 4 5 | 4 5 | 1 9 | . . . . .       at the first place: one slice is 1, the other 9
    . | 1 9 | 4 5 | 4 5 | 1 9 | . . . .     at the second; . is 2, 3, 6, 7 or 8
    ...

A record: how many integers it has, how many cells, these; then of each filling the bread, as two
masks, how many values lie between, and these; what may lie outside; which of these must.

>>> pack([3, 4, 5], [(1, 8, 2, 4)])           # 1 and 4 with 2 between; no cell is left for the 3
[11, 3, 3, 4, 5, 1, 8, 1, 2, 4, 0]

Source: the table of combinations and distances is that of S. Sigalas's Interactive Sudoku Solver.
"""

from __future__ import annotations

from collections.abc import Sequence

from numba import njit

from nonet.backends.lockstep.classic import JIT_OPTIONS
from nonet.backends.lockstep.filters.failure_weights import add_failure_weights
from nonet.backends.lockstep.simd import (
    broadcast,
    load,
    nonzero_lanes,
    peek,
    store,
    where_nonzero,
    where_zero,
)

FILLING_SIZE = 6
"""Integers of a filling."""

Filling = tuple[int, int, int, int]
"""The lower and the higher slice of bread, what lies between, and what may lie outside: masks."""


def pack(cells: Sequence[int], fillings: Sequence[Filling]) -> list[int]:
    """The record of cells that have one of some fillings between two slices of bread."""
    found = [len(cells), *cells]
    for low, high, between, outside in fillings:
        inside = between.bit_count()
        exact = outside.bit_count() == len(cells) - 2 - inside
        found += (low, high, inside, between, outside, outside if exact else 0)
    return [len(found) + 1, *found]


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
                    kept = outside
                    if i < c and c < j:
                        kept = between
                    elif c == i:
                        kept = (low & rising) | (high & falling)
                    elif c == j:
                        kept = (high & rising) | (low & falling)
                    store(W, scratch + c, load(W, scratch + c) | (kept & alive))
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
