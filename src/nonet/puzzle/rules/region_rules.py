"""The common part of rules about unknown regions: a variable for the region of each cell.

Regions are numbered by their first cells in reading order, so that each division of the grid has
one numbering.  The division is part of the solution: its variables are named here.

>>> region_variable("R1C2"), same_region_variable("R2C1", "R1C2")
('~region of R1C2', '~whether R1C2 and R2C1 are of one region')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nonet.model import Annotation, AnyOf, Constraint, Domain, Linear
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import CellsRule, PuzzleRule


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
        annotation = Annotation("regions", label, f"{first} and {second} are of one region, or not")
        cells, truth = (
            (region_variable(first), region_variable(second)),
            (same_region_variable(first, second),),
        )
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
