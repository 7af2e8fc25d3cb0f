"""Marked cells: even or odd, least or greatest, of given values, with arrows, or places of values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

from nonet.model import Annotation, AnyOf, Constraint, Linear, Table
from nonet.model.constraints.base import UNNAMED
from nonet.puzzle.grid import Block, Cell, Grid, place
from nonet.puzzle.rules.base import CellsRule, Example, PuzzleRule
from nonet.render.drawing import Decoration, Shade, Shape, Text, Tint


class ParityRule(CellsRule):
    """The base of even and odd."""

    remainder: ClassVar[int]
    """The remainder of the values when divided by 2."""
    shape: ClassVar[Literal["square", "circle"]]

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        allowed = frozenset((value,) for value in grid.values if value % 2 == self.remainder)
        for cell in self.located(grid):
            sentence = f"{cell} holds an {self.name} value"
            yield Table(
                (cell,), allowed, rule=Annotation(self.name, f"{self.name} cell {cell}", sentence)
            )

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for cell in self.located(grid):
            yield Shape(place(cell), self.shape)


class Even(ParityRule):
    """The listed cells hold even values."""

    name = "even"
    sentence = "Cells with a square hold even values."
    parameters = {"cells": "the even cells, as R1C1 or A1"}
    examples = (Example("....2..........1", "4312214312343421", "R1C1 R2C3 R4C2"),)
    remainder = 0
    shape = "square"


class Odd(ParityRule):
    """The listed cells hold odd values."""

    name = "odd"
    sentence = "Cells with a circle hold odd values."
    parameters = {"cells": "the odd cells, as R1C1 or A1"}
    examples = (Example(".1.........4....", "3142241312344321", "R1C1 R2C3 R4C2"),)
    remainder = 1
    shape = "circle"


_SIGNS = {
    "less": {(-1, 0): "∧", (1, 0): "∨", (0, -1): "<", (0, 1): ">"},
    "greater": {(-1, 0): "∨", (1, 0): "∧", (0, -1): ">", (0, 1): "<"},
}
"""The sign between a cell and its neighbour, which opens towards the greater value."""


class ExtremesRule(CellsRule):
    """The base of minimum and maximum: cells compared with their edge neighbours."""

    sign: ClassVar[int]
    """1 where the cells are less than their neighbours, -1 where greater."""

    def unlisted_neighbours(self, grid: Grid) -> Iterable[tuple[Cell, Cell, tuple[int, int]]]:
        """Yield each cell, each unlisted neighbour, and the step to this neighbour.

        A cell whose neighbours are all listed is compared with none.
        """
        cells = self.located(grid)
        for cell in cells:
            row, column = place(cell)
            for step in ((-1, 0), (0, -1), (0, 1), (1, 0)):
                other = grid.cell_at(row + step[0], column + step[1])
                if other is not None and other not in cells:
                    yield cell, other, step

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        word = "less" if self.sign > 0 else "greater"
        for cell, other, _ in self.unlisted_neighbours(grid):
            annotation = Annotation(
                self.name, f"{self.name} {cell} beside {other}", f"{cell} is {word} than {other}"
            )
            yield Linear((cell, other), (self.sign, -self.sign), "<=", -1, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Shade(tuple(map(place, self.located(grid))), self.name, tint="grey")
        signs = _SIGNS["less" if self.sign > 0 else "greater"]
        for cell, other, step in self.unlisted_neighbours(grid):
            yield Text((place(cell), place(other)), signs[step])


class Minimum(ExtremesRule):
    """Neighbours share an edge; two listed cells are not compared."""

    name = "minimum"
    sentence = "A marked cell is less than each of its neighbours."
    aliases = ("min",)
    parameters = {"cells": "all cells that are less, as R1C1 or A1"}
    examples = (
        Example(
            "..........4..6......................",
            "541623236145362514415236153462624351",
            "R1C3 R1C5 R2C1 R2C4 R3C3 R3C5 R4C2 R4C4 R5C1 R5C3 R6C2 R6C4 R6C6",
        ),
    )

    sign = 1


class Maximum(ExtremesRule):
    """Neighbours share an edge; two listed cells are not compared."""

    name = "maximum"
    sentence = "A marked cell is greater than each of its neighbours."
    aliases = ("max",)
    parameters = {"cells": "all cells that are greater, as R1C1 or A1"}
    examples = (
        Example(
            "4................3.......2..........",
            "451632236145145263362514624351513426",
            "R1C2 R1C4 R2C3 R2C6 R3C5 R4C2 R4C4 R4C6 R5C1 R5C3 R5C5 R6C4 R6C6",
        ),
    )

    sign = -1


@dataclass(frozen=True)
class GivenCandidates(PuzzleRule):
    """A cell and the values that the cell may take."""

    cell: Cell
    values: tuple[int, ...]

    name = "given-candidates"
    sentence = "A cell with small values holds one of them."
    aliases = ("given-pencil-marks",)
    entry = "cells"
    parameters = {"cell": "the cell, as R1C1 or A1", "values": "the values it may take"}
    examples = (
        Example(
            "..........2..3..",
            "1234341241232341",
            "1 4 R1C1",
            extra_rules=(
                "given-candidates 1 2 R1C2",
                "given-candidates 1 4 R4C3",
                "given-candidates 1 3 R3C2",
            ),
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "cell", self.checked_names([self.cell])[0])
        values = self.checked_numbers(self.values, "a value")
        if not values:
            raise self.rule_error(f"{self.cell} is left no value")
        object.__setattr__(self, "values", tuple(sorted(set(values))))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        (cell,) = self.checked_cells(grid, [self.cell])
        for value in self.values:
            if value not in grid.values:
                raise self.rule_error(f"{cell} cannot hold {value}, which is not a value")
        alternatives = " or ".join(map(str, self.values))
        annotation = Annotation(
            self.name, f"given candidates of {cell}", f"{cell} holds {alternatives}"
        )
        yield Table((cell,), frozenset((value,) for value in self.values), rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        (cell,) = self.checked_cells(grid, [self.cell])
        yield Text((place(cell),), "".join(map(str, self.values)), "corner")


# Rows down and columns right of one step in each direction.
STEPS = {
    "U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1),
    "UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1),
}  # fmt: skip
_ARROWS = dict(zip(STEPS, "\u2191\u2193\u2190\u2192\u2196\u2197\u2199\u2198", strict=True))


@dataclass(frozen=True)
class Eliminate(PuzzleRule):
    """No cell in the direction of the arrow holds the value of ``cell``."""

    cell: Cell
    direction: Literal["U", "D", "L", "R", "UL", "UR", "DL", "DR"]

    name = "eliminate"
    sentence = "The value of a cell with an arrow is in none of the cells that the arrow points to."
    aliases = ("eliminate-arrow", "exclusion-arrow")
    parameters = {
        "cell": "the cell with the arrow, as R1C1 or A1",
        "direction": "U, D, L, R, UL, UR, DL or DR: where it points",
    }
    examples = (
        Example(
            "1....3.........4", "1432234141233214", "DR R2C1", extra_rules=("eliminate R1C4 DL",)
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "cell", self.checked_names([self.cell])[0])
        super().__post_init__()

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        (cell,) = self.checked_cells(grid, [self.cell])
        ahead = grid.cells_in_direction(cell, STEPS[self.direction])
        if not ahead:
            raise self.rule_error(f"the arrow in {cell} points out of the grid")
        for other in ahead:
            annotation = Annotation(
                self.name, f"arrow at {cell}: {other}", f"{other} does not hold the value of {cell}"
            )
            yield Linear((cell, other), (1, -1), "!=", 0, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        (cell,) = self.checked_cells(grid, [self.cell])
        yield Text((place(cell),), _ARROWS[self.direction])


@dataclass(frozen=True)
class SearchNine(PuzzleRule):
    """The greatest value of the grid is as many cells off, in the arrow's direction, as ``cell`` says."""

    cell: Cell
    direction: Literal["U", "D", "L", "R"]

    name = "search-nine"
    sentence = (
        "An arrow in a cell points to a 9, and the value of the cell is how many cells away it is."
    )
    aliases = ("search-9", "find-the-nine", "search-arrow")
    parameters = {
        "cell": "the cell with the arrow, as R1C1 or A1",
        "direction": "U, D, L or R: where it points",
    }
    examples = (
        Example(
            "....4...........", "2143431234211234", "R R1C1", extra_rules=("search-nine R3C4 D",)
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "cell", self.checked_names([self.cell])[0])
        super().__post_init__()

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        (cell,) = self.checked_cells(grid, [self.cell])
        ahead = grid.cells_in_direction(cell, STEPS[self.direction])
        top = grid.values[-1]
        choices = tuple(
            (
                Table((cell,), frozenset({(distance,)}), rule=UNNAMED),
                Table((other,), frozenset({(top,)}), rule=UNNAMED),
            )
            for distance, other in enumerate(ahead, 1)
            if distance in grid.values
        )
        if not choices:
            raise self.impossible_rule_error(f"no cell lies ahead of {cell}")
        annotation = Annotation(
            self.name, f"arrow at {cell}", f"{cell} is how far away the {top} ahead of it is"
        )
        yield AnyOf(choices, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        (cell,) = self.checked_cells(grid, [self.cell])
        yield Text((place(cell),), _ARROWS[self.direction])


class IndexerRule(CellsRule):
    """The base of the indexers: a cell points into a house that contains this cell."""

    tint: ClassVar[Tint]

    def indexed_cells(self, block: Block, cell: Cell) -> Sequence[Cell]:
        """The cells of a block that the values 1, 2, ... of ``cell`` point at."""
        raise NotImplementedError

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for cell in self.located(grid):
            blocks = [b for b in grid.blocks if b.holds(cell)]
            for number, block in enumerate(blocks, 1):
                house = self.indexed_cells(block, cell)
                position = house.index(cell) + 1
                if position not in grid.values:
                    raise self.rule_error(f"{cell} points with {position}, which is not a value")
                label = f"{self.name} {cell}{f' of grid {number}' * (len(blocks) > 1)}"
                yield from _equivalences(
                    self.name, label, tuple(house), cell, position, tuple(grid.values)
                )

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Shade(tuple(map(place, self.located(grid))), self.name, tint=self.tint)


class RowIndexer(IndexerRule):
    """A marked cell in row r with value v: row v of its column holds r, and no other row does."""

    name = "row-indexer"
    sentence = "A marked cell in row R holds the number of the row in which its column has R."
    aliases = ("row-index",)
    examples = (
        Example(
            "...3.....2....1.........36..........",
            "254316136254541632623145365421412563",
            "R1C1 R2C1 R2C3 R2C5 R3C1",
        ),
    )
    tint = "blue"

    def indexed_cells(self, block: Block, cell: Cell) -> Sequence[Cell]:
        return block.columns()[place(cell)[1] - block.left]


def _equivalences(
    rule: str, label: str, house: tuple[Cell, ...], cell: Cell, number: int, values: tuple[int, ...]
) -> tuple[Constraint, ...]:
    """Return the constraints that ``cell`` is v exactly where place v of its house is ``number``."""
    constraints: list[Constraint] = []
    for value in values:
        name = f"{label}: {value}"
        target = house[value - 1] if 1 <= value <= len(house) else None
        if target is None or target == cell:
            ok = target is not None and value == number
            sentence = f"{cell} may be {value}" if ok else f"{cell} is not {value}"
            allowed = [(other,) for other in values if other != value or ok]
            constraints.append(
                Table((cell,), frozenset(allowed), rule=Annotation(rule, name, sentence))
            )
            continue
        words = Annotation(
            rule, name, f"{cell} is {value} where {target} is {number}, and only there"
        )
        pairs = _equivalence_pairs(values, value, number)
        constraints.append(Table.unchecked(scope=(cell, target), tuples=pairs, rule=words))
    return tuple(constraints)


@lru_cache(maxsize=256)
def _equivalence_pairs(
    values: tuple[int, ...], value: int, number: int
) -> frozenset[tuple[int, int]]:
    """Return the pairs in which one cell is ``value`` exactly where the other is ``number``."""
    return frozenset((x, y) for x in values for y in values if (x == value) == (y == number))


class ColumnIndexer(IndexerRule):
    """A marked cell in column c with value v: column v of its row, and no other, holds c (1-5-9
    Sudoku)."""

    name = "column-indexer"
    sentence = "A marked cell in column C holds the number of the column in which its row has C."
    aliases = ("column-index",)
    examples = (
        Example(
            "....1.5..3.4..1.......4..3..........",
            "324615516324451263263541132456645132",
            "R4C4 R4C5 R5C2 R5C3 R6C3",
        ),
    )
    tint = "red"

    def indexed_cells(self, block: Block, cell: Cell) -> Sequence[Cell]:
        return block.rows()[place(cell)[0] - block.top]


class BoxIndexer(IndexerRule):
    """Places of a box count in reading order.  A marked cell at place p with value v: place v
    of its box holds p, and no other does."""

    name = "box-indexer"
    sentence = "A marked cell at place P of its box holds the place at which the box has P."
    aliases = ("box-index",)
    examples = (
        Example(
            "......2....6......6...1......5..1...",
            "456231213456132564645312364125521643",
            "R1C3 R2C3 R3C2 R3C3 R3C4",
        ),
    )
    tint = "green"

    def indexed_cells(self, block: Block, cell: Cell) -> Sequence[Cell]:
        for box in block.boxes():
            if cell in box:
                return box
        raise self.rule_error(f"{cell} is in no box: this grid has none")


class IndexedLines(PuzzleRule):
    """The base of rules by which all cells of some columns, or rows, are indexers."""

    def _indexers(self, grid: Grid) -> IndexerRule:
        """The indexers that these lines are."""
        raise NotImplementedError

    def checked_lines(
        self, lines: list[tuple[Cell, ...]], numbers: tuple[int, ...]
    ) -> tuple[Cell, ...]:
        """The cells of the lines with these numbers; raises ``PuzzleError`` for one there is not."""
        if over := [number for number in numbers if number > len(lines)]:
            raise self.rule_error(f"there are {len(lines)} of them, and no number {over[0]}")
        return tuple(cell for number in numbers for cell in lines[number - 1])

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        if len(grid.blocks) != 1:
            raise self.rule_error("a grid of one block, not of several")
        return self._indexers(grid).constraints(grid)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        return self._indexers(grid).decorations(grid)


@dataclass(frozen=True)
class OneFiveNine(IndexedLines):
    """All cells of ``columns`` are column indexers: R3C5 = 7 says that R3C7 is 5."""

    columns: tuple[int, ...] = (1, 5, 9)

    name = "one-five-nine"
    sentence = (
        "Each cell in column 1, 5 or 9 (or another set of columns) holds the number of the column "
        "in which its row has 1, 5 or 9."
    )
    aliases = ("159", "1-5-9", "indexed-columns", "indexing-columns")
    parameters = {"columns": "the numbers of the columns"}
    examples = (
        Example(
            "....5..........6...........1...1....", "624351351246532614146523465132213465", "1 3 6"
        ),
    )

    def __post_init__(self) -> None:
        columns = self.checked_numbers(self.columns, "a column", minimum=1)
        object.__setattr__(self, "columns", columns)

    def _indexers(self, grid: Grid) -> IndexerRule:
        return ColumnIndexer(self.checked_lines(grid.blocks[0].columns(), self.columns))


@dataclass(frozen=True)
class IndexedRows(IndexedLines):
    """All cells of ``rows`` are row indexers: R5C3 = 7 says that R7C3 is 5."""

    rows: tuple[int, ...] = (1, 5, 9)

    name = "indexed-rows"
    sentence = (
        "Each cell in row 1, 5 or 9 (or another set of rows) holds the number of the row in which "
        "its column has 1, 5 or 9."
    )
    aliases = ("indexing-rows",)
    parameters = {"rows": "the numbers of the rows"}
    examples = (
        Example(
            ".........6...3.....1..5.......5.....", "164523352614235461416352623145541236", "2 3"
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", self.checked_numbers(self.rows, "a row", minimum=1))

    def _indexers(self, grid: Grid) -> IndexerRule:
        return RowIndexer(self.checked_lines(grid.blocks[0].rows(), self.rows))
