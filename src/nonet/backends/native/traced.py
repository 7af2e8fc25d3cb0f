"""The engine, reporting every step to a tracer.

A class of its own, so that a run without a tracer pays nothing for tracing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any

from nonet.backends import events
from nonet.backends.events import Implication, Tracer
from nonet.backends.native.engine import Engine
from nonet.backends.native.filter import Condition, Failure, Filter
from nonet.backends.native.filters.all_different import Matching
from nonet.backends.native.learning import Conflict, LearningEngine
from nonet.model import Structure


class TracedEngine(Engine):
    """An engine that reports what its filters remove, their failures and the steps of search."""

    is_probing = False
    """Whether the engine runs a trial (singleton consistency): then nothing is reported."""

    def __init__(self, structure: Structure, how: Any, tracer: Tracer) -> None:
        """``how`` is the argument of the base engine: a factory of filters, or levels."""
        self.tracer = tracer
        super().__init__(structure, how)
        for constraint in structure.constraints:
            tracer(events.Posted(constraint.display_annotation, constraint.scope))

    def set(self, x: int, mask: int, source: Filter, because: Sequence[int]) -> None:
        """Report the removed values, then remove the values."""
        if self.is_probing:
            super().set(x, mask, source, because)
            return
        self.report(
            "Filtered",
            self.names[x],
            tuple(self.domain(x, self.masks[x] & ~mask)),
            source.annotation,
            tuple(self.names[y] for y in because if y != x),
            self._hall_values(source, because),
        )
        super().set(x, mask, source, because)

    def _hall_values(self, source: Filter, because: Sequence[int]) -> tuple[int, ...]:
        """Return the values that a Hall set takes, if the reason comes from a matching; else
        ``()``."""
        if not isinstance(source, Matching):
            return ()
        return tuple(sorted({value for y in because for value in self.domain(y)}))

    def record_failure(self, failure: Failure) -> None:
        """Report which constraint cannot hold."""
        super().record_failure(failure)
        if self.is_probing:
            return
        variable = None if failure.variable is None else self.names[failure.variable]
        because = tuple(self.names[y] for y in failure.because)
        hall = self._hall_values(failure.source, failure.because) if variable is None else ()
        self.report("WipedOut", variable, failure.source.annotation, because, hall)

    def report(self, event: str, *details: object) -> None:
        """Report a step of search."""
        self.tracer(getattr(events, event)(*details))

    def report_conflict(self, conflict: Conflict) -> None:
        """Report a nogood, with the graph of the implications before the failure."""
        assert isinstance(self, LearningEngine) and self.failure is not None
        self.report(
            "Learned",
            self.learned + 1,
            tuple(self.names[x] for x, _ in conflict.conditions),
            tuple(tuple(self.domain(x, mask)) for x, mask in conflict.conditions),
            conflict.depth,
            tuple(implication_graph(self, self.failure)),
        )


def implication_graph(engine: LearningEngine, failure: Failure) -> list[Implication]:
    """Return the implications from the last guess to a failure, in the order of the trail.

    Implications of earlier guesses are included without their own reasons, facts true before any
    guess are left out.  The last node is the failure.
    """
    marks = engine.level_marks
    if not marks:
        return []

    def places_of(conditions: Iterable[Condition]) -> list[int]:
        places = {engine.place_of(each) for each in conditions}
        return sorted(place for place in places if place >= marks[0])

    last = len(engine.trail)
    parents = {last: places_of(engine.failure_conditions(failure))}
    waiting = list(parents[last])
    while waiting:
        place = waiting.pop()
        if place not in parents:
            now = place >= marks[-1]
            parents[place] = places_of(engine.reason_conditions(place)) if now else []
            waiting += parents[place]
    numbers = {place: number for number, place in enumerate(sorted(parents))}
    return [
        _implication(engine, failure, place, tuple(map(numbers.__getitem__, parents[place])))
        for place in numbers
    ]


def _implication(
    engine: LearningEngine, failure: Failure, place: int, because: tuple[int, ...]
) -> Implication:
    depth = bisect_right(engine.level_marks, place)
    if place == len(engine.trail):
        return Implication("", (), depth, failure.source.annotation, because)
    x = engine.trail[place][0]
    values = tuple(engine.domain(x, engine.domain_before(x, place + 1)))
    reason = engine.reasons[place]
    rule = None if reason is None else reason[0].annotation
    return Implication(engine.names[x], values, depth, rule, because)
