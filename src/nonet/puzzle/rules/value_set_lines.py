"""Lines on which only the set of values counts.

- Renban: consecutive values, in any order.
- Nabner: no two values of a line are equal or consecutive.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from nonet.model import AllDifferent, Annotation, AnyOf, Constraint, Count, Table
from nonet.model.annotation import UNNAMED
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, are_adjacent
from nonet.puzzle.rules.path_rule import PathRule
from nonet.render.drawing import Decoration, Shade

ValueRun = frozenset[tuple[int, ...]]


class Renban(PathRule):
    """The line holds a run of consecutive values, each once, in any order.

    The order means nothing, so the cells need not touch: published Renban groups often do not
    (so in the Interactive Sudoku Solver).  A group that is no line is shaded.
    """

    name = "renban"
    sentence = "A renban line holds consecutive values in any order, none of them twice."
    aliases = ("renban-line",)
    parameters = {"cells": "the cells of the line or group"}
    tint = "purple"
    examples = (
        Example(
            ".1......3....35..4...6..1........5.6",
            "514362263451635124421635156243342516",
            "R5C6 R4C6 R3C5 R3C6",
        ),
    )

    def located(self, grid: Grid) -> tuple[Cell, ...]:
        cells = self.checked_cells(grid, self.cells)
        if len(cells) < self.min_cells:
            raise self.rule_error(f"a line has {self.min_cells} cells or more, not {len(cells)}")
        return cells

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = self.located(grid)
        if all(are_adjacent(cell, after) for cell, after in pairwise(cells)):
            yield from super().decorations(grid)
        else:
            label = self.annotation(cells, "").label
            yield Shade(tuple(map(place, cells)), label, tint=self.tint)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        runs = consecutive_constraint(
            cells, grid, self.annotation(cells, f"{len(cells)} consecutive values")
        )
        if runs is None:
            raise self.impossible_rule_error(
                f"at {cells[0]}: there are no {len(cells)} consecutive values"
            )
        differ = self.annotation(cells, "no value twice on the line", "all different")
        yield AllDifferent.unchecked(scope=cells, rule=differ)
        yield runs


def consecutive_constraint(
    cells: tuple[Cell, ...], grid: Grid, annotation: Annotation
) -> AnyOf | None:
    """Return the constraint that ``cells`` hold values of a single run; ``None`` without runs.

    A group for each run: with "all different" that is a set of consecutive values.
    """
    runs = _value_runs(grid.values, len(cells))
    if not runs:
        return None
    return AnyOf(
        tuple(tuple(_in_run_table(c, run) for c in cells) for run in runs), rule=annotation
    )


@lru_cache(maxsize=64)
def _value_runs(values: tuple[int, ...], length: int) -> tuple[ValueRun, ...]:
    """Return the runs of ``length`` consecutive values, each as the tuples of a unary table."""
    return tuple(
        frozenset((value,) for value in range(low, low + length))
        for low in values
        if {*range(low, low + length)} <= {*values}
    )


@lru_cache(maxsize=4096)
def _in_run_table(cell: Cell, run: ValueRun) -> Table:
    """Return the table that a cell has a value of a run, cached for all lines."""
    return Table.unchecked(scope=(cell,), rule=UNNAMED, tuples=run)


class Nabner(PathRule):
    """Any two values on the line, neighbours or not, differ by 2 at least.

    Stated as "at most one of ``v`` and ``v + 1``", a constraint on all cells at once.
    """

    name = "nabner"
    sentence = "No two values on a nabner line are equal or consecutive."
    aliases = ("nabner-line",)
    parameters = {"cells": "the cells in order"}
    tint = "yellow"
    examples = (
        Example(
            ".413.........25...4........2...3.1.5",
            "541362263451325614416523154236632145",
            "R5C6 R4C6 R3C5",
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        values = {*grid.values}
        room, free = 0, grid.values[0]
        for value in grid.values:
            if value >= free:
                room, free = room + 1, value + 2
        if len(cells) > room:
            raise self.impossible_rule_error(
                f"at {cells[0]}: at most {room} values differ by 2, and it has {len(cells)} cells"
            )
        for value in grid.values:
            if value + 1 in values or value - 1 not in values:
                pair = sorted({value, value + 1} & values)
                what = " or ".join(map(str, pair))
                annotation = self.annotation(cells, f"at most one cell of the line is {what}", what)
                yield Count(cells, frozenset(pair), "<=", 1, rule=annotation)
