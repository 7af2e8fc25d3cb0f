"""One value's placements: which of its places are in a whole placement of that value.

A *template* (or placement) of a value has one place in every complete house that still lacks
the value, and no two places see each other. A place in no template is false, whatever the other
values do; so no fish, chain or colouring of that value alone removes anything but such places.
Families check here first whether a search is worth the time.

The templates are not listed: for each place a template is searched (the house with the fewest
places first), and a template serves all its places, here and later.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1}))
>>> places_in_templates(position, 0) == position.places_of(0)
True
"""

from __future__ import annotations

from functools import lru_cache

from nonet.techniques.candidate_layout import House, HouseKind, Layout, bits
from nonet.techniques.position import Position

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


def places_in_templates(position: Position, value: int) -> int:
    """The places of ``value`` (a mask of cells) that are in a template."""
    return template_places(position, value, position.places_of(value))


def places_outside_templates(position: Position, value: int) -> int:
    """The places of ``value`` (a mask of cells) that are in no template."""
    places = position.places_of(value)
    return places & ~template_places(position, value, places) if places else 0


def reducible_values(position: Position) -> tuple[int, ...]:
    """The values that have a place in no template: patterns of another value remove nothing."""
    return position.cached(_reducible_values)


def _reducible_values(position: Position) -> tuple[int, ...]:
    return tuple(
        v for v in range(position.layout.value_count) if places_outside_templates(position, v)
    )


def template_places(position: Position, value: int, places: int) -> int:
    """Return the members of ``places`` that are in a template made of ``places``."""
    return position.path_cached(_template_places, value, places)


def _template_places(position: Position, value: int, places: int) -> int:
    seen = position.path_cached(_template_cache, value)
    result, seen[:] = _search(position, places, seen)
    return result


def _template_cache(_: Position, __: int) -> list[int]:
    """Templates of a value that were found so far: some may still be any."""
    return []


def _complete_house_masks(layout: Layout) -> tuple[int, ...]:
    return tuple(house.cells for house in layout.complete_houses)


def _search(position: Position, places: int, seen: list[int]) -> tuple[int, list[int]]:
    """Return the places in a template, and templates as witnesses; ``seen`` are templates that
    may still be valid.
    """
    layout = position.layout
    houses = [remaining for cells in _complete_house_masks(layout) if (remaining := cells & places)]
    union = 0
    retained: list[int] = []
    for template in seen:
        template &= places
        if template & ~union and all(map(template.__and__, houses)):
            union |= template
            retained.append(template)
    sees = layout.sees
    for place in bits(places & ~union):
        if union >> place & 1:
            continue
        position.deadline.check()
        unvisited = places & ~sees[place]
        nodes = [MAX_NODES]
        missing = [house & unvisited for house in houses if not house >> place & 1]
        result = _extend(sees, missing, unvisited, 1 << place, union, nodes)
        if result:
            union |= result
            retained.append(result)
        elif nodes[0] <= 0:
            union |= 1 << place
    return union, retained


def _extend(
    sees: tuple[int, ...],
    houses: list[int],
    unvisited: int,
    template: int,
    union: int,
    nodes: list[int],
) -> int:
    """Return a template with the places of ``template``, preferably outside ``union``; 0 if
    none.
    """
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
