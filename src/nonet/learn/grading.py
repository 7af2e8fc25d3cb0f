"""Grading: a learner's file is checked in a process of its own, within limits.

The child (``check_process.py``) writes a line of JSON for each check into a pipe.  The child
watches the clock to name the line of a slow check; where even that is impossible, as in a loop
within C, the parent ends the child.  Whatever the file does, grading ends, leaves no process
behind, and passes on a limited amount of output.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import selectors
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from nonet.errors import ExerciseError
from nonet.learn.checks import CHECK_SECONDS
from nonet.learn.course import Exercise

CheckState = Literal["passed", "wrong", "open", "raised", "slow"]
"""How a check ended: ``open`` is a hole not filled, ``timeout_message`` a time limit reached."""

LOADING_SENTENCE = "your file can be read"
"""The sentence for the step before the checks."""

GRACE_SECONDS = 3.0
"""Seconds after the limit in which the child may report its own line."""

MAX_MESSAGE_LENGTH = 10_000
"""Characters that a check may say."""

MAX_PRINTED_BYTES = 64 << 10
"""Most bytes of a learner's output that are passed on."""

MAX_REPORT_BYTES = 4 << 20
"""Most bytes of a report that are read; an honest report has some thousand."""

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


def grade(exercise: Exercise, file: str | Path, seconds: float | None = None) -> Grade:
    """Check a learner's file; ``seconds`` is the time limit of a check (default: its own).

    Output of the file goes to standard error.  Raises ``ExerciseError`` if there is no such
    file.
    """
    path = Path(file).absolute()
    if not path.is_file():
        raise ExerciseError(f"{file}: no such file; nonet learn start {exercise.name} makes it")
    # -P: a learner's random.py must not stand in for Python's
    command = [sys.executable, "-P", "-m", "nonet.learn.check_process"]
    command += [exercise.name, str(path), "" if seconds is None else str(seconds)]
    key = secrets.token_hex(16)
    report, theirs = os.pipe()
    try:
        child = subprocess.Popen(
            command, cwd=path.parent, pass_fds=(theirs,), start_new_session=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
    except BaseException:
        os.close(report)
        raise
    finally:
        os.close(theirs)
    try:
        assert child.stdin is not None
        with contextlib.suppress(BrokenPipeError), child.stdin:
            child.stdin.write(f"{theirs} {key}\n".encode())
        watch = _ReportReader(child, report, key)
        ended = watch.wait_for_end()
    finally:
        _end_process(child)
        os.close(report)
        assert child.stdout is not None
        child.stdout.close()
    return _make_grade(exercise, watch.entries, ended)


def _end_process(child: subprocess.Popen[bytes]) -> None:
    """Ask the child to end its descendants; then kill the rest of its session."""
    if child.poll() is None:
        child.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(GRACE_SECONDS)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


class _ReportReader:
    """Reads the reports and the output of the child, until the child ends or is silent for too
    long.
    """

    def __init__(self, child: subprocess.Popen[bytes], report: int, key: str) -> None:
        self.entries: list[dict[str, Any]] = []
        self._child, self._report, self._key = child, report, key
        self._unread, self._read, self._printed = b"", 0, 0
        self._forged = False

    def wait_for_end(self) -> str:
        """The words for how the child ended."""
        assert self._child.stdout is not None
        printed = self._child.stdout.fileno()
        limit, since = CHECK_SECONDS, time.monotonic()
        with selectors.DefaultSelector() as ready:
            ready.register(self._report, selectors.EVENT_READ)
            ready.register(printed, selectors.EVENT_READ)
            while True:
                ended = self._child.poll() is not None
                got_on = False
                while events := ready.select(0 if ended else 0.1):
                    for key, _ in events:
                        part = os.read(key.fd, 1 << 16)
                        if not part:
                            ready.unregister(key.fd)
                        elif key.fd == printed:
                            self._forward_output(part)
                        else:
                            self._read_report(part)
                            got_on = True
                    if self._forged or time.monotonic() - since > limit + GRACE_SECONDS:
                        break
                if self._forged:
                    return FORGED_MESSAGE
                if ended:
                    return f"your program ended itself (exit code {self._child.returncode})"
                if got_on:
                    since = time.monotonic()
                    given = (e["seconds"] for e in reversed(self.entries) if "seconds" in e)
                    limit = next(given, limit)
                if time.monotonic() - since > limit + GRACE_SECONDS:
                    return timeout_message(limit)
                if not ready.get_map():
                    time.sleep(0.05)  # both pipes are closed, and yet it lives

    def _read_report(self, part: bytes) -> None:
        """Read the complete lines of the report; any line not written by the child spoils the
        report.
        """
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
