"""The backend ``auto``: chooses among the others, and is the default backend.

This backend is not a solver.  Its rule, in two sentences: ``lockstep`` tries models of its kind, that
of puzzles, for so many guesses (``native`` where it is missing or declines the model).  All other
models, and those that are still unanswered, go to a race of ``cpsat`` and ``sat``, which both learn
from failures.

The answer names the backend that gave the answer, and ``raced`` in its statistics the number of backends
that raced.

* ``selection_rules.py``: the rules for the first backend and for the race, as data;
  ``nonet backends --why PUZZLE`` prints their result;
* ``race.py``: the race.

Only installed backends take part, and only nonet's own backends, whose conformance its tests prove:
nobody can see that a "no solution" is wrong.  A backend of another package is asked by its name; or
where none of ours takes the model.

>>> from nonet.model import AllDifferent, Model
>>> from nonet.backends.base import Request
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> request = Request()
>>> sorted(solution["x"] for solution in Auto().run(model, request))
[1, 2]
>>> "raced" in request.stats
False
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from nonet.backends.adapter import is_processor_of_level_1
from nonet.backends.auto.race import AllBackendsFailed, Race, ThreadsUnavailable
from nonet.backends.auto.selection_rules import (
    PARTICIPANTS,
    SOLUTIONS_TO_WIN,
    Features,
    OpeningRule,
    Participant,
    opening_rule,
    rule_without_lockstep,
    structure_features,
)
from nonet.backends.base import Answers, Availability, Capabilities, Request, Run
from nonet.backends.optimisation import run_backend
from nonet.backends.registry import (
    NATIVE_BACKEND,
    compared_backend_names,
    find_backend,
    usable_backend,
)
from nonet.errors import BackendOptionError, ModelError, Unsupported
from nonet.model import Model

LOCKSTEP = "lockstep"

_BUILT_IN = Availability(True, "built in")


@dataclass(frozen=True)
class Auto:
    """One backend first, up to a stated effort; then a race: see ``selection_rules.py``.

    ``first`` is the effort of the first backend, in guesses of lockstep or runs of native's filters;
    0 for the rules' own.
    """

    first: int = 0

    name: ClassVar[str] = "auto"
    capabilities: ClassVar[Capabilities] = Capabilities(
        posts=frozenset(),
        keeps_unary=True,
        delegates=True,
        takes_hints=True,
        checks_deadline=True,
        events=(
            "Posted",
            "Filtered",
            "Branched",
            "WipedOut",
            "Backtracked",
            "SolutionFound",
            "Stopped",
        ),
    )

    def __post_init__(self) -> None:
        if self.first < 0:
            raise BackendOptionError(f"backend auto: first is 0 or more, not {self.first}")

    def available(self) -> Availability:
        """Always: native is."""
        return _BUILT_IN

    def run(self, model: Model, request: Request) -> Run:
        """Yield solutions of whichever backend finds solutions first; ``request.answered_by`` names
        this backend.

        A solution may come twice, from two backends; the caller removes duplicates.  Raises
        ``Unsupported`` if no backend takes the model.
        """
        features = features_of(model, request)
        declined: dict[str, Exception] = {}
        for rule_for in (opening_rule, rule_without_lockstep):
            rule = rule_for(features)
            if not rule.backend or rule.backend in declined:
                break
            try:
                stopped = yield from self._run_first(model, request, rule, features)
            except ModelError:  # the model's fault, as of a function in it, and no backend's
                raise
            except Exception as error:
                if rule.backend == NATIVE_BACKEND and not isinstance(error, Unsupported):
                    raise
                declined[rule.backend] = error
                _warn_of_failures([(rule.backend, error)])
            else:
                if stopped != "effort":
                    return stopped
                break
        return (yield from _race_or_fall_back(model, request, declined))

    def _run_first(
        self, model: Model, request: Request, rule: OpeningRule, features: Features
    ) -> Run:
        """Run one backend alone, up to an effort; after ``SOLUTIONS_TO_WIN`` solutions the effort
        is unlimited."""
        request.answered_by = rule.backend
        request.effort = rule.effort(features)
        if request.effort is not None:
            request.effort = self.first or request.effort
        answers = Answers(run_backend(model, find_backend(rule.backend), request))
        try:
            for number, solution in enumerate(answers, 1):
                if number == SOLUTIONS_TO_WIN and model.objective is None:
                    request.effort = None
                yield solution
        finally:
            answers.run.close()
            request.effort = None
        return answers.stopped


def features_of(model: Model, request: Request | None = None) -> Features:
    """Return the features of a model that the rules test, on this machine."""
    features = structure_features(model.structure)
    return features._replace(
        is_blank=10 * len(model.narrowed) <= features.variables,
        is_traced=request is not None and request.tracer is not None,
        has_hint=request is not None and bool(request.hint),
        has_lockstep=lockstep_is_ready(),
    )


@cache
def lockstep_is_ready() -> bool:
    """Whether there is an engine of lockstep for this machine."""
    try:
        from nonet.backends.lockstep.engine import is_available
    except ModuleNotFoundError:  # a package without lockstep, such as the browser's
        return False
    return is_available() and not is_processor_of_level_1() and usable_backend(LOCKSTEP) is not None


def _race_or_fall_back(model: Model, request: Request, declined: Mapping[str, Exception]) -> Run:
    """Run the race; if no backend in the race takes the model, try the other installed backends,
    one by one."""
    request.stats.clear()
    request.answered_by = ""
    tried = set(declined)
    failures = list(declined.items())
    race = Race(PARTICIPANTS, model, request)
    try:
        return (yield from race.run())
    except ThreadsUnavailable:
        pass  # in a browser: one after the other
    except AllBackendsFailed:
        tried |= {each.name for each in PARTICIPANTS}
        failures += race.failures
    finally:
        _warn_of_failures(race.failures)
    for each in (*PARTICIPANTS, *map(Participant, compared_backend_names())):
        if each.name in tried or (backend := each.found()) is None:
            continue
        tried.add(each.name)
        try:
            run = run_backend(model, backend, request)
        except Unsupported as error:
            failures.append((each.name, error))
            continue
        request.answered_by = each.name
        return (yield from run)
    raise next((e for _, e in failures if not isinstance(e, Unsupported)), failures[0][1])


def _warn_of_failures(failures: list[tuple[str, Exception]]) -> None:
    for name, error in failures:
        if not isinstance(error, Unsupported):
            warnings.warn(
                f"backend {name} failed and took no further part: {type(error).__name__}: {error}",
                RuntimeWarning,
                stacklevel=2,
            )


__all__ = [
    "LOCKSTEP",
    "Auto",
    "features_of",
    "lockstep_is_ready",
    "usable_backend",
]
