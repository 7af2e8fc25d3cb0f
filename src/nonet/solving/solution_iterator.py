"""Running a backend: the one place where answers are limited, told apart and checked.

Every assignment of a backend is checked with ``Constraint.holds`` (through
``Model.accepts``) and compared with all earlier assignments, in the variables of the model's
projection; limits are enforced here.  With an objective, improving solutions are followed to the
optimum, and then all solutions with the optimal value are searched.  A backend is not trusted:
a backend that raises is named, a backend that hangs or repeats itself is stopped, and a core (clues
that clash) is tried alone by the backend that named it.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, NoReturn, Self

from nonet.backends.base import Backend, Log, Request, Run, StopReason, add_statistics
from nonet.backends.optimisation import run_backend
from nonet.backends.registry import configured_backend
from nonet.deadline import NO_DEADLINE, Deadline, DeadlineExceeded
from nonet.errors import BackendError, ModelError, NonetError, WrongAnswer, did_you_mean
from nonet.model import AnyOf, Constraint, Linear, Model, Objective
from nonet.model.integers import is_integer, short_repr
from nonet.model.symbols import value_number
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import Claims, UnreadPart, may_change
from nonet.solving.outcome import Improvement, Optimum, Outcome, Solution, required
from nonet.solving.problem_input import ProblemInput, Question, checked_limits, model_and_puzzle

if TYPE_CHECKING:
    from nonet.backends.events import Tracer


CLOSING_SECONDS = 0.05
"""Seconds that a backend has to tidy up in a run with a time limit, whenever it ends."""

MOST_REMEMBERED_BYTES = 2 << 30
"""Bytes of remembered solutions at which a run without a memory limit ends: 2.4 million of a 9x9.
Only counting by arrays needs no memory of its solutions."""

REMEMBERED_BYTES = 200
"""Bytes of a remembered solution beside 8 for each variable: a tuple, and its place in a table."""

MOST_REPEATS = 10_000
"""Number of known solutions that a backend may yield in a row: a search with auxiliary variables
may repeat a solution, but an endless repetition must be stopped."""


class Closable:
    """Base class of what a ``with`` block closes at its end: runs, pools, files of answers."""

    def close(self) -> None:
        """Stop and release all resources; a second call does nothing."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class RecordingTracer:
    """A tracer, or a log, that remembers its exception, for which no backend is to blame."""

    def __init__(self, tracer: Callable[[Any], object]) -> None:
        self._tracer = tracer
        self.raised: BaseException | None = None

    def __call__(self, event: Any) -> None:
        try:
            self._tracer(event)
        except BaseException as error:
            self.raised = error
            raise


FEW_REPETITIONS = 50
"""Repetitions in a row, beyond the number of solutions seen, after which these are excluded: a new
search with a constraint for each takes no longer than the repetitions took."""


def _other_than(names: tuple[str, ...], values: tuple[int, ...]) -> Constraint:
    """Return "some variable has another value"."""
    differences = [Linear((x,), (1,), "!=", v) for x, v in zip(names, values, strict=True)]
    return differences[0] if len(names) == 1 else AnyOf(tuple((each,) for each in differences))


CORE_SECONDS = 1.0
"""Seconds that a backend gets to confirm its own core."""


Hint = Mapping[str, Any]
"""A solution, or values (integers or names of values) by the names of variables."""


def checked_hint(hint: Hint, model: Model) -> dict[str, int]:
    """Return a hint as integers by name.

    Of a solution only what fits is taken, as it may be of an earlier model: variables that the
    model has, with a value of their domain.  Raise ``ModelError`` for an entry of any other
    mapping that does not fit.

    >>> import nonet
    >>> build = nonet.ModelBuilder()
    >>> light, dial = build.variable("light", ["red", "green"]), build.variable("dial", range(10))
    >>> checked_hint({"light": "green", "dial": 3}, build.model())
    {'light': 1, 'dial': 3}
    >>> checked_hint({"dail": 3}, build.model())
    Traceback (most recent call last):
    nonet.errors.ModelError: a hint: there is no variable 'dail'; did you mean dial?
    """
    domains = model.structure.domains
    if isinstance(hint, Solution):
        return {name: v for name, v in hint.items() if name in domains and v in domains[name]}
    if not isinstance(hint, Mapping):
        raise ModelError(
            f"a hint is a solution, or values by name such as {{'x': 3}}, not {short_repr(hint)}"
        )
    values: dict[str, int] = {}
    for name, value in hint.items():
        if not isinstance(name, str):
            raise ModelError(f"a hint has names of variables, not {short_repr(name)}")
        if name not in domains:
            similar = did_you_mean(name, domains)
            raise ModelError(f"a hint: there is no variable {short_repr(name)}{similar}")
        number = value_number(value, [model.structure.symbols.get(name)], f"a hint for {name}")
        if not is_integer(number) or int(number) not in domains[name]:  # type: ignore[call-overload]
            raise ModelError(
                f"a hint: {name} cannot be {short_repr(value)}; its domain is {domains[name]}"
            )
        values[name] = int(number)  # type: ignore[call-overload]
    return values


