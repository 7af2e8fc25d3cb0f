"""Killers from arrays: one geometry, and cages of its own in each row, each lane with its own.

The units are the same in all lanes and are swept as ever.  Cages are not: so what they say is
filtered lane by lane, by the records of the puzzle that the lane holds.  The 45 rule's sums are
worked out in compiled code as well, as ``windows.py`` does it for one puzzle.

A record: how many cells are added, how many taken away, what kind, the total; then the cells.
Values are counted from 0.  A ``CAGE`` is of cells that differ; ``FREE`` ones differ and have no
sum; of a ``BALANCE`` nothing is known but what it comes to.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from nonet.backends.lockstep import units
from nonet.backends.lockstep.classic import OPTIONS
from nonet.backends.lockstep.lanes import lanes_in, lanes_set, peek, place_of_bit, poke
from nonet.backends.lockstep.windows import Windows

Array = np.ndarray[Any, Any]

CAGE, FREE, BALANCE = range(3)
MIDDLE = 1 << 15
"""What is added to a total, so that it is never below 0."""
MOST_LISTED = 16
"""Values of cells up to which sets of values are listed; of more only bounds are looked at."""


class Caged(NamedTuple):
    """A geometry whose puzzles have cages of their own.

    ========== ===========================================================
    units      the units that all puzzles have
    holds      (lanes,) the puzzle in each lane: the driver's own array
    starts     (n + 1,) where each puzzle's records start; ``records`` (uint16)
    sets       sets of values, as masks, by how many they are and what they add up to
    set_starts where those of ``count * most + total`` start
    most       more than any total of different values
    ========== ===========================================================
    """

    units: units.Units
    holds: Array
    starts: Array
    records: Array
    sets: Array
    set_starts: Array
    most: int


def sets_of(size: int) -> tuple[Array, Array, int]:
    """``sets``, ``set_starts`` and ``most`` of :class:`Caged` for so many values."""
    most = size * (size - 1) // 2 + 1
    if size > MOST_LISTED:
        return np.zeros(0, np.int64), np.zeros(1, np.int64), most
    lists: list[list[int]] = [[] for _ in range((size + 1) * most)]
    for count in range(size + 1):
        for chosen in combinations(range(size), count):
            lists[count * most + sum(chosen)].append(sum(1 << value for value in chosen))
    ends = np.cumsum([0, *map(len, lists)])
    return np.array([mask for found in lists for mask in found], np.int64), ends, most


@njit(**OPTIONS)
def sweep(W, g, active):
    """One round of propagation: the lanes changed, contradictory, open."""
    bad = units.fixed(W, g.units)
    units.eliminate(W, g.units)
    units.claim(W, g.units)
    rest = active & ~lanes_set(bad) & ((np.int64(1) << lanes_in(W)) - 1)
    failed = np.int64(0)
    while rest != 0:
        lane = place_of_bit(rest)
        rest &= rest - 1
        if not _filtered(W, g, lane):
            failed |= np.int64(1) << lane
    bad = bad | units.hidden(W, g.units)
    changed, clash, open_ = units.replace(W, g.units)
    return lanes_set(changed), lanes_set(bad | clash) | failed, lanes_set(open_)


@njit(**OPTIONS)
def complete(W, g):
    """The lanes in which every cell is fixed and every unit and cage holds, checked afresh."""
    found = units.complete(W, g.units) & ((np.int64(1) << lanes_in(W)) - 1)
    rest = found
    while rest != 0:
        lane = place_of_bit(rest)
        rest &= rest - 1
        if not _holds(W, g, lane):
            found &= ~(np.int64(1) << lane)
    return found


@njit(**OPTIONS)
def _holds(W, g, lane):
    """Whether the fixed cells of a lane keep its puzzle's records."""
    lanes, puzzle = lanes_in(W), g.holds[lane]
    at, end = g.starts[puzzle], g.starts[puzzle + 1]
    while at < end:
        plus, minus, kind = peek(g.records, at), peek(g.records, at + 1), peek(g.records, at + 2)
        total, seen = peek(g.records, at + 3) - MIDDLE, np.int64(0)
        for k in range(plus + minus):
            x = peek(W, peek(g.records, at + 4 + k) * lanes + lane)
            if kind != BALANCE and seen & x != 0:
                return False
            seen |= x
            total += place_of_bit(x) if k >= plus else -place_of_bit(x)
        if kind != FREE and total != 0:
            return False
        at += 4 + plus + minus
    return True


