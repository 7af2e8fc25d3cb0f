"""The sweep for any units: index arrays made from a declared model's AllDifferents.

One source serves lanes of 16, 32 and 64 bits: jigsaws, X, windoku, samurai,
16x16, 25x25, anything made of "these cells differ".  A sweep does naked singles
with an exact check for equal ones, what two units that cross say of each other
(pointing and claiming), and hidden singles with a check for two in one cell.

Pointing and claiming are one idea.  A *segment* is the two or more cells that
two units share.  Where a full unit can hold a value in one of its segments
alone, the segment *claims* it, and all other cells of all units through that
segment lose it.  Segments of a unit that do not overlap form a *group*, so that
few rows say what all of its segments claim and lose.

Rows of the workspace: the cells; the cells of the sweep under way; for each unit
what is fixed in it, then what is hidden in it; for each segment its candidates,
then what it claims; for each segment and each cell what it loses to claims; and
a row that says where to branch.
``unit_layout.py`` makes the arrays.
"""

from __future__ import annotations

from numba import njit

from nonet.backends.lockstep.compiled.options import INLINE_OPTIONS, JIT_OPTIONS
from nonet.backends.lockstep.compiled.simd import (
    broadcast,
    first_nonzero,
    keep_single,
    lane_count,
    load,
    minimum,
    nonzero_lanes,
    peek,
    poke,
    popcount,
    store,
    where_less,
    without_lowest,
)


@njit(**JIT_OPTIONS)
def sweep(W, g):
    """One round of propagation: the lanes changed, contradictory, open."""
    bad = update_fixed(W, g)
    eliminate_fixed(W, g)
    claim_segments(W, g)
    bad = bad | find_hidden_singles(W, g)
    changed, clash, open_ = place_hidden_singles(W, g)
    return nonzero_lanes(changed), nonzero_lanes(bad | clash), nonzero_lanes(open_)


@njit(**JIT_OPTIONS)
def load_puzzle(W, lane, puzzles, at, start, full):
    """Put a puzzle, its first cell at ``puzzles[at]``, into a lane: ``start`` has the masks.

    ``full`` is what each cell may be.
    """
    lanes = lane_count(W)
    for cell in range(len(full)):
        poke(W, cell * lanes + lane, peek(start, peek(puzzles, at + cell)) & peek(full, cell))


@njit(**JIT_OPTIONS)
def copy_lane(W, g, lane, nodes, at, step):
    """Copy a lane to ``nodes``, its first cell to ``at``, others every ``step``."""
    lanes = lane_count(W)
    for cell in range(len(g.unit_starts) - 1):
        poke(nodes, at + cell * step, peek(W, cell * lanes + lane))


@njit(**JIT_OPTIONS)
def complete_lanes(W, g):
    """The lanes in which every cell is fixed and no unit holds a value twice, checked afresh."""
    wrong = broadcast(W, 0)
    for cell in range(len(g.unit_starts) - 1):
        x = load(W, cell)
        wrong = wrong | without_lowest(x) | first_nonzero(x, broadcast(W, 1)) ^ x
    for unit in range(len(g.full)):
        seen = broadcast(W, 0)
        for k in range(g.starts[unit], g.starts[unit + 1]):
            x = load(W, peek(g.cells, k))
            wrong = wrong | (seen & x)
            seen = seen | x
    return ~nonzero_lanes(wrong)


# -- the parts of a sweep -----------------------------------------------------------


@njit(**INLINE_OPTIONS)
def update_fixed(W, g):
    """Fixed cells, and the fixed values of each unit; gives what clashes."""
    cells = len(g.unit_starts) - 1
    bad = broadcast(W, 0)
    for cell in range(cells):
        store(W, cells + cell, keep_single(load(W, cell)))
    for unit in range(len(g.full)):
        seen = broadcast(W, 0)
        for k in range(g.starts[unit], g.starts[unit + 1]):
            s = load(W, cells + peek(g.cells, k))
            bad = bad | (seen & s)
            seen = seen | s
        store(W, 2 * cells + unit, seen)
    return bad


@njit(**INLINE_OPTIONS)
def eliminate_fixed(W, g):
    """Fixed values leave the other cells of their units."""
    cells = len(g.unit_starts) - 1
    for cell in range(cells):
        taken = broadcast(W, 0)
        for k in range(g.unit_starts[cell], g.unit_starts[cell + 1]):
            taken = taken | load(W, 2 * cells + peek(g.units, k))
        store(W, cells + cell, load(W, cell) & (~taken | load(W, cells + cell)))


