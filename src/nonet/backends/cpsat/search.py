"""Running CP-SAT: the clock, the threads, and why a run ended.

OR-Tools' module ``cp_model`` wraps the C++ classes of ``cp_model_helper`` and imports pandas and
NumPy: 0.47 s of CPU in a new process, without the wrapper 0.07.  Models here are written straight
into the proto, so nothing of the wrapper is used.

A run has a thread of its own, so that Ctrl-C, the deadline and closing the iterator stop the run at
once; its solutions wait in a queue for the caller.

CP-SAT's status is believed only if nothing stopped CP-SAT: after a stop the status may be wrong
(or-tools issue 4430), so a run keeps its own reason.

Told to stop, CP-SAT may take a while to hear, in the presolve of a large model some tenths of a
second.  A run out of time does not wait for CP-SAT: the thread is left behind and ends by itself,
at the latest when Python ends, which waits for the thread.
"""

from __future__ import annotations

import atexit
import faulthandler
import os
import threading
from collections.abc import Callable, Mapping
from math import inf
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from ortools.sat.python.cp_model_helper import (
    CpSatHelper,
    CpSolverStatus,
    SolutionCallback,
    SolveWrapper,
)

from nonet.backends.base import Request, Run, StopReason
from nonet.errors import BackendError, BackendOptionError
from nonet.model import Domain
from nonet.threads import Task

if TYPE_CHECKING:
    from nonet.backends.cpsat.compiled_model import CompiledModel

POLL_SECONDS = 0.02
"""Seconds between looks at the clock while waiting, which may be moved; on some systems also
between signals."""

MAX_GAP = 0.5
"""Largest difference of an optimal value and its bound, integers in a float."""

MAX_QUEUED_SOLUTIONS = 1_000
"""Maximum number of solutions that wait in the queue for the caller."""

STOP_SECONDS = 0.05
"""Seconds that a run with a deadline waits for CP-SAT to stop, before the run is left behind."""

EXIT_WAIT_SECONDS = 10.0
"""Seconds that Python waits at its end for a solver that was left behind."""

_running_tasks: WeakSet[Task] = WeakSet()
"""The runs of CP-SAT.  Each task is in the set until its thread has ended, not only until the
answer: after the answer the thread still frees CP-SAT's memory in C++."""


@atexit.register
def _wait_for_tasks() -> None:
    """A thread that came back from C++ when Python is gone would end the process by a signal."""
    for task in list(_running_tasks):
        if task.is_started:
            task.wait(EXIT_WAIT_SECONDS)


def search(
    compiled: CompiledModel, narrowed: Mapping[str, Domain], request: Request, workers: int
) -> Run:
    """The solutions of a structure with the domains of one puzzle.

    ``workers`` are CP-SAT's threads when one solution is asked for, 0 for the model's default.
    With an objective, better and better solutions.  Enumeration uses one worker, since several
    workers report some solutions twice; and the work of several cannot be counted.
    """
    if request.expired():
        return "time"
    compiled.set_domains(narrowed)
    compiled.set_hint(request.hint)
    enumerates = request.solutions != 1 and compiled.objective is None
    if compiled.objective is not None:
        compiled.objective.require_better_than(request.incumbent)
    parameters = compiled.parameters
    parameters.enumerate_all_solutions = enumerates
    several = not enumerates and not request.effort
    parameters.num_workers = (workers or compiled.default_workers) if several else 1
    log = request.log
    parameters.log_search_progress = log is not None or dict(compiled.configured).get(
        "log_search_progress", False
    )
    parameters.log_to_stdout = log is None
    return (yield from _Solve(compiled, request).solutions())


