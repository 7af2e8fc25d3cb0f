"""Weighted sums by bounds: arrows, little killers, whatever adds up, with values that may repeat.

The least and the most that a sum can be leave some slack to what it must be; no cell may be
farther from its end than the slack allows.  Cells that differ from each other are a *group*: they
cannot all have the least value, so the least that they add up to is that of different values.
Exact where all cells are fixed.

A record: what compares, the constant, how many integers follow; then each group: its weight, how
many cells it has, and these.

>>> pack([(1, [0, 1]), (-1, [2])], "==", 0)
[0, 0, 7, 1, 2, 0, 1, -1, 1, 2]

Sums that are as much as each other are one record: each begins with a 0 and what is added to it,
and its groups follow.  All come to what the greatest of their least is, or to more.

>>> pack_alike([([[0, 1]], 0), ([[2], [3]], 4)])
[3, 0, 14, 0, 0, 1, 2, 0, 1, 0, 4, 1, 1, 2, 1, 1, 3]
"""

from __future__ import annotations

from collections.abc import Sequence

from numba import njit

from nonet.backends.lockstep.classic import INLINE, OPTIONS
from nonet.backends.lockstep.filters.blame import blame
from nonet.backends.lockstep.lanes import (
    choose,
    highest,
    lane_bits,
    lanes_set,
    least,
    load,
    lowest,
    marked,
    peek,
    splat,
    store,
    unmarked,
    where_less,
)

EQUAL, AT_MOST, UNEQUAL, ALIKE = range(4)
"""What compares the sum with the constant, or sums with each other."""


def pack(groups: Sequence[tuple[int, Sequence[int]]], op: str, constant: int) -> list[int]:
    """The record of a sum of groups ``(weight, cells)``, values counted from 0."""
    if op == ">=":
        groups, constant = [(-weight, cells) for weight, cells in groups], -constant
    kind = {"==": EQUAL, "!=": UNEQUAL}.get(op, AT_MOST)
    flat = [number for weight, cells in groups for number in (weight, len(cells), *cells)]
    return [kind, constant, len(flat), *flat]


def pack_alike(sums: Sequence[tuple[Sequence[Sequence[int]], int]]) -> list[int]:
    """The record of equal sums: of each its groups, and what is added to it (0 or more)."""
    flat: list[int] = []
    for groups, more in sums:
        flat += 0, more
        for cells in groups:
            flat += 1, len(cells), *cells
    return [ALIKE, 0, len(flat), *flat]


@njit(**OPTIONS)
def sweep(W, cells, number, size, records, scratch, weights, active):
    """Filter each sum; give the lanes in which it cannot be.

    Rows from ``scratch`` on get, of each of ``number`` cells, the least and the most value, then,
    of each group of a sum, the least and the most that it adds up to, and both without one cell;
    of each of equal sums, before its groups, what it comes to at least and at most.
    """
    bad, zero, one = splat(W, 0), splat(W, 0), splat(W, 1)
    sign = ~(splat(W, -1) >> one)
    if len(records) == 0:
        return bad
    for cell in range(number):
        x = load(W, cells + cell)
        store(W, scratch + 2 * cell, lowest(x))
        store(W, scratch + 2 * cell + 1, highest(x))
    at = 0
    while at < len(records):
        kind, first = peek(records, at), at + 3
        end = first + peek(records, at + 2)
        low, high = zero, zero
        k = first
        row = whole = scratch + 2 * number
        while k < end:
            weight, count = peek(records, k), peek(records, k + 1)
            if weight == 0:
                low = high = splat(W, count)
                whole = row
                k += 2
                row += 4
                continue
            _ends(W, cells, records, k + 2, count, scratch, row)
            c = splat(W, weight)
            if weight > 0:
                low = low + c * load(W, row)
                high = high + c * load(W, row + 1)
            else:
                low = low + c * load(W, row + 1)
                high = high + c * load(W, row)
            if kind == ALIKE:
                store(W, whole, low)
                store(W, whole + 1, high)
            k += 2 + count
            row += 4
        constant = splat(W, peek(records, at + 1))
        above, below = constant - low, high - constant
        wrong = zero
        if kind == ALIKE:
            low, high = _common(W, records, first, end, scratch + 2 * number)
            wrong = where_less(high, low, splat(W, -1), zero)
        elif kind == UNEQUAL:
            wrong = unmarked((high - low) | above, one)
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
            more, less = _shared(W, up, abs(weight), size), _shared(W, down, abs(weight), size)
            if kind in (EQUAL, ALIKE) or (kind == AT_MOST and weight > 0):
                _keep_low(W, cells, records, k + 2, count, scratch, row, more)
            if kind in (EQUAL, ALIKE) or (kind == AT_MOST and weight < 0):
                _keep_high(W, cells, records, k + 2, count, scratch, row, less)
            for c in range(k + 2, k + 2 + count):
                wrong = wrong | unmarked(load(W, cells + peek(records, c)), one)
            k += 2 + count
            row += 4
        at_first = cells + peek(records, first + (4 if kind == ALIKE else 2))
        store(W, at_first, load(W, at_first) & unmarked(wrong, splat(W, -1)))
        bad = bad | wrong
        failed = lanes_set(wrong) & active
        if failed != 0:
            active &= ~failed
            k = first
            while k < end:
                after = k + 2 + (peek(records, k + 1) if peek(records, k) != 0 else 0)
                blame(W, weights, cells, records, k + 2, after, 1)
                k = after
        at = end
    return bad


