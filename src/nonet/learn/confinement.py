"""Confinement: a learner's program gets so much of the machine, and leaves nothing running.

The child splits in two.  The first process runs the learner's file within limits of memory,
file size and processes; the second waits for the first and then ends all its descendants, even
processes in sessions of their own (on Linux, where orphans can be adopted).  A server, which runs
programs of strangers, asks for a sandbox besides (``sandbox.py``).

>>> MAX_MEMORY >> 30, MAX_FILE_SIZE >> 20
(4, 64)
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from pathlib import Path
from types import FrameType

from nonet.learn import sandbox
from nonet.processes import PR_SET_PDEATHSIG, descendants, kill_descendants

MAX_MEMORY = 4 << 30
"""Bytes of address space that a learner's process may have."""

MAX_FILE_SIZE = 64 << 20
"""Bytes that one file written by a learner may have."""

MAX_PROCESSES = 64
"""Most processes and threads beyond the user's present number (not enforced for root)."""

MAX_SANDBOX_MEMORY = 2 << 30
"""Bytes of memory that all processes of a sandbox may have, together."""

PR_SET_CHILD_SUBREAPER = 36
"""An option of Linux's ``prctl``: adopt orphans."""


def fork_confined(folder: Path | None = None) -> None:
    """Return in a confined child; the parent waits for the child, ends its descendants, and
    exits alike.

    With a ``folder`` the child is in a sandbox with the files of this folder alone; raises
    ``OSError`` on a system without sandboxes.  Where there is no ``fork`` this returns at once: only
    time limits hold there.
    """
    if not hasattr(os, "fork"):
        return
    if folder is not None:
        sandbox.unshare_users()
    _prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    signal.signal(signal.SIGTERM, _on_terminate)
    child = os.fork()
    if not child:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if folder is None:
            _set_limits(MAX_MEMORY, _count_user_threads() + MAX_PROCESSES)
        else:
            _set_limits(MAX_SANDBOX_MEMORY, MAX_PROCESSES)
            sandbox.enter(folder)
        return
    try:
        code = _exit_code_of(child, watched=folder is not None)
    except KeyboardInterrupt:
        code = 130
    end_descendants()
    os._exit(code if code >= 0 else 128 - code)


def _exit_code_of(child: int, watched: bool) -> int:
    """Wait for the child; if ``watched``, kill a child whose processes take too much memory."""
    if not watched:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if _resident_bytes(descendants()) > MAX_SANDBOX_MEMORY:
            os.write(2, b"ended: your program takes more than 2 GiB of memory\n")
            os.kill(child, signal.SIGKILL)
        time.sleep(0.05)


def _resident_bytes(processes: list[int]) -> int:
    """Bytes of memory that processes have, by Linux's count."""
    pages = 0
    for process in processes:
        with contextlib.suppress(OSError):  # it has ended meanwhile
            pages += int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _on_terminate(_number: int, _frame: FrameType | None) -> None:
    end_descendants()
    os._exit(143)


def _set_limits(memory: int, processes: int) -> None:
    import resource

    limits = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_FSIZE: MAX_FILE_SIZE,
        resource.RLIMIT_NPROC: processes,
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
