"""Suppositions: consequences of a candidate by houses and by the constraints of variants.

A candidate supposed true removes values from other cells; each house and each constraint is
filtered again whenever one of its cells has changed, until nothing changes or a cell or house
is empty.  Every removal is recorded with its premises, so that the text of a contradiction
mentions only its premises (Ginsberg, "Dynamic backtracking", 1993, calls these records
eliminating explanations).

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2, "R3C3": 4}))
>>> why = find_refutation(position, position.layout.candidate("R1C4", 3))
>>> position.layout.symbol(why.value), [source.name for source in why.sources]
('4', ['row 1'])
>>> find_refutation(position, position.layout.candidate("R1C4", 4)) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from nonet.model import Constraint
from nonet.techniques.candidate_layout import House, Layout, bits
from nonet.techniques.engines.constraint_filter import (
    ConstraintFilter,
    ValueMasks,
    constraint_filters,
)
from nonet.techniques.position import Position

MAX_REMOVALS = 400
"""Most removals of a supposition: a person would not follow more."""

Source = House | ConstraintFilter


class Removal(NamedTuple):
    """A record that ``source`` took ``values`` (a mask) from ``cell``, and the values
    ``remaining`` there.

    ``reasons`` are the removals before as premises: cells, with their missing values.  Without a
    source the value was supposed, and ``proof`` refutes it.
    """

    source: Source | None
    cell: int
    values: int
    remaining: int
    reasons: tuple[tuple[int, int], ...]
    proof: tuple[object, ...] = ()


class Refutation(NamedTuple):
    """A supposition that failed: its consequences, in order, and the empty cell or house.

    ``source`` is the house or constraint that cannot hold; ``cell`` is a cell with no remaining
    value, or -1; ``value`` is a value with no remaining place in a house, or -1. ``masks`` are
    the values then left in the cells of a constraint that cannot hold.
    """

    candidate: int
    removals: tuple[Removal, ...]
    source: Source
    cell: int = -1
    value: int = -1
    masks: ValueMasks = ()

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All premises: the sources, and the constraints by which cells of a constraint differ."""
        result: dict[Constraint, None] = {}
        for source in self.sources:
            result[source.constraint] = None
            for house in source.houses if isinstance(source, ConstraintFilter) else ():
                result[house.constraint] = None
        return tuple(result)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The houses and constraints of the refutation, each once."""
        sources = (*(event.source for event in self.removals), self.source)
        return tuple({id(source): source for source in sources if source}.values())


class Contradiction(Exception):
    """A contradiction: the place without values, and its premises."""

    def __init__(
        self,
        source: Source | None,
        because: tuple[tuple[int, int], ...],
        cell: int = -1,
        value: int = -1,
    ) -> None:
        self.source, self.reasons, self.cell, self.value = source, because, cell, value


@lru_cache(maxsize=64)
def _sources_by_cell(layout: Layout) -> tuple[tuple[Source, ...], ...]:
    sources: list[list[Source]] = [[] for _ in range(layout.cell_count)]
    for house in layout.houses:
        for cell in house.cell_numbers:
            sources[cell].append(house)
    for first in constraint_filters(layout):
        for cell in dict.fromkeys(first.cells):
            sources[cell].append(first)
    return tuple(map(tuple, sources))


def possible_values(position: Position) -> list[int]:
    """The values open in each cell, or the one placed there, as masks."""
    values = list(position.values)
    for candidate in bits(position.placed):
        value, cell = divmod(candidate, position.layout.cell_count)
        values[cell] = 1 << value
    return values


def _repeated_values(remaining: list[int], cells: tuple[int, ...]) -> tuple[int, int]:
    """Return the values that are open in a cell or more, and in two cells or more."""
    once = twice = 0
    for cell in cells:
        mask = remaining[cell]
        twice |= once & mask
        once |= mask
    return once, twice


def find_refutation(
    position: Position, candidate: int, sources: Iterable[Source] | None = None
) -> Refutation | None:
    """Return a refutation of a candidate by propagation, or ``None``; ``sources`` restricts the
    propagation.
    """
    layout = position.layout
    value, cell = divmod(candidate, layout.cell_count)
    possible = position.cached(_possible_values)
    fixpoints = position.path_cached(_new_fixpoints)
    if sources is None and _holds_still(layout, fixpoints, candidate, possible):
        return None
    net = Propagation(layout, possible, None if sources is None else set(map(id, sources)))
    try:
        net.suppose(cell, 1 << value)
        net.run()
    except Contradiction as clash:
        return net.refutation(candidate, clash)
    if sources is None and net.finished:
        fixpoints[candidate] = tuple(net.remaining)
    return None


def _possible_values(position: Position) -> tuple[int, ...]:
    return tuple(possible_values(position))


def _new_fixpoints(position: Position) -> dict[int, tuple[int, ...]]:
    """For each candidate not refuted: the values that its consequences left in each cell."""
    return {}


def _holds_still(
    layout: Layout,
    fixpoints: dict[int, tuple[int, ...]],
    candidate: int,
    possible: tuple[int, ...],
) -> bool:
    """Return whether propagation, continued where it once ended, still refutes nothing.

    Filters are monotone: values that support each other, all of them open, survive every order
    of propagation. So a fixpoint of an earlier position answers for a later one, as far as its
    values are open, and only the sources of what was eliminated since have to be asked.
    """
    before = fixpoints.get(candidate)
    if before is None:
        return False
    changed = [cell for cell, (a, b) in enumerate(zip(before, possible, strict=True)) if a & ~b]
    if not changed:
        return True
    net = Propagation(layout, (a & b for a, b in zip(before, possible, strict=True)), None)
    try:
        for cell in changed:
            net.suppose(cell, net.remaining[cell])
        net.run()
    except Contradiction:
        return False
    if not net.finished or not all(net.remaining):
        return False
    fixpoints[candidate] = tuple(net.remaining)
    return True


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


class Propagation:
    """Propagation in progress: the remaining values of each cell, and the removals so far."""

    def __init__(
        self,
        layout: Layout,
        remaining: Iterable[int],
        within: set[int] | None,
        max_removals: int = MAX_REMOVALS,
    ) -> None:
        self.layout, self._max_removals = layout, max_removals
        self.remaining = list(remaining)
        self.removals: list[Removal] = []
        self._allowed_sources = within
        self._sources_by_cell = _sources_by_cell(layout)
        self._houses: dict[int, House] = {}
        self._filters: dict[int, ConstraintFilter] = {}

    def suppose(self, cell: int, values: int) -> None:
        self.remaining[cell] = values
        self._queue_sources(cell, None)

    def _queue_sources(self, cell: int, source: Source | None) -> None:
        for other in self._sources_by_cell[cell]:
            if self._allowed_sources is not None and id(other) not in self._allowed_sources:
                continue
            if isinstance(other, House):
                self._houses[id(other)] = other
            elif other is not source:
                self._filters[id(other)] = other

    @property
    def finished(self) -> bool:
        """Whether nothing is to be asked."""
        return not (self._houses or self._filters)

    def run(self) -> None:
        """Ask houses before constraints, until nothing is to be asked."""
        while self._houses or self._filters:
            if self._houses:
                self._propagate_house(self._houses.pop(next(iter(self._houses))))
            else:
                self._propagate_filter(self._filters.pop(next(iter(self._filters))))
            if len(self.removals) > self._max_removals:
                return

    def _remove(
        self, source: Source, cell: int, values: int, because: tuple[tuple[int, int], ...]
    ) -> None:
        remaining = self.remaining[cell] & ~values
        self.removals.append(
            Removal(source, cell, self.remaining[cell] & values, remaining, because)
        )
        self.remaining[cell] = remaining
        if not remaining:
            raise Contradiction(source, ((cell, self.layout.all_values),), cell)
        self._queue_sources(cell, source)

    def _propagate_house(self, house: House) -> None:
        remaining, order = self.remaining, house.cell_numbers
        once, twice = _repeated_values(remaining, order)
        self._check_places(house, once)
        for cell in order:
            mask = remaining[cell]
            if not mask & (mask - 1) and mask & twice:
                for other in order:
                    if other != cell and remaining[other] & mask:
                        because = ((cell, self.layout.all_values & ~mask),)
                        self._remove(house, other, mask, because)
        if not house.complete:
            return
        once, twice = _repeated_values(remaining, order)
        self._check_places(house, once)
        single = once & ~twice
        if single:
            for cell in order:
                mask = remaining[cell] & single
                if mask and remaining[cell] != mask:
                    if mask & (mask - 1):  # two values that have no other place
                        low = mask & -mask
                        others = tuple((c, mask) for c in order if c != cell)
                        self._remove(house, cell, remaining[cell] & ~low, others)
                        return
                    others = tuple((c, mask) for c in order if c != cell)
                    self._remove(house, cell, remaining[cell] & ~mask, others)

    def _check_places(self, house: House, once: int) -> None:
        """Raise ``Contradiction`` where a value has no place in a complete house."""
        missing = house.values & ~once if house.complete else 0
        if missing:
            value = (missing & -missing).bit_length() - 1
            everywhere = tuple((cell, 1 << value) for cell in house.cell_numbers)
            raise Contradiction(house, everywhere, value=value)

    def _propagate_filter(self, source: ConstraintFilter) -> None:
        masks = tuple([self.remaining[cell] for cell in source.cells])
        retained = source.reduced(masks)
        if retained == masks:
            return
        all_values = self.layout.all_values
        because = tuple(
            (cell, all_values & ~self.remaining[cell]) for cell in dict.fromkeys(source.cells)
        )
        if retained is None:
            raise Contradiction(source, because)
        for cell, mask in zip(source.cells, retained, strict=True):
            eliminated = self.remaining[cell] & ~mask
            if eliminated:
                remaining = tuple(pair for pair in because if pair[0] != cell)
                own = ((cell, all_values & ~self.remaining[cell]),)
                self._remove(source, cell, eliminated, (*remaining, *own))

    def refutation(self, candidate: int, clash: Contradiction) -> Refutation:
        """Return the consequences that led to the clash."""
        assert clash.source is not None
        events, masks = self.needed_removals(dict(clash.reasons)), self.masks(clash.source)
        return Refutation(candidate, events, clash.source, clash.cell, clash.value, masks)

    def needed_removals(self, needed: dict[int, int]) -> tuple[Removal, ...]:
        """Return the removals that led to missing values, by cell, in order; add the missing
        values that these rest on to ``needed``.
        """
        retained: list[Removal] = []
        for event in reversed(self.removals):
            if needed.get(event.cell, 0) & event.values:
                retained.append(event)
                for cell, values in event.reasons:
                    needed[cell] = needed.get(cell, 0) | values
        return tuple(reversed(retained))

    def masks(self, source: Source) -> ValueMasks:
        """Return the remaining values of the cells of a constraint, none of a house."""
        cells = source.cells if isinstance(source, ConstraintFilter) else ()
        return tuple(self.remaining[cell] for cell in cells)