@njit(**INLINE_OPTIONS)
def claim_segments(W, g):
    """What a full unit holds in one segment alone leaves the other cells of units through it."""
    cells, segments = len(g.unit_starts) - 1, len(g.segment_starts) - 1
    union = 2 * cells + 2 * len(g.full)
    claim = union + segments
    lost = claim + segments
    none = broadcast(W, 0)
    for segment in range(segments):
        x = broadcast(W, 0)
        for k in range(g.segment_starts[segment], g.segment_starts[segment + 1]):
            x = x | load(W, cells + peek(g.segments, k))
        store(W, union + segment, x)
        store(W, claim + segment, none)
        store(W, lost + segment, none)
    for group in range(len(g.group_full)):
        first, last = g.group_starts[group], g.group_starts[group + 1]
        if g.group_full[group]:
            once, twice = broadcast(W, 0), broadcast(W, 0)
            for k in range(g.single_starts[group], g.single_starts[group + 1]):
                x = load(W, cells + peek(g.singles, k))
                store(W, lost + segments + peek(g.singles, k), none)
                twice = twice | (once & x)
                once = once | x
            for k in range(first, last):
                x = load(W, union + peek(g.groups, k))
                twice = twice | (once & x)
                once = once | x
            for k in range(first, last):
                row = peek(g.groups, k)
                own = load(W, union + row) & ~twice
                store(W, claim + row, load(W, claim + row) | own)
        else:
            for k in range(g.single_starts[group], g.single_starts[group + 1]):
                store(W, lost + segments + peek(g.singles, k), none)
    for group in range(len(g.group_full)):
        first, last = g.group_starts[group], g.group_starts[group + 1]
        claims = broadcast(W, 0)
        for k in range(first, last):
            claims = claims | load(W, claim + peek(g.groups, k))
        for k in range(first, last):
            row = peek(g.groups, k)
            others = claims & ~load(W, claim + row)
            store(W, lost + row, load(W, lost + row) | others)
        for k in range(g.single_starts[group], g.single_starts[group + 1]):
            row = lost + segments + peek(g.singles, k)
            store(W, row, load(W, row) | claims)
    for cell in range(cells):
        removed = broadcast(W, 0)
        for k in range(g.place_starts[cell], g.place_starts[cell + 1]):
            removed = removed | load(W, lost + peek(g.places, k))
        store(W, cells + cell, load(W, cells + cell) & ~removed)


@njit(**INLINE_OPTIONS)
def find_hidden_singles(W, g):
    """The values with one place in each full unit; gives those with none."""
    cells = len(g.unit_starts) - 1
    hidden = 2 * cells + len(g.full)
    bad, all_ = broadcast(W, 0), broadcast(W, g.all_)
    for unit in range(len(g.full)):
        once, twice = broadcast(W, 0), broadcast(W, 0)
        if g.full[unit]:
            for k in range(g.starts[unit], g.starts[unit + 1]):
                x = load(W, cells + peek(g.cells, k))
                twice = twice | (once & x)
                once = once | x
            bad = bad | (once ^ all_)
        store(W, hidden + unit, once & ~twice)
    return bad


@njit(**INLINE_OPTIONS)
def place_hidden_singles(W, g):
    """Hidden singles go to their cells.

    Gives what changed, the cells that two values claim or nothing is left for, what is open.
    """
    cells = len(g.unit_starts) - 1
    hidden = 2 * cells + len(g.full)
    changed, clash, open_ = broadcast(W, 0), broadcast(W, 0), broadcast(W, 0)
    one = broadcast(W, 1)
    for cell in range(cells):
        claims = broadcast(W, 0)
        for k in range(g.unit_starts[cell], g.unit_starts[cell + 1]):
            claims = claims | load(W, hidden + peek(g.units, k))
        x = load(W, cells + cell)
        claims = claims & x
        clash = clash | without_lowest(claims)
        x = first_nonzero(claims, x)
        clash = clash | (first_nonzero(x, one) ^ x)
        changed = changed | (x ^ load(W, cell))
        open_ = open_ | without_lowest(x)
        store(W, cell, x)
    return changed, clash, open_


