"""Engines: rows of clues to counts and solutions, by the compiled kernel or by processes.

Left to choose, the lock-step kernel is taken where there is a compiled engine and the rules need
no variables but the cells; else processes over the native engine.  A process gets the geometry
(the grid and rules that puzzles share) and the backend once, at its start, and then chunks of rows.

A row has one number a cell, in reading order: 0 for a blank, else the place of its value among the
grid's values, from 1.  Where values are 1 to n, as usual, that is the value itself.

>>> geometry = Geometry.square(16, ["x"])
>>> geometry.cells, geometry.size, [rule.name for rule in geometry.blank.rules]
(16, 4, ['rows', 'columns', 'boxes', 'diagonals'])
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache, partial
from itertools import repeat
from math import isqrt
from typing import Any

import numpy as np

from nonet.backends import find_backend, get_backend
from nonet.backends.base import Backend
from nonet.backends.lockstep.kernel import kernel_for
from nonet.backends.lockstep.work_chunks import count_rows
from nonet.backends.lowering import lower
from nonet.backends.registry import DEFAULT_BACKEND
from nonet.errors import BackendError, PuzzleError, Unsupported
from nonet.formats.base import Reader
from nonet.formats.statements import Box, RuleEntry, parse_rules
from nonet.model import AllDifferent, Domain, Model, Structure
from nonet.puzzle import Grid, Puzzle, PuzzleRule
from nonet.puzzle.grid import MAX_VALUES
from nonet.puzzle.unread import require_whole
from nonet.solving import solve
from nonet.solving.process_pool import ProcessPool
from nonet.solving.solution_iterator import Closable

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Geometry:
    """A grid and rules: ``blank`` is the puzzle without clues."""

    blank: Puzzle

    @classmethod
    def square(
        cls, cells: int, rules: RuleEntry | Iterable[RuleEntry] = (), box: Box | None = None
    ) -> Geometry:
        """The classic square of so many cells, with further rules.

        Raises ``PuzzleError`` if ``cells`` is not a square number or a rule does not fit.
        """
        return _square(cells, tuple(parse_rules(rules)), box)

    @classmethod
    def of_puzzle(cls, puzzle: Puzzle, rules: RuleEntry | Iterable[RuleEntry] = ()) -> Geometry:
        """The grid and rules of a puzzle, with further rules; raises as :meth:`square`."""
        require_whole(puzzle.unread, "the template")
        bare = replace(puzzle, clues={}, candidates={}, name="", comment="", notes={})
        geometry = cls(bare.with_rules(*parse_rules(rules)))
        _ = geometry.structure  # builds the constraints: every rule must fit the grid
        return geometry

    @property
    def structure(self) -> Structure:
        """The declaration that all puzzles share."""
        return self.blank.model().structure

    @property
    def cells(self) -> int:
        """The number of cells: the length of a row."""
        return len(self.blank.grid.cells)

    @cached_property
    def lowest_value(self) -> int:
        """Return the smallest value, whose place is 1."""
        return self.blank.grid.values[0]

    @cached_property
    def size(self) -> int:
        """The place of the largest value."""
        return self.blank.grid.values[-1] - self.lowest_value + 1

    def row_of(self, puzzle: Puzzle) -> list[int]:
        """Return the row of a puzzle.

        Raise ``PuzzleError`` if its geometry differs or the puzzle has candidates.
        """
        if (puzzle.grid, puzzle.rules) != (self.blank.grid, self.blank.rules):
            raise PuzzleError(
                "all puzzles of an array have one grid and the same rules; "
                f"{puzzle.name or puzzle.line()[:81]} differs from the first"
            )
        if puzzle.candidates:
            raise PuzzleError("an array holds clues alone: this puzzle has candidates too")
        clues, below = puzzle.clues, self.lowest_value - 1
        if not below:
            return list(map(clues.get, puzzle.grid.cells, repeat(0)))
        return [clues[cell] - below if cell in clues else 0 for cell in puzzle.grid.cells]

    def model_of(self, row: Sequence[int]) -> Model:
        """The model of a row of clues; variables that rules add beside the cells have none."""
        structure, below = self.structure, self.lowest_value - 1
        narrowed = {
            cell: structure.domains[cell] & Domain.single(below + place)
            for cell, place in zip(self.blank.grid.cells, row, strict=True)
            if place
        }
        return Model.from_structure(structure, narrowed)

    def models_of(self, rows: Array) -> Callable[[int], Model]:
        """Return a function that builds the model of a row by the row's number, from 0."""
        return lambda row: self.model_of(rows[row].tolist())


