"""The watch: a thread that ends the command on a signal, and speaks where it is silent.

A signal (Ctrl-C, SIGTERM) raises ``KeyboardInterrupt`` in the main thread, whose verb
says what was done and returns.  But the main thread may be within a solver's C code,
which no exception reaches, or waiting for workers.  So the watch, told of the signal
by Python's C handler through a pipe, gives it ``GRACE`` seconds; then it kills the
children, waits ``LAST`` seconds more, says the farewell itself and leaves.  (Only a
call that keeps Python's lock holds the watch up as well.)  A second signal leaves at once.

Where nothing was said for ``SILENCE`` seconds it says on standard error what the command
is at, and again after twice as long, up to ``LONGEST``; never with ``-q``, nor where the
environment has ``NONET_SILENT=1`` (for programs that read its standard error).
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import threading
import time
from types import FrameType
from typing import TextIO

from nonet.cli.saying import WORK, say
from nonet.processes import end_children

GRACE, LAST, FLUSH = 0.4, 0.2, 0.2
"""Seconds after a signal: for the verb; after its children are dead; to write what is buffered.
Together they stay within the second in which a command ends."""

SILENCE, LONGEST = 2.0, 60.0
"""Seconds without a word before the watch speaks: at first, and at most."""

SIGNALS = (signal.SIGINT, signal.SIGTERM)
_WAKE = b"\0"


class Watch:
    """Begun by the process's main thread; :meth:`stop` ends it, and perhaps the process.

    While ``armed``, the first signal raises ``KeyboardInterrupt``; else it waits for ``stop``.
    """

    def __init__(self) -> None:
        self.armed = False
        self._raised = False
        self._over = False
        self._pause = SILENCE
        self._pipe = os.pipe()
        os.set_blocking(self._pipe[1], False)
        WORK.ended_by, WORK.watched = 0, True
        WORK.begin("")
        if os.name == "posix":
            signal.set_wakeup_fd(self._pipe[1], warn_on_full_buffer=False)
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup: so it stays
                signal.signal(number, self._raise)
        threading.Thread(target=self._keep_watch, name="nonet watch", daemon=True).start()

    def _raise(self, number: int, frame: FrameType | None) -> None:
        """In the main thread: the verb is interrupted, once."""
        WORK.ended_by = WORK.ended_by or number
        if self.armed and not self._raised and not WORK.undisturbed_now:
            self._raised = True
            raise KeyboardInterrupt

    def stop(self, code: int) -> int:
        """The command is done: gives its exit code; ends the process if a signal ended it."""
        if WORK.ended_by:
            end_children()
            clear_up()
            leave(WORK.ended_by)
        self._over = True
        for number in SIGNALS:
            if signal.getsignal(number) == self._raise:
                signal.signal(number, signal.SIG_DFL)
        if os.name == "posix":
            signal.set_wakeup_fd(-1)
        with contextlib.suppress(OSError):
            os.write(self._pipe[1], _WAKE)
        return code

    def _keep_watch(self) -> None:
        if os.name == "posix":  # signals are for the main thread, to wake it where it waits
            signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        while not self._over:
            wait = WORK.last + self._pause - time.monotonic()
            number = self._told(max(wait, 0.02))
            if number:
                return self._end(number)
            if not self._over and time.monotonic() - WORK.last >= self._pause:
                self._pause = min(2 * self._pause, LONGEST)
                if not (WORK.quiet or os.environ.get("NONET_SILENT")):
                    say(f"nonet: {WORK.in_words()}")
        return None

    def _told(self, seconds: float) -> int:
        """Wait for a signal; its number, or 0."""
        if os.name != "posix":
            time.sleep(seconds)
            return 0
        ready, _, _ = select.select([self._pipe[0]], [], [], seconds)
        told = os.read(self._pipe[0], 64) if ready else b""
        return next((number for number in told if number in SIGNALS), 0)

    def _end(self, number: int) -> None:
        """End the process within a second, gracefully if the main thread manages to."""
        if not self._told(GRACE):
            end_children()
            self._told(LAST)
        leave(number)


def clear_up() -> None:
    """Give back what ``multiprocessing`` holds outside this process, where it is in use."""
    util = sys.modules.get("multiprocessing.util")
    if util is not None:
        util._run_finalizers(0)


def leave(number: int) -> None:
    """Say the farewell, write what is buffered if somebody takes it, and end the process.

    Where standard error takes a line at once it is said here, for on a busy machine a
    thread may not have its turn within ``FLUSH``.
    """
    WORK.ended_by = number
    if _takes(sys.stderr):
        WORK.say_farewell()

    def write() -> None:
        WORK.say_farewell()
        with contextlib.suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()

    last = threading.Thread(target=write, daemon=True)
    last.start()
    last.join(FLUSH)
    os._exit(128 + number)


def _takes(stream: TextIO | None) -> bool:
    """Whether a line can be written there without waiting."""
    if os.name != "posix" or stream is None:
        return False
    try:
        return bool(select.select([], [stream], [], 0)[1])
    except (OSError, ValueError):  # closed, or of no file
        return False
