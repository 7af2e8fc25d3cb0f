"""Running CP-SAT: the clock, the threads, and why a run ended.

A model asked for one solution, or for two to prove one unique, may first be looked at
in the caller's thread for a few hundredths of a second: most puzzles take less than
starting a thread would add.
All else runs in a thread of its own, so that Ctrl-C, the deadline and closing
the iterator stop it at once; its solutions wait in a queue until asked for.

CP-SAT's status is believed only if nothing stopped it: after a stop it may be
wrong (or-tools issue 4430), so a run keeps its own reason.

Told to stop, CP-SAT may take a while to hear, in the presolve of a large model some
tenths of a second.  A run out of time does not wait for that: the thread is left
behind and ends by itself, at the latest when Python does, which waits for it.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from queue import Empty, SimpleQueue
from typing import Any, Protocol
from weakref import WeakSet

from ortools.sat.python import cp_model

from nonet.backends.base import Request, Run, StopReason
from nonet.backends.cpsat.optimum import Aim
from nonet.errors import BackendError
from nonet.model import Domain
from nonet.threads import Worker

WORK = 0.02
"""What a solve in the caller's thread may cost, in CP-SAT's deterministic time: some 30 ms where it
has a core to itself, and the same work on a busy machine, where the clock would end it too soon."""

SLICE = 0.2
"""Seconds that it may take by the clock, deaf to Ctrl-C."""

GLANCE = 0.02
"""Seconds between looks at the clock while waiting, which may be moved; on some systems also
between signals."""

AHEAD = 1_000
"""How many solutions the solver may be ahead of who asks for them."""

LAST = 10.0
"""Seconds that Python waits at its end for a solver that was left behind."""

_at_work: WeakSet[Worker] = WeakSet()
"""The threads in which CP-SAT runs.  Each is here until it has ended, and not until it has
answered: then it still frees in C++ what CP-SAT was given."""


@atexit.register
def _wait_for_all() -> None:
    """A thread that came back from C++ when Python is gone would end the process by a signal."""
    for thread in list(_at_work):
        if thread.ident is not None and thread.wait(LAST):
            thread.join()


ReadValue = Callable[[int], int]
"""The value of CP-SAT's variable of an index, in a solution."""


class Compiled(Protocol):
    """A structure as a CP-SAT model, and the way back from its solutions."""

    parameters: cp_model.SatParameters

    @property
    def aim(self) -> Aim | None:
        """The objective, if there is one."""

    @property
    def model(self) -> cp_model.CpModel:
        """The model that CP-SAT is given."""

    def glances(self, narrowed: Mapping[str, Domain], wanted: int) -> Sequence[Compiled]:
        """The models to try first for their ``work`` each, in the caller's thread.

        ``wanted`` is the number of solutions asked for, 1 or 2.
        """

    def narrow(self, narrowed: Mapping[str, Domain]) -> None:
        """Give the domains of one puzzle, in place of those before."""

    def read(self, value: ReadValue) -> dict[str, int]:
        """The assignment of a solution."""

    def core(self, literals: Iterable[int]) -> tuple[str, ...] | None:
        """The variables whose narrowed domains clash, from the assumptions CP-SAT blames."""


def search(
    compiled: Compiled, narrowed: Mapping[str, Domain], request: Request, workers: int
) -> Run:
    """The solutions of a structure with the domains of one puzzle.

    ``workers`` are CP-SAT's threads when one solution is asked for, 0 for its own choice.
    With an objective, better and better solutions.
    """
    if compiled.aim is not None:
        return (yield from _optimise(compiled, compiled.aim, narrowed, request, workers))
    enumerates = request.solutions != 1
    if request.solutions in (1, 2):
        for glanced in compiled.glances(narrowed, request.solutions):
            _ask_for(glanced, enumerates, workers)
            glanced.narrow(narrowed)
            answer = _glance(glanced, request)
            # that there is none is only taken from who knows which clues clash
            if answer is not None and (answer.found or glanced is compiled):
                yield from answer.found
                return answer.stopped
    if request.expired():
        return "time"
    _ask_for(compiled, enumerates, workers)
    compiled.narrow(narrowed)
    return (yield from _Background(compiled, request).solutions())


