"""The least image of Sudoku grids, with or without blanks, under all symmetries of their rules.

Rows may trade places within a band and bands with each other, columns and stacks as well; a grid of
square boxes may be transposed; and values may be renamed: 1.2 trillion images of a 9x9 (Russell and
Jarvis, "Mathematics of Sudoku II", 2006).  The least image, as a number read row by row with 0 for
blanks, is the same for all images ("minlex").  The image is built from the first row on: of all
orders of columns and all rows that may come next, the combinations that make the row least remain.
Many grids are taken together, in arrays.

>>> one = np.array([[0, 2, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 4, 0, 0, 0]])
>>> turned = one.reshape(4, 4).T[::-1].reshape(1, 16)
>>> minlex_rows(one, (2, 2)).tolist() == minlex_rows(turned, (2, 2)).tolist()
True
>>> "".join(map(str, minlex_rows(one, (2, 2))[0]))
'0000000101023000'
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations, product
from math import factorial
from typing import Any

import numpy as np

from nonet.errors import PuzzleError

Array = np.ndarray[Any, Any]

MAX_COLUMN_ORDERS = 100_000
"""Maximum number of column orders that are tried: about those of 12x12; 16x16 has eight millions."""

MAX_STATES = 400_000
"""Orders of columns and rows that are followed together; grids are taken in so small batches."""


def minlex_rows(grids: Array, box: tuple[int, int]) -> Array:
    """The least image of each grid of an array (N, cells): 0 for a blank, else values from 1.

    ``box`` is the height and width of a box.  Raises ``PuzzleError`` for boxes that are too wide.
    """
    height, width = box
    size = height * width
    if column_order_count(width, size) > MAX_COLUMN_ORDERS:
        raise PuzzleError(f"a least image is found of grids of up to 12x12, not of {size}x{size}")
    least = np.zeros(grids.shape, np.uint8)
    squares = grids.reshape(-1, 1, size, size).astype(np.uint8)
    if height == width:
        squares = np.concatenate((squares, squares.transpose(0, 1, 3, 2)), axis=1)
    orders = _column_orders(width, size)
    start, batch = 0, max(1, MAX_STATES // (len(orders) * size))
    while start < len(squares):
        some = squares[start : start + batch]
        least[start : start + batch] = _minlex(some, height, orders)
        start += batch
        batch = max(1, MAX_STATES // (2_000 if (some == 0).any() else len(orders) * size))
    return least


def column_order_count(width: int, size: int) -> int:
    """The number of orders of columns that keep the stacks together."""
    stacks = size // width
    return factorial(stacks) * int(factorial(width) ** stacks)


@lru_cache(maxsize=8)
def _column_orders(width: int, size: int) -> Array:
    """All orders of columns that keep the stacks together, one a row."""
    stacks = [range(first, first + width) for first in range(0, size, width)]
    return np.array(
        [
            [column for stack in inner for column in stack]
            for outer in permutations(stacks)
            for inner in product(*(permutations(stack) for stack in outer))
        ],
        np.uint8,
    )


def _minlex(squares: Array, height: int, orders: Array) -> Array:
    """Return the least images of grids, for squares of shape (grids, views, size, size)."""
    number, ways, size, _ = squares.shape
    lines = squares.reshape(-1, size)
    states = _first_rows(lines, number, orders)
    rows = [states.least_rows]
    for depth in range(1, size):
        states = states.with_next_row(depth, height, ways)
        rows.append(states.least_rows)
    return np.concatenate(rows, axis=1)


def _first_rows(lines: Array, number: int, orders: Array) -> _States:
    """The states whose first row has its blanks as early as can be: its values are 1, 2, 3 ..."""
    size = lines.shape[1]
    masks = (lines > 0) @ (1 << np.arange(size))
    different, place = np.unique(masks, return_inverse=True)
    shown = np.zeros((len(different), len(orders)), np.int32)
    for column in range(size):
        shown = shown << 1 | (different[:, None] >> orders[None, :, column]) & 1
    least = shown.min(axis=1)[place].reshape(number, -1).min(axis=1)
    per_grid = len(lines) // number
    line, order = (shown[place] == np.repeat(least, per_grid)[:, None]).nonzero()
    states = _States(lines, orders, number, line, order)
    return states.evaluated(np.arange(len(line)), line)


class _States:
    """Orders of columns and rows that have made the same least rows so far, grid by grid.

    ``line`` is the last row taken, as a place in ``lines``; ``used`` has a bit for each row taken;
    ``names`` are the new names of values, or 0, and ``named`` their number.
    """

    def __init__(self, lines: Array, orders: Array, number: int, line: Array, order: Array) -> None:
        size = lines.shape[1]
        self.lines, self.orders, self.number, self.size = lines, orders, number, size
        self.line, self.order = line, order
        self.used = np.zeros(len(line), np.int64)
        self.names = np.zeros((len(line), size + 1), np.uint8)
        self.named = np.zeros(len(line), np.uint8)
        self.least_rows = np.zeros((number, size), np.uint8)

    def evaluated(self, parent: Array, line: Array) -> _States:
        """Return the states after a next row that make each grid's row least."""
        size = self.size
        order = self.order[parent]
        values = self.lines[line[:, None], self.orders[order]]
        names, named = self.names[parent], self.named[parent]
        every = np.arange(len(parent))
        code = np.zeros(len(parent), np.int64)
        for column in range(size):
            value = values[:, column]
            name = names[every, value]
            new = (name == 0) & (value > 0)
            named = named + new
            name = np.where(new, named, name)
            names[every, value] = name
            code = code * (size + 1) + name
        per_grid = len(self.lines) // self.number
        grid = line // per_grid
        starts = np.searchsorted(grid, np.arange(self.number))
        least = np.minimum.reduceat(code, starts)
        keep = code == least[grid]
        result = _States(self.lines, self.orders, self.number, line[keep], order[keep])
        result.used = self.used[parent][keep] | 1 << line[keep] % size
        result.names, result.named = names[keep], named[keep]
        digits = (size + 1) ** np.arange(size - 1, -1, -1, dtype=np.int64)
        result.least_rows = (least[:, None] // digits % (size + 1)).astype(np.uint8)
        return result

    def with_next_row(self, depth: int, height: int, ways: int) -> _States:
        """The states after one row more: of the same band, or the first of another."""
        rows = np.arange(self.size)
        allowed = (self.used[:, None] >> rows & 1) == 0
        if depth % height:
            band = self.line % self.size // height
            allowed &= rows // height == band[:, None]
        parent, row = allowed.nonzero()
        return self.evaluated(parent, self.line[parent] // self.size * self.size + row)
