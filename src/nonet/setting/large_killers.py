"""Killers of large grids: cages that cover the grid, and the digits without which no short search
proves that there is one solution.

Without digits the proof for a 25x25 takes longer than anyone waits, however its cages trade cells
or fall in two.  So digits are taken away from the full grid as clues are in a classic
(``witnessed_clues.py``), with the cages beside them: some 30 stay.

>>> from random import Random
>>> import nonet
>>> solution = nonet.solve("1.3.34....2..1..").solution
>>> layout = MarkLayout(size=(2, 3))
>>> puzzle = large_killer(nonet.Sudoku("." * 16), solution, layout, 0, Random(1), Deadline(None))
>>> len(puzzle.clues) < 4, nonet.verify(puzzle).uniqueness.value
(True, 'unique')
"""

from __future__ import annotations

from random import Random

from nonet.deadline import Deadline
from nonet.puzzle import Puzzle
from nonet.setting.assumption_solver import PROPAGATOR, AssumptionSolver
from nonet.setting.cage_layouts import SolutionValues, cage_tiling
from nonet.setting.mark_generators import killer_cage
from nonet.setting.mark_layouts import MANY, MarkLayout
from nonet.setting.witnessed_clues import ClueRemoval

PROPAGATIONS_PER_VALUE = 4.0
"""Propagations of a test whether digits can go, for each value of each cell.  Of a 25x25 with cages
of two and three cells, half and half, 59 digits stay with 1.1 (0.4 s of CPU time), 39 with 4 (1 s)
and 34 with 20 (8 s)."""


def large_killer(
    like: Puzzle,
    solution: SolutionValues,
    layout: MarkLayout,
    least_digits: int,
    random: Random,
    deadline: Deadline,
) -> Puzzle:
    """Return a puzzle of cages, and of at least so many digits, as few as short searches allow.

    Raises ``DeadlineExceeded``.
    """
    number = None if layout.marks[1] == MANY else layout.marks
    cages = cage_tiling(like.grid, solution, random, layout.size, number)
    puzzle = like.with_rules(*(killer_cage(cage, solution) for cage in cages))
    structure = puzzle.with_clues({}).model().structure
    solver = AssumptionSolver(structure, deadline, PROPAGATOR, fixed_rules=True)
    groups = [[cell] for cell in like.grid.cells]
    removal = ClueRemoval(solver, solution, groups, like.clues, random, PROPAGATIONS_PER_VALUE)
    digits = removal.fewer_clues(least_digits + len(like.clues))
    return puzzle.with_clues({**like.clues, **{cell: solution[cell] for cell in digits}})
