"""The 45 rule for the kernel: what windows of units leave over, for all windows at once.

As ``nonet.model.sums.implied_sums`` tells it, with the same limits, but in arrays and without
words: a table has a row for each window and a column for each cage.  What belongs to the units
alone is kept, so another killer of the same grid costs some additions of arrays.

>>> row = (0, 1, 2, 3)
>>> found = overlaps_of(((row, 10),), 4, [((0, 1, 2), 8)])   # 1 to 4 add up to 10
>>> list(sums_of(found))
[((3,), (), 2)]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from nonet.model.sums import LONGEST, MOST_LOOKED_AT

Array = np.ndarray[Any, Any]
Unit = tuple[tuple[int, ...], int]
"""The cells of a unit, and what its values add up to."""
Sum = tuple[tuple[int, ...], tuple[int, ...], int]
"""Cells that are added, cells that are taken away, and what that comes to."""

LARGEST = 1 << 40
"""Sums beyond it are not looked at: they would not fit when they are added up."""


class Windows(NamedTuple):
    """The windows of some units: of each run of disjoint units, all that are side by side.

    ========= ===========================================================
    house     (runs, cells) the unit of each cell in each run, one more than all for none
    units     how many units there are
    low, high (windows,) the first unit, and the one after the last
    cells     (windows, cells) whether the window has the cell
    size      (windows,) how many cells; ``total`` what they add up to
    ========= ===========================================================
    """

    house: Array
    units: int
    low: Array
    high: Array
    cells: Array
    size: Array
    total: Array


class Overlaps(NamedTuple):
    """Disjoint cages, and what windows have of them.

    ======== ===========================================================
    windows  those of the units
    cages    cells and sum, the smallest first
    known    the cells of each cage given, also of those that overlap
    owner    (cells,) the cage of each cell, -1 for none
    inside   (windows, cages) how many cells the window has of the cage
    whole    (windows, cages) whether it has all
    left     (windows,) how many cells are in no such cage
    rest     (windows,) what these add up to
    ======== ===========================================================
    """

    windows: Windows
    cages: list[tuple[Sequence[int], int]]
    known: set[tuple[tuple[int, ...], tuple[int, ...]]]
    owner: Array
    inside: Array
    whole: Array
    left: Array
    rest: Array

    def cells_left(self) -> Array:
        """(windows, cells) which cells are in the window, and in no cage that it has whole."""
        of_cage = np.append(self.owner, 0)[:-1]
        gone: Array = self.whole[:, of_cage] & (self.owner >= 0)
        return self.windows.cells & ~gone


def overlaps_of(
    units: tuple[Unit, ...], cells: int, cages: Sequence[tuple[Sequence[int], int]]
) -> Overlaps | None:
    """What windows have of the cages; ``None`` where there is nothing to look at, or too much."""
    owner = [-1] * cells
    apart: list[tuple[Sequence[int], int]] = []
    known: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
    for cage, constant in sorted(cages, key=lambda each: len(each[0])):
        known.add((tuple(sorted(cage)), ()))
        if all(owner[cell] < 0 for cell in cage) and abs(constant) < LARGEST:
            for cell in cage:
                owner[cell] = len(apart)
            apart.append((cage, constant))
    windows = windows_of(units, cells)
    if not apart or windows is None or len(windows.low) * len(apart) > MOST_LOOKED_AT:
        return None
    return _overlaps(windows, apart, known, np.array(owner))


def _overlaps(
    w: Windows,
    cages: list[tuple[Sequence[int], int]],
    known: set[tuple[tuple[int, ...], tuple[int, ...]]],
    owner: Array,
) -> Overlaps:
    n = len(cages)
    sizes = np.array([len(cage) for cage, _ in cages])
    constants = np.array([constant for _, constant in cages])
    caged = np.flatnonzero(owner >= 0)
    place = (w.house[:, caged] * n + owner[caged]).ravel()
    shared = np.bincount(place, minlength=(w.units + 1) * n).reshape(-1, n)[: w.units]
    before = np.zeros((w.units + 1, n), np.int64)
    np.cumsum(shared, axis=0, out=before[1:])
    inside = before[w.high] - before[w.low]
    whole = inside == sizes
    left, rest = w.size - whole @ sizes, w.total - whole @ constants
    return Overlaps(w, cages, known, owner, inside, whole, left, rest)


def sums_of(overlaps: Overlaps) -> Iterator[Sum]:
    """The sums of at most ``LONGEST`` cells, each once, but for those that are cages."""
    known = set(overlaps.known)
    for plus, minus, total in _sums(overlaps):
        if (plus, minus) not in known and (minus, plus) not in known:
            known.add((plus, minus))
            yield plus, minus, total


def _sums(overlaps: Overlaps) -> Iterator[Sum]:
    """The sums of each window: innies, outies, and both where cages lie mostly inside."""
    w, cages, _, owner, inside, whole, left, rest = overlaps
    constants = np.array([constant for _, constant in cages])
    outside = np.array([len(cage) for cage, _ in cages]) - inside
    touched = inside > 0
    outies = np.where(inside.sum(1) == w.size, (outside * touched).sum(1), 0)
    mostly = (inside > outside) & ~whole
    over = (mostly * outside).sum(1)
    short = left - (mostly * inside).sum(1)
    mixed = np.minimum(short, over) <= 2
    of_cage = np.append(owner, 0)[:-1]  # where there is none, any: such cells are not ``caged``
    is_caged = owner >= 0
    found: list[tuple[int, int, Sum]] = []

    def add(kind: int, chosen: Array, plus: Array, minus: Array | None, totals: Array) -> None:
        pairs = plus.nonzero()
        ends = np.searchsorted(pairs[0], np.arange(len(chosen) + 1)).tolist()
        cells = pairs[1].tolist()
        taken, after = cells, ends
        if minus is not None:
            pairs = minus.nonzero()
            taken = pairs[1].tolist()
            after = np.searchsorted(pairs[0], np.arange(len(chosen) + 1)).tolist()
        for k, (window, total) in enumerate(zip(chosen.tolist(), totals.tolist(), strict=True)):
            less = () if minus is None else tuple(taken[after[k] : after[k + 1]])
            found.append((window, kind, (tuple(cells[ends[k] : ends[k + 1]]), less, total)))

    few = _few(left)
    gone = whole[few][:, of_cage] & is_caged
    add(0, few, w.cells[few] & ~gone, None, rest[few])
    few = _few(outies)
    reach = touched[few][:, of_cage] & is_caged
    add(1, few, reach & ~w.cells[few], None, touched[few] @ constants - w.total[few])
    few = np.flatnonzero(mixed & (short + over > 0) & (short + over <= LONGEST) & (over > 0))
    part = mostly[few][:, of_cage] & is_caged
    gone = part | (whole[few][:, of_cage] & is_caged)
    inner = w.cells[few]
    add(2, few, inner & ~gone, part & ~inner, rest[few] - mostly[few] @ constants)
    found.sort(key=lambda each: each[:2])
    for _, _, each in found:
        yield each


def _few(sizes: Array) -> Array:
    return np.flatnonzero((sizes > 0) & (sizes <= LONGEST))


@lru_cache(maxsize=64)
def windows_of(units: tuple[Unit, ...], cells: int) -> Windows | None:
    """The windows of units; ``None`` where there are none, or too many."""
    if not units or any(abs(total) > LARGEST for _, total in units):
        return None
    runs: list[list[int]] = [[]]
    taken: set[int] = set()
    for number, (unit, _) in enumerate(units):
        if not taken.isdisjoint(unit):
            runs.append([])
            taken = set()
        runs[-1].append(number)
        taken.update(unit)
    house = np.full((len(runs), cells), len(units))
    low: list[int] = []
    high: list[int] = []
    for run, numbers in enumerate(runs):
        for number in numbers:
            house[run, list(units[number][0])] = number
            low += [number] * (numbers[-1] + 1 - number)
            high += range(number + 1, numbers[-1] + 2)
    first, after = np.array(low), np.array(high)
    if len(low) > MOST_LOOKED_AT:
        return None
    of_unit = np.zeros((len(units), cells), np.int64)
    for number, (unit, _) in enumerate(units):
        of_unit[number, list(unit)] = 1
    sums = np.cumsum([[0] * cells, *of_unit], axis=0)
    totals = np.cumsum([0, *(total for _, total in units)])
    inside = sums[after] > sums[first]
    return Windows(
        house, len(units), first, after, inside, inside.sum(1), totals[after] - totals[first]
    )
