"""Shaded sum: a number beside a row or column is the sum of its shaded cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nonet.model import Annotation, Constraint, Domain, Linear, Table
from nonet.puzzle.grid import Cell, Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.outside_rule import OutsideRule
from nonet.puzzle.rules.shading import shade_domains, shade_variable


@dataclass(frozen=True)
class ShadedSum(OutsideRule):
    """The shaded cells of the line have this sum, where the solver shades cells, as in yin-yang."""

    sum: int

    clue_field = "sum"
    min_clue = 0
    name = "shaded-sum"
    sentence = "A number beside a row or column is the sum of its shaded cells."
    parameters = {
        **OutsideRule.parameters,
        "sum": "the sum of the values of the shaded cells",
    }
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
    """Return the variable of the value of a shaded cell, 0 for any unshaded cell."""
    return f"~shaded value of {cell}"