class _Solve:
    """A run of CP-SAT in a thread of its own, and its solutions in a queue."""

    def __init__(self, compiled: CompiledModel, request: Request) -> None:
        self._compiled = compiled
        self._request = request
        remaining, effort = request.remaining(), request.effort
        parameters = compiled.parameters
        parameters.max_time_in_seconds = inf if remaining is None else remaining
        work = dict(compiled.configured).get("max_deterministic_time", inf)
        parameters.max_deterministic_time = work if effort is None else min(work, effort / 1000)
        limit = request.solutions if compiled.objective is None else None
        keeps_latest = limit == 1 or (
            compiled.objective is not None and not request.every_improvement
        )
        self._collector = _SolutionCollector(compiled.read_assignment, limit, keeps_latest)
        self._reports_bounds = compiled.objective is not None and not compiled.needs_confirmation
        self._has_ended = False
        self._task = Task(self._solve)
        self._running: Any = None
        """The run, while it is under way."""
        self._response: Any = None
        """CP-SAT's answer, with its counters; ``None`` before the end of the run."""
        self._error: BaseException | None = None
        self._finished_late = False

    def _solve(self) -> None:
        """Run CP-SAT to its end.  The callbacks are called in threads of CP-SAT's."""
        run: Any = SolveWrapper()
        try:
            run.set_parameters(self._compiled.parameters)
            run.add_solution_callback(self._collector)
            if self._reports_bounds:
                run.add_best_bound_callback(self._record_bound)
            if self._request.log is not None:
                run.add_log_callback(self._log_lines)
            self._running = run
            self._response = run.solve(self._compiled.proto)
            self._finished_late = self._request.expired()
        except BaseException as error:  # the caller's thread raises it
            self._error = error
        finally:
            self._running = None
            run.clear_solution_callback(self._collector)
            self._collector.queue.put(None)

    def _stop_search(self) -> None:
        """Tell CP-SAT to end soon; does nothing before the run has begun."""
        if (run := self._running) is not None:
            run.stop_search()

    def _log_lines(self, text: str) -> None:
        """Called by CP-SAT with a piece of the log; the caller's thread raises errors of its function."""
        try:
            for line in text.splitlines() or [""]:
                assert self._request.log is not None
                self._request.log(line)
        except BaseException as error:
            self._request.log = lambda _: None
            self._error = error
            self._stop_search()

    def _record_bound(self, value: float) -> None:
        """Called by CP-SAT, in a thread of its own."""
        aim = self._compiled.objective
        bound = None if aim is None else aim.objective_bound(value)
        if bound is not None:
            self._request.bound = bound

    def solutions(self) -> Run:
        """Yield solutions when found; at the end, or when closed, the solver has stopped."""
        collector = self._collector
        _running_tasks.add(self._task)
        self._task.start()
        try:
            while (assignment := self._next_solution()) is not None:
                collector.free_slots.release()
                yield assignment
        finally:
            self._stop()
            if (response := self._response) is not None:
                self._request.stats.update(
                    branches=response.num_branches,
                    conflicts=response.num_conflicts,
                    booleans=response.num_booleans,
                    restarts=response.num_restarts,
                    solver_seconds=response.wall_time,
                )
        return self._stop_reason()

    def _next_solution(self) -> dict[str, int] | None:
        """The next solution; ``None`` when there is none to come, or the time is out."""
        request, collector = self._request, self._collector
        while True:
            if (latest := collector.take_latest()) is not None:
                return latest
            if self._has_ended:
                return None
            remaining = request.remaining()
            wait = POLL_SECONDS if remaining is None else min(POLL_SECONDS, remaining)
            try:
                assignment = collector.queue.get(timeout=wait)
                if assignment is not None:
                    return assignment
                self._has_ended = True
            except Empty:
                if request.expired():
                    if (latest := collector.take_latest()) is not None:
                        return latest
                    collector.stop_reason = collector.stop_reason or "time"
                    return None

    def _stop(self) -> None:
        """Stop the solver, if it still runs, and wait until it has; at most ``STOP_SECONDS`` if
        there is a deadline.

        The thread may end late though the answer is there, where other processes have the processor.
        """
        collector = self._collector
        # a thread that has told its end is done, though it may live a moment longer
        if not self._task.is_finished and self._response is None and self._error is None:
            collector.stop_reason = collector.stop_reason or "interrupt"
            collector.free_slots.release()
        until = inf if self._request.deadline is None else monotonic() + STOP_SECONDS
        while not self._task.is_finished and monotonic() < until:
            self._stop_search()  # does nothing in the moment before it starts: again
            self._task.wait(0.005)

    def _stop_reason(self) -> StopReason | None:
        """Return the reason why the run ended; raise the solver's exception, if any."""
        if self._error is not None:
            raise self._error
        if self._collector.stop_reason is not None:
            return self._collector.stop_reason
        exhausted = self._is_exhausted()
        is_limited = self._request.effort is not None or bool(self._compiled.configured)
        if not exhausted and is_limited and not self._finished_late:
            return "effort"
        if self._finished_late or (not exhausted and self._request.deadline is not None):
            return "time"
        if not exhausted:
            raise BackendError(
                f"CP-SAT gave up without a reason: status {self._response.status.name}"
            )
        if (
            self._response.status == CpSolverStatus.INFEASIBLE
            and not self._collector.solution_count
        ):
            blamed = self._response.sufficient_assumptions_for_infeasibility
            self._request.core = self._compiled.core(blamed)
        return None

    def _is_exhausted(self) -> bool:
        """Whether CP-SAT claims to have searched everything; raise ``BackendError`` if CP-SAT
        rejects the model."""
        response = self._response
        status: CpSolverStatus = response.status
        if status == CpSolverStatus.MODEL_INVALID:
            fault = CpSatHelper.validate_model(self._compiled.proto)
            if self._compiled.configured and not fault:
                raise BackendOptionError(
                    f"backend cpsat: CP-SAT rejects its parameters: {response.solution_info}"
                )
            raise BackendError(f"CP-SAT rejects the model: {fault}")
        if self._compiled.configured and self._compiled.objective is not None:
            gap = abs(response.objective_value - response.best_objective_bound)
            if gap > MAX_GAP:  # which the caller allows: "optimal" is no proof
                return status == CpSolverStatus.INFEASIBLE
        return status in (CpSolverStatus.OPTIMAL, CpSolverStatus.INFEASIBLE)


