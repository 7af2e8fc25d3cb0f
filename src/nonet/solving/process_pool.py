"""Many processes, answers in order: the one pool of nonet's own work.

A function is called for every item, in processes, a window of items at a time; answers
come in the order of the items, each as soon as all earlier answers are there.  Processes
are spawned, which works alike on every system and beside threads.  Leaving the iterator,
by an error or Ctrl-C too, ends all processes at once; so does any end of this process.

>>> list(map_in_order(abs, [-1, -2], jobs=1))
[(-1, 1), (-2, 2)]
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from math import inf
from multiprocessing.context import SpawnContext, SpawnProcess
from time import monotonic
from typing import Any, TypeVar

from nonet.errors import BackendError
from nonet.processes import end_with_parent, kill_pool
from nonet.solving.solution_iterator import Closable

Item = TypeVar("Item")


Answer = TypeVar("Answer")


ITEMS_PER_JOB = 4
"""Items that are handed out ahead, for each process."""


def map_in_order(
    work: Callable[[Item], Answer],
    items: Iterable[Item],
    jobs: int,
    *,
    alone: float = 0.0,
) -> Iterator[tuple[Item, Answer]]:
    """Each item with its answer, in order.

    ``work`` must be a function that can be pickled by name.  With one job, and for the first
    ``alone`` seconds, all work is done in this process: little work does not pay for starting processes.

    Raises the exceptions of ``work``, and ``BackendError`` if a process dies.
    """
    source = iter(items)
    if jobs == 1 or alone:
        until = inf if jobs == 1 else monotonic() + alone
        for item in source:
            yield item, work(item)
            if monotonic() > until:
                break
    first = list(islice(source, 1))
    if first:
        with ProcessPool(jobs) as processes:
            yield from processes.map_in_order(work, chain(first, source))


class ProcessPool(Closable):
    """A fixed number of processes, started when needed and running until ``close``.

    ``initializer``, which must be picklable, is called once in each process.
    """

    def __init__(self, jobs: int, initializer: Callable[[], None] | None = None) -> None:
        self._jobs = jobs
        self._context = _TrackingContext()
        self._pool = ProcessPoolExecutor(
            jobs, self._context, initializer=_start_worker, initargs=(initializer,)
        )

    def map_in_order(
        self, work: Callable[[Item], Answer], items: Iterable[Item], ahead: int | None = None
    ) -> Iterator[tuple[Item, Answer]]:
        """Each item with its answer, in order; ``ahead`` items are handed out at a time.

        Items already handed out are still worked on after the iterator is left, until the
        processes are closed.
        Raises the exceptions of ``work``, and ``BackendError`` if a process dies.
        """
        waiting: deque[tuple[Item, Future[Answer]]] = deque()
        source = iter(items)
        window = ahead or ITEMS_PER_JOB * self._jobs
        try:
            while True:
                for item in islice(source, window - len(waiting)):
                    with _sigint_blocked():
                        waiting.append((item, self._pool.submit(work, item)))
                if not waiting:
                    return
                item, future = waiting.popleft()
                yield item, future.result()
        except BrokenProcessPool:
            raise BackendError(
                "a worker process ended too soon (killed, or out of memory); in a script, "
                "call from under: if __name__ == '__main__'"
            ) from None

    def close(self) -> None:
        """End all processes now, in the middle of their work."""
        kill_pool(self._pool, self._context.processes)


class _TrackingContext(SpawnContext):
    """A spawning context that records its processes.

    An interrupt may come while the pool starts a process, before the pool's own list has it.
    """

    def __init__(self) -> None:
        self.processes: list[SpawnProcess] = []

    def Process(self, *args: Any, **named: Any) -> SpawnProcess:  # type: ignore[override]
        self.processes.append(SpawnProcess(*args, **named))
        return self.processes[-1]


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block Ctrl-C for processes started in the block: the parent answers it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker(begin: Callable[[], None] | None) -> None:
    end_with_parent()
    if begin is not None:
        begin()
