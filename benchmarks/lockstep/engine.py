"""nonet's engines in a separate process with a pipe for lines of JSON.

The width of a lane row depends on the compiled library, so a process with ``NONET_LOCKSTEP`` set
measures the library of an older processor.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import sys
import time
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.json_process import JsonProcess

WIDTHS = {"": "", "avx2": "x86-64-v3", "sse2": "x86-64-v2"}
"""The level of the compiled library of a width; the first is the level of the machine."""

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Task:
    """A task on the puzzles of an ``.npy`` file.

    ``kernel`` is ``classic``, ``units`` (the generic kernel, also for classics), ``verify_many``
    (the function that users call, limit 2) or ``native``; ``like`` is a puzzle of the geometry as
    JSON; with ``has_many`` the puzzles may have several solutions.  The task is repeated for at
    least ``seconds`` of wall time.
    """

    kernel: str
    puzzles: str
    like: str
    limit: int = 2
    write: bool = False
    threads: int = 1
    seconds: float = 0.0
    has_many: bool = False


@dataclass(frozen=True)
class Result:
    """Mean seconds of CPU and wall time of a run, guesses a puzzle, and wrong answers.

    An answer is wrong if the count is not 1, or 0 with ``has_many``.  ``memory`` is the peak of the
    process in MB.
    """

    cpu: float
    wall: float
    guesses: float
    wrong: int
    lanes: int
    memory: float


class Engine(JsonProcess):
    """A process for tasks; ``width`` is a key of ``WIDTHS``."""

    def __init__(self, width: str) -> None:
        environment = dict(os.environ)
        if width:
            environment["NONET_LOCKSTEP"] = WIDTHS[width]
        command = [sys.executable, "-m", "benchmarks.lockstep.engine"]
        super().__init__(command, cwd=ROOT, env=environment)

    def do(self, task: Task) -> Result:
        """Run a task; raise ``EOFError`` if the process died, with its reason on stderr."""
        return Result(**self.ask(asdict(task)))


def widths() -> list[str]:
    """Return the widths that this machine can use, its own first."""
    return list(WIDTHS) if platform.machine() in ("x86_64", "AMD64") else [""]


# -- in the process -----------------------------------------------------------------


def perform(task: Task) -> Result:
    """Run a task in this process."""
    import numpy as np

    puzzles = np.load(task.puzzles)
    if task.kernel == "native":
        return _native(task, puzzles)
    import nonet
    from nonet.backends.lockstep.work_chunks import count_rows

    engine = _kernel(task.like, task.kernel)
    store = "first" if task.write else "none"

    def ask() -> Any:
        if task.kernel == "verify_many":
            return nonet.verify_many(puzzles, threads=task.threads, backend="lockstep")
        return count_rows(engine, puzzles, task.limit, store=store, threads=task.threads)

    runs, cpu, wall = 0, time.process_time(), time.perf_counter()
    while not runs or time.perf_counter() - wall < task.seconds:
        answer = ask()
        runs += 1
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    wrong = int((answer.counts == 0 if task.has_many else answer.counts != 1).sum())
    if len(answer.solutions):
        wrong += int(((puzzles != 0) & (puzzles != answer.solutions)).any(axis=1).sum())
    guesses = float(answer.guesses.mean())
    return Result(cpu / runs, wall / runs, guesses, wrong, engine.lanes, _memory())


def _native(task: Task, puzzles: Any) -> Result:
    """Run a task with ``nonet.verify`` and the native engine, a call for each puzzle."""
    import nonet

    empty = nonet.parse(task.like)
    cells = empty.model().variables
    declared = [
        empty.with_clues({cell: v for cell, v in zip(cells, row, strict=True) if v})
        for row in puzzles.tolist()
    ]
    nonet.verify(declared[0], "native")  # builds the caches of the geometry, untimed
    cpu, wall = time.process_time(), time.perf_counter()
    verdicts = [nonet.verify(puzzle, "native") for puzzle in declared]
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    wrong = sum(v.uniqueness is not nonet.Uniqueness.UNIQUE for v in verdicts)
    guesses = sum(v.outcome.stats["guesses"] for v in verdicts) / len(verdicts)
    return Result(cpu, wall, guesses, wrong, 1, _memory())


@lru_cache(maxsize=16)
def _kernel(like: str, kind: str) -> Any:
    import nonet
    from nonet.backends.lockstep import kernel

    structure = nonet.parse(like).model().structure
    if kind == "units":
        with patch.object(kernel, "_is_classic", return_value=False):
            return kernel.Kernel(structure)
    return kernel.kernel_for(structure)


def _memory() -> float:
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(most / (1 << 20 if sys.platform == "darwin" else 1 << 10), 1)


def main() -> None:
    """Read tasks and write results until standard input ends."""
    for line in sys.stdin:
        print(json.dumps(asdict(perform(Task(**json.loads(line))))), flush=True)


if __name__ == "__main__":
    main()
