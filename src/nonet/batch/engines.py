"""Engines: rows of clues to counts and solutions, by the compiled kernel or by processes.

Left to choose, the lock-step kernel is taken where Numba is installed and the
rules are AllDifferent; else processes over the native engine.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

import numpy as np

from nonet.backends import find_backend, get_backend
from nonet.backends.base import Backend
from nonet.backends.lowering import lower
from nonet.batch.geometry import Array, Geometry
from nonet.batch.workers import CHUNK, Answer, Workers, answer
from nonet.errors import BackendError, Unsupported
from nonet.model import Model, Structure

LOCKSTEP = "lockstep"
LEAST_TOGETHER, MOST_TOGETHER = 512, 4096
"""Rows the kernel's threads take at a time: enough to keep all lanes busy, few enough to share."""
FEW = 16
"""Rows for which no process is started."""


@dataclass(frozen=True)
class Answers:
    """What an engine found, row by row.

    ``counts`` (n,) int64, at most the limit; ``guesses`` (n,) int64; ``decided``
    (n,) bool, false where a time limit came first; ``solutions`` (n, cells)
    uint8, the first of each, zeros where none.
    """

    counts: Array
    guesses: Array
    decided: Array
    solutions: Array


class Engine(Protocol):
    """Answers rows of one geometry, until closed."""

    name: str

    def answers(self, rows: Array, limit: int) -> Answers:
        """Answers to (n, cells) uint8 rows, each place at most the geometry's size."""

    def close(self) -> None:
        """Give back what it holds."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class _Closing:
    """An engine in a ``with`` block."""

    def close(self) -> None:
        """Give back what it holds: nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class KernelEngine(_Closing):
    """The lock-step kernel over threads; the GIL is released while it runs."""

    def __init__(self, structure: Structure, threads: int, time_limit: float | None = None) -> None:
        from nonet.backends.lockstep.kernel import kernel_for

        self.name = LOCKSTEP
        self._kernel = kernel_for(structure)
        self._threads = threads
        self._time_limit = time_limit

    def answers(self, rows: Array, limit: int) -> Answers:
        """See :class:`Engine`."""
        found = self._kernel.count(
            rows,
            limit,
            which="first",
            threads=self._threads,
            together=together(len(rows)),
            time_limit=self._time_limit,
            in_range=True,
        )
        assert found.solutions is not None
        return Answers(found.counts, found.guesses, found.decided, found.solutions)


def together(n: int) -> int:
    """How many of ``n`` rows the kernel's threads take at a time.

    By ``n`` alone, so that answers are the same with any number of threads.
    """
    return max(LEAST_TOGETHER, min(MOST_TOGETHER, n // 16))


class ProcessEngine(_Closing):
    """A backend in processes of its own, or in this one where rows are few."""

    def __init__(
        self, geometry: Geometry, backend: str | Backend, threads: int, time_limit: float | None
    ) -> None:
        self.name = get_backend(backend).name
        self._geometry = geometry
        self._backend = backend
        self._threads = threads
        self._time_limit = time_limit
        self._workers: Workers | None = None

    def answers(self, rows: Array, limit: int) -> Answers:
        """See :class:`Engine`."""
        chunk = max(1, min(CHUNK, len(rows) // (4 * self._threads)))
        chunks = [rows[low : low + chunk] for low in range(0, len(rows), chunk)]
        counts, guesses = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
        decided, solutions = np.zeros(len(rows), bool), np.zeros(rows.shape, np.uint8)
        found: Iterable[tuple[int, Answer]]
        if self._threads < 2 or len(rows) <= FEW:
            found = enumerate(self._here(part, limit) for part in chunks)
        else:
            if self._workers is None:
                self._workers = Workers(
                    self._threads, self._geometry, self._backend, self._time_limit
                )
            found = self._workers.answers(chunks, limit)
        for number, (some_counts, some_guesses, some_decided, cells) in found:
            part = slice(number * chunk, number * chunk + len(some_counts))
            counts[part], guesses[part], decided[part] = some_counts, some_guesses, some_decided
            solutions[part] = np.frombuffer(cells, np.uint8).reshape(-1, rows.shape[1])
        return Answers(counts, guesses, decided, solutions)

    def _here(self, rows: Array, limit: int) -> Answer:
        """The answers to a chunk, in this process."""
        return answer(self._geometry, self._backend, rows.tolist(), limit, self._time_limit)

    def close(self) -> None:
        """End the processes."""
        if self._workers is not None:
            self._workers.close()
            self._workers = None


def choose(
    geometry: Geometry,
    backend: str | Backend | None = None,
    *,
    threads: int | None = None,
    time_limit: float | None = None,
    say: Callable[[str], None] = lambda message: None,
) -> Engine:
    """The engine for a geometry; ``threads=None`` means all cores.

    ``time_limit`` is seconds a puzzle.  ``say`` is given a line where the choice
    is a slow one.  Raises ``BackendError`` if the backend cannot be used or cannot
    post the rules.
    """
    threads = cores() if threads is None else threads
    named = backend if isinstance(backend, str) or backend is None else backend.name
    if named in (None, LOCKSTEP):
        try:
            return KernelEngine(_all_different(geometry), threads, time_limit)
        except BackendError as error:
            if named is not None:
                raise
            missing = find_backend(LOCKSTEP).available().missing
            say(
                f"solving by the native engine in {threads} processes; "
                + (f"{missing} makes it some thousand times faster" if missing else str(error))
            )
    chosen = get_backend(backend)
    lower(Model.of(geometry.structure, {}), chosen)  # Unsupported is met now, not in a worker
    return ProcessEngine(geometry, backend or "native", threads, time_limit)


def _all_different(geometry: Geometry) -> Structure:
    """The structure as the kernel takes it; raises ``Unsupported`` or ``NotInstalled``."""
    backend = get_backend(LOCKSTEP)
    structure = lower(Model.of(geometry.structure, {}), backend).structure
    if structure.variables != geometry.structure.variables:
        raise Unsupported("backend lockstep answers arrays only where all rules are AllDifferent")
    return structure


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
