"""A structure's variables as numbered cells, and its units as their numbers.

>>> from nonet.model import AllDifferent, Model
>>> model = Model(dict.fromkeys("abc", range(3, 6)), [AllDifferent(("a", "c"))])
>>> cells = NumberedCells(model.structure)
>>> cells.base, cells.size, cells.units, cells.number["c"]
(3, 3, [(0, 2)], 2)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from nonet.backends.lockstep.bit_masks import mask_of
from nonet.backends.lockstep.layouts.geometries import CLASSIC_UNITS
from nonet.backends.lockstep.unit_layout import (
    UnitLayout,
    are_extra_units,
    unit_layout,
    with_extra_units,
)
from nonet.errors import Unsupported
from nonet.model import AllDifferent, Constraint, Structure

MAX_VALUES = 64

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
            if are_extra_units(own, self.size):
                return with_extra_units(self._grid.layout, own)
        return unit_layout(tuple(self.units), len(self.full), self.size)

    @cached_property
    def unit_masks(self) -> list[int]:
        """The units, as masks."""
        return list(map(mask_of, self.units))

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
    def grid_unit_masks(self) -> Sequence[int]:
        """The masks of the first units, shared by all puzzles of the grid; empty if the grid is
        unknown."""
        return () if self._grid is None else self._grid.unit_masks

    @property
    def lane_bits(self) -> int:
        """The narrowest lanes in which values have a bit each, and sums have room."""
        return self._narrowest_lanes(0)

    def _narrowest_lanes(self, widest: int) -> int:
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
