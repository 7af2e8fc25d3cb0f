"""A puzzle that needs a technique, by hill climbing from a drawn puzzle.

Few drawn puzzles need a rare technique, and many are near: the technique applies where singles,
intersections and subsets stop, but another technique is tried before; or the path uses the
technique, and stops later.  From the first kind the climb goes on with the same solution and some
other clues, and stays where the technique applies; of the second kind the climb makes a puzzle
easier, by clues in cells that the path leaves open, as long as the path uses the technique.
Five puzzles with a naked quadruple took 19 s of CPU time, where fresh draws gave three in 60 s.

>>> import nonet
>>> drawn = nonet.parse("1.3.34....2..1..")
>>> solution = nonet.solve(drawn).solution
>>> TechniqueClimb(("hidden-single",), drawn, solution, Random(1)).climb() == drawn
True
>>> TechniqueClimb(("x-wing",), drawn, solution, Random(1)).climb() is None
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from random import Random

from nonet.backends.registry import get_backend
from nonet.deadline import Deadline
from nonet.puzzle import Cell, Puzzle
from nonet.setting.assumption_solver import PROPAGATOR, AssumptionSolver, assumption_solver_for
from nonet.setting.technique_order import order_for_techniques
from nonet.techniques import Path, Policy, explain
from nonet.techniques.entry_search import search_steps

MAX_CHANGES = 12
"""Changes of a drawn puzzle in which the technique applies, until another puzzle is drawn."""

MAX_EASIER = 30
"""Easier puzzles that are tried for each puzzle whose path uses the technique and stops later."""

MAX_REPLACED_CLUES = 3

LAST_OF_FIRST_PART = "hidden-triple"
"""The technique with which the quick first part of the usual order ends."""

SINGLES_KEYS = frozenset(("full-house", "naked-single", "hidden-single"))
"""The techniques of the usual path if unit propagation suffices."""


class Nearness(IntEnum):
    """How near a puzzle is to needing a technique."""

    FAR = 0
    APPLIES = 1
    """The technique applies where the first part of the order stops."""
    USED = 2
    """The path uses the technique, and stops later."""
    NEEDED = 3
    """The path uses the technique, and solves the puzzle."""


@dataclass
class TechniqueClimb:
    """A climb from a drawn puzzle to a puzzle with the same solution that needs one of the
    techniques ``keys``.

    ``harder``: the path may stop after the technique.  ``theme``: the cells whose clues stay;
    ``clues``: the least and the greatest number of clues.
    """

    keys: tuple[str, ...]
    drawn: Puzzle
    solution: Mapping[Cell, int]
    random: Random
    harder: bool = False
    theme: frozenset[Cell] = frozenset()
    clues: tuple[int, int] = (0, 1 << 30)

    def climb(self) -> Puzzle | None:
        """Return a puzzle that needs the technique, or None."""
        puzzle = self.drawn
        nearness, path = self._nearness(puzzle)
        for _ in range(MAX_CHANGES):
            if nearness is Nearness.NEEDED:
                return puzzle
            if nearness is Nearness.FAR:
                return None
            if path and nearness is Nearness.USED and (easier := self._easier(puzzle, path)):
                return easier
            changed = self._changed(puzzle)
            if self.clues[0] <= len(changed.clues) <= self.clues[1]:
                new_nearness, new_path = self._nearness(changed)
                if new_nearness >= nearness:
                    puzzle, nearness, path = changed, new_nearness, new_path
        return puzzle if nearness is Nearness.NEEDED else None

    def _nearness(self, puzzle: Puzzle) -> tuple[Nearness, Path | None]:
        """How near a puzzle is, and its path if the path may come to the technique."""
        if not SINGLES_KEYS.intersection(self.keys) and solved_by_singles(puzzle):
            return Nearness.FAR, None
        nearest_if_unused = Nearness.FAR
        if self._first_part is not None:
            start = explain(puzzle, self._first_part, unique=True)
            if start.logical or next(search_steps(start.end, self.keys), None) is None:
                return Nearness.FAR, None
            nearest_if_unused = Nearness.APPLIES
        path = path_to_technique(self.keys, puzzle)
        if not any(step.key in self.keys for step in path.steps):
            return nearest_if_unused, None
        return Nearness.NEEDED if self.harder or path.logical else Nearness.USED, path

    @cached_property
    def _first_part(self) -> Policy | None:
        """The order up to ``LAST_OF_FIRST_PART``; None where the technique stands before."""
        order = order_for_techniques(self.keys)
        tried = [entry.key for entry in order.entries]
        if LAST_OF_FIRST_PART not in tried[:-1]:
            return None
        entries = order.entries[: tried.index(LAST_OF_FIRST_PART) + 1]
        if any(key in self.keys for entry in entries for key in entry.keys):
            return None
        return replace(order, entries=entries)

    def _easier(self, puzzle: Puzzle, path: Path) -> Puzzle | None:
        """Return the puzzle with further clues, with which the path uses the technique and solves
        the puzzle, or None.

        A clue in a cell that the path leaves open has not been found before the technique, so the
        path often comes to the technique again.
        """
        remaining = MAX_EASIER
        while len(puzzle.clues) < self.clues[1]:
            open_cells = [cell for cell in path.end.candidates if cell in self.solution]
            for cell in self.random.sample(open_cells, len(open_cells)):
                if not remaining:
                    return None
                remaining -= 1
                easier = puzzle.with_clues({**puzzle.clues, cell: self.solution[cell]})
                path_of_easier = path_to_technique(self.keys, easier)
                if any(step.key in self.keys for step in path_of_easier.steps):
                    if path_of_easier.logical:
                        return easier
                    puzzle, path = easier, path_of_easier
                    break
            else:
                return None
        return None

    def _changed(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle with some clues replaced by clues of the same solution in cells where
        other solutions differ."""
        clues = dict(puzzle.clues)
        removable = sorted(cell for cell in clues if cell not in self.theme)
        number = min(self.random.randint(1, MAX_REPLACED_CLUES), len(removable))
        for cell in self.random.sample(removable, number):
            del clues[cell]
        solver, other = self._solver_of_others
        while solver.solve([other, *(solver.literals[cell][clues[cell]] for cell in clues)]):
            values = solver.values()
            cell = self.random.choice([c for c, v in self.solution.items() if values[c] != v])
            clues[cell] = self.solution[cell]
        return puzzle.with_clues(clues)

    @cached_property
    def _solver_of_others(self) -> tuple[AssumptionSolver, int]:
        """A solver of its own, so that a seed gives the same again, and the literal under which a
        solution differs from the climb's."""
        get_backend("sat")
        structure = self.drawn.model().structure
        solver = AssumptionSolver(
            structure, Deadline(None), "minisat22", fixed_rules=True, bounded_by_propagations=True
        )
        other = solver.new_literal()
        solver.add_clause([-other, *(-solver.literals[c][v] for c, v in self.solution.items())])
        return solver, other


def path_to_technique(keys: tuple[str, ...], puzzle: Puzzle) -> Path:
    """The path by which a puzzle needs techniques, or not."""
    return explain(puzzle, order_for_techniques(keys), unique=True)


def solved_by_singles(puzzle: Puzzle) -> bool:
    """Whether unit propagation solves a puzzle."""
    model = puzzle.model()
    with assumption_solver_for(model.structure, Deadline(None), PROPAGATOR) as bench:
        clues = [bench.literals[cell][value] for cell, value in puzzle.clues.items()]
        _, implied = bench.propagate([*bench.rules, *clues])
        given = len(set(clues))
        placed = {x for x in implied if 0 < x <= len(bench.assignments)} - set(clues)
    return given + len(placed) >= len(puzzle.grid.cells)
