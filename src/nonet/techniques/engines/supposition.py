"""Suppositions through the constraints of a variant: native's engine, at the level of human logic.

A candidate supposed true removes values from other cells by naked and hidden singles of the houses
and by the filters of the other constraints (``constraint_filter.py``), until nothing changes or a cell
or a house is empty.  The record of what was removed, and why, is that of native's learning engine: a
trail, and for each entry the filter and the variables that the filter read.  Walked from the
contradiction back, the record yields the removals that matter (Ginsberg, "Dynamic backtracking", 1993,
calls these eliminating explanations).

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2, "R3C3": 4}))
>>> why = find_refutation(position, position.layout.candidate("R1C4", 3))
>>> [source.name for source in why.sources]
['row 1']
>>> find_refutation(position, position.layout.candidate("R1C4", 4)) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from nonet.backends.native.filter import Condition, Filter, Masks, ReasonStore, Store
from nonet.backends.native.filters.all_different import HiddenSingles
from nonet.backends.native.learning import LearningEngine
from nonet.model import Constraint, Structure
from nonet.techniques.candidate_layout import House, Layout, bits
from nonet.techniques.engines.constraint_filter import (
    ConstraintFilter,
    constraint_filters,
    to_engine_bits,
)
from nonet.techniques.position import Position

Source = House | ConstraintFilter


class Refutation(NamedTuple):
    """A candidate whose supposition fails, and what the contradiction rests on.

    ``sources`` are the houses and constraints, each once; ``eliminated`` the candidates that they
    remove on the way (a mask), ``links`` how often one source follows another.
    """

    candidate: int
    sources: tuple[Source, ...]
    eliminated: int
    links: int

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All premises: the sources, and the constraints by which cells of a constraint differ."""
        result: dict[Constraint, None] = {}
        for source in self.sources:
            result[source.constraint] = None
            for house in source.houses if isinstance(source, ConstraintFilter) else ():
                result[house.constraint] = None
        return tuple(result)


class HouseSingles(HiddenSingles):
    """Naked singles of a house, and hidden singles of a complete one: chains are short."""

    def __init__(self, house: House, values: int) -> None:
        super().__init__(house.constraint, list(house.cell_numbers), values)
        self.is_complete = house.complete

    def filter(self, engine: Store) -> None:
        masks, once, twice = engine.masks, 0, 0
        for x in self.scope:
            twice |= once & masks[x]
            once |= masks[x]
        if self.is_complete and once.bit_count() < len(self.scope):
            engine.fail(self, self.scope)
        for x in self.scope:
            bit = masks[x]
            if bit & twice and not bit & (bit - 1):
                for y in self.scope:
                    if masks[y] & bit and y != x:
                        engine.set(y, masks[y] ^ bit, self, (x,))
        if self.is_complete:
            super().filter(engine)

    def explain(
        self, engine: ReasonStore, x: int | None, removed: int, because: Sequence[int]
    ) -> Iterable[Condition]:
        """Return the reasons of a naked single, which reads one cell, or of a hidden single."""
        by_naked_single = len(because) == 1
        explain = Filter.explain if by_naked_single else HiddenSingles.explain
        return explain(self, engine, x, removed, because)


class OwnFilter(Filter):
    """A constraint's filter for one engine, which is not asked again about its own removals alone."""

    wakes_on_change = True

    def __init__(self, source: ConstraintFilter) -> None:
        super().__init__(source.constraint, source.cells)
        self._native, self._retained = source.native, Masks()

    def reduced(self, masks: Masks) -> Masks | None:
        if masks == self._retained:
            return masks
        reduced = self._native.reduced(masks)
        self._retained = reduced or ()
        return reduced


class OwnSearch(OwnFilter):
    """The filter of a constraint by search, which is asked last."""

    priority = 2


