"""Relations of two cells: dots, whispers, thermometers, a pair's sum, a knight that differs.

For each value of one cell, the values that the other may then have are a mask; what is possible
for the other is all of these together, over the candidates that are left.

A record: the two cells, and where the masks of each direction begin in ``matrices``.

>>> matrices = Matrices(3)
>>> pack(0, 1, {(0, 1), (0, 2), (1, 2)}, matrices)
[0, 1, 0, 3]
>>> matrices.masks                         # a below b: what b may be, then what a may be
[6, 4, 0, 0, 1, 3]
"""

from __future__ import annotations

from collections.abc import Collection

RECORD_SIZE = 4
"""Integers of a record."""


class Matrices:
    """Masks of relations: ``size`` of them each, every relation once.

    Where some are ``known`` to begin with, as compiled code refers to them, they are the first.
    """

    def __init__(self, size: int, known: tuple[int, ...] = ()) -> None:
        self.size = size
        self.known = len(known)
        self.masks: list[int] = list(known)
        self._at: dict[tuple[int, ...], int] = {}

    def offset_of(self, masks: tuple[int, ...]) -> int:
        """Where these masks begin; of values that are not told there are none."""
        if masks not in self._at:
            self._at[masks] = len(self.masks)
            self.masks += (*masks, *[0] * (self.size - len(masks)))
        return self._at[masks]


def pack(a: int, b: int, allowed: Collection[tuple[int, int]], matrices: Matrices) -> list[int]:
    """The record of ``(a, b) in allowed``, values counted from the lowest."""
    forth, back = [0] * matrices.size, [0] * matrices.size
    for x, y in allowed:
        forth[x] |= 1 << y
        back[y] |= 1 << x
    return [a, b, matrices.offset_of(tuple(forth)), matrices.offset_of(tuple(back))]
