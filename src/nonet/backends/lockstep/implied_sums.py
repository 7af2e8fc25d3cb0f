"""Cages, and what units imply of them, written as records in compiled code.

For a killer of little search this is most of the work, so Python takes no part in it: cages go in
as arrays, and what comes out are the records that the filters read, those of the cages first.

>>> from nonet.backends.lockstep.unit_layout import make_units
>>> from nonet.backends.lockstep.windows import unit_windows
>>> row = unit_windows((((0, 1, 2, 3), 6),), 4)                # 0 to 3 add up to 6
>>> differ = make_units([[0, 1, 2, 3]], 4, 4)
>>> made = implied_records(row, differ, Cages([0, 1, 2], [3], [3]), 4)   # 0 + 1 + 2
>>> made.sums.tolist()                                       # and the fourth is 3
[3, 1, 1, 0, 1, 2, 7, 3, 1, 1, 3, 3, 8, 0, 1, 2]
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from nonet.backends.lockstep.cached_encodings import MAX_SETS
from nonet.backends.lockstep.compiler_pipeline import compile_fast
from nonet.backends.lockstep.driver import SOURCE_CHECKSUM
from nonet.backends.lockstep.filters.bounds import EQUAL
from nonet.backends.lockstep.killer_records import (
    DIFFERENCE,
    ENTRY_OPTIONS,
    INNIES,
    JIT_OPTIONS,
    TOTAL,
    TOTAL_OFFSET,
    WITHIN,
    all_differ,
    classify_cages,
    count_shares,
    fill_zero,
    is_known_sum,
    shares_size,
    view_shares,
    write_scope,
    zobrist_keys,
)
from nonet.backends.lockstep.raw_views import raw_view
from nonet.backends.lockstep.units import Units
from nonet.backends.lockstep.windows import Windows, empty_windows
from nonet.model.sums import LONGEST, MOST_WINDOW_CHECKS

Array = np.ndarray[Any, Any]

MAX_LEFTOVER_CELLS = 12
"""Cells that are left over, at most, of sums that are told as such."""
INITIAL_RECORD_SIZE = 3000
"""Integers of records of a kind, at first: room for a killer, and memory that is had at once."""

SUMS, BOUNDS, RELATIONS, LEFT, WIDEST, GROUPS, SOURCES, ENDS = range(8)
"""What ``ends`` tells: how far each kind of record goes, the largest of them, and the sources that
were compiled."""


class Cages(NamedTuple):
    """The cells of all cages one after the other, how many each has, and what each adds up to.

    Values are counted from 0.
    """

    cells: list[int]
    sizes: list[int]
    totals: list[int]


class ImpliedRecords(NamedTuple):
    """Records of three kinds; sums of many cells that windows leave over, as total, count, cells.

    ``sums_per_cell`` tells how many sums each cell is in; ``largest_number`` the largest number
    that comes up in a lane, and ``max_groups`` how many groups a sum has at most.
    """

    sums: Array
    bounds: Array
    relations: Array
    leftover_sums: list[int]
    sums_per_cell: Array
    largest_number: int
    max_groups: int


def implied_records(
    windows: Windows | None, units: Units, cages: Cages, size: int
) -> ImpliedRecords:
    """The records of cages over cells of ``size`` values, and of what windows imply of them.

    ``units`` tell which cells differ.
    """
    count, few = len(units.unit_starts) - 1, len(cages.sizes)
    if windows is None or len(windows.low) * few > MOST_WINDOW_CHECKS:
        windows = empty_windows(count)
    sizes = np.array(cages.sizes, np.int64)
    order = np.argsort(sizes, kind="stable")
    cells, totals = np.array(cages.cells, np.int64), np.array(cages.totals, np.int64)
    zobrist, met, room = zobrist_keys(count), np.zeros(count, np.int64), INITIAL_RECORD_SIZE
    while True:
        records, ends = np.empty((4, room), np.int64), np.zeros(ENDS, np.int64)
        shares = np.zeros(shares_size(windows, few + 1), np.int64)
        space = np.zeros(5 * count + few + windows.units + 3, np.int64)
        met[:] = 0
        peers = np.zeros((count, count), np.uint8)
        given = (
            windows, units.cells, units.starts, peers, cells, sizes, totals, order, zobrist, size,
            shares, space, records, met, ends,
        )  # fmt: skip
        if (_write_compiled if _write_compiled.overloads else _compile_write)(*given):
            break
        room *= 2
    *told, widest, groups, _ = ends.tolist()
    sums, bounds, relations, left = (records[kind, :end] for kind, end in enumerate(told))
    return ImpliedRecords(sums, bounds, relations, left.tolist(), met, widest, groups)


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
    """Where the masks of a relation begin in ``tables.pairs_kept``."""
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
    found, depth, left, mask = np.int64(0), np.int64(0), total, np.int64(0)
    chosen[0] = -1
    while depth >= 0:
        if chosen[depth] >= 0:
            left += chosen[depth]
            mask ^= np.int64(1) << chosen[depth]
        value, more = chosen[depth] + 1, count - depth
        chosen[depth] = -1
        low = more * value + more * (more - 1) // 2  # of the values from this one on
        high = more * (size - 1) - more * (more - 1) // 2
        if depth > 0 and value == 0:
            value = chosen[depth - 1] + 1
            low = more * value + more * (more - 1) // 2
        if value + more > size or low > left or high < left:
            depth -= 1
            continue
        if more == 1:
            if found == MAX_SETS:
                return np.int64(-1)
            out[at + found] = mask | np.int64(1) << left
            found += 1
            depth -= 1
            continue
        chosen[depth] = value
        left -= value
        mask ^= np.int64(1) << value
        depth += 1
        chosen[depth] = -1
    return found


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
def _write_leftover(windows, w, owner, puzzle, size, rest, out, ends, counts):
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
    if smaller and (rest - low < slack or number * (size - 1) - low - rest < slack):
        out[first - 2], out[first - 1] = rest, number
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
def _write_all(
    windows, units, unit_starts, peers, cages, sizes, totals, order, zobrist, size, shares, space,
    records, met, ends,
):  # fmt: skip
    """What :func:`implied_records` gives, in arrays; false where they are too small.

    ``units`` are cells that differ, from ``unit_starts`` on; ``peers``, ``shares`` and ``space``
    are zeros to work in.
    """
    _mark_peers(units, unit_starts, peers)
    count = len(peers)
    owner, terms, starts = space[0:count], space[count : 3 * count], space[3 * count : len(space)]
    some = starts[len(sizes) + 1 : len(starts)]
    puzzle = view_shares(windows, len(sizes) + 1, shares)
    told = np.int64(0)
    for k in range(len(sizes)):
        starts[k + 1] = starts[k] + sizes[k]
        cells = cages[starts[k] : starts[k + 1]]
        if _is_space_short(records, ends, count):
            return False
        _write_sum(peers, size, cells, sizes[k], np.int64(0), totals[k], records, met, ends, some)
        key = np.int64(0)
        for c in range(len(cells)):
            key ^= zobrist[cells[c]]
        puzzle.known[told] = key
        told += 1
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
        left = classify_cages(windows, w, top, puzzle, LONGEST)
        if _is_space_short(records, ends, count):
            return False
        for which in range(DIFFERENCE + 1):
            constant = puzzle.sums[TOTAL + which]
            if puzzle.sums[which] == 0 or abs(constant) >= TOTAL_OFFSET:
                continue
            plus, minus, key, other = write_scope(
                windows.cells[w], owner, zobrist, puzzle, which, terms, np.int64(0)
            )
            if is_known_sum(puzzle.known, told, key, other):
                continue
            puzzle.known[told] = key
            told += 1
            _write_sum(peers, size, terms, plus, minus, constant, records, met, ends, some)
        if loose and LONGEST < left <= MAX_LEFTOVER_CELLS:
            rest = puzzle.sums[TOTAL + INNIES]
            _write_leftover(windows, w, owner, puzzle, size, rest, records[LEFT], ends, some)
    return True


def _cached_write_all(sources: int) -> Any:
    """:func:`_write_all` compiled, and kept in Numba's cache; see ``driver.py``."""

    def write(
        windows, cells, unit_starts, peers, cages, sizes, totals, order, zobrist, size, shares,
        space, records, met, ends,
    ):  # fmt: skip
        ends[SOURCES] = sources
        return _write_all(
            raw_view(windows), raw_view(cells), raw_view(unit_starts), raw_view(peers),
            raw_view(cages), raw_view(sizes),
            raw_view(totals), raw_view(order), raw_view(zobrist), size, raw_view(shares), raw_view(space),
            raw_view(records), raw_view(met), raw_view(ends),
        )  # fmt: skip

    try:
        return njit(**ENTRY_OPTIONS, cache=True)(write)
    except RuntimeError:  # no folder for the cache
        return njit(**ENTRY_OPTIONS)(write)


def _compile_write(*given: Any) -> bool:
    """The first call of :data:`_write_compiled`."""
    return bool(compile_fast(partial(_write_compiled, *given)))


_write_compiled = _cached_write_all(SOURCE_CHECKSUM)
