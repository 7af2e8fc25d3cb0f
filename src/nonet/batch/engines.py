"""Engines: rows of clues to counts and solutions, by the compiled kernel or by processes.

Left to choose, the lock-step kernel is taken where there is a compiled engine and the
rules need no variables but the cells; else processes over the native engine.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol, Self

import numpy as np

from nonet.backends import find_backend, get_backend
from nonet.backends.base import Backend
from nonet.backends.lowering import lower
from nonet.backends.registry import DEFAULT_BACKEND
from nonet.batch.geometry import Array, Geometry
from nonet.batch.workers import CHUNK_SIZE, Chunk, ChunkAnswer, WorkerPool, solve_chunk
from nonet.errors import BackendError, Unsupported
from nonet.model import AllDifferent, Model, Structure
from nonet.solving.solution_iterator import Closable

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


class Engine(Protocol):
    """Answers rows of one geometry, until closed."""

    name: str

    def answers(
        self, rows: Array, limit: int, progress: Callable[[int], None] | None = None
    ) -> Answers:
        """Answers to (n, cells) uint8 rows, each place at most the geometry's size.

        ``progress`` is called with the number of newly answered rows.
        """

    def close(self) -> None:
        """Release the engine's threads or processes."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class KernelEngine(Closable):
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
        from nonet.backends.lockstep.kernel import kernel_for

        self.name = LOCKSTEP
        self.other = fallback
        self._kernel = kernel_for(structure)
        self._threads = threads
        self._time_limit = time_limit
        self._together = batch_size

    def answers(
        self, rows: Array, limit: int, progress: Callable[[int], None] | None = None
    ) -> Answers:
        """See :class:`Engine`."""
        result = self._kernel.count(
            rows,
            limit,
            store="first",
            threads=self._threads,
            batch_size=self._together or default_batch_size(len(rows)),
            guess_limit=None if self.other is None else MAX_GUESSES,
            time_limit=self._time_limit,
            in_range=True,
            progress=progress,
        )
        assert result.solutions is not None
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


class ProcessEngine(Closable):
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
        """See :class:`Engine`."""
        most = max(
            1, CHUNK_SIZE * MAX_EASY_CELLS // rows.shape[1]
        )  # larger puzzles are fewer at a time
        size = max(1, min(most, len(rows) // (4 * self._threads)))
        chunks: list[Chunk] = [
            (rows[low : low + size].tolist(), limit, self._time_limit)
            for low in range(0, len(rows), size)
        ]
        counts, guesses = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
        decided, solutions = np.zeros(len(rows), bool), np.zeros(rows.shape, np.uint8)
        answered: Iterable[ChunkAnswer]
        if self._threads < 2 or len(rows) <= MAX_ROWS_IN_PROCESS:
            answered = (solve_chunk(self._geometry, self._backend, chunk) for chunk in chunks)
        else:
            if self._workers is None:
                self._workers = WorkerPool(self._threads, self._geometry, self._backend)
            answered = self._workers.answers(chunks)
        for number, (some_counts, some_guesses, some_decided, cells) in enumerate(answered):
            part = slice(number * size, number * size + len(some_counts))
            counts[part], guesses[part], decided[part] = some_counts, some_guesses, some_decided
            solutions[part] = np.frombuffer(cells, np.uint8).reshape(-1, rows.shape[1])
            if progress is not None:
                progress(len(some_counts))
        return Answers(counts, guesses, decided, solutions)

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
            say(
                f"solving by the native engine in {threads} processes; "
                + (f"{missing} makes it some thousand times faster" if missing else str(error))
            )
    chosen = get_backend(backend)
    lower(
        Model.from_structure(geometry.structure, {}), chosen
    )  # Unsupported is met now, not in a worker
    return ProcessEngine(geometry, backend or "native", threads, time_limit)


def fallback_backend(geometry: Geometry) -> str | None:
    """The backend for rows that the kernel gives up: the first of ``LEARNING_BACKENDS`` there is,
    if any."""
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
