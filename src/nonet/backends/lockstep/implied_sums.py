"""Cages, and the sums that units imply of cages, written as records in compiled code.

A *window* is some disjoint units side by side; its sum, less the sums of the cages within, is the sum of
the cells that are left: the rule of 45.  The windows of a grid are cached.  For a killer of little
search these sums are most of the work, so Python takes no part: cages go in as arrays, and the results
are the records that the filters read, first those of the cages.

>>> from nonet.backends.lockstep.numbered_cells import unit_layout
>>> windows = unit_windows((((0, 1, 2, 3), 6),), 4)            # 0 to 3 add up to 6
>>> differ = unit_layout(((0, 1, 2, 3),), 4, 4).units
>>> records = implied_records(windows, differ, [((0, 1, 2), 3)], 4)      # 0 + 1 + 2
>>> records.sums.tolist()                                    # and the fourth is 3
[3, 1, 1, 0, 1, 2, 7, 3, 1, 1, 3, 3, 8, 0, 1, 2]
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import NamedTuple

from nonet.backends.lockstep.engine import compiled_engine
from nonet.backends.lockstep.layouts.calls import ENDS, TOTAL, ImpliedSumsCall, Units, Windows
from nonet.backends.lockstep.layouts.memory import EMPTY, Table, call_entry, int64_array, zeros
from nonet.encoding.implied_sums import LONGEST, MOST_WINDOW_CHECKS

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


INITIAL_RECORD_SIZE = 3000
"""Integers of records of a kind, at first: room for a killer, and memory that is had at once."""


class ImpliedRecords(NamedTuple):
    """Records of three kinds.

    ``sums_per_cell`` tells how many sums each cell is in; ``largest_number`` the largest number
    that comes up in a lane, and ``max_groups`` how many groups a sum has at most.
    """

    sums: array[int]
    bounds: array[int]
    relations: array[int]
    sums_per_cell: array[int]
    largest_number: int
    max_groups: int


NO_IMPLIED_RECORDS = ImpliedRecords(EMPTY, EMPTY, EMPTY, EMPTY, 0, 0)


def implied_records(
    windows: Windows | None, units: Units, cages: Sequence[tuple[Sequence[int], int]], size: int
) -> ImpliedRecords:
    """Return the records of cages, cells and their total, over cells of ``size`` values from 0 on,
    and of the sums that windows imply.

    ``units`` tell which cells differ.
    """
    count, few = len(units.unit_starts) - 1, len(cages)
    cells, totals = zip(*cages, strict=True)
    sizes = list(map(len, cells))
    if windows is None or len(windows.low) * few > MOST_WINDOW_CHECKS:
        nothing = Table(array("B"), 0, count)
        windows = Windows(Table(EMPTY, 0, count), 0, EMPTY, EMPTY, nothing, EMPTY, EMPTY)
    write = compiled_engine().entry("write_implied_sums")
    room = INITIAL_RECORD_SIZE
    shares = (windows.units + 6) * (few + 1) + 2 * TOTAL + 3 * len(windows.low)
    while True:
        records, ends, met = zeros("q", 3 * room), zeros("q", ENDS), zeros("q", count)
        call = ImpliedSumsCall(
            windows=windows,
            units=units.cells,
            unit_starts=units.starts,
            peers=Table(zeros("B", count * count), count, count),
            cages=int64_array(chain(*cells)),
            sizes=int64_array(sizes),
            totals=int64_array(totals),
            order=int64_array(sorted(range(few), key=sizes.__getitem__)),
            size=size,
            shares=zeros("q", shares),
            space=zeros("q", 5 * count + few + windows.units + 3),
            records=Table(records, 3, room),
            met=met,
            ends=ends,
            longest=LONGEST,
        )
        if call_entry(write, call):
            break
        room *= 2
    *lengths, widest, groups = ends.tolist()
    sums, bounds, relations = (
        records[kind * room : kind * room + end] for kind, end in enumerate(lengths)
    )
    return ImpliedRecords(sums, bounds, relations, met, widest, groups)
