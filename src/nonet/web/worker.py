"""A process that answers questions.

A question is a line of JSON of its connection; its events are lines in return, the last of which
has ``done`` or ``error``.  The first line of all is ``{"ready": true}``.

The process ends with its parent, even in the middle of an answer, and when a question exceeds
its time: the system's alarm ends the process even within a solver's C code.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Mapping
from typing import BinaryIO

from nonet.processes import end_with_parent
from nonet.protocol import ask_text
from nonet.protocol.dispatch import question_timeout

MAX_MEMORY = 4 << 30
"""Most bytes of a child's address space: solvers in C reserve more than they use."""

TIMEOUT_EXIT_CODE = 14
"""The exit code of a child whose time was over, where there are no signals to say so."""


def run(connection: socket.socket, environment: Mapping[str, str]) -> None:
    """Answer the questions of a connection until it ends, or the parent does."""
    end_with_parent()
    os.environ.update(environment)
    import nonet.web.warm  # noqa: F401  # forks have imported it already

    limit_memory()
    logging.getLogger("nonet").addHandler(logging.NullHandler())  # the page says what it waits for
    with (
        contextlib.suppress(BrokenPipeError, ConnectionResetError),  # nobody waits for an answer
        connection.makefile("rb") as questions,
        connection.makefile("wb") as answers,
    ):
        write_event(answers, {"ready": True})
        for question in questions:
            stop = start_kill_timer(question_timeout(question))
            try:
                for event in ask_text(question):
                    write_event(answers, event)
            finally:
                stop()


def start_kill_timer(seconds: float) -> Callable[[], object]:
    """Arm a kill timer for this process; call the returned function to disarm the timer."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        return lambda: signal.setitimer(signal.ITIMER_REAL, 0)
    timer = threading.Timer(seconds, os._exit, [TIMEOUT_EXIT_CODE])
    timer.daemon = True
    timer.start()
    return timer.cancel


def write_event(out: BinaryIO, event: dict[str, object]) -> None:
    """Write an event, for its reader to have at once."""
    out.write(json.dumps(event, separators=(",", ":")).encode("utf-8") + b"\n")
    out.flush()


def limit_memory() -> None:
    """No more than so much memory, where the system keeps limits."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = MAX_MEMORY if hard == resource.RLIM_INFINITY else min(MAX_MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
