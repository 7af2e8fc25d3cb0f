"""Grading: a learner's file is checked in a process of its own, within limits.

The child (``check_process.py``) writes a line of JSON for each check to its standard output, and
what the learner's program prints to standard error.  The child watches the clock to name the line
of a slow check; where even that is impossible, as in a loop within C, the parent ends the child.
Whatever the file does, grading ends, leaves no process behind, and passes on a limited amount of
output.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import secrets
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from nonet.errors import ExerciseError
from nonet.learn.checks import CHECK_SECONDS, CheckState
from nonet.learn.course import Exercise

LOADING_SENTENCE = "your file can be read"
"""The sentence for the step before the checks."""

GRACE_SECONDS = 3.0
"""Seconds after the limit in which the child may report its own line."""

SETTLE_SECONDS = 0.5
"""Seconds to wait for output after the child has ended, in case other processes hold its pipes."""

MAX_MESSAGE_LENGTH = 10_000
"""Characters that a check may say."""

MAX_PRINTED_BYTES = 64 << 10
"""Most bytes of a learner's output that are passed on."""

MAX_REPORT_BYTES = 4 << 20
"""Most bytes of a report that are read; an honest report has some thousand."""

NEEDED_VARIABLES = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PYTHONPATH")
"""The environment variables that a program in a sandbox gets."""

FORGED_MESSAGE = "something else than the checks wrote into their report: nothing of it counts"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check: its sentence, and its message (a note if the check passed)."""

    sentence: str
    state: CheckState
    message: str = ""


@dataclass(frozen=True, slots=True)
class Grade:
    """The checks run, in order, up to the first check that does not pass.

    ``not_run`` is how many come after that.
    """

    results: tuple[CheckResult, ...]
    not_run: int

    @property
    def passed(self) -> bool:
        """Whether every check of the exercise passed."""
        return not self.not_run and all(result.state == "passed" for result in self.results)

    def __str__(self) -> str:
        lines = []
        for result in self.results:
            lines.append(f"{'pass' if result.state == 'passed' else 'FAIL'}  {result.sentence}")
            lines += [f"      {line}" for line in result.message.splitlines()]
        if self.not_run:
            lines.append(f"      ({self.not_run} more after this)")
        return "\n".join(lines)


def grade(
    exercise: Exercise, file: str | Path, seconds: float | None = None, *, sandbox: bool = False
) -> Grade:
    """Check a learner's file; ``seconds`` is the time limit of a check (default: its own).

    In a ``sandbox`` the program sees its own folder alone (``confinement.py``), and not this process's
    environment.  Output of the file goes to standard error.  Raises ``ExerciseError`` if there is
    no such file.
    """
    path = Path(file).absolute()
    if not path.is_file():
        raise ExerciseError(
            f"{file}: no such file; nonet learn start {exercise.reference} makes it"
        )
    # -P: a learner's random.py must not stand in for Python's
    command = [sys.executable, "-P", "-m", "nonet.learn.check_process"]
    command += [exercise.reference, str(path), "" if seconds is None else str(seconds)]
    command += ["sandbox"] if sandbox else []
    key = secrets.token_hex(16)
    child = subprocess.Popen(
        command, cwd=path.parent, start_new_session=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=sandbox_environment(path.parent) if sandbox else None,
    )  # fmt: skip
    try:
        assert child.stdin is not None
        with contextlib.suppress(BrokenPipeError), child.stdin:
            child.stdin.write(f"{key}\n".encode())
        watch = _ReportReader(child, key)
        ended = watch.wait_for_end()
    finally:
        _end_process(child)
    return _make_grade(exercise, watch.entries, ended)


def sandbox_environment(folder: Path) -> dict[str, str]:
    """Return the environment variables of a program in a sandbox, whose home is ``folder``."""
    needed = {name: os.environ[name] for name in NEEDED_VARIABLES if name in os.environ}
    # a library that starts threads when it is imported would be in the way of the sandbox
    return {**needed, "HOME": str(folder), "TMPDIR": str(folder), "OPENBLAS_NUM_THREADS": "1"}


def _end_process(child: subprocess.Popen[bytes]) -> None:
    """Ask the child to end its descendants; then kill the rest of its session."""
    if child.poll() is None:
        child.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(GRACE_SECONDS)
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    child.wait()


class _ReportReader:
    """Reads the child's reports and output, until it ends or is silent for too long."""

    def __init__(self, child: subprocess.Popen[bytes], key: str) -> None:
        self.entries: list[dict[str, Any]] = []
        self._child, self._key = child, key
        self._unread, self._read, self._printed = b"", 0, 0
        self._forged = self._finished = False
        # a thread for each pipe, since not every system can wait for several pipes at once
        self._parts: queue.Queue[tuple[bool, bytes]] = queue.Queue(maxsize=16)
        for pipe in (child.stdout, child.stderr):
            assert pipe is not None
            threading.Thread(
                target=self._forward_parts, args=(pipe, pipe is child.stdout), daemon=True
            ).start()

    def _forward_parts(self, pipe: IO[bytes], is_report: bool) -> None:
        """Put the parts read from a pipe into the queue, at its end an empty part."""
        with pipe:
            while part := os.read(pipe.fileno(), 1 << 16):
                self._put(is_report, part)
        self._put(is_report, b"")

    def _put(self, is_report: bool, part: bytes) -> None:
        """Put a part into the queue when there is room, unless nobody reads any more."""
        while not self._finished:
            with contextlib.suppress(queue.Full):
                self._parts.put((is_report, part), timeout=0.1)
                return

    def wait_for_end(self) -> str:
        """The words for how the child ended."""
        try:
            return self._read_until_end()
        finally:
            self._finished = True

    def _read_until_end(self) -> str:
        limit, since, open_pipes = CHECK_SECONDS, time.monotonic(), 2
        while not self._forged:
            ended = self._child.poll() is not None
            try:
                is_report, part = self._parts.get(timeout=SETTLE_SECONDS if ended else 0.1)
            except queue.Empty:
                is_report, part = False, b""
                open_pipes = 0 if ended else open_pipes
            else:
                open_pipes -= not part
            if part and is_report:
                self._read_report(part)
                given = (e["seconds"] for e in reversed(self.entries) if "seconds" in e)
                limit, since = next(given, limit), time.monotonic()
            elif part:
                self._forward_output(part)
            if ended and not open_pipes:
                return f"your program ended itself (exit code {self._child.returncode})"
            if time.monotonic() - since > limit + GRACE_SECONDS:
                return timeout_message(limit)
        return FORGED_MESSAGE

    def _read_report(self, part: bytes) -> None:
        """Read the complete lines; a line not written by the child spoils the report."""
        self._read += len(part)
        *lines, self._unread = (self._unread + part).split(b"\n")
        for line in lines:
            entry = _parse_entry(line, self._key)
            if entry is None:
                self._forged = True
                return
            self.entries.append(entry)
        self._forged = self._read > MAX_REPORT_BYTES

    def _forward_output(self, part: bytes) -> None:
        """Copy the output of the learner's program to standard error, up to a limit."""
        before, self._printed = self._printed, self._printed + len(part)
        if before > MAX_PRINTED_BYTES:
            return
        text = part[: MAX_PRINTED_BYTES - before].decode("utf-8", "backslashreplace")
        if self._printed > MAX_PRINTED_BYTES:
            text += (
                f"\n(cut: {MAX_PRINTED_BYTES >> 10} KiB of what your program prints are shown)\n"
            )
        sys.stderr.write(text.encode("utf-8", "backslashreplace").decode())
        sys.stderr.flush()


