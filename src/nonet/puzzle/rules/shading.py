"""Shaded cells, and clues about them.

>>> shade_variable("R1C2")
'~whether R1C2 is shaded'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nonet.errors import quantity
from nonet.model import Annotation, Connected, Constraint, Domain, Linear, Table
from nonet.puzzle.grid import SQUARE_OFFSETS, Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.outside_rule import OutsideRule
from nonet.render.drawing import Bulb, Decoration, Shade


def shade_variable(cell: Cell) -> str:
    """Return the 0/1 variable of whether a cell is shaded."""
    return f"~whether {cell} is shaded"


def shadable_cells(rule: PuzzleRule, grid: Grid) -> tuple[Cell, ...]:
    """Return the cells of the one block of a grid; raise ``PuzzleError`` if there are several."""
    block, *others = grid.blocks
    if any(each.height * each.width > 1 for each in others):
        raise rule.rule_error("it shades one grid, and there are several")
    return tuple(cell for row in block.rows() for cell in row)


def shade_domains(cells: Iterable[Cell]) -> Mapping[str, Domain]:
    """Return the variables of some cells with their domains."""
    return {shade_variable(cell): Domain.range(0, 1) for cell in cells}


def neighbouring_shades(grid: Grid) -> tuple[tuple[str, str], ...]:
    """Return the pairs of variables whose cells share an edge."""
    pairs = grid.blocks[0].neighbours()
    return tuple((shade_variable(first), shade_variable(second)) for first, second in pairs)


@dataclass(frozen=True)
class ShadedCount(OutsideRule):
    """So many cells of the line are shaded, where the solver shades cells, as in yin-yang."""

    count: int

    clue_field = "count"
    min_clue = 0
    name = "shaded-count"
    sentence = "A number beside a row or column is how many of its cells are shaded."
    parameters = {"count": "how many cells are shaded"}
    examples = (
        Example(
            ".3.......42..2..",
            "2341413214233214",
            "0 R1C0",
            extra_rules=(
                "yin-yang unshaded=R2C3",
                "shaded-sum 7 R3C0",
                "shaded-sum 3 R0C1",
                "shaded-sum 3 R2C0",
                "shaded-sum 1 R0C3",
                "shaded-count 4 R4C0",
            ),
            omitted_rules=("boxes",),
        ),
    )

    def variables(self, grid: Grid) -> Mapping[str, Domain]:
        return shade_domains(self.line_cells(grid))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        if self.count > len(cells):
            raise self.impossible_rule_error(
                f"{self.count} of the {quantity(len(cells), 'cell')} at {self.clue} cannot be shaded"
            )
        shaded = f"{quantity(self.count, 'cell')} of {cells[0]} to {cells[-1]}"
        sentence = f"{shaded} {'is' if self.count == 1 else 'are'} shaded"
        shades = tuple(map(shade_variable, cells))
        yield Linear.sum(shades, "==", self.count, rule=self.annotation(grid, sentence))


@dataclass(frozen=True)
class ShadedSum(OutsideRule):
    """The shaded cells of the line have this sum, where the solver shades cells, as in yin-yang."""

    sum: int

    clue_field = "sum"
    min_clue = 0
    name = "shaded-sum"
    sentence = "A number beside a row or column is the sum of its shaded cells."
    parameters = {"sum": "the sum of the values of the shaded cells"}
    examples = (
        Example(
            "1.4....3.4......",
            "1342412324313214",
            "5 R0C3",
            extra_rules=(
                "yin-yang unshaded=R2C1",
                "shaded-sum 3 R2C0",
                "shaded-sum 5 R3C0",
                "shaded-sum 3 R0C1",
            ),
            omitted_rules=("boxes",),
        ),
    )

    def variables(self, grid: Grid) -> Mapping[str, Domain]:
        cells = self.line_cells(grid)
        values = Domain.of({0, *grid.values})
        return {**shade_domains(cells), **{_shaded_value_variable(cell): values for cell in cells}}

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        rows = frozenset((value, shade, value * shade) for value in grid.values for shade in (0, 1))
        for cell in cells:
            sentence = f"it is the value of {cell} where that is shaded, and 0 elsewhere"
            annotation = Annotation(self.name, f"shaded value of {cell}", sentence)
            scope = (cell, shade_variable(cell), _shaded_value_variable(cell))
            yield Table(scope, rows, rule=annotation)
        sentence = f"the shaded cells of {cells[0]} to {cells[-1]} sum to {self.sum}"
        values = tuple(map(_shaded_value_variable, cells))
        yield Linear.sum(values, "==", self.sum, rule=self.annotation(grid, sentence))


def _shaded_value_variable(cell: Cell) -> str:
    return f"~shaded value of {cell}"


@dataclass(frozen=True)
class YinYang(PuzzleRule):
    """Every cell is shaded or not; each kind is one connected area, and no two by two is of one kind.

    ``shaded`` and ``unshaded`` cells are given as black and white circles.  The shading is
    part of the solution: ``shaded-sum`` and ``shaded-count`` give clues about the shading.
    """

    shaded: tuple[Cell, ...] = ()
    unshaded: tuple[Cell, ...] = ()

    name = "yin-yang"
    sentence = (
        "Cells are to be shaded so that the shaded cells are one connected area, the others "
        "another, and no two by two square is all of one kind."
    )
    aliases = ("yinyang", "yin-and-yang")
    parameters = {
        "shaded": "cells known to be shaded, as black circles",
        "unshaded": "cells known not to be, as white circles",
    }
    examples = (
        Example(
            "....4..3..41....",
            "3124421323411432",
            "R1C3",
            extra_rules=(
                "shaded-sum 9 R3C0",
                "shaded-sum 1 R4C0",
                "shaded-sum 4 R0C2",
                "shaded-sum 4 R0C4",
            ),
            omitted_rules=("boxes",),
        ),
    )

    def __post_init__(self) -> None:
        for field in ("shaded", "unshaded"):
            cells = getattr(self, field)
            object.__setattr__(self, field, self.checked_names(cells) if cells else ())

    def variables(self, grid: Grid) -> Mapping[str, Domain]:
        return shade_domains(shadable_cells(self, grid))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = shadable_cells(self, grid)
        for given, shade in ((self.shaded, 1), (self.unshaded, 0)):
            for cell in self.checked_cells(grid, given) if given else ():
                word = "shaded" if shade else "not shaded"
                annotation = Annotation(self.name, f"circle in {cell}", f"{cell} is {word}")
                yield Linear((shade_variable(cell),), (1,), "==", shade, rule=annotation)
        for cell in cells:
            square = tuple(map(shade_variable, grid.cells_at_offsets(cell, SQUARE_OFFSETS)))
            if len(square) == 4:
                label, sentence = f"square at {cell}", "one of the four cells is"
                annotation = Annotation(self.name, f"{label}, shaded", f"{sentence} shaded")
                yield Linear.sum(square, ">=", 1, rule=annotation)
                annotation = Annotation(self.name, f"{label}, not shaded", f"{sentence} not shaded")
                yield Linear.sum(square, "<=", 3, rule=annotation)
        sentence = "the shaded cells are connected, and the others are"
        annotation = Annotation(self.name, "two areas", sentence)
        shades = tuple(map(shade_variable, cells))
        yield Connected(shades, neighbouring_shades(grid), ((0,), (1,)), rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for cell in self.shaded:
            yield Bulb((place(grid.cell(cell)),), filled=True)
        for cell in self.unshaded:
            yield Bulb((place(grid.cell(cell)),), filled=False)

    def found_decorations(self, grid: Grid, values: Mapping[str, int]) -> Iterable[Decoration]:
        shaded = (cell for cell in grid.cells if values.get(shade_variable(cell)))
        yield Shade(tuple(map(place, shaded)))
