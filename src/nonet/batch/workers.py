"""Worker processes: a solver in each, chunks of rows in, answers out, in order.

Processes are spawned, not forked, so that they work alike everywhere and beside
threads.  A worker that dies is an error at once; leaving the pool, by Ctrl-C
too, ends them all; and a worker ends with this process, however that ends.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from nonet.backends.base import Backend
from nonet.batch.geometry import Geometry
from nonet.errors import BackendError, NonetError
from nonet.processes import end_with_parent
from nonet.solving import solve

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

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
    below = geometry.first - 1
    for number, row in enumerate(rows):
        outcome = solve(geometry.model(row), backend, limit=limit, time_limit=time_limit)
        counts.append(len(outcome.solutions))
        guesses.append(int(outcome.stats.get("guesses", 0)))
        decided.append(outcome.exhausted or outcome.stopped_by == "solutions")
        if outcome.solution is not None:
            solutions[number] = [value - below for value in outcome.solution.values()]
    return counts, guesses, decided, solutions.tobytes()


def _work(connection: Connection, geometry: Geometry, backend: str | Backend) -> None:
    """The life of a worker: it ends with the other end of the connection, or with the parent."""
    end_with_parent()
    while True:
        try:
            chunk = connection.recv()
        except (EOFError, OSError):
            return
        found: Answer | NonetError
        try:
            found = answer(geometry, backend, chunk)
        except NonetError as error:
            found = error
        try:
            connection.send(found)
        except OSError:  # nobody waits for it any more
            return


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Within, a process is started that Ctrl-C does not meet: it is the parent's to answer."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Workers:
    """So many processes of one backend for one geometry, until closed."""

    def __init__(self, number: int, geometry: Geometry, backend: str | Backend) -> None:
        context = multiprocessing.get_context("spawn")
        self._processes: dict[Connection, BaseProcess] = {}
        for _ in range(number):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, geometry, backend), daemon=True)
            with _undisturbed():
                process.start()
            theirs.close()
            self._processes[ours] = process

    def answers(self, chunks: Sequence[Chunk]) -> Iterator[tuple[int, Answer]]:
        """The answers with the numbers of their chunks, as they come."""
        waiting = iter(enumerate(chunks))
        busy: dict[Connection, int] = {}
        for connection in self._processes:
            self._hand_out(connection, waiting, busy)
        while busy:
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                try:
                    received: Any = ready.recv()
                except (EOFError, OSError):
                    raise BackendError(
                        "a worker process ended too soon (killed, or out of memory); in a script, "
                        "call from under: if __name__ == '__main__'"
                    ) from None
                if isinstance(received, NonetError):
                    raise received
                yield busy.pop(ready), received
                self._hand_out(ready, waiting, busy)

    def _hand_out(
        self,
        connection: Connection,
        waiting: Iterator[tuple[int, Chunk]],
        busy: dict[Connection, int],
    ) -> None:
        number, chunk = next(waiting, (-1, None))
        if chunk is not None:
            busy[connection] = number
            try:
                connection.send(chunk)
            except OSError:  # it died: its end of file is met by wait
                return

    def close(self) -> None:
        """End all workers now."""
        for connection, process in self._processes.items():
            process.terminate()
            connection.close()
        for process in self._processes.values():
            process.join()
        self._processes.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