@njit(**INLINE)
def _common(W, records, first, end, row):
    """The greatest of what equal sums are at least, and the least of what they are at most."""
    low, high = load(W, row), load(W, row + 1)
    k = first
    while k < end:
        if peek(records, k) == 0:
            k += 2
            low = where_less(low, load(W, row), load(W, row), low)
            high = least(high, load(W, row + 1))
        else:
            k += 2 + peek(records, k + 1)
        row += 4
    return low, high


@njit(**INLINE)
def _ends(W, cells, records, first, count, scratch, row):
    """Write to ``row`` and the next three what a group adds up to at least and at most.

    Then the same without one cell: without the last of the different values.
    """
    low, high, union = splat(W, 0), splat(W, 0), splat(W, 0)
    for k in range(first, first + count):
        cell = peek(records, k)
        low = low + load(W, scratch + 2 * cell)
        high = high + load(W, scratch + 2 * cell + 1)
        union = union | load(W, cells + cell)
    least_, most, fewer, more = splat(W, 0), splat(W, 0), splat(W, 0), splat(W, 0)
    rest, last = union, union
    one, sign = splat(W, 1), splat(W, lane_bits(W) - 1)
    for _ in range(count):
        fewer, more = least_, most
        bottom, top = lowest(rest), highest(last)
        least_, most = least_ + bottom, most + top
        rest = rest & (rest - one)
        last = last & ~(one << (top & sign))
    if count > 1:
        # a union of too few values: no lane is wrong by what follows from it
        low = where_less(low, least_, least_, low)
        high = where_less(most, high, most, high)
    store(W, row, low)
    store(W, row + 1, high)
    store(W, row + 2, fewer)
    store(W, row + 3, more)


@njit(**INLINE)
def _keep_low(W, cells, records, first, count, scratch, row, more):
    """No cell is so high that the group comes to over ``more`` above its least."""
    room = load(W, row) + more
    different = room - load(W, row + 2)
    total = splat(W, 0)
    for k in range(first, first + count):
        total = total + load(W, scratch + 2 * peek(records, k))
    for k in range(first, first + count):
        at = cells + peek(records, k)
        x = load(W, at)
        own = load(W, scratch + 2 * peek(records, k))
        x = x & _up_to(W, room - (total - own))
        if count > 1:
            x = x & _up_to(W, different)
        store(W, at, x)


@njit(**INLINE)
def _keep_high(W, cells, records, first, count, scratch, row, less):
    """No cell is so low that the group comes to over ``less`` below its most."""
    room = load(W, row + 1) - less
    different = room - load(W, row + 3)
    total = splat(W, 0)
    for k in range(first, first + count):
        total = total + load(W, scratch + 2 * peek(records, k) + 1)
    for k in range(first, first + count):
        at = cells + peek(records, k)
        x = load(W, at)
        own = load(W, scratch + 2 * peek(records, k) + 1)
        x = x & _from(W, room - (total - own))
        if count > 1:
            x = x & _from(W, different)
        store(W, at, x)


@njit(**INLINE)
def _shared(W, slack, weight, size):
    """``slack`` divided by the weight, at most ``size``, which is as good as any more."""
    if weight == 1:
        return least(slack, splat(W, size))
    found, one = splat(W, 0), splat(W, 1)
    for more in range(1, size + 1):
        found = found + where_less(slack, splat(W, weight * more), splat(W, 0), one)
    return found


@njit(**INLINE)
def _up_to(W, place):
    """The values up to a place, which may be below zero or above all."""
    negative = place >> splat(W, lane_bits(W) - 1)
    kept = (splat(W, 2) << least(place, splat(W, lane_bits(W) - 1))) - splat(W, 1)
    return unmarked(negative, kept)


@njit(**INLINE)
def _from(W, place):
    """The values from a place on, which may be below zero or above all."""
    negative = place >> splat(W, lane_bits(W) - 1)
    none = where_less(place, splat(W, lane_bits(W)), splat(W, 0), splat(W, 1))
    kept = splat(W, 0) - (splat(W, 1) << (place & splat(W, lane_bits(W) - 1)))
    kept = unmarked(none, kept)
    return choose(marked(negative, splat(W, -1)), kept)