def _parse_entry(line: bytes, key: str) -> dict[str, Any] | None:
    """Return an entry of the report, or ``None`` if the child did not write the line."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(entry, dict) or entry.pop("key", None) != key:
        return None
    # a text may hold half a character, which cannot be printed
    return {
        name: value.encode("utf-8", "backslashreplace").decode()
        if isinstance(value, str)
        else value
        for name, value in entry.items()
    }


def timeout_message(limit: float, where: str = "") -> str:
    """The words for a time limit reached."""
    return f"no answer after {limit:g} s{where}: is that a loop without an end?"


def _make_grade(exercise: Exercise, entries: list[dict[str, Any]], ended: str) -> Grade:
    """Return the grade for the child's entries; ``ended`` is the message for a silent child."""
    results: list[CheckResult] = []
    doing = LOADING_SENTENCE
    for entry in entries:
        if "state" in entry:
            results.append(CheckResult(entry["sentence"], entry["state"], entry["says"]))
        doing = "" if "state" in entry else entry["sentence"]
    checks = len(exercise.checks())
    if ended == FORGED_MESSAGE:
        return Grade((CheckResult(doing or LOADING_SENTENCE, "raised", FORGED_MESSAGE),), checks)
    failed = bool(results) and results[-1].state != "passed"
    if not failed and (doing or len(results) < checks):
        state: CheckState = "slow" if ended.startswith("no answer") else "raised"
        results.append(CheckResult(doing or LOADING_SENTENCE, state, ended))
        failed = True
    passed = len(results) - failed
    read = not failed or results[-1].sentence != LOADING_SENTENCE
    return Grade(tuple(results), checks - passed - (failed and read))
