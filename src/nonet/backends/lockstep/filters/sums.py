"""Sums over different cells: killer cages, by the sets of values that add up to them.

A set is possible if every cell has a candidate in it and every value of it has a cell.  What is in
no possible set leaves the cells; what is in all of them is *required*: in one cell alone it is
that cell's, and it leaves all cells that see every cell of the cage.

A record: how many cells, sets and cells that see them all; then these, a set as a mask.

>>> pack([0, 1, 2], combinations_of(range(9), 3, 4), [7])     # values 0 to 8 for 1 to 9
[3, 1, 1, 0, 1, 2, 11, 7]

A set costs a few instructions for all lanes together, so a sweep tries every set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from numba import njit

from nonet.backends.lockstep.classic import JIT_OPTIONS
from nonet.backends.lockstep.filters.failure_weights import add_failure_weights
from nonet.backends.lockstep.simd import (
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


def combinations_of(values: Iterable[int], count: int, total: int) -> list[int]:
    """The sets of ``count`` different values that add up to ``total``, as masks."""
    return [
        sum(1 << value for value in found)
        for found in combinations(sorted(values), count)
        if sum(found) == total
    ]


def pack(cells: Sequence[int], sets: Sequence[int], seeing: Sequence[int]) -> list[int]:
    """The record of cells that take the values of one of ``sets``."""
    return [len(cells), len(sets), len(seeing), *cells, *sets, *seeing]


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
            found = where_zero(values & ~union, values)
            for c in range(first, sets):
                found = where_nonzero(load(W, cells + peek(records, c)) & values, found)
            possible = possible | found
            required = required & first_nonzero(found, ones)
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
