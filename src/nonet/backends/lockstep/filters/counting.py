"""Counting: how many cells have one of some values, compared with a number or a cell's value.

Cells whose candidates all are such values are certain, those with such a candidate possible.  What
the number must be lies between; where it can be met in one way only, cells that are neither
surely in nor out are decided.

A record: what compares, the row of the number's cell (or -1) and the number (or what the value at
place 0 is), the values as a mask, how many cells; then these.

>>> pack([0, 1, 2], 0b101, "==", None, 2)
[0, -1, 2, 5, 3, 0, 1, 2]

The number may also be how many of as many other cells have one of the values: these follow, and
what must be is said of both.

>>> pack_equal_counts([0, 1], [2, 3], 0b101)
[0, -2, 0, 5, 2, 0, 1, 2, 3]
"""

from __future__ import annotations

from collections.abc import Sequence

from numba import njit

from nonet.backends.lockstep.classic import JIT_OPTIONS
from nonet.backends.lockstep.simd import (
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

EQUAL, AT_MOST, AT_LEAST, UNEQUAL = range(4)
"""What compares the count with the number."""

NO_CELL, OF_OTHERS = -1, -2
"""Instead of the row of the number's cell: it is known, or how many of other cells it is."""

_COMPARISON_CODES = {"==": EQUAL, "<=": AT_MOST, ">=": AT_LEAST, "!=": UNEQUAL}


def pack(cells: Sequence[int], values: int, op: str, cell: int | None, number: int) -> list[int]:
    """The record of "so many of ``cells`` are in ``values``": ``number``, plus the cell's place."""
    where = NO_CELL if cell is None else cell
    return [_COMPARISON_CODES[op], where, number, values, len(cells), *cells]


def pack_equal_counts(cells: Sequence[int], others: Sequence[int], values: int) -> list[int]:
    """The record of "as many of ``cells`` as of ``others`` are in ``values``"."""
    return [EQUAL, OF_OTHERS, 0, values, len(cells), *cells, *others]


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
            kept = zero
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
                kept = kept | (fits & broadcast(W, 1 << value))
            store(W, cells + where, own & kept)
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
