"""The questions: solve, count and candidates (and verify, in ``agreement``).

Each function takes a puzzle, a model (or its builder), the text of a puzzle or the name
of a file with a puzzle; a backend by name
(``"cpsat"``, ``"native:order=lexicographic"``) or as an object, by default
``"auto"``, which chooses a backend and names the choice in the answer; and limits: a
number of solutions, a time in seconds, the memory of the process in units of 2**20 bytes
(Linux; checked every 0.02 s).  ``options`` are a backend's own options and its solver's
parameters, as the solver's authors name them (``{"num_workers": 4, "random_seed": 7}``), and
``log`` is called with each line of the solver's log, perhaps in a thread of the solver's; where no
backend is named, both are of ``cpsat``.  For a model with an objective, "solution" means an optimal
solution: ``solve`` returns the first, and ``count`` counts all of them.
The functions raise ``LimitError`` for an invalid limit, ``BackendOptionError`` for an option that the
backend does not have, ``BackendError`` if the backend cannot be
used, and ``WrongAnswer`` if a backend's assignment breaks a constraint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

from nonet.backends.base import Backend, Log
from nonet.backends.registry import configured_backend
from nonet.deadline import Deadline, Interrupted
from nonet.errors import ModelError
from nonet.model import Domain, Model, Objective
from nonet.model.misuse_errors import keyword_explained
from nonet.solving.outcome import (
    STOP_TEXTS,
    Candidates,
    Improvement,
    Optimum,
    Outcome,
    Solution,
    SolutionCount,
    Status,
)
from nonet.solving.problem_input import ProblemInput, decided_by_reading, model_in_time
from nonet.solving.solution_iterator import Closable, Hint, Solutions, iter_solutions

if TYPE_CHECKING:
    from nonet.backends.events import Tracer


@decided_by_reading()
@keyword_explained(
    'nonet.solve(build, time_limit=3, limit=1, options={"num_workers": 2}, log=print)'
)
def solve(
    problem: ProblemInput,
    backend: str | Backend | None = None,
    *,
    limit: int | None = 1,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    tracer: Tracer | None = None,
    improved: Callable[[Improvement], object] | None = None,
    hint: Hint | None = None,
    options: Mapping[str, Any] | None = None,
    log: Log | None = None,
) -> Outcome:
    """Return the first solution, or the first ``limit`` solutions, or all (``limit=None``).

    With an objective, return the best solution (or ``limit`` equally good solutions):
    ``outcome.optimum`` has its value, and whether the value is proven optimal.  ``improved`` is
    called with each ``Improvement`` on the way; :func:`improving` iterates over improvements.
    ``hint`` has values to try first: an earlier solution, or values by the names of variables.
    ``options`` are parameters of the solver, ``log`` is called with each line of its log.

    >>> outcome = solve(".......21.3..4..")
    >>> outcome.status.value, outcome.solution.line
    ('sat', '2143431212343421')
    """
    run = iter_solutions(
        problem,
        backend,
        limit=limit,
        time_limit=time_limit,
        memory_limit=memory_limit,
        tracer=tracer,
        improved=improved,
        hint=hint,
        options=options,
        log=log,
    )
    return collected_outcome(run)


class Improving(Closable, Iterator[Improvement]):
    """An iterator over better and better solutions of a model with an objective.

    After the end, ``optimum`` says whether the last solution is proven optimal, and
    ``outcome()`` has the whole answer.  ``close`` stops the backend, and so does the end of a
    ``with`` block.
    """

    def __init__(self, run: Solutions) -> None:
        self._run = run
        run.request.every_improvement = True
        if run.optimum_or_none is None and run.stopped_by is None:
            run.close()
            raise ModelError(
                "there is no objective to improve: say build.minimize(...) or "
                "build.maximize(...), or ask for iter_solutions"
            )

    def __next__(self) -> Improvement:
        improvement = self._run.next_better()
        if improvement is None:
            raise StopIteration
        return improvement

    @property
    def optimum(self) -> Optimum:
        """The value of the best solution so far, and the bound on all solutions."""
        return self._run.optimum

    def outcome(self) -> Outcome:
        """Return the answer so far: the best solution, if any."""
        best = self._run.best
        return self._run.outcome(() if best is None else (best,))

    def close(self) -> None:
        """Stop the backend now."""
        self._run.close()

    def __repr__(self) -> str:
        stopped = STOP_TEXTS.get(self._run.stopped_by or "", "")
        return f"<Improving {self._run.optimum_or_none or f'nothing: {stopped}'}>"


def improving(
    problem: ProblemInput,
    backend: str | Backend | None = None,
    *,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    tracer: Tracer | None = None,
    hint: Hint | None = None,
    options: Mapping[str, Any] | None = None,
    log: Log | None = None,
) -> Improving:
    """Yield better and better solutions of a model with an objective, until the optimum is proven.

    Raises ``ModelError`` where there is no objective.

    >>> import nonet
    >>> build = nonet.ModelBuilder()
    >>> x, y = build.variables("xy", range(5))
    >>> build.add(x + y <= 6)
    >>> build.maximize(2 * x + y)
    >>> steps = improving(build)
    >>> last = [step.value for step in steps][-1]
    >>> last, steps.optimum
    (10, <Optimum 2 * x + y = 10, proven the most>)
    """
    return Improving(
        iter_solutions(
            problem,
            backend,
            limit=1,
            time_limit=time_limit,
            memory_limit=memory_limit,
            tracer=tracer,
            hint=hint,
            options=options,
            log=log,
        )
    )


def collected_outcome(run: Solutions) -> Outcome:
    """Return the outcome of a run with all its solutions; raise ``Interrupted`` with it on Ctrl-C."""
    solutions: list[Solution] = []
    try:
        # one by one: what is found by Ctrl-C must be kept
        while (solution := run.next_solution()) is not None:
            solutions.append(solution)
    except KeyboardInterrupt:
        run.close()
        if not solutions and run.best is not None:
            solutions.append(run.best)
        raise Interrupted(run.outcome(tuple(solutions))) from None
    return run.outcome(tuple(solutions))


@decided_by_reading()
def count_solutions(
    problem: ProblemInput,
    backend: str | Backend | None = None,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    options: Mapping[str, Any] | None = None,
    log: Log | None = None,
) -> SolutionCount:
    """Return the number of distinct solutions, up to ``limit``; with an objective, of the optimal
    solutions.

    ``exhausted`` distinguishes a complete count from an interrupted count.  Many solutions are
    counted by arrays, a million a second (``array_counting.py``); where no backend is named and
    partial solutions are much alike, by states.

    >>> print(count_solutions("." * 16), count_solutions("." * 16, limit=100))
    288 at least 100
    """
    run = iter_solutions(
        problem,
        backend,
        limit=limit,
        time_limit=time_limit,
        memory_limit=memory_limit,
        options=options,
        log=log,
    )
    # 2 ms at the start of every command, with random
    from nonet.solving.array_counting import array_counting_threshold, finish_count

    number, turn = 0, array_counting_threshold(run.requested_backend)
    try:
        while True:
            if number == turn and (counted := finish_count(run, number)) is not None:
                return counted
            if next(run, None) is None:
                break
            number += 1
    except KeyboardInterrupt:
        run.close()
        raise Interrupted(run.outcome()) from None
    return SolutionCount(number, run.exhausted, run.stopped_by, run.backend, run.seconds)


@decided_by_reading()
def candidates(
    problem: ProblemInput,
    backend: str | Backend | None = None,
    *,
    time_limit: float | None = None,
    options: Mapping[str, Any] | None = None,
) -> Candidates:
    """Return the values that each variable takes over all solutions; with an objective, over the
    optimal solutions.

    A model without a solution gives every variable an empty domain.  ``cover_values``
    explains the search.

    >>> values = candidates("12..............")
    >>> values["R1C3"], values["R2C1"], values.exhausted
    (Domain({3, 4}), Domain({3, 4}), True)
    """

    if options is not None:
        backend = configured_backend(backend, options)
    deadline = Deadline(time_limit)
    model, puzzle = model_in_time(problem, deadline, keep_places=False)
    if model.objective is not None:
        model, first = best_solutions_model(
            model, model.objective, backend, deadline.limit_for_part()
        )
        if first.status is Status.UNKNOWN or first.status is Status.SAT:
            nothing = dict.fromkeys(model.variables, Domain.of(()))
            return Candidates(nothing, model.domains, first.backend, first.seconds, puzzle)
    seen: dict[str, set[int]] = {name: set() for name in model.variables}

    def ask(narrowed: Model, seconds: float | None) -> Outcome:
        return solve(narrowed, backend, time_limit=seconds)

    name_of_backend = ""
    undecided: Mapping[str, Domain] = {}
    for cover in cover_values(model, model.domains, ask, deadline.remaining):
        name_of_backend, undecided = cover.backend or name_of_backend, cover.undecided
        for name, value in (cover.solution or {}).items():
            seen[name].add(value)
    return Candidates(
        {name: model.domains[name] & Domain.of(values) for name, values in seen.items()},
        undecided,
        name_of_backend,
        deadline.elapsed,
        puzzle,
    )


def best_solutions_model(
    model: Model,
    objective: Objective,
    backend: str | Backend | None,
    time_limit: float | None,
) -> tuple[Model, Outcome]:
    """Return the model whose solutions are the optimal solutions, and the outcome with the optimum."""
    first = solve(model, backend, time_limit=time_limit)
    plain = model.with_objective(None)
    if first.optimum_or_none is None or first.optimum.value is None:
        return plain, first
    return plain.add(*objective.optimality_constraints(first.optimum.value)), first


FIRST_PATIENCE = 0.02
"""Minimum seconds for a question about several variables, which need not have a solution."""

Domains = Mapping[str, Domain]

Item = TypeVar("Item")


@dataclass(frozen=True)
class CoverageStep:
    """The result of one question: a ``solution`` with unseen values; values proven ``impossible``;
    or, in the last step, the values ``undecided`` when the time was out."""

    backend: str
    solution: Solution | None = None
    impossible: Domains = field(default_factory=dict)
    undecided: Domains = field(default_factory=dict)


def cover_values(
    model: Model,
    candidates: Domains,
    solve: Callable[[Model, float | None], Outcome],
    remaining_time: Callable[[], float | None],
) -> Iterator[CoverageStep]:
    """Yield steps until each of the ``candidates`` is in a solution, impossible, or undecided.

    Each question asks for a solution with unseen values in several variables at once; a question
    about a single variable that fails excludes all unseen values of the variable.  The number of
    variables follows the answers: it doubles after a solution, halves after a failure, and never
    grows again after a question that ran out of time.
    (Chunks of literals: Janota, Lynce and Marques-Silva, "Algorithms for computing backbones of
    propositional formulae", 2015.)

    ``solve`` takes a model and a number of seconds; ``remaining_time`` returns the seconds for the
    next question, ``None`` without a limit.
    """
    open_ = dict(candidates)
    together = most = len(open_)
    patience = FIRST_PATIENCE
    while open_:
        seconds = remaining_time()
        questioned = dict(islice(open_.items(), together))
        if seconds is not None and seconds <= 0:
            yield CoverageStep("", undecided=open_)
            return
        several = len(questioned) > 1
        allowed = min(patience, inf if seconds is None else seconds) if several else seconds
        outcome = solve(model.narrow(questioned), allowed)
        if outcome.solutions:
            yield CoverageStep(outcome.backend, solution=outcome.solution)
            unseen = {n: d - Domain.single(outcome.solution[n]) for n, d in open_.items()}
            open_ = {name: domain for name, domain in unseen.items() if domain}
            together = min(most, 2 * len(questioned))
            patience = max(FIRST_PATIENCE, 4 * outcome.seconds)
        elif several:
            together = len(questioned) // 2
            most = most if outcome.exhausted else together
        elif outcome.exhausted:
            yield CoverageStep(outcome.backend, impossible=questioned)
            del open_[next(iter(questioned))]
        else:
            yield CoverageStep(outcome.backend, undecided=open_)
            return


def shrunk(
    items: list[Item], still: Callable[[list[Item]], list[Item] | None], size: int
) -> list[Item]:
    """Return items for which ``still`` holds, after each one has been left out.

    ``size`` items in a row are left out, then half as many and so on, down to single items
    (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE TSE 2002).
    ``still`` returns those of fewer items that matter, ``None`` if it does not hold for them.
    """
    size = max(1, size)
    while size:
        start = 0
        while start < len(items):
            needed = set(map(id, items[:start]))
            fewer = still(items[:start] + items[start + size :])
            if fewer is None:
                start += size
            else:
                items = fewer
                start = sum(id(item) in needed for item in items)
        size //= 2
    return items
