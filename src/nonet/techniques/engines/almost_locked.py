"""Almost locked sets: cells of a house with one value more than cells.

If an almost locked set loses one of its values, all its other values are locked in the set. So
a set is a strong inference between any two of its values, and two sets are *linked* by a value
when all its places in the first exclude all its places in the second (a *restricted common*):
at most one of the two contains the value.

Everything is a mask.  A set of almost locked sets is a mask over their numbers;
``sets_losing[candidate]`` are the sets that lose a value if the candidate is true,
``linked[places]`` the sets that can not hold a value together with ``places`` of this value.
The sets of a house depend only on the values of its cells, so the sets are cached from step to
step (``Position.path_cached``).

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C2": 2}))
>>> almost = almost_locked_sets(position)
>>> [position.layout.cell_text(cells) for cells, values in almost.sets[:4]]
['r1c2', 'r2c1', 'r1c23', 'r1c24']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines.house_subsets import subsets_in
from nonet.techniques.position import Position


class AlmostLockedSets:
    """The almost locked sets of a position, fewest values first, and their links.

    ``sets`` are (cells, values); ``targets[n]`` are the open candidates outside that exclude
    all places of their own value in set ``n``; ``house_and_cells[n]`` is the position in
    HoDoKu's list (``step.set_sort_key``).  ``linked`` has only places (by their keys) with
    a linked set, and ``linked_targets`` all targets of the linked sets except targets of the
    value itself; ``restricted_commons[n]`` are the restricted commons of set ``n``.
    """

    def __init__(self, position: Position) -> None:
        layout, open_ = position.layout, position.open
        self.layout, count = layout, layout.cell_count
        self.deadline = position.deadline
        self.value_slices = tuple(
            layout.all_cells << value * count for value in range(layout.value_count)
        )
        result, alive = _find_sets(position)
        sight = _visibility(position)
        pairs = dict(sight.partner_pairs(alive))
        members, targets = dict.fromkeys(pairs, 0), dict.fromkeys(pairs, 0)
        parts = zip(*result, strict=True) if result else ((),) * 4
        self.sets, self.hodoku_order, able, seen = map(list, parts)
        self.targets = list(map(open_.__and__, seen))
        self._overlap: dict[int, int] = {}
        self.restricted_commons: list[list[RestrictedCommon]] = []
        bit = 1
        for some, target in zip(able, self.targets, strict=True):
            ties = [tie for tie in some if tie[1] in members]
            self.restricted_commons.append(ties)
            for _, key in ties:
                members[key] |= bit
                targets[key] |= target
            bit <<= 1
        self.linked: dict[int, int] = {}
        self.linked_targets: dict[int, int] = {}
        size = layout.value_count
        for key, remaining in pairs.items():
            value, who, reach = key % size, 0, 0
            while remaining:
                low = remaining & -remaining
                remaining ^= low
                other = (low.bit_length() - 1) * size + value
                who |= members[other]
                reach |= targets[other]
            self.linked[key] = who
            self.linked_targets[key] = reach & ~self.value_slices[value]

    @cached_property
    def _sets_by_cell(self) -> list[int]:
        result, bit = [0] * self.layout.cell_count, 1
        for ties, (_, order) in zip(self.restricted_commons, self.hodoku_order, strict=True):
            if ties:
                for cell in order:
                    result[cell] |= bit
            bit <<= 1
        return result

    def overlapping_sets(self, number: int) -> int:
        """The sets with ties that share a cell with a set."""
        cached = self._overlap.get(number)
        if cached is None:
            cached, touching = 0, self._sets_by_cell
            for cell in self.hodoku_order[number][1]:
                cached |= touching[cell]
            self._overlap[number] = cached
        return cached

    @cached_property
    def sets_losing(self) -> dict[int, int]:
        """For each candidate (as a mask) the sets that lose a value if the candidate is true."""
        losers: dict[int, int] = {}
        bit = 1
        for target in self.targets:
            while target:
                low = target & -target
                target ^= low
                losers[low] = losers.get(low, 0) | bit
            bit <<= 1
        return losers

    def common_values(self, first: int, second: int) -> int:
        """The values by which two sets are linked, as a mask."""
        result = 0
        for value, key in self.restricted_commons[first]:
            if self.linked[key] >> second & 1:
                result |= 1 << value
        return result

    def candidates_of_values(self, values: int) -> int:
        """The candidates of some values (a mask) in all cells."""
        return self.layout.candidates_in(self.layout.all_cells, values)

    def sets_hit_by(self, candidates: int) -> int:
        """Return the sets that lose a value if any of ``candidates`` is true."""
        result, bit = 0, 1
        for target in self.targets:
            if target & candidates:
                result |= bit
            bit <<= 1
        return result


def almost_locked_sets(position: Position) -> AlmostLockedSets:
    """The almost locked sets of a position; made once."""
    return position.cached(AlmostLockedSets)


RestrictedCommon = tuple[int, int]
"""A value and the key of its places in a set: their number times all values, and the value."""


_PlacesEntry = tuple[int, int, RestrictedCommon] | tuple[()]


class _SetGeometry(NamedTuple):
    """The part of a set that depends on the values of its cells alone.

    ``cells_and_values`` are its cells and values, ``house_and_cells`` its first house and the
    numbers of its cells, ``restricted_commons`` its places that other sets may be linked to,
    ``entries`` the candidates, open or not, that exclude all places of their value in the set.
    """

    cells_and_values: tuple[int, int]
    house_and_cells: tuple[int, tuple[int, ...]]
    restricted_commons: list[RestrictedCommon]
    excluders: int


class _Visibility:
    """Which places exclude each other, for all that have turned up on a path.

    The places of a value in a set are numbered in order of appearance: ``partners`` are the
    numbers of the places of the same value all of which see all of these, ``with_partners`` the
    places that have any.  Visibility is geometry, so only new places take time.  ``entries``
    are, for some cells of a value, the candidates that exclude all of the cells, among the
    candidates ``open`` at the first visit of the path, the bit of their number, and the
    restricted common; nothing if there is no such candidate, hence no partner either.
    """

    def __init__(self, position: Position) -> None:
        layout = self.layout = position.layout
        self.open = position.open
        self.entries: list[dict[int, _PlacesEntry]] = [{} for _ in range(layout.value_count)]
        self.partners: list[list[int]] = [[] for _ in range(layout.value_count)]
        self.with_partners = [0] * layout.value_count
        self._seers: list[list[int]] = [[0] * layout.cell_count for _ in range(layout.value_count)]

    def add(self, value: int, cells: int) -> _PlacesEntry:
        """Number new places of a value; their entry in ``entries``."""
        shift = value * self.layout.cell_count
        partners, seers = self.partners[value], self._seers[value]
        around = self.layout.seen_by_all(cells) & self.open >> shift
        if not around:
            self.entries[value][cells] = ()
            return ()
        number = len(partners)
        bit, result, remaining = 1 << number, -1, cells
        while remaining and result:
            low = remaining & -remaining
            remaining ^= low
            result &= seers[low.bit_length() - 1]
        remaining = around
        while remaining:
            low = remaining & -remaining
            remaining ^= low
            seers[low.bit_length() - 1] |= bit
        partners.append(result)
        if result:
            for other in bits(result):
                partners[other] |= bit
            self.with_partners[value] |= bit | result
        tie = value, number * self.layout.value_count + value
        entry = self.entries[value][cells] = around << shift, bit, tie
        return entry

    def partner_pairs(self, alive: list[int]) -> Iterator[tuple[int, int]]:
        """Yield the keys of places with partners, and the partners; for each value only numbers
        in ``alive``.
        """
        size = len(alive)
        for value, partners in enumerate(self.partners):
            mask = alive[value]
            remaining = mask & self.with_partners[value]
            while remaining:
                low = remaining & -remaining
                remaining ^= low
                number = low.bit_length() - 1
                result = partners[number] & mask
                if result:
                    yield number * size + value, result


def _find_sets(position: Position) -> tuple[list[_SetGeometry], list[int]]:
    """Return the sets, fewest values first, and for each value the numbers of its places."""
    layout, open_, sight = position.layout, position.open, _visibility(position)
    result: dict[int, _SetGeometry] = {}  # by the number of values, then the cells
    alive = [0] * layout.value_count
    for house in reversed(layout.houses):  # of a set in two the first is kept
        candidates = layout.house_candidates[house.number]
        sets, current = position.path_cached(
            _sets_of_house, house.number, open_ & candidates, sight
        )
        result.update(sets)
        for value, mask in current:
            alive[value] |= mask
    return [result[which] for which in sorted(result)], alive


def _visibility(position: Position) -> _Visibility:
    """Return the visibility cache of the path; a new cache where more is open than at its start."""
    cached = position.path_cached(_visibility_cache)
    if not cached or position.open & ~cached[0].open:
        cached[:] = [_Visibility(position)]
    return cached[0]


def _visibility_cache(_: Position) -> list[_Visibility]:
    return []


def _sets_of_house(
    position: Position, number: int, _: int, sight: _Visibility
) -> tuple[dict[int, _SetGeometry], list[tuple[int, int]]]:
    """The almost locked sets within one house, and the numbers of each value's places."""
    position.deadline.check()
    layout, values = position.layout, position.values
    subsets = subsets_in(position, number, layout.value_count, _max_values(layout)).with_excess(1)
    at = [0] * layout.value_count
    for cell in layout.houses[number].cell_numbers:
        for value in bits(values[cell]):
            at[value] |= 1 << cell
    result: dict[int, _SetGeometry] = {}
    known, alive = sight.entries, [0] * layout.value_count
    for held in subsets:
        cells, mask = held
        ties, seen = [], 0
        for value in bits(mask):
            inside = cells & at[value]
            entry = known[value].get(inside)
            if entry is None:
                entry = sight.add(value, inside)
            if entry:
                around, bit, tie = entry
                seen |= around
                alive[value] |= bit
                ties.append(tie)
        which = mask.bit_count() << layout.cell_count | cells
        result[which] = _SetGeometry(held, (number, tuple(bits(cells))), ties, seen)
    return result, [(value, mask) for value, mask in enumerate(alive) if mask]


