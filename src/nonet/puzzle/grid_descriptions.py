"""Grids by name or by a short description: overlapping squares, rectangles, other values.

A description is a name (``samurai``), or a size followed, in any order, by the deviations from
the usual: ``values 0-8``, ``box 2x4`` or ``box none``, and ``at R1C1 R7C7``, the top left cells
of several such blocks.

>>> grid_of("samurai") == grid_of("9 at R1C1 R1C13 R7C7 R13C1 R13C13")
True
>>> grid = grid_of("6x8 values 0-9 box none")
>>> grid.height, grid.width, grid.values[-1], grid.blocks[0].box
(6, 8, 9, None)
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from nonet.errors import PuzzleError, did_you_mean
from nonet.puzzle.grid import (
    MAX_VALUES,
    Block,
    Grid,
    cell_name,
    default_box,
    parse_cell_name,
    place,
)

MAX_BLOCKS = 100
"""Blocks that a description may place."""

SAMURAI = ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))
"""Corners of the five squares of a samurai."""

MULTIGRIDS: dict[str, tuple[tuple[int, int], ...]] = {
    "samurai": SAMURAI,
    "twodoku": ((0, 0), (6, 6)),
    "gattai-3": ((0, 6), (6, 0), (6, 12)),
    "sohei": ((0, 6), (6, 0), (6, 12), (12, 6)),
    "butterfly": ((0, 0), (0, 3), (3, 0), (3, 3)),
    "flower": ((0, 3), (3, 0), (3, 3), (3, 6), (6, 3)),
    "windmill": ((0, 3), (3, 12), (6, 6), (9, 0), (12, 9)),
    "gattai-8": ((0, 0), (0, 12), (0, 24), (6, 6), (6, 18), (12, 0), (12, 12), (12, 24)),
    "shogun": (
        *((0, 0), (0, 12), (0, 24), (0, 36), (6, 6), (6, 18), (6, 30)),
        *((12, 0), (12, 12), (12, 24), (12, 36)),
    ),
    "sumo": (
        *((0, 0), (0, 12), (0, 24), (6, 6), (6, 18), (12, 0), (12, 12), (12, 24)),
        *((18, 6), (18, 18), (24, 0), (24, 12), (24, 24)),
    ),
    "clueless": tuple((row, column) for row in (0, 9, 18) for column in (0, 9, 18)),
}
"""Grids of several 9x9 squares that have a name: the corners of the squares, from 0.

