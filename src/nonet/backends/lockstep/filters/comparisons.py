"""Comparisons: two lines read as numbers, of which a cell says whether the one is less.

Whether is asked only if the one begins with some value; else the cell may say either.  As the
first place at which two lines differ decides, each place is looked at as if all before it were
equal: whether it may be less there, or greater, or equal and go on.  Where the answer is known, and
it cannot have been decided before, a place keeps what agrees with it: generalised arc consistency,
and more, for the cells of a line differ, and what both must have had is neither's again.

A record is about lines that one cell tells of: how many integers follow, what they begin with (a
mask), what the cell's values no and yes are (masks), and the cell; how many cells there are beside
the first of these lines in a unit that holds every value, and these (-1 without such a unit): where
none of them has the value, one of the lines begins with it.  Then each line: how many integers
follow, whether equal lines are a no, its first cell, and of each place its cell and the other's.

>>> lines = [ComparedLine(5, (1, 3), (2, 4), False)]
>>> pack(ComparisonCell(6, 0b10, (1, 2)), lines, None)               # 5 begins; 1 and 3 beside 2 and 4
[12, 2, 1, 2, 6, -1, 6, 0, 5, 1, 2, 3, 4]

Source: Frisch, Hnich, Kiziltan, Miguel and Walsh, "Global constraints for lexicographic orderings",
CP 2002.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from numba import njit

from nonet.backends.lockstep.classic import INLINE_OPTIONS, JIT_OPTIONS
from nonet.backends.lockstep.filters.failure_weights import add_failure_weights
from nonet.backends.lockstep.simd import (
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

SCRATCH_ROWS = 3
"""Rows for each place: whether all before may be equal, may be less, may be greater."""


class ComparisonCell(NamedTuple):
    """The cell that says whether a line is less than the other, and if the line begins with what.

    ``initial_values`` and the values no and yes are masks.
    """

    cell: int
    initial_values: int
    values: tuple[int, int]


class ComparedLine(NamedTuple):
    """The first cell of a line, its others and those of the other line; whether ties are a no."""

    first: int
    cells: tuple[int, ...]
    other_cells: tuple[int, ...]
    ties_are_no: bool


def pack(
    answer: ComparisonCell, lines: Iterable[ComparedLine], beside: Sequence[int] | None
) -> list[int]:
    """The record of lines; ``beside`` are the cells of a unit, less the first ones of these."""
    record = [answer.initial_values, *answer.values, answer.cell]
    record += [-1] if beside is None else [len(beside), *beside]
    for line in lines:
        record += (2 + 2 * len(line.cells), int(line.ties_are_no), line.first)
        record += chain.from_iterable(zip(line.cells, line.other_cells, strict=True))
    return [len(record), *record]


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
            one, said = load(W, beginning), load(W, answer)
            one = one & ~where_zero(said & allowed, begin)
            some = some | where_nonzero(one & begin, allowed)
            sure = where_zero(one & ~begin, ones)
            said = said & (allowed | ~sure)
            store(W, beginning, one)
            store(W, answer, said)
            wrong = wrong | where_zero(one, ones) | where_zero(said, ones)
            known = where_zero(without_lowest(said), sure) & ~wrong
            if nonzero_lanes(known) != 0:
                is_less, is_not = where_nonzero(said & yes, known), where_nonzero(said & no, known)
                wrong = wrong | _filter_known_answer(
                    W, cells, records, first, after, row, is_less, is_not, tied
                )
            line = after
        said = load(W, answer) & some
        store(W, answer, said)
        wrong = wrong | where_zero(said, ones)
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
