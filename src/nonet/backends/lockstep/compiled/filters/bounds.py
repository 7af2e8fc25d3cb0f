"""The sweep over records of bounds: ``layouts/bounds.py`` says what they are."""

from __future__ import annotations

from numba import njit

from nonet.backends.lockstep.compiled.filters.failure_weights import add_failure_weights
from nonet.backends.lockstep.compiled.options import INLINE_OPTIONS, JIT_OPTIONS
from nonet.backends.lockstep.compiled.simd import (
    broadcast,
    first_nonzero,
    highest_bit,
    lane_bits,
    load,
    lowest_bit,
    minimum,
    nonzero_lanes,
    peek,
    store,
    where_less,
    where_nonzero,
    where_zero,
)
from nonet.backends.lockstep.layouts.bounds import ALIKE, AT_MOST, EQUAL, UNEQUAL


@njit(**JIT_OPTIONS)
def sweep(W, cells, number, size, records, scratch, weights, active):
    """Filter each sum; give the lanes in which it cannot be.

    Rows from ``scratch`` on get, of each of ``number`` cells, the least and the most value, then,
    of each group of a sum, the least and the most that it adds up to, and both without one cell;
    of each of equal sums, before its groups, what it comes to at least and at most.
    """
    bad, zero, one = broadcast(W, 0), broadcast(W, 0), broadcast(W, 1)
    sign = ~(broadcast(W, -1) >> one)
    if len(records) == 0:
        return bad
    for cell in range(number):
        x = load(W, cells + cell)
        store(W, scratch + 2 * cell, lowest_bit(x))
        store(W, scratch + 2 * cell + 1, highest_bit(x))
    at = 0
    while at < len(records):
        kind, first = peek(records, at), at + 3
        end = first + peek(records, at + 2)
        low, high = zero, zero
        k = first
        row = result_row = scratch + 2 * number
        while k < end:
            weight, count = peek(records, k), peek(records, k + 1)
            if weight == 0:
                low = high = broadcast(W, count)
                result_row = row
                k += 2
                row += 4
                continue
            _group_bounds(W, cells, records, k + 2, count, scratch, row)
            c = broadcast(W, weight)
            if weight > 0:
                low = low + c * load(W, row)
                high = high + c * load(W, row + 1)
            else:
                low = low + c * load(W, row + 1)
                high = high + c * load(W, row)
            if kind == ALIKE:
                store(W, result_row, low)
                store(W, result_row + 1, high)
            k += 2 + count
            row += 4
        constant = broadcast(W, peek(records, at + 1))
        above, below = constant - low, high - constant
        wrong = zero
        if kind == ALIKE:
            low, high = _common_bounds(W, records, first, end, scratch + 2 * number)
            wrong = where_less(high, low, broadcast(W, -1), zero)
        elif kind == UNEQUAL:
            wrong = where_zero((high - low) | above, one)
        else:
            wrong = above & sign
            if kind == EQUAL:
                wrong = wrong | (below & sign)
        k, row = first, scratch + 2 * number
        while k < end:
            weight, count = peek(records, k), peek(records, k + 1)
            if weight == 0:
                above, below = high - load(W, row), load(W, row + 1) - low
                k += 2
                row += 4
                continue
            up, down = above, below  # slack of what is added, and of what is taken away
            if weight < 0:
                up, down = below, above
            more, less = (
                _slack_per_weight(W, up, abs(weight), size),
                _slack_per_weight(W, down, abs(weight), size),
            )
            if kind in (EQUAL, ALIKE) or (kind == AT_MOST and weight > 0):
                _filter_upper(W, cells, records, k + 2, count, scratch, row, more)
            if kind in (EQUAL, ALIKE) or (kind == AT_MOST and weight < 0):
                _filter_lower(W, cells, records, k + 2, count, scratch, row, less)
            for c in range(k + 2, k + 2 + count):
                wrong = wrong | where_zero(load(W, cells + peek(records, c)), one)
            k += 2 + count
            row += 4
        at_first = cells + peek(records, first + (4 if kind == ALIKE else 2))
        store(W, at_first, load(W, at_first) & where_zero(wrong, broadcast(W, -1)))
        bad = bad | wrong
        failed = nonzero_lanes(wrong) & active
        if failed != 0:
            active &= ~failed
            k = first
            while k < end:
                after = k + 2 + (peek(records, k + 1) if peek(records, k) != 0 else 0)
                add_failure_weights(W, weights, cells, records, k + 2, after, 1)
                k = after
        at = end
    return bad


