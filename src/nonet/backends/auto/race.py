"""Racing: several backends on one question, each in a thread of its own.

CP-SAT, MiniSat and the lock-step kernel run without Python's lock, so that two of
them use two cores; on one core they share it.  What any of them finds is handed on
at once: who asks drops what it has seen.  The race is over when one has searched
everything, or the caller closes it; or, where many solutions are asked for, when one
has found ``LEAD`` of them and goes on alone.

A backend that is not wanted any more is told by its clock: the deadline of its request
moves into the past.  Threads are no daemons: one that is still compiling when the
answer is there ends in its own time, and Python waits for it at its end.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from queue import Empty, SimpleQueue

from nonet.backends.auto.rules import HANDOVER, LEAD
from nonet.backends.base import Backend, Request, Run, StopReason
from nonet.backends.bounding import answers
from nonet.errors import BackendError
from nonet.model import Model
from nonet.threads import Worker

GLANCE = 0.05
"""Seconds between looks at the clock while waiting; on some systems also between signals."""

AHEAD = 100
"""Solutions that a lane may be ahead of who asks for them."""

PATIENCE = 0.1
"""Seconds to wait for lanes that were told to stop, at most."""

NEVER = float("-inf")
"""A deadline that has always passed."""

Values = dict[str, int]
News = Values | Exception | None


class CannotRace(Exception):
    """No thread can be started here."""


class NobodyAnswered(Exception):
    """Every backend of a race declined the model, or failed."""


class Lane:
    """One backend's run, in its thread; what it finds goes into ``queue``, ``None`` at its end."""

    def __init__(
        self,
        backend: Backend,
        model: Model,
        request: Request,
        queue: SimpleQueue[tuple[Lane, News]],
        until: str = "",
    ) -> None:
        self.backend, self.model, self.request, self.queue = backend, model, request, queue
        self.until = until
        self.room = threading.Semaphore(AHEAD)
        self.stopped: StopReason | None = None
        self.given = 0

    def start(self) -> None:
        """Begin; raises ``CannotRace`` where threads are not to be had (in a browser)."""
        self.begun = time.process_time()
        self.thread = Worker(self._work, f"nonet lane {self.backend.name}")
        try:
            self.thread.start()
        except RuntimeError as error:
            raise CannotRace from error

    def _work(self) -> None:
        try:
            run = answers(self.model, self.backend, self.request)
            try:
                while self.request.deadline != NEVER:
                    try:
                        found = next(run)
                    except StopIteration as stop:
                        self.stopped = stop.value
                        break
                    self.room.acquire()
                    self.queue.put((self, found))
            finally:
                run.close()
        except Exception as error:  # the caller's thread judges it
            self.queue.put((self, error))
        else:
            self.queue.put((self, None))

    def cancel(self) -> None:
        """Tell the run to stop: it will when it next looks at the clock."""
        self.request.deadline = NEVER
        self.room.release()


class Race:
    """Backends that join one after another: each with the second at which it does, and with
    the name of the one for which it leaves.

    These are seconds of the process's CPU time, so that a busy machine changes nothing.
    ``failures`` are those that could not, and why.
    """

    def __init__(
        self, runners: Sequence[tuple[Backend, float, str]], model: Model, request: Request
    ) -> None:
        self._waiting = list(runners)
        self._model, self._request = model, request
        self._objective = model.objective
        self._queue: SimpleQueue[tuple[Lane, News]] = SimpleQueue()
        self._lanes: list[Lane] = []
        self.failures: list[tuple[str, Exception]] = []

    def run(self) -> Run:
        """The solutions of all lanes; returns what stopped it, as a backend's ``run`` does.

        Raises ``CannotRace`` before anything is found, and ``NobodyAnswered``.
        """
        request = self._request
        winner: Lane | None = None
        self._started = time.process_time()
        try:
            while True:
                self._join_in()
                self._make_way()
                if not self._lanes:
                    raise NobodyAnswered
                if (heard := self._next()) is None:
                    if request.expired():
                        return "time"
                    continue
                lane, news = heard
                if lane not in self._lanes:  # what it found before it was stopped
                    continue
                if isinstance(news, Exception):
                    self._lanes.remove(lane)
                    self.failures.append((lane.backend.name, news))
                    continue
                winner = lane
                if news is not None or lane.stopped != "time" or lane.given:
                    request.answered = lane.backend.name
                if news is None:
                    if lane.stopped in (None, "solutions", "time"):
                        return lane.stopped  # its clock is the caller's
                    self._lanes.remove(lane)
                    error = BackendError(f"it stopped without a reason ({lane.stopped})")
                    self.failures.append((lane.backend.name, error))
                    continue
                lane.given += 1
                self._hear(news)
                yield news
                lane.room.release()
                if lane.given == LEAD and self._objective is None:
                    self._waiting.clear()
                    self._stop([other for other in self._lanes if other is not lane])
        finally:
            self._tighten()
            self._stop(list(self._lanes))
            if winner is not None:
                request.stats.clear()
                request.stats.update(winner.request.stats)
                request.core = winner.request.core

    def _hear(self, found: Values) -> None:
        """Tell all who race of a value to beat, where there is an objective."""
        objective, request = self._objective, self._request
        if objective is not None:
            value = objective.value(found)
            request.incumbent = objective.better_of(value, request.incumbent)
            for lane in self._lanes:
                lane.request.incumbent = request.incumbent
        self._tighten()

    def _tighten(self) -> None:
        """Leave the best bound of all who race, where there is an objective."""
        if self._objective is not None:
            for lane in self._lanes:
                self._request.bound = self._objective.tighter(
                    self._request.bound, lane.request.bound
                )

    def _join_in(self) -> None:
        """Start those whose time has come, and the next where nobody runs."""
        while self._waiting:
            backend, joins, until = self._waiting[0]
            if self._lanes and time.process_time() - self._started < joins:
                return
            own = Request(self._request.solutions, self._request.deadline)
            own.incumbent = self._request.incumbent
            lane = Lane(backend, self._model, own, self._queue, until)
            lane.start()
            self._lanes.append(lane)
            del self._waiting[0]

    def _make_way(self) -> None:
        """Stop those who do what another has done faster for a while."""
        now = time.process_time()
        at_work = {lane.backend.name for lane in self._lanes if now - lane.begun > HANDOVER}
        self._stop([lane for lane in self._lanes if lane.until in at_work])

    def _next(self) -> tuple[Lane, News] | None:
        """What a lane found, or that it ended; ``None`` after a ``GLANCE``."""
        wait = GLANCE
        if (remaining := self._request.remaining()) is not None:
            wait = min(wait, remaining)
        try:
            return self._queue.get(timeout=wait)
        except Empty:
            return None

    def _stop(self, lanes: Sequence[Lane]) -> None:
        """Stop some lanes, and wait for them, but not for long."""
        for lane in lanes:
            lane.cancel()
            if lane in self._lanes:
                self._lanes.remove(lane)
        until = time.monotonic() + PATIENCE
        for lane in lanes:
            lane.thread.wait(max(0.0, until - time.monotonic()))
