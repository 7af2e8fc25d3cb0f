"""Grids: the places of a puzzle's cells, and their values.

A grid consists of blocks (a samurai has five) on a common canvas.  A block is a rectangle of
cells with its own rows, columns and boxes; blocks may share cells.  Cells are named ``R1C1`` by
their place on the canvas, counting from 1.

>>> grid = Grid.square(9)
>>> grid.cells[:3], len(grid.cells), grid.values[-1]
(('R1C1', 'R1C2', 'R1C3'), 81, 9)
>>> grid.cell("A2"), grid.cell("r3c7")
('R1C2', 'R3C7')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import isqrt
from typing import Annotated

from nonet.errors import PuzzleError, quantity

Cell = Annotated[str, "cell"]
"""A cell's name, ``R1C1``: row and column count from 1."""

Outside = Annotated[str, "outside"]
"""A place beside the grid by its name: ``R0C4`` is above column 4, ``R3C0`` left of row 3."""

MAX_VALUES = 64

MAX_LINES = 1000
"""Most rows, and most columns, of a canvas: the whole canvas is drawn, including places without
cell.
"""

OFF_CANVAS = (MAX_LINES, MAX_LINES)
"""The place of a variable beside the grid, far from all cells; no picture shows it."""

SQUARE_OFFSETS = ((0, 0), (0, 1), (1, 0), (1, 1))
"""The steps, as (rows down, columns right), from a cell to the four cells that meet at its
lower right corner, including the cell.
"""

NEIGHBOUR_OFFSETS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""The steps from a cell to each cell that shares an edge or a corner."""

# texts, which are compiled when first used: a puzzle of a plain line needs none
_ROW_COLUMN = r"[rR](\d{1,4})[cC](\d{1,4})"
_LETTER_NUMBER = r"([A-Za-z]{1,2})(\d{1,4})"


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle of cells: its top-left corner on the canvas (from 0) and its size.

    ``box`` is the (height, width) of its boxes, or ``None`` without boxes.
    """

    top: int
    left: int
    height: int
    width: int
    box: tuple[int, int] | None

    def holds(self, cell: Cell) -> bool:
        """Return whether a cell, by its own name, belongs to the block."""
        row, column = place(cell)
        return 0 <= row - self.top < self.height and 0 <= column - self.left < self.width

    def rows(self) -> list[tuple[Cell, ...]]:
        """The block's rows, top to bottom."""
        return list(_rows(self))

    def columns(self) -> list[tuple[Cell, ...]]:
        """The block's columns, left to right."""
        return list(_columns(self))

    def neighbours(self) -> Iterator[tuple[Cell, Cell]]:
        """Yield the pairs of cells that share an edge, across and then down."""
        for line in (*_rows(self), *_columns(self)):
            yield from pairwise(line)

    def boxes(self) -> list[tuple[Cell, ...]]:
        """Return the block's boxes in reading order; empty without boxes."""
        return list(_boxes(self))


@lru_cache(maxsize=64)
def _rows(block: Block) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        tuple(cell_name(block.top + r, block.left + c) for c in range(block.width))
        for r in range(block.height)
    )


@lru_cache(maxsize=64)
def _columns(block: Block) -> tuple[tuple[Cell, ...], ...]:
    return tuple(zip(*_rows(block), strict=True))


@lru_cache(maxsize=64)
def _boxes(block: Block) -> tuple[tuple[Cell, ...], ...]:
    if block.box is None:
        return ()
    height, width = block.box
    return tuple(
        tuple(
            cell_name(block.top + top + r, block.left + left + c)
            for r in range(height)
            for c in range(width)
        )
        for top in range(0, block.height, height)
        for left in range(0, block.width, width)
    )


def cell_name(row: int, column: int) -> Cell:
    """The name of the cell at ``row``, ``column``, which count from 0."""
    return f"R{row + 1}C{column + 1}"


@lru_cache(maxsize=4096)
def place(cell: Cell) -> tuple[int, int]:
    """Row and column of a cell, from 0: the inverse of :func:`cell_name`.

    ``OFF_CANVAS`` for a variable beside the grid, ``~total``.
    """
    if cell[:1] == "~":  # is_auxiliary, whose module an easy puzzle does not import
        return OFF_CANVAS
    row, _, column = cell[1:].partition("C")
    return int(row) - 1, int(column) - 1


