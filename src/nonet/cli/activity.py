"""The messages a command prints beside its answer, its exit codes, and its current state.

Answers go to standard output, all else to standard error.  :data:`ACTIVITY` is the state that the
monitor (:mod:`nonet.cli.monitor`) reports of a command that has been silent for long.

>>> ACTIVITY.begin("solve")
>>> ACTIVITY.puzzles = 3
>>> ACTIVITY.final_message()
'interrupted after 3 puzzles'
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from nonet.errors import quantity
from nonet.render.printable import printable

YES, NO, BAD_INPUT, UNDECIDED, INTERRUPTED, TERMINATED, CLOSED_PIPE = 0, 1, 2, 3, 130, 143, 141
"""Exit codes.  A shell reports the last three codes of a program that a signal ended."""


def print_message(message: str) -> None:
    """Print a message on standard error in one safe line; without standard error, nothing."""
    ACTIVITY.note_output()
    if sys.stderr is None:  # closed by the caller: print would take standard output instead
        return
    with contextlib.suppress(OSError):
        print(printable(message.replace("\n", " ")), file=sys.stderr, flush=True)


def print_error(error: Exception, by: str = "nonet") -> None:
    """Print an error in one line, then the traceback of a model's file that raised."""
    print_message(f"{by}: {error}")
    for line in getattr(error, "traceback_lines", ()):
        print_message(f"{by}:   | {line}")


_FINAL_MESSAGE_LOCK = threading.Lock()


@dataclass
class Activity:
    """The state of the running command, which commands keep up to date and the monitor reads.

    ``current`` is the name of the current puzzle or model, or a function that returns it;
    ``puzzles`` is the number of finished puzzles (``None``: none are counted), ``total`` returns
    the number of all, ``solutions`` is the number of solutions of the current puzzle.  ``detail``
    returns further text about the question.  ``done_phrase`` returns the amount of finished work ("
    after 512 rows") where puzzles are not counted; ``advice`` ends the final message.
    ``owns_process``: the command is the process's own, and its end ends the child processes, too.
    """

    command: str = ""
    current: str | Callable[[], str] = ""
    puzzles: int | None = None
    solutions: int = 0
    total: Callable[[], int | None] | None = None
    detail: Callable[[], str] | None = None
    done_phrase: Callable[[], str] | None = None
    advice: str = ""
    quiet: bool = False
    signal_number: int = 0
    owns_process: bool = False
    final_message_printed: bool = False
    interrupts_deferred: bool = False
    started: float = 0.0
    last_output: float = 0.0

    def begin(self, command: str, quiet: bool = False) -> None:
        """Another command: all that was known is of the one before."""
        fresh = Activity(
            command, quiet=quiet, signal_number=self.signal_number, owns_process=self.owns_process
        )
        vars(self).update(vars(fresh))
        self.started = self.last_output = time.monotonic()

    def set_detail(self, describe: Callable[[], str]) -> None:
        """Use the text that ``describe`` returns as the detail of the question that begins."""
        self.detail = describe

    def note_output(self) -> None:
        """Something was said just now, or an answer given."""
        self.last_output = time.monotonic()

    def begin_puzzle(self, name: str | Callable[[], str]) -> None:
        """The next puzzle, by its name."""
        self.current, self.solutions = name, 0

    def end_puzzle(self) -> None:
        """One puzzle more is done."""
        self.puzzles, self.solutions = (self.puzzles or 0) + 1, 0
        self.note_output()

    @contextlib.contextmanager
    def defer_interrupts(self) -> Iterator[None]:
        """Raise ``KeyboardInterrupt`` for a signal only after the block."""
        self.interrupts_deferred = True
        try:
            yield
        finally:
            self.interrupts_deferred = False
        if self.signal_number:
            raise KeyboardInterrupt

    def status_line(self) -> str:
        """Return the state of the command in one line."""
        label = self.current() if callable(self.current) else self.current
        seconds = time.monotonic() - self.started
        parts = [" ".join(filter(None, (self.command, label))) or "starting"]
        if self.solutions:
            parts.append(f"{quantity(self.solutions, 'solution')} so far")
        if self.detail and (detail := self.detail()):
            parts.append(detail)
        total = self.total() if self.total else None
        if self.puzzles is not None and total != 1:
            done = f"{self.puzzles:,} of {quantity(total, 'puzzle')}" if total else ""
            parts.append(f"{done or quantity(self.puzzles, 'puzzle')} done")
        return f"still at work after {seconds:.0f} s: {', '.join(parts)}"

    def final_message(self) -> str:
        """Return the amount of work done when a signal ended the command."""
        done = "terminated" if self.signal_number == signal.SIGTERM else "interrupted"
        if self.done_phrase:
            done += self.done_phrase()
        elif self.puzzles is not None:
            done += f" after {quantity(self.puzzles, 'puzzle')}"
            if self.solutions:
                done += f" and {quantity(self.solutions, 'solution')} of the next"
        return f"{done}; {self.advice}" if self.advice else done

    def print_final_message(self) -> None:
        """Print the final message once; a second thread waits until it is printed."""
        with _FINAL_MESSAGE_LOCK:
            if not self.final_message_printed:
                self.final_message_printed = True
                print_message(f"nonet: {self.final_message()}")


ACTIVITY = Activity()
"""The command that runs."""
