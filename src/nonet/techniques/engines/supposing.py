"""Suppositions: what follows from a candidate by houses and by the constraints of variants.

Supposed true, a candidate leaves less in other cells; each house and each constraint is
asked again whenever one of its cells has changed, until nothing changes or something has
nothing left.  Every removal is noted with what it rests on, so that of a contradiction only
what led to it is told (Ginsberg, "Dynamic backtracking", 1993, calls these its
eliminating explanations).

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2, "R3C3": 4}))
>>> why = refuted(position, position.layout.candidate("R1C4", 3))
>>> position.layout.cells[why.cell], [source.name for source in why.sources]
('R1C4', ['row 1'])
>>> refuted(position, position.layout.candidate("R1C4", 4)) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from nonet.model import Constraint
from nonet.techniques.engines.filtering import Filter
from nonet.techniques.engines.filters import filters
from nonet.techniques.houses import House
from nonet.techniques.layout import Layout, bits
from nonet.techniques.position import Position

MOST_EVENTS = 400
"""Removals after which a supposition is given up: nobody would follow it."""

Source = House | Filter


class Event(NamedTuple):
    """That ``source`` took ``values`` (a mask) from ``cell``, and what is ``left`` there.

    ``because`` are the removals it rests on: cells, with the values missing there.
    """

    source: Source
    cell: int
    values: int
    left: int
    because: tuple[tuple[int, int], ...]


class Refutation(NamedTuple):
    """A supposition that failed: what followed, in order, and where nothing was left.

    ``source`` is what cannot hold; ``cell`` is a cell with no value left, or -1;
    ``value`` is a value with no place left in a house, or -1.
    """

    candidate: int
    events: tuple[Event, ...]
    source: Source
    cell: int = -1
    value: int = -1

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All that it rests on: the sources, and why cells of a constraint differ."""
        found: dict[Constraint, None] = {}
        for source in self.sources:
            found[source.constraint] = None
            for house in source.houses if isinstance(source, Filter) else ():
                found[house.constraint] = None
        return tuple(found)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The houses and constraints it rests on, each once."""
        return tuple(dict.fromkeys((*(event.source for event in self.events), self.source)))


class _Clash(Exception):
    """Nothing is left: where, and what that rests on."""

    def __init__(
        self,
        source: Source,
        because: tuple[tuple[int, int], ...],
        cell: int = -1,
        value: int = -1,
    ) -> None:
        self.source, self.because, self.cell, self.value = source, because, cell, value


@lru_cache(maxsize=64)
def _touching(layout: Layout) -> tuple[tuple[Source, ...], ...]:
    """For each cell the houses and the constraints that hold it."""
    found: list[list[Source]] = [[] for _ in range(layout.count)]
    for house in layout.houses:
        for cell in house.order:
            found[cell].append(house)
    for one in filters(layout):
        for cell in dict.fromkeys(one.cells):
            found[cell].append(one)
    return tuple(map(tuple, found))


def alive(position: Position) -> list[int]:
    """The values open in each cell, or the one placed there, as masks."""
    found = list(position.values)
    for candidate in bits(position.placed):
        value, cell = divmod(candidate, position.layout.count)
        found[cell] = 1 << value
    return found


def refuted(
    position: Position, candidate: int, within: Iterable[Source] | None = None
) -> Refutation | None:
    """Why a candidate cannot be true, if propagation shows it; ``within`` some sources only."""
    layout = position.layout
    value, cell = divmod(candidate, layout.count)
    net = _Net(layout, position.once(_alive), None if within is None else set(map(id, within)))
    try:
        net.suppose(cell, 1 << value)
        net.run()
    except _Clash as clash:
        return net.told(candidate, clash)
    return None


def _alive(position: Position) -> tuple[int, ...]:
    return tuple(alive(position))


def fewest(position: Position, found: Refutation) -> Refutation:
    """A refutation by fewer sources, of which none can be left out."""
    for source in reversed(found.sources):
        if len(found.sources) > 1 and source in found.sources:
            fewer = refuted(
                position, found.candidate, [s for s in found.sources if s is not source]
            )
            if fewer is not None:
                found = fewer
    return found


class _Net:
    """Propagation under way: what is left of each cell, and the removals so far."""

    def __init__(self, layout: Layout, left: Iterable[int], within: set[int] | None) -> None:
        self.layout = layout
        self.before = tuple(left)
        self.left = list(self.before)
        self.events: list[Event] = []
        self._within = within
        self._touching = _touching(layout)
        self._houses: dict[int, House] = {}
        self._filters: dict[int, Filter] = {}

    def suppose(self, cell: int, values: int) -> None:
        self.left[cell] = values
        self._changed(cell, None)

    def _changed(self, cell: int, source: Source | None) -> None:
        for other in self._touching[cell]:
            if self._within is not None and id(other) not in self._within:
                continue
            if isinstance(other, House):
                self._houses[id(other)] = other
            elif other is not source:
                self._filters[id(other)] = other

    def run(self) -> None:
        """Ask houses before constraints, until nothing is to be asked."""
        while self._houses or self._filters:
            if self._houses:
                self._house(self._houses.pop(next(iter(self._houses))))
            else:
                self._filter(self._filters.pop(next(iter(self._filters))))
            if len(self.events) > MOST_EVENTS:
                return

    def _take(
        self, source: Source, cell: int, values: int, because: tuple[tuple[int, int], ...]
    ) -> None:
        rest = self.left[cell] & ~values
        self.events.append(Event(source, cell, self.left[cell] & values, rest, because))
        self.left[cell] = rest
        if not rest:
            raise _Clash(source, ((cell, self.layout.all_values),), cell)
        self._changed(cell, source)

    def _house(self, house: House) -> None:
        left, order = self.left, house.order
        once = twice = 0
        for cell in order:
            mask = left[cell]
            if not mask & (mask - 1):
                for other in order:
                    if other != cell and left[other] & mask:
                        because = ((cell, self.layout.all_values & ~mask),)
                        self._take(house, other, mask, because)
        if not house.complete:
            return
        for cell in order:
            mask = left[cell]
            twice |= once & mask
            once |= mask
        missing = house.values & ~once
        if missing:
            value = (missing & -missing).bit_length() - 1
            everywhere = tuple((cell, 1 << value) for cell in order)
            raise _Clash(house, everywhere, value=value)
        single = once & ~twice
        if single:
            for cell in order:
                mask = left[cell] & single
                if mask and left[cell] != mask:
                    if mask & (mask - 1):  # two values that have no other place
                        low = mask & -mask
                        others = tuple((c, mask) for c in order if c != cell)
                        self._take(house, cell, left[cell] & ~low, others)
                        return
                    others = tuple((c, mask) for c in order if c != cell)
                    self._take(house, cell, left[cell] & ~mask, others)

    def _filter(self, source: Filter) -> None:
        masks = tuple(self.left[cell] for cell in source.cells)
        kept = source.left(masks)
        if kept == masks:
            return
        all_values = self.layout.all_values
        because = tuple(
            (cell, all_values & ~self.left[cell]) for cell in dict.fromkeys(source.cells)
        )
        if kept is None:
            raise _Clash(source, because)
        for cell, mask in zip(source.cells, kept, strict=True):
            gone = self.left[cell] & ~mask
            if gone:
                rest = tuple(pair for pair in because if pair[0] != cell)
                own = ((cell, all_values & ~self.left[cell]),)
                self._take(source, cell, gone, (*rest, *own))

    def told(self, candidate: int, clash: _Clash) -> Refutation:
        """What of all that followed led to the clash."""
        needed: dict[int, int] = {}
        for cell, values in clash.because:
            needed[cell] = needed.get(cell, 0) | values
        kept: list[Event] = []
        for event in reversed(self.events):
            if needed.get(event.cell, 0) & event.values:
                kept.append(event)
                for cell, values in event.because:
                    needed[cell] = needed.get(cell, 0) | values
        events = tuple(reversed(kept))
        return Refutation(candidate, events, clash.source, clash.cell, clash.value)
