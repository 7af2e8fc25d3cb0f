"""Confinement: a learner's program gets so much of the machine, and leaves nothing running.

The child splits in two.  The first process runs the learner's file within limits of memory,
file size and processes; the second waits for the first and then ends all its descendants, even
processes in sessions of their own (on Linux, where orphans can be adopted).

>>> MAX_MEMORY >> 30, MAX_FILE_SIZE >> 20
(4, 64)
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path
from types import FrameType

from nonet.processes import PR_SET_PDEATHSIG, kill_descendants

MAX_MEMORY = 4 << 30
"""Bytes of address space that a learner's process may have."""

MAX_FILE_SIZE = 64 << 20
"""Bytes that one file written by a learner may have."""

MAX_PROCESSES = 64
"""Most processes and threads beyond the user's present number (not enforced for root)."""

PR_SET_CHILD_SUBREAPER = 36
"""An option of Linux's ``prctl``: adopt orphans."""


def fork_confined() -> None:
    """Return in a confined child; the parent waits for the child, ends its descendants, and
    exits alike.

    Where there is no ``fork`` this returns at once: only time limits hold there.
    """
    if not hasattr(os, "fork"):
        return
    _prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    signal.signal(signal.SIGTERM, _on_terminate)
    child = os.fork()
    if not child:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _set_limits()
        return
    try:
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
    except KeyboardInterrupt:
        code = 130
    end_descendants()
    os._exit(code if code >= 0 else 128 - code)


def _on_terminate(_number: int, _frame: FrameType | None) -> None:
    end_descendants()
    os._exit(143)


def _set_limits() -> None:
    import resource

    limits = {
        resource.RLIMIT_AS: MAX_MEMORY,
        resource.RLIMIT_FSIZE: MAX_FILE_SIZE,
        resource.RLIMIT_NPROC: _count_user_threads() + MAX_PROCESSES,
        resource.RLIMIT_CORE: 0,
    }
    for kind, limit in limits.items():
        _, hard = resource.getrlimit(kind)
        if hard != resource.RLIM_INFINITY:
            limit = min(limit, hard)
        # some systems know a limit but do not let it be set
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (limit, limit))


def _count_user_threads() -> int:
    """Threads the user has now, all of which count towards the limit of processes."""
    number = 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            if process.stat().st_uid == os.getuid():
                number += sum(1 for _ in (process / "task").iterdir())
    return number


def end_descendants() -> None:
    """Kill every process below this process, until none is left; orphans have been adopted here."""
    while kill_descendants():
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, 0)[0]:
                pass


def _prctl(option: int, value: int) -> None:
    """One call of Linux's ``prctl``; nothing elsewhere."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
