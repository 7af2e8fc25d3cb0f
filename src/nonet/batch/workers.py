"""Chunks of rows answered one by one by a backend, in this process or in worker processes.

A worker gets the geometry and the backend once, at its start, and then chunks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from nonet.backends.base import Backend
from nonet.batch.geometry import Geometry
from nonet.solving import solve
from nonet.solving.process_pool import ProcessPool

CHUNK_SIZE = 64
"""Most rows a worker takes at a time."""

Chunk = tuple[list[list[int]], int, float | None]
"""Rows, the limit of solutions, and the limit of seconds of each row."""
ChunkAnswer = tuple[list[int], list[int], list[bool], bytes]
"""Counts, guesses, whether decided, and the first solutions, of a chunk of rows."""


def solve_chunk(geometry: Geometry, backend: str | Backend, chunk: Chunk) -> ChunkAnswer:
    """Solve the rows of a chunk, each row alone."""
    rows, limit, time_limit = chunk
    counts, guesses, decided = [], [], []
    solutions = np.zeros((len(rows), geometry.cells), np.uint8)
    below, cells = geometry.lowest_value - 1, geometry.blank.grid.cells
    for number, row in enumerate(rows):
        outcome = solve(geometry.model_of(row), backend, limit=limit, time_limit=time_limit)
        counts.append(len(outcome.solutions))
        guesses.append(int(outcome.stats.get("guesses", 0)))
        decided.append(outcome.exhausted or outcome.stopped_by == "solutions")
        if outcome.solution is not None:
            solutions[number] = [outcome.solution[cell] - below for cell in cells]
    return counts, guesses, decided, solutions.tobytes()


class WorkerPool(ProcessPool):
    """So many processes of one backend for one geometry, until closed."""

    def __init__(self, number: int, geometry: Geometry, backend: str | Backend) -> None:
        super().__init__(number, partial(_start_worker, geometry, backend))

    def answers(self, chunks: Sequence[Chunk]) -> Iterator[ChunkAnswer]:
        """The answers of chunks, in order; all are handed out at once, for some take longer."""
        return (
            answer for _, answer in self.map_in_order(_solve_in_worker, chunks, ahead=len(chunks))
        )


_worker_solver: list[Callable[[Chunk], ChunkAnswer]] = []
"""In a worker: the function that answers a chunk, in a list of length 1."""


def _start_worker(geometry: Geometry, backend: str | Backend) -> None:
    _worker_solver.append(partial(solve_chunk, geometry, backend))


def _solve_in_worker(chunk: Chunk) -> ChunkAnswer:
    return _worker_solver[0](chunk)
