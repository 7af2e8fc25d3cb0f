"""Confinement: a learner's program gets so much of the machine, and leaves nothing running.

The child splits in two.  One process runs the learner's file within limits of memory, file size
and processes; the other waits for it and then ends all that it started, even what made itself a
session of its own (on Linux, where orphans can be adopted).

>>> MEMORY >> 30, FILE_SIZE >> 20
(4, 64)
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path
from types import FrameType

MEMORY = 4 << 30
"""Bytes of address space that a learner's process may have."""

FILE_SIZE = 64 << 20
"""Bytes that one file written by a learner may have."""

PROCESSES = 64
"""Processes and threads that may be added to those the user already has (not kept for root)."""

SUBREAPER, DEATH_SIGNAL = 36, 1
"""Two options of Linux's ``prctl``: adopt orphans; a signal when the parent dies."""


def split() -> None:
    """Return in a confined child; the parent waits for it, ends what it left, and exits alike.

    Where there is no ``fork`` this returns at once: only time limits hold there.
    """
    if not hasattr(os, "fork"):
        return
    _prctl(DEATH_SIGNAL, signal.SIGTERM)
    _prctl(SUBREAPER, 1)
    signal.signal(signal.SIGTERM, _asked_to_end)
    child = os.fork()
    if not child:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _limit()
        return
    try:
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
    except KeyboardInterrupt:
        code = 130
    end_descendants()
    os._exit(code if code >= 0 else 128 - code)


def _asked_to_end(_number: int, _frame: FrameType | None) -> None:
    end_descendants()
    os._exit(143)


def _limit() -> None:
    import resource

    wanted = {
        resource.RLIMIT_AS: MEMORY,
        resource.RLIMIT_FSIZE: FILE_SIZE,
        resource.RLIMIT_NPROC: _tasks_of_the_user() + PROCESSES,
        resource.RLIMIT_CORE: 0,
    }
    for kind, limit in wanted.items():
        _, hard = resource.getrlimit(kind)
        if hard != resource.RLIM_INFINITY:
            limit = min(limit, hard)
        # some systems know a limit but do not let it be set
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (limit, limit))


def _tasks_of_the_user() -> int:
    """Threads the user has now, all of which count towards the limit of processes."""
    number = 0
    for process in _processes():
        with contextlib.suppress(OSError):
            if process.stat().st_uid == os.getuid():
                number += sum(1 for _ in (process / "task").iterdir())
    return number


def end_descendants() -> None:
    """Kill every process below this one, until none is left."""
    while below := _below(os.getpid()):
        for process in below:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, 0)[0]:
                pass


def _below(root: int) -> list[int]:
    """The living processes below ``root``, by ``/proc`` (none where that is missing)."""
    parents: dict[int, int] = {}
    for process in _processes():
        with contextlib.suppress(OSError, IndexError):
            # the name, in brackets, may hold anything: fields are counted from its end
            state, parent = (process / "stat").read_text("latin-1").rpartition(")")[2].split()[:2]
            if state != "Z":
                parents[int(process.name)] = int(parent)
    found = {root}
    while more := {p for p, above in parents.items() if above in found} - found:
        found |= more
    return sorted(found - {root})


def _processes() -> list[Path]:
    folder = Path("/proc")
    return [p for p in folder.iterdir() if p.name.isdigit()] if folder.is_dir() else []


def _prctl(option: int, value: int) -> None:
    """One call of Linux's ``prctl``; nothing elsewhere."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
