"""The parts of an implication graph: its nodes and inferences, from a position.

Candidates come first, by their numbers.  Groups follow: the places of one value
where two houses cross, if they have a strong inference.  Then almost locked sets, a
node for each value of each: on if the set has the value, off if it has lost it, and
then it has all others.

What depends on the places of one value alone is kept from step to step.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1}))
>>> parts = all_parts(position, "groups")
>>> [position.layout.text(group) for group in parts.groups[:3]]
['1r3c34', '1r4c34', '1r34c3']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from nonet.techniques.engines.almost import almost_locked_sets
from nonet.techniques.layout import Layout, bits
from nonet.techniques.position import Position

Nodes = Literal["candidates", "groups", "sets"]
"""Which nodes a graph has: candidates; groups too; almost locked sets too."""

Links = dict[int, int]
"""For each node, a mask of nodes."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Strong and weak inferences; the candidates of the nodes that are none.

    ``groups`` are those of the nodes after the candidates, in order; ``sets`` the
    cells of the almost locked set of those that are one.
    """

    strong: Links
    weak: Links
    groups: list[int] = field(default_factory=list)
    sets: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of one value that have a strong inference.

    ``cells`` are theirs, as masks.  For each group, ``strong`` and ``weak`` are its
    inferences: to places (a mask over cells) and to groups (a mask over their
    numbers).  ``strong_at`` and ``weak_at`` are, for a place, the groups.
    """

    cells: tuple[int, ...]
    strong: tuple[tuple[int, int], ...]
    weak: tuple[tuple[int, int], ...]
    strong_at: dict[int, int]
    weak_at: dict[int, int]


@lru_cache(maxsize=64)
def _shared(layout: Layout) -> tuple[int, ...]:
    """The cells that two houses share, where there are two or more."""
    return tuple(dict.fromkeys(shared for _, _, shared in layout.crossings))


def strong_pairs(position: Position, places: int) -> dict[int, int]:
    """For each of the places of a value, those that must be on if it is off."""
    known = position.known.setdefault(("graph", "pairs"), {})
    if places not in known:
        found: dict[int, int] = {}
        for house in position.layout.complete:
            two = places & house.cells
            first = two & -two
            second = two ^ first
            if second and not second & (second - 1):
                one, other = first.bit_length() - 1, second.bit_length() - 1
                found[one] = found.get(one, 0) | second
                found[other] = found.get(other, 0) | first
        known[places] = found
    pairs: dict[int, int] = known[places]
    return pairs


def _groups(position: Position, places: int) -> Groups:
    """The groups among the places of a value, kept while those stay."""
    known = position.known.setdefault(("graph", "groups"), {})
    found: Groups | None = known.get(places)
    if found is None:
        found = known[places] = _groups_of(position.layout, places)
    return found


def _groups_of(layout: Layout, places: int) -> Groups:
    masks = dict.fromkeys(
        places & shared for shared in _shared(layout) if (places & shared).bit_count() > 1
    )
    on: dict[int, tuple[int, set[int]]] = {}
    for cells in masks:
        single, others = 0, set[int]()  # two houses may leave the same rest: a box and a window
        for house in layout.complete:
            if not cells & ~house.cells:
                rest = places & house.cells & ~cells
                if rest and not rest & (rest - 1):
                    single |= rest
                elif rest in masks:
                    others.add(rest)
        if single or others:
            on[cells] = single, others
    bit_of = {cells: 1 << number for number, cells in enumerate(on)}
    seen = {cells: layout.seen_by_all(cells) & places for cells in on}
    return Groups(
        tuple(on),
        tuple((single, sum(bit_of[cells] for cells in others)) for single, others in on.values()),
        tuple(
            (around, sum(bit for other, bit in bit_of.items() if not other & ~around))
            for around in seen.values()
        ),
        _by_place((single, bit_of[cells]) for cells, (single, _) in on.items()),
        _by_place((around, bit_of[cells]) for cells, around in seen.items()),
    )


def _by_place(groups: Iterable[tuple[int, int]]) -> dict[int, int]:
    """For each place, the bits of the groups whose mask has it."""
    found: dict[int, int] = {}
    for cells, bit in groups:
        for cell in bits(cells):
            found[cell] = found.get(cell, 0) | bit
    return found


