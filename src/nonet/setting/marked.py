"""Puzzles told by marks: cages, lines and dots of a random solution, with few digits or none.

>>> from random import Random
>>> import nonet
>>> solved = nonet.solve("1.3.34....2..1..").solution
>>> puzzle = Marking(nonet.Sudoku("." * 16), "killer", Clock(None)).puzzle(solved, Random(1))
>>> len(puzzle.clues), nonet.verify(puzzle).uniqueness.value
(0, 'unique')
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from nonet.backends.registry import get_backend
from nonet.model import AllDifferent
from nonet.puzzle import Cell, Puzzle, PuzzleRule
from nonet.puzzle.rules.killer import Killer
from nonet.setting.bench import Bench, Clock
from nonet.setting.drafts import maker_of
from nonet.setting.makers import ALL_SHOWN, Solved, beside, cage
from nonet.setting.muses import minimal

EFFORT = 300_000
"""Propagations, some 0.1 s, after which a digit or a mark is said to be needed: whether long lines
of sums leave one solution without any digit may take a solver hours."""


class _Brief:
    """A bench that is asked for ``EFFORT`` and no longer."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self.core = bench.core

    def solve(self, assumptions: Sequence[int]) -> bool:
        """Whether they can hold together, for all that is known by then."""
        return self._bench.may(assumptions, EFFORT)


class Marking:
    """Makes puzzles with marks of a kind (of ``MAKERS``), on the grid and rules of ``like``.

    A live solver of its own serves them all, so that the same solutions in the same order give
    the same puzzles.  Of cages none is left out: they are split where the sums of their parts
    tell another solution apart, until there is none.  Of other kinds, first the digits are left
    out that all marks together do not need, then the marks that are not needed, in a random
    order (of ``ALL_SHOWN`` none).
    """

    def __init__(self, like: Puzzle, kind: str, clock: Clock) -> None:
        get_backend("sat")
        self._like, self._kind, self._clock = like, kind, clock
        self._structure = like.with_clues({}).model().structure
        self._bench: Bench | None = None

    def puzzle(self, solved: Solved, random: Random) -> Puzzle:
        """One whose only solution is ``solved``, which must hold for the rules and clues."""
        like = self._like
        if self._bench is None or self._bench.is_worn:
            self._bench = Bench(self._structure, self._clock, "minisat22", counted=True)
        bench = self._bench
        marks = maker_of(self._kind)(like.grid, solved, random)
        theme = [bench.literals[cell][value] for cell, value in like.clues.items()]
        with bench.other_than(solved.items()) as other:
            firm = [*bench.rules, *theme, other]
            if self._kind == "killer":
                return like.with_rules(*_split(bench, like, solved, marks, firm))
            shown = self._kind in ALL_SHOWN
            return _fewest(bench, like, solved, marks, firm, random, shown=shown)


def _fewest(
    bench: Bench,
    like: Puzzle,
    solved: Solved,
    marks: Sequence[PuzzleRule],
    firm: list[int],
    random: Random,
    *,
    shown: bool,
) -> Puzzle:
    """As few digits as all the marks leave, then as few marks, unless all are ``shown``."""
    switches = {bench.define(mark.constraints(like.grid)): mark for mark in marks}
    digits = {
        bench.literals[cell][value]: cell
        for cell, value in solved.items()
        if cell not in like.clues
    }
    order = random.sample([*switches], len(switches))
    needed: list[int] = []
    brief = _Brief(bench)
    if brief.solve([*firm, *order]):
        rest = random.sample([*digits], len(digits))
        needed = minimal(brief, [*firm, *order], rest)
    left = {*order} if shown else {*needed, *minimal(brief, [*firm, *needed], order)}
    for switch in switches:
        bench.add([-switch])
    clues = {digits[literal]: solved[digits[literal]] for literal in needed}
    kept = [mark for switch, mark in switches.items() if switch in left]
    return like.with_clues({**like.clues, **clues}).with_rules(*kept)


def _split(
    bench: Bench, like: Puzzle, solved: Solved, cages: Sequence[PuzzleRule], firm: list[int]
) -> list[PuzzleRule]:
    """Cages without a second solution."""
    units = [set(unit.scope) for unit in like.units]

    def define(each: PuzzleRule) -> int:
        return bench.define(
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
            for part in _parts(like, list(each.cells), found, solved):
                new = cage(part, solved)
                switch_of[new] = define(new)
                defined.append(switch_of[new])
    for switch in defined:
        bench.add([-switch])
    return list(switch_of)


def _parts(
    like: Puzzle, cells: list[Cell], found: Solved, solved: Solved
) -> tuple[list[Cell], list[Cell]]:
    """The cage in two that hang together, with sums that the other solution does not have."""
    for start in cells:
        part = [start]
        while len(part) < len(cells):
            rest = [cell for cell in cells if cell not in part]
            differs = sum(found[c] for c in part) != sum(solved[c] for c in part)
            if differs and _hangs_together(like, rest):
                return part, rest
            near = [c for p in part for c in beside(like.grid, p) if c in rest]
            if not near:
                break
            part.append(near[0])
    return [cells[0]], cells[1:]


def _hangs_together(like: Puzzle, cells: list[Cell]) -> bool:
    left, frontier = set(cells[1:]), cells[:1]
    while frontier:
        for cell in beside(like.grid, frontier.pop()):
            if cell in left:
                left.discard(cell)
                frontier.append(cell)
    return not left
