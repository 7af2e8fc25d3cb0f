"""The sweep over records of counting: ``layouts/counting.py`` says what they are."""

from __future__ import annotations

from numba import njit

from nonet.backends.lockstep.compiled.options import JIT_OPTIONS
from nonet.backends.lockstep.compiled.simd import (
    broadcast,
    highest_bit,
    lane_bits,
    load,
    lowest_bit,
    peek,
    store,
    where_less,
    where_nonzero,
    where_zero,
)
from nonet.backends.lockstep.layouts.counting import AT_LEAST, AT_MOST, EQUAL, OF_OTHERS, UNEQUAL


@njit(**JIT_OPTIONS)
def sweep(W, cells, size, records):
    """Filter each count; give the lanes in which it cannot be."""
    zero, one, ones = broadcast(W, 0), broadcast(W, 1), broadcast(W, -1)
    bad, most = zero, broadcast(W, 1 << (lane_bits(W) - 2))
    at = 0
    while at < len(records):
        kind, where, first = peek(records, at), peek(records, at + 1), at + 5
        number, values = broadcast(W, peek(records, at + 2)), broadcast(W, peek(records, at + 3))
        end = first + peek(records, at + 4)
        after = 2 * end - first if where == OF_OTHERS else end
        low, high = number, number
        certain, possible = zero, zero
        for k in range(first, after):
            if k == end:  # the others: what the first are is the number
                low, high = certain, possible
                certain, possible = zero, zero
            x = load(W, cells + peek(records, k))
            possible = possible + where_nonzero(x & values, one)
            certain = certain + where_zero(x & ~values, one)
        if where >= 0:
            own = load(W, cells + where)
            low, high = number + lowest_bit(own), number + highest_bit(own)
            numbers = zero
            for value in range(size):
                # shifted by a large number, so that what is below zero compares too
                is_ = number + broadcast(W, value) + most
                fits = ones
                if kind in (EQUAL, AT_LEAST):
                    fits = fits & where_less(possible + most, is_, zero, ones)
                if kind in (EQUAL, AT_MOST):
                    fits = fits & where_less(is_, certain + most, zero, ones)
                if kind == UNEQUAL:
                    fits = where_nonzero((certain ^ possible) | (certain + most ^ is_), ones)
                numbers = numbers | (fits & broadcast(W, 1 << value))
            store(W, cells + where, own & numbers)
        none_more, all_of_them, wrong = zero, zero, zero
        if kind in (EQUAL, AT_MOST):
            wrong = wrong | where_less(high + most, certain + most, ones, zero)
            none_more = none_more | where_zero(high ^ certain, ones)
        if kind in (EQUAL, AT_LEAST):
            wrong = wrong | where_less(possible + most, low + most, ones, zero)
            all_of_them = all_of_them | where_zero(low ^ possible, ones)
        if kind == UNEQUAL:
            wrong = wrong | where_zero((certain ^ possible) | (low ^ high) | (certain ^ low), ones)
        if where == OF_OTHERS:
            none_more, all_of_them = all_of_them, none_more
        for k in range(first, after):
            if k == end:
                none_more, all_of_them = all_of_them, none_more
            row = cells + peek(records, k)
            x = load(W, row)
            inside = where_nonzero(x & ~values, ones)  # not certain
            x = x & ~(none_more & inside & values)
            x = x & ~(all_of_them & where_nonzero(x & values, ones) & ~values)
            store(W, row, x & ~wrong)
        bad = bad | wrong
        at = after
    return bad
