"""Rules about regions, which may be unknown.

>>> region_variable("R1C2"), same_region_variable("R2C1", "R1C2")
('~region of R1C2', '~whether R1C2 and R2C1 are of one region')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from nonet.model import AllDifferent, Annotation, AnyOf, Constraint, Domain, Linear, Regular
from nonet.model.constraints.regular import fixed_length_automaton
from nonet.puzzle.grid import NEIGHBOUR_OFFSETS, Cell, Grid, place
from nonet.puzzle.rules.base import CellsRule, Example, PuzzleRule
from nonet.render.drawing import Bulb, Decoration, Outline, Shade


def region_variable(cell: Cell) -> str:
    """The variable that holds the number of a cell's region."""
    return f"~region of {cell}"


def same_region_variable(cell: Cell, partner: Cell) -> str:
    """The 0/1 variable that says whether two cells are of one region."""
    first, second = sorted((cell, partner), key=place)
    return f"~whether {first} and {second} are of one region"


def same_region_domains(pairs: Iterable[tuple[Cell, Cell]]) -> Mapping[str, Domain]:
    """The 0/1 variables of some pairs of cells."""
    return {same_region_variable(*pair): Domain.range(0, 1) for pair in pairs}


def same_region_constraints(pairs: Iterable[tuple[Cell, Cell]]) -> Iterable[Constraint]:
    """Yield the constraints that define these variables by the region variables."""
    for cell, partner in dict.fromkeys(pairs):
        first, second = sorted((cell, partner), key=place)
        label = f"regions of {first} and {second}"
        text = f"{first} and {second} are of one region if, and only if, their regions are equal"
        annotation = Annotation("regions", label, text)
        cells = region_variable(first), region_variable(second)
        truth = (same_region_variable(first, second),)
        yes = (
            Linear(truth, (1,), "==", 1, rule=annotation),
            Linear(cells, (1, -1), "==", 0, rule=annotation),
        )
        no = (
            Linear(truth, (1,), "==", 0, rule=annotation),
            Linear(cells, (1, -1), "!=", 0, rule=annotation),
        )
        yield AnyOf((yes, no), rule=annotation)


class RegionDependentRule(PuzzleRule):
    """The base of rules about the regions that the rule unknown-regions divides a grid into."""

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        unknown_regions_rule(self, rules)
        return self.constraints(grid)


class RegionCellsRule(CellsRule, RegionDependentRule):
    """The base of rules about which of two listed cells or more are of one region."""

    def located(self, grid: Grid) -> tuple[Cell, ...]:
        cells = checked_region_cells(self, grid, self.cells)
        if len(cells) < 2:
            raise self.rule_error(f"it takes two cells or more, and there is only {cells[0]}")
        return cells


def unknown_regions_rule(rule: PuzzleRule, rules: Sequence[PuzzleRule]) -> PuzzleRule:
    """The rule that divides the grid into the regions a rule speaks of; raises if none does."""
    for each in rules:
        if each.name == "unknown-regions":
            return each
    raise rule.rule_error("it is about unknown regions: add the rule unknown-regions")


