"""Many processes, answers in order: the one pool of nonet's own work.

A function is called for every item, in processes, a window of items at a time; answers
come in the order of the items, each as soon as those before it are there.  Processes
are spawned, so that they work alike everywhere and beside threads.  Leaving the iterator,
by an error or Ctrl-C too, ends them all at once; so does the end of this process, however
it ends.

>>> list(in_order(abs, [-1, -2], jobs=1))
[(-1, 1), (-2, 2)]
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from math import inf
from time import monotonic
from typing import TypeVar

from nonet.errors import BackendError
from nonet.processes import end_pool, end_with_parent

Item = TypeVar("Item")
Answer = TypeVar("Answer")

AHEAD = 4
"""Items that are handed out ahead, for each process."""


def in_order(
    work: Callable[[Item], Answer],
    items: Iterable[Item],
    jobs: int,
    *,
    alone: float = 0.0,
    begin: Callable[[], None] | None = None,
) -> Iterator[tuple[Item, Answer]]:
    """Each item with its answer, in order.

    ``work`` (and ``begin``, called once in every process) must be functions that can be
    pickled by name.  With one job, and for the first ``alone`` seconds, all is done in this
    process: others are not worth starting for little work.

    Raises what ``work`` raises, and ``BackendError`` if a process dies.
    """
    source = iter(items)
    if jobs == 1 or alone:
        until = inf if jobs == 1 else monotonic() + alone
        for item in source:
            yield item, work(item)
            if monotonic() > until:
                break
    first = list(islice(source, 1))
    if not first:
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(begin,))
    waiting: deque[tuple[Item, Future[Answer]]] = deque()
    rest = chain(first, source)
    try:
        while True:
            for item in islice(rest, AHEAD * jobs - len(waiting)):
                waiting.append((item, pool.submit(work, item)))
            if not waiting:
                break
            item, future = waiting.popleft()
            yield item, future.result()
    except BrokenProcessPool:
        raise BackendError(
            "a worker process ended too soon (killed, or out of memory); in a script, "
            "call from under: if __name__ == '__main__'"
        ) from None
    finally:
        end_pool(pool)


def _begin(begin: Callable[[], None] | None) -> None:
    """What a worker does first of all."""
    end_with_parent()
    if begin is not None:
        begin()
