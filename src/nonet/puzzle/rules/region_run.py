"""Region runs (chaos arrows): how far a cell's unknown region extends from the cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from nonet.model import Annotation, Constraint, Domain, Linear, Table
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.region_rules import (
    RegionDependentRule,
    checked_region_cells,
    same_region_constraints,
    same_region_domains,
    same_region_variable,
)
from nonet.render.drawing import Decoration, Line

_AND = frozenset((a, b, a & b) for a in (0, 1) for b in (0, 1))


@dataclass(frozen=True)
class RegionRun(RegionDependentRule):
    """``cell`` holds the number of cells met along ``arms`` before the region of the first ends.

    All arms begin with one cell, which is counted once, or not at all with ``others``.  Without
    arms the rule takes the four lines from ``cell`` to the edges of the grid.
    """

    cell: Cell
    arms: tuple[tuple[Cell, ...], ...] = ()
    others: bool = False

    name = "region-run"
    sentence = (
        "The cell with arrows holds the number of cells that its region has in a row along them, "
        "itself counted once."
    )
    aliases = ("chaos-arrow",)
    entry = "cells"
    parameters = {
        "cell": "the cell that holds how many",
        "arms": "cells in order, all from one cell on; without them to all four sides",
        "others": "whether the cell where the arms begin is not counted",
    }
    examples = (
        Example(
            "..2.........3...",
            "4321143221433214",
            "R1C3",
            extra_rules=("unknown-regions", "region-run R1C1", "region-run R4C1"),
            omitted_rules=("boxes",),
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "cell", self.checked_names([self.cell])[0])
        arms = tuple(self.checked_names(arm, "arms") for arm in self.arms)
        object.__setattr__(self, "arms", arms)

    def located(self, grid: Grid) -> tuple[tuple[Cell, ...], ...]:
        """Return the arms; raise ``PuzzleError`` unless all arms begin with the same cell."""
        if not self.arms:
            (cell,) = checked_region_cells(self, grid, [self.cell])
            return tuple(_lines_to_sides(grid, cell))
        arms = tuple(checked_region_cells(self, grid, arm) for arm in self.arms)
        if len({arm[0] for arm in arms}) > 1:
            raise self.rule_error(f"arms begin with one cell, not with {arms[0][0]} and another")
        return arms

    def variables(self, grid: Grid) -> Mapping[str, Domain]:
        arms = self.located(grid)
        runs = {run: Domain.range(0, 1) for arm in arms for run in _run_variables(arm)[1:]}
        return {**same_region_domains(_pairs(arms)), **runs}

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        arms = self.located(grid)
        (cell,) = self.checked_cells(grid, [self.cell])
        yield from same_region_constraints(_pairs(arms))
        annotation = Annotation(
            self.name, f"region run at {cell}", f"{cell} counts its region along its arrows"
        )
        for arm in arms:
            steps = list(pairwise(arm))
            for (before, after), step in zip(pairwise(_run_variables(arm)), steps[1:], strict=True):
                label = f"region run at {cell} by {arm[1]} to {step[1]}"
                sentence = f"the run from {arm[0]} reaches {step[1]}, or not"
                reached = Annotation(self.name, label, sentence)
                yield Table((before, same_region_variable(*step), after), _AND, rule=reached)
        counted = list(dict.fromkeys(run for arm in arms for run in _run_variables(arm)))
        weights = (1, *(-1 for _ in counted))
        yield Linear((cell, *counted), weights, "==", int(not self.others), rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for arm in self.located(grid):
            if len(arm) > 1:
                yield Line(tuple(map(place, arm[:2])), tint="grey", head=True, width=0.05)


def _run_variables(arm: tuple[Cell, ...]) -> list[str]:
    """Return the variables that say whether the run reaches each cell of an arm but the first."""
    variables = []
    for length in range(2, len(arm) + 1):
        first, last = arm[0], arm[length - 1]
        variables.append(
            same_region_variable(*arm[:2])
            if length == 2
            else f"~whether the region of {first} goes on by {arm[1]} to {last}"
        )
    return variables


def _pairs(arms: tuple[tuple[Cell, ...], ...]) -> list[tuple[Cell, Cell]]:
    return [pair for arm in arms for pair in pairwise(arm)]


def _lines_to_sides(grid: Grid, cell: Cell) -> Iterable[tuple[Cell, ...]]:
    """The lines from a cell to the four sides, the cell first."""
    block = grid.blocks[0]
    for lines in (block.rows(), block.columns()):
        line = next(line for line in lines if cell in line)
        at = line.index(cell)
        yield line[at::-1]
        yield line[at:]