class Supposition(LearningEngine):
    """The engine of a layout, with a record of every removal.

    Variables are numbered as the layout's cells; masks are those of the engine, not of the layout.
    """

    def __init__(self, layout: Layout) -> None:
        super().__init__(Structure(layout.structure.domains, ()), lambda *_: ())
        self.layout = layout
        self.then = list(self.masks)
        """The domains at the moment to which the record is walked back."""
        self.source_of: dict[Filter, Source] = {}
        self._filter_of: dict[int, Filter] = {}
        for house in layout.houses:
            if len(house.cell_numbers) > 1:
                self._use(house, HouseSingles(house, self.full_masks[house.cell_numbers[0]]))
        for source in constraint_filters(layout):
            self._use(source, (OwnFilter if source.native.is_cheap else OwnSearch)(source))
        self._every, self._is_limited = self.on_change, False

    def _use(self, source: Source, filter_: Filter) -> None:
        self._filter_of[id(source)] = filter_
        self.source_of[filter_] = source
        self.add(filter_)

    def limit_to(self, sources: Iterable[Source] | None) -> None:
        """Let only some houses and constraints remove values; ``None`` for all."""
        if sources is not None:
            self.on_change = [[] for _ in self.names]
            for source in sources:
                filter_ = self._filter_of[id(source)]
                for x in dict.fromkeys(filter_.scope):
                    self.on_change[x].append(filter_)
        elif self._is_limited:
            self.on_change = self._every
        self._is_limited = sources is not None

    def start(self, masks: Sequence[int]) -> None:
        """Forget what was supposed, and take the domains of a position."""
        self._clear_pending()
        self.undo(0)
        self.level_marks.clear()
        self.masks[:] = masks

    def wake_all(self, variables: Iterable[int]) -> None:
        """Have the filters of some variables run, in the order of these."""
        for x in variables:
            for filter_ in self.on_change[x]:
                self.wake(filter_)

    def mask_then(self, x: int) -> int:
        """Return the domain of ``x`` at the moment to which the record is walked back."""
        return self.then[x]

    def walk_back(
        self, start: int, needed: dict[int, int]
    ) -> Iterator[tuple[int, int, Filter, Sequence[int]]]:
        """Yield the removals of needed values since an entry of the trail, the latest first: the
        variable, the values, the filter and the variables that it read.

        ``needed`` are the missing values on which something rests, by variable; the caller adds the
        premises of each removal, which hold in ``then``.
        """
        self.then[:] = self.masks
        for place in range(len(self.trail) - 1, start - 1, -1):
            x, before = self.trail[place]
            removed, self.then[x] = before & ~self.then[x], before
            reason = self.reasons[place]
            if removed & needed.get(x, 0) and reason is not None:
                yield (x, removed, *reason)

    def refutation(self, candidate: int) -> Refutation:
        """Return what the last failure rests on, where all cells of a constraint are premises."""
        failure, needed = self.failure, dict[int, int]()
        assert failure is not None

        def rest_on(conditions: Iterable[Condition]) -> None:
            for x, mask in conditions:
                needed[x] = needed.get(x, 0) | self.full_masks[x] & ~mask

        sources, eliminated, links = dict[int, Source](), 0, 0
        source: Source | None = None
        self.then[:] = self.masks
        if failure.variable is None:
            source = self.source_of[failure.source]
            sources[id(source)] = source
            rest_on(failure.source.explain(self, None, 0, failure.because))
        else:
            needed[failure.variable] = -1
        for x, removed, filter_, read in self.walk_back(self.level_marks[-1] + 1, needed):
            rest_on(filter_.explain(self, x, removed, read))
            links += self.source_of[filter_] is not source or not links
            source = self.source_of[filter_]
            sources.setdefault(id(source), source)
            for bit in bits(removed):
                value = self.layout.value_number[self.bases[x] + bit]
                eliminated |= 1 << value * self.layout.cell_count + x
        return Refutation(candidate, tuple(sources.values())[::-1], eliminated, links)


def possible_values(position: Position) -> list[int]:
    """The values open in each cell, or the one placed there, as masks."""
    values = list(position.values)
    for candidate in bits(position.placed):
        value, cell = divmod(candidate, position.layout.cell_count)
        values[cell] = 1 << value
    return values


def _possible_bits(position: Position) -> tuple[int, ...]:
    """Return the values open in each cell as masks of the engine."""
    return to_engine_bits(position.layout, tuple(position.cached(possible_values)))


def _new_supposition(position: Position) -> Supposition:
    return Supposition(position.layout)


def _new_fixpoints(position: Position) -> dict[int, tuple[int, ...]]:
    """For each candidate not refuted: the domains that its consequences left."""
    return {}


def find_refutation(
    position: Position, candidate: int, sources: Iterable[Source] | None = None
) -> Refutation | None:
    """Return a refutation of a candidate by propagation, or ``None``; ``sources`` restricts the
    propagation.

    Filters are monotone: values that support each other, all of them open, survive every order of
    propagation.  So a fixpoint of an earlier position answers for a later one, as far as its values
    are open, and only the sources of what was eliminated since have to be asked.
    """
    engine = position.path_cached(_new_supposition)
    fixpoints = position.path_cached(_new_fixpoints)
    possible = position.cached(_possible_bits)
    engine.limit_to(sources)
    before = fixpoints.get(candidate) if sources is None else None
    if before is not None:
        changed = [x for x, (a, b) in enumerate(zip(before, possible, strict=True)) if a & ~b]
        if not changed:
            return None
        engine.start([a & b for a, b in zip(before, possible, strict=True)])
        engine.wake_all(changed)
        if all(engine.masks) and engine.propagate():
            fixpoints[candidate] = tuple(engine.masks)
            return None
    engine.start(possible)
    number, x = divmod(candidate, position.layout.cell_count)
    engine.assign(x, 1 << position.layout.values[number] - engine.bases[x])
    if not engine.propagate():
        return engine.refutation(candidate)
    if sources is None:
        fixpoints[candidate] = tuple(engine.masks)
    return None


def smallest_refutation(position: Position, refutation: Refutation) -> Refutation:
    """A refutation by fewer sources, of which none can be left out."""
    remaining = refutation.sources
    for source in reversed(refutation.sources):
        others = [other for other in remaining if other is not source]
        if 0 < len(others) < len(remaining):
            fewer = find_refutation(position, refutation.candidate, others)
            if fewer is not None:
                refutation, remaining = fewer, fewer.sources
    return refutation
