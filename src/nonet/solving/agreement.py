"""Verifying and cross-checking: whether there is one solution, and whether backends agree.

Every solution is checked by ``Constraint.holds``.  That no other solution exists, or none at
all, rests on the solver's word alone: solvers have bugs, and a wrong "no solution" looks like a right
answer.  A fault of the same kind in a solver by other people, on another encoding, on the same puzzle,
is far less likely.  So :func:`verify` may ask for a second opinion, and :func:`crosscheck` compares
status and, where every backend searched the whole space, the sets of solutions.  A disagreement raises
an error with a model that is shrunk to the constraints and clues needed to reproduce the disagreement,
as JSON for the solver's author.

>>> import nonet
>>> verify(nonet.parse(".......21.3..4.."), "native", second_opinion="cpsat").proven_by
('native', 'cpsat')
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from nonet.backends.base import Backend, Log
from nonet.backends.registry import (
    available_backends,
    configured_backend,
    find_backend,
    get_backend,
)
from nonet.deadline import Deadline, Interrupted
from nonet.errors import (
    BackendError,
    BackendOptionError,
    Disagreement,
    NotInstalled,
    OutOfTime,
    Unsupported,
    WrongAnswer,
    quantity,
)
from nonet.model import Constraint, Model
from nonet.puzzle.unread import Claims
from nonet.solving.outcome import NoTruthValue, Outcome, Status, Uniqueness, Verdict, summary
from nonet.solving.problem_input import ProblemInput, decided_by_reading, model_in_time
from nonet.solving.queries import collected_outcome, shrunk, solve
from nonet.solving.solution_iterator import iter_solutions

if TYPE_CHECKING:
    from nonet.backends.events import Tracer

LEAST_PATIENCE = 0.25
"""Seconds that each backend has at least for each smaller model tried by shrinking."""

SHRINKING_FACTOR = 20.0
"""Seconds that shrinking may take, or as many times the patience, if that is more."""

Answers = dict[str, Outcome | WrongAnswer | BackendError]
"""By backend: the outcome, or the error with which it declined or failed."""


@dataclass(frozen=True)
class Agreement(NoTruthValue):
    """The agreeing outcomes of the backends, by specification.

    ``status`` is SAT or UNSAT, or UNKNOWN if fewer than two backends decided: then
    nothing was compared.  ``undecided`` names the backends that ran out of time, which
    contradict nobody.  ``declined`` gives the reasons of backends that do not take such a model,
    ``failed`` the errors of backends that broke down.
    """

    outcomes: dict[str, Outcome]
    declined: dict[str, str] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)

    @property
    def decided(self) -> tuple[str, ...]:
        """The backends that answered the whole question."""
        return tuple(name for name, o in self.outcomes.items() if _is_decided(o))

    @property
    def compared(self) -> bool:
        """Whether there were two answers at least, without which nothing was compared."""
        return len(self.decided) > 1

    @property
    def status(self) -> Status:
        """The common status of the deciding backends."""
        if self.doubts:
            return Status.UNKNOWN
        return self.outcomes[self.decided[0]].status if self.compared else Status.UNKNOWN

    @property
    def claims(self) -> Claims:
        """The common claims of the deciding backends."""
        return self.outcomes[self.decided[0]].claims if self.decided else Claims.NOTHING

    @property
    def undecided(self) -> tuple[str, ...]:
        """The backends that did not answer the whole question."""
        return tuple(name for name, o in self.outcomes.items() if not _is_decided(o))

    def __repr__(self) -> str:
        if self.doubts:
            return f"<Agreement {self.decided_text(repr(self.as_read)[11:-1])}>"
        agreeing = [name for name in self.outcomes if name not in self.undecided]
        parts = [f"{self.status.value} by {', '.join(agreeing)}" if agreeing else "nobody decided"]
        parts += [f"undecided: {', '.join(self.undecided)}"] if self.undecided else []
        parts += [f"declined: {', '.join(self.declined)}"] if self.declined else []
        return f"<Agreement {'; '.join(parts)}>"

    def _repr_html_(self) -> str:
        """In a notebook: a row for each backend."""
        from html import escape

        rows = [(name, summary(outcome)) for name, outcome in self.outcomes.items()]
        rows += [(name, f"declines: {why}") for name, why in self.declined.items()]
        rows += [(name, f"failed: {how}") for name, how in self.failed.items()]
        cells = (f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in rows)
        return f"<table>{''.join(cells)}</table>"


def _is_decided(outcome: Outcome) -> bool:
    return outcome.stopped_by in (None, "solutions")


@decided_by_reading()
def crosscheck(
    problem: ProblemInput,
    backends: Sequence[str | Backend] | None = None,
    *,
    limit: int | None = 2,
    time_limit: float | None = None,
) -> Agreement:
    """Solve by each backend (default: all available that need not compile) and compare.

    ``limit`` is the number of solutions for each backend (``None``: all solutions);
    ``time_limit``, in seconds, is shared by the backends.  Raises ``Disagreement``,
    with a reproducer, if a status, the best value of an objective, a number of solutions or
    a set of all solutions differs, or a backend returned a wrong answer.  Where fewer than two
    backends decide, the agreement is not ``compared`` and its status UNKNOWN.

    >>> agreement = crosscheck("1..............4", ["native", "cpsat"])
    >>> agreement.status.value, agreement.decided
    ('sat', ('native', 'cpsat'))
    """
    deadline = Deadline(time_limit)
    labelled = _labelled(comparable_backends() if backends is None else backends)
    try:
        model, _ = model_in_time(problem, deadline)
    except OutOfTime:
        late = Outcome((), False, deadline.stopped_by or "time", "", deadline.elapsed)
        return Agreement({name: replace(late, backend=name) for name in labelled})
    started = time.monotonic()
    answers = solve_by_each(model, labelled, limit, deadline.limit_for_part())
    check_agreement(model, labelled, answers, time.monotonic() - started, limit, time_limit)
    outcomes = {name: o for name, o in answers.items() if isinstance(o, Outcome)}
    errors = {name: o for name, o in answers.items() if isinstance(o, BackendError)}
    declined = {name: str(e) for name, e in errors.items() if isinstance(e, Unsupported)}
    failed = {name: str(e) for name, e in errors.items() if name not in declined}
    return Agreement(outcomes, declined, failed)


def check_agreement(
    model: Model,
    backends: dict[str, Backend],
    answers: Answers,
    seconds: float,
    limit: int | None,
    time_limit: float | None,
) -> None:
    """Raise ``Disagreement``, with the smallest model found that reproduces it, if answers that took
    so many seconds differ."""
    difference = disagreement_text(answers, model)
    if difference is None:
        return
    # a model of fewer constraints may have so many solutions that none can list them
    patience = max(LEAST_PATIENCE, 3 * seconds)
    patience = min(patience, time_limit or patience)
    until = time.monotonic() + SHRINKING_FACTOR * max(1.0, patience)

    def compare(candidate: Model) -> str | None:
        return disagreement_text(
            solve_by_each(candidate, backends, limit, patience * len(backends)), candidate
        )

    from nonet.model.json import model_to_json  # 3 ms, with json

    small = shrunk_model(
        model, lambda candidate: time.monotonic() < until and compare(candidate) is not None
    )
    raise Disagreement(
        f"{compare(small) or difference} (on a model of {quantity(len(small.constraints), 'constraint')}, "
        f"{quantity(len(small.narrowed), 'domain')} narrowed; see the reproducer)",
        reproducer=model_to_json(small),
    )


def comparable_backends() -> list[Backend]:
    """The available backends that give an answer of their own."""
    return [each for each in available_backends() if not each.capabilities.delegates]


def _labelled(backends: Sequence[str | Backend]) -> dict[str, Backend]:
    """Return the backends by specification or name, with a number where a name is taken."""
    labelled: dict[str, Backend] = {}
    for backend in backends:
        name = label = backend if isinstance(backend, str) else backend.name
        number = 1
        while label in labelled:
            number += 1
            label = f"{name} ({number})"
        labelled[label] = get_backend(backend)
    return labelled


def solve_by_each(
    model: Model, backends: dict[str, Backend], limit: int | None, time_limit: float | None
) -> Answers:
    """Return the answer of each backend to the model; the backends run one after another.

    Each backend gets an equal share of the time remaining when its turn comes.
    """
    answers: Answers = {}
    deadline = Deadline(time_limit)
    for name, backend in backends.items():
        with deadline.share(1 / (len(backends) - len(answers))):
            seconds = deadline.limit_for_part()
        try:
            answers[name] = solve(model, backend, limit=limit, time_limit=seconds)
        except (WrongAnswer, BackendError) as error:
            answers[name] = error
    return answers


def disagreement_text(answers: Answers, model: Model) -> str | None:
    """Return a description of the disagreement about a model, or ``None``."""
    key = model.structure.projected_values_of
    decided: dict[str, Outcome] = {}
    for name, answer in answers.items():
        if isinstance(answer, WrongAnswer):
            return f"{name}: {answer}"
        if isinstance(answer, Outcome) and _is_decided(answer):
            decided[name] = answer
    if len(decided) < 2:
        return None
    (first, outcome), *others = decided.items()
    for name, other in others:
        if outcome.status is not other.status:
            return f"{first} says {outcome.status.value}, {name} says {other.status.value}"
        if _best_value(outcome) != _best_value(other):
            return f"{first} proves {outcome.optimum}; {name} proves {other.optimum}"
        if len(outcome.solutions) != len(other.solutions):
            return f"{first} finds {_count_text(outcome)}, {name} finds {_count_text(other)}"
        if (
            outcome.exhausted
            and other.exhausted
            and {*map(key, outcome.solutions)} != {*map(key, other.solutions)}
        ):
            solutions = quantity(len(outcome.solutions), "solution")
            return f"{first} and {name} find different sets of {solutions}"
    return None


def _best_value(outcome: Outcome) -> int | None:
    return None if outcome.optimum_or_none is None else outcome.optimum.value


def _count_text(outcome: Outcome) -> str:
    return (
        f"{quantity(len(outcome.solutions), 'solution')}{'' if outcome.exhausted else ' or more'}"
    )


def shrunk_model(model: Model, still_fails: Callable[[Model], bool]) -> Model:
    """Return a smaller model that ``still_fails``: constraints, then clues, are dropped greedily."""
    parts: list[Constraint | str] = [*model.constraints, *model.narrowed]

    def build(parts: list[Constraint | str]) -> Model:
        constraints = [part for part in parts if not isinstance(part, str)]
        chosen = Model(model.structure.domains, constraints, model.objective)
        return chosen.with_projection(model.projection).narrow(
            {name: model.narrowed[name] for name in parts if isinstance(name, str)}
        )

    def still(parts: list[Constraint | str]) -> list[Constraint | str] | None:
        return parts if still_fails(build(parts)) else None

    number, size = 0, len(parts) // 2
    while len(parts) != number:  # until each part that is left was needed by all others
        number = len(parts)
        parts, size = shrunk(parts, still, size), 1
    return build(parts)


PREFERRED = ("sat", "cpsat", "native", "python-constraint")
"""The order of asking: quick backends first, by other authors than nonet's own engines."""