@lru_cache(maxsize=16)
def _square(cells: int, rules: tuple[PuzzleRule, ...], box: Box | None) -> Geometry:
    """Return a square, cached: a new square takes longer than a few answers."""
    size = isqrt(cells)
    if size * size != cells or not 1 <= size <= MAX_VALUES:
        raise PuzzleError(
            f"a puzzle has n² cells (16, 81, 256, ...), not {cells}; "
            "for another shape give a puzzle as like"
        )
    shape = Reader(rules=rules, box=box).shape(size)
    return Geometry.of_puzzle(Puzzle(shape.grid, {}, shape.rules))


CHUNK_SIZE = 64
"""Most rows a worker takes at a time."""

Chunk = tuple[list[list[int]], int, float | None]
"""Rows, the limit of solutions, and the limit of seconds of each row."""


@dataclass(frozen=True)
class Answers:
    """The answers of an engine, row by row.

    ``counts`` (n,) int64, at most the limit; ``guesses`` (n,) int64; ``decided``
    (n,) bool, false where a time limit came first; ``solutions`` (n, cells)
    uint8, the first of each, zeros where none; ``handed_over`` (n,) bool: which
    the kernel left to another backend.
    """

    counts: Array
    guesses: Array
    decided: Array
    solutions: Array
    handed_over: Array = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "handed_over", np.zeros(len(self.counts), bool))

    @classmethod
    def undecided(cls, n: int, cells: int) -> Answers:
        """Answers to n rows that are not known yet."""
        counts, guesses = np.zeros((2, n), np.int64)
        return cls(counts, guesses, np.zeros(n, bool), np.zeros((n, cells), np.uint8))

    def put(self, rows: Any, answers: Answers) -> None:
        """Put the answers to some rows, a mask, a slice or their numbers."""
        for each in fields(self):
            getattr(self, each.name)[rows] = getattr(answers, each.name)


def solve_models(
    models: Sequence[Callable[[], Model]],
    grid: Grid,
    backend: str | Backend | None,
    limit: int,
    time_limit: float | None,
) -> tuple[Answers, str]:
    """Solve models on the cells of a grid, each alone; return answers and the backend."""
    answers, name = Answers.undecided(len(models), len(grid.cells)), ""
    below = grid.values[0] - 1
    for row, model in enumerate(models):
        outcome = solve(model(), backend, limit=limit, time_limit=time_limit)
        name = outcome.backend
        answers.counts[row] = len(outcome.solutions)
        answers.guesses[row] = int(outcome.stats.get("guesses", 0))
        answers.decided[row] = outcome.exhausted or outcome.stopped_by == "solutions"
        if values := outcome.solution_or_none:
            answers.solutions[row] = [values[cell] - below for cell in grid.cells]
    return answers, name or get_backend(backend).name


def solve_chunk(geometry: Geometry, backend: str | Backend, chunk: Chunk) -> Answers:
    """Solve the rows of a chunk, each row alone."""
    rows, limit, time_limit = chunk
    models = [partial(geometry.model_of, row) for row in rows]
    return solve_models(models, geometry.blank.grid, backend, limit, time_limit)[0]


class WorkerPool(ProcessPool):
    """So many processes of one backend for one geometry, until closed."""

    def __init__(self, number: int, geometry: Geometry, backend: str | Backend) -> None:
        super().__init__(number, partial(_start_worker, geometry, backend))

    def answers(self, chunks: Sequence[Chunk]) -> Iterator[Answers]:
        """The answers of chunks, in order; all are handed out at once, for some take longer."""
        return (
            answer for _, answer in self.map_in_order(_solve_in_worker, chunks, ahead=len(chunks))
        )


