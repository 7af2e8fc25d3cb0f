"""The backend ``auto``: chooses among the others, and is what is asked where none is named.

It is no solver.  Native begins, alone and in the caller's thread; what it has not
answered within a set effort goes to backends that race.  The answer names the one that
gave it.

* ``selection_rules.py``: who begins and who races, as data; ``nonet backends --why PUZZLE`` prints
  what they come to;
* ``race.py``: the race.

Only what is installed takes part, and only nonet's own backends, whose conformance its
tests prove: nobody can see that a "no solution" is wrong.  A backend of another package
is asked by its name; or where none of ours takes the model.

>>> from nonet.model import AllDifferent, Model
>>> from nonet.backends.base import Request
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> request = Request()
>>> list(Auto().run(model, request)), request.answered_by
([{'x': 1, 'y': 2}, {'x': 2, 'y': 1}], 'native')
"""

from __future__ import annotations

import sys
import threading
import warnings
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from typing import ClassVar, NamedTuple

from nonet.backends.auto.selection_rules import SOLUTIONS_TO_WIN, Features, ParticipantRule
from nonet.backends.auto.selection_rules import native_effort as effort_of
from nonet.backends.auto.selection_rules import race_rule as field_of
from nonet.backends.base import Availability, Backend, Capabilities, Request, Run
from nonet.backends.optimisation import run_backend
from nonet.backends.registry import NATIVE_BACKEND, backend_names, find_backend
from nonet.errors import BackendOptionError, Unsupported
from nonet.model import Model, Structure


class RunHistory:
    """How often each structure was asked about, how often native's effort was in vain, and
    how many runs of a filter that took."""

    def __init__(self, size: int = 256) -> None:
        self._totals: OrderedDict[Structure, tuple[int, int, int]] = OrderedDict()
        self._lock = threading.Lock()
        self._size = size

    def __reduce__(self) -> tuple[type[RunHistory], tuple[int]]:
        """A copy begins anew: what was learnt belongs to this process."""
        return RunHistory, (self._size,)

    def totals(self, structure: Structure) -> tuple[int, int, int]:
        """Questions asked and missed so far, and native's work on them."""
        with self._lock:
            return self._totals.get(structure, (0, 0, 0))

    def record(self, structure: Structure, missed: bool, work: int) -> None:
        """One more question."""
        with self._lock:
            before, misses, done = self._totals.pop(structure, (0, 0, 0))
            self._totals[structure] = before + 1, misses + missed, done + work
            if len(self._totals) > self._size:
                self._totals.popitem(last=False)


