"""Forcing through constraints: a candidate that rules of the variant refute in a few steps.

Supposed true, it leaves less in cells that a cage, a line or a house then asks more of,
until something has nothing left.  Every link is told with the constraint that it rests on;
links that do not matter are left out, and of several candidates the one with the shortest
story is taken.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.puzzle.rules import make_rule
>>> low = make_rule("killer", cells="R1C1 R1C2", sum=3)
>>> high = make_rule("killer", cells="R2C1 R3C1", sum=3)
>>> position = Position.of(Puzzle(Grid.square(4)).with_rules(low, high))
>>> [step.key for step in find(position, frozenset({"constraint-forcing"}))]
['constraint-forcing']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonet.model import helpers
from nonet.techniques.engines import phrases
from nonet.techniques.engines.filtering import Filter
from nonet.techniques.engines.supposing import Event, Refutation, Source, fewest, refuted
from nonet.techniques.houses import House
from nonet.techniques.layout import Layout, bits, only
from nonet.techniques.position import Position
from nonet.techniques.step import Step, Words

EASIEST_FIRST = True
"""Steps come by the length of their story."""
ENOUGH = 5
"""Candidates refuted, of which the one with the shortest story is taken."""
SHORT = 3
"""Links of a story that is taken at once."""


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """The candidate that is refuted by the shortest story."""
    if "constraint-forcing" not in wanted or not position.layout.others:
        return
    found = shortest(position)
    if found is not None:
        yield _step(position, found)


def shortest(position: Position) -> Refutation | None:
    """Of the first candidates refuted, cells of few values first, the one of the fewest links."""
    layout = position.layout
    found: list[Refutation] = []
    cells = sorted((values.bit_count(), cell) for cell, values in enumerate(position.values))
    for number, cell in cells:
        if not number:
            continue
        for value in bits(position.values[cell]):
            position.clock.check()
            one = refuted(position, value * layout.count + cell)
            if one is None:
                continue
            one = fewest(position, one)
            found.append(one)
            if _links(one) <= SHORT or len(found) == ENOUGH:
                return min(found, key=_links)
    return min(found, key=_links, default=None)


def _links(found: Refutation) -> int:
    return len(list(_grouped(found.events)))


def _grouped(events: tuple[Event, ...]) -> Iterator[tuple[Source, list[Event]]]:
    """Events that follow each other by the same house or constraint, together."""
    group: list[Event] = []
    for event in events:
        if group and group[-1].source is not event.source:
            yield group[0].source, group
            group = []
        group.append(event)
    if group:
        yield group[0].source, group


def _step(position: Position, found: Refutation) -> Step:
    layout = position.layout
    count, events = layout.count, found.events
    gone = only(value * count + event.cell for event in events for value in bits(event.values))
    target = 1 << found.candidate
    links = _links(found)
    return Step(
        "constraint-forcing",
        layout,
        eliminations=target,
        fins=gone & position.open & ~target,
        reasons=tuple(constraint.described for constraint in found.constraints),
        detail=Told(found),
        difficulty=400 + 10.0 * links,
    )


def name(source: Source) -> str:
    """A house or a constraint as a sentence speaks of it."""
    return source.name if isinstance(source, House) else source.constraint.described


class Told(NamedTuple):
    """The refutation."""

    found: Refutation

    def words(self, step: Step) -> Words:
        """The story, link by link, and where it ends."""
        found, layout = self.found, step.layout
        cell, value = layout.written(found.candidate)
        links = [_link(layout, source, group) for source, group in _grouped(found.events)]
        story = f" Then {'; then '.join(links)}." if links else ""
        return Words(
            f"{value}{layout.cell_text(1 << found.candidate % layout.count)} by "
            f"{phrases.listed(name(source) for source in found.sources)}",
            f"Suppose {cell} were {value}",
            f"Suppose {cell} were {value}.{story} {self._end(layout)} So {cell} is not {value}.",
        )

    def _end(self, layout: Layout) -> str:
        found = self.found
        called = name(found.source)
        if found.cell >= 0:
            return f"Nothing is then left for {layout.told[found.cell]}."
        if found.value >= 0:
            digit = layout.symbol(found.value)
            return f"No place is then left for the {digit} of {called}."
        assert isinstance(found.source, Filter)
        names = dict.fromkeys(layout.cells[cell] for cell in found.source.cells)
        places = ", ".join(helpers.told(cell) for cell in names if not helpers.is_statement(cell))
        if not places:
            return f"That cannot all be so by {called}."
        return f"What is then left in {places} cannot meet {called}."


def _link(layout: Layout, source: Source, group: list[Event]) -> str:
    """What follows by one house or constraint."""
    last: dict[int, Event] = {}
    gone: dict[int, int] = {}
    for event in group:
        last[event.cell] = event
        gone[event.cell] = gone.get(event.cell, 0) | event.values
    parts = []
    excluded: dict[int, list[str]] = {}
    for cell, event in last.items():
        left = event.left
        if left and not left & (left - 1):
            parts.append(layout.fact((left.bit_length() - 1) * layout.count + cell))
        else:
            excluded.setdefault(gone[cell], []).append(layout.told[cell])
    for values, cells in excluded.items():
        parts.append(
            f"{phrases.values(layout, values)} "
            f"{'go' if values & (values - 1) else 'goes'} from {phrases.listed(cells)}"
        )
    return f"{phrases.listed(parts)} (by {name(source)})"
