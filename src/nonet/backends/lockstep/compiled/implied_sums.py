"""Cages, and what units imply of them, written as records: the compiled half of
``implied_sums.py``.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from nonet.backends.lockstep.compiled.killer_records import (
    all_differ,
    classify_cages,
    count_shares,
    fill_zero,
    is_known_sum,
    view_shares,
    write_scope,
)
from nonet.backends.lockstep.compiled.options import JIT_OPTIONS
from nonet.backends.lockstep.layouts.bounds import EQUAL
from nonet.backends.lockstep.layouts.calls import (
    BOUNDS,
    DIFFERENCE,
    GROUPS,
    INNIES,
    LEFT,
    RELATIONS,
    SUMS,
    TOTAL,
    TOTAL_OFFSET,
    WIDEST,
    WITHIN,
)
from nonet.backends.lockstep.layouts.sums import MAX_SETS

MAX_LEFTOVER_CELLS = 12
"""Cells that are left over, at most, of sums that are told as such."""


@njit(**JIT_OPTIONS)
def _mark_peers(units, starts, peers):
    """Mark in ``peers`` which cells differ, and each cell beside itself."""
    for cell in range(len(peers)):
        peers[cell, cell] = 1
    for unit in range(len(starts) - 1):
        for i in range(starts[unit], starts[unit + 1]):
            for j in range(starts[unit], starts[unit + 1]):
                peers[units[i], units[j]] = 1


@njit(**JIT_OPTIONS)
def _relation_offset(size, kind, which):
    """Where the masks of a relation begin in ``cached_encodings.standard_masks``."""
    most = 2 * size - 1
    if which < 0 or which >= most:
        return 3 * most * size
    return (kind * most + which) * size


@njit(**JIT_OPTIONS)
def _write_sets(size, count, total, out, at, chosen):
    """Write the sets of so many values that add up to a total; how many, -1 for too many."""
    ways = np.int64(1)
    for k in range(count):
        ways = ways * (size - k) // (k + 1)
        if ways > 64 * MAX_SETS:
            return np.int64(-1)
    written, depth, remaining, mask = np.int64(0), np.int64(0), total, np.int64(0)
    chosen[0] = -1
    while depth >= 0:
        if chosen[depth] >= 0:
            remaining += chosen[depth]
            mask ^= np.int64(1) << chosen[depth]
        value, more = chosen[depth] + 1, count - depth
        chosen[depth] = -1
        low = more * value + more * (more - 1) // 2  # of the values from this one on
        high = more * (size - 1) - more * (more - 1) // 2
        if depth > 0 and value == 0:
            value = chosen[depth - 1] + 1
            low = more * value + more * (more - 1) // 2
        if value + more > size or low > remaining or high < remaining:
            depth -= 1
            continue
        if more == 1:
            if written == MAX_SETS:
                return np.int64(-1)
            out[at + written] = mask | np.int64(1) << remaining
            written += 1
            depth -= 1
            continue
        chosen[depth] = value
        remaining -= value
        mask ^= np.int64(1) << value
        depth += 1
        chosen[depth] = -1
    return written


@njit(**JIT_OPTIONS)
def _write_bounded_sum(peers, cells, plus, minus, total, out, at, ends, group):
    """Write a sum told by bounds: its cells in groups that differ; give where it ends."""
    number = plus + minus
    groups = np.int64(0)
    for k in range(number):
        first = np.int64(0) if k < plus else group[plus] if k > plus else groups
        group[k] = groups
        for g in range(first, groups):
            fits = True
            for other in range(k):
                if group[other] == g and not peers[cells[k], cells[other]]:
                    fits = False
            if fits:
                group[k] = g
                break
        if group[k] == groups:
            groups += 1
    out[at], out[at + 1], out[at + 2] = EQUAL, total, number + 2 * groups
    at += 3
    for g in range(groups):
        begin = at
        at += 2
        for k in range(number):
            if group[k] == g:
                out[begin] = 1 if k < plus else -1
                out[at] = cells[k]
                at += 1
        out[begin + 1] = at - begin - 2
    _raise_maximum(ends, GROUPS, groups)
    return at


@njit(**JIT_OPTIONS)
def _raise_maximum(ends, which, least):
    """Let it be no less."""
    if ends[which] < least:
        ends[which] = least


@njit(**JIT_OPTIONS)
def _write_sum(peers, size, cells, plus, minus, total, records, met, ends, some):
    """Write what some cells less others add up to, as the record that tells most of it."""
    if plus == 0:
        plus, minus, total = minus, plus, -total
    number = plus + minus
    for k in range(number):
        met[cells[k]] += 1
    differ = all_differ(peers, cells[0:number])
    if number == 2:
        a, b = cells[0], cells[1]
        forth = _relation_offset(size, np.int64(differ), total)
        back = forth
        if minus == 1:
            forth = _relation_offset(size, 2, total + size - 1)
            back = _relation_offset(size, 2, size - 1 - total)
            if differ and total == 0:
                forth = back = _relation_offset(size, 2, -1)
        at = ends[RELATIONS]
        out = records[RELATIONS]
        out[at], out[at + 1], out[at + 2], out[at + 3] = a, b, forth, back
        ends[RELATIONS] += 4
        return
    at, out = ends[SUMS], records[SUMS]
    sets = np.int64(-1)
    if minus == 0 and differ:
        sets = _write_sets(size, number, total, out, at + 3 + number, some)
    if sets < 0:
        ends[BOUNDS] = _write_bounded_sum(
            peers, cells, plus, minus, total, records[BOUNDS], ends[BOUNDS], ends, some
        )
        _raise_maximum(ends, WIDEST, 2 * (abs(total) + (size + 1) * (number + 1)))
        return
    for k in range(number):
        out[at + 3 + k] = cells[k]
    seeing = at + 3 + number + sets
    end = seeing
    for cell in range(len(peers)):
        sees = True
        for k in range(number):
            if cell == cells[k] or not peers[cells[k], cell]:
                sees = False
                break
        if sees:
            out[end] = cell
            end += 1
    out[at], out[at + 1], out[at + 2] = number, sets, end - seeing
    ends[SUMS] = end


@njit(**JIT_OPTIONS)
def _write_leftover(windows, w, owner, puzzle, size, remaining, out, ends, counts):
    """Write what a window leaves over, if there is little room for it."""
    first = ends[LEFT] + 2
    at, low, smaller = first, np.int64(0), True
    for cell in range(len(owner)):
        if windows.cells[w, cell] and (owner[cell] == 0 or puzzle.kind[owner[cell]] != WITHIN):
            out[at] = cell
            at += 1
    number = at - first
    for run in range(len(windows.house)):  # what one run of units has differs in each
        for unit in range(windows.units + 1):
            counts[unit] = 0
        for k in range(first, at):
            counts[windows.house[run, out[k]]] += 1
        least = np.int64(0)
        for unit in range(windows.units):
            least += counts[unit] * (counts[unit] - 1) // 2
            smaller = smaller and counts[unit] < size  # all of a unit says nothing
        if low < least:
            low = least
    slack = size // 2
    if smaller and (remaining - low < slack or number * (size - 1) - low - remaining < slack):
        out[first - 2], out[first - 1] = remaining, number
        ends[LEFT] = at


@njit(**JIT_OPTIONS)
def _is_space_short(records, ends, cells):
    """Whether the next record may have no room: of many cells, or of a few and many sets."""
    room = len(records[0]) - 3 - 2 * cells
    room -= 2 * cells if 2 * cells > MAX_SETS else MAX_SETS
    for which in range(LEFT + 1):  # noqa: SIM110 - Numba compiles no generator
        if ends[which] > room:
            return True
    return False


@njit(**JIT_OPTIONS)
def write_all(
    windows, units, unit_starts, peers, cages, sizes, totals, order, zobrist, size, shares, space,
    records, met, ends, longest,
):  # fmt: skip
    """Write the records of cages and of what windows imply; give whether all had room.

    The arguments are those of ``calls.ImpliedSumsCall``.
    """
    _mark_peers(units, unit_starts, peers)
    count = len(peers)
    owner, terms, starts = space[0:count], space[count : 3 * count], space[3 * count : len(space)]
    some = starts[len(sizes) + 1 : len(starts)]
    puzzle = view_shares(windows, len(sizes) + 1, shares)
    known_count = np.int64(0)
    for k in range(len(sizes)):
        starts[k + 1] = starts[k] + sizes[k]
        cells = cages[starts[k] : starts[k + 1]]
        if _is_space_short(records, ends, count):
            return False
        _write_sum(peers, size, cells, sizes[k], np.int64(0), totals[k], records, met, ends, some)
        key = np.int64(0)
        for c in range(len(cells)):
            key ^= zobrist[cells[c]]
        puzzle.known[known_count] = key
        known_count += 1
    for place in range(len(order)):
        k = order[place]
        cells = cages[starts[k] : starts[k + 1]]
        free = 0 <= totals[k] < TOTAL_OFFSET and all_differ(peers, cells)
        for c in range(len(cells)):
            free = free and owner[cells[c]] == 0
        if free:
            for c in range(len(cells)):
                owner[cells[c]] = k + 1
            puzzle.total[k + 1] = totals[k]
    top = count_shares(windows, owner, puzzle)
    loose = False
    for cell in range(count):
        loose = loose or owner[cell] == 0
    before = np.int64(-1)
    for w in range(len(windows.low)):
        if windows.low[w] != before:
            fill_zero(puzzle.inside)
            before = windows.low[w]
        left = classify_cages(windows, w, top, puzzle, longest)
        if _is_space_short(records, ends, count):
            return False
        for which in range(DIFFERENCE + 1):
            constant = puzzle.sums[TOTAL + which]
            if puzzle.sums[which] == 0 or abs(constant) >= TOTAL_OFFSET:
                continue
            plus, minus, key, other = write_scope(
                windows.cells[w], owner, zobrist, puzzle, which, terms, np.int64(0)
            )
            if is_known_sum(puzzle.known, known_count, key, other):
                continue
            puzzle.known[known_count] = key
            known_count += 1
            _write_sum(peers, size, terms, plus, minus, constant, records, met, ends, some)
        if loose and longest < left <= MAX_LEFTOVER_CELLS:
            remaining = puzzle.sums[TOTAL + INNIES]
            _write_leftover(windows, w, owner, puzzle, size, remaining, records[LEFT], ends, some)
    return True
