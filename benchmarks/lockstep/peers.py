"""Other programs, given by path, that solve the classics of a file and print their rate.

``--peer NAME=COMMAND``: COMMAND is run with two further arguments, the limit of solutions (1 or 2)
and a file of lines of 81 characters, ``.`` for a blank.  The program prints its rate as
``123.4k/s``, ``1.2M/s``, ``1234 puzzles/s``, and, if known, ``guesses 1.23``.  The program decides
whether the rate is for CPU time or wall time.

>>> parse_rate("file.txt n=100 375.9k/s guesses 0.46 count 100")
Rate(rate=375900.0, guesses=0.46)
"""

from __future__ import annotations

import re
import shlex
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Protocol

from benchmarks.timing import cpu_of_children

SCALE = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6}


@dataclass(frozen=True)
class Rate:
    """Puzzles a second and guesses a puzzle, from the output of a program."""

    rate: float
    guesses: float | None


class Peer(Protocol):
    """A program; ``limits`` are the limits of solutions that it supports."""

    name: str
    limits: tuple[int, ...]

    def measure(self, file: Path, n: int, limit: int) -> Rate:
        """Solve the ``n`` puzzles of a file; raise ``SystemExit`` at a failure."""


@dataclass(frozen=True)
class Command:
    """Any program with the interface of ``--peer``."""

    name: str
    command: str
    limits: tuple[int, ...] = (1, 2)

    def measure(self, file: Path, n: int, limit: int) -> Rate:
        """See ``Peer``."""
        return parse_rate(output([*shlex.split(self.command), str(limit), str(file)]))


@dataclass(frozen=True)
class Tdoku:
    """``run_benchmark`` of tdoku (T. Dillon), on one thread, for about a second.

    tdoku measures wall time; its rate is divided by the share of this time for which it had a core,
    so that other work of the machine does not count.
    """

    path: str
    solver: str = "tdoku"
    limits: ClassVar[tuple[int, ...]] = (1, 2)

    @property
    def name(self) -> str:
        """The name of the solver in tdoku's tables."""
        return self.solver

    def measure(self, file: Path, n: int, limit: int) -> Rate:
        """See ``Peer``; tdoku does not permute the puzzles, which are images already."""
        options = ["-c1", "-r0", "-e1", "-v0", "-w1", "-t1", f"-n{n}", f"-s{self.solver}"]
        first = ["-f"] if limit == 1 else []
        wall, cpu = time.perf_counter(), cpu_of_children()
        row = output([self.path, *options, *first, str(file)]).strip().split(",")
        wall, cpu = time.perf_counter() - wall, cpu_of_children() - cpu
        if len(row) < 4:
            raise SystemExit(f"benchmarks: {self.path} has no solver {self.solver!r}")
        rate, guesses = float(row[-4]) / min(1.0, cpu / wall), row[-1]
        return Rate(rate, None if guesses == "N/A" else float(guesses))


@dataclass(frozen=True)
class Norvig:
    """Norvig's ``Sudoku.java``, one thread: wall time, first solution only."""

    path: str
    name: ClassVar[str] = "Norvig's Java"
    limits: ClassVar[tuple[int, ...]] = (1,)

    def measure(self, file: Path, n: int, limit: int) -> Rate:
        """See ``Peer``."""
        text = output(["java", self.path, "-T1", str(file)])
        row = re.search(r"^\s*\d+\s+[\d.]+\s+([\d.]+)\s+1\s+([\d.]+)\s", text, re.MULTILINE)
        if row is None:
            raise SystemExit(f"benchmarks: {self.path} printed no row of figures: {text[:200]!r}")
        return Rate(1e3 * float(row[1]), float(row[2]))


def parse_rate(text: str) -> Rate:
    """Return the figures in the output of a program; raise ``SystemExit`` without a rate."""
    rate = re.search(r"([\d.]+)\s*([kKM]?)\s*(?:puzzles)?/s", text)
    if rate is None:
        raise SystemExit(f"benchmarks: a peer printed no rate (such as 12.3k/s): {text[:200]!r}")
    guesses = re.search(r"guesses\D{0,3}(\d[\d.]*)", text)
    return Rate(
        round(float(rate[1]) * SCALE[rate[2]], 6), None if guesses is None else float(guesses[1])
    )


def output(command: list[str]) -> str:
    """Return the output of a program; raise ``SystemExit`` with its message at a failure."""
    try:
        completed = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise SystemExit(f"benchmarks: cannot run {command[0]}: {error}") from None
    if completed.returncode:
        message = (completed.stderr or completed.stdout).strip()[-300:]
        raise SystemExit(f"benchmarks: {shlex.join(command)} failed: {message}")
    return completed.stdout
