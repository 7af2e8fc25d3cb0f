"""Puzzles told by marks: cages, lines and dots of a random solution, with few digits or none.

>>> from random import Random
>>> import nonet
>>> solved = nonet.solve("1.3.34....2..1..").solution
>>> generator = MarkedPuzzleGenerator(nonet.Sudoku("." * 16), "killer", Deadline(None))
>>> puzzle = generator.puzzle_with_solution(solved, Random(1))
>>> len(puzzle.clues), nonet.verify(puzzle).uniqueness.value
(0, 'unique')
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from nonet.backends.registry import get_backend
from nonet.deadline import Deadline
from nonet.model import AllDifferent
from nonet.puzzle import Cell, Puzzle, PuzzleRule
from nonet.puzzle.rules.killer import Killer
from nonet.setting.assumption_solver import AssumptionSolver
from nonet.setting.mark_generators import (
    KINDS_SHOWING_ALL_MARKS,
    SolutionValues,
    edge_neighbours,
    killer_cage,
)
from nonet.setting.mark_search import mark_generator
from nonet.setting.minimal_unsat import minimal_unsat_set

MAX_PROPAGATIONS = 300_000
"""Propagations, some 0.1 s, after which a digit or a mark is said to be needed: whether long lines
of sums leave one solution without any digit may take a solver hours."""


class _BoundedSolver:
    """A bench that is asked for ``MAX_PROPAGATIONS`` and no longer."""

    def __init__(self, bench: AssumptionSolver) -> None:
        self._bench = bench
        self.core = bench.core

    def solve(self, assumptions: Sequence[int]) -> bool:
        """Whether they can hold together, for all that is known by then."""
        return self._bench.may_be_satisfiable(assumptions, MAX_PROPAGATIONS)


class MarkedPuzzleGenerator:
    """Makes puzzles with marks of a kind (of ``MAKERS``), on the grid and rules of ``like``.

    A live solver of its own serves them all, so that the same solutions in the same order give
    the same puzzles.  Of cages none is left out: they are split where the sums of their parts
    tell another solution apart, until there is none.  Of other kinds, first the digits are left
    out that all marks together do not need, then the marks that are not needed, in a random
    order (of ``KINDS_SHOWING_ALL_MARKS`` none).
    """

    def __init__(self, like: Puzzle, kind: str, deadline: Deadline) -> None:
        get_backend("sat")
        self._like, self._kind, self._clock = like, kind, deadline
        self._structure = like.with_clues({}).model().structure
        self._bench: AssumptionSolver | None = None

    def puzzle_with_solution(self, solution: SolutionValues, random: Random) -> Puzzle:
        """One whose only solution is ``solved``, which must hold for the rules and clues."""
        like = self._like
        if self._bench is None or self._bench.needs_replacement:
            self._bench = AssumptionSolver(
                self._structure, self._clock, "minisat22", bounded_by_propagations=True
            )
        bench = self._bench
        marks = mark_generator(self._kind)(like.grid, solution, random)
        theme = [bench.literals[cell][value] for cell, value in like.clues.items()]
        with bench.excluding(solution.items()) as other:
            firm = [*bench.rules, *theme, other]
            if self._kind == "killer":
                return like.with_rules(*_split_cages(bench, like, solution, marks, firm))
            shown = self._kind in KINDS_SHOWING_ALL_MARKS
            return _with_fewest_clues(bench, like, solution, marks, firm, random, shown=shown)


def _with_fewest_clues(
    bench: AssumptionSolver,
    like: Puzzle,
    solved: SolutionValues,
    marks: Sequence[PuzzleRule],
    firm: list[int],
    random: Random,
    *,
    shown: bool,
) -> Puzzle:
    """As few digits as all the marks leave, then as few marks, unless all are ``shown``."""
    switches = {
        bench.define_switch(mark.constraints_among(like.grid, like.rules)): mark for mark in marks
    }
    digits = {
        bench.literals[cell][value]: cell
        for cell, value in solved.items()
        if cell not in like.clues
    }
    order = random.sample([*switches], len(switches))
    needed: list[int] = []
    brief = _BoundedSolver(bench)
    if brief.solve([*firm, *order]):
        rest = random.sample([*digits], len(digits))
        needed = minimal_unsat_set(brief, [*firm, *order], rest)
    left = {*order} if shown else {*needed, *minimal_unsat_set(brief, [*firm, *needed], order)}
    for switch in switches:
        bench.add_clause([-switch])
    clues = {digits[literal]: solved[digits[literal]] for literal in needed}
    kept = [mark for switch, mark in switches.items() if switch in left]
    return like.with_clues({**like.clues, **clues}).with_rules(*kept)


def _split_cages(
    bench: AssumptionSolver,
    like: Puzzle,
    solved: SolutionValues,
    cages: Sequence[PuzzleRule],
    firm: list[int],
) -> list[PuzzleRule]:
    """Cages without a second solution."""
    units = [set(unit.scope) for unit in like.units]

    def define(each: PuzzleRule) -> int:
        return bench.define_switch(
            constraint
            for constraint in each.constraints(like.grid)
            if not isinstance(constraint, AllDifferent)
            or not any(unit.issuperset(constraint.scope) for unit in units)
        )

    switch_of = {each: define(each) for each in cages}
    defined = list(switch_of.values())
    while bench.solve([*firm, *switch_of.values()]):
        found = bench.values()
        wide = [
            each
            for each in switch_of
            if isinstance(each, Killer)
            and len(each.cells) > 1
            and any(found[cell] != solved[cell] for cell in each.cells)
        ]
        for each in wide[:1]:
            del switch_of[each]
            for part in _split_cage(like, list(each.cells), found, solved):
                new = killer_cage(part, solved)
                switch_of[new] = define(new)
                defined.append(switch_of[new])
    for switch in defined:
        bench.add_clause([-switch])
    return list(switch_of)


def _split_cage(
    like: Puzzle, cells: list[Cell], found: SolutionValues, solved: SolutionValues
) -> tuple[list[Cell], list[Cell]]:
    """The cage in two that hang together, with sums that the other solution does not have."""
    for start in cells:
        part = [start]
        while len(part) < len(cells):
            rest = [cell for cell in cells if cell not in part]
            differs = sum(found[c] for c in part) != sum(solved[c] for c in part)
            if differs and _is_connected(like, rest):
                return part, rest
            near = [c for p in part for c in edge_neighbours(like.grid, p) if c in rest]
            if not near:
                break
            part.append(near[0])
    return [cells[0]], cells[1:]


def _is_connected(like: Puzzle, cells: list[Cell]) -> bool:
    left, frontier = set(cells[1:]), cells[:1]
    while frontier:
        for cell in edge_neighbours(like.grid, frontier.pop()):
            if cell in left:
                left.discard(cell)
                frontier.append(cell)
    return not left
