"""Records of killers' cages and of sums: the compiled half of ``killer_records.py``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from nonet.backends.lockstep.compiled.options import JIT_OPTIONS
from nonet.backends.lockstep.layouts.calls import (
    BALANCE,
    BEYOND,
    CAGE,
    DIFFERENCE,
    FREE,
    INNIES,
    MOSTLY,
    OUTIES,
    TOTAL,
    TOTAL_OFFSET,
    WITHIN,
)
from nonet.backends.lockstep.layouts.memory import Int64s


class CageShares(NamedTuple):
    """Of one puzzle, by cage: its cells in each unit, unit by unit, its size (0 for no sum) and its
    total; in the window at hand how many of its cells lie there and of which kind it is.

    ``sums`` says of each sum of that window whether it is one, and from ``TOTAL`` on what it comes
    to; ``known`` are the keys of the sets of cells whose sums are written.
    """

    of_unit: Int64s
    size: Int64s
    total: Int64s
    inside: Int64s
    kind: Int64s
    sums: Int64s
    known: Int64s


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
    top, known_count = count_shares(windows, cages, puzzle), 0
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
        puzzle.known[known_count] = key
        known_count += 1
        if total < 0:
            puzzle.size[cage] = 0  # nothing is known of what it adds up to
    return at, top, known_count


@njit(**JIT_OPTIONS)
def classify_cages(windows, w, top, puzzle, longest):
    """Tell the cages' kinds in a window, and its sums.

    Gives how many cells no cage within has: those of the innies, be it one or not.
    """
    left, remaining = windows.size[w], windows.total[w]
    out, reached, covered = np.int64(0), -remaining, np.int64(0)
    within, over, shared = np.int64(0), np.int64(0), np.int64(0)
    unit = (windows.high[w] - 1) * len(puzzle.size)
    for cage in range(1, top + 1):
        puzzle.inside[cage] += puzzle.of_unit[unit + cage]
        inner_cells = puzzle.inside[cage]
        puzzle.kind[cage] = 0
        if inner_cells == 0 or puzzle.size[cage] == 0:
            continue
        covered += inner_cells
        reached += puzzle.total[cage]
        beyond = puzzle.size[cage] - inner_cells
        if beyond == 0:
            puzzle.kind[cage] = WITHIN
            left -= inner_cells
            remaining -= puzzle.total[cage]
        else:
            puzzle.kind[cage] = BEYOND
            out += beyond
            if inner_cells > beyond:
                puzzle.kind[cage] = MOSTLY
                within += inner_cells
                over += beyond
                shared += puzzle.total[cage]
    short = left - within
    few = short <= 2 or over <= 2
    puzzle.sums[INNIES] = 0 < left <= longest
    puzzle.sums[OUTIES] = covered == windows.size[w] and 0 < out <= longest
    puzzle.sums[DIFFERENCE] = over > 0 and few and short + over <= longest
    puzzle.sums[TOTAL + INNIES] = remaining
    puzzle.sums[TOTAL + OUTIES] = reached
    puzzle.sums[TOTAL + DIFFERENCE] = remaining - shared
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
def is_known_sum(known, known_count, key, other):
    """Whether a key, or that of its opposite, is one of the first ``known_count``."""
    for k in range(known_count):  # noqa: SIM110 - Numba compiles no generator
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
def write_records(
    windows, peers, cages, totals, zobrist, shares, starts, records, done, room, longest
):
    """Write the records of puzzles from ``done`` on while there is room; give how many are done."""
    puzzle = view_shares(windows, len(totals[0]) + 1, shares)
    for row in range(done, len(cages)):
        at, mine = starts[row], cages[row]
        if at + room > len(records):
            return row
        at, top, known_count = _write_cages(
            windows, mine, totals[row], zobrist, puzzle, records, at
        )
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
                if is_known_sum(puzzle.known, known_count, key, other):
                    continue
                puzzle.known[known_count] = key
                known_count += 1
                differ = minus == 0 and all_differ(peers, records[at + 4 : at + 4 + plus])
                records[at] = plus
                records[at + 1] = minus
                records[at + 2] = CAGE if differ else BALANCE
                records[at + 3] = TOTAL_OFFSET + constant
                at += 4 + plus + minus
        starts[row + 1] = at
    return len(cages)
