"""Connected: the cells that hold some values hang together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from nonet.errors import quantity
from nonet.model import Annotation, Constraint, Count
from nonet.model import Connected as Joined
from nonet.model.constraints.primitives import Comparison
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.render.drawing import Decoration, Outline


@dataclass(frozen=True)
class Connected(PuzzleRule):
    """All cells that hold one of ``values``, at least one cell, are connected.

    Steps go from edge to edge.  ``cells``, all of the grid if not given, may lie anywhere: with
    ``width`` the cells are read as rows of that length, each below the row before.
    """

    values: tuple[int, ...]
    cells: tuple[Cell, ...] = ()
    width: int | None = None
    size: int | None = None

    name = "connected"
    sentence = "The cells that hold one of the values are one connected area."
    aliases = ("connected-values",)
    parameters = {
        "values": "the values whose cells hang together",
        "cells": "the cells looked at, all of the grid if not given",
        "width": "how many of these are in a row, where that is not as in the grid",
        "size": "how many cells hold one of the values, if that is known",
    }
    examples = (Example("4.2........1....", "4123321424311342", "1 2 3"),)

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", self.checked_numbers(self.values, "a value"))
        if not self.values or len(set(self.values)) < len(self.values):
            raise self.rule_error("it takes different values, one or more")
        if self.cells:
            object.__setattr__(self, "cells", self.checked_names(self.cells))
        for number, what in ((self.width, "the width"), (self.size, "the size")):
            if number is not None:
                self.checked_number(number, what, minimum=1)

    def located(self, grid: Grid) -> tuple[Cell, ...]:
        """The cells looked at."""
        return self.checked_cells(grid, self.cells) if self.cells else grid.cells

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        for value in self.values:
            if value not in grid.values:
                raise self.rule_error(f"{value} is not a value of this grid")
        if self.size is not None and self.size > len(cells):
            raise self.rule_error(
                f"{quantity(self.size, 'cell')} cannot hold its values: there are {len(cells)}"
            )
        listed = ", ".join(map(str, self.values))
        annotation = Annotation(
            self.name, f"connected {listed}", f"the cells with {listed} are one connected area"
        )
        among = frozenset(self.values)
        op, number = (">=", 1) if self.size is None else ("==", self.size)
        often = "at least one cell holds" if self.size is None else f"{number} of the cells hold"
        if self.size == 1:
            often = "1 of the cells holds"
        many = f"{often} one of {listed}"
        counted = Annotation(self.name, f"number of {listed}", many)
        yield Count(cells, among, cast(Comparison, op), number, rule=counted)
        edges = tuple(self._edges(grid, cells))
        reach = None if self.size is None else self.size - 1
        yield Joined(cells, edges, (tuple(sorted(among)),), reach, rule=annotation)

    def _edges(self, grid: Grid, cells: tuple[Cell, ...]) -> Iterable[tuple[Cell, Cell]]:
        if self.width is None:
            spots = {place(cell): cell for cell in cells}
        else:
            spots = {divmod(at, self.width): cell for at, cell in enumerate(cells)}
        for (row, column), cell in spots.items():
            for spot in ((row, column + 1), (row + 1, column)):
                if spot in spots:
                    yield cell, spots[spot]

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        if self.cells:
            listed = " ".join(map(str, self.values))
            yield Outline(tuple(map(place, self.located(grid))), f"joined {listed}")
