"""Weighted sums by bounds: arrows, little killers, whatever adds up, with values that may repeat.

The least and the most that a sum can be leave some slack to what it must be; no cell may be
farther from its end than the slack allows.  Exact where all cells are fixed.

A record: what compares, the constant, how many terms; then a cell and a coefficient each.

>>> pack([(0, 1), (1, 1), (2, -1)], "==", 0)
[0, 0, 3, 0, 1, 1, 1, 2, -1]
"""

from __future__ import annotations

from collections.abc import Sequence

from numba import njit

from nonet.backends.lockstep.classic import INLINE, OPTIONS
from nonet.backends.lockstep.filters.blame import blame
from nonet.backends.lockstep.lanes import (
    highest,
    lane_bits,
    lanes_set,
    least,
    load,
    lowest,
    peek,
    splat,
    store,
    unmarked,
    where_less,
)

EQUAL, AT_MOST, UNEQUAL = range(3)
"""What compares the sum with the constant."""


def pack(terms: Sequence[tuple[int, int]], op: str, constant: int) -> list[int]:
    """The record of a sum of ``(cell, coefficient)``, values counted from 0."""
    if op == ">=":
        terms, constant = [(cell, -c) for cell, c in terms], -constant
    kind = {"==": EQUAL, "!=": UNEQUAL}.get(op, AT_MOST)
    return [kind, constant, len(terms), *(number for term in terms for number in term)]


@njit(**OPTIONS)
def sweep(W, cells, size, records, scratch, weights, active):
    """Filter each sum; give the lanes in which it cannot be.

    Rows ``scratch + 2 * cell`` and the next get the least and the most value of a cell.
    """
    bad, zero, one = splat(W, 0), splat(W, 0), splat(W, 1)
    sign = ~(splat(W, -1) >> splat(W, 1))
    if len(records) == 0:
        return bad
    for cell in range(cells):
        x = load(W, cells + cell)
        store(W, scratch + 2 * cell, lowest(x))
        store(W, scratch + 2 * cell + 1, highest(x))
    at = 0
    while at < len(records):
        kind, first = peek(records, at), at + 3
        end = first + 2 * peek(records, at + 2)
        low, high = zero, zero
        for k in range(first, end, 2):
            row, weight = scratch + 2 * peek(records, k), peek(records, k + 1)
            c = splat(W, weight)
            if weight > 0:
                low = low + c * load(W, row)
                high = high + c * load(W, row + 1)
            else:
                low = low + c * load(W, row + 1)
                high = high + c * load(W, row)
        constant = splat(W, peek(records, at + 1))
        if kind == UNEQUAL:
            _unequal(W, cells, size, records, first, end, low, high - low, constant, scratch)
        else:
            above, below = constant - low, high - constant
            wrong = above & sign
            if kind == EQUAL:
                wrong = wrong | (below & sign)
            for k in range(first, end, 2):
                cell, weight = peek(records, k), peek(records, k + 1)
                row = scratch + 2 * cell
                x, under, over = load(W, cells + cell), load(W, row), load(W, row + 1)
                if weight > 0:
                    x = x & _up_to(W, under, _shared(W, above, weight, size))
                    if kind == EQUAL:
                        x = x & _down_to(W, over, _shared(W, below, weight, size))
                else:
                    x = x & _down_to(W, over, _shared(W, above, -weight, size))
                    if kind == EQUAL:
                        x = x & _up_to(W, under, _shared(W, below, -weight, size))
                wrong = wrong | unmarked(x, one)
                store(W, cells + cell, x)
            failed = lanes_set(wrong) & active
            if failed != 0:
                active &= ~failed
                bad = bad | wrong
                blame(W, weights, cells, records, first, end, 2)
        at = end
    return bad


@njit(**INLINE)
def _unequal(W, cells, size, records, first, end, low, range_, constant, scratch):
    """Where all cells but one are fixed, that one loses the value that would make it equal."""
    for k in range(first, end, 2):
        cell, weight = peek(records, k), peek(records, k + 1)
        row = scratch + 2 * cell
        c = splat(W, weight)
        least_, most = load(W, row), load(W, row + 1)
        own = c * most - c * least_ if weight > 0 else c * least_ - c * most
        open_ = range_ - own
        left = constant - low + (c * least_ if weight > 0 else c * most)
        x = load(W, cells + cell)
        for value in range(size):
            wrong = unmarked((splat(W, weight * value) ^ left) | open_, splat(W, 1 << value))
            x = x & ~wrong
        store(W, cells + cell, x)


@njit(**INLINE)
def _shared(W, slack, weight, size):
    """``slack`` divided by the weight, at most ``size``."""
    if weight == 1:
        return least(slack, splat(W, size))
    found, one = splat(W, 0), splat(W, 1)
    for more in range(1, size):
        found = found + where_less(slack, splat(W, weight * more), splat(W, 0), one)
    return found


@njit(**INLINE)
def _up_to(W, low, more):
    """The values that are at most ``low + more``."""
    return (splat(W, 2) << least(low + more, splat(W, lane_bits(W) - 1))) - splat(W, 1)


@njit(**INLINE)
def _down_to(W, high, less):
    """The values that are at least ``high - less``."""
    place = (high - least(less, high)) & splat(W, lane_bits(W) - 1)
    return splat(W, 0) - (splat(W, 1) << place)
