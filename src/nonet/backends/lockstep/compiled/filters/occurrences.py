"""The sweep over records of occurrences: ``layouts/occurrences.py`` says what they are."""

from __future__ import annotations

from numba import njit

from nonet.backends.lockstep.compiled.options import JIT_OPTIONS
from nonet.backends.lockstep.compiled.simd import (
    broadcast,
    first_nonzero,
    load,
    peek,
    store,
    where_less,
    where_nonzero,
    where_zero,
    without_lowest,
)
from nonet.backends.lockstep.layouts.occurrences import HEADER_SIZE, SCRATCH_ROWS


@njit(**JIT_OPTIONS)
def sweep(W, cells, records, scratch):
    """Filter each record; give the lanes in which no set of values can occur."""
    bad, zero, one, ones = broadcast(W, 0), broadcast(W, 0), broadcast(W, 1), broadcast(W, -1)
    at = 0
    while at < len(records):
        values = at + HEADER_SIZE
        sets = values + 2 * peek(records, at + 2)
        houses = sets + peek(records, at + 3)
        _collect_houses(W, cells, records, houses, at + peek(records, at), scratch)
        occur, may, wrong = zero, zero, zero
        for k in range(values, sets, 2):
            value, number = broadcast(W, peek(records, k)), broadcast(W, peek(records, k + 1))
            least, most = zero, ones
            first, row = houses, scratch
            for _ in range(peek(records, at + 4)):
                count = peek(records, first)
                certain, possible = zero, zero
                for house in range(row, row + SCRATCH_ROWS * count, SCRATCH_ROWS):
                    members = load(W, house) & value
                    possible = possible + where_nonzero(members, one)
                    certain = certain + where_nonzero(
                        members, where_zero(load(W, house + 1) & value, one)
                    )
                all_here, none_more = (
                    where_zero(possible ^ number, value),
                    where_zero(certain ^ number, value),
                )
                for house in range(row, row + SCRATCH_ROWS * count, SCRATCH_ROWS):
                    must = load(W, house + 2) | (all_here & load(W, house))
                    store(W, house + 2, must)
                    cannot = load(W, house + 3) | (none_more & load(W, house + 1))
                    store(W, house + 3, cannot)
                least = where_less(least, certain, certain, least)
                most = where_less(possible, most, possible, most)
                first, row = _next_grouping(records, first), row + SCRATCH_ROWS * count
            occur = occur | where_nonzero(least, value)
            may = may | where_less(most, number, zero, value)
            wrong = wrong | where_less(number, least, ones, zero)
        some, any_, all_ = zero, broadcast(W, peek(records, at + 1)), ones
        for k in range(sets, houses):
            mask = broadcast(W, peek(records, k))
            alive = where_zero((mask & ~may) | (occur & ~mask), ones)
            some = some | alive
            any_ = any_ | (mask & alive)
            all_ = all_ & (mask | ~alive)
        _filter_cells(W, cells, records, houses, at + peek(records, at), scratch, any_, all_)
        bad = bad | wrong | ~some
        at += peek(records, at)
    return bad


@njit(**JIT_OPTIONS)
def _next_grouping(records, first):
    """Where the next grouping begins."""
    at = first + 1
    for _ in range(peek(records, first)):
        at += 2 + peek(records, at) + max(0, peek(records, at + 1))
    return at


@njit(**JIT_OPTIONS)
def _collect_houses(W, cells, records, at, end, row):
    """Write what each house may have where it counts, and elsewhere."""
    zero = broadcast(W, 0)
    while at < end:
        count = peek(records, at)
        at += 1
        for _ in range(count):
            inside, others, first = peek(records, at), peek(records, at + 1), at + 2
            union, elsewhere = zero, zero
            for k in range(first, first + inside):
                union = union | load(W, cells + peek(records, k))
            for k in range(first + inside, first + inside + others):
                elsewhere = elsewhere | load(W, cells + peek(records, k))
            if others < 0:
                elsewhere = where_nonzero(without_lowest(union), union)
            store(W, row, union)
            store(W, row + 1, elsewhere)
            store(W, row + 2, zero)
            store(W, row + 3, zero)
            at, row = first + inside + max(0, others), row + SCRATCH_ROWS


@njit(**JIT_OPTIONS)
def _filter_cells(W, cells, records, at, end, row, any_, all_):
    """Take from the cells what cannot be: ``any_`` may occur, and ``all_`` do."""
    while at < end:
        count = peek(records, at)
        at += 1
        for _ in range(count):
            inside, others, first = peek(records, at), peek(records, at + 1), at + 2
            must, allowed = load(W, row + 2) & all_, any_ & ~load(W, row + 3)
            for k in range(first, first + inside):
                x = load(W, cells + peek(records, k)) & allowed
                if others < 0:
                    x = first_nonzero(x & must, x)
                store(W, cells + peek(records, k), x)
            for k in range(first + inside, first + inside + others):
                x = load(W, cells + peek(records, k))
                store(W, cells + peek(records, k), x & ~must)
            at, row = first + inside + max(0, others), row + SCRATCH_ROWS