def _optimise(
    compiled: Compiled,
    aim: Aim,
    narrowed: Mapping[str, Domain],
    request: Request,
    workers: int,
) -> Run:
    """Better and better solutions.

    No glance comes first: measured on five problems it saves 15 ms where it succeeds, and
    costs 20 where it does not, a tenth of all.
    """
    compiled.narrow(narrowed)
    aim.demand_better_than(request.incumbent)
    if request.expired():
        return "time"
    _ask_for(compiled, False, workers)
    return (yield from _Background(compiled, request).solutions())


def settings() -> cp_model.SatParameters:
    """CP-SAT's default settings, but that Ctrl-C stays with Python."""
    parameters = cp_model.SatParameters()
    parameters.catch_sigint_signal = False  # else it is swallowed, or ends Python
    return parameters


def _ask_for(compiled: Compiled, enumerates: bool, workers: int) -> None:
    """Set what a model is asked for: several workers report some of many solutions twice."""
    compiled.parameters.enumerate_all_solutions = enumerates
    compiled.parameters.num_workers = 1 if enumerates else workers


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a glance came to: all solutions asked for, or all there are."""

    found: list[dict[str, int]]
    stopped: StopReason | None


def _glance(compiled: Compiled, request: Request) -> _Answer | None:
    """The answer, if there is one within ``WORK`` and a ``SLICE``; ``None`` if undecided."""
    remaining = request.remaining()
    limit = SLICE if remaining is None else min(SLICE, remaining)
    compiled.parameters.max_time_in_seconds = limit
    compiled.parameters.max_deterministic_time = WORK
    solver = cp_model.CpSolver()
    solver.parameters = compiled.parameters
    found: list[dict[str, int]] = []
    if request.solutions == 1:
        status = solver.solve(compiled.model)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            found.append(compiled.read(solver.response_proto.solution.__getitem__))
    else:
        collector = _Collector(compiled.read, request.solutions)
        status = solver.solve(compiled.model, collector)
        found += [collector.found.get() for _ in range(collector.number)]  # type: ignore[misc]
    response = solver.response_proto
    if len(found) == request.solutions:
        _count(request, response)
        return _Answer(found, "solutions")
    was_stopped = response.wall_time >= limit or response.deterministic_time >= WORK
    if not was_stopped and _is_exhausted(compiled, status):
        _count(request, response)
        if not found:
            request.core = compiled.core(response.sufficient_assumptions_for_infeasibility)
        return _Answer(found, None)
    _count(request, response)  # it stands if the time is out
    return None


class _Background:
    """CP-SAT in a thread of its own, and its solutions in a queue."""

    def __init__(self, compiled: Compiled, request: Request) -> None:
        self._compiled = compiled
        self._request = request
        remaining = request.remaining()
        compiled.parameters.max_time_in_seconds = inf if remaining is None else remaining
        compiled.parameters.max_deterministic_time = inf
        self._solver = cp_model.CpSolver()
        self._solver.parameters = compiled.parameters
        wanted = request.solutions if compiled.aim is None else None
        self._collector = _Collector(compiled.read, wanted)
        if compiled.aim is not None:
            self._solver.best_bound_callback = self._hear_bound
        self._thread = Worker(self._work, daemon=True)
        self._status: cp_model.CpSolverStatus | None = None
        self._error: BaseException | None = None
        self._late = False

    def _work(self) -> None:
        try:
            self._status = self._solver.solve(self._compiled.model, self._collector)
            self._late = self._request.expired()
        except BaseException as error:  # the caller's thread raises it
            self._error = error
        finally:
            self._collector.found.put(None)

    def _hear_bound(self, told: float) -> None:
        """Called by CP-SAT, in a thread of its own."""
        aim = self._compiled.aim
        bound = None if aim is None else aim.bound(told)
        if bound is not None:
            self._request.bound = bound

    def solutions(self) -> Run:
        """Solutions as they are found; at the end, or when closed, the solver has stopped."""
        collector = self._collector
        _at_work.add(self._thread)
        self._thread.start()
        try:
            while (assignment := self._next()) is not None:
                collector.room.release()
                yield assignment
        finally:
            self._stop()
            if self._status is not None:
                _count(self._request, self._solver.response_proto)
        return self._reason()

    def _next(self) -> dict[str, int] | None:
        """The next solution; ``None`` when there is none to come, or the time is out."""
        request, collector = self._request, self._collector
        while True:
            remaining = request.remaining()
            wait = GLANCE if remaining is None else min(GLANCE, remaining)
            try:
                return collector.found.get(timeout=wait)
            except Empty:
                if request.expired():
                    collector.stopped = collector.stopped or "time"
                    return None

    def _stop(self) -> None:
        """Stop the solver, if it still runs, and wait until it has."""
        collector = self._collector
        # a thread that has told its end is done, though it may live a moment longer
        if not self._thread.is_over and self._status is None and self._error is None:
            collector.stopped = collector.stopped or "interrupt"
            collector.room.release()
        while not self._thread.is_over:
            self._solver.stop_search()  # does nothing in the moment before it starts: again
            self._thread.wait(0.005)

    def _reason(self) -> StopReason | None:
        """Why the run ended; raises what the solver raised."""
        if self._error is not None:
            raise self._error
        if self._collector.stopped is not None:
            return self._collector.stopped
        assert self._status is not None
        exhausted = _is_exhausted(self._compiled, self._status)
        if self._late or (not exhausted and self._request.deadline is not None):
            return "time"
        if not exhausted:
            raise BackendError(f"CP-SAT gave up without a reason: status {self._status.name}")
        if self._status == cp_model.INFEASIBLE and not self._collector.number:
            literals = self._solver.response_proto.sufficient_assumptions_for_infeasibility
            self._request.core = self._compiled.core(literals)
        return None


class _Collector(cp_model.CpSolverSolutionCallback):
    """Puts each solution in a queue; waits when it is ``AHEAD``; stops at ``wanted``."""

    def __init__(self, read: Callable[[ReadValue], dict[str, int]], wanted: int | None) -> None:
        super().__init__()
        self.found: SimpleQueue[dict[str, int] | None] = SimpleQueue()
        self.room = threading.Semaphore(AHEAD)
        self.stopped: StopReason | None = None
        self.number = 0
        self._read = read
        self._wanted = wanted
        self._seen: set[tuple[int, ...]] = set()

    def on_solution_callback(self) -> None:
        """Called by CP-SAT, in the solver's thread."""
        if self.stopped is None:
            assignment = self._read(self.response_proto.solution.__getitem__)
            if self._wanted is not None:
                self._seen.add(tuple(assignment.values()))
                if len(self._seen) == self.number:
                    return
                if len(self._seen) == self._wanted:
                    self.stopped = "solutions"
            self.number += 1
            self.found.put(assignment)
            self.room.acquire()
        if self.stopped is not None:
            self.stop_search()


def _is_exhausted(compiled: Compiled, status: cp_model.CpSolverStatus) -> bool:
    """Whether CP-SAT claims to have searched everything; raises if it rejects the model."""
    if status == cp_model.MODEL_INVALID:
        raise BackendError(f"CP-SAT rejects the model: {compiled.model.validate()}")
    return status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)


def _count(request: Request, response: Any) -> None:
    """Leave the solver's counters."""
    request.stats.update(
        branches=response.num_branches,
        conflicts=response.num_conflicts,
        booleans=response.num_booleans,
        restarts=response.num_restarts,
        solver_seconds=response.wall_time,
    )
