"""Records of killers' cages and of the 45 rule's sums, for thousands of puzzles.

What ``implied_sums.py`` does for one puzzle is done here for puzzles of one geometry, each with
cages of its own.

A record: how many cells are added, how many taken away, what kind, the total; then the cells.
Values are counted from 0.  A ``CAGE`` is of cells that differ; ``FREE`` ones differ and have no
sum; of a ``BALANCE`` nothing is known but what it comes to.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from nonet.backends.lockstep.compiler_pipeline import InternalCompiler, compile_fast
from nonet.backends.lockstep.raw_views import raw_view
from nonet.backends.lockstep.windows import Windows, empty_windows

Array = np.ndarray[Any, Any]

CAGE, FREE, BALANCE = range(3)
TOTAL_OFFSET = 1 << 15
"""What is added to a total, so that it is never below 0."""


@lru_cache(maxsize=16)
def zobrist_keys(cells: int) -> Array:
    """A random number for each cell added and taken away: sums are told apart by theirs."""
    return np.random.default_rng(45).integers(1, 1 << 62, 2 * cells)


def pack_puzzles(
    windows: Windows | None, peers: Array, cages: Array, totals: Array, longest: int
) -> tuple[Array, Array]:
    """``starts`` and ``records`` of puzzles, with implied sums of at most ``longest`` cells.

    ``peers`` (cells, cells) tells which cells differ; ``cages`` (n, cells) is the number of each
    cell's cage, 0 for none, and ``totals`` (n, most cages) what each adds up to, values counted
    from 0, or -1 for no sum.
    """
    n, cells = cages.shape
    windows = windows or empty_windows(cells)
    zobrist = zobrist_keys(cells)
    starts = np.zeros(n + 1, np.int64)
    room = 4 * cells + cells + 3 * len(windows.low) * (4 + longest)
    records = np.empty(max(room, n * min(room, 12 * cells)), np.uint16)
    shares = np.zeros(shares_size(windows, totals.shape[1] + 1), np.int64)
    done = 0
    while done < n:
        given = windows, peers, cages, totals, zobrist, shares, starts, records, done, room, longest
        done = (
            _pack_compiled(*given)
            if _pack_compiled.overloads
            else compile_fast(partial(_pack_compiled, *given))
        )
        if done < n:
            records = np.concatenate([records, np.empty(len(records), np.uint16)])
    return starts, records


ENTRY_OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
JIT_OPTIONS = {**ENTRY_OPTIONS, "no_cpython_wrapper": True, "pipeline_class": InternalCompiler}
"""How Numba compiles what Python calls, and what that calls: as ``classic.py`` says."""


class CageShares(NamedTuple):
    """Of one puzzle, by cage: its cells in each unit, unit by unit, its size (0 for no sum) and its
    total; in the window at hand how many of its cells lie there and of which kind it is.

    ``sums`` says of each sum of that window whether it is one, and from ``TOTAL`` on what it comes
    to; ``known`` are the keys of the sets of cells whose sums are written.
    """

    of_unit: Array
    size: Array
    total: Array
    inside: Array
    kind: Array
    sums: Array
    known: Array


TOTAL = 3

BEYOND, MOSTLY, WITHIN = 1, 2, 3
"""Kinds of a cage that meets a window: some cells lie outside; most lie inside; all do."""
INNIES, OUTIES, DIFFERENCE = range(3)
"""Sums of a window: of the cells that no cage within holds; of those outside of the cages that
meet it; of the cells that cages mostly within leave, less what these have outside."""


def shares_size(windows: Windows, most: int) -> int:
    """How many integers :func:`view_shares` needs."""
    return (windows.units + 6) * most + 2 * TOTAL + 3 * len(windows.low)


@njit(**JIT_OPTIONS)
def view_shares(windows, most, room):
    """The shares of cages with numbers below ``most``, in ``room``: see :func:`shares_size`."""
    at = (windows.units + 1) * most
    sums = at + 4 * most
    known = sums + 2 * TOTAL
    return CageShares(
        room[0:at],
        room[at : at + most],
        room[at + most : at + 2 * most],
        room[at + 2 * most : at + 3 * most],
        room[at + 3 * most : sums],
        room[sums:known],
        room[known : len(room)],
    )


@njit(**JIT_OPTIONS)
def fill_zero(numbers):
    """Make all of them 0."""
    for k in range(len(numbers)):
        numbers[k] = 0


@njit(**JIT_OPTIONS)
def count_shares(windows, cages, puzzle):
    """Count the cells of each cage, in all and by unit; give the last cage's number."""
    fill_zero(puzzle.size)
    fill_zero(puzzle.of_unit)
    top = np.int64(0)
    for cell in range(len(cages)):
        cage = cages[cell]
        puzzle.size[cage] += 1
        if cage > top:
            top = np.int64(cage)
        if cage > 0:
            for run in range(len(windows.house)):
                puzzle.of_unit[windows.house[run, cell] * len(puzzle.size) + cage] += 1
    puzzle.size[0] = 0
    return top


