"""Cages, and what units imply of them, written as records in compiled code.

For a killer of little search this is most of the work, so Python takes no part in it: cages go in
as arrays, and what comes out are the records that the filters read, those of the cages first.

>>> from nonet.backends.lockstep.layout import make_units
>>> from nonet.backends.lockstep.windows import windows_of
>>> row = windows_of((((0, 1, 2, 3), 6),), 4)                # 0 to 3 add up to 6
>>> differ = make_units([[0, 1, 2, 3]], 4, 4)
>>> made = written(row, differ, Cages([0, 1, 2], [3], [3]), 4)   # 0 + 1 + 2
>>> made.sums.tolist()                                       # and the fourth is 3
[3, 1, 1, 0, 1, 2, 7, 3, 1, 1, 3, 3, 8, 0, 1, 2]
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from nonet.backends.lockstep.caging import (
    CALLED,
    DIFFERENCE,
    INNIES,
    MIDDLE,
    OPTIONS,
    TOTAL,
    WITHIN,
    all_differ,
    clear,
    is_among,
    meet,
    room_for,
    scope,
    share,
    shares_of,
    zobrist_of,
)
from nonet.backends.lockstep.driver import CHECKSUM
from nonet.backends.lockstep.filters.bounds import EQUAL
from nonet.backends.lockstep.parts import compiling
from nonet.backends.lockstep.tables import MOST_SETS
from nonet.backends.lockstep.thin import thin
from nonet.backends.lockstep.units import Units
from nonet.backends.lockstep.windows import Windows, no_windows
from nonet.model.sums import LONGEST, MOST_LOOKED_AT

Array = np.ndarray[Any, Any]

MOST_LEFT = 12
"""Cells that are left over, at most, of sums that are told as such."""
ROOM = 3000
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


class Written(NamedTuple):
    """Records of three kinds; sums of many cells that windows leave over, as total, count, cells.

    ``met`` tells how many sums each cell is in; ``widest`` the largest number that comes up in a
    lane, and ``groups`` how many groups a sum has at most.
    """

    sums: Array
    bounds: Array
    relations: Array
    left: list[int]
    met: Array
    widest: int
    groups: int


def written(windows: Windows | None, units: Units, cages: Cages, size: int) -> Written:
    """The records of cages over cells of ``size`` values, and of what windows imply of them.

    ``units`` tell which cells differ.
    """
    count, few = len(units.unit_starts) - 1, len(cages.sizes)
    if windows is None or len(windows.low) * few > MOST_LOOKED_AT:
        windows = no_windows(count)
    sizes = np.array(cages.sizes, np.int64)
    order = np.argsort(sizes, kind="stable")
    cells, totals = np.array(cages.cells, np.int64), np.array(cages.totals, np.int64)
    zobrist, met, room = zobrist_of(count), np.zeros(count, np.int64), ROOM
    while True:
        records, ends = np.empty((4, room), np.int64), np.zeros(ENDS, np.int64)
        shares = np.zeros(room_for(windows, few + 1), np.int64)
        space = np.zeros(5 * count + few + windows.units + 3, np.int64)
        met[:] = 0
        peers = np.zeros((count, count), np.uint8)
        given = (
            windows, units.cells, units.starts, peers, cells, sizes, totals, order, zobrist, size,
            shares, space, records, met, ends,
        )  # fmt: skip
        if (_write if _write.overloads else _compiling)(*given):
            break
        room *= 2
    *told, widest, groups, _ = ends.tolist()
    sums, bounds, relations, left = (records[kind, :end] for kind, end in enumerate(told))
    return Written(sums, bounds, relations, left.tolist(), met, widest, groups)


@njit(**OPTIONS)
def _apart(units, starts, peers):
    """Mark in ``peers`` which cells differ, and each cell beside itself."""
    for cell in range(len(peers)):
        peers[cell, cell] = 1
    for unit in range(len(starts) - 1):
        for i in range(starts[unit], starts[unit + 1]):
            for j in range(starts[unit], starts[unit + 1]):
                peers[units[i], units[j]] = 1


@njit(**OPTIONS)
def _place(size, kind, which):
    """Where the masks of a relation begin in ``tables.pairs_kept``."""
    most = 2 * size - 1
    if which < 0 or which >= most:
        return 3 * most * size
    return (kind * most + which) * size


@njit(**OPTIONS)
def _sets(size, count, total, out, at, chosen):
    """Write the sets of so many values that add up to a total; how many, -1 for too many."""
    ways = np.int64(1)
    for k in range(count):
        ways = ways * (size - k) // (k + 1)
        if ways > 64 * MOST_SETS:
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
            if found == MOST_SETS:
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


@njit(**OPTIONS)
def _grouped(peers, cells, plus, minus, total, out, at, ends, group):
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
    _raise(ends, GROUPS, groups)
    return at


@njit(**OPTIONS)
def _raise(ends, which, least):
    """Let it be no less."""
    if ends[which] < least:
        ends[which] = least


@njit(**OPTIONS)
def _sum(peers, size, cells, plus, minus, total, records, met, ends, some):
    """Write what some cells less others add up to, as the record that tells most of it."""
    if plus == 0:
        plus, minus, total = minus, plus, -total
    number = plus + minus
    for k in range(number):
        met[cells[k]] += 1
    differ = all_differ(peers, cells[0:number])
    if number == 2:
        a, b = cells[0], cells[1]
        forth = _place(size, np.int64(differ), total)
        back = forth
        if minus == 1:
            forth = _place(size, 2, total + size - 1)
            back = _place(size, 2, size - 1 - total)
            if differ and total == 0:
                forth = back = _place(size, 2, -1)
        at = ends[RELATIONS]
        out = records[RELATIONS]
        out[at], out[at + 1], out[at + 2], out[at + 3] = a, b, forth, back
        ends[RELATIONS] += 4
        return
    at, out = ends[SUMS], records[SUMS]
    sets = np.int64(-1)
    if minus == 0 and differ:
        sets = _sets(size, number, total, out, at + 3 + number, some)
    if sets < 0:
        ends[BOUNDS] = _grouped(
            peers, cells, plus, minus, total, records[BOUNDS], ends[BOUNDS], ends, some
        )
        _raise(ends, WIDEST, 2 * (abs(total) + (size + 1) * (number + 1)))
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


@njit(**OPTIONS)
def _left_over(windows, w, owner, puzzle, size, rest, out, ends, counts):
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


@njit(**OPTIONS)
def _is_full(records, ends, cells):
    """Whether the next record may have no room: of many cells, or of a few and many sets."""
    room = len(records[0]) - 3 - 2 * cells
    room -= 2 * cells if 2 * cells > MOST_SETS else MOST_SETS
    for which in range(LEFT + 1):  # noqa: SIM110 - Numba compiles no generator
        if ends[which] > room:
            return True
    return False


@njit(**OPTIONS)
def _all_written(
    windows, units, unit_starts, peers, cages, sizes, totals, order, zobrist, size, shares, space,
    records, met, ends,
):  # fmt: skip
    """What :func:`written` gives, in arrays; false where they are too small.

    ``units`` are cells that differ, from ``unit_starts`` on; ``peers``, ``shares`` and ``space``
    are zeros to work in.
    """
    _apart(units, unit_starts, peers)
    count = len(peers)
    owner, terms, starts = space[0:count], space[count : 3 * count], space[3 * count : len(space)]
    some = starts[len(sizes) + 1 : len(starts)]
    puzzle = shares_of(windows, len(sizes) + 1, shares)
    told = np.int64(0)
    for k in range(len(sizes)):
        starts[k + 1] = starts[k] + sizes[k]
        cells = cages[starts[k] : starts[k + 1]]
        if _is_full(records, ends, count):
            return False
        _sum(peers, size, cells, sizes[k], np.int64(0), totals[k], records, met, ends, some)
        key = np.int64(0)
        for c in range(len(cells)):
            key ^= zobrist[cells[c]]
        puzzle.known[told] = key
        told += 1
    for place in range(len(order)):
        k = order[place]
        cells = cages[starts[k] : starts[k + 1]]
        free = 0 <= totals[k] < MIDDLE and all_differ(peers, cells)
        for c in range(len(cells)):
            free = free and owner[cells[c]] == 0
        if free:
            for c in range(len(cells)):
                owner[cells[c]] = k + 1
            puzzle.total[k + 1] = totals[k]
    top = share(windows, owner, puzzle)
    loose = False
    for cell in range(count):
        loose = loose or owner[cell] == 0
    before = np.int64(-1)
    for w in range(len(windows.low)):
        if windows.low[w] != before:
            clear(puzzle.inside)
            before = windows.low[w]
        left = meet(windows, w, top, puzzle, LONGEST)
        if _is_full(records, ends, count):
            return False
        for which in range(DIFFERENCE + 1):
            constant = puzzle.sums[TOTAL + which]
            if puzzle.sums[which] == 0 or abs(constant) >= MIDDLE:
                continue
            plus, minus, key, other = scope(
                windows.cells[w], owner, zobrist, puzzle, which, terms, np.int64(0)
            )
            if is_among(puzzle.known, told, key, other):
                continue
            puzzle.known[told] = key
            told += 1
            _sum(peers, size, terms, plus, minus, constant, records, met, ends, some)
        if loose and LONGEST < left <= MOST_LEFT:
            rest = puzzle.sums[TOTAL + INNIES]
            _left_over(windows, w, owner, puzzle, size, rest, records[LEFT], ends, some)
    return True


def _cached(sources: int) -> Any:
    """:func:`_all_written` compiled, and kept in Numba's cache; see ``driver.py``."""

    def write(
        windows, cells, unit_starts, peers, cages, sizes, totals, order, zobrist, size, shares,
        space, records, met, ends,
    ):  # fmt: skip
        ends[SOURCES] = sources
        return _all_written(
            thin(windows), thin(cells), thin(unit_starts), thin(peers), thin(cages), thin(sizes),
            thin(totals), thin(order), thin(zobrist), size, thin(shares), thin(space),
            thin(records), thin(met), thin(ends),
        )  # fmt: skip

    try:
        return njit(**CALLED, cache=True)(write)
    except RuntimeError:  # no folder for the cache
        return njit(**CALLED)(write)


def _compiling(*given: Any) -> bool:
    """The first call of :data:`_write`."""
    return bool(compiling(partial(_write, *given)))


_write = _cached(CHECKSUM)
