"""Rivals: other solutions that marks leave, which the next mark is chosen to exclude.

The live SAT solver is asked first, for a bounded time; where long sums are beyond the solver, the
compiled engine, which adds up, is asked next (little killers: a tenth of the time).  A question
that neither decides is told apart from "none".
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from nonet.model import AllDifferent, Constraint, Linear
from nonet.puzzle import Cell, Puzzle, PuzzleRule
from nonet.setting.live_solvers import AssumptionSolver, ListedSolutions, list_solutions
from nonet.setting.mark_layouts import SolutionValues

# All solutions of lines that are laid out first, and the solutions that few digits tell from the
# rest.
#
# Lines such as whispers are drawn without values. Where they leave some thousand solutions at
# most, the compiled engine lists these, and the solution of the puzzle is one that a digit sets
# apart from all others, or nearly all: then few further lines are needed, or none.

MAX_LISTED, MAX_GUESSES_TO_LIST = 20_000, 300_000
"""Solutions and guesses, some 0.2 s, after which a list is given up: ten renban lines leave 300 to
20,000 solutions or more, six long whispers 2 to 500."""

MAX_RIVALS = 40
"""Solutions beside the chosen solution that are looked at."""


@dataclass(frozen=True)
class IsolatedSolution:
    """A solution, the cells of given digits, and some other solutions with these digits."""

    solution: Mapping[Cell, int]
    digits: tuple[Cell, ...]
    rivals: tuple[Mapping[Cell, int], ...]


def isolated_solution(
    listed: ListedSolutions, digits: int, random: Random, known: Collection[Cell] = ()
) -> IsolatedSolution:
    """Return a solution that ``digits`` digits, outside ``known``, tell from most others."""
    import numpy as np

    remaining, given = np.arange(len(listed.rows)), list[int]()
    theme = [column for column, cell in enumerate(listed.names) if cell in known]
    for _ in range(digits):
        rows = listed.rows[remaining]
        width = int(rows.max()) + 1
        columns = np.arange(rows.shape[1]) * width
        counts = np.bincount((rows + columns).ravel(), minlength=rows.shape[1] * width)
        counts = counts.reshape(-1, width)
        counts[[*theme, *given]] = 0
        rarest = np.argwhere(counts == counts[counts > 0].min())
        column, value = rarest[random.randrange(len(rarest))]
        given.append(int(column))
        remaining = remaining[rows[:, column] == value]
    chosen = random.randrange(len(remaining))
    others = [int(row) for place, row in enumerate(remaining) if place != chosen]
    rivals = random.sample(others, min(MAX_RIVALS, len(others)))
    return IsolatedSolution(
        listed.values(int(remaining[chosen])),
        tuple(listed.names[column] for column in given),
        tuple(map(listed.values, rivals)),
    )


MAX_PROPAGATIONS = 300_000
"""Propagations, some 0.1 s, after which the live solver is given up."""

MAX_GUESSES = 12_000
"""Guesses, some 0.3 s of long sums, after which the compiled engine is given up."""

MAX_GUESSES_FOR_LINES, MAX_RIVALS_LISTED, RIVALS_SAMPLED = 200_000, 1_000, 20
"""Guesses, some 0.1 s, and rivals, after which a list of rivals of lines without values ends, and the
rivals of the list that are looked at."""


@dataclass(frozen=True)
class Rival:
    """Another solution, if there is one; ``decided`` is false if that is unknown."""

    decided: bool
    values: Mapping[Cell, int] | None = None

    @property
    def excluded(self) -> bool:
        """Whether there is provably no other solution."""
        return self.decided and self.values is None


class RivalSearch:
    """Searches solutions of a puzzle with marks that differ from one solution, on a live solver.

    ``different`` is the literal that some cell differs from the solution.
    """

    def __init__(
        self, solver: AssumptionSolver, like: Puzzle, solution: SolutionValues, different: int
    ) -> None:
        self._solver, self._like, self.solution = solver, like, solution
        self.grid = like.grid
        self.different = different
        self.engine_first = False
        """Whether the compiled engine is asked first, since it alone had an answer before."""
        self.lists_rivals = False
        """Whether the compiled engine, asked first, lists rivals: of lines without values."""
        self._units = [frozenset(unit.scope) for unit in like.units]
        self._switches: dict[PuzzleRule, int] = {}
        self._constraints: dict[PuzzleRule, tuple[Constraint, ...]] = {}
        self._allowed: dict[PuzzleRule, dict[tuple[int, ...], bool]] = {}
        self.digits: dict[Cell, int] = dict(like.clues)
        """Clues that hold beside the marks."""

    def constraints(self, mark: PuzzleRule) -> tuple[Constraint, ...]:
        """Return the constraints of a mark that rows, columns and boxes do not imply."""
        if mark not in self._constraints:
            constraints = mark.constraints_among(self._like.grid, self._like.rules)
            self._constraints[mark] = tuple(
                each
                for each in constraints
                if not isinstance(each, AllDifferent)
                or not any(unit.issuperset(each.scope) for unit in self._units)
            )
        return self._constraints[mark]

    def allows(self, mark: PuzzleRule, values: SolutionValues) -> bool:
        """Whether a mark holds of some values."""
        known = self._allowed.setdefault(mark, {})
        constraints = self.constraints(mark)
        key = tuple([values[name] for each in constraints for name in each.scope])
        if key not in known:
            known[key] = all(each.holds(values) for each in constraints)
        return known[key]

    def literals(self, marks: Sequence[PuzzleRule]) -> list[int]:
        """Return the literals under which the marks and digits hold."""
        for mark in marks:
            if mark not in self._switches:
                constraints = self.constraints(mark)
                different = all(
                    any(unit.issuperset(each.scope) for unit in self._units)
                    for each in constraints
                    if type(each) is Linear
                )
                switch = self._solver.define_switch(constraints, different=different)
                self._switches[mark] = switch
        literals = self._solver.literals
        return [
            *(self._switches[mark] for mark in marks),
            *(literals[cell][value] for cell, value in self.digits.items()),
        ]

    def rival(self, marks: Sequence[PuzzleRule]) -> Rival:
        """Return another solution of these marks, that there is none, or that it is unknown."""
        if self.engine_first or self.lists_rivals:
            rival = self._by_compiled_engine(marks)
            # what long sums leave open there, the solver leaves open, too: half of the time of X-sums
            if rival is not None and (rival.decided or not self.lists_rivals):
                return rival
        solver = self._solver
        assumed = [*solver.rules, self.different, *self.literals(marks)]
        answer = solver.solve_bounded(assumed, MAX_PROPAGATIONS)
        if answer is not None:
            return Rival(True, solver.values() if answer else None)
        if self.engine_first or self.lists_rivals:
            return Rival(False)
        rival = self._by_compiled_engine(marks) or Rival(False)
        self.engine_first = rival.decided  # the next question is a like one
        return rival

    def rivals(
        self, marks: Sequence[PuzzleRule], random: Random
    ) -> tuple[bool, list[SolutionValues]]:
        """Whether the answer is known, and some other solutions of these marks.

        Of lines (``lists_rivals``) the compiled engine lists many rivals at once.
        """
        if self.lists_rivals:
            listed = self._listed_solutions(marks, MAX_RIVALS_LISTED)
            if listed is not None and (listed.complete or len(listed) > 1):
                places = random.sample(range(len(listed)), min(RIVALS_SAMPLED, len(listed)))
                sample: list[SolutionValues] = [
                    values for values in map(listed.values, places) if values != self.solution
                ]
                if sample or len(listed) == 1:
                    return True, sample
        rival = self.rival(marks)
        return rival.decided, [] if rival.values is None else [rival.values]

    def _by_compiled_engine(self, marks: Sequence[PuzzleRule]) -> Rival | None:
        """Return the engine's answer; ``None`` if it is missing or cannot say the rules."""
        listed = self._listed_solutions(marks, 2)
        if listed is None:
            return None
        for values in map(listed.values, range(len(listed))):
            if any(values[cell] != value for cell, value in self.solution.items()):
                return Rival(True, values)
        return Rival(listed.complete)

    def _listed_solutions(
        self, marks: Sequence[PuzzleRule], max_solutions: int
    ) -> ListedSolutions | None:
        puzzle = self._like.with_clues(self.digits).with_rules(*marks)
        effort = MAX_GUESSES_FOR_LINES if self.lists_rivals else MAX_GUESSES
        return list_solutions(puzzle.model(), self._solver.deadline, max_solutions, effort)

    def forget(self) -> None:
        """Turn off the switches of all marks."""
        for switch in self._switches.values():
            self._solver.add_clause([-switch])
        self._switches.clear()
