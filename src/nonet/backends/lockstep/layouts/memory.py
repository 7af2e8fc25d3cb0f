"""Memory that compiled code reads and writes, without NumPy: arrays, tables, and calls.

A call of compiled code has one argument: the address of *slots*, integers of 64 bits.  An integer
takes one slot; an array takes two, its address and its length; a table takes three, its address
and its numbers of rows and columns; a named tuple takes the slots of its fields.

>>> numbers = int64_array([5, 6])
>>> list(call_slots((7, numbers)))[::2]
[7, 2]

Sets of small numbers are masks, a bit for each that is in the set.

>>> bit_indices(0b1011), mask_of((0, 1, 3))
((0, 1, 3), 11)
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeAlias

from nonet.model.domain import bit_positions

Int64s: TypeAlias = Any
"""An array of one dimension, of ``array`` or of NumPy; a field is annotated with such a name."""
Bytes: TypeAlias = Any
Lanes: TypeAlias = Any
"""An array of elements as wide as a lane."""
Uint64s: TypeAlias = Any
ByteRows: TypeAlias = Any
"""A table: rows one after the other."""
Int64Rows: TypeAlias = Any

LANE_TYPECODES = {16: "H", 32: "I", 64: "Q"}
"""The type code of ``array`` for each width of lane."""

MAX_VALUES = 64
"""Values of a cell, at most: a bit each of the widest lane."""

EMPTY: array[int] = array("q")


class Table:
    """Rows of equal length, one after the other in an array."""

    def __init__(self, data: array[int], rows: int, columns: int) -> None:
        self.data, self.shape = data, (rows, columns)

    def slots(self) -> tuple[int, ...]:
        """The address, and how many rows and columns."""
        return self.data.buffer_info()[0], *self.shape


class AlignedMemory:
    """Zeros that begin at a multiple of ``ALIGNMENT`` bytes: ``start`` is where in ``data``."""

    ALIGNMENT = 64

    def __init__(self, typecode: str, length: int) -> None:
        self.data = zeros(typecode, length + self.ALIGNMENT)
        address, _ = self.data.buffer_info()
        skipped = -address % self.ALIGNMENT
        self.start, self.length = skipped // self.data.itemsize, length
        self.address = address + skipped

    def slots(self) -> tuple[int, ...]:
        """The address and the length."""
        return self.address, self.length


def zeros(typecode: str, length: int) -> array[int]:
    """An array of zeros."""
    memory = array(typecode)
    memory.frombytes(bytes(length * memory.itemsize))
    return memory


def int64_array(numbers: Iterable[int]) -> array[int]:
    """An array of 64-bit integers; a mask of 64 bits becomes the number that has the same bits."""
    numbers = numbers if isinstance(numbers, list) else list(numbers)
    try:
        return array("q", numbers)
    except OverflowError:
        return array("q", [n - (1 << 64) if n >> 63 == 1 else n for n in numbers])


def call_slots(arguments: tuple[Any, ...]) -> array[int]:
    """The slots of a call; the caller keeps the arrays alive, and their sizes as they are."""
    slots: list[int] = []
    _append_slots(arguments, slots)
    return array("q", slots)


def call_entry(entry: Callable[[int], int], arguments: tuple[Any, ...]) -> int:
    """Call an entry of compiled code."""
    slots = call_slots(arguments)
    return entry(slots.buffer_info()[0])


def _append_slots(arguments: tuple[Any, ...], slots: list[int]) -> None:
    for value in arguments:
        kind = type(value)
        if kind is int:
            slots.append(value)
        elif kind is array:
            slots += value.buffer_info()
        elif isinstance(value, tuple):
            _append_slots(value, slots)
        elif kind is AlignedMemory or kind is Table:
            slots += value.slots()
        else:  # an array of NumPy
            assert value.flags.c_contiguous
            slots.append(value.__array_interface__["data"][0])
            slots += value.shape


@lru_cache(maxsize=4096)
def bit_indices(mask: int) -> tuple[int, ...]:
    """The bits that are set in a mask."""
    return tuple(bit_positions(mask))


def mask_of(cells: Iterable[int]) -> int:
    """Some cells as a mask."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask
