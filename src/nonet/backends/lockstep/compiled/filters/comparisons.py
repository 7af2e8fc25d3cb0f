"""The sweep over records of comparisons: ``layouts/comparisons.py`` says what they are."""

from __future__ import annotations

from numba import njit

from nonet.backends.lockstep.compiled.filters.failure_weights import add_failure_weights
from nonet.backends.lockstep.compiled.options import INLINE_OPTIONS, JIT_OPTIONS
from nonet.backends.lockstep.compiled.simd import (
    broadcast,
    highest_bit,
    lane_bits,
    load,
    nonzero_lanes,
    peek,
    store,
    where_nonzero,
    where_zero,
    without_lowest,
)
from nonet.backends.lockstep.layouts.comparisons import SCRATCH_ROWS


@njit(**JIT_OPTIONS)
def sweep(W, cells, records, scratch, weights, active):
    """Filter each comparison; give the lanes in which one cannot be."""
    bad, zero, ones = broadcast(W, 0), broadcast(W, 0), broadcast(W, -1)
    at = 0
    while at < len(records):
        end = at + 1 + peek(records, at)
        begin = broadcast(W, peek(records, at + 1))
        no, yes = broadcast(W, peek(records, at + 2)), broadcast(W, peek(records, at + 3))
        answer, count = cells + peek(records, at + 4), peek(records, at + 5)
        line = at + 6
        elsewhere = zero
        if count < 0:
            elsewhere, count = ones, 0
        for k in range(line, line + count):
            elsewhere = elsewhere | (load(W, cells + peek(records, k)) & begin)
        line += count
        some = where_nonzero(elsewhere, ones)  # what some line that may begin says
        wrong = zero
        while line < end:
            after = line + 1 + peek(records, line)
            tied = where_nonzero(broadcast(W, peek(records, line + 1)), ones)
            beginning, first, row = cells + peek(records, line + 2), line + 3, scratch
            equal, less, greater = ones, zero, zero
            one_had, other_had = begin, zero
            for k in range(first, after, 2):
                store(W, row, equal)
                store(W, row + 1, less)
                store(W, row + 2, greater)
                row += SCRATCH_ROWS
                x = load(W, cells + peek(records, k)) & ~one_had
                y = load(W, cells + peek(records, k + 1)) & ~other_had
                less = less | where_nonzero(y & _values_above(W, x), equal)
                greater = greater | where_nonzero(x & _values_above(W, y), equal)
                both = x & y
                equal = where_nonzero(both, equal)
                both = where_zero(without_lowest(both), both)
                one_had, other_had = one_had | both, other_had | both
            allowed = (yes & less) | (no & (greater | (equal & tied)))
            states, answers = load(W, beginning), load(W, answer)
            states = states & ~where_zero(answers & allowed, begin)
            some = some | where_nonzero(states & begin, allowed)
            sure = where_zero(states & ~begin, ones)
            answers = answers & (allowed | ~sure)
            store(W, beginning, states)
            store(W, answer, answers)
            wrong = wrong | where_zero(states, ones) | where_zero(answers, ones)
            known = where_zero(without_lowest(answers), sure) & ~wrong
            if nonzero_lanes(known) != 0:
                is_less, is_not = (
                    where_nonzero(answers & yes, known),
                    where_nonzero(answers & no, known),
                )
                wrong = wrong | _filter_known_answer(
                    W, cells, records, first, after, row, is_less, is_not, tied
                )
            line = after
        answers = load(W, answer) & some
        store(W, answer, answers)
        wrong = wrong | where_zero(answers, ones)
        bad = bad | wrong
        failed = nonzero_lanes(wrong) & active
        if failed != 0:
            active &= ~failed
            add_failure_weights(W, weights, cells, records, at + 4, at + 5, 1)
            line = at + 6 + max(0, peek(records, at + 5))
            while line < end:
                after = line + 1 + peek(records, line)
                add_failure_weights(W, weights, cells, records, line + 2, after, 1)
                line = after
        at = end
    return bad


@njit(**INLINE_OPTIONS)
def _filter_known_answer(W, cells, records, first, after, row, is_less, is_not, tied):
    """Keep what agrees with an answer, where it is known; give the lanes in which nothing does.

    ``row`` follows the rows that tell of the places.
    """
    known, ones, wrong = is_less | is_not, broadcast(W, -1), broadcast(W, 0)
    later, k = is_not & tied, after  # whether it may yet be so
    while k > first:
        k -= 2
        row -= SCRATCH_ROWS
        low, high = cells + peek(records, k), cells + peek(records, k + 1)
        x, y = load(W, low), load(W, high)
        a, b = (x & is_less) | (y & is_not), (y & is_less) | (x & is_not)
        above = _values_above(W, a)
        before = (load(W, row + 1) & is_less) | (load(W, row + 2) & is_not)
        free = ~(load(W, row) & ~before & known)
        a_kept, b_kept = _values_below(W, b) | (b & later) | free, above | (a & later) | free
        x = x & ((a_kept & is_less) | (b_kept & is_not) | ~known)
        y = y & ((b_kept & is_less) | (a_kept & is_not) | ~known)
        store(W, low, x)
        store(W, high, y)
        wrong = wrong | where_zero(x, ones) | where_zero(y, ones)
        later = where_nonzero(b & above, ones) | where_nonzero(a & b, later)
    return wrong


@njit(**INLINE_OPTIONS)
def _values_above(W, x):
    """The values above the least of some; none where there are none."""
    return ~(x ^ (x - broadcast(W, 1)))


@njit(**INLINE_OPTIONS)
def _values_below(W, x):
    """The values below the greatest of some."""
    one = broadcast(W, 1)
    return (one << (highest_bit(x) & broadcast(W, lane_bits(W) - 1))) - one
