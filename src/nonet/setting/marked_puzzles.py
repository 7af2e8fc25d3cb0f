"""Puzzles told by marks: cages, lines and dots, with no digits where marks can do without.

A layout comes first: lines of the requested lengths, or cages that cover the grid, and a random
solution that the layout allows.  Then marks are added that exclude the rivals of the solution, one
rival after another, until there is none (counterexample-guided: Clarke, Grumberg, Jha, Lu and
Veith, CAV 2000); a cage trades a cell with the next instead.  Last, marks go that are not needed.

>>> from random import Random
>>> import nonet
>>> solution = nonet.solve("1.3.34....2..1..").solution
>>> demands = MarkDemands(("killer",))
>>> generator = MarkedPuzzleGenerator(nonet.Sudoku("." * 16), demands, Deadline(None))
>>> puzzle, _ = generator.puzzle(solution, Random(1))
>>> len(puzzle.clues), nonet.verify(puzzle).uniqueness.value
(0, 'unique')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from random import Random

from nonet.deadline import Deadline
from nonet.model import AllDifferent
from nonet.puzzle import Cell, Puzzle, PuzzleRule
from nonet.puzzle.rules.killer import Killer
from nonet.puzzle.rules.outside_sums import LittleKiller
from nonet.setting.difficulty import with_more_clues
from nonet.setting.large_grids import ClueRemoval
from nonet.setting.live_solvers import PROPAGATOR, AssumptionSolver, ListedSolutions, list_solutions
from nonet.setting.mark_generators import (
    KINDS_SHOWING_ALL_MARKS,
    killer_cage,
    little_killer,
    with_extreme_sums,
    with_rare_sandwiches,
)
from nonet.setting.mark_layouts import (
    MANY,
    MarkDemands,
    MarkLayout,
    SolutionValues,
    cage_tiling,
    distinguishing_changes,
    split_largest,
    tells_apart,
    value_symmetry,
    with_images_of_changes,
)
from nonet.setting.mark_selection import (
    MarkSelection,
    PoolMark,
    mark_pool,
    pool_mark,
    skeleton_lines,
)
from nonet.setting.minimal_unsat import minimal_unsat_set
from nonet.setting.rival_solutions import (
    MAX_GUESSES_TO_LIST,
    MAX_LISTED,
    MAX_PROPAGATIONS,
    IsolatedSolution,
    RivalSearch,
    isolated_solution,
)

# Large grids with marks, and the digits without which no short search proves that there is one
# solution.
#
# Without digits the proof for a 25x25 killer takes longer than anyone waits, however its cages
# trade cells or fall in two, and lines of a 16x16 leave more solutions than marks can exclude one
# by one. So digits are taken away from the full grid as clues are in a classic
# (``puzzle_rows.ClueRemoval``), with the marks beside them: some 30 stay of a 25x25 killer.

PROPAGATIONS_PER_LITERAL = 3.5
"""Propagations of a test whether digits can go, for each literal: of a 25x25 with small cages, 59
digits stay with 1 (0.4 s of CPU time), 39 with 3.5 (1 s) and 34 with 17 (8 s)."""

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
    """Return a puzzle of marks and digits: at least ``least_digits``, as few as short searches allow.

    Raises ``DeadlineExceeded``, and ``PuzzleError`` where a kind has no marks on this grid.
    """
    marks: Sequence[PuzzleRule]
    if [*layouts] == ["killer"]:
        layout = layouts["killer"]
        number = None if layout.marks[1] == MANY else layout.marks
        cages = cage_tiling(like.grid, solution, random, layout.size, number, layout.symmetric)
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
    return [mark for each in chosen for mark in each.marks]


TRIES, TRIES_WITH_DIGITS = 12, 6
"""Maximum number of layouts tried for one puzzle; fewer if some digits are needed anyway."""

MAX_EXTENSIONS = 3
"""Lines that are added until all solutions can be listed."""

LISTED_TRIES = 2
"""Solutions of a list that are tried as the solution of the puzzle."""

TRIES_FOR_FEWEST_DIGITS = 2
"""Layouts tried until more digits than the kinds cannot do without are taken."""

TRIES_WITH_SUMS = 30
"""Solutions tried where marks differ by their sums alone: sandwiches, cages drawn already."""

MAX_DIGITS_FOR_SWAPPING = 3
"""Number of digits up to which marks are exchanged, not digits added."""

MAX_CAGE_CHANGES = 60
"""Changes of cages after which another layout is tried."""

CELLS_PER_SPLIT = 64
"""Cells of a grid for each cage that falls in two when the search for a rival is given up: without
that, most layouts of a 16x16 were given up (six puzzles took 21 s, one in two with digits)."""


MORE_MARKS, CELLS_PER_DIGIT = 8, 3
"""Marks that make a puzzle easier before digits do, and the cells for each digit at most."""


class MarkedPuzzleGenerator:
    """Makes puzzles with marks of some kinds, on the grid and rules of ``like``.

    A live solver of its own serves all puzzles, so that the same solutions in the same order give
    the same puzzles.
    """

    def __init__(self, like: Puzzle, demands: MarkDemands, deadline: Deadline) -> None:
        self._like, self._demands, self._deadline = like, demands, deadline
        self._structure = like.with_clues({}).model().structure
        self._drawn_cages = [
            rule
            for rule in like.rules
            if isinstance(rule, Killer) and not rule.sums and demands.kinds == ("killer",)
        ]
        self._may_rename = not like.clues and all(
            isinstance(each, AllDifferent) for each in self._structure.constraints
        )
        self._solver: AssumptionSolver | None = None
        self._engine_first = "little-killer" in demands.kinds  # long sums are beyond clauses
        cells = len(like.grid.cells)
        self._layouts = {kind: demands.layout(kind, cells) for kind in demands.kinds}
        self._lists_solutions = demands.lists_solutions(cells)
        self._symmetry = value_symmetry(demands.kinds, like.grid.values)
        self._digits = demands.digit_range(cells, like.grid.values)
        self._shows_all = any(
            kind in KINDS_SHOWING_ALL_MARKS and layout.marks[1] == MANY
            for kind, layout in self._layouts.items()
        )

    def puzzle(
        self, solution: SolutionValues, random: Random, *, may_have_digits: bool = False
    ) -> tuple[Puzzle, SolutionValues]:
        """A puzzle and its only solution: ``solution``, or another that a better layout allows.

        The first of some layouts with so few digits as are allowed (at first, with the fewest that
        the kinds can have), or else the one with fewest digits; the first of all if there
        ``may_have_digits``.
        """
        least_digits, most_digits = self._digits
        if self._demands.needs_digits(len(solution)) and not self._drawn_cages:
            like, layouts, deadline = self._like, self._layouts, self._deadline
            puzzle = large_marked_puzzle(like, solution, layouts, least_digits, random, deadline)
            return puzzle, solution
        best: tuple[Puzzle, SolutionValues] | None = None
        tries = TRIES_WITH_DIGITS if most_digits > least_digits else TRIES
        if self._drawn_cages or self._demands.kinds == ("sandwich",):
            tries = TRIES_WITH_SUMS
        if may_have_digits and self._demands.kinds != ("killer",):
            tries = 1
        for number in range(1, tries + 1):
            attempt = self._attempt(solution, random, most_digits > least_digits or number == tries)
            if attempt is not None and (best is None or len(attempt[0].clues) < len(best[0].clues)):
                best = attempt
            exact = self._demands.digits is None and number < TRIES_FOR_FEWEST_DIGITS
            extra = len(best[0].clues) - len(self._like.clues) if best else 0
            if best is not None and extra <= self._digits[not exact]:
                break
            solution = self._random_solution(random)
        if best is None:  # the sizes asked for leave several solutions: digits say the rest
            best = self._with_digits(solution, random)
        return best

    def easier(self, puzzle: Puzzle, solution: SolutionValues, random: Random) -> list[Puzzle]:
        """The puzzle, and puzzles with a mark more each, or a cage in two, and then a digit.

        There are as many marks and digits as the demands allow; by default up to a digit for
        ``CELLS_PER_DIGIT`` cells, beside ``MORE_MARKS`` marks more.
        """
        like, series = self._like, [puzzle]
        marks = [rule for rule in puzzle.rules if rule not in like.rules]
        if self._demands.kinds == ("killer",) and not self._drawn_cages:
            least, most = self._layouts["killer"].size[0], self._layouts["killer"].marks[1]
            cages = [[*cage.located(like.grid)] for cage in marks if isinstance(cage, Killer)]
            while len(cages) < most:
                smaller = split_largest(like.grid, cages, least, 1, random)
                smaller = self._changed(cages, smaller, solution)
                if not len(cages) < len(smaller) <= most:
                    break
                cages = smaller
                rules = [killer_cage(cage, solution) for cage in cages]
                series.append(like.with_rules(*rules).with_clues(puzzle.clues))
        elif not self._drawn_cages:
            pool = mark_pool(like.grid, solution, random, self._layouts, marks)
            kind_of = {mark: each.kind for each in pool for mark in each.marks}
            chosen = [pool_mark(kind_of.get(rule, rule.name), rule) for rule in marks]
            for each in random.sample(pool, len(pool)):
                most = min(self._layouts[each.kind].marks[1], len(marks) + MORE_MARKS)
                number = sum(len(x.marks) for x in (*chosen, each) if x.kind == each.kind)
                if number <= most and not any(each.clashes_with(other) for other in chosen):
                    chosen.append(each)
                    series.append(series[-1].with_rules(*each.marks))
        usual = max(len(puzzle.clues), len(like.grid.cells) // CELLS_PER_DIGIT)
        limit = usual if self._demands.digits is None else self._demands.digits[1]
        return series[:-1] + with_more_clues(series[-1], solution, random, limit + len(like.clues))

    def _live_solver(self) -> AssumptionSolver:
        if self._solver is None or self._solver.needs_replacement:
            self._solver = AssumptionSolver(
                self._structure, self._deadline, "minisat22", bounded_by_propagations=True
            )
        return self._solver

    def _random_solution(self, random: Random, switches: Sequence[int] = ()) -> SolutionValues:
        solver, cells = self._live_solver(), self._like.grid.cells
        theme = self._theme(solver)
        values = solver.random_solution([*solver.rules, *theme, *switches], cells, random)
        assert values is not None  # a solution of the same rules and clues was given
        return {cell: values[cell] for cell in cells}

    def _attempt(
        self, solution: SolutionValues, random: Random, gives_digits: bool
    ) -> tuple[Puzzle, SolutionValues] | None:
        """Return a puzzle of one layout; None where that leaves rivals and no digit is given."""
        if self._drawn_cages:
            return self._with_sums(solution, random, gives_digits)
        if self._demands.kinds == ("killer",):
            return self._killer(solution, random)
        solver = self._live_solver()
        lines, switches = skeleton_lines(
            solver, self._like, self._layouts, random, [*solver.rules, *self._theme(solver)]
        )
        listed = None
        if self._lists_solutions:
            lines, listed = self._listed_solutions(lines, random)
        if lines and not listed:
            solution = self._random_solution(random, switches)
        elif not lines and self._may_rename:
            solution = self._renamed(solution, random)
        for switch in switches:
            solver.add_clause([-switch])
        if not listed:
            return self._with_marks(solution, lines, random, gives_digits)
        if not (listed.complete or gives_digits):
            return None
        for number in range(1, LISTED_TRIES + 1):
            start = isolated_solution(listed, self._digits[0], random, self._like.clues)
            gives = gives_digits and number == LISTED_TRIES
            attempt = self._with_marks(start.solution, lines, random, gives, start)
            if attempt is not None:
                return attempt
        return None

    def _listed_solutions(
        self, lines: list[PuzzleRule], random: Random
    ) -> tuple[list[PuzzleRule], ListedSolutions | None]:
        """Return lines, with more if these leave too many solutions, and their solutions."""
        listed, extended = None, lines
        for _ in range(MAX_EXTENSIONS):
            model = self._like.with_rules(*extended).model()
            further = list_solutions(model, self._deadline, MAX_LISTED, MAX_GUESSES_TO_LIST)
            if listed and not further:
                break  # none was met in time: the solutions listed before are of fewer lines
            lines, listed = extended, further
            if not listed or listed.complete:
                break
            start = isolated_solution(listed, 0, random)
            search = RivalSearch(self._live_solver(), self._like, start.solution, 0)
            pool = mark_pool(self._like.grid, start.solution, random, self._layouts, lines)
            selection = MarkSelection(search, self._layouts, pool, lines, random)
            for rival in start.rivals:
                selection.add_rival(rival)
            if not selection.add_fitting():
                break
            extended = selection.marks
        return lines, listed

    @contextmanager
    def _rival_search(
        self, solution: SolutionValues, random: Random | None = None
    ) -> Iterator[RivalSearch]:
        """A search for other solutions; with ``random``, as many digits as are asked for hold."""
        solver, like = self._live_solver(), self._like
        with solver.excluding(solution.items()) as different:
            search = RivalSearch(solver, like, solution, different)
            search.engine_first, search.lists_rivals = self._engine_first, self._lists_solutions
            if random is not None:
                free = [cell for cell in like.grid.cells if cell not in like.clues]
                digits = random.sample(free, self._digits[0])
                search.digits.update({cell: solution[cell] for cell in digits})
            try:
                yield search
            finally:
                self._engine_first = search.engine_first
                search.forget()

    def _renamed(self, solution: SolutionValues, random: Random) -> SolutionValues:
        """Return the solution under names of values that leave few rivals to its outside sums."""
        grid, kinds = self._like.grid, self._demands.kinds
        if kinds == ("little-killer",):
            marks = little_killer(grid, solution, random, (2, MANY))
            diagonals = [m.located(grid) for m in marks if isinstance(m, LittleKiller)]
            return with_extreme_sums(grid.values, solution, diagonals, random)
        if kinds == ("sandwich",):
            lines = [line for block in grid.blocks for line in (*block.rows(), *block.columns())]
            return with_rare_sandwiches(grid.values, solution, lines, random)
        return solution

    def _theme(self, solver: AssumptionSolver) -> list[int]:
        return [solver.literals[cell][value] for cell, value in self._like.clues.items()]

    def _with_marks(
        self,
        solution: SolutionValues,
        lines: Sequence[PuzzleRule],
        random: Random,
        gives_digits: bool,
        start: IsolatedSolution | None = None,
    ) -> tuple[Puzzle, SolutionValues] | None:
        """Return the puzzle of one solution; None where marks leave rivals and no digit is given."""
        like = self._like
        digits: Sequence[Cell]
        if start is None:
            free = [cell for cell in like.grid.cells if cell not in like.clues]
            random.shuffle(free)
            values, symmetry = like.grid.values, self._symmetry
            free.sort(key=lambda cell: not tells_apart(solution[cell], symmetry, values))
            digits = free[: self._digits[0]]
        else:
            digits = start.digits
        complete = start is not None and not start.rivals and len(self._layouts) == 1
        pool = [] if complete else mark_pool(like.grid, solution, random, self._layouts, lines)
        with self._rival_search(solution) as search:
            search.digits.update({cell: solution[cell] for cell in digits})
            selection = MarkSelection(search, self._layouts, pool, lines, random)
            for rival in start.rivals if start is not None else ():
                selection.add_rival(rival)
            if self._shows_all:
                selection.take_all()
            may_swap = self._digits[1] <= MAX_DIGITS_FOR_SWAPPING
            if not selection.exclude_rivals(may_swap=may_swap):
                if not gives_digits:
                    return None
                needed = self._needed_digits(search, selection.marks, random)
                search.digits.update({cell: solution[cell] for cell in needed})
            if not self._shows_all:
                selection.remove_needless()
            return like.with_clues(search.digits).with_rules(*selection.marks), solution

    def _needed_digits(
        self, search: RivalSearch, marks: Sequence[PuzzleRule], random: Random
    ) -> list[Cell]:
        """Return cells whose digits, each needed, exclude all rivals that the marks leave."""
        solver = self._live_solver()
        firm = [*solver.rules, search.different, *search.literals(marks)]
        bounded = _BoundedSolver(solver)
        if not bounded.solve(firm):
            return []
        cell_of = {
            solver.literals[cell][value]: cell
            for cell, value in search.solution.items()
            if cell not in search.digits
        }
        order = random.sample([*cell_of], len(cell_of))
        if bounded.solve([*firm, *order]):
            return [*cell_of.values()]  # too much for the solver: another layout will do better
        return [cell_of[literal] for literal in minimal_unsat_set(bounded, firm, order)]

    # -- killers ------------------------------------------------------------------------------

    def _killer(
        self, solution: SolutionValues, random: Random
    ) -> tuple[Puzzle, SolutionValues] | None:
        """Cages that cover the grid and leave one solution; ``None`` if no change leads there."""
        like, layout = self._like, self._layouts["killer"]
        least, most = layout.size
        cages = self._cages(solution, random)
        if any(len(cage) < least for cage in cages):
            return None
        with self._rival_search(solution, random) as search:
            for _ in range(MAX_CAGE_CHANGES):
                marks = [killer_cage(cage, solution) for cage in cages]
                rival = search.rival(marks)
                if rival.excluded:
                    return like.with_clues(search.digits).with_rules(*marks), solution
                if rival.values is None:
                    cages = self._changed(cages, self._smaller_cages(cages, random), solution)
                    if not cages:
                        return None
                    continue
                changes = [
                    change
                    for each in distinguishing_changes(
                        like.grid, cages, solution, rival.values, (least, most), random
                    )
                    for change in [self._changed(cages, each, solution)]
                    if layout.marks[0] <= len(change) <= layout.marks[1]
                ]
                if not changes:
                    return None
                cages = random.choice(changes)
        return None

    def _cages(self, solution: SolutionValues, random: Random) -> list[list[Cell]]:
        grid, layout = self._like.grid, self._layouts["killer"]
        return cage_tiling(grid, solution, random, layout.size, layout.marks, layout.symmetric)

    def _changed(
        self, before: list[list[Cell]], changed: list[list[Cell]], solution: SolutionValues
    ) -> list[list[Cell]]:
        """Return changed cages, where cages are symmetric with the images of the changes."""
        if not self._layouts["killer"].symmetric:
            return changed
        return with_images_of_changes(self._like.grid, before, changed, solution)

    def _smaller_cages(self, cages: list[list[Cell]], random: Random) -> list[list[Cell]]:
        """Return the cages with some of the largest in two; ``[]`` if there may be no more."""
        like, layout = self._like, self._layouts["killer"]
        number = max(1, len(like.grid.cells) // CELLS_PER_SPLIT)
        number = min(number, layout.marks[1] - len(cages))
        smaller = split_largest(like.grid, cages, layout.size[0], number, random)
        return smaller if len(smaller) > len(cages) else []

    def _with_sums(
        self, solution: SolutionValues, random: Random, gives_digits: bool
    ) -> tuple[Puzzle, SolutionValues] | None:
        """Return the puzzle whose drawn cages have sums; None if it lacks a digit."""
        like = self._like
        if self._may_rename:
            groups = [cage.located(like.grid) for cage in self._drawn_cages]
            solution = with_extreme_sums(like.grid.values, solution, groups, random)
        sums = {
            cage: replace(cage, sum=sum(solution[cell] for cell in cage.located(like.grid)))
            for cage in self._drawn_cages
        }
        marks = list(sums.values())
        with self._rival_search(solution, random) as search:
            if not search.rival(marks).excluded:
                if not gives_digits:
                    return None
                needed = self._needed_digits(search, marks, random)
                search.digits.update({cell: solution[cell] for cell in needed})
        rules = tuple(sums.get(rule, rule) for rule in like.rules)  # type: ignore[call-overload]
        return replace(like, rules=rules).with_clues(search.digits), solution

    def _with_digits(
        self, solution: SolutionValues, random: Random
    ) -> tuple[Puzzle, SolutionValues]:
        """Return a puzzle with a random cage tiling and the digits that its cages need."""
        like, cages = self._like, self._cages(solution, random)
        marks = [killer_cage(cage, solution) for cage in cages]
        with self._rival_search(solution) as search:
            needed = self._needed_digits(search, marks, random)
        digits = {cell: solution[cell] for cell in needed}
        return like.with_clues({**like.clues, **digits}).with_rules(*marks), solution


class _BoundedSolver:
    """A live solver that is asked for ``MAX_PROPAGATIONS`` and no longer."""

    def __init__(self, solver: AssumptionSolver) -> None:
        self._solver = solver
        self.core = solver.core

    def solve(self, assumptions: Sequence[int]) -> bool:
        """Whether the assumptions can hold, as far as propagations decide; true if undecided."""
        return self._solver.solve_bounded(assumptions, MAX_PROPAGATIONS) is not False
