"""Kernels: the compiled engine for one structure, as tables that runs share.

A kernel is made from a declared structure: its constraints become the records of ``program.c``;
the index arrays of ``units.c`` if all are AllDifferents; or the straight-line sweep of
``classic.c`` if the units are exactly rows, columns and 3x3 boxes.  Puzzles are rows of a
``uint8`` array, 0 for a blank, else the number (from 1) of a value among the structure's values.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any

from nonet.backends.lockstep.engine import CompiledEngine, EntryPoint, compiled_engine
from nonet.backends.lockstep.layouts.calls import (
    CLASSIC_MASK,
    CLASSIC_UNITS,
    Classic,
    Program,
    branch_table,
)
from nonet.backends.lockstep.layouts.memory import LANE_TYPECODES, zeros
from nonet.backends.lockstep.numbered_cells import LANE_BITS, NumberedCells
from nonet.backends.lockstep.program_builder import ProgramBuilder
from nonet.errors import Unsupported
from nonet.model import AllDifferent, Structure

Array = Any

FIRST_LOOK_WORK = 400_000
"""Rows swept and integers of records read before the first look at the clock and at Ctrl-C: some
milliseconds."""


class Kernel:
    """The compiled engine for one structure, of which runs are made; safe to use from several threads.

    ``kind`` and ``lane_bits`` determine the entry of ``engine`` that the kernel calls; ``blank``
    maps each name to 0.
    """

    kind: str

    def __init__(self, structure: Structure, engine: CompiledEngine | None = None) -> None:
        self.structure = structure
        self.engine = engine or compiled_engine()
        self.names = structure.variables
        self.blank = dict.fromkeys(self.names, 0)
        kinds = set(map(type, structure.constraints))
        plain = all(issubclass(kind, AllDifferent) for kind in kinds)
        cells: Any = NumberedCells(structure) if plain else ProgramBuilder(structure)
        self.number, self.base, self.size = cells.number, cells.base, cells.size
        self.lane_bits = cells.lane_bits
        self.is_classic = plain and _is_classic(cells)
        self.geometry: Any
        if self.is_classic:
            self.kind, self.geometry = "classic", Classic(branch_table())
        elif plain:
            self.kind, self.geometry = "units", cells.layout.units
        else:
            self.kind, self.geometry = "program", cells.program()
        self.rows = self.geometry.rows()
        self.masks = cells.full
        self.lanes = self.engine.vector_bits // self.lane_bits
        typecode = LANE_TYPECODES[self.lane_bits]
        self.initial_weights: Array | None = None
        if not plain:
            rows = [_row_of(typecode, self.lanes, degree) for degree in self.geometry.degrees]
            rows.append(bytes(self.size * len(rows[0])) if rows else b"")
            self.initial_weights = array(typecode, b"".join(rows))
        self.sweep_work: int = self.rows + _record_size(self.geometry)
        self.initial_sweeps = max(1, FIRST_LOOK_WORK // self.sweep_work)
        self.full = array(typecode, self.masks)
        self.start = _clue_masks(typecode, self.size)

    @cached_property
    def advance(self) -> EntryPoint:
        """The compiled driver for this geometry and width of lane."""
        return self.engine.entry(f"advance_{self.kind}_{self.lane_bits}")


@lru_cache(maxsize=16)
def kernel_for(structure: Structure) -> Kernel:
    """The kernel of a structure; raises ``Unsupported`` for cells of too many values."""
    return Kernel(structure)


def page_kernel(structure: Structure) -> dict[str, Any] | None:
    """Return the kernel of a structure as data for a page; ``None`` for what a page cannot run.

    A page has the 16-bit entries for classics and for programs. ``slots`` are those of the
    geometry: a number, a list (an array of int64), or a string (an array of digits, a byte each).
    """
    try:
        cells = ProgramBuilder(structure)
        if cells.lane_bits > LANE_BITS[0]:
            return None
    except Unsupported:
        return None
    kind, weights = "classic", None
    geometry: Any = Classic(branch_table())
    if cells.others or not _is_classic(cells):
        kind, geometry = "program", cells.program()
        weights = {"row": geometry.weights, "values": list(geometry.degrees)}
    shown = {"kind": kind, "rows": geometry.rows(), "masks": list(cells.full)}
    return {**shown, "slots": list(_shown(geometry)), "weights": weights}


def _shown(geometry: tuple[Any, ...]) -> Iterator[int | str | list[int]]:
    for value in geometry:
        if isinstance(value, tuple):
            yield from _shown(value)
        elif isinstance(value, array):
            yield "".join(map(str, value)) if value.typecode == "B" else list(value)
        else:
            yield value


def _record_size(geometry: Any) -> int:
    if not isinstance(geometry, Program):
        return 0
    return sum(map(len, (*geometry.records, *geometry.inside, geometry.choices)))


@lru_cache(maxsize=64)
def _clue_masks(typecode: str, size: int) -> array[int]:
    """Return the mask of a cell by its clue: a single value, or for 0 all ``size`` values."""
    masks = [(1 << size) - 1, *(1 << k for k in range(size))]
    return array(typecode, masks) + zeros(typecode, 255 - size)


@lru_cache(maxsize=256)
def _row_of(typecode: str, lanes: int, number: int) -> bytes:
    """A row in which every lane has the same number."""
    return array(typecode, [number] * lanes).tobytes()


def _is_classic(cells: NumberedCells) -> bool:
    return (
        len(cells.units) == CLASSIC_UNITS
        and cells.has_classic_units
        and set(cells.full) == {CLASSIC_MASK}
    )
