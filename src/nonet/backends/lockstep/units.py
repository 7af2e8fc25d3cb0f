"""The sweep for any units: index arrays made from a declared model's AllDifferents.

One source serves lanes of 16, 32 and 64 bits: jigsaws, X, windoku, samurai,
16x16, 25x25, anything made of "these cells differ".  A sweep does naked singles
with an exact check for equal ones, what two units that cross say of each other
(pointing and claiming), and hidden singles with a check for two in one cell.

Rows of the workspace: the cells; the cells of the sweep under way; for each
unit what is fixed in it, then what is hidden in it; and one row for branching.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from nonet.backends.lockstep.classic import INLINE, OPTIONS
from nonet.backends.lockstep.lanes import (
    choose,
    count,
    lanes_set,
    least,
    load,
    rest,
    single,
    splat,
    store,
    where_less,
)

Array = np.ndarray[Any, Any]


class Units(NamedTuple):
    """The geometry of a model of AllDifferents over cells of ``size`` values.

    Lists of lists are flat arrays with the place where each list starts: unit
    ``u`` holds ``cells[starts[u]:starts[u + 1]]``.  A *crossing* is two units
    that share two cells or more: its shared cells, the rest of the first unit
    and the rest of the second; ``hold_first`` tells that the first unit is full,
    so that a value it can only hold in the shared cells leaves the rest of the
    second.
    """

    order: Array
    size: int
    full: Array
    cells: Array
    starts: Array
    units: Array
    unit_starts: Array
    shared: Array
    shared_starts: Array
    first: Array
    first_starts: Array
    second: Array
    second_starts: Array
    hold_first: Array
    hold_second: Array

    def rows(self) -> int:
        """How many rows the workspace needs."""
        return 2 * len(self.order) + 2 * len(self.full) + 1


def make_units(units: Sequence[Sequence[int]], cells: int, size: int) -> Units:
    """The geometry of some units of ``cells`` cells, each a list of cells' numbers."""
    holding: list[list[int]] = [[] for _ in range(cells)]
    for number, unit in enumerate(units):
        for cell in unit:
            holding[cell].append(number)
    pairs = sorted({pair for found in holding for pair in combinations(found, 2)})
    crossings = [
        (sorted(a & b), sorted(a - b), sorted(b - a), a, b)
        for a, b in ((set(units[i]), set(units[j])) for i, j in pairs)
        if len(a & b) > 1 and size in (len(a), len(b))
    ]
    return Units(
        np.arange(cells, dtype=np.int64),
        size,
        np.array([len(unit) == size for unit in units], np.bool_),
        *_flat(units),
        *_flat(holding),
        *_flat([shared for shared, *_ in crossings]),
        *_flat([first for _, first, *_ in crossings]),
        *_flat([second for _, _, second, *_ in crossings]),
        np.array([len(a) == size for *_, a, _ in crossings], np.bool_),
        np.array([len(b) == size for *_, b in crossings], np.bool_),
    )


def _flat(lists: Sequence[Sequence[int]]) -> tuple[Array, Array]:
    """Lists one after the other, and where each starts."""
    starts = np.cumsum([0, *map(len, lists)])
    return np.array([x for found in lists for x in found], np.int64), starts.astype(np.int64)


@njit(**OPTIONS)
def sweep(W, g):
    """One round of propagation: the lanes changed, contradictory, open."""
    open_, bad = _fixed(W, g)
    _eliminate(W, g)
    _cross(W, g)
    bad = bad | _hidden(W, g)
    changed, clash = _replace(W, g)
    return lanes_set(changed), lanes_set(bad | clash), lanes_set(open_)


@njit(**OPTIONS)
def complete(W, g):
    """The lanes in which every cell is fixed and no unit holds a value twice, checked afresh."""
    wrong = splat(W, 0)
    for unit in range(len(g.full)):
        seen = splat(W, 0)
        for k in range(g.starts[unit], g.starts[unit + 1]):
            x = load(W, g.cells[k])
            wrong = wrong | rest(x) | (seen & x)
            seen = seen | x
        if g.full[unit]:
            wrong = wrong | (seen ^ splat(W, (1 << g.size) - 1))
    return ~lanes_set(wrong)


@njit(**INLINE)
def _fixed(W, g):
    """Fixed cells, and the fixed values of each unit; gives what is open and what clashes."""
    cells, fixed = len(g.order), 2 * len(g.order)
    open_, bad = splat(W, 0), splat(W, 0)
    for cell in range(cells):
        x = load(W, cell)
        s = single(x)
        store(W, cells + cell, s)
        open_ = open_ | (x ^ s)
    for unit in range(len(g.full)):
        seen = splat(W, 0)
        for k in range(g.starts[unit], g.starts[unit + 1]):
            s = load(W, cells + g.cells[k])
            bad = bad | (seen & s)
            seen = seen | s
        store(W, fixed + unit, seen)
    return open_, bad


