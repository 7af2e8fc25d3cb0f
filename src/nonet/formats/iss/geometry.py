"""The grid of a constraint string: its shape, its boxes, and cells that are in no grid.

>>> geometry = geometry_of([Node("Shape", ("6x6",)), Node("Var", ("A", "", "2"))])
>>> geometry.grid.blocks[0].box, geometry.cell("R6C6"), geometry.cell("VA2")
((2, 3), 'R6C6', '~VA2')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isqrt

from nonet.errors import FormatError
from nonet.formats.iss.syntax import Node
from nonet.puzzle import Block, Cell, Grid
from nonet.puzzle.grid import cell_name

MAX_SIDE = 16
MAX_CELLS = 1000
_SHAPE = re.compile(r"(\d{1,2})x(\d{1,2})")
_RANGE = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?")
_SIZE = re.compile(r"(?:([1-9]\d{0,3})x)?([1-9]\d{0,3})")
_DIGITS = "123456789abcdefg"


@dataclass(frozen=True)
class Geometry:
    """A grid, and the names of its cells in constraint strings."""

    height: int
    width: int
    values: tuple[int, ...]
    box: tuple[int, int] | None
    raw: bool = False
    """Whether rows, columns and boxes mean nothing."""
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Cells in no grid, by the name of their group: their names."""
    shapes: dict[str, int] = field(default_factory=dict)
    """The width of each group that is a rectangle."""

    @cached_property
    def grid(self) -> Grid:
        """The grid; cells that are in none are variables beside it."""
        return Grid((Block(0, 0, self.height, self.width, self.box),), self.values)

    @cached_property
    def _names(self) -> dict[str, Cell]:
        return {name: f"~{name}" for names in self.groups.values() for name in names}

    @cached_property
    def id_by_cell(self) -> dict[Cell, str]:
        """The names in constraint strings, by cell."""
        ids = {
            cell_name(r, c): f"R{_DIGITS[r]}C{_DIGITS[c]}"
            for r in range(self.height)
            for c in range(self.width)
        }
        return ids | {cell: name for name, cell in self._names.items()}

    def cell(self, name: str) -> Cell:
        """The cell of a name; raises ``FormatError`` if there is none."""
        if len(name) == 4 and name[0] in "Rr" and name[2] in "Cc":
            row, column = _DIGITS.find(name[1].lower()), _DIGITS.find(name[3].lower())
            if 0 <= row < self.height and 0 <= column < self.width:
                return cell_name(row, column)
        elif name in self._names:
            return self._names[name]
        raise FormatError(
            f"{name[:20]!r} is no cell of this grid ({self.height} rows, {self.width} columns)"
        )

    def cells(self, names: Sequence[str]) -> tuple[Cell, ...]:
        """The cells of some names."""
        return tuple(map(self.cell, names))

    def rows(self) -> list[tuple[Cell, ...]]:
        """The rows of the grid."""
        return self.grid.blocks[0].rows()

    def columns(self) -> list[tuple[Cell, ...]]:
        """The columns of the grid."""
        return self.grid.blocks[0].columns()

    def group_position(self, name: str) -> tuple[str, int, int]:
        """The group of a cell, empty for the grid's own, and its row and column there."""
        group, at, width, _ = self._group_index(name)
        return group, at // width, at % width

    def shifted(self, name: str, origin: str, index: int) -> str:
        """Return the place of a cell if ``origin`` is moved on by ``index`` cells."""
        group, at, width, last = self._group_index(name)
        home, start, _, _ = self._group_index(origin)
        target = start + index
        if group != home:
            raise FormatError(f"Replicate: {name} and {origin} are not in one group of cells")
        row = at // width - start // width + target // width
        column = at % width - start % width + target % width
        place = row * width + column
        if not 0 <= column < width or not 0 <= place < last:
            raise FormatError(f"Replicate moves {name} off the grid")
        if group:
            return self.groups[group][place]
        return f"R{_DIGITS[row]}C{_DIGITS[column]}"

    def _group_index(self, name: str) -> tuple[str, int, int, int]:
        """The group of a cell, its index there, and the group's width and number of cells."""
        for group, names in self.groups.items():
            if name in names:
                width = self.shapes.get(group) or len(names)
                return group, names.index(name), width, len(names)
        cell = self.cell(name)
        index = self.grid.blocks[0].rows()
        row = next(r for r, cells in enumerate(index) if cell in cells)
        at = row * self.width + index[row].index(cell)
        return "", at, self.width, self.height * self.width


