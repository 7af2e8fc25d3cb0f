"""Region counts (chaos counts): how many of some cells are of one unknown region."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nonet.model import Annotation, Constraint, Domain, Linear
from nonet.puzzle.grid import NEIGHBOUR_OFFSETS, Cell, Grid, place
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.region_rules import (
    RegionDependentRule,
    checked_region_cells,
    same_region_constraints,
    same_region_domains,
    same_region_variable,
)
from nonet.render.drawing import Decoration, Outline


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