def parse_cell_name(text: str) -> Cell | None:
    """Return the ``R1C1`` name of a text, on whatever grid, or ``None`` if the text is not a cell
    name.

    >>> parse_cell_name("b3"), parse_cell_name("r0c4"), parse_cell_name("15")
    ('R2C3', 'R0C4', None)
    """
    if match := re.fullmatch(_ROW_COLUMN, text.strip()):
        return f"R{int(match[1])}C{int(match[2])}"
    if match := re.fullmatch(_LETTER_NUMBER, text.strip()):
        row = 0
        for letter in match[1].upper():
            row = row * 26 + ord(letter) - ord("A") + 1
        return f"R{row}C{int(match[2])}"
    return None


def letter_name(cell: Cell) -> str:
    """The A1-style name: rows are letters, columns numbers.

    >>> letter_name("R2C5"), letter_name("R27C1")
    ('B5', 'AA1')
    """
    row, column = place(cell)
    letters = chr(ord("A") + row % 26)
    if row >= 26:
        letters = chr(ord("A") + row // 26 - 1) + letters
    return f"{letters}{column + 1}"


@dataclass(frozen=True)
class Grid:
    """The geometry of a puzzle: ``blocks`` and the ``values`` its cells take.

    Raises ``PuzzleError`` if there is no block, there are not 1 to 64 values,
    or a box shape does not tile its block, or the canvas has more than 1,000 rows
    or columns.
    """

    blocks: tuple[Block, ...]
    values: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "blocks", tuple(self.blocks))
        object.__setattr__(self, "values", tuple(sorted(set(self.values))))
        if not self.blocks:
            raise PuzzleError("a grid needs at least one block")
        if not 1 <= len(self.values) <= MAX_VALUES:
            raise PuzzleError(
                f"a grid has 1 to {MAX_VALUES} different values, not {len(self.values)}"
            )
        for block in self.blocks:
            if block.height < 1 or block.width < 1:
                raise PuzzleError(f"a block of {block.height} by {block.width} cells")
            if block.top < 0 or block.left < 0:
                raise PuzzleError(
                    f"a block's corner is at 0 or more, not at {block.top}, {block.left}"
                )
            if max(block.top + block.height, block.left + block.width) > MAX_LINES:
                raise PuzzleError(
                    f"a grid has {MAX_LINES} rows and columns at most: a block of {block.height} "
                    f"by {block.width} cells at {block.top}, {block.left} goes beyond"
                )
            if block.box is not None:
                height, width = block.box
                if height < 1 or width < 1 or block.height % height or block.width % width:
                    raise PuzzleError(
                        f"boxes of {height}x{width} do not tile {block.height} by {block.width} cells"
                    )

    @classmethod
    def square(cls, size: int, box: tuple[int, int] | None = None) -> Grid:
        """A square of ``size`` rows and columns with values 1 to ``size``.

        ``box`` is (height, width); the default is the one nearest a square, wider
        than high, and none for a prime size.
        """
        if not 1 <= size <= MAX_VALUES:
            raise PuzzleError(f"a grid has a side of 1 to {MAX_VALUES}, not {size}")
        return cls((Block(0, 0, size, size, box or default_box(size)),), tuple(range(1, size + 1)))

    @classmethod
    def overlapping(
        cls, corners: Iterable[tuple[int, int]], size: int = 9, box: tuple[int, int] | None = None
    ) -> Grid:
        """Several squares of one size, by their top-left corners (row, column from 0)."""
        shape = box or default_box(size)
        return cls(
            tuple(Block(top, left, size, size, shape) for top, left in corners),
            tuple(range(1, size + 1)),
        )

    @classmethod
    def from_picture(cls, rows: Iterable[str], values: Iterable[int]) -> Grid:
        """The grid of a picture: a row a text, ``#`` or a blank where no cell is.

        Its blocks are its runs: cells side by side, across and down, two or more.  So the rules
        of rows and columns are the rules of Kakuro.

        >>> grid = Grid.from_picture(["#..", "...", "..#"], range(1, 10))
        >>> len(grid.cells), len(grid.blocks)
        (7, 6)
        """
        rows = [row.rstrip() for row in rows]
        cells = {
            (r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign not in "# "
        }
        if len(rows) > MAX_LINES or any(len(row) > MAX_LINES for row in rows):
            raise PuzzleError(f"a grid has {MAX_LINES} rows and columns at most")
        blocks, seen = [], set()
        for down, right in ((0, 1), (1, 0)):
            for row, column in sorted(cells):
                if (row - down, column - right) in cells:
                    continue
                length = 1
                while (row + length * down, column + length * right) in cells:
                    length += 1
                if length > 1:
                    height, width = (length, 1) if down else (1, length)
                    blocks.append(Block(row, column, height, width, None))
                    seen |= {(row + i * down, column + i * right) for i in range(length)}
        blocks += [Block(row, column, 1, 1, None) for row, column in sorted(cells - seen)]
        return cls(tuple(blocks), tuple(values))

    def __hash__(self) -> int:
        return hash((len(self.blocks), self.values))  # of each question: equality tells the rest

    @cached_property
    def height(self) -> int:
        """Rows of the canvas."""
        return max(block.top + block.height for block in self.blocks)

    @cached_property
    def width(self) -> int:
        """Columns of the canvas."""
        return max(block.left + block.width for block in self.blocks)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells in reading order, each once."""
        cells_by_place = {
            place(cell) for block in self.blocks for row in block.rows() for cell in row
        }
        return tuple(cell_name(*spot) for spot in sorted(cells_by_place))

    @cached_property
    def cell_set(self) -> frozenset[Cell]:
        """All cells, for membership."""
        return frozenset(self.cells)

    @cached_property
    def is_single(self) -> bool:
        """Whether the grid is one block that starts in the corner."""
        return len(self.blocks) == 1 and self.blocks[0].top == self.blocks[0].left == 0

    @property
    def canvas_rows(self) -> tuple[str, ...]:
        """The rows of the canvas as texts: ``.`` for a cell, ``#`` for none."""
        return tuple(
            "".join(
                "#" if self.cell_at(row, column) is None else "." for column in range(self.width)
            )
            for row in range(self.height)
        )

    @property
    def equals_its_picture(self) -> bool:
        """Return whether :meth:`from_picture` would make an equal grid from the grid's picture."""
        return self == Grid.from_picture(self.canvas_rows, self.values)

    @property
    def size(self) -> int:
        """The number of values."""
        return len(self.values)

    def cell(self, name: str) -> Cell:
        """The cell of a name: ``R1C1`` or ``A1``, in either case.

        Raises ``PuzzleError`` for a name that is not a cell of this grid.
        """
        if name in self.cell_set:  # as most are given
            return name
        canonical = parse_cell_name(str(name))
        if canonical is None or canonical not in self.cell_set:
            raise PuzzleError(
                f"{name!r} is not a cell of this grid ({quantity(self.height, 'row')}, "
                f"{quantity(self.width, 'column')})"
            )
        return canonical

    def cell_at(self, row: int, column: int) -> Cell | None:
        """The cell at ``row``, ``column`` (from 0), or ``None`` if the grid has none there."""
        name = cell_name(row, column)
        return name if name in self.cell_set else None

    def cells_at_offsets(self, cell: Cell, offsets: Iterable[tuple[int, int]]) -> Iterator[Cell]:
        """Yield the cells at ``offsets`` (rows down, columns right) from a cell, in order.

        >>> list(Grid.square(4).cells_at_offsets("R1C1", ((-1, 0), (0, 1), (2, 1))))
        ['R1C2', 'R3C2']
        """
        row, column = place(cell)
        for down, right in offsets:
            other = self.cell_at(row + down, column + right)
            if other is not None:
                yield other

    def cells_in_direction(self, start: Outside, step: tuple[int, int]) -> tuple[Cell, ...]:
        """Return the cells in a direction from a place, up to the first gap."""
        row, column = place(start)
        cells = []
        while cell := self.cell_at(row := row + step[0], column := column + step[1]):
            cells.append(cell)
        return tuple(cells)


def default_box(size: int) -> tuple[int, int] | None:
    """The (height, width) of boxes of ``size`` cells nearest a square; ``None`` for primes.

    >>> default_box(9), default_box(6), default_box(12), default_box(7)
    ((3, 3), (2, 3), (3, 4), None)
    """
    height = next(h for h in range(isqrt(size), 0, -1) if size % h == 0)
    return (height, size // height) if height > 1 or size == 1 else None