def box_of(height: int, width: int, size: int) -> tuple[int, int] | None:
    """The (height, width) of boxes of ``size`` cells that tile a grid; ``None`` if none do."""
    for small in range(isqrt(size), 1, -1):
        if size % small:
            continue
        large = size // small
        for box in ((small, large), (large, small)):
            if height % box[0] == 0 and width % box[1] == 0:
                return box
    return None


def geometry_of(nodes: Sequence[Node]) -> Geometry:
    """Return the geometry that the constraints of a string state; 9x9 by default."""
    by_type = {node.type: node for node in reversed(nodes)}
    shape = by_type["Shape"].args if "Shape" in by_type else ("9x9",)
    match = _SHAPE.fullmatch(shape[0]) if shape else None
    if match is None:
        raise FormatError(f"a shape is such as 9x9, not {'~'.join(shape)[:20]!r}")
    height, width = int(match[1]), int(match[2])
    if not 1 <= height <= MAX_SIDE or not 1 <= width <= MAX_SIDE:
        raise FormatError(f"a shape has 1 to {MAX_SIDE} rows and columns, not {height}x{width}")
    side = max(height, width)
    values = _values(shape[1] if len(shape) > 1 else "", side)
    raw = len(shape) > 2 and shape[2] == "Raw"
    if not raw and len(values) < side:
        raise FormatError(f"{len(values)} values are too few for {side} cells in a line")
    size = side
    if "RegionSize" in by_type:
        text = by_type["RegionSize"].args[0] if by_type["RegionSize"].args else ""
        if not text.isascii() or not text.isdigit() or len(text) > 3:
            raise FormatError(f"RegionSize is a number of cells, not {text[:20]!r}")
        size = int(text)
    boxless = raw or "NoBoxes" in by_type or size == 0
    groups: dict[str, tuple[str, ...]] = {}
    shapes: dict[str, int] = {}
    for node in nodes:
        if node.type == "Var":
            _add_group(node, groups, shapes)
    if "Doppelganger" in by_type:
        if height != width or values != tuple(range(side + 1)):
            raise FormatError("Doppelganger is for squares of n rows with the values 0 to n")
        boxes = side if box_of(height, width, size) and not boxless else 0
        groups["DGZ"] = ("DGZ",)
        for prefix, count in (("DGR", width), ("DGC", height), ("DGB", boxes)):
            groups[prefix] = tuple(f"{prefix}{n}" for n in range(1, count + 1))
        shapes["DGB"] = (box_of(height, width, size) or (1, 1))[1]
    if sum(map(len, groups.values())) + height * width > MAX_CELLS:
        raise FormatError(f"more than {MAX_CELLS} cells")
    box = None if boxless else box_of(height, width, size)
    return Geometry(height, width, values, box, raw, groups, shapes)


def _values(text: str, side: int) -> tuple[int, ...]:
    if not text:
        return tuple(range(1, side + 1))
    match = _RANGE.fullmatch(text)
    lowest, highest = 1, 0
    if match:
        lowest, highest = (int(match[1]), int(match[2])) if match[2] else (1, int(match[1]))
    if not match or lowest > 1 or not lowest <= highest <= lowest + MAX_SIDE - 1:
        raise FormatError(f"values are such as 9 or 0-8, not {text[:20]!r}")
    return tuple(range(lowest, highest + 1))


def _add_group(node: Node, groups: dict[str, tuple[str, ...]], shapes: dict[str, int]) -> None:
    prefix, _, size = (*node.args, "", "", "")[:3]
    if not re.fullmatch(r"[A-Z]{1,20}", prefix):
        raise FormatError(f"Var: a name is of letters A to Z, not {prefix[:20]!r}")
    match = _SIZE.fullmatch(size)
    count = int(match[2]) * int(match[1] or 1) if match else 1
    if count > MAX_CELLS:
        raise FormatError(f"Var {prefix}: more than {MAX_CELLS} cells")
    if match and match[1]:
        shapes[f"V{prefix}"] = int(match[2])
    names = (f"V{prefix}{n}" for n in range(1, count + 1))
    groups[f"V{prefix}"] = tuple(names) if count > 1 else (f"V{prefix}",)
