"""Racing: several backends on one question, each in a thread of its own.

CP-SAT, MiniSat and the lock-step kernel run without Python's lock, so that two of these use two
cores; on one core the two share its time.  A solution of any backend is handed on at once: the
caller drops duplicates.  The race is over when a backend has searched everything, or the caller
closes the run; or, where many solutions are requested, when a backend has found
``SOLUTIONS_TO_WIN`` solutions and continues alone.

A backend that is not wanted any more is told by its clock: the deadline of its request moves into
the past.  Threads are no daemons: a thread that is still compiling after the answer ends in its own
time, and Python waits for such threads at its end.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from queue import Empty, SimpleQueue

from nonet.backends.auto.selection_rules import SOLUTIONS_TO_WIN, Participant
from nonet.backends.base import Answers, Backend, Request, Run, StopReason
from nonet.backends.optimisation import run_backend
from nonet.deadline import Deadline, DeadlineExceeded, call_under, current_deadlines
from nonet.errors import BackendError
from nonet.model import Model
from nonet.threads import Worker

POLL_SECONDS = 0.05
"""Seconds between looks at the clock while waiting; on some systems also between signals."""

MAX_QUEUED_SOLUTIONS = 100
"""Maximum number of solutions that a backend's thread may be ahead of the caller."""

STOP_WAIT_SECONDS = 0.1
"""Seconds to wait for backends that were told to stop, at most."""

PASSED_DEADLINE = float("-inf")
"""A deadline that has always passed."""

Assignment = dict[str, int]
Message = Assignment | Exception | None


class ThreadsUnavailable(Exception):
    """No thread can be started here."""


class AllBackendsFailed(Exception):
    """Every backend of a race declined the model, or failed."""


class BackendThread:
    """A backend's run in a thread, which puts solutions, an error, and ``None`` last into ``queue``."""

    def __init__(
        self,
        backend: Backend,
        model: Model,
        request: Request,
        queue: SimpleQueue[tuple[BackendThread, Message]],
    ) -> None:
        self.backend, self.model, self.request, self.queue = backend, model, request, queue
        self._deadline = Deadline()
        self.free_slots = threading.Semaphore(MAX_QUEUED_SOLUTIONS)
        self.stop_reason: StopReason | None = None
        self.solution_count = 0

    def start(self) -> None:
        """Begin; raises ``ThreadsUnavailable`` where threads are not to be had (in a browser)."""
        deadlines = (*current_deadlines(), self._deadline)
        self.thread = Worker(
            lambda: call_under(deadlines, self._work), f"nonet race {self.backend.name}"
        )
        try:
            self.thread.start()
        except RuntimeError as error:
            raise ThreadsUnavailable from error

    def _work(self) -> None:
        try:
            answers = Answers(run_backend(self.model, self.backend, self.request))
            try:
                for solution in answers:
                    self.free_slots.acquire()
                    self.queue.put((self, solution))
                    if self.request.deadline == PASSED_DEADLINE:
                        break
                self.stop_reason = answers.stopped
            finally:
                answers.run.close()
        except DeadlineExceeded:  # the caller's too, or this run is not wanted any more
            self.stop_reason = "time"
            self.queue.put((self, None))
        except Exception as error:  # the caller's thread judges it
            self.queue.put((self, error))
        else:
            self.queue.put((self, None))

    def cancel(self) -> None:
        """Tell the run to stop, which happens when the run next checks the clock."""
        self.request.deadline = PASSED_DEADLINE
        self._deadline.move(PASSED_DEADLINE)
        self.free_slots.release()