RELATED = {"native": "nonet", "lockstep": "nonet"}
"""Backends that share their authors, and so perhaps their mistakes."""

LEAST_SECONDS = 1.0
"""Seconds that the second backend gets at least: a quick puzzle for one solver may be slow for another."""


def unrelated_backends(first: str) -> list[Backend]:
    """The available backends that may be asked after ``first``, the best first."""
    family = RELATED.get(first, first)
    unrelated = [b for b in comparable_backends() if RELATED.get(b.name, b.name) != family]
    rank = {name: place for place, name in enumerate(PREFERRED)}
    return sorted(unrelated, key=lambda backend: rank.get(backend.name, len(rank)))


def check_second_backend(first: str | Backend | None, requested: bool | str | Backend) -> None:
    """Raise now if nobody can be asked: ``NotInstalled``, ``BackendOptionError``."""
    backend = get_backend(first)
    if not isinstance(requested, bool):
        if get_backend(requested).name == backend.name:
            raise BackendOptionError(
                f"a second opinion of the same backend, {backend.name}, is none: name another"
            )
    elif not backend.capabilities.delegates and not unrelated_backends(backend.name):
        raise NotInstalled(
            f"there is no other backend than {backend.name} to ask for a second opinion"
        )


def with_second_opinion(
    model: Model,
    verdict: Verdict,
    first_backend: str | Backend | None,
    requested: bool | str | Backend,
    time_limit: float | None,
) -> Verdict:
    """Return the verdict with the answer of a second backend; raise ``Disagreement`` if the answers
    differ.

    ``first_backend`` gave the verdict.  The second backend has no more time than the first took (or
    ``LEAST_SECONDS`` seconds), not counting that its library is imported.
    """
    first = verdict.outcome
    patience = max(LEAST_SECONDS, first.seconds)
    patience = min(patience, time_limit or patience)
    if isinstance(requested, bool):
        others = unrelated_backends(first.backend)
    else:
        others = [get_backend(requested)]
        if others[0].name == first.backend:  # the first chose it by itself
            raise BackendError(
                f"{first.backend} gave the verdict: it cannot give the second opinion too"
            )
    giver = get_backend(first_backend)
    if giver.capabilities.delegates:
        giver = find_backend(first.backend)
    silence = f"nobody unrelated to {first.backend} can be asked"
    for backend in others:
        solve_by_each(Model({"x": [1]}), {backend.name: backend}, 1, None)
        started = time.monotonic()
        answers = solve_by_each(model, {backend.name: backend}, 2, patience)
        seconds = max(first.seconds, time.monotonic() - started)
        both = {first.backend: giver, backend.name: backend}
        answer = answers[backend.name]
        check_agreement(model, both, {first.backend: first, **answers}, seconds, 2, patience)
        if isinstance(answer, Outcome):
            return replace(verdict, second=answer)
        silence = str(answer)
    return replace(verdict, no_second_reason=silence)


