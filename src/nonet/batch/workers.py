"""Chunks of rows answered one by one by a backend, here or in worker processes.

A worker is told the geometry and the backend once, as it begins, and is then given chunks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from nonet.backends.base import Backend
from nonet.batch.geometry import Geometry
from nonet.solving import solve
from nonet.solving.pool import Processes

CHUNK = 64
"""Most rows a worker takes at a time."""

Chunk = tuple[list[list[int]], int, float | None]
"""Rows, the limit of solutions, and the limit of seconds of each row."""
Answer = tuple[list[int], list[int], list[bool], bytes]
"""Counts, guesses, whether decided, and the first solutions, of a chunk of rows."""


def answer(geometry: Geometry, backend: str | Backend, chunk: Chunk) -> Answer:
    """Solve a chunk of rows one by one."""
    rows, limit, time_limit = chunk
    counts, guesses, decided = [], [], []
    solutions = np.zeros((len(rows), geometry.cells), np.uint8)
    below, cells = geometry.first - 1, geometry.blank.grid.cells
    for number, row in enumerate(rows):
        outcome = solve(geometry.model(row), backend, limit=limit, time_limit=time_limit)
        counts.append(len(outcome.solutions))
        guesses.append(int(outcome.stats.get("guesses", 0)))
        decided.append(outcome.exhausted or outcome.stopped_by == "solutions")
        if outcome.solution is not None:
            solutions[number] = [outcome.solution[cell] - below for cell in cells]
    return counts, guesses, decided, solutions.tobytes()


class Workers(Processes):
    """So many processes of one backend for one geometry, until closed."""

    def __init__(self, number: int, geometry: Geometry, backend: str | Backend) -> None:
        super().__init__(number, partial(_begin, geometry, backend))

    def answers(self, chunks: Sequence[Chunk]) -> Iterator[Answer]:
        """The answers of chunks, in order; all are handed out at once, for some take longer."""
        return (found for _, found in self.in_order(_answer, chunks, ahead=len(chunks)))


_known: list[Callable[[Chunk], Answer]] = []
"""In a worker: what answers a chunk."""


def _begin(geometry: Geometry, backend: str | Backend) -> None:
    _known.append(partial(answer, geometry, backend))


def _answer(chunk: Chunk) -> Answer:
    return _known[0](chunk)
