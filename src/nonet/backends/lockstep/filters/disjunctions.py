"""Choices: at least one of some groups of constraints holds (``AnyOf``).

Each group has copies of the cells, taken anew in each sweep, and all other filters take away from
the copies what the group does not allow.  A group is dead where a copy is empty, and what a cell
may be is what it may be in the groups that are left.

A record: how many groups and cells; the cells; then of each group what each cell may be at most.

>>> pack([4, 7], [[0b1, 0b11], [0b10, 0b1]])        # the copies are 0 and 1, then 2 and 3
[2, 2, 4, 7, 1, 3, 2, 1]

Source: Van Hentenryck, Saraswat and Deville, "Design, implementation, and evaluation of the
constraint language cc(FD)", 1994, who call it constructive disjunction.
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


def pack(cells: Sequence[int], groups: Sequence[Sequence[int]]) -> list[int]:
    """The record of cells that have what one of ``groups`` allows."""
    masks = [mask for group in groups for mask in group]
    return [len(groups), len(cells), *cells, *masks]


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
