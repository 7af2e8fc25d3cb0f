"""A structure's variables as numbered cells, and its units as their numbers.

>>> from nonet.model import AllDifferent, Model
>>> model = Model(dict.fromkeys("abc", range(3, 6)), [AllDifferent(("a", "c"))])
>>> cells = NumberedCells(model.structure)
>>> cells.base, cells.size, cells.units, cells.number["c"]
(3, 3, [(0, 2)], 2)

The layout of units, the kernel's view of AllDifferents, is made once for a grid and cached: most of the
data that ``units.c`` reads concerns the units that take every value, which are the same in all puzzles
of the grid.  Where a puzzle has smaller units of its own, such as cages, only their cells are added.

>>> lines = ((0, 1, 2, 3), (0, 4, 8, 12), (0, 1, 4, 5))
>>> layout = unit_layout(lines, 16, 4)
>>> layout.units.segments, layout.units.segment_starts
(array('q', [0, 1, 0, 4]), array('q', [0, 2, 4]))
>>> bin(layout.peers[5])                           # the cells that 5 differs from, and itself
'0b110011'
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import accumulate, chain, combinations
from operator import and_, or_
from typing import NamedTuple, TypeVar

from nonet.backends.lockstep.layouts.calls import CLASSIC_UNITS, Units
from nonet.backends.lockstep.layouts.memory import MAX_VALUES, bit_indices, int64_array, mask_of
from nonet.errors import Unsupported
from nonet.model import AllDifferent, Constraint, Structure

CellNumbers = tuple[int, ...]
Segment = TypeVar("Segment", bound=Sequence[int])


class UnitLayout(NamedTuple):
    """The units in the kernel's form; the mask of each cell's peers and the cell itself, and the
    units of each cell.

    ``free`` are the cells of no unit.
    """

    units: Units
    peers: list[int]
    units_of_cell: list[tuple[int, ...]]
    free: list[int]


@lru_cache(maxsize=128)
def unit_layout(units: tuple[CellNumbers, ...], cells: int, size: int) -> UnitLayout:
    """The layout of ``cells`` cells of ``size`` values, of units that are each cells' numbers."""
    full = [unit for unit in units if len(unit) == size]
    small = [unit for unit in units if len(unit) != size]
    return with_extra_units(_grid_layout(full, cells, size), small)


def _grid_layout(units: Sequence[CellNumbers], cells: int, size: int) -> UnitLayout:
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
        *_flatten(places),
    )
    free = [cell for cell, layout in enumerate(holding) if not layout]
    return UnitLayout(unit_arrays, peers, list(map(tuple, holding)), free)


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
    return UnitLayout(extended, peers, holding, free)


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


def common_peers(peers: Sequence[int], cells: Iterable[int]) -> int:
    """Return the mask of the cells that differ from all given cells; ``peers`` are each cell's."""
    return reduce(and_, map(peers.__getitem__, cells), -1)


def peers_if_different(peers: Sequence[int], cells: Sequence[int]) -> int:
    """Return the common peers of cells that all differ, and the cells; 0 if some may be equal."""
    seen, own = common_peers(peers, cells), mask_of(cells)
    return seen if seen & own == own and own.bit_count() == len(cells) else 0


def full_units(
    units: Iterable[CellNumbers], masks: Sequence[int]
) -> Iterator[tuple[CellNumbers, int]]:
    """Yield the units that have as many values as cells, each with the mask of its values."""
    for unit in units:
        values = reduce(or_, map(masks.__getitem__, unit), 0)
        if values.bit_count() == len(unit):
            yield unit, values


def _flatten(lists: Sequence[Sequence[int]]) -> tuple[array[int], array[int]]:
    return int64_array(chain.from_iterable(lists)), int64_array(
        accumulate(map(len, lists), initial=0)
    )


LANE_BITS = (16, 32, 64)
"""The widths of a lane that the engine is compiled for."""


class NumberedCells:
    """A structure's variables as numbered cells, and its units; ``others`` are the constraints that
    are no AllDifferents.

    The cells and units that all puzzles of a grid share are numbered once.

    Raises ``Unsupported`` for cells of too many values.
    """

    def __init__(self, structure: Structure) -> None:
        self._grid = grid = None if structure.base is None else _grid_cells(structure.base)
        self.number: Mapping[str, int]
        self.units: list[tuple[int, ...]] = []
        self.others: list[Constraint] = []
        if grid is None:
            domains, different = structure.domains, structure.different
            self.number = dict(zip(domains, range(len(domains)), strict=True))
            self.base = min((domain.base for domain in different.values()), default=0)
            self.size = max((d.highest - self.base + 1 for d in different.values()), default=1)
            if self.size > MAX_VALUES:
                raise Unsupported(
                    f"backend lockstep has {MAX_VALUES} values a cell at most, not {self.size}: "
                    "use another backend, such as native or cpsat"
                )
            masks = {key: domain.mask_relative_to(self.base) for key, domain in different.items()}
            self.full = list(map(masks.__getitem__, map(id, domains.values())))
        else:
            self.number, self.base, self.size = grid.number, grid.base, grid.size
            self.full = list(grid.full)
            self.units += grid.units
            self.others += grid.others
        number = self.number.__getitem__
        for constraint in structure.own:
            if isinstance(constraint, AllDifferent):
                self.units.append(tuple(map(number, constraint.scope)))
            else:
                self.others.append(constraint)

    @cached_property
    def layout(self) -> UnitLayout:
        """The layout of the units for the kernel."""
        if self._grid is not None:
            own = self.units[len(self._grid.units) :]
            if self.size not in map(len, own):
                return with_extra_units(self._grid.layout, own)
        return unit_layout(tuple(self.units), len(self.full), self.size)

    @cached_property
    def has_classic_units(self) -> bool:
        """Whether the cells form a 9x9, and the first units of nine are its rows, columns and
        boxes."""
        if self._grid is not None:
            return self._grid.has_classic_units
        if self.size != 9 or len(self.full) != 81:
            return False
        full_units = [sorted(unit) for unit in self.units if len(unit) == 9]
        return sorted(full_units[:CLASSIC_UNITS]) == _classic_units()

    @property
    def widest(self) -> int:
        """The largest number that an addition in a lane may reach."""
        return 0

    @property
    def lane_bits(self) -> int:
        """The narrowest lanes in which values have a bit each, and sums have room."""
        widest = self.widest
        for bits in LANE_BITS:
            fits = len(self.full) < 1 << 16 or bits > 16  # a lane holds a cell's number
            if self.size <= bits and fits and widest < 1 << (bits - 1):
                return bits
        raise Unsupported(
            "backend lockstep adds up in 64 bits, and a sum may be larger: use another backend, "
            "such as native or cpsat"
        )


def _classic_units() -> list[list[int]]:
    """The rows, columns and boxes of a 9x9, in order, each as sorted cells."""
    lines = [[9 * i + j for j in range(9)] for i in range(9)]
    lines += [[9 * j + i for j in range(9)] for i in range(9)]
    corners = [27 * (box // 3) + 3 * (box % 3) for box in range(9)]
    lines += [[corner + 9 * i + j for i in range(3) for j in range(3)] for corner in corners]
    return sorted(lines)


@lru_cache(maxsize=16)
def _grid_cells(base: Structure) -> NumberedCells:
    """The cells and units that all puzzles of a grid have."""
    return NumberedCells(base)


def size_error(constraint: Constraint, description: str) -> Unsupported:
    """Return the error that declines a constraint of too large a size."""
    return Unsupported(
        f"backend lockstep: {constraint.description} has {description}, too many for it: use "
        "another backend, such as native or cpsat"
    )
