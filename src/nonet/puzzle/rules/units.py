"""Further units: regions beside or in place of the boxes, diagonals, windows, magic squares."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from nonet.errors import PuzzleError, quantity
from nonet.model import AllDifferent, Annotation, Automaton, Constraint, Linear, Regular
from nonet.model.constraints.regular import fixed_length_automaton
from nonet.puzzle.grid import Cell, Grid, cell_name, place
from nonet.puzzle.grid_descriptions import default_block_box, grid_of
from nonet.puzzle.rules.base import CellsRule, Example, PuzzleRule, block_suffix, unit_constraint
from nonet.render.drawing import Decoration, Line, Shade


class ExtraRegion(CellsRule):
    """A further region; give the rule once for each.

    The region may have fewer cells than values.
    """

    name = "extra-region"
    sentence = "Every value occurs at most once in the shaded region."
    aliases = ("region",)
    parameters = {"cells": "the region's cells, as R1C1 or A1"}
    examples = (
        Example(
            "..1.....43.........5.........3....6.",
            "531426624315463152152634216543345261",
            "R1C1 R2C2 R3C3 R4C4 R5C5 R6C6",
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        yield unit_constraint(cells, grid, "extra region", _region_label(cells))

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = self.located(grid)
        yield Shade(tuple(map(place, cells)), _region_label(cells))


def _region_label(cells: tuple[Cell, ...]) -> str:
    return f"extra region at {cells[0]}"


class DisjointGroups(PuzzleRule):
    """In every block, one group for each place in a box: the top left cells, and so on."""

    name = "disjoint-groups"
    sentence = "Every value occurs at most once among the cells at the same place of their boxes."
    aliases = ("disjoint", "disjoint-sets")
    examples = (Example("1..4......3..1..", "1324241342313142"),)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for number, block in enumerate(grid.blocks, 1):
            if block.box is None:
                raise PuzzleError("disjoint groups are made of boxes, and this grid has none")
            for group, cells in enumerate(zip(*block.boxes(), strict=True), 1):
                label = f"disjoint group {group}{block_suffix(grid, number)}"
                yield unit_constraint(cells, grid, "disjoint group", label)


@dataclass(frozen=True)
class TenthGrid(PuzzleRule):
    """The cells where the rows of ``lines`` cross the columns of ``lines`` are a grid as well.

    In the nine grids of ``clueless`` the lines are every third line from 2 on, for the middles of
    the 81 boxes (Clueless 1), or 4 5 6 13 14 15 22 23 24, for the middle boxes of the nine grids
    (Clueless 2).
    """

    lines: tuple[int, ...]

    name = "tenth-grid"
    sentence = (
        "The shaded cells, read together, are a grid with rows, columns and boxes of its own."
    )
    aliases = ("clueless",)
    parameters = {"lines": "the numbers of the rows, and of the columns, that cross in its cells"}
    examples = (
        Example(
            ".....1.....3............2......2............3.......2....23..4..",
            "3124312442132431143242132341134224134213134231243124234142311432",
            "2 3 6 7",
            grid=grid_of("4 at R1C1 R1C5 R5C1 R5C5"),
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", self.checked_numbers(self.lines, "a line", minimum=1))
        if len(set(self.lines)) < len(self.lines) or len(self.lines) < 2:
            raise self.rule_error("two different lines or more")

    def grid_rows(self, grid: Grid) -> list[tuple[Cell, ...]]:
        """Its rows; raises ``PuzzleError`` where a cell is missing."""
        if len(self.lines) != grid.size:
            raise self.rule_error(
                f"{quantity(len(self.lines), 'line')}, and there are {quantity(grid.size, 'value')}"
            )
        lines = [line - 1 for line in sorted(self.lines)]
        rows = [tuple(cell_name(row, column) for column in lines) for row in lines]
        return [self.checked_cells(grid, row) for row in rows]

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        rows = self.grid_rows(grid)
        for kind, lines in (("row", rows), ("column", list(zip(*rows, strict=True)))):
            for number, cells in enumerate(lines, 1):
                yield unit_constraint(cells, grid, kind, f"{kind} {number} of the tenth grid")
        height, width = default_block_box(len(rows), len(rows)) or (0, 0)
        if not height:
            return
        corners = [
            (top, left)
            for top in range(0, len(rows), height)
            for left in range(0, len(rows), width)
        ]
        for number, (top, left) in enumerate(corners, 1):
            panes = rows[top : top + height]
            box = tuple(cell for row in panes for cell in row[left : left + width])
            yield unit_constraint(box, grid, "box", f"box {number} of the tenth grid")

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = [cell for row in self.grid_rows(grid) for cell in row]
        yield Shade(tuple(map(place, cells)), "tenth grid")


class Diagonals(PuzzleRule):
    """The main diagonal (from the top left) and the anti-diagonal of every block."""

    name: ClassVar[str] = "diagonals"
    sentence: ClassVar[str] = "Every value occurs at most once in each of the two long diagonals."
    aliases: ClassVar[tuple[str, ...]] = ("x", "x-sudoku", "sudoku-x", "diagonal")
    examples: ClassVar[tuple[Example, ...]] = (Example("....3.......41..", "1432321423414123"),)
    selection: ClassVar[slice] = slice(None)
    """The diagonals of a block that the rule is about: both, or only the first or second."""

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for label, cells in list(long_diagonals(grid))[self.selection]:
            yield unit_constraint(cells, grid, "diagonal", label)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for label, cells in list(long_diagonals(grid))[self.selection]:
            yield Line(tuple(map(place, cells)), label)


def long_diagonals(grid: Grid) -> Iterable[tuple[str, tuple[Cell, ...]]]:
    """Yield the diagonals of each block with their names, the main diagonal first."""
    for number, block in enumerate(grid.blocks, 1):
        if block.height != block.width:
            raise PuzzleError(
                f"only a square has two long diagonals, not {block.height} rows "
                f"and {block.width} columns{block_suffix(grid, number)}"
            )
        rows = block.rows()
        down = tuple(row[i] for i, row in enumerate(rows))
        up = tuple(row[-1 - i] for i, row in enumerate(rows))
        yield f"main diagonal{block_suffix(grid, number)}", down
        yield f"anti-diagonal{block_suffix(grid, number)}", up


class PositiveDiagonal(Diagonals):
    """The long diagonal of every block that runs from the bottom left to the top right."""

    name = "positive-diagonal"
    sentence = (
        "Every value occurs at most once in the long diagonal from the bottom left up to the right."
    )
    aliases = ("diagonal-up",)
    examples = (
        Example(".3.5.............1.6....1..43.....6.", "632514415326243651561243156432324165"),
    )
    selection = slice(1, None, 2)


class NegativeDiagonal(Diagonals):
    """The long diagonal of every block that runs from the top left to the bottom right."""

    name = "negative-diagonal"
    sentence = (
        "Every value occurs at most once in the long diagonal from the top left down to the right."
    )
    aliases = ("diagonal-down", "main-diagonal")
    examples = (
        Example("...2...36...................6.5....1", "415236236154152643643512321465564321"),
    )
    selection = slice(0, None, 2)


@dataclass(frozen=True)
class AntiDiagonal(Diagonals):
    """Exactly ``distinct`` different values on each long diagonal of every block.

    This rule is the "Antidiagonal Sudoku" of championships; the other long diagonal, which matrix
    books call the anti-diagonal, is ``positive-diagonal``.
    """

    distinct: int = 3

    name = "anti-diagonal"
    sentence = (
        "Each of the two long diagonals holds exactly three different values (or another number)."
    )
    parameters = {"distinct": "how many different values each long diagonal holds"}
    aliases = ("antidiagonal", "anti-diagonals", "antidiagonals")
    examples = (
        Example(
            "..2...............36...4.....3..14..",
            "152346643251214635365124426513531462",
            {"distinct": 3},
        ),
    )

    def __post_init__(self) -> None:
        self.checked_number(self.distinct, "the number of values", minimum=1)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for label, cells in long_diagonals(grid):
            if self.distinct > min(len(cells), grid.size):
                raise self.impossible_rule_error(
                    f"the {label} cannot hold {quantity(self.distinct, 'value')}"
                )
            number = self.distinct
            annotation = Annotation(
                self.name,
                f"few values on the {label}",
                f"{quantity(number, 'different value')} on the {label}",
            )
            yield Regular(
                cells, _distinct_automaton(grid.values, len(cells), number), rule=annotation
            )


@lru_cache(maxsize=16)
def _distinct_automaton(values: tuple[int, ...], length: int, number: int) -> Automaton:
    """The automaton of ``length`` values of which ``number`` are different."""

    def step(seen: frozenset[int], value: int) -> frozenset[int] | None:
        after = seen | {value}
        return after if len(after) <= number else None

    start: frozenset[int] = frozenset()
    return fixed_length_automaton(values, start, step, length, lambda seen: len(seen) == number)


class Windoku(PuzzleRule):
    """The windows of every block: four in a 9x9, nine in a 16x16.

    A window has the shape of a box.  The first lies one row and one column in
    from the corner; a row or column is left free between two; as many as fit.
    """

    name = "windoku"
    sentence = "Every value occurs at most once in each shaded window."
    aliases = ("hyper", "hyper-sudoku", "hypersudoku")
    examples = (Example(".....3.1..4.3...", "1234432121433412"),)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for label, cells in _windows(grid):
            yield unit_constraint(cells, grid, "window", label)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for label, cells in _windows(grid):
            yield Shade(tuple(map(place, cells)), label)


def _windows(grid: Grid) -> Iterable[tuple[str, tuple[Cell, ...]]]:
    for number, block in enumerate(grid.blocks, 1):
        if block.box is None:
            raise PuzzleError("a window has the shape of a box, and this grid has no boxes")
        height, width = block.box
        corners = [
            (top, left)
            for top in range(1, block.height - height + 1, height + 1)
            for left in range(1, block.width - width + 1, width + 1)
        ]
        if not corners:
            raise PuzzleError(f"no window of {height}x{width} fits{block_suffix(grid, number)}")
        rows = block.rows()
        for window, (top, left) in enumerate(corners, 1):
            panes = rows[top : top + height]
            cells = tuple(cell for row in panes for cell in row[left : left + width])
            yield f"window {window}{block_suffix(grid, number)}", cells


@dataclass(frozen=True)
class Jigsaw(PuzzleRule):
    """Regions drawn by a letter a cell: all cells of one letter are a region.

    The letters follow the cells in reading order; any character but a blank will do.  On several
    blocks the letters follow the cells of the whole grid, so a shared cell has one letter.  A
    region need not be connected.
    """

    layout: str

    name = "jigsaw"
    sentence = "Every value occurs at most once in each outlined region."
    aliases = ("irregular", "jigsaw-sudoku", "nonomino", "regions")
    parameters = {
        "layout": "one region letter a cell in reading order, blanks and line ends ignored"
    }
    replaces = "boxes"
    examples = (
        Example("..1.24..........", "3214243141231342", "AABBCABDCABDCCDD"),
        Example(
            "....2.......4...3.............6....1",
            "365124142563421635516342253416634251",
            "AAABBBACADBBACDDDBCCCCDDEEEEEFEFFFFF",
        ),
    )

    def __post_init__(self) -> None:
        if not isinstance(self.layout, str):
            raise PuzzleError(f"a jigsaw's layout is a text, not {self.layout!r}")
        object.__setattr__(self, "layout", "".join(self.layout.split()))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for letter, cells in self._cells_by_letter(grid).items():
            yield unit_constraint(cells, grid, "region", f"region {letter}")

    def regions(self, grid: Grid) -> Iterable[tuple[Cell, ...]]:
        return self._cells_by_letter(grid).values()

    def _cells_by_letter(self, grid: Grid) -> dict[str, tuple[Cell, ...]]:
        if len(self.layout) != len(grid.cells):
            raise PuzzleError(
                f"a jigsaw's layout has one letter a cell: expected {len(grid.cells)}, "
                f"found {len(self.layout)}"
            )
        cells_by_letter: dict[str, list[Cell]] = {}
        for cell, letter in zip(grid.cells, self.layout, strict=True):
            cells_by_letter.setdefault(letter, []).append(cell)
        for letter, cells in cells_by_letter.items():
            if len(cells) != grid.size:
                raise PuzzleError(
                    f"region {letter} has {quantity(len(cells), 'cell')}: "
                    f"each holds the {grid.size} values once"
                )
        return {letter: tuple(cells) for letter, cells in cells_by_letter.items()}


class MagicSquare(PuzzleRule):
    """For a square of n rows with n * n values: each once, and equal sums."""

    name = "magic-square"
    sentence = "Every value occurs once, and all rows, columns and long diagonals have one sum."
    replaces = "rows columns boxes"
    examples = (
        Example(
            "2....1...",
            "276951438",
            omitted_rules=("rows", "columns", "boxes"),
            grid=grid_of("3 values 1-9 box none"),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for number, block in enumerate(grid.blocks, 1):
            end = block_suffix(grid, number)
            side = block.height
            if side != block.width or side * side != grid.size:
                raise self.rule_error(
                    f"a square of n rows and n * n values, not {side} rows, {block.width} "
                    f"columns and {grid.size} values{end}"
                )
            total, remainder = divmod(sum(grid.values), side)
            if remainder:
                raise self.rule_error(f"{sum(grid.values)}, the sum of all values, on {side} rows")
            cells = tuple(cell for row in block.rows() for cell in row)
            label = f"magic square{end}"
            yield AllDifferent(
                cells, rule=Annotation("magic square", label, "every value occurs once")
            )
            for kind, lines in (("row", block.rows()), ("column", block.columns())):
                for i, line in enumerate(lines, 1):
                    yield _sum_constraint(line, total, f"{kind} {i}{end}")
        for label, line in long_diagonals(grid):
            yield _sum_constraint(line, total, label)


def _sum_constraint(cells: tuple[str, ...], total: int, label: str) -> Linear:
    annotation = Annotation("magic square", f"sum of {label}", f"{label} adds up to {total}")
    return Linear.sum(cells, "==", total, rule=annotation)