@dataclass(frozen=True)
class Auto:
    """Native first, within a set effort; then a race: see ``selection_rules.py``.

    ``first`` is the effort in runs of a filter, of which native does some 500,000 a second;
    0 for the rules' own.
    """

    first: int = 0
    _history: RunHistory = field(default_factory=RunHistory, init=False, repr=False, compare=False)

    name: ClassVar[str] = "auto"
    capabilities: ClassVar[Capabilities] = Capabilities(
        posts=frozenset(),
        keeps_unary=True,
        delegates=True,
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
        return Availability(True, "built in")

    def run(self, model: Model, request: Request) -> Run:
        """Solutions by whichever backend finds them first; ``request.answered`` names it.

        A solution may come twice, from two backends; who asks tells them apart.  Raises
        ``Unsupported`` if no backend takes the model.
        """
        structure = model.structure
        question = self.features(model, request)
        effort = effort_of(question)
        if effort and self.first:
            effort = self.first
        missed = effort == 0
        declined = set()
        try:
            if effort != 0:
                try:
                    stopped = yield from _run_native_first(model, request, effort)
                except Unsupported:
                    missed = True
                    declined.add(NATIVE_BACKEND)
                else:
                    missed = stopped == "effort"
                if not missed:
                    return stopped
        finally:
            work = (
                int(request.stats.get("filterings", 0)) * question.filter_cost if effort != 0 else 0
            )
            self._history.record(structure, missed and effort != 0, work)
        return (yield from _race_or_fall_back(model, request, question, declined))

    def features(self, model: Model, request: Request) -> Features:
        """What the rules look at, of a model that is asked about."""
        asked, missed, work = self._history.totals(model.structure)
        return _structure_features(model.structure)._replace(
            requested_solutions=request.solutions,
            is_traced=request.tracer is not None,
            earlier_runs=asked,
            earlier_misses=missed,
            native_work=work,
        )


@lru_cache(maxsize=256)
def _structure_features(structure: Structure) -> Features:
    return Features.from_structure(structure)


def _run_native_first(model: Model, request: Request, effort: int | None) -> Run:
    """Native alone; up to an effort, unless it has found ``SOLUTIONS_TO_WIN`` solutions by then."""
    native = find_backend(NATIVE_BACKEND)
    given = 0
    request.effort = effort
    request.answered_by = NATIVE_BACKEND
    run = run_backend(model, native, request)
    try:
        while True:
            try:
                found = next(run)
            except StopIteration as stop:
                return stop.value  # type: ignore[no-any-return]
            given += 1
            objective = model.objective
            if objective is not None:
                request.incumbent = objective.better_value(
                    objective.value(found), request.incumbent
                )
            elif given == SOLUTIONS_TO_WIN:
                request.effort = None
            yield found
    finally:
        run.close()
        request.effort = None


def _race_or_fall_back(model: Model, request: Request, question: Features, tried: set[str]) -> Run:
    """The race; and if nobody in it takes the model, what else is installed, one by one."""
    from nonet.backends.auto.race import AllBackendsFailed, Race, ThreadsUnavailable

    request.stats.clear()
    request.answered_by = ""
    runners = participants(question)
    failures: list[tuple[str, Exception]] = []
    if len(runners) > 1:
        race = Race(runners, model, request)
        try:
            return (yield from race.run())
        except ThreadsUnavailable:
            pass  # in a browser: one after the other
        except AllBackendsFailed:
            tried |= {runner.backend.name for runner in runners}
            failures = race.failures
        finally:
            _warn_of_failures(race.failures)
    others = [each.backend for each in runners if each.backend.name not in tried]
    for backend in (*others, *_other_usable_backends(tried | {b.name for b in others})):
        try:
            run = run_backend(model, backend, request)
        except Unsupported as error:
            failures.append((backend.name, error))
            continue
        request.answered_by = backend.name
        return (yield from run)
    raise next((e for _, e in failures if not isinstance(e, Unsupported)), failures[0][1])


class Participant(NamedTuple):
    """A backend in a race, the second at which it joins, and for whom it leaves."""

    backend: Backend
    start_delay: float = 0.0
    leaves_for: str = ""


def participants(features: Features) -> list[Participant]:
    """The backends that race for a question, in the order in which they join."""
    found: list[Participant] = []
    for runner in field_of(features).participants:
        if runner.excluded_by & {entrant.backend.name for entrant in found}:
            continue
        backend = usable_backend(runner.backend)
        if backend is not None:
            found.append(Participant(backend, effective_start_delay(runner), runner.leaves_for))
    first = min((entrant.start_delay for entrant in found), default=0.0)
    found.sort(key=attrgetter("start_delay"))
    return [entrant._replace(start_delay=entrant.start_delay - first) for entrant in found]


def effective_start_delay(runner: ParticipantRule) -> float:
    """When a backend joins: that depends on what is imported already."""
    return (
        runner.start_delay_if_imported
        if runner.heavy_module and runner.heavy_module in sys.modules
        else runner.start_delay
    )


def usable_backend(name: str) -> Backend | None:
    """A backend by name, if it can run here; a broken one cannot, whatever it raises."""
    try:
        backend = find_backend(name)
        return backend if backend.available().ok else None
    except Exception:
        return None


def _other_usable_backends(known: set[str]) -> Iterator[Backend]:
    """The backends that are installed, but those known already."""
    for name in backend_names():
        if name not in known and (backend := usable_backend(name)) is not None:
            yield backend


def _warn_of_failures(failures: list[tuple[str, Exception]]) -> None:
    """Say which backends broke: not those that decline a model, as they may."""
    for name, error in failures:
        if not isinstance(error, Unsupported):
            warnings.warn(
                f"backend {name} failed and took no further part: {type(error).__name__}: {error}",
                RuntimeWarning,
                stacklevel=2,
            )
