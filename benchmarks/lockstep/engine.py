"""Our engines in a process of their own, asked through a pipe, a line of JSON each way.

The width of a lane row follows from the prebuilt library that is loaded, so a process with
``NONET_LOCKSTEP`` set shows what an older processor would do.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

WIDTHS = {"": "", "avx2": "x86-64-v3", "sse2": "x86-64-v2"}
"""The level of the prebuilt library of a width; the machine's own for the first."""

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Task:
    """What to do with the puzzles of an ``.npy`` file.

    ``kernel`` is ``classic``, ``units`` (the generic one, also where the classic
    one would do), ``verify_many`` (what users call, limit 2) or ``native``; ``like``
    is a puzzle of the geometry as JSON; ``many`` says that puzzles have solutions, not one.
    The task is repeated for at least ``seconds`` of wall time.
    """

    kernel: str
    puzzles: str
    like: str
    limit: int = 2
    write: bool = False
    threads: int = 1
    seconds: float = 0.0
    many: bool = False


@dataclass(frozen=True)
class Done:
    """Seconds of CPU and wall a run (means), guesses a puzzle, puzzles wrongly answered.

    Wrong is a puzzle without its one solution, or without any where it has ``many``.

    ``memory`` is the most the process ever held, in megabytes.
    """

    cpu: float
    wall: float
    guesses: float
    wrong: int
    lanes: int
    memory: float


class Engine:
    """A process that does tasks; a context manager that ends it.

    ``width`` is a key of ``WIDTHS``.
    """

    def __init__(self, width: str) -> None:
        environment = dict(os.environ)
        if width:
            environment["NONET_LOCKSTEP"] = WIDTHS[width]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.lockstep.engine"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def do(self, task: Task) -> Done:
        """Do a task; raises ``RuntimeError`` if the process died, which says why on stderr."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asdict(task)) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError("the process of the engine died")
        return Done(**json.loads(answer))

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()


def widths() -> list[str]:
    """The widths this machine can be told to use, its own first."""
    return list(WIDTHS) if platform.machine() in ("x86_64", "AMD64") else [""]


# -- in the process -----------------------------------------------------------------


def perform(task: Task) -> Done:
    """Do a task here."""
    import numpy as np

    puzzles = np.load(task.puzzles)
    if task.kernel == "native":
        return _native(task, puzzles)
    import nonet
    from nonet.backends.lockstep.kernel import ensure_compiled

    engine = _kernel(task.like, task.kernel)
    ensure_compiled(engine)
    which = "first" if task.write else "none"

    def ask() -> Any:
        if task.kernel == "verify_many":
            return nonet.verify_many(puzzles, threads=task.threads, backend="lockstep")
        return engine.count(puzzles, task.limit, store=which, threads=task.threads)

    runs, cpu, wall = 0, time.process_time(), time.perf_counter()
    while not runs or time.perf_counter() - wall < task.seconds:
        found = ask()
        runs += 1
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    wrong = int((found.counts == 0 if task.many else found.counts != 1).sum())
    if found.solutions is not None:
        wrong += int(((puzzles != 0) & (puzzles != found.solutions)).any(axis=1).sum())
    guesses = float(found.guesses.mean())
    return Done(cpu / runs, wall / runs, guesses, wrong, engine.lanes, _memory())


def _native(task: Task, puzzles: Any) -> Done:
    """The same with ``nonet.verify``: each puzzle declared and put to the native engine."""
    import nonet

    empty = nonet.parse(task.like)
    cells = empty.model().variables
    declared = [
        empty.with_clues({cell: v for cell, v in zip(cells, row, strict=True) if v})
        for row in puzzles.tolist()
    ]
    nonet.verify(declared[0], "native")  # what a geometry shares is built, and not timed
    cpu, wall = time.process_time(), time.perf_counter()
    verdicts = [nonet.verify(puzzle, "native") for puzzle in declared]
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    wrong = sum(v.uniqueness is not nonet.Uniqueness.UNIQUE for v in verdicts)
    guesses = sum(v.outcome.stats["guesses"] for v in verdicts) / len(verdicts)
    return Done(cpu, wall, guesses, wrong, 1, _memory())


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
    """Read tasks, write what was done, until standard input ends."""
    for line in sys.stdin:
        print(json.dumps(asdict(perform(Task(**json.loads(line))))), flush=True)


if __name__ == "__main__":
    main()