def _max_values(layout: Layout) -> int:
    """How many values a set may have: any number up to 10, fewer where houses are large."""
    return layout.value_count if layout.value_count <= 10 else 6 if layout.value_count <= 16 else 4


def truths_and_links(
    position: Position,
    sets: Sequence[tuple[int, int]],
    restricted_commons: Iterable[tuple[int, int, int]],
    eliminations: int,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the premises of linked sets: their cells, and each of their values in a house.

    ``restricted_commons`` are (set, set, values): linked sets and their common values.  A
    restricted common takes a house of both sets, an eliminated value a house that reaches an
    eliminated candidate, any other value a house of its own set.
    """
    layout = position.layout
    truths = dict.fromkeys(cell for cells, _ in sets for cell in bits(cells))
    links: dict[int, None] = {}
    tied = [0] * len(sets)

    def link(value: int, cells: int) -> bool:
        for house in layout.houses_containing(cells)[:1]:
            links[layout.house_set(house.number, value)] = None
            return True
        return False

    for first, second, values in restricted_commons:
        tied[first] |= values
        tied[second] |= values
        for value in bits(values):
            link(value, (sets[first][0] | sets[second][0]) & position.places_of(value))
    for (cells, values), used in zip(sets, tied, strict=True):
        for value in bits(values & ~used):
            places = cells & position.places_of(value)
            far = (
                eliminations >> value * layout.cell_count
                & layout.all_cells
                & layout.seen_by_all(places)
            )
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
    return f"{layout.cell_text(cells)} {{{layout.value_text(values)}}}"