def all_parts(position: Position, nodes: Nodes) -> Parts:
    """All nodes of a position, of the kinds asked for."""
    layout = position.layout
    count, peers, open_ = layout.count, layout.peers, position.open
    strong: Links = {}
    weak = {candidate: peers[candidate] & open_ for candidate in bits(open_)}
    for cell, values in enumerate(position.values):
        if values.bit_count() == 2:
            one, other = (value * count + cell for value in bits(values))
            strong[one], strong[other] = 1 << other, 1 << one
    for value in range(layout.size):
        shift = value * count
        for cell, mask in strong_pairs(position, position.at(value)).items():
            strong[cell + shift] = strong.get(cell + shift, 0) | mask << shift
    found: list[int] = []
    sets: dict[int, int] = {}
    if nodes != "candidates":
        for value in range(layout.size):
            _add_groups(position, value, strong, weak, found)
    if nodes == "sets":
        _add_sets(position, strong, weak, found, sets)
    return Parts(strong, weak, found, sets)


def _add_groups(
    position: Position, value: int, strong: Links, weak: Links, found: list[int]
) -> None:
    """Join the groups of a value to a graph, as nodes of their own."""
    layout = position.layout
    groups = _groups(position, position.at(value))
    shift = value * layout.count
    first = layout.count * layout.size + len(found)
    found += [cells << shift for cells in groups.cells]
    for node, (places, others) in enumerate(groups.weak, first):
        weak[node] = places << shift | others << first
    for node, (places, others) in enumerate(groups.strong, first):
        strong[node] = places << shift | others << first
    for cell, numbers in groups.weak_at.items():
        weak[cell + shift] |= numbers << first
    for cell, numbers in groups.strong_at.items():
        strong[cell + shift] = strong.get(cell + shift, 0) | numbers << first


def _add_sets(
    position: Position, strong: Links, weak: Links, found: list[int], sets: dict[int, int]
) -> None:
    """Join the almost locked sets of two cells and more: a node for each value of each.

    If the set loses one of its values it has all others, and may leave a cell with
    one value only.
    """
    layout = position.layout
    count = layout.count
    first = count * layout.size
    groups = [(node, group, layout.cells_of(group)) for node, group in enumerate(found, first)]
    below = (1 << first + len(groups)) - 1
    almost = almost_locked_sets(position)
    by_places: dict[int, int] = {}
    touching: dict[int, int] = {}
    chosen: list[tuple[int, dict[int, int]]] = []
    for number, (cells, _) in enumerate(almost.sets):
        if cells.bit_count() < 2:
            continue
        node_of = {}
        for value, places in almost.places[number].items():
            node = node_of[value] = first + len(found)
            found.append(places)
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
    clock = position.clock
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
    plain = {group for _, group, _ in groups}
    for _, node_of in chosen:
        clock.check()
        hit: dict[int, int] = {}
        for value, node in node_of.items():
            for cell in bits(seen_by[found[node - first]] >> value * count):
                hit[cell] = hit.get(cell, 0) | 1 << value
        for cell, values in hit.items():
            kept = position.values[cell] & ~values
            if kept & (kept - 1) or position.values[cell].bit_count() < 3:
                continue
            for value, node in node_of.items():
                left = kept | position.values[cell] & 1 << value
                if left and not left & (left - 1):
                    forced = (left.bit_length() - 1) * count + cell
                    if _told_simpler(position, found[node - first] | 1 << forced, plain):
                        continue
                    strong[node] |= 1 << forced
                    strong[forced] = strong.get(forced, 0) | 1 << node


def _told_simpler(position: Position, candidates: int, groups: set[int]) -> bool:
    """Whether two plain nodes are all that is left of a value in a house."""
    layout = position.layout
    rests = [candidates & ~(1 << one) for one in bits(candidates)]
    return any(not rest & (rest - 1) or rest in groups for rest in rests) and any(
        layout.is_truth(number) and position.open & layout.sets[number] == candidates
        for number in layout.sets_of[candidates.bit_length() - 1]
    )


def pairs_parts(position: Position) -> Parts:
    """The cells with two values: strong inferences within them, weak ones between them."""
    layout = position.layout
    strong: Links = {}
    places = 0
    for cell, values in enumerate(position.values):
        if values.bit_count() == 2:
            one, other = (value * layout.count + cell for value in bits(values))
            strong[one], strong[other] = 1 << other, 1 << one
            places |= 1 << one | 1 << other
    weak = {node: layout.peers[node] & places & ~strong[node] for node in strong}
    return Parts(strong, weak)
