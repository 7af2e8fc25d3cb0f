"""Running CP-SAT: the clock, the threads, and why a run ended.

A model asked for one solution, or for two to prove one unique, may first be looked at in the
caller's thread for a few hundredths of a second: most puzzles take less than starting a thread
would add.  All other runs have a thread of their own, so that Ctrl-C, the deadline and closing the
iterator stop the run at once; its solutions wait in a queue for the caller.

CP-SAT's status is believed only if nothing stopped CP-SAT: after a stop the status may be wrong
(or-tools issue 4430), so a run keeps its own reason.

Told to stop, CP-SAT may take a while to hear, in the presolve of a large model some tenths of a
second.  A run out of time does not wait for CP-SAT: the thread is left behind and ends by itself,
at the latest when Python ends, which waits for the thread.

CP-SAT minimises; an objective is divided by a common divisor of its coefficients
(``ScaledObjective``).  CP-SAT reports its bound as a float, which is only used where floats are exact.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, gcd, inf
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Protocol
from weakref import WeakSet

from nonet.backends.base import Request, Run, StopReason
from nonet.backends.cpsat.binding import (
    CpModel,
    CpSolver,
    CpSolverStatus,
    SatParameters,
    SolutionCallback,
)
from nonet.backends.cpsat.integer_encoding import IntegerEncoding
from nonet.backends.cpsat.weighted_sums import LinearTerms, sum_comparison
from nonet.errors import BackendError, Unsupported
from nonet.model import Domain, Objective
from nonet.threads import Task

MAX_EXACT_BOUND = 1 << 50
"""Largest magnitude of a bound that is taken from a float."""


class ScaledObjective:
    """The objective of a CP-SAT model: ``sign * common * inner + constant``.

    Raises ``Unsupported`` where its sum does not fit CP-SAT's 64 bits.
    """

    def __init__(
        self, encoding: IntegerEncoding, objective: Objective, equal_sum: LinearTerms | None = None
    ) -> None:
        self.objective = objective
        linear = equal_sum or encoding.linear_terms(objective.scope, (1,) * len(objective.scope))
        factors = objective.coefficients
        if equal_sum is not None:  # what the one variable of the objective equals
            (factor,) = factors
            factors = tuple(factor * coefficient for coefficient in equal_sum.coefficients)
            self._constant = objective.constant + factor * equal_sum.constant
        else:
            self._constant = objective.constant
        self._common = gcd(*factors) or 1  # a sum without variables, of literals that are true
        self._scale = objective.sign * self._common
        coefficients = [factor // self._scale for factor in factors]
        comparison = sum_comparison(linear.terms, linear.ranges, coefficients, "<=", 0)
        if not comparison.fits_in_64_bits:
            raise Unsupported(
                f"backend cpsat: the sum of the objective, {objective.text}, does not fit "
                "CP-SAT's 64 bits: use another backend, such as native"
            )
        encoding.largest_magnitude = max(encoding.largest_magnitude, comparison.magnitude)
        self._proto = encoding.model.proto.objective
        self._proto.vars.extend(comparison.terms)
        self._proto.coeffs.extend(comparison.coefficients)
        self._size = comparison.magnitude

    def require_better_than(self, incumbent: int | None) -> None:
        """Demand solutions better than ``incumbent``; admit all solutions for ``None``."""
        self._proto.domain.clear()
        if incumbent is not None:
            limit = (self.objective.sign * (incumbent - self._constant) - 1) // (self._common)
            least = -self._size - 1
            self._proto.domain.extend([least, max(least, min(limit, self._size))])

    def objective_bound(self, scaled_bound: float) -> int | None:
        """Return the value that no solution can surpass, from CP-SAT's own bound; ``None`` if the
        bound is not exact."""
        if not abs(scaled_bound) < MAX_EXACT_BOUND:
            return None
        return self._scale * ceil(scaled_bound - 1e-6) + self._constant


QUICK_SOLVE_WORK = 0.02
"""Maximum cost of a solve in the caller's thread, in CP-SAT's deterministic time: some 30 ms on an
idle core, and the same work on a busy machine, where a clock would end the solve too soon."""

QUICK_SOLVE_SECONDS = 0.2
"""Maximum seconds of such a solve by the clock, during which Ctrl-C is ignored."""

POLL_SECONDS = 0.02
"""Seconds between looks at the clock while waiting, which may be moved; on some systems also
between signals."""

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


ReadValue = Callable[[int], int]
"""The value of CP-SAT's variable of an index, in a solution."""


