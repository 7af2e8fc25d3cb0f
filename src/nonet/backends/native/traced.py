"""The engine and search, reporting every step to a tracer.

A class of its own, so that a run without a tracer pays nothing for tracing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nonet.backends.events import (
    Backtracked,
    Branched,
    Filtered,
    Learned,
    Posted,
    Restarted,
    SolutionFound,
    Tracer,
    WipedOut,
)
from nonet.backends.native.engine import Engine
from nonet.backends.native.engine_classes import engine_class
from nonet.backends.native.filter import Failure, Filter
from nonet.backends.native.filters import Levels
from nonet.backends.native.filters.all_different import Matching
from nonet.backends.native.learning import Conflict, LearningEngine, implication_graph
from nonet.backends.native.search import Observer
from nonet.model import Structure


class TracedEngine(Engine):
    """An engine that reports the removals and failures of its filters."""

    is_probing = False
    """Whether the engine runs a trial (singleton consistency): then nothing is reported."""

    def __init__(self, structure: Structure, how: Any, tracer: Tracer) -> None:
        """``how`` is the argument of the base engine: a factory of filters, or levels."""
        self.tracer = tracer
        super().__init__(structure, how)
        for constraint in structure.constraints:
            tracer(Posted(constraint.display_annotation, constraint.scope))

    def set(self, x: int, mask: int, source: Filter, because: Sequence[int]) -> None:
        """Report the removed values, then remove the values."""
        if self.is_probing:
            super().set(x, mask, source, because)
            return
        self.tracer(
            Filtered(
                self.names[x],
                tuple(self.domain(x, self.masks[x] & ~mask)),
                source.constraint.display_annotation,
                tuple(self.names[y] for y in because if y != x),
                self._hall_values(source, because),
            )
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
        constraint = failure.source.constraint
        hall = self._hall_values(failure.source, failure.because) if variable is None else ()
        self.tracer(WipedOut(variable, constraint.display_annotation, because, hall))


def traced_engine(
    structure: Structure, levels: Levels, tracer: Tracer, learns: bool = False
) -> TracedEngine:
    """Return the engine of these levels, or the learning engine, with reporting."""
    base, inputs = engine_class(structure, levels, learns)
    kind: Any = type(f"Traced{base.__name__}", (TracedEngine, base), {})
    engine: TracedEngine = kind(*inputs, tracer)
    return engine


class TracedSearch(Observer):
    """Reports guesses and steps back."""

    def __init__(self, engine: TracedEngine) -> None:
        self._engine = engine

    def branched(self, variable: int, bit: int, depth: int) -> None:
        """Report a guess."""
        engine = self._engine
        engine.tracer(Branched(engine.names[variable], engine.value(variable, bit), depth))

    def backtracked(self, depth: int) -> None:
        """Report a step back."""
        self._engine.tracer(Backtracked(depth))

    def solved(self, assignment: dict[str, int]) -> None:
        """Report a solution."""
        self._engine.tracer(SolutionFound(assignment))

    def learned(self, failure: Failure, conflict: Conflict) -> None:
        """Report a nogood, with the graph of the implications before the failure."""
        engine = self._engine
        assert isinstance(engine, LearningEngine)
        engine.tracer(
            Learned(
                engine.learned + 1,
                tuple(engine.names[x] for x, _ in conflict.conditions),
                tuple(tuple(engine.domain(x, mask)) for x, mask in conflict.conditions),
                conflict.depth,
                tuple(implication_graph(engine, failure)),
            )
        )

    def restarted(self, number: int) -> None:
        """Report that all guesses are taken back."""
        self._engine.tracer(Restarted(number))
