"""Many processes, answers in order: the one pool of nonet's own work.

A function is called for every item, in processes, a window of items at a time; answers
come in the order of the items, each as soon as all earlier answers are there.  Processes
are spawned, which works alike on every system and beside threads.  Leaving the iterator,
by an error or Ctrl-C too, ends all processes at once; so does any end of this process.

>>> list(map_in_order(abs, [-1, -2], jobs=1))
[(-1, 1), (-2, 2)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from math import inf
from time import monotonic
from typing import TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")


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
        from nonet.solving.process_pool import ProcessPool  # multiprocessing takes 40 ms to import

        with ProcessPool(jobs) as processes:
            yield from processes.map_in_order(work, chain(first, source))