@njit(**OPTIONS)
def _filtered(W, g, lane):
    """Filter a lane by the records of its puzzle; whether each can be."""
    puzzle = g.holds[lane]
    at, end = g.starts[puzzle], g.starts[puzzle + 1]
    under_way = (len(g.units.unit_starts) - 1) * lanes_in(W) + lane
    while at < end:
        plus, minus, kind = peek(g.records, at), peek(g.records, at + 1), peek(g.records, at + 2)
        total = peek(g.records, at + 3) - MIDDLE
        bounded = kind == BALANCE or (kind == CAGE and len(g.sets) == 0)
        if bounded and not _balance(W, g.records, under_way, at + 4, plus, minus, total):
            return False
        if kind != BALANCE and not _cage(W, g, under_way, at + 4, plus, kind, total):
            return False
        at += 4 + plus + minus
    return True


@njit(**OPTIONS)
def _cage(W, g, under_way, first, count, kind, total):
    """Different cells of a sum: what is in no possible set goes, what has one place is there."""
    lanes, end = lanes_in(W), first + count
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


@njit(**OPTIONS)
def _highest(x):
    """The place of the highest bit of a mask that is not 0, of at most 63 bits."""
    place = np.int64(0)
    while x > 1:
        x >>= 1
        place += 1
    return place


@njit(**OPTIONS)
def _balance(W, records, under_way, first, plus, minus, total):
    """Cells added less cells taken away, by bounds."""
    lanes, end = lanes_in(W), first + plus + minus
    low, high = np.int64(0), np.int64(0)
    for k in range(first, end):
        x = peek(W, peek(records, k) * lanes + under_way)
        if x == 0:
            return False
        if k < first + plus:
            low, high = low + place_of_bit(x), high + _highest(x)
        else:
            low, high = low - _highest(x), high - place_of_bit(x)
    above, below = total - low, high - total
    if above < 0 or below < 0:
        return False
    for k in range(first, end):
        row = peek(records, k) * lanes + under_way
        x = peek(W, row)
        up, down = (above, below) if k < first + plus else (below, above)
        top = place_of_bit(x) + up
        if top < 62:
            x &= (np.int64(2) << top) - 1
        bottom = _highest(peek(W, row)) - down
        if bottom > 0:
            x &= np.int64(-1) << bottom
        if x == 0:
            return False
        poke(W, row, x)
    return True


# -- from cages to records -----------------------------------------------------------


def packed(
    windows: Windows | None, peers: Array, cages: Array, totals: Array, longest: int
) -> tuple[Array, Array]:
    """``starts`` and ``records`` of puzzles, with implied sums of at most ``longest`` cells.

    ``peers`` (cells, cells) tells which cells differ; ``cages`` (n, cells) is the number of each
    cell's cage, 0 for none, and ``totals`` (n, most cages) what each adds up to, values counted
    from 0, or -1 for no sum.
    """
    n, cells = cages.shape
    if windows is None:
        none = np.zeros(0, np.int64)
        windows = Windows(
            np.zeros((0, cells), np.int64), 0, none, none, np.zeros((0, cells), bool), none, none
        )
    zobrist = np.random.default_rng(45).integers(1, 1 << 62, 2 * cells)
    starts = np.zeros(n + 1, np.int64)
    room = 4 * cells + cells + 3 * len(windows.low) * (4 + longest)
    records = np.empty(max(room, n * min(room, 12 * cells)), np.uint16)
    done = 0
    while done < n:
        done = _pack(windows, peers, cages, totals, zobrist, starts, records, done, room, longest)
        if done < n:
            records = np.concatenate([records, np.empty(len(records), np.uint16)])
    return starts, records