def checked_region_cells(rule: PuzzleRule, grid: Grid, cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return cells of the divided grid; raise ``PuzzleError`` for any other cell or a repeat."""
    checked = rule.checked_cells(grid, cells)
    block = grid.blocks[0]
    for cell in checked:
        if not block.holds(cell):
            raise rule.rule_error(f"{cell} is not in the grid that is divided into regions")
    return checked


class SameRegion(RegionCellsRule):
    """No border of the unknown regions runs between the cells."""

    name = "same-region"
    sentence = "The shaded cells are of one region."
    parameters = {"cells": "the cells of one region, as R1C1 or A1"}
    examples = (
        Example(
            ".3......4..1....",
            "1342241342313124",
            "R1C3 R2C3 R3C2",
            extra_rules=("unknown-regions",),
            omitted_rules=("boxes",),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        for pair in pairwise(cells):
            label = f"one region of {pair[0]} and {pair[1]}"
            annotation = Annotation(self.name, label, f"{pair[0]} and {pair[1]} are of one region")
            yield Linear(tuple(map(region_variable, pair)), (1, -1), "==", 0, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = self.located(grid)
        yield Shade(tuple(map(place, cells)), f"one region at {cells[0]}")


class DifferentRegions(RegionCellsRule):
    """No two of the cells are in the same unknown region."""

    name = "different-regions"
    sentence = "No two of the outlined cells are of one region."
    parameters = {"cells": "the cells, as R1C1 or A1"}
    examples = (
        Example(
            "..42.42........3",
            "1342342121344213",
            "R2C1 R2C2 R3C3",
            extra_rules=("unknown-regions",),
            omitted_rules=("boxes",),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        annotation = Annotation(
            self.name,
            f"regions of {' '.join(cells)}",
            f"{' '.join(cells)} are of different regions",
        )
        yield AllDifferent(tuple(map(region_variable, cells)), rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = self.located(grid)
        yield Outline(tuple(map(place, cells)), "≠")


@dataclass(frozen=True)
class RegionCount(RegionDependentRule):
    """``cell`` holds how many of ``cells`` are in the region of the first of these cells.

    The first counts as well, unless only ``others`` do.  Without ``cells`` the cell itself and all
    cells around count, corners included.
    """

    cell: Cell
    cells: tuple[Cell, ...] = ()
    others: bool = False

    name = "region-count"
    sentence = "The cell holds how many of the cells around it, itself counted, are of its region."
    aliases = ("chaos-count",)
    entry = "cells"
    parameters = {
        "cell": "the cell that holds how many",
        "cells": "the cells counted, the one whose region it is first; without them all around",
        "others": "whether that first one is not counted",
    }
    examples = (
        Example(
            "3421134..2......",
            "3421134242132134",
            "R2C3",
            extra_rules=("unknown-regions", "region-count R4C3", "region-count R2C2"),
            omitted_rules=("boxes",),
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "cell", self.checked_names([self.cell])[0])
        if self.cells:
            object.__setattr__(self, "cells", self.checked_names(self.cells))
        super().__post_init__()

    def located(self, grid: Grid) -> tuple[Cell, ...]:
        """Return the counted cells, first the cell whose region counts."""
        if self.cells:
            return checked_region_cells(self, grid, self.cells)
        (cell,) = checked_region_cells(self, grid, [self.cell])
        return (cell, *grid.cells_at_offsets(cell, NEIGHBOUR_OFFSETS))

    def variables(self, grid: Grid) -> Mapping[str, Domain]:
        return same_region_domains(_pairs(self.located(grid)))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        (cell,) = self.checked_cells(grid, [self.cell])
        yield from same_region_constraints(_pairs(cells))
        names = [same_region_variable(*pair) for pair in _pairs(cells)]
        annotation = Annotation(
            self.name,
            f"region count at {cell}",
            f"{cell} counts the cells of one region among {' '.join(cells)}",
        )
        weights = (1, *(-1 for _ in names))
        yield Linear((cell, *names), weights, "==", int(not self.others), rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = self.located(grid)
        if self.cells:
            yield Outline(tuple(map(place, cells)), f"# {self.cell}")
        else:
            yield Outline((place(cells[0]),), "#")


def _pairs(cells: tuple[Cell, ...]) -> list[tuple[Cell, Cell]]:
    return [(cells[0], other) for other in cells[1:]]


@dataclass(frozen=True)
class CountRegions(CellsRule):
    """``control`` holds the number of different regions of ``cells``."""

    control: Cell

    name = "count-regions"
    sentence = "The cell with a circle holds the number of different regions of the outlined cells."
    parameters = {
        "cells": "the cells whose regions are counted, as R1C1 or A1",
        "control": "the cell that holds how many",
    }
    examples = (
        Example(
            "..3.3...1..4.4..",
            "4231314213242413",
            "R1C1 R1C2 R1C3 R4C1 R4C4 | R2C4",
            extra_rules=("unknown-regions",),
            omitted_rules=("boxes",),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "control", self.checked_names([self.control])[0])

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        block = grid.blocks[0]
        size = getattr(unknown_regions_rule(self, rules), "size", None) or grid.size
        yield self._region_count(grid, block.height * block.width // size)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        yield self._region_count(grid, grid.size)

    def _region_count(self, grid: Grid, regions: int) -> Constraint:
        cells = checked_region_cells(self, grid, self.cells)
        (control,) = self.checked_cells(grid, [self.control])
        most = len(cells)

        def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
            """How many cells were met, and their regions as bits."""
            met, seen = state
            if met < most:
                return (met + 1, seen | 1 << value) if value > 0 else None
            return (met + 1, 0) if met == most and seen.bit_count() == value else None

        symbols = sorted({*grid.values, *range(1, regions + 1)})
        annotation = Annotation(
            self.name,
            f"regions counted by {control}",
            f"{control} is the number of different regions of {' '.join(cells)}",
        )
        machine = fixed_length_automaton(symbols, (0, 0), step, most + 1)
        return Regular((*map(region_variable, cells), control), machine, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = checked_region_cells(self, grid, self.cells)
        yield Outline(tuple(map(place, cells)), f"# {self.control}")
        yield Bulb(tuple(map(place, self.checked_cells(grid, [self.control]))), filled=False)
