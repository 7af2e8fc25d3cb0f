"""Bit masks: sets of small numbers as the bits of one integer.

>>> bin(mask_of([4, 1, 2], 5)), list(bit_positions(0b10110))
('0b10110', [1, 2, 4])
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import compress

NARROW = 128
"""Masks up to this many bits are read bit by bit: there, each bit costs as much as the mask is wide."""

SPARSE = 64
"""Width of a mask for each bit in it from which only the bytes that are not 0 are looked at."""

FEW = 50
"""Bits of such a mask up to which bit by bit is faster all the same."""

_NOT_EMPTY = re.compile(rb"[^\0]")
_TRUTH = bytes.maketrans(b"01", b"\0\1")


def bit_positions(mask: int, base: int = 0) -> Iterator[int]:
    """The numbers of the bits of a mask, lowest first, in time linear in its width.

    ``base`` is the number of bit 0.

    >>> list(bit_positions(0b10110))
    [1, 2, 4]
    """
    width = mask.bit_length()
    number = mask.bit_count()
    if width <= NARROW or number <= min(FEW, width // SPARSE):
        return _few_bit_positions(mask, base - 1)
    if number * SPARSE <= width:
        return _sparse_bit_positions(mask, base)
    digits = f"{mask:b}"[::-1].encode().translate(_TRUTH)
    return compress(range(base, base + len(digits)), digits)


def _few_bit_positions(mask: int, below: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield below + low.bit_length()
        mask ^= low


def _sparse_bit_positions(mask: int, base: int) -> Iterator[int]:
    data = mask.to_bytes((mask.bit_length() + 7) >> 3, "little")
    for byte in _NOT_EMPTY.finditer(data):
        yield from _few_bit_positions(byte[0][0], base + 8 * byte.start() - 1)


def values_in_mask(values: Iterable[int], mask: int, base: int) -> set[int]:
    """Return the subset of ``values`` that is in a mask whose bit 0 stands for ``base``.

    Takes time by the values and the bits up to the largest of them: a domain may be far wider.

    >>> sorted(values_in_mask([3, 5, 7, 10**9], 0b111011, 2))
    [3, 5, 7]
    """
    width = mask.bit_length()
    places = [value - base for value in values if 0 <= value - base < width]
    if not places:
        return set()
    top = max(places) + 1
    data = (mask & (1 << top) - 1).to_bytes((top + 7) >> 3, "little")
    return {base + place for place in places if data[place >> 3] >> (place & 7) & 1}


def mask_of(places: Iterable[int], width: int) -> int:
    """The mask of some bits, in any order, given by their numbers, all less than ``width``.

    >>> bin(mask_of([4, 1, 2], 5))
    '0b10110'
    """
    data = bytearray((width + 7) >> 3)
    for place in places:
        data[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(data, "little")


def mask_of_values(values: Iterable[int], base: int, width: int) -> int:
    """The mask of those values that are among the ``width`` values from ``base`` on."""
    return mask_of((value - base for value in values if 0 <= value - base < width), width)


def mask_of_ranges(ranges: Iterable[tuple[int, int]], base: int, width: int) -> int:
    """The mask of ranges of numbers (lowest, highest), of which ``base`` is bit 0.

    >>> bin(mask_of_ranges([(3, 12), (14, 14)], 3, 12))
    '0b101111111111'
    """
    data = bytearray((width + 7) >> 3)
    for low, high in ranges:
        first, last = low - base >> 3, high - base >> 3
        from_low, to_high = 255 << (low - base & 7) & 255, 255 >> 7 - (high - base & 7)
        if first == last:
            data[first] |= from_low & to_high
        else:
            data[first] |= from_low
            data[first + 1 : last] = b"\xff" * (last - first - 1)
            data[last] |= to_high
    return int.from_bytes(data, "little")
