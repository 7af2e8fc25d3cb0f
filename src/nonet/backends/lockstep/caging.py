"""Records of killers' cages and of the 45 rule's sums, for thousands of puzzles.

What ``windows.py`` does for one puzzle is done here in compiled code, for puzzles of one geometry.

A record: how many cells are added, how many taken away, what kind, the total; then the cells.
Values are counted from 0.  A ``CAGE`` is of cells that differ; ``FREE`` ones differ and have no
sum; of a ``BALANCE`` nothing is known but what it comes to.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from nonet.backends.lockstep.windows import Windows

Array = np.ndarray[Any, Any]

CAGE, FREE, BALANCE = range(3)
MIDDLE = 1 << 15
"""What is added to a total, so that it is never below 0."""


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
