"""CPU time of this process and of its children, and the load of the machine."""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Callable


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the seconds of CPU that a call takes, all threads of this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def cpu_of_children() -> float:
    """Return the seconds of CPU of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def load_now() -> float | None:
    """Return the mean number of busy processes of the last minute; None where it is unknown."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def say(message: str) -> None:
    """Print a line of progress on standard error."""
    print(f"benchmarks: {message}", file=sys.stderr)
