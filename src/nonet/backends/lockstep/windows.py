"""Windows of units: the sets of units for the 45 rule, made once for a grid and cached.

A window is some disjoint units side by side; the sum of the window, less the sums of the cages
within, is the sum of the remaining cells (``implied_sums.py``, and ``killer_records.py`` for arrays
of puzzles).

>>> found = unit_windows((((0, 1), 3), ((2, 3), 3)), 4)
>>> found.size.tolist(), found.total.tolist()
([2, 4, 2], [3, 6, 3])
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from itertools import accumulate, chain

from nonet.backends.lockstep.layouts.calls import Windows
from nonet.backends.lockstep.layouts.memory import EMPTY, Table, int64_array
from nonet.encoding.implied_sums import MOST_WINDOW_CHECKS

Unit = tuple[tuple[int, ...], int]
"""The cells of a unit, and the sum of its values."""

MAX_TOTAL = 1 << 40
"""Larger sums take no part in the 45 rule: added up, such sums would overflow."""


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
    house = [[len(units)] * cells for _ in runs]
    low: list[int] = []
    high: list[int] = []
    for run, numbers in enumerate(runs):
        for number in numbers:
            for cell in units[number][0]:
                house[run][cell] = number
            low += [number] * (numbers[-1] + 1 - number)
            high += range(number + 1, numbers[-1] + 2)
    if len(low) > MOST_WINDOW_CHECKS:
        return None
    sums = list(accumulate((total for _, total in units), initial=0))
    inside = array("B")
    for first, after in zip(low, high, strict=True):
        row = bytearray(cells)
        for unit, _ in units[first:after]:
            for cell in unit:
                row[cell] = 1
        inside.frombytes(row)
    return Windows(
        Table(int64_array(chain.from_iterable(house)), len(runs), cells),
        len(units),
        int64_array(low),
        int64_array(high),
        Table(inside, len(low), cells),
        int64_array(
            sum(len(unit) for unit, _ in units[first:after])
            for first, after in zip(low, high, strict=True)
        ),
        int64_array(sums[after] - sums[first] for first, after in zip(low, high, strict=True)),
    )


def empty_windows(cells: int) -> Windows:
    """Where there are none."""
    nothing = Table(array("B"), 0, cells)
    return Windows(Table(EMPTY, 0, cells), 0, EMPTY, EMPTY, nothing, EMPTY, EMPTY)
