"""Many changed puzzles at once: random solutions, and clues taken away, in rows of arrays.

Where all rules are AllDifferent and there is a compiled engine, the lock-step kernel answers for
all rows together; else, and for rows that take the kernel too many guesses, a live SAT solver
answers row by row.  Both do the same work in the same order, but draw different solutions.

>>> from random import Random
>>> import nonet
>>> bench = PuzzleRows(nonet.Sudoku("." * 16))
>>> rng = bench.random_generator(1, 0)
>>> solved = bench.random_solutions(3, rng)
>>> solved.shape, bool((solved > 0).all())
((3, 16), True)
>>> left = bench.remove_clues(solved, rng, bench.symmetry_groups("none"), min_clues=0)
>>> bool(bench.have_unique_solution(left, solved).all())
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

import numpy as np

from nonet.backends.lockstep.kernel import kernel_for
from nonet.backends.lockstep.work_chunks import count_rows
from nonet.backends.registry import usable_backend
from nonet.backends.sat import SolverName
from nonet.batch.engines import Geometry, cell_structure
from nonet.deadline import Deadline
from nonet.errors import BackendError, PuzzleError
from nonet.model import AllDifferent
from nonet.puzzle import Cell, Puzzle
from nonet.puzzle.rules import CLASSIC
from nonet.setting.canonical import orbits
from nonet.setting.large_grids import FIRST_SHARE, ClueRemoval, varied_solution
from nonet.setting.live_solvers import PROPAGATOR, SOLVER, AssumptionSolver
from nonet.setting.mark_layouts import LARGE

Array = np.ndarray[Any, Any]

MAX_KERNEL_DRAWS = 8
"""Times that the kernel draws solutions of a geometry before the live solver does."""

SMALL = 100
"""Cells up to which the propagator solves what the kernel leaves."""

MAX_SOLVER_DRAWS = 100
"""Maximum number of draws until the cells of a solution determine all, such as regions."""

MAX_GUESSES = 10_000
"""Guesses of the kernel's before a row is the live solver's: samurai may need more."""

LARGE_VARIANT = 200
"""The same with other rules: 16x16 jigsaws have rows that take a solver minutes."""

START_PROPAGATIONS = 5_000_000
"""Propagations of the search for a solution of a random start (a second)."""


def exceeds_kernel(like: Puzzle) -> bool:
    """Whether the kernel would be lost in the grid, so that puzzles are made one by one."""
    return len(like.grid.cells) > (LARGE if like.rules == CLASSIC else LARGE_VARIANT)


class PuzzleRows:
    """Puzzles of one geometry as rows of an array: 0 for a blank, else the place of a value.

    ``like`` gives grid and rules; its clues are a theme that every row keeps.  Raises
    ``PuzzleError`` if grid, rules and theme leave no solution.
    """

    def __init__(
        self,
        like: Puzzle,
        deadline: Deadline | None = None,
        *,
        full_grid: Mapping[Cell, int] | None = None,
        exact: bool = True,
    ) -> None:
        """``full_grid``: a solution to begin with.  ``exact``: of large grids, too, each clue that
        stays is needed."""
        self.geometry = Geometry.of_puzzle(like)
        self.like = like
        self.grid = like.grid
        self.deadline = deadline or Deadline(None)
        self.theme = np.array(self.geometry.row_of(like), np.uint8)
        self.cells = len(self.theme)
        self.kernel: Any = None
        only_units = all(
            isinstance(each, AllDifferent) for each in self.geometry.structure.constraints
        )
        easy = only_units and self.cells <= SMALL
        names = self.geometry.structure.domains.keys()
        self._is_large = only_units and not easy and names == set(self.grid.cells)
        self._full_grid, self._exact = full_grid, exact or self.cells <= LARGE
        self._solver: SolverName = PROPAGATOR if easy or self._is_large else SOLVER
        uses_lanes = only_units and not (self._is_large and exceeds_kernel(like))
        uses_lanes = uses_lanes and usable_backend("lockstep") is not None
        try:
            structure = cell_structure(self.geometry) if uses_lanes else None
        except BackendError:
            structure = None
        if structure is not None:
            self.kernel = kernel_for(structure)

    @staticmethod
    def random_generator(seed: int, batch: int) -> np.random.Generator:
        """Return the random generator of a batch of a seed: the same on every machine."""
        return np.random.default_rng([seed, batch])

    def symmetry_groups(self, symmetry: str) -> list[list[int]]:
        """The columns of cells that have clues together."""
        number = {cell: column for column, cell in enumerate(self.grid.cells)}
        return [[number[cell] for cell in orbit] for orbit in orbits(self.grid, symmetry)]

    # -- solutions ------------------------------------------------------------------------

    def random_solutions(self, n: int, rng: np.random.Generator) -> Array:
        """``n`` random solutions that have the theme's values; not drawn evenly.

        Some units that do not see each other, or single cells, are filled at random, and a solver
        does the rest.  Large grids are varied.
        """
        if self._is_large:
            return self._large_solutions(n, rng)
        # each batch has a new solver: what it draws depends on earlier questions, whose clauses stay
        vars(self).pop("_own_solver", None)
        solutions = np.zeros((0, self.cells), np.uint8)
        startable = self.kernel is not None and (self.theme.any() or self.like.units)
        for _ in range(MAX_KERNEL_DRAWS if startable else 0):
            self.deadline.check()
            answers = count_rows(
                self.kernel,
                self._random_starts(n, rng),
                1,
                store="first",
                batch_size=n,
                guess_limit=MAX_GUESSES,
            )
            solutions = np.concatenate([solutions, answers.solutions[answers.counts > 0]])
            if len(solutions) >= n:
                return np.ascontiguousarray(solutions[:n])
        drawn = [self._random_solution(rng) for _ in range(n - len(solutions))]
        return np.concatenate([solutions, np.array(drawn, np.uint8).reshape(-1, self.cells)])

    def _random_starts(self, n: int, rng: np.random.Generator) -> Array:
        """Rows that hold the theme, and random values where that is likely to be possible."""
        size = self.geometry.size
        starts = np.tile(self.theme, (n, 1))
        if self.theme.any():
            places = rng.permuted(np.tile(np.arange(self.cells), (n, 1)), axis=1)[:, :4]
            values = rng.integers(1, size + 1, (n, 4), dtype=np.uint8)
            rows = np.arange(n)
            for place, value in zip(places.T, values.T, strict=True):
                blank = starts[rows, place] == 0
                starts[rows[blank], place[blank]] = value[blank]
            return starts
        peers = self.like.peers
        number = {cell: column for column, cell in enumerate(self.grid.cells)}
        taken: set[str] = set()
        units = [unit.scope for unit in self.like.units]
        for place in rng.permutation(len(units)):
            unit = units[place]
            if not any(taken.intersection((cell, *peers[cell])) for cell in unit):
                order = rng.permuted(np.tile(np.arange(1, size + 1), (n, 1)), axis=1)
                starts[:, [number[cell] for cell in unit]] = order
                taken.update(unit)
        return starts

    def _large_solutions(self, n: int, rng: np.random.Generator) -> Array:
        """``n`` solutions, each varied from the one before."""
        solver, random = self._own_solver, Random(int(rng.integers(1 << 62)))
        first = self.geometry.lowest_value
        theme = self.values(self.theme)
        values = self._full_grid
        if values is None:
            start = self._literals(solver, self._random_starts(1, rng)[0])
            if not solver.solve_bounded(start, START_PROPAGATIONS) and not solver.solve(
                self._literals(solver, self.theme)
            ):
                raise PuzzleError("these rules and clues leave no solution to make a puzzle of")
            values = solver.values()
        rows = np.empty((n, self.cells), np.uint8)
        for number, row in enumerate(rows):
            if number or self._full_grid is None or self.cells <= LARGE:
                values = varied_solution(solver, values, random, theme)
            row[:] = [values[cell] - first + 1 for cell in self.grid.cells]
        return rows

    @cached_property
    def _own_solver(self) -> AssumptionSolver:
        """A solver that no other question has taught, so that a seed gives the same again."""
        structure = self.geometry.structure
        return AssumptionSolver(structure, self.deadline, self._solver, fixed_rules=True)

    def _random_solution(self, rng: np.random.Generator) -> list[int]:
        """Return a solution with random values where possible, as places of values (from 1)."""
        bench = self._own_solver
        assumed = self._literals(bench, self.theme)
        random, below = Random(int(rng.integers(1 << 62))), self.geometry.lowest_value - 1
        for _ in range(MAX_SOLVER_DRAWS):
            values = bench.random_solution(assumed, self.grid.cells, random)
            if values is None:
                raise PuzzleError("these rules and clues leave no solution to make a puzzle of")
            if self._determined_by_cells(values):
                return [values[cell] - below for cell in self.grid.cells]
        raise PuzzleError(
            f"none of {MAX_SOLVER_DRAWS} solutions drawn can be told by its cells alone: the "
            "rules leave more to find, such as regions"
        )

    def _determined_by_cells(self, values: Mapping[str, int]) -> bool:
        """Whether the cells of a solution determine all other variables of the rules."""
        bench = self._own_solver
        names = self.geometry.structure.domains.keys() - set(self.grid.cells)
        if not names:
            return True
        shown = [bench.literals[cell][values[cell]] for cell in self.grid.cells]
        with bench.excluding((name, values[name]) for name in sorted(names)) as other:
            return not bench.solve([*shown, other])

    def _literals(self, bench: AssumptionSolver, row: Array) -> list[int]:
        return [bench.literals[cell][value] for cell, value in self.values(row).items()]

    # -- clues ----------------------------------------------------------------------------

    def have_unique_solution(self, rows: Array, solutions: Array) -> Array:
        """Which rows of clues (n, cells) have one solution: that of the same row of ``solved``."""
        self.deadline.check()
        if self.kernel is None:
            return self._have_unique_solution_by_solver(rows, solutions)
        answers = count_rows(self.kernel, rows, 2, store="none", guess_limit=MAX_GUESSES)
        unique = np.asarray(answers.counts == 1)
        open_ = np.flatnonzero(~answers.decided)
        if open_.size:
            unique[open_] = self._have_unique_solution_by_solver(rows[open_], solutions[open_])
        return unique

    def _have_unique_solution_by_solver(self, rows: Array, solved: Array) -> Array:
        """The same, by a live solver."""
        unique, bench = np.zeros(len(rows), bool), self._own_solver
        for place, (row, solution) in enumerate(zip(rows, solved, strict=True)):
            with bench.excluding(self.values(solution).items()) as other:
                unique[place] = not bench.solve([*self._literals(bench, row), other])
        return unique

    def remove_clues(
        self,
        solutions: Array,
        rng: np.random.Generator,
        groups: Sequence[Sequence[int]],
        min_clues: int = 0,
    ) -> Array:
        """Rows of clues: groups taken away in a random order, as long as there is one solution.

        ``groups`` are columns that go together; no row gets fewer than ``min_clues`` clues.
        Several groups are taken at once, fewer where that fails, with the same result.  Large grids
        beyond the kernel: see ``ClueRemoval``.
        """
        if self._is_large and self.kernel is None:
            return self._removed_from_large(solutions, rng, groups, min_clues)
        rows = solutions.copy()
        n, count = len(rows), len(groups)
        # the arrays of a round are small numbers: with int64 they cost as much as the kernel
        small: Any = np.uint8 if count < 255 else np.uint16
        never = np.iinfo(small).max
        order = rng.permuted(np.tile(np.arange(count), (n, 1)), axis=1)
        turn_of_group = np.empty((n, count), small)
        np.put_along_axis(turn_of_group, order, np.arange(count, dtype=small)[None], axis=1)
        turn_of_cell = np.empty((n, self.cells), small)
        for number, group in enumerate(groups):
            turn_of_cell[:, list(group)] = turn_of_group[:, number : number + 1]
        turn_of_cell[:, self.theme > 0] = never
        turn = np.zeros(n, small)
        stride = np.full(n, max(1, int(count * FIRST_SHARE)), small)
        live = np.arange(n)
        while live.size:
            now = turn[live]
            reach = np.minimum(stride[live], count - now)
            # unsigned, so that turns before now are far ahead
            stays = turn_of_cell[live] - now[:, None] >= reach[:, None]
            fewer = rows[live]
            fewer *= stays.view(np.uint8)
            if min_clues:
                fine = np.count_nonzero(fewer, axis=1) >= min_clues
                if fine.any():
                    fine[fine] = self.have_unique_solution(fewer[fine], solutions[live][fine])
            else:
                fine = self.have_unique_solution(fewer, solutions[live])
            good, bad = live[fine], live[~fine]
            rows[good] = fewer[fine]
            turn[good] += reach[fine]
            single = stride[bad] == 1
            turn[bad[single]] += 1
            stride[bad[~single]] = np.maximum(1, stride[bad[~single]] // 3)
            live = live[turn[live] < count]
        return rows

    def _removed_from_large(
        self,
        solutions: Array,
        rng: np.random.Generator,
        groups: Sequence[Sequence[int]],
        min_clues: int,
    ) -> Array:
        """Rows of clues of which each group has a witness, or as few as ``min_clues`` allows."""
        cells, random = self.grid.cells, Random(int(rng.integers(1 << 62)))
        fixed = [cells[column] for column in np.flatnonzero(self.theme)]
        groups_of_cells = [[cells[column] for column in group] for group in groups]
        rows = np.zeros_like(solutions)
        for row, solution in zip(rows, solutions, strict=True):
            values = self.values(solution)
            removal = ClueRemoval(self._own_solver, values, groups_of_cells, fixed, random)
            minimal = self._exact and not min_clues
            if minimal and self.cells > LARGE:
                removal.begin_in_the_middle()
            with_clues = removal.minimal_clues() if minimal else removal.fewer_clues(min_clues)
            mask = np.isin(cells, [*fixed, *with_clues])
            row[mask] = solution[mask]
        return rows

    def values(self, row: Array) -> dict[Cell, int]:
        """Return the values of the cells of a row that are no blanks."""
        below = self.geometry.lowest_value - 1
        pairs = zip(self.grid.cells, row.tobytes(), strict=True)
        return {cell: place + below for cell, place in pairs if place}

    def are_minimal(self, rows: Array, solutions: Array) -> Array:
        """Which rows need each of their clues (the theme apart)."""
        places, columns = np.nonzero((rows > 0) & (self.theme == 0))
        fewer = rows[places].copy()
        fewer[np.arange(len(places)), columns] = 0
        spare = self.have_unique_solution(fewer, solutions[places])
        minimal = np.ones(len(rows), bool)
        minimal[places[spare]] = False
        return minimal

    def puzzle(self, row: Array) -> Puzzle:
        """The puzzle of a row."""
        return self.geometry.blank.with_checked_clues(self.values(row))

    def line(self, row: Array) -> str:
        """The line of a row: a character for each cell."""
        return row.tobytes().translate(self._characters).decode("ascii")

    @cached_property
    def _characters(self) -> bytes:
        """The character of each number of a row, and of each other byte a dot."""
        symbol, first = self.like.alphabet.symbol, self.geometry.lowest_value
        symbols = [symbol(first + place) for place in range(self.geometry.size)]
        return "".join([".", *symbols]).ljust(256, ".").encode("ascii")
