"""Killers from arrays: one geometry, and cages of its own in each row, each lane with its own.

The units are the same in all lanes and are swept as ever.  Cages are not: so what they say is
filtered lane by lane, by the records of the puzzle that the lane holds.

``killer_records.py`` writes the records, and tells what they are.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from nonet.backends.lockstep.compiled import units
from nonet.backends.lockstep.compiled.options import JIT_OPTIONS
from nonet.backends.lockstep.compiled.simd import (
    lane_count,
    nonzero_lanes,
    peek,
    poke,
    trailing_zeros,
)
from nonet.backends.lockstep.layouts.calls import BALANCE, CAGE, FREE, TOTAL_OFFSET


@njit(**JIT_OPTIONS)
def sweep(W, g, active):
    """One round of propagation: the lanes changed, contradictory, open."""
    bad = units.update_fixed(W, g.units)
    units.eliminate_fixed(W, g.units)
    units.claim_segments(W, g.units)
    lanes_to_do = active & ~nonzero_lanes(bad) & ((np.int64(1) << lane_count(W)) - 1)
    failed = np.int64(0)
    while lanes_to_do != 0:
        lane = trailing_zeros(lanes_to_do)
        lanes_to_do &= lanes_to_do - 1
        if not _filter_lane(W, g, lane):
            failed |= np.int64(1) << lane
    bad = bad | units.find_hidden_singles(W, g.units)
    changed, clash, open_ = units.place_hidden_singles(W, g.units)
    return nonzero_lanes(changed), nonzero_lanes(bad | clash) | failed, nonzero_lanes(open_)


@njit(**JIT_OPTIONS)
def complete_lanes(W, g):
    """The lanes in which every cell is fixed and every unit and cage holds, checked afresh."""
    complete = units.complete_lanes(W, g.units) & ((np.int64(1) << lane_count(W)) - 1)
    lanes_to_do = complete
    while lanes_to_do != 0:
        lane = trailing_zeros(lanes_to_do)
        lanes_to_do &= lanes_to_do - 1
        if not _satisfies_records(W, g, lane):
            complete &= ~(np.int64(1) << lane)
    return complete


@njit(**JIT_OPTIONS)
def _satisfies_records(W, g, lane):
    """Whether the fixed cells of a lane keep its puzzle's records."""
    lanes, puzzle = lane_count(W), g.holds[lane]
    at, end = g.starts[puzzle], g.starts[puzzle + 1]
    while at < end:
        plus, minus, kind = peek(g.records, at), peek(g.records, at + 1), peek(g.records, at + 2)
        total, seen = peek(g.records, at + 3) - TOTAL_OFFSET, np.int64(0)
        for k in range(plus + minus):
            x = peek(W, peek(g.records, at + 4 + k) * lanes + lane)
            if kind != BALANCE and seen & x != 0:
                return False
            seen |= x
            total += trailing_zeros(x) if k >= plus else -trailing_zeros(x)
        if kind != FREE and total != 0:
            return False
        at += 4 + plus + minus
    return True


@njit(**JIT_OPTIONS)
def _filter_lane(W, g, lane):
    """Filter a lane by the records of its puzzle; whether each can be."""
    puzzle = g.holds[lane]
    at, end = g.starts[puzzle], g.starts[puzzle + 1]
    under_way = (len(g.units.unit_starts) - 1) * lane_count(W) + lane
    while at < end:
        plus, minus, kind = peek(g.records, at), peek(g.records, at + 1), peek(g.records, at + 2)
        total = peek(g.records, at + 3) - TOTAL_OFFSET
        bounded = kind == BALANCE or (kind == CAGE and len(g.sets) == 0)
        if bounded and not _filter_balance(W, g.records, under_way, at + 4, plus, minus, total):
            return False
        if kind != BALANCE and not _filter_cage(W, g, under_way, at + 4, plus, kind, total):
            return False
        at += 4 + plus + minus
    return True


@njit(**JIT_OPTIONS)
def _filter_cage(W, g, under_way, first, count, kind, total):
    """Different cells of a sum: what is in no possible set goes, what has one place is there."""
    lanes, end = lane_count(W), first + count
    union, fixed = np.int64(0), np.int64(0)
    for k in range(first, end):
        x = peek(W, peek(g.records, k) * lanes + under_way)
        union |= x
        if x & (x - 1) == 0:
            if x == 0 or fixed & x != 0:
                return False
            fixed |= x
    possible, required = union, np.int64(0)
    if kind == CAGE and len(g.sets) != 0:
        if total < 0 or total >= g.most or count > g.units.size:
            return False
        possible, required = np.int64(0), np.int64(-1)
        place = count * g.most + total
        for k in range(peek(g.set_starts, place), peek(g.set_starts, place + 1)):
            values = peek(g.sets, k)
            if values & ~union != 0 or fixed & ~values != 0:
                continue
            fits = True
            for c in range(first, end):
                if peek(W, peek(g.records, c) * lanes + under_way) & values == 0:
                    fits = False
                    break
            if fits:
                possible |= values
                required &= values
        if possible == 0:
            return False
    once, twice = np.int64(0), np.int64(0)
    for k in range(first, end):
        row = peek(g.records, k) * lanes + under_way
        x = peek(W, row) & possible
        if x & (x - 1) != 0:
            x &= ~fixed
        if x == 0:
            return False
        twice |= once & x
        once |= x
        poke(W, row, x)
    if required & ~once != 0:
        return False
    alone = required & ~twice
    if alone != 0:
        for k in range(first, end):
            row = peek(g.records, k) * lanes + under_way
            own = peek(W, row) & alone
            if own != 0:
                if own & (own - 1) != 0:
                    return False
                poke(W, row, own)
    return True


@njit(**JIT_OPTIONS)
def _highest_bit(x):
    """The place of the highest bit of a mask that is not 0, of at most 63 bits."""
    place = np.int64(0)
    while x > 1:
        x >>= 1
        place += 1
    return place


@njit(**JIT_OPTIONS)
def _filter_balance(W, records, under_way, first, plus, minus, total):
    """Cells added less cells taken away, by bounds."""
    lanes, end = lane_count(W), first + plus + minus
    low, high = np.int64(0), np.int64(0)
    for k in range(first, end):
        x = peek(W, peek(records, k) * lanes + under_way)
        if x == 0:
            return False
        if k < first + plus:
            low, high = low + trailing_zeros(x), high + _highest_bit(x)
        else:
            low, high = low - _highest_bit(x), high - trailing_zeros(x)
    above, below = total - low, high - total
    if above < 0 or below < 0:
        return False
    for k in range(first, end):
        row = peek(records, k) * lanes + under_way
        x = peek(W, row)
        up, down = (above, below) if k < first + plus else (below, above)
        top = trailing_zeros(x) + up
        if top < 62:
            x &= (np.int64(2) << top) - 1
        bottom = _highest_bit(peek(W, row)) - down
        if bottom > 0:
            x &= np.int64(-1) << bottom
        if x == 0:
            return False
        poke(W, row, x)
    return True