class CompiledModel(Protocol):
    """A structure as a CP-SAT model, and the way back from its solutions."""

    parameters: SatParameters
    default_workers: int
    """CP-SAT's threads where no number is asked for; 0 for its own choice."""

    needs_confirmation: bool
    """Whether CP-SAT's "infeasible" and "optimal" do not stand alone."""

    @property
    def objective(self) -> ScaledObjective | None:
        """The objective, or ``None``."""

    @property
    def model(self) -> CpModel:
        """The model that CP-SAT is given."""

    def quick_models(
        self, narrowed: Mapping[str, Domain], requested_solutions: int
    ) -> Sequence[CompiledModel]:
        """Return the (model, seconds of work) pairs to try first, in the caller's thread.

        ``requested_solutions`` is 1 or 2.
        """

    def set_domains(self, narrowed: Mapping[str, Domain]) -> None:
        """Set the domains of one puzzle, in place of the domains before."""

    def hint_values(self, hint: Mapping[str, int]) -> Mapping[int, int]:
        """Return the value to try first of each variable of CP-SAT's that a hint speaks of."""

    def read_assignment(self, value: ReadValue) -> dict[str, int]:
        """The assignment of a solution."""

    def core(self, literals: Iterable[int]) -> tuple[str, ...] | None:
        """The variables whose narrowed domains clash, from the assumptions CP-SAT blames."""


def search(
    compiled: CompiledModel, narrowed: Mapping[str, Domain], request: Request, workers: int
) -> Run:
    """The solutions of a structure with the domains of one puzzle.

    ``workers`` are CP-SAT's threads when one solution is asked for, 0 for the model's default.
    With an objective, better and better solutions.
    """
    if compiled.objective is not None:
        return (yield from _optimise(compiled, compiled.objective, narrowed, request, workers))
    enumerates = request.solutions != 1
    if request.solutions in (1, 2):
        for glanced in compiled.quick_models(narrowed, request.solutions):
            _configure(glanced, enumerates, workers)
            glanced.set_domains(narrowed)
            _set_hint(glanced, request.hint)
            answer = _quick_solve(glanced, request)
            # that there is none is only taken from who knows which clues clash
            if answer is not None and (answer.solutions or glanced is compiled):
                yield from answer.solutions
                return answer.stop_reason
    if request.expired():
        return "time"
    _configure(compiled, enumerates, 1 if request.effort else workers)  # several cannot be counted
    compiled.set_domains(narrowed)
    _set_hint(compiled, request.hint)
    return (yield from _BackgroundSolve(compiled, request).solutions())


def _optimise(
    compiled: CompiledModel,
    aim: ScaledObjective,
    narrowed: Mapping[str, Domain],
    request: Request,
    workers: int,
) -> Run:
    """Better and better solutions.

    No quick solve comes first: measured on five problems a quick solve saves 15 ms where it
    succeeds, and costs 20 where it does not, a tenth of all.
    """
    compiled.set_domains(narrowed)
    _set_hint(compiled, request.hint)
    aim.require_better_than(request.incumbent)
    if request.expired():
        return "time"
    _configure(compiled, False, workers)
    return (yield from _BackgroundSolve(compiled, request).solutions())


def default_parameters() -> SatParameters:
    """CP-SAT's default settings, but that Ctrl-C stays with Python."""
    parameters = SatParameters()
    parameters.catch_sigint_signal = False  # else it is swallowed, or ends Python
    return parameters


def _configure(compiled: CompiledModel, enumerates: bool, workers: int) -> None:
    """Set the parameters of a run; enumeration uses one worker, since several workers report some
    solutions twice."""
    compiled.parameters.enumerate_all_solutions = enumerates
    compiled.parameters.num_workers = 1 if enumerates else workers or compiled.default_workers


def _set_hint(compiled: CompiledModel, hint: Mapping[str, int] | None) -> None:
    """Give CP-SAT values to try first, in place of the values of an earlier run."""
    current = compiled.model.proto.solution_hint
    if len(current.vars):
        current.vars.clear()
        current.values.clear()
    if hint:
        values = compiled.hint_values(hint)
        current.vars.extend(values.keys())
        current.values.extend(values.values())


@dataclass(frozen=True, slots=True)
class _QuickResult:
    """The result of a quick solve: all requested solutions, or all that exist."""

    solutions: list[dict[str, int]]
    stop_reason: StopReason | None


