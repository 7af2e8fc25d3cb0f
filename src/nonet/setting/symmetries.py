"""The eight symmetries of a pattern of clues, and the orbits of a grid's cells under each symmetry.

>>> from nonet.puzzle import Grid
>>> [len(orbits(Grid.square(9), name)) for name in SYMMETRIES]
[81, 41, 21, 45, 45, 25, 25, 15]

The symmetries of a square have ten groups; these eight are all that differ but for turning or
mirroring the whole puzzle.
"""

from __future__ import annotations

from collections.abc import Callable

from nonet.errors import PuzzleError, did_you_mean
from nonet.puzzle import Grid
from nonet.puzzle.grid import cell_name, place

Transformation = Callable[[int, int, int, int], tuple[int, int]]
"""From row, column, height - 1 and width - 1 to the cell's image."""


def _half_turn(row: int, column: int, last: int, end: int) -> tuple[int, int]:
    return last - row, end - column


def _quarter_turn(row: int, column: int, last: int, end: int) -> tuple[int, int]:
    return column, last - row


def _mirror_rows(row: int, column: int, last: int, end: int) -> tuple[int, int]:
    return last - row, column


def _mirror_columns(row: int, column: int, last: int, end: int) -> tuple[int, int]:
    return row, end - column


def _diagonal(row: int, column: int, last: int, end: int) -> tuple[int, int]:
    return column, row


def _other_diagonal(row: int, column: int, last: int, end: int) -> tuple[int, int]:
    return end - column, last - row


SYMMETRIES: dict[str, tuple[Transformation, ...]] = {
    "none": (),
    "half-turn": (_half_turn,),
    "quarter-turn": (_quarter_turn,),
    "mirror": (_mirror_rows,),
    "diagonal": (_diagonal,),
    "two-mirrors": (_mirror_rows, _mirror_columns),
    "two-diagonals": (_diagonal, _other_diagonal),
    "full": (_quarter_turn, _diagonal),
}
"""The moves that make each symmetry, by its name."""


def orbits(grid: Grid, name: str) -> list[list[str]]:
    """The cells in groups that have clues together or not at all, in reading order.

    Raises ``PuzzleError`` for an unknown name, or a symmetry that the grid does not have.
    """
    if name not in SYMMETRIES:
        near = did_you_mean(name, SYMMETRIES)
        raise PuzzleError(f"there is no symmetry {name!r}; there are {', '.join(SYMMETRIES)}{near}")
    moves = SYMMETRIES[name]
    turning = {_quarter_turn, _diagonal, _other_diagonal}
    if grid.height != grid.width and turning.intersection(moves):
        raise PuzzleError(
            f"symmetry {name} turns a grid of {grid.height} by {grid.width} into another"
        )
    cells, groups = grid.cell_set, []
    remaining = dict.fromkeys(grid.cells)
    while remaining:
        start = next(iter(remaining))
        orbit, frontier = {start: None}, [start]
        while frontier:
            row, column = place(frontier.pop())
            for move in moves:
                image = cell_name(*move(row, column, grid.height - 1, grid.width - 1))
                if image not in cells:
                    raise PuzzleError(f"this grid has no symmetry {name}: there is no cell {image}")
                if image not in orbit:
                    orbit[image] = None
                    frontier.append(image)
        groups.append(list(orbit))
        for cell in orbit:
            del remaining[cell]
    return groups