@njit(**INLINE)
def _eliminate(W, g):
    """Fixed values leave the other cells of their units."""
    cells, fixed = len(g.order), 2 * len(g.order)
    for cell in range(cells):
        taken = splat(W, 0)
        for k in range(g.unit_starts[cell], g.unit_starts[cell + 1]):
            taken = taken | load(W, fixed + g.units[k])
        store(W, cells + cell, load(W, cell) & (~taken | load(W, cells + cell)))


@njit(**INLINE)
def _cross(W, g):
    """Where a full unit can hold a value only in cells shared with another, the other's rest
    cannot."""
    at = len(g.order)
    for c in range(len(g.hold_first)):
        shared, in_first, in_second = splat(W, 0), splat(W, 0), splat(W, 0)
        for k in range(g.shared_starts[c], g.shared_starts[c + 1]):
            shared = shared | load(W, at + g.shared[k])
        for k in range(g.first_starts[c], g.first_starts[c + 1]):
            in_first = in_first | load(W, at + g.first[k])
        for k in range(g.second_starts[c], g.second_starts[c + 1]):
            in_second = in_second | load(W, at + g.second[k])
        if g.hold_first[c]:
            kept = ~(shared & ~in_first)
            for k in range(g.second_starts[c], g.second_starts[c + 1]):
                store(W, at + g.second[k], load(W, at + g.second[k]) & kept)
        if g.hold_second[c]:
            kept = ~(shared & ~in_second)
            for k in range(g.first_starts[c], g.first_starts[c + 1]):
                store(W, at + g.first[k], load(W, at + g.first[k]) & kept)


@njit(**INLINE)
def _hidden(W, g):
    """The values with one place in each full unit; gives those with none."""
    at, hidden = len(g.order), 2 * len(g.order) + len(g.full)
    bad, all_ = splat(W, 0), splat(W, (1 << g.size) - 1)
    for unit in range(len(g.full)):
        once, twice = splat(W, 0), splat(W, 0)
        if g.full[unit]:
            for k in range(g.starts[unit], g.starts[unit + 1]):
                x = load(W, at + g.cells[k])
                twice = twice | (once & x)
                once = once | x
            bad = bad | (once ^ all_)
        store(W, hidden + unit, once & ~twice)
    return bad


@njit(**INLINE)
def _replace(W, g):
    """Hidden singles go to their cells; gives what changed, and cells that two values claim or
    that nothing is left for."""
    cells, hidden = len(g.order), 2 * len(g.order) + len(g.full)
    changed, clash, one = splat(W, 0), splat(W, 0), splat(W, 1)
    for cell in range(cells):
        claims = splat(W, 0)
        for k in range(g.unit_starts[cell], g.unit_starts[cell + 1]):
            claims = claims | load(W, hidden + g.units[k])
        x = load(W, cells + cell)
        claims = claims & x
        clash = clash | rest(claims)
        x = choose(claims, x)
        clash = clash | (choose(x, one) ^ x)
        changed = changed | (x ^ load(W, cell))
        store(W, cell, x)
    return changed, clash


# -- branching -------------------------------------------------------------------


@njit(**OPTIONS)
def tightest(W, g):
    """Write to the last row, for each lane, a score whose least is best, cell by cell.

    Fewest candidates first; of equals, the one whose units have most left.
    """
    cells, total = len(g.order), 2 * len(g.order)
    for cell in range(cells):
        store(W, cells + cell, count(load(W, cell)))
    for unit in range(len(g.full)):
        left = splat(W, 0)
        for k in range(g.starts[unit], g.starts[unit + 1]):
            left = left + load(W, cells + g.cells[k])
        store(W, total + unit, left)
    best, where = splat(W, -1), splat(W, 0)
    for cell in range(cells):
        left = splat(W, 0)
        for k in range(g.unit_starts[cell], g.unit_starts[cell + 1]):
            left = left + load(W, total + g.units[k])
        size = load(W, cells + cell) - splat(W, 2)  # a fixed cell wraps to the largest
        for _ in range(12):
            size = size + size
        score = size | (splat(W, 4095) - left)
        where = where_less(score, best, splat(W, cell), where)
        best = least(best, score)
    store(W, total + 2 * len(g.full), where)


@njit(**OPTIONS)
def split(W, g, lanes, lane, node):
    """Branch one lane on the cell found: the lane takes its lowest value, ``node`` the others."""
    cells = len(g.order)
    cell = np.int64(W[(2 * cells + 2 * len(g.full)) * lanes + lane])
    mask = W[cell * lanes + lane]
    bit = mask & -mask
    for c in range(cells):
        node[c] = W[c * lanes + lane]
    node[cell] = mask ^ bit
    W[cell * lanes + lane] = bit
    return True
