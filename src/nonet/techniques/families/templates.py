"""Templates: whole placements of one value.

A *template* of a value has one place in every complete house that still lacks the value, and no two
places see each other. A place in no template is eliminated (*template delete*); a place in every
template is placed (*template set*). Templates through a place that another value has in all of its
templates are impossible, so the values are visited until nothing changes, as in HoDoKu.

No fish, chain or colouring of a value alone removes anything but places in no template: families
check here first whether a search is worth the time.  The templates are not listed: for each place
a template is searched (the house with the fewest places first), and serves all its places.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 1, "R3C2": 1}))
>>> next(find(position, frozenset({"template-set"}))).notation
'Template Set: 1 => r4c4=1'
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, HouseKind, Layout, bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

# Conjugates: the complete houses where a value has exactly two places left.
#
# One of the two is true: a strong link. Conjugates are cached by value and set of places along
# the path, as most steps leave most values alone.

Conjugates = tuple[tuple[House, int], ...]


def conjugates(position: Position, value: int) -> Conjugates:
    """The complete houses with exactly two places for ``value``, each with their mask."""
    return position.path_cached(_conjugates, position.places_of(value))


def _conjugates(position: Position, places: int) -> Conjugates:
    return tuple(
        (house, cells)
        for house in position.layout.complete_houses
        if (cells := places & house.cells).bit_count() == 2
    )


def other_cell(pair: int, cell: int) -> int:
    """The other cell of a pair (a mask), as a number."""
    return (pair & ~(1 << cell)).bit_length() - 1


@lru_cache(maxsize=256)
def house_masks_by_cell(layout: Layout, kind: HouseKind) -> tuple[int, ...]:
    """For each cell, the cells of its houses of a kind (complete or not); 0 for none."""
    results = [0] * layout.cell_count
    for house in layout.houses:
        if house.kind == kind:
            for cell in house.cell_numbers:
                results[cell] |= house.cells
    return tuple(results)


MAX_NODES = 5_000
"""How many nodes the search for one template may have; a place that needs more stays."""


def places_outside_templates(position: Position, value: int) -> int:
    """The places of ``value`` (a mask of cells) that are in no template."""
    places = position.places_of(value)
    return places & ~template_places(position, places) if places else 0


def reducible_values(position: Position) -> tuple[int, ...]:
    """The values that have a place in no template: patterns of another value remove nothing."""
    return position.cached(_reducible_values)


def _reducible_values(position: Position) -> tuple[int, ...]:
    return tuple(
        v for v in range(position.layout.value_count) if places_outside_templates(position, v)
    )


def template_places(position: Position, places: int) -> int:
    """Return the members of ``places`` that are in a template made of ``places``."""
    return position.path_cached(_template_places, places)


def _template_places(position: Position, places: int) -> int:
    layout = position.layout
    houses = [remaining for house in layout.complete_houses if (remaining := house.cells & places)]
    union, sees = 0, layout.sees
    for place in bits(places):
        if union >> place & 1:
            continue
        position.deadline.check()
        unvisited = places & ~sees[place]
        nodes = [MAX_NODES]
        missing = [house & unvisited for house in houses if not house >> place & 1]
        union |= _extend(sees, missing, unvisited, 1 << place, union, nodes)
        if nodes[0] <= 0:
            union |= 1 << place
    return union


def _extend(
    sees: tuple[int, ...],
    houses: list[int],
    unvisited: int,
    template: int,
    union: int,
    nodes: list[int],
) -> int:
    """Return a template with these places, preferably outside ``union``; 0 if none."""
    if not houses:
        return template
    nodes[0] -= 1
    if nodes[0] <= 0:
        return 0
    narrow = min(houses, key=int.bit_count)
    for cells in (narrow & ~union, narrow & union):
        for cell in bits(cells) if cells else ():
            after = unvisited & ~sees[cell]
            remaining = [house & after for house in houses if not house >> cell & 1]
            result = _extend(sees, remaining, after, template | 1 << cell, union, nodes)
            if result or nodes[0] <= 0:
                return result
    return 0


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Template sets, then template deletions, one a value."""
    layout = position.layout
    if "template-set" in requested:
        for value, (_, forced) in enumerate(position.cached(_template_unions)):
            if forced:
                places = tuple(value * layout.cell_count + cell for cell in bits(forced))
                yield _step(position, "template-set", value, places=places)
    if "template-delete" in requested:
        for value, (reached, _) in enumerate(position.cached(_template_unions)):
            removed = position.places_of(value) & ~reached
            if removed:
                yield _step(position, "template-delete", value, removed=removed)


def _template_unions(position: Position) -> list[tuple[int, int]]:
    """Return for each value the cells in any of its templates, and the cells in all."""
    layout = position.layout
    places = [position.places_of(value) for value in range(layout.value_count)]
    reached = [template_places(position, each) for each in places]
    forced = [_forced_cells(layout, cells) for cells in reached]
    changed = True
    while changed:
        changed = False
        for value in range(layout.value_count):
            taken = union_of(forced[other] for other in range(layout.value_count) if other != value)
            if reached[value] & taken:
                reached[value] = template_places(position, reached[value] & ~taken)
                forced[value] = _forced_cells(layout, reached[value])
                changed = True
    return list(zip(reached, forced, strict=True))


def _forced_cells(layout: Layout, reached: int) -> int:
    """Return the cells in all templates: each alone in a complete house."""
    result = 0
    for house in layout.complete_houses:
        inside = reached & house.cells
        if not inside & (inside - 1):
            result |= inside
    return result


def _step(
    position: Position, key: str, value: int, places: tuple[int, ...] = (), removed: int = 0
) -> Step:
    layout = position.layout
    return Step(
        key,
        layout,
        placements=places,
        eliminations=removed << value * layout.cell_count,
        pattern=position.places_of(value) << value * layout.cell_count,
        truths=tuple(
            layout.house_set(house.number, value)
            for house in layout.complete_houses
            if house.cells & position.places_of(value)
        ),
        detail=TemplateDetail(value),
    )


class TemplateDetail(NamedTuple):
    """The value of the templates."""

    value: int

    def describe(self, step: Step) -> StepText:
        """A template step in words."""
        layout = step.layout
        digit = layout.symbol(self.value)
        names: tuple[HouseKind, ...] = ("row", "column", "box")
        kinds = [kind for kind in names if layout.houses_by_kind[kind]]
        house = (
            phrases.joined_words(kinds) if kinds and not layout.houses_by_kind["other"] else "house"
        )
        every = f"However the {digit}s still missing are placed, one to each {house}, "
        if step.placements:
            cells = sum(1 << candidate % layout.cell_count for candidate in step.placements)
            plain = f"{every}there is always one in {phrases.cell_list(layout, cells)}."
        else:
            removal = phrases.removal_text(layout, step.eliminations)
            plain = f"{every}none can be in a cell named here: {removal}."
        return StepText(digit, f"Look at all the {digit}s", plain)
