"""Full grids of large puzzles: a first solution, varied by drawing some of its values anew.

A solution drawn cell by cell, as small grids have it, meets the hardest questions there are when a
third of a 16x16 or 25x25 is filled.  To free all cells of a quarter of the values, and to fill them
in another way, is easy at any size; after some moves most cells are another.

>>> from random import Random
>>> import nonet
>>> from nonet.deadline import Deadline
>>> from nonet.setting.assumption_solver import AssumptionSolver, PROPAGATOR
>>> puzzle = nonet.Sudoku("." * 256)
>>> solver = AssumptionSolver(puzzle.model().structure, Deadline(None), PROPAGATOR)
>>> values = shifted_rows(puzzle.grid, Random(1))
>>> varied = varied_solution(solver, values, Random(1))
>>> sum(varied[cell] != values[cell] for cell in values) > 128
True
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from random import Random

from nonet.puzzle import Cell, Grid
from nonet.puzzle.grid import place
from nonet.setting.assumption_solver import AssumptionSolver

MOVES, FREE_PART = 20, 4
"""Moves of a walk, and the part of the values that a move draws anew: a quarter."""

MOVE_PROPAGATIONS = 100_000
"""Propagations of a move (0.05 s), after which the values stay as they were."""


def varied_solution(
    solver: AssumptionSolver,
    values: Mapping[str, int],
    random: Random,
    fixed: Mapping[str, int] | None = None,
    moves: int = MOVES,
    free_part: int = FREE_PART,
) -> dict[str, int]:
    """Return another solution, reached from ``values`` in some moves; ``fixed`` variables stay.

    Solutions are not drawn evenly.  Raises ``DeadlineExceeded`` when the time is out.
    """
    current = dict(values)
    fixed = fixed or {}
    for _ in range(moves):
        occurring = sorted(set(current.values()))
        free = set(random.sample(occurring, max(2, len(occurring) // free_part)))
        stay, preferred = list(solver.rules), []
        for name, value in current.items():
            literals = solver.literals[name]
            if value not in free or name in fixed:
                stay.append(literals[value])
            else:
                chosen = random.choice([other for other in literals if other in free])
                preferred += [x if v == chosen else -x for v, x in literals.items() if v in free]
        solver.prefer_literals(preferred)
        if solver.solve_bounded(stay, MOVE_PROPAGATIONS):
            current.update(solver.values())
    return current


def shifted_rows(grid: Grid, random: Random) -> dict[Cell, int]:
    """A full square of rows, columns and boxes, made by shifts: rows, columns and values shuffled.

    ``grid`` is one square with boxes.
    """
    block = grid.blocks[0]
    height, width = block.box or (1, grid.size)
    rows = _shuffled_lines(grid.size, height, random)
    columns = _shuffled_lines(grid.size, width, random)
    values = random.sample(grid.values, grid.size)
    filled = {}
    for cell in grid.cells:
        row, column = place(cell)
        shift = rows[row] % height * width + rows[row] // height
        filled[cell] = values[(shift + columns[column]) % grid.size]
    return filled


def _shuffled_lines(size: int, together: int, random: Random) -> list[int]:
    """The numbers of lines, in bands of ``together`` lines; bands and the lines of each shuffled."""
    bands = [list(range(first, first + together)) for first in range(0, size, together)]
    random.shuffle(bands)
    for band in bands:
        random.shuffle(band)
    return list(chain.from_iterable(bands))