_worker_solver: list[Callable[[Chunk], Answers]] = []
"""In a worker: the function that answers a chunk, in a list of length 1."""


def _start_worker(geometry: Geometry, backend: str | Backend) -> None:
    _worker_solver.append(partial(solve_chunk, geometry, backend))


def _solve_in_worker(chunk: Chunk) -> Answers:
    return _worker_solver[0](chunk)


LOCKSTEP = "lockstep"
MIN_BATCH_SIZE, MAX_BATCH_SIZE = 512, 4096
"""Rows the kernel's threads take at a time: enough to keep all lanes busy, few enough to share."""
TABLE_BATCH_SIZE = 1024
"""Rows of a batch in a table: which of several solutions comes first depends on this number."""
MAX_GUESSES = 20_000
"""Guesses of the kernel in one row after which a backend that learns is likely to be quicker."""
MAX_ROWS_IN_PROCESS = 16
"""Rows for which no process is started."""
MAX_EASY_CELLS = 81
"""Cells up to which the kernel answers every puzzle soon."""
LEARNING_BACKENDS = ("cpsat", "sat")
"""Backends that learn from their failures: for rows on which the kernel's search is lost."""


class Engine(Closable):
    """Answers rows of one geometry, until closed."""

    name: str

    def answers(
        self, rows: Array, limit: int, progress: Callable[[int], None] | None = None
    ) -> Answers:
        """Answers to (n, cells) uint8 rows, each place at most the geometry's size.

        ``progress`` is called with the number of newly answered rows.
        """
        raise NotImplementedError


class KernelEngine(Engine):
    """The lock-step kernel over threads; the GIL is released during the run.

    With ``time_limit``, seconds a row, the kernel gives rows up by their share of the clock. With
    ``fallback``, rows that need too many guesses are handed to that engine; each of the two has
    half of the time.  ``batch_size`` is the number of rows that a thread takes at a time:
    :func:`default_batch_size` of the rows unless given.
    """

    def __init__(
        self,
        structure: Structure,
        threads: int,
        time_limit: float | None = None,
        fallback: ProcessEngine | None = None,
        batch_size: int | None = None,
    ) -> None:
        self.name = LOCKSTEP
        self.other = fallback
        self._kernel = kernel_for(structure)
        self._threads = threads
        self._time_limit = time_limit
        self._together = batch_size

    def answers(
        self, rows: Array, limit: int, progress: Callable[[int], None] | None = None
    ) -> Answers:
        result = count_rows(
            self._kernel,
            rows,
            limit,
            store="first",
            threads=self._threads,
            batch_size=self._together or default_batch_size(len(rows)),
            guess_limit=None if self.other is None else MAX_GUESSES,
            time_limit=self._time_limit,
            progress=progress,
        )
        answers = Answers(result.counts, result.guesses, result.decided, result.solutions)
        hard = np.flatnonzero(~result.decided)
        if self.other is None or not len(hard):
            return answers
        others = self.other.answers(np.ascontiguousarray(rows[hard]), limit)
        answers.counts[hard], answers.decided[hard] = others.counts, others.decided
        answers.guesses[hard] += others.guesses
        answers.solutions[hard] = others.solutions
        answers.handed_over[hard] = True
        return answers

    def close(self) -> None:
        """End the processes of the other backend."""
        if self.other is not None:
            self.other.close()


