"""The engine and search, reporting every step to a tracer.

A class of its own, so that a run without a tracer pays nothing for tracing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonet.backends.events import (
    Backtracked,
    Branched,
    Filtered,
    Posted,
    SolutionFound,
    Tracer,
    WipedOut,
)
from nonet.backends.native.engine import Engine
from nonet.backends.native.filter import Failure, Filter
from nonet.backends.native.filters import Levels
from nonet.backends.native.filters.all_different import Matching
from nonet.backends.native.hall import HallSets, bits
from nonet.backends.native.search import Observer
from nonet.model import Rule, Structure


class TracedEngine(Engine):
    """An engine that reports what its filters remove and where they fail."""

    quiet = False
    """Whether what happens is only tried (singleton consistency): then nothing is reported."""

    def __init__(self, structure: Structure, levels: Levels, tracer: Tracer) -> None:
        self.tracer = tracer
        super().__init__(structure, levels)
        for constraint in structure.constraints:
            tracer(Posted(words(constraint.rule, constraint), constraint.scope))

    def set(self, x: int, mask: int, source: Filter, because: Sequence[int]) -> None:
        """Report the values removed, then remove them."""
        if self.quiet:
            super().set(x, mask, source, because)
            return
        rule = words(source.constraint.rule, source.constraint)
        for gone, why, hall in self._reasons(x, self.masks[x] & ~mask, source, because):
            named = tuple(self.names[y] for y in why if y != x)
            self.tracer(Filtered(self.names[x], self.values(gone), rule, named, self.values(hall)))
        super().set(x, mask, source, because)

    def _reasons(
        self, x: int, gone: int, source: Filter, because: Sequence[int]
    ) -> Iterator[tuple[int, Sequence[int], int]]:
        """The removed values by their reason: values, variables, and what a Hall set takes."""
        if isinstance(source, Matching):
            scope = source.scope
            sets = HallSets([self.masks[y] for y in scope])
            by_set: dict[tuple[int, ...], int] = {}
            for bit in bits(gone):
                found = sets.of(bit)
                if found is not None and scope.index(x) not in found:
                    members = tuple(scope[i] for i in found)
                    by_set[members] = by_set.get(members, 0) | bit
                    gone ^= bit
            for members, values in by_set.items():
                yield values, members, self._union(members)
        if gone:
            yield gone, because, 0

    def _union(self, variables: Sequence[int]) -> int:
        """Every value that one of the variables may take, as a mask."""
        union = 0
        for y in variables:
            union |= self.masks[y]
        return union

    def failed(self, failure: Failure) -> None:
        """Report which constraint cannot hold."""
        super().failed(failure)
        if self.quiet:
            return
        variable = None if failure.variable is None else self.names[failure.variable]
        at_fault, hall = failure.because, 0
        if isinstance(failure.source, Matching) and variable is None:
            scope = failure.source.scope
            too_many = HallSets([self.masks[y] for y in scope]).too_many
            if too_many is not None:
                at_fault = [scope[i] for i in too_many]
                hall = self._union(at_fault)
        because = tuple(self.names[y] for y in at_fault)
        constraint = failure.source.constraint
        rule = words(constraint.rule, constraint)
        self.tracer(WipedOut(variable, rule, because, self.values(hall)))

    def values(self, mask: int) -> tuple[int, ...]:
        """The values of a mask."""
        return tuple(self.base + i for i in range(mask.bit_length()) if mask >> i & 1)


def traced_engine(structure: Structure, levels: Levels, tracer: Tracer) -> TracedEngine:
    """The engine of these levels, reporting."""
    if levels.level == "auto":
        return TracedEngine(structure, levels, tracer)
    from nonet.backends.native.levels import TeachingEngine

    class TracedTeachingEngine(TracedEngine, TeachingEngine):
        """A teaching engine that reports; what it only tries, it does not report."""

    return TracedTeachingEngine(structure, levels, tracer)


class TracedSearch(Observer):
    """Reports guesses and steps back."""

    def __init__(self, engine: TracedEngine) -> None:
        self._engine = engine

    def branched(self, variable: int, bit: int, depth: int) -> None:
        """Report a guess."""
        value = self._engine.base + bit.bit_length() - 1
        self._engine.tracer(Branched(self._engine.names[variable], value, depth))

    def backtracked(self, depth: int) -> None:
        """Report a step back."""
        self._engine.tracer(Backtracked(depth))

    def solved(self, assignment: dict[str, int]) -> None:
        """Report a solution."""
        self._engine.tracer(SolutionFound(assignment))


def words(rule: Rule, constraint: object) -> Rule:
    """A constraint's words, or its type's name where it was given none."""
    return rule if str(rule) else Rule(type(constraint).__name__, type(constraint).__name__)