class Solutions(Closable, Iterator[Solution]):
    """The iterator of :func:`iter_solutions` over distinct, checked solutions.

    ``close`` stops the backend, and so does the end of a ``with`` block.  With an objective the
    first solution comes when the optimum is proven, or when the time is out: ``optimum`` says which.
    """

    def __init__(
        self,
        problem: ProblemInput | Question,
        backend: Backend,
        deadline: Deadline,
        request: Request,
        improved: Callable[[Improvement], object] | None,
        started: float,
    ) -> None:
        self.requested_backend, self.deadline, self.request = backend, deadline, request
        self._improved, self._started = improved, started
        self._listeners = request.tracer, request.log
        self._limit = self._backend_limit = limit = request.solutions
        """Solutions to yield, and to ask the backend for: all, if some may be repetitions."""
        self._turn = threading.RLock()
        self._is_searching = False
        self._seen: dict[tuple[int, ...], None] = {}
        self._excluded = 0
        """The number of seen solutions that the model excludes."""
        self._most_remembered = limit or sys.maxsize
        self._puzzle: Puzzle | None = None
        self._unread: tuple[UnreadPart, ...] = ()
        self.stopped_by: StopReason | None = None
        self.exhausted = False
        self._ended: float | None = None
        self._run: Run | None = None
        self._objective: Objective | None = None
        self._hinted_solution: Solution | None = None
        self.best: Solution | None = None
        """With an objective, the best solution so far."""
        self._value: int | None = None
        self._bound: int | None = None
        self._is_proven = False
        self._was_repeated = False
        self._spent: dict[str, int | float] = {}
        """The statistics of the searches before the last."""
        try:
            self.deadline.call(self._begin, problem)
        except DeadlineExceeded:
            if not self.deadline.expired:
                raise  # another question, which asked this one, is over
            self._end(self.deadline.stopped_by or "time")

    def _begin(self, problem: ProblemInput | Question) -> None:
        """Make the model and start the backend on the lowered model."""
        is_traced = self.request.tracer is not None
        self.model, self._puzzle = model_and_puzzle(problem, keep_places=is_traced)
        self._searched = self.model
        structure = self.model.structure
        self._unread = self._puzzle.unread if self._puzzle is not None else ()
        self._names = structure.variables
        if not self.deadline.limits_memory:
            most = MOST_REMEMBERED_BYTES // (REMEMBERED_BYTES + 8 * len(self._names))
            self._most_remembered = min(self._most_remembered, most)
        if structure.projection is not None and self._limit != 1:
            self._backend_limit = self.request.solutions = None
        self._objective = structure.objective
        if self._objective is not None and not self.model.has_empty_domain:
            self._bound = self._objective.best_and_worst(self.model.domains)[0]
        if self.request.hint is not None:
            self._take_hint(self.request.hint)
        try:
            self._run = self._start_run(self.model, self.request)
        except Exception as error:
            self._raise_backend_error(error)
            raise

    def _take_hint(self, hint: Hint) -> None:
        """Hand a hint to the backend; with an objective a complete solution is the first found."""
        values = self.request.hint = checked_hint(hint, self.model)
        if self._objective is not None and self.model.accepts(values):
            assignment = {name: values[name] for name in self._names}
            self._hinted_solution = self._solution(assignment)
            self.request.incumbent = self._objective.value(assignment)

    def _solution(self, values: Mapping[str, int]) -> Solution:
        model = self.model
        return Solution(values, self._puzzle, model.structure.symbols, model.owner)

    def _start_run(self, model: Model, request: Request) -> Run:
        """Start the backend, in a child process if foreign code might not look at the limits."""
        if self.deadline is NO_DEADLINE or (
            self.requested_backend.capabilities.checks_deadline
            and all(
                each.__module__.startswith("nonet.") for each in set(map(type, model.constraints))
            )
        ):
            return run_backend(model, self.requested_backend, request)
        from nonet.backends.isolated_run import run_in_child  # 10 ms, of multiprocessing

        return run_in_child(model, self.requested_backend, request)

    def _raise_backend_error(self, error: Exception) -> None:
        called = (each for each in self._listeners if isinstance(each, RecordingTracer))
        if not isinstance(error, NonetError) and all(each.raised is not error for each in called):
            raise BackendError.of_failure(self.backend, error) from error

    @property
    def backend(self) -> str:
        """The name of the answering backend: the chosen backend, if ``auto`` was asked."""
        return self.request.answered_by or self.requested_backend.name

    @property
    def is_unsatisfiable(self) -> bool:
        """Whether the search has ended, and there was no solution."""
        return self.exhausted and not self._seen and self.best is None

    @property
    def seconds(self) -> float:
        """Wall time from the call to the end, or until now."""
        return (self._ended or time.monotonic()) - self._started

    if not TYPE_CHECKING:

        def __getitem__(self, place: object) -> NoReturn:
            raise TypeError("solutions come one by one: nonet.solve(build, limit=None).solutions")

        def __dir__(self) -> list[str]:
            raising = {"optimum"} if self._objective is None else set()
            return [name for name in super().__dir__() if name not in raising]

    def __next__(self) -> Solution:
        if (solution := self.next_solution()) is None:
            raise StopIteration
        return solution

    def next_solution(self) -> Solution | None:
        """Return the next solution; ``None`` after the last."""
        if self._objective is None:
            return self._call_before_deadline(self._next)
        solution = self._call_before_deadline(self._next_best)
        return self._best_if_not_returned() if solution is None else solution

    def next_better(self) -> Improvement | None:
        """Return the next improvement, with an objective; ``None`` after the last."""
        improvement = None if self._is_proven else self._call_before_deadline(self._next_better)
        return None if improvement is None else self._improvement(improvement)

    def _call_before_deadline(self, ask: Callable[[], Solution | None]) -> Solution | None:
        """Return the result of ``ask``; ``None`` if the run has ended, or the time is out.

        Threads that share the iterator take turns: a backend's generator runs in one at a time, and
        a thread that found it busy would end the run of the other.
        """
        with self._turn:
            if self._run is None:
                return None
            self._refuse_inside()
            self._is_searching = True
            try:
                return ask() if self.deadline is NO_DEADLINE else self.deadline.call(ask)
            except DeadlineExceeded:
                if not self.deadline.expired:
                    self._end("interrupt")
                    raise
                self._end(self.deadline.stopped_by or "time")
            except BaseException:
                self._end("interrupt")
                raise
            finally:
                self._is_searching = False
            return None

    def _refuse_inside(self) -> None:
        """Raise ``BackendError`` if the run is asked from inside, as by its own tracer."""
        if self._is_searching:
            raise BackendError(
                "a tracer or a constraint asks for the next solution, or for the end, of the run "
                "that has called it: do so when the call has returned"
            )

    def _next_assignment(self) -> tuple[tuple[int, ...], Mapping[str, int]] | None:
        """Return (values in the order of variables, assignment) of the next checked assignment; ``None``
        after the last."""
        assert self._run is not None
        try:
            values: Mapping[str, int] = next(self._run)
            if tuple(values) == self._names:
                key = tuple(values.values())
            else:  # another order, or variables of its own too
                key = self.model.structure.values_of(values)
                values = dict(zip(self._names, key, strict=True))
        except StopIteration as stop:
            self._end(stop.value)
            return None
        except Exception as error:
            self._raise_backend_error(error)
            raise
        if not self._searched.accepts(values, key):
            broken = "; ".join(self._searched.violations(values)[:3])
            raise WrongAnswer(f"backend {self.backend} returned a wrong answer: {broken}")
        return key, values

    def _next(self) -> Solution | None:
        """Return the next new, checked solution; ``None`` after the last."""
        structure, repetitions = self.model.structure, 0
        while (taken := self._next_assignment()) is not None:
            key, values = taken
            if structure.projection is not None:
                key = structure.projected_values_of(values)
            count = len(self._seen)
            self._seen.setdefault(key)  # to look first would hash the values twice
            if len(self._seen) > count:
                if count + 1 >= self._most_remembered:
                    is_limit = self._limit is not None and count + 1 >= self._limit
                    self._end("solutions" if is_limit else "memory")
                return self._solution(values)
            self._was_repeated = True
            repetitions += 1
            if structure.projection is None:
                if repetitions == MOST_REPEATS:
                    raise self._repetition_error()
            elif repetitions == FEW_REPETITIONS + count:
                self._search_again(self._without_seen(structure.projection))
        return None

    def _without_seen(self, projection: tuple[str, ...]) -> Model:
        """Return the model without the solutions seen, in the variables that tell solutions apart."""
        new = islice(self._seen, self._excluded, None)
        self._excluded = len(self._seen)
        return self._searched.add(*(_other_than(projection, key) for key in new))

    def _repetition_error(self) -> BackendError:
        return BackendError(
            f"backend {self.backend} repeats itself: {MOST_REPEATS} times in a row it gave a "
            "solution it had given before, or no better one, and it does not end; use another "
            "backend"
        )

    # -- with an objective ---------------------------------------------------------------

    def _next_best(self) -> Solution | None:
        """Return the optimal solutions one by one; if unproven, only the best solution so far."""
        if self._is_proven:
            solution = self._next()
            if solution is None and self.exhausted and not self._was_repeated:
                raise WrongAnswer(
                    f"backend {self.backend} does not find its own best solution again, of "
                    f"{self.optimum}, among all that are as good"
                )
            return solution
        while (better := self._next_better()) is not None:
            if self._improved is not None:
                self._improved(self._improvement(better))
        if self._is_proven and self._limit != 1:  # all that are as good come next
            assert self._objective is not None and self._value is not None
            alike = self._objective.optimality_constraints(self._value)
            self._search_again(self.model.with_objective(None).add(*alike))
        return self._best_if_not_returned()

    def _next_better(self) -> Solution | None:
        """Return the next solution that improves on all before; ``None`` after the last."""
        objective = self._objective
        assert objective is not None
        hinted, self._hinted_solution = self._hinted_solution, None
        if hinted is not None:
            self._value, self.best = objective.value(hinted), hinted
            return hinted
        for _ in range(MOST_REPEATS):
            taken = self._next_assignment()
            if taken is None:
                self._is_proven = self.exhausted and self.best is not None
                if self._is_proven:
                    self._end("solutions")
                return None
            _, values = taken
            value = objective.value(values)
            if objective.is_better(value, self._value):
                self._value, self.best = value, self._solution(values)
                return self.best
        raise self._repetition_error()

    def _best_if_not_returned(self) -> Solution | None:
        """Return the best solution, unless it was returned before."""
        if self.best is None or self._seen:
            return None
        self._seen[self.model.structure.projected_values_of(self.best)] = None
        return self.best

    def _search_again(self, model: Model) -> None:
        """Go on with another model, which has the solutions that are still to come."""
        run, self._run = self._run, None
        if run is not None:
            self._close_run(run)
        add_statistics(self._spent, self.request.stats)
        tracer, log = self._listeners
        self.request = Request(self._backend_limit, self.deadline.ends_at, tracer, log=log)
        self._searched = model
        self.stopped_by, self.exhausted, self._ended = None, False, None
        self._run = self._start_run(model, self.request)

    def _improvement(self, solution: Solution) -> Improvement:
        return Improvement(solution, self.optimum, self.seconds)

    @property
    def optimum(self) -> Optimum:
        """How good the best solution so far is, and how good one could be; needs an objective."""
        return required(self.optimum_or_none)

    @property
    def optimum_or_none(self) -> Optimum | None:
        """The optimum so far; None for a model without an objective."""
        objective, value = self._objective, self._value
        if objective is None:
            return None
        bound = objective.tighter_bound(self._bound, self.request.bound)
        bound = value if self._is_proven else bound
        if value is not None and bound is not None and objective.is_better(value, bound):
            raise WrongAnswer(
                f"backend {self.backend} says that no solution is better than {bound}, and gave "
                f"one of {value}"
            )
        return Optimum(objective, value, bound)

    # -- the end ------------------------------------------------------------------------

    def _end(self, reason: StopReason | None) -> None:
        if reason is None and self._unread and may_change(self._unread) & Claims.NO_OTHERS:
            reason = "unread"
        self.stopped_by = reason
        self.exhausted = reason is None
        run, self._run = self._run, None
        if run is not None and getattr(run, "gi_frame", run) is not None:  # it has not ended
            self._close_run(run)
        core = self.request.core
        if core is not None and not (self.is_unsatisfiable and self._clash(core)):
            self.request.core = None  # no core is taken on trust
        self._ended = time.monotonic()

    def _clash(self, core: tuple[str, ...]) -> bool:
        """Whether the backend refutes the narrowed domains of ``core`` alone, in time."""
        narrowed = self.model.narrowed
        alone = Model.from_structure(
            self.model.structure, {name: narrowed[name] for name in core if name in narrowed}
        )
        deadline = Deadline.at(min(time.monotonic() + CORE_SECONDS, self.deadline.until))
        run: Run | None = None
        try:
            run = deadline.call(self._start_run, alone, Request(1, deadline.until))
            deadline.call(next, run)
        except StopIteration as stop:
            return stop.value is None
        except DeadlineExceeded:
            return False
        self._close_run(run)
        return False

    def _close_run(self, run: Run) -> None:
        """Let the backend tidy up, if not for ever."""
        limit = NO_DEADLINE if self.deadline is NO_DEADLINE else Deadline(CLOSING_SECONDS)
        try:  # noqa: SIM105 - suppress takes a microsecond of each question
            limit.call(run.close)
        except DeadlineExceeded:
            pass  # there is an answer already, whatever it still does

    def close(self) -> None:
        """Stop the backend now; the unsearched part stays unknown.

        Waits for another thread that is searching for a solution.
        """
        with self._turn:
            if self._run is not None:
                self._refuse_inside()
                self._end("interrupt")

    def outcome(self, solutions: tuple[Solution, ...] = ()) -> Outcome:
        """The answer so far, with the solutions the caller has taken."""
        stats = dict(self._spent)
        add_statistics(stats, self.request.stats)
        return Outcome(
            solutions,
            self.exhausted,
            self.stopped_by,
            self.backend,
            self.seconds,
            stats,
            self.request.core,
            None if self._objective is None else self.optimum_or_none,
        ).for_puzzle(self._unread)