def default_batch_size(n: int) -> int:
    """How many of ``n`` rows the kernel's threads take at a time.

    By ``n`` alone, so that answers are the same with any number of threads.
    """
    return max(MIN_BATCH_SIZE, min(MAX_BATCH_SIZE, n // 8))


class ProcessEngine(Engine):
    """A backend in processes of its own, or in this one where rows are few."""

    def __init__(
        self, geometry: Geometry, backend: str | Backend, threads: int, time_limit: float | None
    ) -> None:
        self.name = get_backend(backend).name
        self._geometry = geometry
        self._backend = backend
        self._threads = threads
        self._time_limit = time_limit
        self._workers: WorkerPool | None = None

    def answers(
        self, rows: Array, limit: int, progress: Callable[[int], None] | None = None
    ) -> Answers:
        # larger puzzles are fewer at a time
        most = max(1, CHUNK_SIZE * MAX_EASY_CELLS // rows.shape[1])
        size = max(1, min(most, len(rows) // (4 * self._threads)))
        chunks: list[Chunk] = [
            (rows[low : low + size].tolist(), limit, self._time_limit)
            for low in range(0, len(rows), size)
        ]
        answers = Answers.undecided(*rows.shape)
        answered: Iterable[Answers]
        if self._threads < 2 or len(rows) <= MAX_ROWS_IN_PROCESS:
            answered = (solve_chunk(self._geometry, self._backend, chunk) for chunk in chunks)
        else:
            if self._workers is None:
                self._workers = WorkerPool(self._threads, self._geometry, self._backend)
            answered = self._workers.answers(chunks)
        for number, some in enumerate(answered):
            answers.put(slice(number * size, number * size + len(some.counts)), some)
            if progress is not None:
                progress(len(some.counts))
        return answers

    def close(self) -> None:
        """End the processes."""
        if self._workers is not None:
            self._workers.close()
            self._workers = None


def choose_engine(
    geometry: Geometry,
    backend: str | Backend | None = None,
    *,
    threads: int | None = None,
    time_limit: float | None = None,
    batch_size: int | None = None,
    learner: str | None = None,
    say: Callable[[str], None] = lambda message: None,
) -> Engine:
    """The engine for a geometry; ``threads=None`` means all cores.

    ``time_limit`` is seconds a puzzle, ``batch_size`` the number of rows that the kernel takes at a
    time (which of several solutions is met first depends on this number).  Rows that are too hard
    for the kernel go to ``learner``: by default, where no backend is named, to one of
    ``LEARNING_BACKENDS``. ``say`` is called with a line of text if the chosen engine is a slow one.
    Raises ``BackendError`` if the backend cannot be used or cannot post the rules.
    """
    threads = available_cores() if threads is None else threads
    named = backend if isinstance(backend, str) or backend is None else backend.name
    if named == DEFAULT_BACKEND:
        named = backend = None
    if named in (None, LOCKSTEP):
        try:
            structure = cell_structure(geometry)
            other = None
            if named is None:
                learner = learner or fallback_backend(geometry)
            if learner is not None:
                if time_limit is not None:
                    time_limit /= 2
                other = ProcessEngine(geometry, learner, threads, time_limit)
            return KernelEngine(structure, threads, time_limit, other, batch_size)
        except BackendError as error:
            if named is not None:
                raise
            missing = find_backend(LOCKSTEP).available().missing
            reason = f"lockstep is some thousand times faster: {missing}" if missing else error
            say(f"solving by the native engine in {threads} processes; {reason}")
    chosen = get_backend(backend)
    # Unsupported is met now, not in a worker
    lower(Model.from_structure(geometry.structure, {}), chosen)
    return ProcessEngine(geometry, backend or "native", threads, time_limit)


def fallback_backend(geometry: Geometry) -> str | None:
    """The first of ``LEARNING_BACKENDS`` for rows that the kernel gives up, if there is one."""
    plain = all(isinstance(each, AllDifferent) for each in geometry.structure.constraints)
    if plain and geometry.cells <= MAX_EASY_CELLS:
        return None  # the kernel answers any of these
    return next((name for name in LEARNING_BACKENDS if find_backend(name).available().ok), None)


def cell_structure(geometry: Geometry) -> Structure:
    """Return the structure as posted to the kernel; raise ``Unsupported`` or ``NotInstalled``."""
    backend = get_backend(LOCKSTEP)
    structure = lower(Model.from_structure(geometry.structure, {}), backend).structure
    if structure.variables != geometry.blank.grid.cells:
        raise Unsupported(
            "backend lockstep answers arrays only where rules need no variables but the cells"
        )
    return structure


def available_cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