@njit(**JIT_OPTIONS)
def _write_cages(windows, cages, totals, zobrist, puzzle, records, at):
    """Write the cages; give where records go on, the last cage's number and how many are known."""
    top, told = count_shares(windows, cages, puzzle), 0
    for cage in range(1, top + 1):
        if puzzle.size[cage] == 0:
            continue
        total = puzzle.total[cage] = totals[cage - 1]
        records[at] = puzzle.size[cage]
        records[at + 1] = 0
        records[at + 2] = FREE if total < 0 else CAGE
        records[at + 3] = TOTAL_OFFSET + min(max(total, 0), TOTAL_OFFSET - 1)
        at += 4
        key = np.int64(0)
        for cell in range(len(cages)):
            if cages[cell] == cage:
                records[at] = cell
                at += 1
                key ^= zobrist[cell]
        puzzle.known[told] = key
        told += 1
        if total < 0:
            puzzle.size[cage] = 0  # nothing is known of what it adds up to
    return at, top, told


@njit(**JIT_OPTIONS)
def classify_cages(windows, w, top, puzzle, longest):
    """Tell the cages' kinds in a window, and its sums.

    Gives how many cells no cage within has: those of the innies, be it one or not.
    """
    left, rest = windows.size[w], windows.total[w]
    out, reached, covered = np.int64(0), -rest, np.int64(0)
    within, over, shared = np.int64(0), np.int64(0), np.int64(0)
    unit = (windows.high[w] - 1) * len(puzzle.size)
    for cage in range(1, top + 1):
        puzzle.inside[cage] += puzzle.of_unit[unit + cage]
        here = puzzle.inside[cage]
        puzzle.kind[cage] = 0
        if here == 0 or puzzle.size[cage] == 0:
            continue
        covered += here
        reached += puzzle.total[cage]
        beyond = puzzle.size[cage] - here
        if beyond == 0:
            puzzle.kind[cage] = WITHIN
            left -= here
            rest -= puzzle.total[cage]
        else:
            puzzle.kind[cage] = BEYOND
            out += beyond
            if here > beyond:
                puzzle.kind[cage] = MOSTLY
                within += here
                over += beyond
                shared += puzzle.total[cage]
    short = left - within
    few = short <= 2 or over <= 2
    puzzle.sums[INNIES] = 0 < left <= longest
    puzzle.sums[OUTIES] = covered == windows.size[w] and 0 < out <= longest
    puzzle.sums[DIFFERENCE] = over > 0 and few and short + over <= longest
    puzzle.sums[TOTAL + INNIES] = rest
    puzzle.sums[TOTAL + OUTIES] = reached
    puzzle.sums[TOTAL + DIFFERENCE] = rest - shared
    return left


