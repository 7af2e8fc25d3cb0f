"""Sets of small numbers as masks: a bit for each that is in the set.

>>> bit_indices(0b1011), mask_of((0, 1, 3))
((0, 1, 3), 11)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


@lru_cache(maxsize=4096)
def bit_indices(mask: int) -> tuple[int, ...]:
    """The bits that are set in a mask."""
    indices = []
    while mask:
        lowest = mask & -mask
        indices.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(indices)


def mask_of(cells: Iterable[int]) -> int:
    """Some cells as a mask."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask
