"""Cages, and the sums that units imply of cages, written as records in compiled code.

For a killer of little search these sums are most of the work, so Python takes no part: cages go in
as arrays, and the results are the records that the filters read, first the records of the cages.

>>> from nonet.backends.lockstep.unit_layout import make_units
>>> from nonet.backends.lockstep.windows import unit_windows
>>> row = unit_windows((((0, 1, 2, 3), 6),), 4)                # 0 to 3 add up to 6
>>> differ = make_units([[0, 1, 2, 3]], 4, 4)
>>> made = implied_records(row, differ, Cages([0, 1, 2], [3], [3]), 4)   # 0 + 1 + 2
>>> made.sums.tolist()                                       # and the fourth is 3
[3, 1, 1, 0, 1, 2, 7, 3, 1, 1, 3, 3, 8, 0, 1, 2]
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from nonet.backends.lockstep.engine import compiled_engine
from nonet.backends.lockstep.killer_records import shares_size, zobrist_keys
from nonet.backends.lockstep.layouts.calls import ENDS, ImpliedSumsCall, Windows
from nonet.backends.lockstep.layouts.geometries import Units
from nonet.backends.lockstep.layouts.memory import Table, call_entry, int64_array, zeros
from nonet.backends.lockstep.windows import empty_windows
from nonet.encoding.implied_sums import LONGEST, MOST_WINDOW_CHECKS

INITIAL_RECORD_SIZE = 3000
"""Integers of records of a kind, at first: room for a killer, and memory that is had at once."""


class Cages(NamedTuple):
    """The cells of all cages joined, the size of each cage, and the sum of each.

    Values are counted from 0.
    """

    cells: list[int]
    sizes: list[int]
    totals: list[int]


class ImpliedRecords(NamedTuple):
    """Records of three kinds; sums of many cells that windows leave over, as total, count, cells.

    ``sums_per_cell`` tells how many sums each cell is in; ``largest_number`` the largest number
    that comes up in a lane, and ``max_groups`` how many groups a sum has at most.
    """

    sums: array[int]
    bounds: array[int]
    relations: array[int]
    leftover_sums: list[int]
    sums_per_cell: array[int]
    largest_number: int
    max_groups: int


def implied_records(
    windows: Windows | None, units: Units, cages: Cages, size: int
) -> ImpliedRecords:
    """Return the records of cages over cells of ``size`` values, and of the sums that windows
    imply.

    ``units`` tell which cells differ.
    """
    count, few = len(units.unit_starts) - 1, len(cages.sizes)
    if windows is None or len(windows.low) * few > MOST_WINDOW_CHECKS:
        windows = empty_windows(count)
    write = compiled_engine().entry("write_implied_sums")
    sizes, met, room = int64_array(cages.sizes), zeros("q", count), INITIAL_RECORD_SIZE
    order = int64_array(sorted(range(few), key=cages.sizes.__getitem__))
    while True:
        records, ends = zeros("q", 4 * room), zeros("q", ENDS)
        call = ImpliedSumsCall(
            windows=windows,
            units=units.cells,
            unit_starts=units.starts,
            peers=Table(zeros("B", count * count), count, count),
            cages=int64_array(cages.cells),
            sizes=sizes,
            totals=int64_array(cages.totals),
            order=order,
            zobrist=zobrist_keys(count),
            size=size,
            shares=zeros("q", shares_size(windows, few + 1)),
            space=zeros("q", 5 * count + few + windows.units + 3),
            records=Table(records, 4, room),
            met=met,
            ends=ends,
            longest=LONGEST,
        )
        if call_entry(write, call):
            break
        room *= 2
        met = zeros("q", count)
    *lengths, widest, groups, _ = ends.tolist()
    sums, bounds, relations, remaining = (
        records[kind * room : kind * room + end] for kind, end in enumerate(lengths)
    )
    return ImpliedRecords(sums, bounds, relations, remaining.tolist(), met, widest, groups)
