"""Magic square: all values once, and one sum in every row, column and long diagonal."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import AllDifferent, Annotation, Constraint, Linear
from nonet.puzzle.grid import Grid
from nonet.puzzle.grid_descriptions import grid_of
from nonet.puzzle.rules.base import Example, PuzzleRule, block_suffix
from nonet.puzzle.rules.diagonals import long_diagonals


class MagicSquare(PuzzleRule):
    """For a square of n rows with n * n values: each once, and equal sums."""

    name = "magic-square"
    sentence = "Every value occurs once, and all rows, columns and long diagonals have one sum."
    replaces = "rows columns boxes"
    examples = (
        Example(
            "2....1...",
            "276951438",
            omitted_rules=("rows", "columns", "boxes"),
            grid=grid_of("3 values 1-9 box none"),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for number, block in enumerate(grid.blocks, 1):
            end = block_suffix(grid, number)
            side = block.height
            if side != block.width or side * side != grid.size:
                raise self.rule_error(
                    f"a square of n rows and n * n values, not {side} rows, {block.width} "
                    f"columns and {grid.size} values{end}"
                )
            total, remainder = divmod(sum(grid.values), side)
            if remainder:
                raise self.rule_error(f"{sum(grid.values)}, the sum of all values, on {side} rows")
            cells = tuple(cell for row in block.rows() for cell in row)
            label = f"magic square{end}"
            yield AllDifferent(
                cells, rule=Annotation("magic square", label, "every value occurs once")
            )
            for kind, lines in (("row", block.rows()), ("column", block.columns())):
                for i, line in enumerate(lines, 1):
                    yield _sum_constraint(line, total, f"{kind} {i}{end}")
        for label, line in long_diagonals(grid):
            yield _sum_constraint(line, total, label)


def _sum_constraint(cells: tuple[str, ...], total: int, label: str) -> Linear:
    annotation = Annotation("magic square", f"sum of {label}", f"{label} adds up to {total}")
    return Linear.sum(cells, "==", total, rule=annotation)
