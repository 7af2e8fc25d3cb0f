"""Programs given by path, that solve the classics of a file and print how fast they were.

``--peer NAME=COMMAND``: COMMAND is run with two arguments more, the limit of
solutions (1 or 2) and a file of lines of 81 characters, ``.`` for a blank.  It
prints its rate as ``123.4k/s``, ``1.2M/s``, ``1234 puzzles/s``, and, if it knows,
``guesses 1.23``.  What it counts, CPU time or the clock, is its own affair.

>>> told("file.txt n=100 375.9k/s guesses 0.46 count 100")
Told(rate=375900.0, guesses=0.46)
"""

from __future__ import annotations

import re
import resource
import shlex
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Protocol

SCALE = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6}


@dataclass(frozen=True)
class Told:
    """Puzzles a second and guesses a puzzle, as a program printed them."""

    rate: float
    guesses: float | None


class Peer(Protocol):
    """A program; ``limits`` are those it can be asked for."""

    name: str
    limits: tuple[int, ...]

    def measure(self, file: Path, n: int, limit: int) -> Told:
        """Solve the ``n`` puzzles of a file; raises ``SystemExit`` where it fails."""


@dataclass(frozen=True)
class Command:
    """Any program that keeps to the words above."""

    name: str
    command: str
    limits: tuple[int, ...] = (1, 2)

    def measure(self, file: Path, n: int, limit: int) -> Told:
        """See ``Peer``."""
        return told(output([*shlex.split(self.command), str(limit), str(file)]))


@dataclass(frozen=True)
class Tdoku:
    """``run_benchmark`` of tdoku (T. Dillon), on one thread, for a second or so.

    It goes by the clock; its rate is divided by the share of the clock for which
    it had a core, so that it does not pay for what else runs on the machine.
    """

    path: str
    solver: str = "tdoku"
    limits: ClassVar[tuple[int, ...]] = (1, 2)

    @property
    def name(self) -> str:
        """What its own tables call it."""
        return self.solver

    def measure(self, file: Path, n: int, limit: int) -> Told:
        """See ``Peer``; the puzzles are taken as they are, for they are permuted already."""
        options = ["-c1", "-r0", "-e1", "-v0", "-w1", "-t1", f"-n{n}", f"-s{self.solver}"]
        first = ["-f"] if limit == 1 else []
        wall, cpu = time.perf_counter(), _cpu_of_children()
        row = output([self.path, *options, *first, str(file)]).strip().split(",")
        wall, cpu = time.perf_counter() - wall, _cpu_of_children() - cpu
        if len(row) < 4:
            raise SystemExit(f"benchmarks: {self.path} has no solver {self.solver!r}")
        rate, guesses = float(row[-4]) / min(1.0, cpu / wall), row[-1]
        return Told(rate, None if guesses == "N/A" else float(guesses))


def _cpu_of_children() -> float:
    """Seconds of CPU of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@dataclass(frozen=True)
class Norvig:
    """Norvig's ``Sudoku.java``, one thread: by the clock, its first solution only."""

    path: str
    name: ClassVar[str] = "Norvig's Java"
    limits: ClassVar[tuple[int, ...]] = (1,)

    def measure(self, file: Path, n: int, limit: int) -> Told:
        """See ``Peer``."""
        text = output(["java", self.path, "-T1", str(file)])
        row = re.search(r"^\s*\d+\s+[\d.]+\s+([\d.]+)\s+1\s+([\d.]+)\s", text, re.MULTILINE)
        if row is None:
            raise SystemExit(f"benchmarks: {self.path} printed no row of figures: {text[:200]!r}")
        return Told(1e3 * float(row[1]), float(row[2]))


def told(text: str) -> Told:
    """The figures in what a program printed; raises ``SystemExit`` if there are none."""
    rate = re.search(r"([\d.]+)\s*([kKM]?)\s*(?:puzzles)?/s", text)
    if rate is None:
        raise SystemExit(f"benchmarks: a peer printed no rate (such as 12.3k/s): {text[:200]!r}")
    guesses = re.search(r"guesses\D{0,3}(\d[\d.]*)", text)
    return Told(
        round(float(rate[1]) * SCALE[rate[2]], 6), None if guesses is None else float(guesses[1])
    )


def output(command: list[str]) -> str:
    """What a program prints; raises ``SystemExit`` with its words if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise SystemExit(f"benchmarks: cannot run {command[0]}: {error}") from None
    if done.returncode:
        said = (done.stderr or done.stdout).strip()[-300:]
        raise SystemExit(f"benchmarks: {shlex.join(command)} failed: {said}")
    return done.stdout
