"""Large grids with marks, and the digits without which no short search proves that there is one
solution.

Without digits the proof for a 25x25 killer takes longer than anyone waits, however its cages trade
cells or fall in two, and lines of a 16x16 leave more solutions than marks can exclude one by one.
So digits are taken away from the full grid as clues are in a classic (``witnessed_clues.py``), with
the marks beside them: some 30 stay of a 25x25 killer.

>>> from random import Random
>>> import nonet
>>> solution = nonet.solve("1.3.34....2..1..").solution
>>> layouts = {"killer": MarkLayout(size=(2, 3))}
>>> blank = nonet.Sudoku("." * 16)
>>> puzzle = large_marked_puzzle(blank, solution, layouts, 0, Random(1), Deadline(None))
>>> len(puzzle.clues) < 4, nonet.verify(puzzle).uniqueness.value
(True, 'unique')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from nonet.deadline import Deadline
from nonet.puzzle import Puzzle, PuzzleRule
from nonet.setting.assumption_solver import PROPAGATOR, AssumptionSolver
from nonet.setting.cage_layouts import SolutionValues, cage_tiling
from nonet.setting.mark_generators import killer_cage
from nonet.setting.mark_layouts import MANY, MarkLayout
from nonet.setting.mark_selection import PoolMark, mark_pool
from nonet.setting.witnessed_clues import ClueRemoval

PROPAGATIONS_PER_LITERAL = 3.5
"""Propagations of a test whether digits can go, for each literal of the encoding.  Of a 25x25 with
cages of two and three cells, half and half, 59 digits stay with 1 (0.4 s of CPU time), 39 with 3.5
(1 s) and 34 with 17 (8 s)."""

CELLS_PER_MARK = 4
"""Cells for each mark of a kind without a usual number: 480 sums of two cells hide a 16x16."""


def large_marked_puzzle(
    like: Puzzle,
    solution: SolutionValues,
    layouts: Mapping[str, MarkLayout],
    least_digits: int,
    random: Random,
    deadline: Deadline,
) -> Puzzle:
    """Return a puzzle of marks, and of at least so many digits, as few as short searches allow.

    Raises ``DeadlineExceeded``, and ``PuzzleError`` where a kind has no marks on this grid.
    """
    marks: Sequence[PuzzleRule]
    if [*layouts] == ["killer"]:
        layout = layouts["killer"]
        number = None if layout.marks[1] == MANY else layout.marks
        cages = cage_tiling(like.grid, solution, random, layout.size, number)
        marks = [killer_cage(cage, solution) for cage in cages]
    else:
        marks = _fitting_marks(like, solution, layouts, random)
    puzzle = like.with_rules(*marks)
    structure = puzzle.with_clues({}).model().structure
    solver = AssumptionSolver(structure, deadline, PROPAGATOR, fixed_rules=True)
    groups = [[cell] for cell in like.grid.cells]
    propagations = PROPAGATIONS_PER_LITERAL * solver.literals_per_value
    removal = ClueRemoval(solver, solution, groups, like.clues, random, propagations)
    digits = removal.fewer_clues(least_digits + len(like.clues))
    return puzzle.with_clues({**like.clues, **{cell: solution[cell] for cell in digits}})


def _fitting_marks(
    like: Puzzle, solution: SolutionValues, layouts: Mapping[str, MarkLayout], random: Random
) -> list[PuzzleRule]:
    """Return marks that hold of the solution and fit beside each other, as many as their layouts
    allow, by default one for ``CELLS_PER_MARK`` cells at most; the kinds take turns."""
    usual = len(like.grid.cells) // CELLS_PER_MARK
    pool = mark_pool(like.grid, solution, random, layouts, ())
    chosen: list[PoolMark] = []
    by_kind = {
        kind: random.sample(some, len(some))
        for kind in layouts
        for some in [[each for each in pool if each.kind == kind]]
    }
    while any(by_kind.values()):
        for kind, remaining in by_kind.items():
            while remaining:
                mark = remaining.pop()
                if not any(mark.clashes_with(other) for other in chosen):
                    chosen.append(mark)
                    break
            most = layouts[kind].marks[1]
            if sum(each.kind == kind for each in chosen) >= (usual if most == MANY else most):
                remaining.clear()
    return [each.mark for each in chosen]
