"""Layouts: what AllDifferents are to the kernel, made once for a grid and kept.

The units of a grid that take every value are the same in all its puzzles, and most of what
``units.py`` reads is said of them alone.  So this is kept, and where a puzzle has smaller units
of its own, such as cages, only what they add is worked out.

>>> lines = ((0, 1, 2, 3), (0, 4, 8, 12), (0, 1, 4, 5))
>>> made = layout_of(lines, 16, 4)
>>> made.units.segments, made.units.segment_starts
(array([0, 1, 0, 4]), array([0, 2, 4]))
>>> bin(made.peers[5])                             # the cells that 5 differs from, and itself
'0b110011'
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain, combinations
from typing import Any, NamedTuple

import numpy as np

from nonet.backends.lockstep.tables import places as in_mask
from nonet.backends.lockstep.units import Units

Array = np.ndarray[Any, Any]
Cells = tuple[int, ...]


class Layout(NamedTuple):
    """The units as the kernel reads them, and of each cell its peers and itself, as a mask."""

    units: Units
    peers: tuple[int, ...]


class _Grid(NamedTuple):
    """What the units that take every value come to; lists are by unit, cell or segment.

    ``groups`` are (unit, its segments that do not overlap), ``known`` the same one by one, without
    those of smaller units; a group's ``singles`` are the cells of the unit that are in none of
    them.
    """

    units: tuple[Cells, ...]
    holding: list[list[int]]
    segments: list[Cells]
    number_of: dict[Cells, int]
    groups: list[tuple[int, list[Cells]]]
    known: frozenset[tuple[int, Cells]]
    singles: list[Cells]
    places: list[list[int]]
    peers: list[int]


@lru_cache(maxsize=128)
def layout_of(units: tuple[Cells, ...], cells: int, size: int) -> Layout:
    """The layout of ``cells`` cells of ``size`` values, of units that are each cells' numbers."""
    full = tuple(unit for unit in units if len(unit) == size)
    grid = _grid(full, cells)
    small = [unit for unit in units if len(unit) != size]
    if small:
        grid = _with(grid, small)
    return Layout(_arrays(grid, cells, size, len(full)), tuple(grid.peers))


def make_units(units: Iterable[Sequence[int]], cells: int, size: int) -> Units:
    """The geometry of some units of ``cells`` cells, each a list of cells' numbers."""
    return layout_of(tuple(map(tuple, units)), cells, size).units


@lru_cache(maxsize=16)
def _grid(units: tuple[Cells, ...], cells: int) -> _Grid:
    holding: list[list[int]] = [[] for _ in range(cells)]
    for number, unit in enumerate(units):
        for cell in unit:
            holding[cell].append(number)
    masks = [_mask(unit) for unit in units]
    of_unit: list[set[Cells]] = [set() for _ in units]
    for i, j in {pair for found in holding for pair in combinations(found, 2)}:
        shared = masks[i] & masks[j]
        if 2 <= shared.bit_count() < min(len(units[i]), len(units[j])):
            segment = in_mask(shared)
            of_unit[i].add(segment)
            of_unit[j].add(segment)
    segments = sorted({segment for found in of_unit for segment in found})
    found = [(u, *each) for u in range(len(units)) for each in _disjoint(sorted(of_unit[u]))]
    places: list[list[int]] = [[] for _ in range(cells)]
    for number, segment in enumerate(segments):
        for cell in segment:
            places[cell].append(number)
    peers = [1 << cell for cell in range(cells)]
    for mask, unit in zip(masks, units, strict=True):
        for cell in unit:
            peers[cell] |= mask
    return _Grid(
        units,
        holding,
        segments,
        {segment: number for number, segment in enumerate(segments)},
        [(u, group) for u, _, group in found],
        frozenset((u, segment) for u, _, group in found for segment in group),
        [tuple(cell for cell in units[u] if cell not in taken) for u, taken, _ in found],
        places,
        peers,
    )


def _with(grid: _Grid, units: Sequence[Cells]) -> _Grid:
    """A grid with some smaller units besides."""
    full = len(grid.units)
    holding, places = list(map(list, grid.holding)), list(map(list, grid.places))
    segments, number_of, peers = list(grid.segments), dict(grid.number_of), list(grid.peers)
    of_unit: dict[int, set[Cells]] = {}
    for number, unit in enumerate(units, full):
        mask = _mask(unit)
        shared: dict[int, Cells] = {}
        for cell in sorted(unit):
            for other in grid.holding[cell]:
                shared[other] = (*shared.get(other, ()), cell)
            holding[cell].append(number)
            peers[cell] |= mask
        for other, segment in shared.items():
            if not 1 < len(segment) < min(len(unit), len(grid.units[other])):
                continue
            of_unit.setdefault(number, set()).add(segment)
            if segment not in number_of:
                number_of[segment] = len(segments)
                for cell in segment:
                    places[cell].append(len(segments))
                segments.append(segment)
            if (other, segment) not in grid.known:
                of_unit.setdefault(other, set()).add(segment)
    groups, singles, whole = list(grid.groups), list(grid.singles), (*grid.units, *units)
    for u in sorted(of_unit):
        for taken, group in _disjoint(sorted(of_unit[u])):
            groups.append((u, group))
            singles.append(tuple(cell for cell in whole[u] if cell not in taken))
    return _Grid(whole, holding, segments, number_of, groups, grid.known, singles, places, peers)


def _arrays(grid: _Grid, cells: int, size: int, full: int) -> Units:
    """The grid as the kernel reads it; its first ``full`` units take every value."""
    everything, first = (1 << size) - 1, len(grid.segments)
    places = list(map(list, grid.places))
    for cell in sorted(set(chain(*grid.singles))):
        places[cell].append(first + cell)
    return Units(
        size,
        everything - (1 << 64) if size == 64 else everything,
        12 if size <= 16 else 20,
        np.arange(len(grid.units)) < full,
        *_flat(grid.units),
        *_flat(grid.holding),
        *_flat(grid.segments),
        *_flat([[grid.number_of[segment] for segment in group] for _, group in grid.groups]),
        *_flat(grid.singles),
        np.array([u < full for u, _ in grid.groups], np.bool_),
        *_flat(places),
    )


def _disjoint(segments: Sequence[Cells]) -> list[tuple[set[int], list[Cells]]]:
    """Segments in groups of which no two overlap, each put in the first group it fits.

    Of each group its cells, too.
    """
    groups: list[tuple[set[int], list[Cells]]] = []
    for segment in segments:
        for taken, found in groups:
            if taken.isdisjoint(segment):
                taken.update(segment)
                found.append(segment)
                break
        else:
            groups.append((set(segment), [segment]))
    return groups


def _mask(cells: Iterable[int]) -> int:
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def _flat(lists: Sequence[Sequence[int]]) -> tuple[Array, Array]:
    """Lists one after the other, and where each starts."""
    return integers(chain.from_iterable(lists)), integers(accumulate(map(len, lists), initial=0))


def integers(numbers: Iterable[int]) -> Array:
    """An array of int64, made much sooner of small integers than numpy makes it.

    A mask of 64 bits becomes the number that has the same bits.
    """
    numbers = numbers if isinstance(numbers, list) else list(numbers)
    try:
        made = array("q", numbers)
    except OverflowError:
        made = array("q", [n - (1 << 64) if n >> 63 == 1 else n for n in numbers])
    return np.frombuffer(made, np.int64) if made else np.zeros(0, np.int64)
