"""Templates: all whole placements of one value (``engines/placements.py``).

A place in no template goes (*template delete*); one in every template is the
value's (*template set*).  Templates through a place that another value has in
all of its templates are impossible, so the values are gone through until
nothing changes, as HoDoKu does.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 1, "R3C2": 1}))
>>> next(find(position, frozenset({"template-set"}))).notation
'Template Set: 1 => r4c4=1'
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonet.techniques.engines import phrases
from nonet.techniques.engines.placements import reachable
from nonet.techniques.houses import Kind
from nonet.techniques.layout import Layout, bits, merged
from nonet.techniques.position import Position
from nonet.techniques.step import Step, Words


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """Template sets, then template deletions, one a value."""
    layout = position.layout
    if "template-set" in wanted:
        for value, (_, forced) in enumerate(_templates(position)):
            if forced:
                places = tuple(value * layout.count + cell for cell in bits(forced))
                yield _step(position, "template-set", value, places=places)
    if "template-delete" in wanted:
        for value, (reached, _) in enumerate(_templates(position)):
            removed = position.at(value) & ~reached
            if removed:
                yield _step(position, "template-delete", value, removed=removed)


def _templates(position: Position) -> list[tuple[int, int]]:
    """For each value, the cells of any of its templates, and those of all of them."""
    return position.once(_refined)


def _refined(position: Position) -> list[tuple[int, int]]:
    layout = position.layout
    places = [position.at(value) for value in range(layout.size)]
    reached = [reachable(position, value, places[value]) for value in range(layout.size)]
    forced = [_forced(layout, cells) for cells in reached]
    changed = True
    while changed:
        changed = False
        for value in range(layout.size):
            taken = merged(forced[other] for other in range(layout.size) if other != value)
            if reached[value] & taken:
                reached[value] = reachable(position, value, reached[value] & ~taken)
                forced[value] = _forced(layout, reached[value])
                changed = True
    return list(zip(reached, forced, strict=True))


def _forced(layout: Layout, reached: int) -> int:
    """The cells in all templates: each alone in a complete house among those of any."""
    found = 0
    for house in layout.complete:
        here = reached & house.cells
        if not here & (here - 1):
            found |= here
    return found


def _step(
    position: Position, key: str, value: int, places: tuple[int, ...] = (), removed: int = 0
) -> Step:
    layout = position.layout
    return Step(
        key,
        layout,
        placements=places,
        eliminations=removed << value * layout.count,
        pattern=position.at(value) << value * layout.count,
        truths=tuple(
            layout.house_set(house.number, value)
            for house in layout.complete
            if house.cells & position.at(value)
        ),
        detail=Template(value),
    )


class Template(NamedTuple):
    """The value whose placements it is about."""

    value: int

    def words(self, step: Step) -> Words:
        """A template step in words."""
        layout = step.layout
        digit = layout.symbol(self.value)
        names: tuple[Kind, ...] = ("row", "column", "box")
        kinds = [kind for kind in names if layout.kinds[kind]]
        house = phrases.listed(kinds) if kinds and not layout.kinds["other"] else "house"
        every = f"However the {digit}s still missing are placed, one to each {house}, "
        if step.placements:
            cells = sum(1 << candidate % layout.count for candidate in step.placements)
            plain = f"{every}there is always one in {phrases.cells(layout, cells)}."
        else:
            gone = phrases.gone(layout, step.eliminations)
            plain = f"{every}none can be in a cell named here: {gone}."
        return Words(digit, f"Look at all the {digit}s", plain)
