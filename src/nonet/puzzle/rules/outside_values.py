"""Outside Sudoku: values beside a row or column are among its first cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Annotation, Constraint, Count
from nonet.puzzle.grid import Cell, Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.outside_rule import OutsideRule, checked_outside_name


@dataclass(frozen=True)
class OutsideValues(OutsideRule):
    """Each of ``values`` is among the first ``count`` cells seen from the clue.

    Unless ``count`` is given, these are the cells of the first box; without boxes three cells.
    """

    values: tuple[int, ...]
    count: int | None = None

    clue_field = "values"
    name = "outside-values"
    sentence = (
        "Values beside a row or column are among its first cells from there, as far as the first "
        "box goes."
    )
    aliases = ("outside", "outside-sudoku", "outside-digits")
    parameters = {
        **OutsideRule.parameters,
        "values": "the values that stand there",
        "count": "how many cells are looked at, if not those of the first box",
    }
    examples = (
        Example(
            ".......3......1.",
            "2341142341323214",
            "1 2 R0C1",
            extra_rules=("outside-values 3 R2C5",),
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "clue", checked_outside_name(self, self.clue))
        object.__setattr__(self, "values", self.checked_numbers(self.values, "a value"))
        if not self.values:
            raise self.rule_error("it takes a value or more")
        if self.count is not None:
            self.checked_number(self.count, "the count", minimum=1)

    def near_cells(self, grid: Grid) -> tuple[Cell, ...]:
        """The cells that are looked at."""
        cells = self.line_cells(grid)
        if self.count is not None:
            return cells[: self.count]
        box = next((set(box) for b in grid.blocks for box in b.boxes() if cells[0] in box), None)
        near = tuple(cell for cell in cells if box and cell in box)
        return near or cells[:3]

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.near_cells(grid)
        if len(set(self.values)) > len(cells):
            raise self.impossible_rule_error(
                f"{len(self.values)} values at {self.clue} are more than {len(cells)} cells"
            )
        for value in self.values:
            if value not in grid.values:
                raise self.rule_error(f"{value} is no value of this grid")
            annotation = Annotation(
                self.name,
                f"{value} beside {self.clue}",
                f"{value} is in one of {' '.join(cells)}",
            )
            yield Count(cells, frozenset([value]), ">=", 1, rule=annotation)

    def clue_text(self) -> str:
        return " ".join(map(str, self.values))
