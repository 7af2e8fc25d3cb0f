"""Geometries: what the driver is compiled for, and the data that each kind reads.

``classic`` is the straight-line sweep for 9x9 with rows, columns and boxes; ``units`` any set of
units; ``program`` any model; ``killers`` an array of killers, each with cages of its own.
"""

from __future__ import annotations

from array import array
from functools import cache
from itertools import chain, product
from typing import NamedTuple

from nonet.backends.lockstep.layouts.memory import Bytes, Int64s, Uint16s

CLASSIC_ROWS, CLASSIC_MASK, CLASSIC_UNITS = 353, 511, 27
"""Rows of the workspace of a classic; the mask of nine candidates; rows, columns and boxes."""

MAX_WEIGHT = 900
"""The highest count of failures of a cell: times the most candidates of a cell, 64, it has room in
16 bits."""

GUESS_ROWS = 3
"""Rows of the workspace that tell of a lane's last guess, from ``Program.guesses`` on."""


class Classic(NamedTuple):
    """A 9x9 with rows, columns and boxes; ``branches`` is :func:`branch_table`."""

    branches: Int64s


class Units(NamedTuple):
    """The geometry of a model of AllDifferents, as lists of lists of numbers.

    A list of lists is two arrays, the numbers one after the other and where each
    list starts: unit ``u`` has the cells ``cells[starts[u]:starts[u + 1]]``.

    ============ ==========================================================
    size, all_   how many values; the mask of all of them, as an int64
    sum_bits     how many bits of a lane branching may use for its sums
    full         (units,) whether a unit takes every value
    cells        of each unit, its cells; ``units`` of each cell, its units
    segments     of each segment, its cells; ``groups`` of each group, its segments
    singles      of each group, the cells that are in none of its segments
    group_full   (groups,) whether the group's unit is full
    places       of each cell, its segments, then (counted on) itself if in ``singles``
    ============ ==========================================================
    """

    size: int
    all_: int
    sum_bits: int
    full: Bytes
    cells: Int64s
    starts: Int64s
    units: Int64s
    unit_starts: Int64s
    segments: Int64s
    segment_starts: Int64s
    groups: Int64s
    group_starts: Int64s
    singles: Int64s
    single_starts: Int64s
    group_full: Bytes
    places: Int64s
    place_starts: Int64s

    def rows(self) -> int:
        """How many rows the workspace needs."""
        cells, segments = len(self.unit_starts) - 1, len(self.segment_starts) - 1
        return 3 * cells + 2 * len(self.full) + 3 * segments + 1


class Records(NamedTuple):
    """The records of each filter, over some cells."""

    sums: Int64s
    bounds: Int64s
    relations: Int64s
    layers: Int64s
    counts: Int64s
    occurrences: Int64s
    sandwiches: Int64s
    comparisons: Int64s


class Program(NamedTuple):
    """A model as arrays: its units, the records over its cells, and those over copies of them.

    ``choices`` are records of ``AnyOf``, and ``inside`` those of what is in their groups; there
    are ``copied`` copies of cells.  ``has_classic_units`` is 1 where the cells are those of a 9x9,
    and the first units its rows, columns and boxes.  Rows of the workspace: those of the units;
    from ``weights`` and ``guesses`` on what ``weighted_branching.py`` counts in and keeps; from
    ``copies`` on the copies; from ``scratch`` on what filters use as they like.
    """

    units: Units
    records: Records
    choices: Int64s
    inside: Records
    copied: int
    has_classic_units: int
    matrices: Int64s
    degrees: Int64s
    weights: int
    guesses: int
    copies: int
    scratch: int
    last: int

    def rows(self) -> int:
        """How many rows the workspace needs."""
        return self.last


class KillerGeometry(NamedTuple):
    """A geometry whose puzzles have cages of their own.

    ========== ===========================================================
    units      the units that all puzzles have
    holds      (lanes,) the puzzle in each lane: the driver's own array
    starts     (n + 1,) where each puzzle's records start; ``records`` (uint16)
    sets       sets of values, as masks, by how many they are and what they add up to
    set_starts where those of ``count * most + total`` start
    most       more than any total of different values
    ========== ===========================================================
    """

    units: Units
    holds: Int64s
    starts: Int64s
    records: Uint16s
    sets: Int64s
    set_starts: Int64s
    most: int


LINE_OF_BOX = ((0, 1, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0), (0, 2, 1), (1, 0, 2))
"""The six arrangements: the line in which each of a band's three boxes has the digit."""


@cache
def branch_table() -> array[int]:
    """For each band and set of arrangements left: a triad that tells the first two apart.

    A row holds the triad's three cells, then the twelve other cells of its box and its line.
    """
    triads = []
    for arrangements in range(64):
        triads_met = [
            t for k in range(6) if arrangements >> k & 1 for t in enumerate(LINE_OF_BOX[k])
        ]
        triads.append(min(triads_met, key=triads_met.count) if len(triads_met) > 3 else None)
    table = array("q")
    for band in range(6):
        rows: dict[tuple[int, int] | None, array[int]] = {None: array("q", bytes(15 * 8))}
        for box, line in product(range(3), repeat=2):
            beside = [(box, other) for other in range(3) if other != line]
            beside += [(other, line) for other in range(3) if other != box]
            cells = [_triad_cells(band, *triad) for triad in [(box, line), *beside]]
            rows[box, line] = array("q", chain.from_iterable(cells))
        for triad in triads:
            table += rows[triad]
    return table


def _triad_cells(band: int, box: int, line: int) -> list[int]:
    """The cells of a triad; bands 3 to 5 go down."""
    across, along = 3 * (band % 3) + line, 3 * box
    return [9 * across + k if band < 3 else 9 * k + across for k in range(along, along + 3)]


Geometry = Classic | Units | Program | KillerGeometry

KINDS: dict[str, tuple[type[Geometry], tuple[int, ...]]] = {
    "classic": (Classic, (16,)),
    "units": (Units, (16, 32, 64)),
    "program": (Program, (16, 32, 64)),
    "killers": (KillerGeometry, (16, 32, 64)),
}
"""The kinds that the driver is compiled for, and the widths of lane, in bits."""
