"""Random solutions, each as likely as any other where that can be had.

>>> import nonet
>>> draws = sample(nonet.Sudoku("." * 16), 3, seed=1)
>>> draws.method, len(draws.solutions)
('uniform', 3)

Solutions that can all be listed are drawn from the list: a thousand by any solver, ten million by
the compiled engine.  Where partial solutions are much alike, solutions are counted and drawn by
their counts (``array_counting.py``): a blank 6x6 has 28,200,960.  The blank classic has a method
of its own (``unbiased.py``).  The choice between these methods depends on the model alone, never on
the time, so a seed gives the same draws under any limit that is not reached.  Else many random
dives are made, and solutions are drawn from the dives by the inverse of the dives' probabilities:
the more dives, the more even (Rubin, "Using the SIR algorithm to simulate posterior distributions",
Bayesian Statistics 3, 1988).
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from math import exp, inf, log
from random import Random
from typing import Any, Literal

from nonet.backends.base import Request, StopReason, SupportsRows
from nonet.backends.registry import usable_backend
from nonet.deadline import Deadline, DeadlineExceeded, report_progress
from nonet.errors import Unsupported, check_whole_number, quantity
from nonet.model import Model
from nonet.puzzle import Puzzle
from nonet.puzzle.rules import CLASSIC
from nonet.puzzle.unread import Claims
from nonet.setting.counting import MAX_LISTED, random_dive
from nonet.setting.live_solvers import PROPAGATOR, assumption_solver_for
from nonet.setting.puzzle_parts import Answer, checked_solution
from nonet.solving import array_counting
from nonet.solving.array_counting import FrontierCounter, TooManyStates, is_supported
from nonet.solving.outcome import Solution, Status
from nonet.solving.problem_input import ProblemInput, decided_by_reading, model_in_time
from nonet.solving.solution_iterator import iter_solutions

DRAWS_PER_SOLUTION = 20
"""Even draws that the dives are to be worth, for each solution asked for."""

MIN_DIVES, MAX_DIVES = 200, 20_000
"""Dives, at least and at most."""

MAX_CANDIDATES_OF_DIVES = 2_000_000
"""Dives times candidates (729 in a 9x9), at most: some 8 s, counted, so that a busy machine draws the
same.  2,743 dives of an anti-knight 9x9 are worth 6 even draws."""

TIME_LIMIT = 60.0
"""Seconds that a sample may take, unless the caller gives a limit: far more than the dives take."""

FIRST_DIVES = 40
"""Number of dives that estimate whether all solutions can be listed."""

MAX_LISTED_BY_ARRAYS = 10_000_000
"""Solutions, by that guess, up to which the compiled engine lists all: some two million a second."""

MAX_LISTED_UNGUESSED = 1_000_000
"""Solutions up to which the compiled engine lists all where every dive met a dead end."""

Method = Literal["uniform", "weighted"]


@dataclass(frozen=True, repr=False)
class Sample(Answer):
    """Random solutions, and the method of drawing.

    ``method`` is "uniform" where each solution is as likely as any other, or "weighted" where
    solutions are drawn from ``dives`` random dives by weight; the dives are worth ``effective``
    even draws, and for a nearly even sample this number must be much larger than the number of
    solutions.  ``stopped``: the time was out before there were as many as asked for, or
    ``DRAWS_PER_SOLUTION`` times as many even draws; with more time the same seed would give other
    draws.  ``status`` is UNSAT where there is no solution.
    """

    solutions: tuple[Solution, ...]
    method: Method
    stopped_by: StopReason | None = None
    effective: float | None = None
    seconds: float = 0.0
    status: Status = Status.SAT
    dives: int = 0

    @property
    def different(self) -> int:
        """How many of the solutions are different."""
        return len(set(self.solutions))

    @property
    def claims(self) -> Claims:
        """Its solutions are such, and drawn from all there are."""
        return Claims.NO_OTHERS if self.status is Status.UNSAT else Claims.BOTH

    def _in_words(self) -> str:
        if self.status is Status.UNSAT:
            return "no solution"
        if not self.solutions:
            dives = f"{quantity(self.dives, 'dive')} met only dead ends"
            stopped = self.stop_text if self.stopped else dives
            return f"undecided: {stopped} before a solution was drawn"
        number = len(self.solutions)
        text = quantity(number, "random solution")
        if self.effective is None:
            return f"{text}, each as likely as any other"
        text += f" ({self.different} different)" if self.different < number else ""
        worth = f"{quantity(self.dives, 'random dive')}, worth {self.effective:.0f} even draws"
        late = f"; {self.stop_text}" if self.stopped else ""
        return f"{text}, not exactly even: drawn by weight from {worth}{late}"

    def _to_json(self) -> dict[str, object]:
        return {**super()._to_json(), "different": self.different}


@decided_by_reading()
def sample(
    problem: ProblemInput,
    number: int = 1,
    *,
    seed: int | None = None,
    dives: int | None = None,
    time_limit: float | None = TIME_LIMIT,
) -> Sample:
    """``number`` random solutions, each drawn anew.

    Each solution is as likely as any other where there are up to a thousand, or some ten million
    for the compiled engine, where the solutions can be counted (a blank 6x6),
    and of the blank 9x9; else solutions are drawn from dives by weight, and the answer says so.  Of
    a model with an objective, the draws are optimal solutions.  ``dives`` is how many random dives
    there are at most: by default as many as take some seconds, 20,000 at most.

    Raises ``LimitError`` for an invalid number or limit, ``Unsupported`` if there are more than a
    thousand optimal solutions, or a rule cannot be written as clauses.

    >>> print(sample("1.........2.....", 2, seed=1).in_words())
    2 random solutions, each as likely as any other
    """
    check_whole_number(number, "a number of solutions")
    if dives is not None:
        check_whole_number(dives, "a number of dives")
    clock = Deadline(time_limit)
    model, puzzle = model_in_time(problem, clock)
    drawing = _Sampler(model, puzzle, number, Random(seed), clock, dives)
    report_progress(drawing.progress_text)
    clock.finishes(drawing.draw)
    solutions = tuple(
        checked_solution(values, model, puzzle) for values in drawing.sampled_solutions()
    )
    return clock.result(
        Sample(
            solutions,
            drawing.method,
            None if drawing.status is Status.UNSAT else clock.stopped_by,
            drawing.effective_size,
            clock.elapsed,
            drawing.status,
            drawing.dives if drawing.method == "weighted" else 0,
        )
    )


class _Sampler:
    """The draws of a sample while the sampling runs."""

    def __init__(
        self,
        model: Model,
        puzzle: Puzzle | None,
        number: int,
        random: Random,
        clock: Deadline,
        dives: int | None = None,
    ) -> None:
        self._model, self._puzzle, self._number = model, puzzle, number
        self._random, self._clock = random, clock
        self.status = Status.UNKNOWN
        self.method: Method = "weighted"
        self._even: list[dict[str, int]] = []
        self._dives: list[tuple[float, dict[str, int]]] = []
        self.dives = 0
        by_work = MAX_CANDIDATES_OF_DIVES // max(1, sum(map(len, model.structure.domains.values())))
        self._max_dives = dives or max(MIN_DIVES, min(by_work, MAX_DIVES))

    def draw(self) -> None:
        if self._is_blank_classic():
            self._dive(FIRST_DIVES)  # an answer, should the engine take all the time to load
            self._draw_classic_grids()
            return
        run = iter_solutions(
            self._model, "sat", limit=MAX_LISTED, time_limit=self._clock.limit_for_part()
        )
        listed = [dict(solution) for solution in run]
        if listed:
            self.status = Status.SAT
        if run.exhausted:
            self.method = "uniform"
            self.status = Status.SAT if listed else Status.UNSAT
            if listed:  # in an order that is not the solver's
                listed.sort(key=lambda values: tuple(values.values()))
                self._even = self._random.choices(listed, k=self._number)
        elif run.stopped_by == "time":
            raise DeadlineExceeded
        elif self._model.objective is not None:
            raise Unsupported(f"more than {MAX_LISTED} best solutions cannot be drawn from")
        elif not self._draw_by_counts():
            self._dive(min(FIRST_DIVES, self._max_dives))
            if not self._draw_from_all():
                self._dive_enough()

    def _draw_by_counts(self) -> bool:
        """Count the solutions by states, if these are few, and draw evenly by the counts."""
        if not is_supported(self._model):
            return False
        counter = FrontierCounter(self._model, self._clock.check)
        try:
            counter.count()
        except TooManyStates:
            return False
        even = [counter.draw(self._random) for _ in range(self._number)]
        self.method, self._even = "uniform", even
        return True

    def _dive_enough(self) -> None:
        self._dive(min(MIN_DIVES, self._max_dives))
        enough = DRAWS_PER_SOLUTION * self._number
        while (self.effective_size or 0) < enough and self.dives < self._max_dives:
            self._dive(min(self.dives * 5 // 4 + 1, self._max_dives))

    def progress_text(self) -> str:
        """Return the number of dives so far, in a few words."""
        return quantity(self.dives, "dive") if self.dives else ""

    def sampled_solutions(self) -> list[dict[str, int]]:
        if self._even or not self._dives:
            return self._even
        return self._random.choices(
            [values for _, values in self._dives], self._weights(), k=self._number
        )

    @property
    def effective_size(self) -> float | None:
        """How many even draws the dives are worth (Kish, "Survey Sampling", 1965)."""
        weights = self._weights()
        if self._even or not weights:
            return None
        return sum(weights) ** 2 / sum(weight**2 for weight in weights)

    def _weights(self) -> list[float]:
        top = max((weight for weight, _ in self._dives), default=-inf)
        return [exp(weight - top) for weight, _ in self._dives]

    def _is_blank_classic(self) -> bool:
        like = self._puzzle
        if like is None or like.rules != CLASSIC or len(like.grid.cells) != 81:
            return False
        return not self._model.narrowed and usable_backend("lockstep") is not None

    def _draw_classic_grids(self) -> None:
        import numpy as np

        from nonet.setting.puzzle_rows import PuzzleRows
        from nonet.setting.unbiased import uniform_grids

        assert self._puzzle is not None
        rows = PuzzleRows(self._puzzle, self._clock)
        drawn = uniform_grids(
            rows, self._number, np.random.default_rng(self._random.getrandbits(64))
        )
        self.method, cells = "uniform", self._puzzle.grid.cells
        self._even = [dict(zip(cells, map(int, row), strict=True)) for row in drawn]

    def _draw_from_all(self) -> bool:
        """List all solutions by arrays, unless there are too many, and draw evenly from them."""
        backend = usable_backend("lockstep")
        lowered = backend and array_counting.lowered_for_arrays(self._model, backend)
        if lowered is None or (self._dives and self._log_estimate() > log(MAX_LISTED_BY_ARRAYS)):
            return False
        limit = MAX_LISTED_BY_ARRAYS if self._dives else MAX_LISTED_UNGUESSED
        assert isinstance(backend, SupportsRows)
        draws, total = _DrawsFromRows(self._number, self._random), 0
        with closing(backend.rows(lowered, Request(None, self._clock.ends_at))) as run:
            while True:
                try:
                    rows = next(run)
                except StopIteration as stop:
                    if stop.value is not None:
                        raise DeadlineExceeded from None
                    break
                total += len(rows)
                if total > limit:
                    return False
                draws.add(rows)
        names = lowered.variables
        self.method = "uniform"
        self._even = [dict(zip(names, map(int, row), strict=True)) for row in draws.rows(total)]
        return True

    def _log_estimate(self) -> float:
        """The logarithm of about how many solutions there are."""
        top = max(weight for weight, _ in self._dives)
        return top + log(sum(self._weights()) / self.dives)

    def _dive(self, number: int) -> None:
        with assumption_solver_for(self._model.structure, self._clock, PROPAGATOR) as bench:
            while self.dives < number:
                self._clock.check()
                weight, values = random_dive(bench, self._model, self._random)
                self.dives += 1
                if weight > -inf:
                    self.status = Status.SAT
                    self._dives.append((weight, values))


class _DrawsFromRows:
    """Even draws from all solutions of a listing, whatever its order and however it is divided.

    How many solutions come at a time depends on the time that the engine takes, so the draws must
    not: the rows with the lowest hashes, of a random key, are as many different solutions, drawn
    evenly in a random order.
    """

    def __init__(self, number: int, random: Random) -> None:
        self._number, self._random = number, random
        self._key = random.getrandbits(64)
        self._rows: list[Any] = []
        self._hashes: list[Any] = []
        self._length, self._bound = 0, (1 << 64) - 1

    def add(self, rows: Any) -> None:
        """Take the next solutions."""
        import numpy as np

        hashes = array_counting.row_hashes(rows) ^ np.uint64(self._key)
        for times, down in ((0xBF58476D1CE4E5B9, 27), (0x94D049BB133111EB, 31)):  # splitmix64
            hashes *= np.uint64(times)
            hashes ^= hashes >> np.uint64(down)
        low = hashes <= np.uint64(self._bound)
        rows, hashes = rows[low], hashes[low]
        self._rows.append(rows)
        self._hashes.append(hashes)
        self._length += len(rows)
        if self._length >= 2 * self._number:
            self._keep_lowest()

    def _keep_lowest(self) -> None:
        import numpy as np

        rows, hashes = np.concatenate(self._rows), np.concatenate(self._hashes)
        lowest = np.argsort(hashes, kind="stable")[: self._number]
        self._rows, self._hashes, self._length = [rows[lowest]], [hashes[lowest]], len(lowest)
        if len(lowest) == self._number:
            self._bound = int(hashes[lowest[-1]])

    def rows(self, total: int) -> list[Any]:
        """Return draws with replacement from ``total`` solutions: one drawn before, or the next."""
        self._keep_lowest()
        rows, different = [], 0
        for _ in range(self._number):
            place = min(self._random.randrange(total), different)
            different += place == different
            rows.append(self._rows[0][place])
        return rows
