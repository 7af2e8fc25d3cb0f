"""The nodes of an inference graph that are no candidates: groups and almost locked sets.

Candidates come first, by their numbers.  Groups follow: the places of a value where two houses
cross, on if one of the places is true; only groups with a strong inference are nodes.  Then
almost locked sets, a node for each value of each set: on if the set has the value, off if the
set has lost the value, and then the set has all its other values.

Data that depend on the places of a single value are cached from step to step.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1}))
>>> groups = groups_of(position, position.places_of(0))
>>> [position.layout.candidate_text(cells) for cells in groups.cells]
['1r3c34', '1r4c34', '1r34c3', '1r34c4']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines.almost_locked import almost_locked_sets
from nonet.techniques.position import Position

NodeKinds = Literal["candidates", "groups", "sets"]
"""Which nodes a graph has: candidates; groups too; almost locked sets too."""

NodeMasks = dict[int, int]
"""For each node, a mask of nodes."""

StrongLinks = dict[int, list[tuple[int, int]]]
"""For each node, the other end of each strong inference and the truth behind the inference."""


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of one value that have a strong inference.

    ``cells`` are the groups as masks; ``weak`` for each group its exclusions: places (a mask
    over cells) and groups (a mask over their numbers); ``seen_from`` the same for each place,
    as (cell, groups).  ``group_cell_links`` are strong inferences as (group, cell, house),
    ``group_group_links`` as (group, group, house).
    """

    cells: tuple[int, ...]
    weak: tuple[tuple[int, int], ...]
    seen_from: tuple[tuple[int, int], ...]
    group_cell_links: tuple[tuple[int, int, int], ...]
    group_group_links: tuple[tuple[int, int, int], ...]


def _shared_cells(layout: Layout) -> tuple[int, ...]:
    """The cells that two houses share, where there are two or more."""
    return tuple(dict.fromkeys(shared for _, _, shared in layout.crossings))


def groups_of(position: Position, places: int) -> Groups:
    """The groups among the places of a value."""
    layout = position.layout
    masks = dict.fromkeys(
        group for shared in _shared_cells(layout) if (group := places & shared) & (group - 1)
    )
    by_house: dict[int, list[int]] = {}
    singles: list[tuple[int, int, int]] = []
    for cells in masks:
        for house in layout.houses_containing(cells):
            if house.complete:
                by_house.setdefault(house.number, []).append(cells)
                remaining = places & house.cells & ~cells
                if remaining and not remaining & (remaining - 1):
                    singles.append((cells, remaining.bit_length() - 1, house.number))
    pairs = [
        (cells, remaining, house)
        for house, within in by_house.items()
        for number, cells in enumerate(within)
        if (remaining := places & layout.houses[house].cells & ~cells) in within[number + 1 :]
    ]
    able = {cells for cells, _, _ in singles} | {cells for pair in pairs for cells in pair[:2]}
    number_of = {cells: number for number, cells in enumerate(filter(able.__contains__, masks))}
    weak = []
    for cells in number_of:
        seen = layout.seen_by_all(cells) & places
        groups = sum(1 << number for other, number in number_of.items() if not other & ~seen)
        weak.append((seen, groups))
    seen_from: NodeMasks = {}
    for number, (seen, _) in enumerate(weak):
        for cell in bits(seen):
            seen_from[cell] = seen_from.get(cell, 0) | 1 << number
    return Groups(
        tuple(number_of),
        tuple(weak),
        tuple(seen_from.items()),
        tuple((number_of[cells], cell, house) for cells, cell, house in singles),
        tuple((number_of[first], number_of[second], house) for first, second, house in pairs),
    )


def add_groups(
    position: Position, weak: NodeMasks, links: StrongLinks, group_masks: list[int]
) -> None:
    """Join the groups of every value to a graph, as nodes of their own."""
    layout = position.layout
    for value in range(layout.value_count):
        position.deadline.check()
        groups = position.path_cached(groups_of, position.places_of(value))
        shift, first = (
            value * layout.cell_count,
            layout.cell_count * layout.value_count + len(group_masks),
        )
        group_masks += [cells << shift for cells in groups.cells]
        for node, (places, others) in enumerate(groups.weak, first):
            weak[node] = places << shift | others << first
            links[node] = []
        for cell, seers in groups.seen_from:
            weak[cell + shift] |= seers << first
        for _, cell, _ in sorted(
            groups.group_cell_links
        ):  # nodes stand in the order of their groups
            links.setdefault(cell + shift, [])
        for group, cell, house in groups.group_cell_links:
            _join(links, first + group, cell + shift, layout.house_set(house, value))
        for item, two, house in groups.group_group_links:
            _join(links, first + item, first + two, layout.house_set(house, value))


