"""Weighted sums by bounds: arrows, little killers, whatever adds up, with values that may repeat.

The least and the most that a sum can be leave some slack to what it must be; no cell may be
farther from its end than the slack allows.  Cells that differ from each other are a *group*: they
cannot all have the least value, so the least that they add up to is that of different values.
Exact where all cells are fixed.

A record: what compares, the constant, how many integers follow; then each group: its weight, how
many cells it has, and these.

>>> pack([(1, [0, 1]), (-1, [2])], "==", 0)
[0, 0, 7, 1, 2, 0, 1, -1, 1, 2]

Sums that are as much as each other are one record: each begins with a 0 and what is added to it,
and its groups follow.  All come to what the greatest of their least is, or to more.

>>> pack_equal_sums([([[0, 1]], 0), ([[2], [3]], 4)])
[3, 0, 14, 0, 0, 1, 2, 0, 1, 0, 4, 1, 1, 2, 1, 1, 3]
"""

from __future__ import annotations

from collections.abc import Sequence

EQUAL, AT_MOST, UNEQUAL, ALIKE = range(4)
"""What compares the sum with the constant, or sums with each other."""


def pack(groups: Sequence[tuple[int, Sequence[int]]], op: str, constant: int) -> list[int]:
    """The record of a sum of groups ``(weight, cells)``, values counted from 0."""
    if op == ">=":
        groups, constant = [(-weight, cells) for weight, cells in groups], -constant
    kind = {"==": EQUAL, "!=": UNEQUAL}.get(op, AT_MOST)
    flat = [number for weight, cells in groups for number in (weight, len(cells), *cells)]
    return [kind, constant, len(flat), *flat]


def pack_equal_sums(sums: Sequence[tuple[Sequence[Sequence[int]], int]]) -> list[int]:
    """The record of equal sums: of each its groups, and what is added to it (0 or more)."""
    flat: list[int] = []
    for groups, more in sums:
        flat += 0, more
        for cells in groups:
            flat += 1, len(cells), *cells
    return [ALIKE, 0, len(flat), *flat]
