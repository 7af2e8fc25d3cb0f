"""The context of the rules of a constraint, and the reading of arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from nonet.errors import FormatError
from nonet.formats.iss.geometry import Geometry
from nonet.formats.iss.syntax import Node
from nonet.formats.rule_collector import whole_number
from nonet.model import Domain
from nonet.puzzle import Cell
from nonet.puzzle.grid import place

NamedRule = tuple[str, dict[str, Any]]
"""A rule's name and its parameters."""

Arguments = tuple[str, ...]


@dataclass(frozen=True)
class Context:
    """The context of the rules of a constraint: the grid, and the other constraints."""

    geometry: Geometry
    nodes: Sequence[Node]

    @property
    def region_size(self) -> int:
        """The number of cells of a region."""
        sizes = [node.args[0] for node in self.nodes if node.type == "RegionSize" and node.args]
        return int(sizes[0]) if sizes else max(self.geometry.height, self.geometry.width)

    @property
    def ties(self) -> str:
        """How ties of ranks are judged."""
        settings = [
            node.args[0] for node in self.nodes if node.type == "FullRankTies" and node.args
        ]
        return settings[0] if settings else "only-unclued"

    def has(self, kind: str) -> bool:
        """Whether there is a constraint of a type."""
        return any(node.type == kind for node in self.nodes)

    def cells(self, names: Sequence[str]) -> tuple[Cell, ...]:
        """The cells of some names."""
        return self.geometry.cells(names)

    def region_cells(self, names: Sequence[str]) -> tuple[Cell, ...] | None:
        """Return the cells of region cells such as ``CC12``.

        ``None`` if a name is no region cell.
        """
        if not names or not all(name.startswith("CC") for name in names):
            return None
        rows = self.geometry.rows()
        cells = []
        for name in names:
            number = whole_number(name[2:]) or 0
            if not self.has("ChaosConstruction") or not 0 < number <= len(rows) * len(rows[0]):
                raise FormatError(f"{name[:20]!r} is no region cell of this grid")
            cells.append(rows[(number - 1) // len(rows[0])][(number - 1) % len(rows[0])])
        return tuple(cells)

    def values(self, node: Node) -> Iterator[tuple[Cell, Domain]]:
        """The cells of a constraint without a type, and the values that each may have."""
        for arg in node.args:
            name, *texts = arg.split("_")
            cell = self.geometry.cell(name)
            values = [parse_number(text, f"a value of {name}") for text in texts]
            if not values:
                raise FormatError(f"{name} is given no value")
            wrong = next((v for v in values if v not in self.geometry.values), None)
            if wrong is not None:
                lowest, highest = self.geometry.values[0], self.geometry.values[-1]
                raise FormatError(
                    f"clue {wrong} at {cell} is out of range: values are {lowest} to {highest}"
                )
            yield cell, Domain.of(values)

    def outside_place(self, line: str, *, back: bool = False) -> str:
        """The place beside the grid where a clue for a row ``R3`` or a column ``C5`` stands."""
        kind, number = line[:1], whole_number(line[1:])
        if number is None and len(line) == 2:
            number = "0123456789abcdefg".find(line[1])
        lines = self.geometry.height if kind == "R" else self.geometry.width
        if kind not in ("R", "C") or number is None or not 1 <= number <= lines:
            raise FormatError(f"{line[:20]!r} is no row or column: expected such as R3 or C5")
        if kind == "R":
            return f"R{number}C{self.geometry.width + 1 if back else 0}"
        return f"R{self.geometry.height + 1 if back else 0}C{number}"

    def line(self, text: str) -> tuple[Cell, ...]:
        """The cells of a row ``R3`` or a column ``C5``."""
        spot = self.outside_place(text)
        row, column = place(spot)
        geometry = self.geometry
        return geometry.rows()[row] if column < 0 else geometry.columns()[column]

    def neighbours(self, names: Sequence[str]) -> Iterator[tuple[Cell, Cell]]:
        """The pairs of listed cells that share an edge, the earlier one first."""
        spots = [(self.geometry.cell(name), self.geometry.group_position(name)) for name in names]
        pairs = [
            (a, b)
            for (a, first), (b, second) in combinations(spots, 2)
            if _share_edge(first, second)
        ]
        if not pairs:
            raise FormatError(f"no two of {' '.join(names)[:60]} share an edge")
        yield from pairs


def _share_edge(first: tuple[str, int, int], second: tuple[str, int, int]) -> bool:
    return first[0] == second[0] and abs(first[1] - second[1]) + abs(first[2] - second[2]) == 1


def parse_number(text: str, what: str) -> int:
    """Return a whole number; raise ``FormatError``, naming ``what``, if the text is no number."""
    number = whole_number(text)
    if number is None:
        raise FormatError(f"{what} is a number, not {text[:20]!r}")
    return number


def parse_first_number(args: Arguments, what: str) -> tuple[int, Arguments]:
    """Return the first argument as a number, and the later arguments."""
    return parse_number(args[0] if args else "", what), args[1:]


def parse_numbers(text: str, what: str) -> tuple[int, ...]:
    """Numbers parted by underscores."""
    return tuple(parse_number(each, what) for each in text.split("_"))


RuleFactory = Callable[[Context, Arguments], Iterator[NamedRule]]
"""Yields the rules of a type: names with parameters."""


def split_segments(args: Arguments) -> list[list[str]]:
    """The names between single dashes."""
    segments: list[list[str]] = [[]]
    for arg in args:
        if arg == "-":
            segments.append([])
        else:
            segments[-1].append(arg)
    return segments
