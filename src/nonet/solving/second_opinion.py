"""A second opinion: an unrelated solver is asked whether there is one solution, too.

Every solution is checked by ``Constraint.holds``.  That no other solution exists, or none at
all, rests on the solver's word alone, and a single fault in its propagation can make the claim
wrong.  A fault of the same kind in a solver by other people, on another encoding, on
the same puzzle, is far less likely.

>>> import nonet
>>> from nonet.solving import verify
>>> verify(nonet.parse(".......21.3..4.."), "native", second_opinion="cpsat").proven_by
('native', 'cpsat')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nonet.backends.base import Backend
from nonet.backends.registry import find_backend, get_backend
from nonet.errors import BackendError, BackendOptionError, NotInstalled
from nonet.model import Model
from nonet.solving.agreement import (
    comparable_backends,
    disagreement_error,
    disagreement_text,
    solve_by_each,
)
from nonet.solving.outcome import Outcome, Uniqueness, Verdict

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
    ``LEAST_SECONDS`` seconds), not counting that its library is imported.  A verdict that rests on
    checked solutions, or that is none, needs no second.
    """
    if verdict.uniqueness not in (Uniqueness.UNIQUE, Uniqueness.NONE):
        return verdict
    first = verdict.outcome
    patience = max(LEAST_SECONDS, first.seconds)
    patience = min(patience, time_limit or patience)
    silence = f"nobody unrelated to {first.backend} can be asked"
    for backend in _second_backends(first.backend, requested):
        solve_by_each(Model({"x": [1]}), {backend.name: backend}, 1, None)
        answers = solve_by_each(model, {backend.name: backend}, 2, patience)
        ((_, answer),) = answers.values()
        answers = {first.backend: (first.seconds, first), **answers}
        problem = disagreement_text(answers, model)
        if problem is not None:
            unrelated = get_backend(first_backend)
            unrelated = (
                find_backend(first.backend) if unrelated.capabilities.delegates else unrelated
            )
            both = {first.backend: unrelated, backend.name: backend}
            raise disagreement_error(model, both, answers, problem, limit=2, time_limit=patience)
        if isinstance(answer, Outcome):
            return replace(verdict, second=answer)
        silence = str(answer)
    return replace(verdict, no_second_reason=silence)


def _second_backends(first: str, requested: bool | str | Backend) -> Iterator[Backend]:
    if isinstance(requested, bool):
        yield from unrelated_backends(first)
    else:
        backend = get_backend(requested)
        if backend.name == first:  # the first chose it by itself
            raise BackendError(f"{first} gave the verdict: it cannot give the second opinion too")
        yield backend
