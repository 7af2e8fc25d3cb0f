"""Clues beside the grid: the base of rules that look along a row, a column or a diagonal.

A clue stands at a place named like a cell outside the grid: ``R0C4`` looks down column 4,
``R3C0`` along row 3 from the left, ``R10C4`` up and ``R3C10`` from the right in a 9x9.

>>> from nonet.puzzle.grid import Grid
>>> line_from(Grid.square(4), "R2C5")
('R2C4', 'R2C3', 'R2C2', 'R2C1')
>>> cells_from(Grid.square(4), "R0C2", (1, 1))
('R1C3', 'R2C4')
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from nonet.errors import PuzzleError
from nonet.model import Annotation
from nonet.puzzle.grid import Cell, Grid, Outside, parse_cell_name, place
from nonet.puzzle.rules.base import PuzzleRule
from nonet.render.drawing import Decoration, Text


@dataclass(frozen=True)
class OutsideRule(PuzzleRule):
    """The base of rules with a clue beside the grid, about the line that begins at the clue.

    ``clue_field`` names the field with the number at the clue's place, ``min_clue`` is the least
    value of this number.
    """

    clue: Outside

    clue_field: ClassVar[str]
    min_clue: ClassVar[int | None] = None
    entry = "outside"
    parameters: ClassVar[dict[str, str]] = {
        "clue": "where the clue stands: R0C4 above column 4, R3C0 left of row 3"
    }

    def __post_init__(self) -> None:
        object.__setattr__(self, "clue", checked_outside_name(self, self.clue))
        self.checked_number(
            getattr(self, self.clue_field), f"the {self.clue_field}", minimum=self.min_clue
        )
        super().__post_init__()

    def line_cells(self, grid: Grid) -> tuple[Cell, ...]:
        """The cells of the row or column, from the clue on; raises ``PuzzleError``."""
        try:
            return line_from(grid, self.clue)
        except PuzzleError as error:
            raise self.rule_error(str(error)) from None

    def is_unit(self, cells: tuple[Cell, ...], rules: tuple[PuzzleRule, ...]) -> bool:
        """Whether the rows or the columns of a puzzle with ``rules`` make ``cells`` differ."""
        unit = "rows" if len({place(cell)[0] for cell in cells}) == 1 else "columns"
        return any(rule.name == unit for rule in rules)

    def clue_text(self) -> str:
        """Return the text at the clue's place."""
        return str(getattr(self, self.clue_field))

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        self.line_cells(grid)
        yield Text((place(self.clue),), self.clue_text())

    def annotation(self, grid: Grid, sentence: str) -> Annotation:
        """The words of its constraint."""
        side = _side_text(self.clue, self.line_cells(grid)[0])
        return Annotation(self.name, f"{self.name} {self.clue_text()} {side}", sentence)


def _side_text(clue: Outside, first: Cell) -> str:
    """Where a clue stands, ``left of row 3``, from the cell beside it."""
    (row, column), (first_row, first_column) = place(clue), place(first)
    if row == first_row:
        return f"{'left' if column < first_column else 'right'} of row {row + 1}"
    return f"{'above' if row < first_row else 'below'} column {column + 1}"


def checked_outside_name(rule: PuzzleRule, name: object) -> Outside:
    """Return the name of a place beside the grid; raise ``PuzzleError`` if invalid."""
    outside = parse_cell_name(name) if isinstance(name, str) else None
    if outside is None:
        raise rule.rule_error(f"a clue stands at a place like R0C4 or R3C0, not at {name!r}")
    return outside


@lru_cache(maxsize=1024)
def line_from(grid: Grid, clue: Outside) -> tuple[Cell, ...]:
    """Return the cells of the row or column beside a clue, from the clue on.

    On several blocks the line is the row or column of the block whose edge the clue touches.
    Raises ``PuzzleError`` where the clue stands on a cell, beside none, or beside two.
    """
    row, column = place(clue)
    if clue in grid.cell_set:
        raise PuzzleError(f"{clue} is a cell: its clue stands beside the grid, as R0C4 or R3C0")
    lines: list[tuple[Cell, ...]] = []
    for block in grid.blocks:
        down, right = row - block.top, column - block.left
        if 0 <= right < block.width and down in (-1, block.height):
            cells = block.columns()[right]
        elif 0 <= down < block.height and right in (-1, block.width):
            cells = block.rows()[down]
        else:
            continue
        lines.append(cells if down == -1 or right == -1 else cells[::-1])
    if not lines:
        raise PuzzleError(f"{clue} is not beside a row or column of this grid")
    if len(lines) > 1:
        raise PuzzleError(f"{clue} stands between two rows or columns: which one is meant?")
    return lines[0]


def cells_from(grid: Grid, start: Outside, step: tuple[int, int]) -> tuple[Cell, ...]:
    """The cells met from a place beside the grid on, a step (rows down, columns right) each.

    Raises ``PuzzleError`` if ``start`` is a cell or no cell is met.
    """
    if start in grid.cell_set:
        raise PuzzleError(f"{start} is a cell: its clue stands beside the grid, as R0C4 or R3C0")
    cells = grid.cells_in_direction(start, step)
    if not cells:
        raise PuzzleError(f"no cell is met from {start} on in this direction")
    return cells
