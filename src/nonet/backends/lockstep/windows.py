"""Windows of units: what the 45 rule looks at, made once for a grid and kept.

A window is some disjoint units side by side; what they add up to, less the cages within, is what
the other cells add up to (``implied_sums.py``, and ``killer_records.py`` for arrays of puzzles).

>>> found = unit_windows((((0, 1), 3), ((2, 3), 3)), 4)
>>> found.size.tolist(), found.total.tolist()
([2, 4, 2], [3, 6, 3])
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from nonet.model.sums import MOST_WINDOW_CHECKS

Array = np.ndarray[Any, Any]
Unit = tuple[tuple[int, ...], int]
"""The cells of a unit, and what its values add up to."""

MAX_TOTAL = 1 << 40
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


@lru_cache(maxsize=64)
def unit_windows(units: tuple[Unit, ...], cells: int) -> Windows | None:
    """The windows of units; ``None`` where there are none, or too many."""
    if not units or any(abs(total) > MAX_TOTAL for _, total in units):
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
    if len(low) > MOST_WINDOW_CHECKS:
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


@lru_cache(maxsize=16)
def empty_windows(cells: int) -> Windows:
    """Where there are none."""
    none = np.zeros(0, np.int64)
    nothing = np.zeros((0, cells), np.int64)
    return Windows(nothing, 0, none, none, nothing.astype(bool), none, none)