def iter_solutions(
    problem: ProblemInput | Question,
    backend: str | Backend | None = None,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    tracer: Tracer | None = None,
    improved: Callable[[Improvement], object] | None = None,
    hint: Hint | None = None,
    options: Mapping[str, Any] | None = None,
    log: Log | None = None,
) -> Solutions:
    """Yield the distinct solutions during the search; with an objective, the optimal solutions.

    After its end the iterator says whether all solutions were yielded (``exhausted``) or which
    limit ended the search (``stopped_by``); ``tracer`` is called with each event of the run,
    ``improved`` with each better solution on the way to the best.  ``hint`` has values to try
    first: an earlier solution, or values by the names of variables.

    >>> import nonet
    >>> x = nonet.Model({"x": [1, 2, 3]}, [nonet.model.Linear(("x",), (1,), "!=", 2)])
    >>> [solution["x"] for solution in iter_solutions(x)]
    [1, 3]
    """
    checked_limits(limit, time_limit)
    started = time.monotonic()
    chosen = configured_backend(backend, options, log)
    deadline = Deadline.of_limits(time_limit, memory_limit)
    recorder = None if tracer is None else RecordingTracer(tracer)
    recorded_log = None if log is None else RecordingTracer(log)
    request = Request(limit, deadline.ends_at, recorder, hint=hint, log=recorded_log)
    request.every_improvement = improved is not None or tracer is not None
    return Solutions(problem, chosen, deadline, request, improved, started)
