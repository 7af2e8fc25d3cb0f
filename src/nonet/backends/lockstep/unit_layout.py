"""Layouts: the kernel's view of AllDifferents, made once for a grid and cached.

The units of a grid that take every value are the same in all its puzzles, and most of the data that
``units.py`` reads concerns these units alone.  So this data is cached, and where a puzzle has
smaller units of its own, such as cages, only their cells are added.

>>> lines = ((0, 1, 2, 3), (0, 4, 8, 12), (0, 1, 4, 5))
>>> layout = unit_layout(lines, 16, 4)
>>> layout.units.segments, layout.units.segment_starts
(array('q', [0, 1, 0, 4]), array('q', [0, 2, 4]))
>>> bin(layout.peers[5])                           # the cells that 5 differs from, and itself
'0b110011'
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import accumulate, chain, combinations
from operator import and_
from typing import NamedTuple, TypeVar

from nonet.backends.lockstep.bit_masks import bit_indices, mask_of
from nonet.backends.lockstep.layouts.geometries import Units
from nonet.backends.lockstep.layouts.memory import int64_array

CellNumbers = tuple[int, ...]
Segment = TypeVar("Segment", bound=Sequence[int])

MIN_GRID_PAIRS = 50
"""Number of pairs of different cells from which on the pairs are likely to be the grid's, and are
cached: a puzzle has fewer pairs of its own."""


class UnitLayout(NamedTuple):
    """The units in the kernel's form; the mask of each cell's peers and the cell itself, and the
    units of each cell.

    ``free`` are the cells of no unit.  ``seen_by_line`` maps each unit that takes every value, as
    its cells in order, in either direction, to the common peers of the cells: clues beside a grid
    look along such units.
    """

    units: Units
    peers: list[int]
    units_of_cell: list[tuple[int, ...]]
    free: list[int]
    seen_by_line: Mapping[CellNumbers, int]


@lru_cache(maxsize=128)
def unit_layout(units: tuple[CellNumbers, ...], cells: int, size: int) -> UnitLayout:
    """The layout of ``cells`` cells of ``size`` values, of units that are each cells' numbers."""
    full_units = tuple([unit for unit in units if len(unit) == size])
    small = [unit for unit in units if len(unit) != size]
    if are_extra_units(small, size):
        return with_extra_units(_grid_layout(full_units, cells, size), small)
    pairs = [unit for unit in small if len(unit) == 2]
    grid = with_extra_units(_grid_layout(full_units, cells, size), pairs)
    return with_extra_units(grid, [unit for unit in small if len(unit) != 2])


def are_extra_units(units: Sequence[CellNumbers], size: int) -> bool:
    """Whether units are smaller than full units, and not the many pairs of a grid: then the units
    are a puzzle's own."""
    lengths = list(map(len, units))
    return size not in lengths and lengths.count(2) < MIN_GRID_PAIRS


def make_units(units: Iterable[Sequence[int]], cells: int, size: int) -> Units:
    """The geometry of some units of ``cells`` cells, each a list of cells' numbers."""
    return unit_layout(tuple(map(tuple, units)), cells, size).units


def _grid_layout(units: tuple[CellNumbers, ...], cells: int, size: int) -> UnitLayout:
    """The layout of units that take every value."""
    holding: list[list[int]] = [[] for _ in range(cells)]
    for number, unit in enumerate(units):
        for cell in unit:
            holding[cell].append(number)
    masks = list(map(mask_of, units))
    of_unit: list[set[CellNumbers]] = [set() for _ in units]
    for i, j in {pair for layout in holding for pair in combinations(layout, 2)}:
        shared = masks[i] & masks[j]
        if 2 <= shared.bit_count() < min(len(units[i]), len(units[j])):
            segment = bit_indices(shared)
            of_unit[i].add(segment)
            of_unit[j].add(segment)
    segments = sorted({segment for layout in of_unit for segment in layout})
    number_of = {segment: number for number, segment in enumerate(segments)}
    groups = [(u, *each) for u in range(len(units)) for each in disjoint_groups(sorted(of_unit[u]))]
    singles = [tuple(cell for cell in units[u] if cell not in taken) for u, taken, _ in groups]
    places: list[list[int]] = [[] for _ in range(cells)]
    for number, segment in enumerate(segments):
        for cell in segment:
            places[cell].append(number)
    for cell in sorted(set(chain(*singles))):
        places[cell].append(len(segments) + cell)
    peers = [1 << cell for cell in range(cells)]
    for mask, unit in zip(masks, units, strict=True):
        for cell in unit:
            peers[cell] |= mask
    everything = (1 << size) - 1
    unit_arrays = Units(
        size,
        everything - (1 << 64) if size == 64 else everything,
        12 if size <= 16 else 20,
        array("B", bytes([1]) * len(units)),
        *_flatten(units),
        *_flatten(holding),
        *_flatten(segments),
        *_flatten([[number_of[segment] for segment in group] for _, _, group in groups]),
        *_flatten(singles),
        array("B", bytes([1]) * len(groups)),
        *_flatten(places),
    )
    free = [cell for cell, layout in enumerate(holding) if not layout]
    lines = {}
    for unit in units:
        lines[unit] = lines[unit[::-1]] = reduce(and_, [peers[cell] for cell in unit])
    return UnitLayout(unit_arrays, peers, list(map(tuple, holding)), free, lines)


def with_extra_units(grid: UnitLayout, units: Sequence[CellNumbers]) -> UnitLayout:
    """A grid with some smaller units besides.

    The smaller units have no segments: that a full unit has a value in a cage alone mostly follows
    from the cage's sum too, and computing and sweeping the segments of all cages costs more than
    the segments gain.
    """
    if not units:
        return grid
    peers, holding = list(grid.peers), list(grid.units_of_cell)
    for number, unit in enumerate(units, len(grid.units.full)):
        mask = mask_of(unit)
        for cell in unit:
            holding[cell] += (number,)
            peers[cell] |= mask
    cells, starts = _flatten(units)
    held, first = _flatten(holding)
    before = grid.units
    extended = before._replace(
        full=before.full + array("B", bytes(len(units))),
        cells=before.cells + cells,
        starts=before.starts + array("q", [before.starts[-1] + end for end in starts[1:]]),
        units=held,
        unit_starts=first,
    )
    free = [cell for cell in grid.free if not holding[cell]]
    return UnitLayout(extended, peers, holding, free, grid.seen_by_line)


def disjoint_groups(segments: Iterable[Segment]) -> list[tuple[set[int], list[Segment]]]:
    """Return segments in groups of which no two overlap, each segment in the first group that it
    fits.

    Of each group its cells, too.
    """
    groups: list[tuple[set[int], list[Segment]]] = []
    for segment in segments:
        for taken, group in groups:
            if taken.isdisjoint(segment):
                taken.update(segment)
                group.append(segment)
                break
        else:
            groups.append((set(segment), [segment]))
    return groups


def _flatten(lists: Sequence[Sequence[int]]) -> tuple[array[int], array[int]]:
    """Return lists joined, and the start of each list."""
    return int64_array(chain.from_iterable(lists)), int64_array(
        accumulate(map(len, lists), initial=0)
    )