@decided_by_reading()
def verify(
    problem: ProblemInput,
    backend: str | Backend | None = None,
    *,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    tracer: Tracer | None = None,
    second_opinion: bool | str | Backend = False,
    options: Mapping[str, Any] | None = None,
    log: Log | None = None,
) -> Verdict:
    """Whether there is exactly one solution; two witnesses when there are more.

    Uniqueness rests on a solver's word (``Verdict.proven_by``).  With
    ``second_opinion`` an unrelated backend is asked too, for the time that the first took,
    or one second: ``True`` chooses an installed backend, a name names it.  Raises
    ``Disagreement``, with a reproducer, if the answers differ, and ``NotInstalled`` if there
    is no unrelated backend.

    With an objective: whether there is exactly one best solution.  ``options`` and ``log`` are as in
    :func:`~nonet.solve`.

    >>> import nonet
    >>> verify(nonet.Model({"x": [1, 2]})).uniqueness
    <Uniqueness.MULTIPLE: 'multiple'>
    """
    backend = configured_backend(backend, options, log)
    if second_opinion is not False:
        check_second_backend(backend, second_opinion)
    run = iter_solutions(
        problem,
        backend,
        limit=2,
        time_limit=time_limit,
        memory_limit=memory_limit,
        tracer=tracer,
        log=log,
    )
    first = collected_outcome(run)
    first_verdict = verdict(first)
    if second_opinion is False or not first_verdict.proven_by:  # two witnesses need no second
        return first_verdict
    try:
        return with_second_opinion(run.model, first_verdict, backend, second_opinion, time_limit)
    except KeyboardInterrupt:
        raise Interrupted(first) from None


def verdict(outcome: Outcome) -> Verdict:
    """Return the verdict on uniqueness of an outcome that had a limit of two solutions or more."""
    if len(outcome.solutions) > 1:
        uniqueness = Uniqueness.MULTIPLE
    elif not outcome.exhausted:
        uniqueness = Uniqueness.UNDECIDED
    else:
        uniqueness = Uniqueness.UNIQUE if outcome.solutions else Uniqueness.NONE
    return Verdict(uniqueness, outcome.solutions[:2], outcome)
