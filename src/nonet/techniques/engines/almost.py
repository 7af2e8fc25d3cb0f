"""Almost locked sets: cells of a house with one value more than cells.

If an almost locked set loses one of its values, all others are locked in it.
So a set is a strong inference between any two of its values, and two sets are
*linked* by a value when all its places in one exclude all its places in the
other (a *restricted common*): not both can hold it.

Everything is a mask.  A set of almost locked sets is a mask over their numbers;
``losers[candidate]`` are those that lose a value if the candidate is true,
``linked[places]`` those that can not hold a value together with ``places`` of
it.  The sets of a house depend only on the values of its cells, so they are
kept from step to step (``Position.known``).

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C2": 2}))
>>> almost = almost_locked_sets(position)
>>> [position.layout.cell_text(cells) for cells, values in almost.sets[:4]]
['r1c2', 'r2c1', 'r1c23', 'r1c24']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from nonet.techniques.layout import House, Layout, bits
from nonet.techniques.position import Position


class Almost:
    """The almost locked sets of a position, fewest cells first, and their links.

    ``sets`` are (cells, values); ``places[n]`` maps each value of set ``n`` to
    its candidates there; ``target[n]`` are the open candidates outside that
    exclude all places of their own value in set ``n``; ``overlap[n]`` the sets
    that share a cell with it, itself among them.
    """

    __slots__ = ("_reach", "linked", "losers", "overlap", "places", "sets", "slices", "target")

    def __init__(self, position: Position) -> None:
        layout = position.layout
        count = layout.count
        at = [position.at(value) for value in range(layout.size)]
        self.slices = tuple(layout.all_cells << value * count for value in range(layout.size))
        self.sets = sets_of(position)
        self.places: list[dict[int, int]] = []
        self.linked: dict[int, int] = {}
        self.losers: dict[int, int] = {}
        self._reach: dict[int, int] = {}
        members: dict[int, int] = {}
        touching = [0] * count
        bit = 1
        for cells, values in self.sets:
            places = {}
            while values:
                low = values & -values
                values ^= low
                value = low.bit_length() - 1
                key = (cells & at[value]) << value * count
                places[value] = key
                members[key] = members.get(key, 0) | bit
            self.places.append(places)
            for cell in bits(cells):
                touching[cell] |= bit
            bit <<= 1
        seen: dict[int, int] = position.known.setdefault("almost locked sets: seen", {})
        losers, hits = self.losers, {}
        for key, who in members.items():
            value = (key.bit_length() - 1) // count
            shift = value * count
            cells = key >> shift
            common = seen.get(cells)
            if common is None:
                common = seen[cells] = layout.seen_by_all(cells)
            hit = hits[key] = (common & at[value]) << shift
            while hit:
                low = hit & -hit
                hit ^= low
                losers[low] = losers.get(low, 0) | who
        for key in members:
            found = -1
            rest = key
            while rest and found:
                low = rest & -rest
                rest ^= low
                found &= losers.get(low, 0)
            self.linked[key] = found
        self.target = [0] * len(self.sets)
        self.overlap = [0] * len(self.sets)
        for number, places in enumerate(self.places):
            found = 0
            for key in places.values():
                found |= hits[key]
            self.target[number] = found
            mask = 0
            for cell in bits(self.sets[number][0]):
                mask |= touching[cell]
            self.overlap[number] = mask

    def reach(self, places: int) -> int:
        """All targets of the sets that are linked to ``places``."""
        found = self._reach.get(places)
        if found is None:
            found = 0
            for number in bits(self.linked[places]):
                found |= self.target[number]
            self._reach[places] = found
        return found

    def commons(self, one: int, other: int) -> int:
        """The values by which two sets are linked, as a mask."""
        found = 0
        for value, key in self.places[one].items():
            if self.linked[key] >> other & 1:
                found |= 1 << value
        return found

    def slices_of(self, values: int) -> int:
        """The candidates of some values (a mask) in all cells."""
        found = 0
        for value in bits(values):
            found |= self.slices[value]
        return found

    def hit_by(self, candidates: int) -> int:
        """The sets that lose a value if some one of ``candidates`` is true."""
        found = 0
        while candidates:
            low = candidates & -candidates
            candidates ^= low
            found |= self.losers.get(low, 0)
        return found


def almost_locked_sets(position: Position) -> Almost:
    """The almost locked sets of a position; made once."""
    return position.once("almost locked sets", lambda: Almost(position))


def sets_of(position: Position) -> list[tuple[int, int]]:
    """The almost locked sets alone, as (cells, values), fewest values first."""
    known, values = position.known, position.values
    most = _most(position.layout)
    found: dict[int, int] = {}
    for house in position.layout.houses:
        held = tuple([values[cell] for cell in house.order])
        key: tuple[Any, ...] = ("almost locked sets", house.number, held)
        sets = known.get(key)
        if sets is None:
            sets = known[key] = _of_house(house, held, most)
        found.update(sets)
    return sorted(found.items(), key=_by_size)


def _by_size(item: tuple[int, int]) -> tuple[int, int]:
    return item[1].bit_count(), item[0]


def _of_house(house: House, held: tuple[int, ...], most: int) -> dict[int, int]:
    """The almost locked sets within one house, by their cells."""
    subsets = [(0, 0)]
    for cell, values in zip(house.order, held, strict=True):
        if values:
            bit = 1 << cell
            subsets += [
                (cells | bit, union)
                for cells, old in subsets
                if (union := old | values).bit_count() <= most
            ]
    return {
        cells: values for cells, values in subsets if values.bit_count() - cells.bit_count() == 1
    }


def _most(layout: Layout) -> int:
    """How many values a set may have: any number up to 10, fewer where houses are large."""
    return layout.size if layout.size <= 10 else 6 if layout.size <= 16 else 4


def truths_and_links(
    position: Position,
    sets: Sequence[tuple[int, int]],
    ties: Iterable[tuple[int, int, int]],
    gone: int,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What linked sets rest on: their cells, and each of their values in a house that holds it.

    ``ties`` are (set, set, values): which sets are linked and by what.  A value
    that is tied takes a house of both sets, one that is removed a house that
    reaches a removed candidate, any other a house of its own set.
    """
    layout = position.layout
    truths = dict.fromkeys(cell for cells, _ in sets for cell in bits(cells))
    links: dict[int, None] = {}
    tied = [0] * len(sets)

    def link(value: int, cells: int) -> bool:
        for house in layout.house_within(cells)[:1]:
            links[layout.house_set(house.number, value)] = None
            return True
        return False

    for one, other, values in ties:
        tied[one] |= values
        tied[other] |= values
        for value in bits(values):
            link(value, (sets[one][0] | sets[other][0]) & position.at(value))
    for (cells, values), used in zip(sets, tied, strict=True):
        for value in bits(values & ~used):
            places = cells & position.at(value)
            far = gone >> value * layout.count & layout.all_cells & layout.seen_by_all(places)
            if not (far and link(value, places | (far & -far))):
                link(value, places)
    return tuple(truths), tuple(links)


def named_sets(layout: Layout, sets: Iterable[tuple[int, int]]) -> str:
    """Sets with letters, in the field's notation: ``A=r1c2 {139}, B=...``."""
    return ", ".join(
        f"{chr(ord('A') + number)}={set_text(layout, *pair)}" for number, pair in enumerate(sets)
    )


def set_text(layout: Layout, cells: int, values: int) -> str:
    """A set in the field's notation: ``r1c24 {139}``."""
    return f"{layout.cell_text(cells)} {{{layout.symbols(values)}}}"
