"""XYZ-rings: an XYZ-wing whose two pincers a strong link forbids to be both z.

A pivot {xyz} sees two pincers {xz} and {yz}.  In some house each place of z sees one of the
pincers: if both were z, the house would have none.  So of pivot and pincers exactly one is z,
one of pivot and first pincer is x, and one of pivot and second pincer y: the three values are
eliminated from cells that see both places, as in a ring.  Candidates that see the place of z in
that house are eliminated too: all fillings of the three cells and the house are tried, and a
candidate that every filling excludes is eliminated.

In a *nice* ring the places of z next to a pincer lie in the common house of pincer and pivot.
In a *grouped* ring there are more than two places. Names follow SudokuStudio (Sunnie), where
the technique is also called XYZ-loop.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R4C4": 3}))
>>> list(find(position, frozenset({"xyz-ring"})))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True
"""A hint shows every instance."""


class XyzRingDetail(NamedTuple):
    """Pivot and pincers, their common values, z, its house and its places there.

    The pincer ``first_pincer`` is x or z, the pincer ``second_pincer`` y or z.
    """

    pivot: int
    first_pincer: int
    second_pincer: int
    x: int
    y: int
    z: int
    house: House
    places: int

    def describe(self, step: Step) -> StepText:
        """An XYZ-ring in words."""
        layout = step.layout
        pivot, first, second = (
            layout.display_names[cell]
            for cell in (self.pivot, self.first_pincer, self.second_pincer)
        )
        x, y, z = map(layout.symbol, (self.x, self.y, self.z))
        cells = 1 << self.pivot | 1 << self.first_pincer | 1 << self.second_pincer
        return StepText(
            f"{x}/{y}/{z} in {layout.cell_text(cells)}, {z} in {self.house.short_name}",
            f"Look at {pivot} and at the {z}s of {self.house.name}",
            f"{pivot} is {x}, {y} or {z}; it sees {first}, which is {x} or {z}, and {second}, which is"
            f" {y} or {z}. In {self.house.name} each place of {z} sees {first} or {second}, so these are"
            f" not both {z}. If {first} is {z}, {second} is {y} and {pivot} is {x}; if {second} is {z},"
            f" {first} is {x} and {pivot} is {y}; if neither is, {pivot} is {z}. In each case"
            f" {phrases.removal_text(layout, step.eliminations)}.",
        )


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The rings by pivot; each conclusion of a form once."""
    done: set[tuple[str, int]] = set()
    for ring in _rings(position):
        key = _technique_key(position, ring)
        if key in requested:
            eliminated = _eliminations(position, ring)
            if eliminated and (key, eliminated) not in done:
                done.add((key, eliminated))
                yield _step(position, key, ring, eliminated)


def _rings(position: Position) -> Iterator[XyzRingDetail]:
    layout, values = position.layout, position.values
    for pivot, own in enumerate(values):
        if own.bit_count() != 3:
            continue
        near = [
            cell
            for cell in bits(layout.sees[pivot])
            if values[cell].bit_count() == 2 and not values[cell] & ~own
        ]
        for first, second in combinations(near, 2):
            shared = values[first] & values[second]
            if shared.bit_count() != 1:
                continue
            z = shared.bit_length() - 1
            x = (values[first] & ~shared).bit_length() - 1
            y = (values[second] & ~shared).bit_length() - 1
            seen = layout.sees[first] | layout.sees[second]
            for house in layout.complete_houses:
                places = position.places_of(z) & house.cells
                if (
                    places
                    and not places & ~seen
                    and not places & (1 << pivot | 1 << first | 1 << second)
                ):
                    yield XyzRingDetail(pivot, first, second, x, y, z, house, places)


def _technique_key(position: Position, ring: XyzRingDetail) -> str:
    layout = position.layout
    nice = any(
        layout.houses_containing((ring.places & layout.sees[cell]) | 1 << ring.pivot | 1 << cell)
        for cell in (ring.first_pincer, ring.second_pincer)
    )
    grouped = "grouped-" if ring.places.bit_count() > 2 else ""
    return f"{grouped}{'nice-' if nice else ''}xyz-ring"


def _eliminations(position: Position, ring: XyzRingDetail) -> int:
    """Return the candidates that every filling of the three cells and the house excludes."""
    layout = position.layout
    peers, count = layout.peers, layout.cell_count
    slices = {value: value * count for value in (ring.x, ring.y, ring.z)}
    x, y, z = (slices[value] for value in (ring.x, ring.y, ring.z))
    ways = (
        (x + ring.pivot, z + ring.first_pincer, y + ring.second_pincer),
        (y + ring.pivot, x + ring.first_pincer, z + ring.second_pincer),
        (z + ring.pivot, x + ring.first_pincer, y + ring.second_pincer),
    )
    eliminated = position.open
    for way in ways:
        out = union_of(peers[candidate] for candidate in way)
        last = -1
        for place in bits(ring.places):
            if not out >> z + place & 1:
                last &= peers[z + place]
        eliminated &= out | last
    return eliminated


def _step(position: Position, key: str, ring: XyzRingDetail, eliminated: int) -> Step:
    layout = position.layout
    shift = ring.z * layout.cell_count
    cells = 1 << ring.pivot | 1 << ring.first_pincer | 1 << ring.second_pincer
    links = [
        layout.house_set(house.number, value)
        for cell, value in ((ring.first_pincer, ring.x), (ring.second_pincer, ring.y))
        for house in layout.houses_containing(1 << ring.pivot | 1 << cell)[:1]
    ]
    return Step(
        key,
        layout,
        eliminations=eliminated,
        pattern=position.open_candidates_in(cells) | ring.places << shift,
        fins=cells << shift & position.open,
        truths=(
            ring.pivot,
            ring.first_pincer,
            ring.second_pincer,
            layout.house_set(ring.house.number, ring.z),
        ),
        links=tuple(links),
        detail=ring,
    )