@njit(**JIT_OPTIONS)
def write_scope(inside, cages, zobrist, puzzle, which, records, at):
    """Write the cells of a sum; give how many are added and taken away, and the keys of both signs.

    One key is that of the sum, one that of its opposite.
    """
    cells, plus, minus = len(cages), np.int64(0), np.int64(0)
    key, other = np.int64(0), np.int64(0)
    for cell in range(cells):
        mine = puzzle.kind[cages[cell]] if cages[cell] > 0 else 0
        if which == OUTIES:
            added = mine > 0 and not inside[cell]
        else:
            added = inside[cell] and mine < (WITHIN if which == INNIES else MOSTLY)
        if added:
            records[at + plus] = cell
            plus += 1
            key ^= zobrist[cell]
            other ^= zobrist[cells + cell]
    if which == DIFFERENCE:
        for cell in range(cells):
            mine = puzzle.kind[cages[cell]] if cages[cell] > 0 else 0
            if mine == MOSTLY and not inside[cell]:
                records[at + plus + minus] = cell
                minus += 1
                key ^= zobrist[cells + cell]
                other ^= zobrist[cell]
    return plus, minus, key, other


@njit(**JIT_OPTIONS)
def is_known_sum(known, told, key, other):
    """Whether a key, or that of its opposite, is one of the first ``told``."""
    for k in range(told):  # noqa: SIM110 - Numba compiles no generator
        if known[k] == key or known[k] == other:
            return True
    return False


@njit(**JIT_OPTIONS)
def all_differ(peers, cells):
    """Whether any two of some cells differ."""
    for k in range(len(cells)):
        for other in range(k):
            if not peers[cells[k], cells[other]]:
                return False
    return True


@njit(**JIT_OPTIONS)
def _write_records(
    windows, peers, cages, totals, zobrist, shares, starts, records, done, room, longest
):
    """Write the records of puzzles from ``done`` on while there is room; give how many are done."""
    puzzle = view_shares(windows, len(totals[0]) + 1, shares)
    for row in range(done, len(cages)):
        at, mine = starts[row], cages[row]
        if at + room > len(records):
            return row
        at, top, told = _write_cages(windows, mine, totals[row], zobrist, puzzle, records, at)
        before = np.int64(-1)
        for w in range(len(windows.low)):
            if windows.low[w] != before:
                fill_zero(puzzle.inside)
                before = windows.low[w]
            classify_cages(windows, w, top, puzzle, longest)
            for which in range(3):
                constant = puzzle.sums[TOTAL + which]
                if puzzle.sums[which] == 0 or abs(constant) >= TOTAL_OFFSET:
                    continue
                plus, minus, key, other = write_scope(
                    windows.cells[w], mine, zobrist, puzzle, which, records, at + 4
                )
                if is_known_sum(puzzle.known, told, key, other):
                    continue
                puzzle.known[told] = key
                told += 1
                differ = minus == 0 and all_differ(peers, records[at + 4 : at + 4 + plus])
                records[at] = plus
                records[at + 1] = minus
                records[at + 2] = CAGE if differ else BALANCE
                records[at + 3] = TOTAL_OFFSET + constant
                at += 4 + plus + minus
        starts[row + 1] = at
    return len(cages)


def _write_uncompiled(
    windows, peers, cages, totals, zobrist, shares, starts, records, done, room, longest
):
    return _write_records(
        raw_view(windows), raw_view(peers), raw_view(cages), raw_view(totals),
        raw_view(zobrist), raw_view(shares),
        raw_view(starts), raw_view(records), done, room, longest,
    )  # fmt: skip


def _cached_write() -> Any:
    """:func:`_write_uncompiled` compiled, and kept in Numba's cache where a folder can be
    written."""
    try:
        return njit(**ENTRY_OPTIONS, cache=True)(_write_uncompiled)
    except RuntimeError:  # no folder for the cache
        return njit(**ENTRY_OPTIONS)(_write_uncompiled)


_pack_compiled = _cached_write()
