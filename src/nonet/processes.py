"""Processes that end together: workers with their parent, children with the command.

A worker that is told nothing runs on when its parent is killed, for as long as
its chunk takes.  :func:`end_with_parent`, called first in a worker, prevents
that, even where the parent is killed by SIGKILL and can say no farewell.
:func:`kill_descendants` is the other way round: what a command started ends now.

>>> os.getpid() in descendants(os.getppid())
True
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.context import SpawnProcess

PR_SET_PDEATHSIG = 1
"""Of ``prctl`` (Linux): the signal that this process gets when its parent ends."""

JOIN_SECONDS = 1.0
"""Seconds that a killed worker may take to be gone, at most."""


KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""The signal that no process can refuse; Windows ends a process at any signal."""


def end_with_parent() -> None:
    """In a worker, first of all: Ctrl-C is the parent's to answer, and its end is ours.

    Linux does this itself (``prctl``); elsewhere a thread waits for the parent's
    end, which needs a worker started by ``multiprocessing``.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with contextlib.suppress(ValueError):  # a forked worker must not wake its parent's watch
        signal.set_wakeup_fd(-1)
    if sys.platform.startswith("linux"):
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    _watch_parent()


def _watch_parent() -> None:
    # Where ``multiprocessing`` knows the parent, a thread waits for its end; on Linux this covers
    # the moment before ``prctl``, in which it may have ended.
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is None:
        return
    import threading

    def wait() -> None:
        parent.join()
        os._exit(128 + signal.SIGTERM)

    threading.Thread(target=wait, name="nonet parent", daemon=True).start()


def descendants(parent_pid: int | None = None) -> list[int]:
    """The process ids of all descendants of a process (this one by default), parents first.

    On Linux those of every kind; elsewhere those that ``multiprocessing`` started here.
    """
    from pathlib import Path

    if not Path("/proc/self/stat").exists():
        from multiprocessing import active_children

        return [child.pid for child in active_children() if child.pid]
    started: dict[int, list[int]] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            # "7 (a name) S 3 ...": the name may hold blanks and brackets
            parent = file.read_text(errors="replace").rpartition(")")[2].split()[1]
            started.setdefault(int(parent), []).append(int(file.parent.name))
    numbers = list(started.get(parent_pid or os.getpid(), ()))
    for number in numbers:  # which grows meanwhile
        numbers += started.get(number, [])
    return numbers


def kill_descendants() -> int:
    """Kill all descendants of this process; how many there were.

    All but the helper of ``multiprocessing`` that clears up after it, and ends by itself.
    """
    tracker = getattr(
        sys.modules.get("multiprocessing.resource_tracker"), "_resource_tracker", None
    )
    tracker_pid = getattr(tracker, "_pid", None)
    numbers = [number for number in descendants() if number != tracker_pid]
    for number in numbers:
        with contextlib.suppress(OSError):
            os.kill(number, KILL)
    return len(numbers)


def kill_pool(pool: ProcessPoolExecutor, processes: Iterable[SpawnProcess]) -> None:
    """End the ``processes`` of a pool now: nobody waits for their answers.

    All have ended when the function returns, unless the system is slow to end one.
    """
    workers = [worker for worker in processes if worker.pid is not None]
    manager: Any = pool._executor_manager_thread
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.kill()
    for worker in workers:
        worker.join(JOIN_SECONDS)
    if manager is not None:  # where a worker died, it ends and reaps them too
        manager.join(JOIN_SECONDS)