``clueless`` are nine that only touch; the tenth is a rule: ``tenth-grid``.
"""

_SIZE = r"(\d{1,4})(?:x(\d{1,4}))?"
_RANGE = r"(-?\d{1,6})-(-?\d{1,6})"


def grid_of(description: str) -> Grid:
    """Return the grid of a name or a description; raise ``PuzzleError`` for any other text."""
    parts = description.split()
    if not parts:
        raise PuzzleError(f"a grid is {_accepted_descriptions()}")
    name = "-".join(parts).lower()
    if name in MULTIGRIDS:
        return Grid.overlapping(MULTIGRIDS[name])
    size = re.fullmatch(_SIZE, parts[0].lower())
    if size is None:
        similar = did_you_mean(name, MULTIGRIDS)
        raise PuzzleError(
            f"there is no grid {description!r}: it is {_accepted_descriptions()}{similar}"
        )
    height = int(size[1])
    width = int(size[2] or height)
    options = _values_by_keyword(parts[1:])
    values = _parsed_values(options.get("values", ()), max(height, width))
    corners = [_parsed_corner(word) for word in options.get("at", ("R1C1",))]
    box = _parsed_box(options["box"]) if "box" in options else default_block_box(height, width)
    if len(corners) > MAX_BLOCKS:
        raise PuzzleError(f"a grid of at most {MAX_BLOCKS} blocks, not {len(corners)}")
    return Grid(tuple(Block(top, left, height, width, box) for top, left in corners), values)


def description_of(grid: Grid) -> str | None:
    """Return the name or description from which :func:`grid_of` makes the grid, or ``None``."""
    for name, places in MULTIGRIDS.items():
        if grid == Grid.overlapping(places):
            return name
    first, values = grid.blocks[0], grid.values
    shapes = {(block.height, block.width, block.box) for block in grid.blocks}
    if len(shapes) > 1 or values != tuple(range(values[0], values[-1] + 1)):
        return None
    parts = [str(first.height) if first.height == first.width else f"{first.height}x{first.width}"]
    if values != tuple(range(1, max(first.height, first.width) + 1)):
        parts.append(f"values {values[0]}-{values[-1]}")
    if first.box != default_block_box(first.height, first.width):
        parts.append("box none" if first.box is None else f"box {first.box[0]}x{first.box[1]}")
    corners = [(block.top, block.left) for block in grid.blocks]
    if corners != [(0, 0)]:
        parts.append("at " + " ".join(cell_name(*corner) for corner in corners))
    description = " ".join(parts)
    return description if len(corners) <= MAX_BLOCKS and grid_of(description) == grid else None


def default_block_box(height: int, width: int) -> tuple[int, int] | None:
    """The (height, width) of the boxes of a block, as many cells as its longer side; or ``None``.

    The boxes are nearest a square, and wider than high where both ways tile the block.

    >>> default_block_box(9, 9), default_block_box(4, 6), default_block_box(6, 4), default_block_box(5, 5)
    ((3, 3), (2, 3), (3, 2), None)
    """
    box = default_box(max(height, width))
    for shape in (box, box and box[::-1]):
        if shape and height % shape[0] == 0 and width % shape[1] == 0:
            return shape
    return None


def _accepted_descriptions() -> str:
    return f"one of {', '.join(MULTIGRIDS)}, or a size as 9 or 6x8 and what is not usual"


def _values_by_keyword(parts: Iterable[str]) -> dict[str, list[str]]:
    """Return the words after each keyword."""
    values: dict[str, list[str]] = {}
    key = ""
    for word in parts:
        if word.lower() in ("values", "box", "at"):
            key = word.lower()
            if key in values:
                raise PuzzleError(f"a grid says {key!r} twice")
            values[key] = []
        elif not key:
            raise PuzzleError(f"after a grid's size come values, box or at, not {word!r}")
        else:
            values[key].append(word)
    for key, given in values.items():
        if not given or (key != "at" and len(given) > 1):
            raise PuzzleError(f"a grid's {key!r} is followed by {_EXPECTED_VALUES[key]}")
    return values


_EXPECTED_VALUES = {
    "values": "a range as 1-9",
    "box": "a shape as 3x3, or none",
    "at": "the top left cells of its blocks",
}


def _parsed_values(given: Iterable[str], usual: int) -> tuple[int, ...]:
    for text in given:
        match = re.fullmatch(_RANGE, text)
        if match is None:
            raise PuzzleError(f"a grid's values are a range as 1-9, not {text!r}")
        low, high = int(match[1]), int(match[2])
        if not 0 <= high - low < MAX_VALUES:
            raise PuzzleError(f"a grid has 1 to {MAX_VALUES} values, not those of {text}")
        return tuple(range(low, high + 1))
    if not 1 <= usual <= MAX_VALUES:
        raise PuzzleError(f"a grid has a side of 1 to {MAX_VALUES}, not {usual}")
    return tuple(range(1, usual + 1))


def _parsed_corner(word: str) -> tuple[int, int]:
    cell = parse_cell_name(word)
    if cell is None or min(place(cell)) < 0:
        raise PuzzleError(f"a block stands at its top left cell, as R1C1, not at {word!r}")
    return place(cell)


def _parsed_box(given: Iterable[str]) -> tuple[int, int] | None:
    for text in given:
        if text.lower() == "none":
            return None
        match = re.fullmatch(_SIZE, text.lower())
        if match is None or not match[2]:
            raise PuzzleError(f"a grid's box is a shape as 3x3, or none, not {text!r}")
        return int(match[1]), int(match[2])
    return None