def _write(windows, peers, cages, totals, zobrist, starts, records, done, room, longest):
    """Write the records of puzzles from ``done`` on while there is room; give how many are done."""
    cells, most = cages.shape[1], totals.shape[1] + 1
    of_unit = np.zeros((windows.units + 1, most), np.int64)
    size, total = np.zeros(most, np.int64), np.zeros(most, np.int64)
    inside, kind = np.zeros(most, np.int64), np.zeros(most, np.int64)
    known = np.zeros(most + 3 * len(windows.low), np.int64)
    for row in range(done, len(cages)):
        at = starts[row]
        if at + room > len(records):
            return row
        size[:] = 0
        of_unit[:] = 0
        top = np.int64(0)
        for cell in range(cells):
            cage = cages[row, cell]
            size[cage] += 1
            top = max(top, cage)
            if cage > 0:
                for run in range(windows.house.shape[0]):
                    of_unit[windows.house[run, cell], cage] += 1
        size[0] = 0
        told = 0
        for cage in range(1, top + 1):
            if size[cage] == 0:
                continue
            total[cage] = totals[row, cage - 1]
            records[at] = size[cage]
            records[at + 1] = 0
            records[at + 2] = FREE if total[cage] < 0 else CAGE
            records[at + 3] = MIDDLE + min(max(total[cage], 0), MIDDLE - 1)
            at += 4
            key = np.int64(0)
            for cell in range(cells):
                if cages[row, cell] == cage:
                    records[at] = cell
                    at += 1
                    key ^= zobrist[cell]
            known[told] = key
            told += 1
            if total[cage] < 0:
                size[cage] = 0  # nothing is known of what it adds up to
        before = np.int64(-1)
        for w in range(len(windows.low)):
            low, high = windows.low[w], windows.high[w]
            if low != before:
                inside[:] = 0
                before = low
            left, rest = windows.size[w], windows.total[w]
            out, reached, covered = np.int64(0), -rest, np.int64(0)
            within, over, shared = np.int64(0), np.int64(0), np.int64(0)
            for cage in range(1, top + 1):
                inside[cage] += of_unit[high - 1, cage]
                here = inside[cage]
                kind[cage] = 0
                if here == 0 or size[cage] == 0:
                    continue
                covered += here
                reached += total[cage]
                beyond = size[cage] - here
                if beyond == 0:
                    kind[cage] = 3
                    left -= here
                    rest -= total[cage]
                else:
                    kind[cage] = 1
                    out += beyond
                    if here > beyond:
                        kind[cage] = 2
                        within += here
                        over += beyond
                        shared += total[cage]
            short = left - within
            for which in range(3):
                if which == 0:
                    if not 0 < left <= longest:
                        continue
                    need, constant = 3, rest
                elif which == 1:
                    if covered != windows.size[w] or not 0 < out <= longest:
                        continue
                    need, constant = 1, reached
                else:
                    if over == 0 or min(short, over) > 2 or short + over > longest:
                        continue
                    need, constant = 2, rest - shared
                plus, minus = np.int64(0), np.int64(0)
                key, other = np.int64(0), np.int64(0)
                for cell in range(cells):
                    mine = kind[cages[row, cell]] if cages[row, cell] > 0 else 0
                    if which == 1:
                        if mine > 0 and not windows.cells[w, cell]:
                            records[at + 4 + plus] = cell
                            plus += 1
                            key ^= zobrist[cell]
                            other ^= zobrist[cells + cell]
                    elif windows.cells[w, cell] and mine < need:
                        records[at + 4 + plus] = cell
                        plus += 1
                        key ^= zobrist[cell]
                        other ^= zobrist[cells + cell]
                if which == 2:
                    for cell in range(cells):
                        mine = kind[cages[row, cell]] if cages[row, cell] > 0 else 0
                        if mine == 2 and not windows.cells[w, cell]:
                            records[at + 4 + plus + minus] = cell
                            minus += 1
                            key ^= zobrist[cells + cell]
                            other ^= zobrist[cell]
                is_new = abs(constant) < MIDDLE
                for k in range(told):
                    if known[k] == key or known[k] == other:
                        is_new = False
                        break
                if not is_new:
                    continue
                known[told] = key
                told += 1
                differ = minus == 0
                for k in range(plus):
                    for other_ in range(k):
                        a, b = records[at + 4 + k], records[at + 4 + other_]
                        differ = differ and peers[a, b]
                records[at] = plus
                records[at + 1] = minus
                records[at + 2] = CAGE if differ else BALANCE
                records[at + 3] = MIDDLE + constant
                at += 4 + plus + minus
        starts[row + 1] = at
    return len(cages)


def _cached() -> Any:
    """:func:`_write` compiled, and kept in Numba's cache where a folder can be written."""
    options = {"nogil": True, "error_model": "numpy"}
    try:
        return njit(**options, cache=True)(_write)
    except RuntimeError:  # no folder for the cache
        return njit(**options)(_write)


_pack = _cached()