class Race:
    """Backends that join one after another, each at its second.

    The seconds are CPU time of the process, so that a busy machine changes nothing.  ``failures``
    are the backends that failed, with their errors.
    """

    def __init__(self, entrants: Sequence[Participant], model: Model, request: Request) -> None:
        self._not_started = list(entrants)
        self._model, self._request = model, request
        self._objective = model.objective
        self._queue: SimpleQueue[tuple[BackendThread, Message]] = SimpleQueue()
        self._running: list[BackendThread] = []
        self._started_count = 0
        self._is_unconfirmed = False
        """Whether a backend came to an end that does not stand alone."""
        self.failures: list[tuple[str, Exception]] = []

    def run(self) -> Run:
        """Yield the solutions of all backends; return the reason why the race stopped, as a
        backend's ``run`` does.

        Raises ``ThreadsUnavailable`` before anything is found, and ``AllBackendsFailed``.
        """
        request = self._request
        winner: BackendThread | None = None
        self._started_at = time.process_time()
        try:
            while True:
                self._start_due()
                if not self._running:
                    if self._is_unconfirmed:
                        return "unconfirmed"
                    raise AllBackendsFailed
                if (heard := self._next_message()) is None:
                    if request.expired():
                        return "time"
                    continue
                runner, news = heard
                if runner not in self._running:  # what it found before it was stopped
                    continue
                if isinstance(news, Exception):
                    self._running.remove(runner)
                    self.failures.append((runner.backend.name, news))
                    continue
                winner = runner
                if news is not None or runner.stop_reason != "time" or runner.solution_count:
                    request.answered_by = runner.backend.name
                if news is None:
                    if runner.stop_reason == "unconfirmed":
                        self._is_unconfirmed = True
                        self._running.remove(runner)
                        continue
                    if runner.stop_reason in (None, "solutions", "time"):
                        return runner.stop_reason  # its clock is the caller's
                    self._running.remove(runner)
                    error = BackendError(f"it stopped without a reason ({runner.stop_reason})")
                    self.failures.append((runner.backend.name, error))
                    continue
                runner.solution_count += 1
                self._share_incumbent(news)
                yield news
                runner.free_slots.release()
                if runner.solution_count == SOLUTIONS_TO_WIN and self._objective is None:
                    self._not_started.clear()
                    self._stop([other for other in self._running if other is not runner])
        finally:
            self._share_bound()
            self._stop(list(self._running))
            if winner is not None:
                request.stats.clear()
                request.stats.update(winner.request.stats)
                request.stats["raced"] = self._started_count
                request.core = winner.request.core

    def _share_incumbent(self, assignment: Assignment) -> None:
        objective, request = self._objective, self._request
        if objective is not None:
            value = objective.value(assignment)
            request.incumbent = objective.better_value(value, request.incumbent)
            for runner in self._running:
                runner.request.incumbent = request.incumbent
        self._share_bound()

    def _share_bound(self) -> None:
        if self._objective is not None:
            for runner in self._running:
                self._request.bound = self._objective.tighter_bound(
                    self._request.bound, runner.request.bound
                )

    def _start_due(self) -> None:
        while self._not_started:
            entrant = self._not_started[0]
            if self._running and time.process_time() - self._started_at < entrant.start_delay:
                return
            del self._not_started[0]
            if (backend := entrant.found()) is not None:
                own = self._request.copy(effort=None, tracer=None)
                runner = BackendThread(backend, self._model, own, self._queue)
                runner.start()
                self._running.append(runner)
                self._started_count += 1

    def _next_message(self) -> tuple[BackendThread, Message] | None:
        """Return the next solution, error or end of a backend; ``None`` after ``POLL_SECONDS``."""
        wait = POLL_SECONDS
        if (remaining := self._request.remaining()) is not None:
            wait = min(wait, remaining)
        try:
            return self._queue.get(timeout=wait)
        except Empty:
            return None

    def _stop(self, runners: Sequence[BackendThread]) -> None:
        for runner in runners:
            runner.cancel()
            if runner in self._running:
                self._running.remove(runner)
        until = time.monotonic() + STOP_WAIT_SECONDS
        for runner in runners:
            runner.thread.wait(max(0.0, until - time.monotonic()))