@njit(**INLINE_OPTIONS)
def _common_bounds(W, records, first, end, row):
    """The greatest of what equal sums are at least, and the least of what they are at most."""
    low, high = load(W, row), load(W, row + 1)
    k = first
    while k < end:
        if peek(records, k) == 0:
            k += 2
            low = where_less(low, load(W, row), load(W, row), low)
            high = minimum(high, load(W, row + 1))
        else:
            k += 2 + peek(records, k + 1)
        row += 4
    return low, high


@njit(**INLINE_OPTIONS)
def _group_bounds(W, cells, records, first, count, scratch, row):
    """Write to ``row`` and the next three what a group adds up to at least and at most.

    Then the same without one cell: without the last of the different values.
    """
    low, high, union = broadcast(W, 0), broadcast(W, 0), broadcast(W, 0)
    for k in range(first, first + count):
        cell = peek(records, k)
        low = low + load(W, scratch + 2 * cell)
        high = high + load(W, scratch + 2 * cell + 1)
        union = union | load(W, cells + cell)
    least_, most, fewer, more = broadcast(W, 0), broadcast(W, 0), broadcast(W, 0), broadcast(W, 0)
    remaining, last = union, union
    one, sign = broadcast(W, 1), broadcast(W, lane_bits(W) - 1)
    for _ in range(count):
        fewer, more = least_, most
        bottom, top = lowest_bit(remaining), highest_bit(last)
        least_, most = least_ + bottom, most + top
        remaining = remaining & (remaining - one)
        last = last & ~(one << (top & sign))
    if count > 1:
        # a union of too few values: no lane is wrong by what follows from it
        low = where_less(low, least_, least_, low)
        high = where_less(most, high, most, high)
    store(W, row, low)
    store(W, row + 1, high)
    store(W, row + 2, fewer)
    store(W, row + 3, more)


@njit(**INLINE_OPTIONS)
def _filter_upper(W, cells, records, first, count, scratch, row, more):
    """No cell is so high that the group comes to over ``more`` above its least."""
    room = load(W, row) + more
    different = room - load(W, row + 2)
    total = broadcast(W, 0)
    for k in range(first, first + count):
        total = total + load(W, scratch + 2 * peek(records, k))
    for k in range(first, first + count):
        at = cells + peek(records, k)
        x = load(W, at)
        own = load(W, scratch + 2 * peek(records, k))
        x = x & _values_up_to(W, room - (total - own))
        if count > 1:
            x = x & _values_up_to(W, different)
        store(W, at, x)


@njit(**INLINE_OPTIONS)
def _filter_lower(W, cells, records, first, count, scratch, row, less):
    """No cell is so low that the group comes to over ``less`` below its most."""
    room = load(W, row + 1) - less
    different = room - load(W, row + 3)
    total = broadcast(W, 0)
    for k in range(first, first + count):
        total = total + load(W, scratch + 2 * peek(records, k) + 1)
    for k in range(first, first + count):
        at = cells + peek(records, k)
        x = load(W, at)
        own = load(W, scratch + 2 * peek(records, k) + 1)
        x = x & _values_from(W, room - (total - own))
        if count > 1:
            x = x & _values_from(W, different)
        store(W, at, x)


@njit(**INLINE_OPTIONS)
def _slack_per_weight(W, slack, weight, size):
    """``slack`` divided by the weight, at most ``size``, which is as good as any more."""
    if weight == 1:
        return minimum(slack, broadcast(W, size))
    quotient, one = broadcast(W, 0), broadcast(W, 1)
    for more in range(1, size + 1):
        quotient = quotient + where_less(slack, broadcast(W, weight * more), broadcast(W, 0), one)
    return quotient


@njit(**INLINE_OPTIONS)
def _values_up_to(W, place):
    """The values up to a place, which may be below zero or above all."""
    negative = place >> broadcast(W, lane_bits(W) - 1)
    mask = (broadcast(W, 2) << minimum(place, broadcast(W, lane_bits(W) - 1))) - broadcast(W, 1)
    return where_zero(negative, mask)


@njit(**INLINE_OPTIONS)
def _values_from(W, place):
    """The values from a place on, which may be below zero or above all."""
    negative = place >> broadcast(W, lane_bits(W) - 1)
    none = where_less(place, broadcast(W, lane_bits(W)), broadcast(W, 0), broadcast(W, 1))
    mask = broadcast(W, 0) - (broadcast(W, 1) << (place & broadcast(W, lane_bits(W) - 1)))
    mask = where_zero(none, mask)
    return first_nonzero(where_nonzero(negative, broadcast(W, -1)), mask)
