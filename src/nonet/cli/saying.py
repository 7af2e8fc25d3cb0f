"""What a command says beside its answer, how it ends, and what it is at.

Answers go to standard output, all else to standard error.  :data:`WORK` is what the
watch (:mod:`nonet.cli.watch`) tells of a command that has been silent for long.

>>> WORK.begin("solve")
>>> WORK.puzzles = 3
>>> WORK.farewell()
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

from nonet.render.plain import plain

YES, NO, BAD_INPUT, UNDECIDED, INTERRUPTED, TERMINATED, CLOSED_PIPE = 0, 1, 2, 3, 130, 143, 141
"""Exit codes.  The last three are what a shell reports of a program that a signal ended."""


def say(message: str) -> None:
    """A message on standard error, if there is one and somebody reads it: in one line and without
    control characters."""
    WORK.spoke()
    if sys.stderr is None:  # closed by the caller: print would take standard output instead
        return
    with contextlib.suppress(OSError):
        print(plain(message.replace("\n", " ")), file=sys.stderr, flush=True)


def say_error(error: Exception, by: str = "nonet") -> None:
    """An error in one line; below it the traceback of a model's file that raised."""
    say(f"{by}: {error}")
    for line in getattr(error, "trace", ()):
        say(f"{by}:   | {line}")


_FAREWELL = threading.Lock()


@dataclass
class Work:
    """What the command is doing.  The verbs keep it up, and the watch tells it.

    ``at`` is the thing at hand, or what gives its name when it is asked for; ``puzzles``
    counts those done (``None``: this command counts none), ``total`` gives how many there
    are, ``solutions`` counts those of the puzzle at hand.  ``detail`` gives what else there is to
    say of it.  ``quiet`` is ``-q``.  ``done`` gives what was done (" after 512 rows")
    where that is not counted in puzzles; ``advice`` ends the farewell of a command that was cut
    short.  ``watched``: this is the process's own command, whose end ends its children too.
    """

    command: str = ""
    at: str | Callable[[], str] = ""
    puzzles: int | None = None
    solutions: int = 0
    total: Callable[[], int | None] | None = None
    detail: Callable[[], str] | None = None
    done: Callable[[], str] | None = None
    advice: str = ""
    quiet: bool = False
    ended_by: int = 0
    watched: bool = False
    said_farewell: bool = False
    undisturbed_now: bool = False
    started: float = 0.0
    last: float = 0.0

    def begin(self, command: str, quiet: bool = False) -> None:
        """Another command: all that was known is of the one before."""
        fresh = Work(command, quiet=quiet, ended_by=self.ended_by, watched=self.watched)
        vars(self).update(vars(fresh))
        self.started = self.last = time.monotonic()

    def spoke(self) -> None:
        """Something was said just now, or an answer given."""
        self.last = time.monotonic()

    def begin_puzzle(self, name: str | Callable[[], str]) -> None:
        """The next puzzle, by its name."""
        self.at, self.solutions = name, 0

    def end_puzzle(self) -> None:
        """One puzzle more is done."""
        self.puzzles, self.solutions = (self.puzzles or 0) + 1, 0
        self.spoke()

    @contextlib.contextmanager
    def undisturbed(self) -> Iterator[None]:
        """Within, the watch interrupts nothing; after it, it does."""
        self.undisturbed_now = True
        try:
            yield
        finally:
            self.undisturbed_now = False
        if self.ended_by:
            raise KeyboardInterrupt

    def in_words(self) -> str:
        """What the command is at, in one line."""
        at = self.at() if callable(self.at) else self.at
        seconds = time.monotonic() - self.started
        parts = [" ".join(filter(None, (self.command, at))) or "starting"]
        if self.solutions:
            parts.append(f"{numbered(self.solutions, 'solution')} so far")
        if self.detail and (more := self.detail()):
            parts.append(more)
        total = self.total() if self.total else None
        if self.puzzles is not None and total != 1:
            parts.append(
                f"{self.puzzles} of {total} puzzles done"
                if total
                else f"{numbered(self.puzzles, 'puzzle')} done"
            )
        return f"still at work after {seconds:.0f} s: {', '.join(parts)}"

    def farewell(self) -> str:
        """What was done when a signal ended it."""
        done = "terminated" if self.ended_by == signal.SIGTERM else "interrupted"
        if self.done:
            done += self.done()
        elif self.puzzles is not None:
            done += f" after {numbered(self.puzzles, 'puzzle')}"
            if self.solutions:
                done += f" and {numbered(self.solutions, 'solution')} of the next"
        return f"{done}; {self.advice}" if self.advice else done

    def say_farewell(self) -> None:
        """Say it, once; a thread that finds another saying it waits for it."""
        with _FAREWELL:
            if not self.said_farewell:
                self.said_farewell = True
                say(f"nonet: {self.farewell()}")


def numbered(number: int, thing: str) -> str:
    """A number of things.

    >>> numbered(1, "puzzle"), numbered(12913, "solution")
    ('1 puzzle', '12,913 solutions')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


WORK = Work()
"""The command that runs."""