def _join(links: StrongLinks, first: int, second: int, truth: int) -> None:
    links.setdefault(first, []).append((second, truth))
    links.setdefault(second, []).append((first, truth))


def add_sets(
    position: Position, weak: NodeMasks, strong: NodeMasks, group_masks: list[int], sets: NodeMasks
) -> None:
    """Join the almost locked sets of two cells and more: a node for each value of each.

    A set that loses one of its values has all its other values, and may leave a cell with one
    value only.
    """
    layout = position.layout
    count = layout.cell_count
    first = count * layout.value_count
    groups = [
        (node, group, layout.cells_of(group)) for node, group in enumerate(group_masks, first)
    ]
    below = (1 << first + len(groups)) - 1
    almost = almost_locked_sets(position)
    # Sets with the same places of a value see the same candidates, so that what they see is computed
    # once (``by_places``); ``touching`` has the nodes of the sets that share a cell.
    by_places: dict[int, int] = {}
    touching: dict[int, int] = {}
    chosen: list[tuple[int, dict[int, int]]] = []
    for cells, values in almost.sets:
        if cells.bit_count() < 2:
            continue
        node_of = {}
        for value in bits(values):
            places = (cells & position.places_of(value)) << value * count
            node = node_of[value] = first + len(group_masks)
            group_masks.append(places)
            sets[node] = cells
            by_places[places] = by_places.get(places, 0) | 1 << node
        mask = sum(1 << node for node in node_of.values())
        for node in node_of.values():
            strong[node] = mask & ~(1 << node)
        for cell in bits(cells):
            touching[cell] = touching.get(cell, 0) | mask
        chosen.append((cells, node_of))
    seen_by: dict[int, int] = {}
    for places in by_places:
        shift = (places.bit_length() - 1) // count * count
        seen_by[places] = layout.seen_by_all(places >> shift) << shift & position.open
    clock = position.deadline
    # Weak links: a value of a set excludes what sees all its places, single candidates, groups and
    # values of other sets, unless they share a cell with the set.
    for places, who in by_places.items():
        clock.check()
        seen = seen_by[places]
        around = seen
        for node, group, _ in groups:
            if not group & ~seen:
                around |= 1 << node
        for other, nodes in by_places.items():
            if not other & ~seen:
                around |= nodes
        for node in bits(who):
            inside = 0
            for cell in bits(sets[node]):
                inside |= touching[cell]
            for other, _, cells in groups:
                if cells & sets[node]:
                    inside |= 1 << other
            weak[node] = around & ~inside
            for other in bits(weak[node] & below):
                weak[other] |= 1 << node
    # Strong links out of a set: if all but one of its values see a cell until one value is left there,
    # the set without the last value puts this value into the cell.
    plain = {group for _, group, _ in groups}
    for _, node_of in chosen:
        clock.check()
        hit: dict[int, int] = {}
        for value, node in node_of.items():
            for cell in bits(seen_by[group_masks[node - first]] >> value * count):
                hit[cell] = hit.get(cell, 0) | 1 << value
        for cell, values in hit.items():
            retained = position.values[cell] & ~values
            if retained & (retained - 1) or position.values[cell].bit_count() < 3:
                continue
            for value, node in node_of.items():
                remaining = retained | position.values[cell] & 1 << value
                if remaining and not remaining & (remaining - 1):
                    forced = (remaining.bit_length() - 1) * count + cell
                    if _is_plain_inference(
                        position, group_masks[node - first] | 1 << forced, plain
                    ):
                        continue
                    strong[node] |= 1 << forced
                    strong[forced] = strong.get(forced, 0) | 1 << node


def _is_plain_inference(position: Position, candidates: int, groups: set[int]) -> bool:
    """Whether two plain nodes are all that is left of a value in a house."""
    layout = position.layout
    rests = [candidates & ~(1 << first) for first in bits(candidates)]
    return any(
        not remaining & (remaining - 1) or remaining in groups for remaining in rests
    ) and any(
        layout.is_truth(number) and position.open & layout.sets[number] == candidates
        for number in layout.sets_of[candidates.bit_length() - 1]
    )
