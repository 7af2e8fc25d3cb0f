"""Rows of plain puzzles in one pass: texts of digits and dots, lists of numbers.

Rows that are not plain are left to the reader, row by row.

>>> rows, others = text_rows(["1.0..............", "1..............."])
>>> rows[1, :3].tolist(), others
([1, 0, 0], [0])
"""

from __future__ import annotations

from math import isqrt
from typing import Any

import numpy as np

from nonet.batch.geometry import Array

PLAIN_SIZES = range(4, 10)
"""Squares whose values are digits, and whose texts are no rows of larger grids."""

ZERO, DOT = ord("0"), ord(".")


def text_rows(puzzles: list[Any]) -> tuple[Array, list[int]] | None:
    """The rows of texts of one square in digits, with 0 or a dot for a blank.

    Also returns the numbers of the entries that are not such texts, whose rows are zeros.
    ``None`` where no entry is, or where plain texts are of several sizes.
    """
    lengths = set(map(len, puzzles)) if set(map(type, puzzles)) == {str} else set()
    sizes = [length for length in lengths if isqrt(length) in PLAIN_SIZES]
    sizes = [length for length in sizes if isqrt(length) ** 2 == length]
    if len(sizes) != 1:
        return None
    (cells,) = sizes
    others: list[int] = []
    fitting = puzzles
    if len(lengths) > 1:
        fitting = [text for text in puzzles if len(text) == cells]
        others = [number for number, text in enumerate(puzzles) if len(text) != cells]
    # a character beyond ASCII becomes a question mark, which is no cell either
    codes = np.frombuffer("".join(fitting).encode("ascii", "replace"), np.uint8)
    rows = (codes - np.uint8(ZERO)) * (codes != DOT)
    rows = rows.reshape(len(fitting), cells)
    size = isqrt(cells)
    if rows.max() > size:
        odd = np.flatnonzero((rows > size).any(axis=1))
        rows[odd] = 0
    else:
        odd = np.zeros(0, np.int64)
    if others:
        every = np.zeros((len(puzzles), cells), np.uint8)
        is_present = np.ones(len(puzzles), bool)
        is_present[others] = False
        every[is_present] = rows
        others = sorted([*others, *np.flatnonzero(is_present)[odd].tolist()])
        return every, others
    return rows, odd.tolist()


def number_rows(puzzles: list[Any]) -> Array | None:
    """Lists of numbers from 0 to 255 as an array; ``None`` for anything else."""
    if not set(map(type, puzzles)) <= {list, tuple} or len(set(map(len, puzzles))) != 1:
        return None
    try:
        data = b"".join(map(bytes, puzzles))  # five times as fast as np.array
    except (TypeError, ValueError):
        return None
    return np.frombuffer(data, np.uint8).reshape(len(puzzles), -1)