class _SolutionCollector(SolutionCallback):
    """Puts each solution in a queue; waits when the queue holds ``MAX_QUEUED_SOLUTIONS``; stops at
    ``wanted`` solutions.

    With ``keeps_latest`` only the last solution is kept, and nobody is woken: a thread that takes
    each improvement at once lengthens short runs by a fifth to a half on two cores.
    """

    def __init__(
        self,
        read: Callable[[Callable[[int], int]], dict[str, int]],
        limit: int | None,
        keeps_latest: bool = False,
    ) -> None:
        super().__init__()
        self.queue: SimpleQueue[dict[str, int] | None] = SimpleQueue()
        self.free_slots = threading.Semaphore(MAX_QUEUED_SOLUTIONS)
        self.stop_reason: StopReason | None = None
        self.solution_count = 0
        self._read = read
        self._requested_solutions = limit
        self._keeps_latest = keeps_latest
        self._latest: list[int] | None = None
        self._seen: set[tuple[int, ...]] = set()

    def take_latest(self) -> dict[str, int] | None:
        """Return the last solution, if only the last is kept and not yet taken; else ``None``."""
        latest, self._latest = self._latest, None
        return None if latest is None else self._read(latest.__getitem__)

    def OnSolutionCallback(self) -> None:
        """Called by CP-SAT, in the solver's thread; the solution is gone after the call."""
        solution = self.Response().solution  # type: ignore[no-untyped-call]
        if self.stop_reason is None and self._keeps_latest:
            self._latest = list(solution)
            self.solution_count += 1
            if self._requested_solutions is not None:
                self.stop_reason = "solutions"
        elif self.stop_reason is None:
            assignment = self._read(solution.__getitem__)
            if self._requested_solutions is not None:
                self._seen.add(tuple(assignment.values()))
                if len(self._seen) == self.solution_count:
                    return
                if len(self._seen) == self._requested_solutions:
                    self.stop_reason = "solutions"
            self.solution_count += 1
            self.queue.put(assignment)
            self.free_slots.acquire()
        if self.stop_reason is not None:
            self.StopSearch()


def leave_no_dumps() -> None:
    """In a child process: let CP-SAT print and write nothing where its own check ends the process.

    Without this, CP-SAT writes ``wrong_response.pb.txt`` into the folder of temporary files.
    """
    from ortools.init.python import init

    flags = init.CppFlags()
    flags.cp_model_dump_prefix = f"{os.devnull}/"
    init.CppBridge.set_flags(flags)
    faulthandler.disable()
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 2)
    os.close(silent)
