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

from nonet.backends.lockstep.classic import OPTIONS
from nonet.backends.lockstep.filters.blame import blame
from nonet.backends.lockstep.lanes import (
    choose,
    lanes_set,
    load,
    marked,
    peek,
    rest,
    splat,
    store,
    unmarked,
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


@njit(**OPTIONS)
def sweep(W, cells, records, weights, active):
    """Filter each sum; give the lanes where a value is required in two cells or in none."""
    bad, zero, one, ones = splat(W, 0), splat(W, 0), splat(W, 1), splat(W, -1)
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
            values = splat(W, peek(records, k))
            found = unmarked(values & ~union, values)
            for c in range(first, sets):
                found = marked(load(W, cells + peek(records, c)) & values, found)
            possible = possible | found
            required = required & choose(found, ones)
        required = required & possible
        once, twice = zero, zero
        for k in range(first, sets):
            x = load(W, cells + peek(records, k)) & possible
            twice = twice | (once & x)
            once = once | x
        alone = once & ~twice & required
        wrong = unmarked(possible, one)
        for k in range(first, sets):
            row = cells + peek(records, k)
            x = load(W, row) & possible
            own = x & alone
            wrong = wrong | rest(own) | unmarked(x, one)
            store(W, row, choose(own, x))
        row = cells + peek(records, first)
        store(W, row, load(W, row) & unmarked(wrong, ones))
        bad = bad | wrong
        failed = lanes_set(wrong) & active
        if failed != 0:
            active &= ~failed
            blame(W, weights, cells, records, first, sets, 1)
        for k in range(seeing, end):
            row = cells + peek(records, k)
            store(W, row, load(W, row) & ~required)
        at = end
    return bad