def _quick_solve(compiled: CompiledModel, request: Request) -> _QuickResult | None:
    """The answer, if there is one within ``QUICK_SOLVE_WORK`` and a ``QUICK_SOLVE_SECONDS``;
    ``None`` if undecided."""
    remaining = request.remaining()
    limit = QUICK_SOLVE_SECONDS if remaining is None else min(QUICK_SOLVE_SECONDS, remaining)
    compiled.parameters.max_time_in_seconds = limit
    compiled.parameters.max_deterministic_time = QUICK_SOLVE_WORK
    solver = CpSolver(compiled.parameters)
    solutions: list[dict[str, int]] = []
    if request.solutions == 1:
        status = solver.solve(compiled.model)
        if status in (CpSolverStatus.OPTIMAL, CpSolverStatus.FEASIBLE):
            solutions.append(compiled.read_assignment(solver.response.solution.__getitem__))
    else:
        collector = _SolutionCollector(compiled.read_assignment, request.solutions)
        status = solver.solve(compiled.model, collector)
        solutions += [collector.queue.get() for _ in range(collector.solution_count)]  # type: ignore[misc]
    response = solver.response
    if len(solutions) == request.solutions:
        _record_counters(request, response)
        return _QuickResult(solutions, "solutions")
    was_stopped = response.wall_time >= limit or response.deterministic_time >= QUICK_SOLVE_WORK
    if not was_stopped and _is_exhausted(compiled, status):
        _record_counters(request, response)
        if not solutions:
            request.core = compiled.core(response.sufficient_assumptions_for_infeasibility)
        return _QuickResult(solutions, None)
    _record_counters(request, response)  # it stands if the time is out
    return None


class _BackgroundSolve:
    """CP-SAT in a thread of its own, and its solutions in a queue."""

    def __init__(self, compiled: CompiledModel, request: Request) -> None:
        self._compiled = compiled
        self._request = request
        remaining = request.remaining()
        compiled.parameters.max_time_in_seconds = inf if remaining is None else remaining
        effort = request.effort
        compiled.parameters.max_deterministic_time = inf if effort is None else effort / 1000
        self._solver = CpSolver(compiled.parameters)
        limit = request.solutions if compiled.objective is None else None
        keeps_latest = limit == 1 or (
            compiled.objective is not None and not request.every_improvement
        )
        self._collector = _SolutionCollector(compiled.read_assignment, limit, keeps_latest)
        self._reports_bounds = compiled.objective is not None and not compiled.needs_confirmation
        self._has_ended = False
        self._task = Task(self._solve)
        self._status: CpSolverStatus | None = None
        self._error: BaseException | None = None
        self._finished_late = False

    def _solve(self) -> None:
        try:
            self._status = self._solver.solve(
                self._compiled.model,
                self._collector,
                None if not self._reports_bounds else self._record_bound,
            )
            self._finished_late = self._request.expired()
        except BaseException as error:  # the caller's thread raises it
            self._error = error
        finally:
            self._collector.queue.put(None)

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
            if self._status is not None:
                _record_counters(self._request, self._solver.response)
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
        if not self._task.is_finished and self._status is None and self._error is None:
            collector.stop_reason = collector.stop_reason or "interrupt"
            collector.free_slots.release()
        until = inf if self._request.deadline is None else monotonic() + STOP_SECONDS
        while not self._task.is_finished and monotonic() < until:
            self._solver.stop_search()  # does nothing in the moment before it starts: again
            self._task.wait(0.005)

    def _stop_reason(self) -> StopReason | None:
        """Return the reason why the run ended; raise the solver's exception, if any."""
        if self._error is not None:
            raise self._error
        if self._collector.stop_reason is not None:
            return self._collector.stop_reason
        assert self._status is not None
        exhausted = _is_exhausted(self._compiled, self._status)
        if not exhausted and self._request.effort is not None and not self._finished_late:
            return "effort"
        if self._finished_late or (not exhausted and self._request.deadline is not None):
            return "time"
        if not exhausted:
            raise BackendError(f"CP-SAT gave up without a reason: status {self._status.name}")
        if self._status == CpSolverStatus.INFEASIBLE and not self._collector.solution_count:
            literals = self._solver.response.sufficient_assumptions_for_infeasibility
            self._request.core = self._compiled.core(literals)
        return None


class _SolutionCollector(SolutionCallback):
    """Puts each solution in a queue; waits when the queue holds ``MAX_QUEUED_SOLUTIONS``; stops at
    ``wanted`` solutions.

    With ``keeps_latest`` only the last solution is kept, and nobody is woken: a thread that takes
    each improvement at once lengthens short runs by a fifth to a half on two cores.
    """

    def __init__(
        self,
        read: Callable[[ReadValue], dict[str, int]],
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

    def on_solution(self, solution: Sequence[int]) -> None:
        """Called by CP-SAT, in the solver's thread."""
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
            self.stop_search()


def _is_exhausted(compiled: CompiledModel, status: CpSolverStatus) -> bool:
    """Whether CP-SAT claims to have searched everything; raise ``BackendError`` if CP-SAT rejects
    the model."""
    if status == CpSolverStatus.MODEL_INVALID:
        raise BackendError(f"CP-SAT rejects the model: {compiled.model.validate()}")
    return status in (CpSolverStatus.OPTIMAL, CpSolverStatus.INFEASIBLE)


def _record_counters(request: Request, response: Any) -> None:
    """Leave the solver's counters."""
    request.stats.update(
        branches=response.num_branches,
        conflicts=response.num_conflicts,
        booleans=response.num_booleans,
        restarts=response.num_restarts,
        solver_seconds=response.wall_time,
    )
