"""A run in a child process, which can be ended: for code that does not look at the clock, or aborts.

Questions with a limit use a child process for backends without ``Capabilities.checks_deadline``
and for models with constraint types of other packages; ``cpsat`` uses one for models of a kind
that has ended the process (``solver_faults.py``).  The child is forked, so only answers and
events need to be pickled.  Without fork (Windows, a browser) the run stays in this process, and
the limits hold only where the backend's code checks the deadline.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import sys
import warnings
from collections.abc import Generator
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any

from nonet.backends.base import Answers, Backend, Request, Run, StopReason
from nonet.backends.optimisation import run_backend
from nonet.deadline import DeadlineExceeded, check, check_memory, current_deadlines
from nonet.errors import BackendError, NonetError
from nonet.model import Model
from nonet.processes import end_with_parent

POLL_SECONDS = 0.02
"""Seconds between looks at the limits while the child is silent."""

_is_child = False


def is_child() -> bool:
    """Return whether this process is the child of such a run."""
    return _is_child


RESULT_FIELDS = ("stats", "core", "bound", "incumbent", "answered_by")
"""The fields of a request that a run leaves its results in."""


def run_in_child(model: Model, backend: Backend, request: Request) -> Run:
    """Return the run of a backend on a model, in a child process.

    Raises ``Unsupported`` at once, as ``run_backend`` does.
    """
    if not hasattr(os, "fork") or sys.platform == "emscripten":
        return run_backend(model, backend, request)
    run = _answers_of_child(model, backend, request)
    next(run)
    return run


def _answers_of_child(
    model: Model, backend: Backend, request: Request
) -> Generator[Any, None, StopReason | None]:
    """Yield ``None`` once the child has lowered the model or the time is out, then assignments."""
    for module in backend.capabilities.imports:
        with suppress(Exception):  # the child raises the same, as an error of the backend
            import_module(module)
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_answer, args=(sender, model, backend, request), daemon=True)
    with warnings.catch_warnings():  # of forks beside threads: the child starts none of theirs
        warnings.simplefilter("ignore", DeprecationWarning)
        child.start()
    sender.close()
    is_lowered = False
    listeners: dict[str, Any] = {"event": request.tracer, "log": request.log}
    try:
        while True:
            if not receiver.poll(POLL_SECONDS):
                if request.expired():
                    if not is_lowered:
                        yield None
                    return "time"
                check()
                check_memory(child.pid)
                continue
            kind, value = receiver.recv()
            if kind == "answer":
                is_lowered = True
                yield value
            elif kind in listeners:
                listeners[kind](value)
            elif kind == "error":
                raise value
            else:
                for name, result in zip(RESULT_FIELDS, value[1:], strict=True):
                    setattr(request, name, result)
                if not is_lowered:  # a limit was reached in the child before
                    yield None
                stopped: StopReason | None = value[0]
                return stopped
    except EOFError:
        child.join(POLL_SECONDS)
        code = "" if child.exitcode is None else f" (exit code {child.exitcode})"
        raise BackendError(
            f"backend {backend.name}: its process ended without an answer{code}"
        ) from None
    finally:
        child.kill()
        child.join()
        receiver.close()


def _answer(pipe: Connection, model: Model, backend: Backend, request: Request) -> None:
    """Run the backend in the child; send its answers, its events and its end to the parent."""
    global _is_child
    _is_child = True
    end_with_parent()
    turn = Lock()

    def send(message: object) -> None:  # a log comes in a thread of the solver's
        with turn:
            pipe.send(message)

    if request.tracer is not None:
        request.tracer = lambda event: send(("event", event))
    if request.log is not None:
        request.log = lambda line: send(("log", line))
    stopped: StopReason | None
    try:
        answers = Answers(run_backend(model, backend, request))
        send(("answer", None))
        for answer in answers:
            send(("answer", answer))
        stopped = answers.stopped
    except DeadlineExceeded:
        memory = any(each.stopped_by == "memory" for each in current_deadlines())
        stopped = "memory" if memory else "time"
    except Exception as error:
        send(("error", _portable_error(error, backend)))
        return
    send(("end", (stopped, *(getattr(request, name) for name in RESULT_FIELDS))))


def _portable_error(error: Exception, backend: Backend) -> NonetError:
    """Return an error of nonet; any other as a ``BackendError``: pickling loses the traceback."""
    if isinstance(error, NonetError):
        try:
            pickle.loads(pickle.dumps(error))
            return error
        except Exception:
            return BackendError(f"{type(error).__name__}: {error}")
    return BackendError.of_failure(backend.name, error)