# -- beside the straight-line sweep of classic.py ---------------------------------------


@njit(**INLINE_OPTIONS)
def filter_more_units(W, g, first):
    """Copy the cells to the rows of the sweep under way, and filter the units from ``first`` on:
    fixed values leave the other cells, hidden singles take theirs.  Gives what clashes.
    """
    cells = len(g.unit_starts) - 1
    bad, all_ = broadcast(W, 0), broadcast(W, g.all_)
    for cell in range(cells):
        store(W, cells + cell, load(W, cell))
    for unit in range(first, len(g.full)):
        start, end = g.starts[unit], g.starts[unit + 1]
        seen = broadcast(W, 0)
        for k in range(start, end):
            s = keep_single(load(W, cells + peek(g.cells, k)))
            bad = bad | (seen & s)
            seen = seen | s
        once, twice = broadcast(W, 0), broadcast(W, 0)
        for k in range(start, end):
            row = cells + peek(g.cells, k)
            x = load(W, row)
            x = x & (~seen | keep_single(x))
            twice = twice | (once & x)
            once = once | x
            store(W, row, x)
        if g.full[unit]:
            bad = bad | (once ^ all_)
            hidden = once & ~twice
            for k in range(start, end):
                row = cells + peek(g.cells, k)
                x = load(W, row)
                claims = x & hidden
                bad = bad | without_lowest(claims)
                store(W, row, first_nonzero(claims, x))
    return bad


@njit(**INLINE_OPTIONS)
def replace_cells(W, g):
    """The cells become those of the sweep under way: what changed, what is empty, what is open."""
    cells = len(g.unit_starts) - 1
    changed, empty, open_ = broadcast(W, 0), broadcast(W, 0), broadcast(W, 0)
    one = broadcast(W, 1)
    for cell in range(cells):
        x = load(W, cells + cell)
        empty = empty | (first_nonzero(x, one) ^ x)
        changed = changed | (x ^ load(W, cell))
        open_ = open_ | without_lowest(x)
        store(W, cell, x)
    return changed, empty, open_


# -- branching -------------------------------------------------------------------


@njit(**JIT_OPTIONS)
def select_branches(W, g):
    """Write to the last row, for each lane, the cell to branch on.

    Fewest candidates first; of equals, the cell whose units have most left.
    """
    cells = len(g.unit_starts) - 1
    total = 2 * cells
    two, most, shift = (
        broadcast(W, 2),
        broadcast(W, (1 << g.sum_bits) - 1),
        broadcast(W, g.sum_bits),
    )
    for cell in range(cells):
        store(W, cells + cell, popcount(load(W, cell)))
    for unit in range(len(g.full)):
        open_count = broadcast(W, 0)
        for k in range(g.starts[unit], g.starts[unit + 1]):
            open_count = open_count + load(W, cells + peek(g.cells, k))
        store(W, total + unit, open_count)
    best, where = broadcast(W, -1), broadcast(W, 0)
    for cell in range(cells):
        open_count = broadcast(W, 0)
        for k in range(g.unit_starts[cell], g.unit_starts[cell + 1]):
            open_count = open_count + load(W, total + peek(g.units, k))
        size = load(W, cells + cell) - two  # a fixed cell wraps to the largest
        score = (size << shift) | (most - minimum(open_count, most))
        where = where_less(score, best, broadcast(W, cell), where)
        best = minimum(best, score)
    store(W, last_row(g), where)


@njit(**INLINE_OPTIONS)
def last_row(g):
    """The number of the last row."""
    cells, segments = len(g.unit_starts) - 1, len(g.segment_starts) - 1
    return 3 * cells + 2 * len(g.full) + 3 * segments


@njit(**JIT_OPTIONS)
def branch_lane(W, g, lane, nodes, at, step):
    """Branch one lane: it takes the lowest value of the cell found, the node takes the others.

    The node is a copy of the lane in ``nodes``, its first cell at ``at``, others every
    ``step``.
    """
    lanes = lane_count(W)
    cell = peek(W, last_row(g) * lanes + lane)
    mask = peek(W, cell * lanes + lane)
    bit = mask & -mask
    poke(nodes, at + cell * step, mask ^ bit)
    poke(W, cell * lanes + lane, bit)
    return True
