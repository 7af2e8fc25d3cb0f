"""Subsets of a house's cells by their *excess*: the number of values minus the number of cells.

Subsets with excess 0 are locked (Hall sets: naked subsets, whose complements are hidden
subsets), with excess 1 almost locked.  All are listed at once when a house's cells change, and
serve every search until the next change.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> subsets = subsets_in(position, 0, 4, 4)
>>> [position.layout.cell_text(cells) for cells, values in subsets.with_excess(0)]
['r1c34', 'r1c234']
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import compress
from operator import sub
from struct import Struct

from nonet.techniques.position import Position

Subset = tuple[int, int]
"""Cells and the values open in the cells, as masks."""

_EXCESS_OFFSET = 128
"""The byte that stands for excess 0."""

_NO_EXCESS = bytes(0 < byte <= _EXCESS_OFFSET for byte in range(256))
"""For ``bytes.translate``: 1 for excess 0 or less."""

_MAX_LISTED = 10
"""Values up to which all subsets of a house are listed only to see whether any is full."""

_NO_LIMITS = -1, -1

_LANE_BITS = 16
"""Bits of a lane: no less than values where all subsets are listed at once."""


class Subsets:
    """Subsets of some cells; ``values`` computes their values on demand, ``excess`` has the
    excess plus ``_EXCESS_OFFSET`` of each.
    """

    __slots__ = ("_by_excess", "_cells", "_excess", "_values")

    def __init__(
        self, cells: Sequence[int], values: Callable[[], Sequence[int]], excess: bytes
    ) -> None:
        self._cells, self._values, self._excess = cells, values, excess
        self._by_excess: dict[int, list[Subset]] = {}

    def with_excess(self, excess: int) -> list[Subset]:
        """Return the subsets of an excess."""
        cached = self._by_excess.get(excess)
        if cached is None:
            which = self._excess.translate(_byte_selector(_EXCESS_OFFSET + excess))
            cells, values, numbers = self._cells, self._values(), range(len(which))
            cached = self._by_excess[excess] = [
                (cells[n], values[n]) for n in compress(numbers, which)
            ]
        return cached

    @property
    def full_counts(self) -> tuple[int, int]:
        """Return the sizes of the subsets without excess, a bit each, and how many cells are
        outside these subsets.

        No value of such cells is hidden in other cells unless all cells have more or less
        values than there are cells: then the second result has all bits.
        """
        inside, beside, every = 0, -1, 0
        if self._excess and self._excess[-1] == _EXCESS_OFFSET:
            beside, every = 0, self._cells[-1].bit_count()
        for cells in compress(self._cells, self._excess.translate(_NO_EXCESS)):
            size = cells.bit_count()
            inside |= 1 << size
            beside |= 1 << max(every - size, 0)
        return inside, beside

    @property
    def least_excess(self) -> int:
        """The least excess above 0, 0 if there is none."""
        return next(
            (more for more in range(1, _EXCESS_OFFSET) if _EXCESS_OFFSET + more in self._excess), 0
        )


def subsets_in(position: Position, house: int, max_cells: int, max_values: int) -> Subsets:
    """Subsets of a house's cells with no more than so many cells and values.

    Kept as long as the cells' values stay.
    """
    open_candidates = position.open & position.layout.house_candidates[house]
    return position.path_cached(_subsets, house, max_cells, max_values, open_candidates)


def full_counts_cache(position: Position) -> dict[int, tuple[int, int]]:
    """The results of ``full_counts_in`` on the path, by the open candidates of a house."""
    return position.path_cached(_new_cache)


def _new_cache(_: Position) -> dict[int, tuple[int, int]]:
    return {}


def full_counts_in(
    position: Position, house: int, cache: dict[int, tuple[int, int]]
) -> tuple[int, int]:
    """Return ``full_counts`` of a house; all bits where listing its subsets costs more."""
    size = position.layout.value_count
    result = (
        subsets_in(position, house, size, size).full_counts if size <= _MAX_LISTED else _NO_LIMITS
    )
    cache[position.open & position.layout.house_candidates[house]] = result
    return result


def _subsets(position: Position, number: int, most_cells: int, most_values: int, _: int) -> Subsets:
    house, values = position.layout.houses[number], position.values
    empty = tuple(cell for cell in house.cell_numbers if values[cell])
    size = position.layout.value_count
    if most_cells < len(house.cell_numbers) or most_values < size or size > _LANE_BITS:
        return _bounded_subsets(position, empty, most_cells, most_values)
    lanes, unions, shift = _lanes(len(empty)), 0, _LANE_BITS
    for first, cell in zip(lanes.ones, empty, strict=True):
        unions |= (unions | values[cell] * first) << shift
        shift *= 2
    return Subsets(_all_subsets(empty), partial(lanes.lane_values, unions), lanes.excess(unions))


def _bounded_subsets(
    position: Position, cells: tuple[int, ...], most_cells: int, most_values: int
) -> Subsets:
    """The subsets of some cells with no more than so many cells and values."""
    subsets, sizes, unions = [0], [0], [0]
    for cell in cells:
        position.deadline.check()
        bit, values = 1 << cell, position.values[cell]
        subsets += [held | bit for held in subsets]
        sizes += [size + 1 for size in sizes]
        unions += [held | values for held in unions]
        retained = [
            size <= most_cells and held.bit_count() <= most_values
            for held, size in zip(unions, sizes, strict=True)
        ]
        subsets, sizes, unions = (
            list(compress(each, retained)) for each in (subsets, sizes, unions)
        )
    counts = map(int.bit_count, unions[1:])
    excess = bytes(map(_EXCESS_OFFSET.__add__, map(sub, counts, sizes[1:])))
    return Subsets(subsets[1:], partial(list, unions[1:]), excess)


@lru_cache(maxsize=1 << 12)
def _all_subsets(cells: tuple[int, ...]) -> list[int]:
    results = [0]
    for cell in cells:
        results += [held | 1 << cell for held in results]
    return results


# -- all at once -------------------------------------------------------------------


class _SubsetLanes:
    """Lanes for all subsets of so many cells; ``ones`` has a one in each lane there is."""

    def __init__(self, cells: int) -> None:
        self.ones = [_repeated(1, 1 << cell) for cell in range(cells)]
        self._size = _LANE_BITS // 8 << cells
        self._each = Struct(f"<{1 << cells}H")
        self._pairs, self._fours, self._eights = (
            _repeated(part, 1 << cells) for part in (0x5555, 0x3333, 0x0F0F)
        )
        even = (_EXCESS_OFFSET - number.bit_count() for number in range(1, 1 << cells))
        self._even = sum(more << number * _LANE_BITS for number, more in enumerate(even, 1))

    def lane_values(self, unions: int) -> tuple[int, ...]:
        return self._each.unpack(unions.to_bytes(self._size, "little"))

    def excess(self, unions: int) -> bytes:
        """Return the excess plus ``_EXCESS_OFFSET`` of each subset; 0 for the empty subset."""
        result = unions - (unions >> 1 & self._pairs)
        result = (result & self._fours) + (result >> 2 & self._fours)
        result = result + (result >> 4) & self._eights
        result += (result >> 8) + self._even
        return result.to_bytes(self._size, "little")[:: _LANE_BITS // 8]


@lru_cache(maxsize=16)
def _lanes(cells: int) -> _SubsetLanes:
    return _SubsetLanes(cells)


def _byte_selector(byte: int) -> bytes:
    """Return a table for ``bytes.translate``: 1 for a byte, 0 for all other bytes."""
    return bytes(byte) + b"\1" + bytes(255 - byte)


def _repeated(mask: int, lanes: int) -> int:
    return sum(mask << number * _LANE_BITS for number in range(lanes))
