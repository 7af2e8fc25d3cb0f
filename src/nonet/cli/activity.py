"""What a command says beside its answer, how it ends, and what it is at.

Answers go to standard output, all else to standard error.  :data:`ACTIVITY` is what the
watch (:mod:`nonet.cli.monitor`) tells of a command that has been silent for long.

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

from nonet.render.printable import printable

YES, NO, BAD_INPUT, UNDECIDED, INTERRUPTED, TERMINATED, CLOSED_PIPE = 0, 1, 2, 3, 130, 143, 141
"""Exit codes.  The last three are what a shell reports of a program that a signal ended."""


def print_message(message: str) -> None:
    """A message on standard error, if there is one and somebody reads it: in one line and without
    control characters."""
    ACTIVITY.note_output()
    if sys.stderr is None:  # closed by the caller: print would take standard output instead
        return
    with contextlib.suppress(OSError):
        print(printable(message.replace("\n", " ")), file=sys.stderr, flush=True)


def print_error(error: Exception, by: str = "nonet") -> None:
    """An error in one line; below it the traceback of a model's file that raised."""
    print_message(f"{by}: {error}")
    for line in getattr(error, "traceback_lines", ()):
        print_message(f"{by}:   | {line}")


_FINAL_MESSAGE_LOCK = threading.Lock()


@dataclass
class Activity:
    """What the command is doing.  The verbs keep it up, and the watch tells it.

    ``current`` is the thing at hand, or what gives its name when it is asked for; ``puzzles``
    counts those done (``None``: this command counts none), ``total`` gives how many there
    are, ``solutions`` counts those of the puzzle at hand.  ``detail`` gives what else there is to
    say of it.  ``quiet`` is ``-q``.  ``done_phrase`` gives what was done (" after 512 rows")
    where that is not counted in puzzles; ``advice`` ends the farewell of a command that was cut
    short.  ``owns_process``: this is the process's own command, whose end ends its children too.
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
        """Have the watch say what ``describe`` returns of the question that begins."""
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
        """Within, the watch interrupts nothing; after it, it does."""
        self.interrupts_deferred = True
        try:
            yield
        finally:
            self.interrupts_deferred = False
        if self.signal_number:
            raise KeyboardInterrupt

    def status_line(self) -> str:
        """What the command is at, in one line."""
        at = self.current() if callable(self.current) else self.current
        seconds = time.monotonic() - self.started
        parts = [" ".join(filter(None, (self.command, at))) or "starting"]
        if self.solutions:
            parts.append(f"{count_phrase(self.solutions, 'solution')} so far")
        if self.detail and (more := self.detail()):
            parts.append(more)
        total = self.total() if self.total else None
        if self.puzzles is not None and total != 1:
            parts.append(
                f"{self.puzzles} of {total} puzzles done"
                if total
                else f"{count_phrase(self.puzzles, 'puzzle')} done"
            )
        return f"still at work after {seconds:.0f} s: {', '.join(parts)}"

    def final_message(self) -> str:
        """What was done when a signal ended it."""
        done = "terminated" if self.signal_number == signal.SIGTERM else "interrupted"
        if self.done_phrase:
            done += self.done_phrase()
        elif self.puzzles is not None:
            done += f" after {count_phrase(self.puzzles, 'puzzle')}"
            if self.solutions:
                done += f" and {count_phrase(self.solutions, 'solution')} of the next"
        return f"{done}; {self.advice}" if self.advice else done

    def print_final_message(self) -> None:
        """Say it, once; a thread that finds another saying it waits for it."""
        with _FINAL_MESSAGE_LOCK:
            if not self.final_message_printed:
                self.final_message_printed = True
                print_message(f"nonet: {self.final_message()}")


def count_phrase(number: int, noun: str) -> str:
    """A number of things.

    >>> count_phrase(1, "puzzle"), count_phrase(12913, "solution")
    ('1 puzzle', '12,913 solutions')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


ACTIVITY = Activity()
"""The command that runs."""
