"""The monitor: a thread that ends the command on a signal, and reports when the command is silent.

A signal (Ctrl-C, SIGTERM) raises ``KeyboardInterrupt`` in the main thread, whose command prints the
work done and returns.  But the main thread may be within a solver's C code, which no exception
reaches, or waiting for workers.  So the monitor, informed of the signal by Python's C handler
through a pipe, gives the main thread ``GRACE`` seconds; then the monitor kills the children, waits
``LAST`` seconds more, prints the final message itself and exits.  (Only a call that keeps Python's
lock holds up the monitor as well.)  A second signal leaves at once.

After ``SILENCE`` seconds without output the monitor prints the state of the command on standard
error, and again after twice as long, up to ``LONGEST``; never with ``-q``, nor with
``NONET_SILENT=1`` in the environment (for programs that read standard error).
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

from nonet.cli.activity import ACTIVITY, print_message
from nonet.deadline import set_progress
from nonet.processes import kill_descendants

GRACE, LAST, FLUSH = 0.4, 0.2, 0.2
"""Seconds after a signal: for the command; after its children are killed; to write buffered text.
The sum stays within the second in which a command must end."""

SILENCE, LONGEST = 2.0, 60.0
"""Seconds without a word before the watch speaks: at first, and at most."""

SIGNALS = (signal.SIGINT, signal.SIGTERM)
_WAKE_UP_BYTE = b"\0"


class Monitor:
    """The monitor of the main thread; :meth:`stop` ends it, and after a signal the process.

    While ``armed``, the first signal raises ``KeyboardInterrupt``; otherwise it waits for ``stop``.
    """

    def __init__(self) -> None:
        self.armed = False
        self._raised = False
        self._over = False
        self._pause = SILENCE
        self._pipe = os.pipe()
        os.set_blocking(self._pipe[1], False)
        ACTIVITY.signal_number, ACTIVITY.owns_process = 0, True
        ACTIVITY.begin("")
        set_progress(ACTIVITY.set_detail)
        if os.name == "posix":
            signal.set_wakeup_fd(self._pipe[1], warn_on_full_buffer=False)
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup: so it stays
                signal.signal(number, self._on_signal)
        threading.Thread(target=self._run, name="nonet watch", daemon=True).start()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        """In the main thread: the verb is interrupted, once."""
        ACTIVITY.signal_number = ACTIVITY.signal_number or number
        if self.armed and not self._raised and not ACTIVITY.interrupts_deferred:
            self._raised = True
            raise KeyboardInterrupt

    def stop(self, code: int) -> int:
        """Return the exit code of the finished command; after a signal end the process."""
        if ACTIVITY.signal_number:
            kill_descendants()
            run_multiprocessing_finalizers()
            exit_process(ACTIVITY.signal_number)
        self._over = True
        for number in SIGNALS:
            if signal.getsignal(number) == self._on_signal:
                signal.signal(number, signal.SIG_DFL)
        if os.name == "posix":
            signal.set_wakeup_fd(-1)
        with contextlib.suppress(OSError):
            os.write(self._pipe[1], _WAKE_UP_BYTE)
        return code

    def _run(self) -> None:
        if os.name == "posix":  # signals are for the main thread, to wake it where it waits
            signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        while not self._over:
            wait = ACTIVITY.last_output + self._pause - time.monotonic()
            number = self._wait_for_signal(max(wait, 0.02))
            if number:
                return self._end_process(number)
            if not self._over and time.monotonic() - ACTIVITY.last_output >= self._pause:
                self._pause = min(2 * self._pause, LONGEST)
                if not (ACTIVITY.quiet or os.environ.get("NONET_SILENT")):
                    print_message(f"nonet: {ACTIVITY.status_line()}")
        return None

    def _wait_for_signal(self, seconds: float) -> int:
        """Wait for a signal; its number, or 0."""
        if os.name != "posix":
            time.sleep(seconds)
            return 0
        ready, _, _ = select.select([self._pipe[0]], [], [], seconds)
        received = os.read(self._pipe[0], 64) if ready else b""
        return next((number for number in received if number in SIGNALS), 0)

    def _end_process(self, number: int) -> None:
        """End the process within a second, gracefully if the main thread manages to."""
        if not self._wait_for_signal(GRACE):
            kill_descendants()
            self._wait_for_signal(LAST)
        exit_process(number)


def run_multiprocessing_finalizers() -> None:
    """Release what ``multiprocessing`` holds outside this process, if it is loaded."""
    util = sys.modules.get("multiprocessing.util")
    if util is not None:
        util._run_finalizers(0)


def exit_process(number: int) -> None:
    """Print the final message, write buffered text, and end the process with 128 plus the signal.

    If standard error is writable at once, this thread prints: a new one may not get its turn within
    ``FLUSH`` on a busy machine.
    """
    ACTIVITY.signal_number = number
    if _is_writable_now(sys.stderr):
        ACTIVITY.print_final_message()

    def write() -> None:
        ACTIVITY.print_final_message()
        with contextlib.suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()

    last = threading.Thread(target=write, daemon=True)
    last.start()
    last.join(FLUSH)
    os._exit(128 + number)


def _is_writable_now(stream: TextIO | None) -> bool:
    """Whether a line can be written there without waiting."""
    if os.name != "posix" or stream is None:
        return False
    try:
        return bool(select.select([], [stream], [], 0)[1])
    except (OSError, ValueError):  # closed, or of no file
        return False
