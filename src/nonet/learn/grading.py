"""Grading: a learner's file is checked in a process of its own, within a time limit.

The child (``child.py``) writes a line of JSON for each check.  It watches the clock
itself, to say in which line it was; where even that is impossible, as in a loop
within C, it is ended from here.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from nonet.errors import ExerciseError
from nonet.learn.checks import PATIENCE
from nonet.learn.course import Exercise

State = Literal["passed", "wrong", "open", "raised", "slow"]
"""How a check ended: ``open`` is a hole not filled, ``slow`` a time limit reached."""

LOADING = "your file can be read"
"""What comes before the checks."""

GRACE = 3.0
"""Seconds after the limit in which the child may say itself where it was."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one check ended: its sentence, and what it says (a note, where it passed)."""

    sentence: str
    state: State
    says: str = ""


@dataclass(frozen=True, slots=True)
class Grade:
    """The checks made, in order; they end with the first that does not pass.

    ``waiting`` is how many come after that.
    """

    results: tuple[Result, ...]
    waiting: int

    @property
    def passed(self) -> bool:
        """Whether every check of the exercise passed."""
        return not self.waiting and all(result.state == "passed" for result in self.results)


def grade(exercise: Exercise, file: str | Path, seconds: float | None = None) -> Grade:
    """Check a learner's file; ``seconds`` is the time limit of a check (default: its own).

    What the file prints goes to standard error.  Raises ``ExerciseError`` if there is
    no such file.
    """
    path = Path(file).absolute()
    if not path.is_file():
        raise ExerciseError(f"{file}: no such file; nonet learn start {exercise.name} makes it")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.jsonl"
        report.touch()
        # -P: a learner's random.py must not stand in for Python's
        command = [sys.executable, "-P", "-m", "nonet.learn.child"]
        command += [exercise.name, str(path), str(report), "" if seconds is None else str(seconds)]
        child = subprocess.Popen(command, cwd=path.parent, stdin=subprocess.DEVNULL, stdout=2)
        try:
            ended = _watch(child, report)
        finally:
            child.kill()
            child.wait()
        entries = _read(report)
    return _grade(exercise, entries, ended)


def _watch(child: subprocess.Popen[bytes], report: Path) -> str:
    """Wait for the child; the words for how it ended."""
    limit, size, since = PATIENCE, -1, time.monotonic()
    while True:
        try:
            return f"your program ended itself (exit code {child.wait(timeout=0.5)})"
        except subprocess.TimeoutExpired:
            pass
        if report.stat().st_size != size:  # it is getting on
            size, since = report.stat().st_size, time.monotonic()
            limit = next((e["seconds"] for e in reversed(_read(report)) if "seconds" in e), limit)
        if time.monotonic() - since > limit + GRACE:
            return slow(limit)


def _read(report: Path) -> list[dict[str, Any]]:
    """What the child has reported; a line that is being written is left for later."""
    lines = report.read_text(encoding="utf-8").splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


def slow(limit: float, where: str = "") -> str:
    """The words for a time limit reached."""
    return f"no answer after {limit:g} s{where}: is that a loop without an end?"


def _grade(exercise: Exercise, entries: list[dict[str, Any]], ended: str) -> Grade:
    """What the child's lines come to; ``ended`` is what to say where it fell silent."""
    results, doing = [], LOADING
    for entry in entries:
        if "state" in entry:
            results.append(Result(entry["sentence"], entry["state"], entry["says"]))
        doing = "" if "state" in entry else entry["sentence"]
    checks = len(exercise.checks())
    failed = bool(results) and results[-1].state != "passed"
    if not failed and (doing or len(results) < checks):
        state: State = "slow" if ended.startswith("no answer") else "raised"
        results.append(Result(doing or LOADING, state, ended))
        failed = True
    passed = len(results) - failed
    read = not failed or results[-1].sentence != LOADING
    return Grade(tuple(results), checks - passed - (failed and read))
