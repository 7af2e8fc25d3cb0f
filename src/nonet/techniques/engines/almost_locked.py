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

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from nonet.techniques.candidate_layout import Layout, bits, mask_of, union_of
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
        layout = self.layout = position.layout
        self.deadline, size = position.deadline, layout.value_count
        self.value_slices = tuple(layout.all_cells << v * layout.cell_count for v in range(size))
        geometries, alive = _find_sets(position)
        self.sets = [each.cells_and_values for each in geometries]
        self.hodoku_order = [each.house_and_cells for each in geometries]
        self.targets = [position.open & each.excluders for each in geometries]
        self._overlap: dict[int, int] = {}
        pairs = dict(_visibility(position).partner_pairs(alive))
        members, targets = dict.fromkeys(pairs, 0), dict.fromkeys(pairs, 0)
        self.restricted_commons = [
            [tie for tie in each.restricted_commons if tie[1] in pairs] for each in geometries
        ]
        for number, ties in enumerate(self.restricted_commons):
            for _, key in ties:
                members[key] |= 1 << number
                targets[key] |= self.targets[number]
        self.linked: dict[int, int] = {}
        self.linked_targets: dict[int, int] = {}
        for key, partners in pairs.items():
            value = key % size
            keys = [other * size + value for other in bits(partners)]
            self.linked[key] = union_of([members[other] for other in keys])
            reach = union_of([targets[other] for other in keys])
            self.linked_targets[key] = reach & ~self.value_slices[value]

    @cached_property
    def _sets_by_cell(self) -> list[int]:
        result = [0] * self.layout.cell_count
        for number, (_, order) in enumerate(self.hodoku_order):
            for cell in order if self.restricted_commons[number] else ():
                result[cell] |= 1 << number
        return result

    def overlapping_sets(self, number: int) -> int:
        """The sets with ties that share a cell with a set."""
        cached = self._overlap.get(number)
        if cached is None:
            touching = map(self._sets_by_cell.__getitem__, self.hodoku_order[number][1])
            cached = self._overlap[number] = union_of(touching)
        return cached

    @cached_property
    def sets_losing(self) -> dict[int, int]:
        """For each candidate the sets that lose a value if the candidate is true."""
        losers: dict[int, int] = {}
        for number, target in enumerate(self.targets):
            for candidate in bits(target):
                losers[candidate] = losers.get(candidate, 0) | 1 << number
        return losers

    def common_values(self, first: int, second: int) -> int:
        """The values by which two sets are linked, as a mask."""
        commons = self.restricted_commons[first]
        return mask_of(value for value, key in commons if self.linked[key] >> second & 1)

    def candidates_of_values(self, values: int) -> int:
        """The candidates of some values (a mask) in all cells."""
        return self.layout.candidates_in(self.layout.all_cells, values)

    def sets_hit_by(self, candidates: int) -> int:
        """Return the sets that lose a value if any of ``candidates`` is true."""
        return mask_of(n for n, target in enumerate(self.targets) if target & candidates)


def almost_locked_sets(position: Position) -> AlmostLockedSets:
    """The almost locked sets of a position; made once."""
    return position.cached(AlmostLockedSets)


RestrictedCommon = tuple[int, int]
"""A value and the key of its places in a set: their number times all values, and the value."""


_PlacesEntry = tuple[int, int, RestrictedCommon] | tuple[()]


class _SetGeometry(NamedTuple):
    """The part of a set that depends on the values of its cells alone; ``house_and_cells`` are its
    first house and the numbers of its cells, ``restricted_commons`` the places that other sets may
    be linked to, ``excluders`` what excludes, open or not, all places of its value in the set."""

    cells_and_values: tuple[int, int]
    house_and_cells: tuple[int, tuple[int, ...]]
    restricted_commons: list[RestrictedCommon]
    excluders: int


class _Visibility:
    """Which places exclude each other, for all that have turned up on a path."""

    # The places of a value in a set are numbered in order of appearance: ``partners`` are the numbers
    # of the places of the same value all of which see all of these, ``with_partners`` the places that
    # have any.  Visibility is geometry, so only new places take time.  ``entries`` are, for some cells
    # of a value, the candidates that exclude all of the cells, among the candidates ``open`` at the
    # first visit of the path, the bit of their number, and the restricted common; nothing if there is
    # no such candidate, hence no partner either.
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
        bit, result = 1 << number, -1
        for cell in bits(cells):
            result &= seers[cell]
        for cell in bits(around):
            seers[cell] |= bit
        partners.append(result)
        for other in bits(result):
            partners[other] |= bit
        self.with_partners[value] |= bit | result if result else 0
        tie = value, number * self.layout.value_count + value
        entry = self.entries[value][cells] = around << shift, bit, tie
        return entry

    def partner_pairs(self, alive: list[int]) -> Iterator[tuple[int, int]]:
        """Yield the keys of places with partners, and the partners, numbers in ``alive`` only."""
        size = len(alive)
        for value, partners in enumerate(self.partners):
            mask = alive[value]
            for number in bits(mask & self.with_partners[value]):
                if result := partners[number] & mask:
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
    subsets = subsets_in(position, number, layout.value_count, _max_values(layout)).get(1, ())
    at = [0] * layout.value_count
    for cell in layout.houses[number].cell_numbers:
        for value in bits(values[cell]):
            at[value] |= 1 << cell
    result: dict[int, _SetGeometry] = {}
    known, alive = sight.entries, [0] * layout.value_count
    for locked_set in subsets:
        cells, mask = locked_set
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
        result[which] = _SetGeometry(locked_set, (number, tuple(bits(cells))), ties, seen)
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


# Chains of almost locked sets: four or more sets, each linked with the next by another value.
#
# If a candidate excludes all places of its value in the first set, that set loses the value, so
# the set holds the next value, so its neighbour loses this next value, and so on: the last set
# must hold every value but the lost value. If the candidate excludes one of these values too, the
# candidate is false.
#
# Chains go forward in HoDoKu's list of sets (HoDoKu 2.2, B. Hobiger), house by house
# (``step.set_sort_key``): each set is linked with later ones alone, without a common cell unless
# overlapping sets are asked for. So a chain never meets a set twice, and the reach of a set does not
# depend on the chain so far: one pass over the sets, last first, computes the reach of all sets. A set
# that loses two values, because both link to the set before, goes on as if only the smaller was lost.
#
# As in HoDoKu 2.2, a chain's last link may have two values; neither then counts as a value of
# both ends.


class AlsChain(NamedTuple):
    """A chain: the sets' numbers, the values of each link (masks), the eliminations."""

    set_numbers: tuple[int, ...]
    common_values: tuple[int, ...]
    eliminations: int


ChainEnd = tuple[int, int]
"""A chain's last set and its linking values."""

HodokuPosition = tuple[int, tuple[int, ...]]
"""Where HoDoKu lists a set, as ``step.set_sort_key`` says."""


def linked_sets_sort_key(
    first: HodokuPosition, second: HodokuPosition, *hinge: HodokuPosition
) -> tuple[object, ...]:
    """When HoDoKu comes to two sets, or to two that are linked by a third, by their places."""
    if not hinge:
        return tuple(sorted((first, second)))
    return tuple(sorted(tuple(sorted((end, *hinge))) for end in (first, second)))


def als_chains(
    almost: AlmostLockedSets, rank: Callable[[int], Any], *, overlap: bool
) -> Iterator[AlsChain]:
    """Yield the chains of each elimination (a mask), those that rank first first."""
    search = _EndSearch(almost, overlap)
    goals: dict[int, tuple[int, int, ChainEnd]] = {}
    for first, value, end, eliminated in search.eliminations():
        goals.setdefault(eliminated, (first, value, end))
    while goals:
        eliminated = min(goals, key=rank)
        yield search.shortest_chain(*goals.pop(eliminated), eliminated)


class _EndSearch:
    """The ends that can be reached from each set that has lost a value, forward in HoDoKu's list:
    ``order``, and ``free``, the later sets without a common cell (a mask) of each set.
    """

    def __init__(self, almost: AlmostLockedSets, overlap: bool) -> None:
        self.almost = almost
        tied = [number for number, ties in enumerate(almost.restricted_commons) if ties]
        self.order = sorted(tied, key=almost.hodoku_order.__getitem__)
        self.free: dict[int, int] = {}
        later = 0
        for number in reversed(self.order):
            self.free[number] = later if overlap else later & ~almost.overlapping_sets(number)
            later |= 1 << number
        self.onward: dict[int, list[tuple[int, int]]] = {}
        self.ends: dict[ChainEnd, int] = {}
        self._first: dict[int, dict[int, int]] = {}
        self._second: dict[int, dict[int, int]] = {}
        for number in reversed(self.order):
            almost.deadline.check()
            self._reachable_ends(number)

    def _reachable_ends(self, number: int) -> None:
        """The ends, as a mask of their numbers, by one further link or more, and by two or more,
        for each value that a set may have lost: which then is not a link."""
        almost, ends, one_of, links = self.almost, self.ends, self._first, dict[int, int]()
        for value, key in almost.restricted_commons[number]:
            for other in bits(almost.linked[key] & self.free[number]):
                links[other] = links.get(other, 0) | 1 << value
        onward = self.onward[number] = sorted(links.items())
        ones, twos = self._first.setdefault(number, {}), self._second.setdefault(number, {})
        for lost in bits(almost.sets[number][1]):
            kept_values = ~(1 << lost)
            first = second = 0
            for other, commons in onward:
                values = commons & kept_values
                if values:
                    end = ends.setdefault((other, values), len(ends))
                    second |= one_of[other][(values & -values).bit_length() - 1]
                    first |= 1 << end
            ones[lost], twos[lost] = first | second, second

    def eliminations(self) -> Iterator[tuple[int, int, ChainEnd, int]]:
        """All there is to remove: first set, value of its link, end, eliminations."""
        almost, ends = self.almost, list(self.ends)
        targets = []
        losers: dict[int, int] = {}
        for number, (last, values) in enumerate(ends):
            targets.append(almost.targets[last] & ~almost.candidates_of_values(values))
            for candidate in bits(targets[-1]):
                losers[candidate] = losers.get(candidate, 0) | 1 << number
        for first in self.order:
            almost.deadline.check()
            target = almost.targets[first]
            for value, key in almost.restricted_commons[first]:
                following = bits(almost.linked[key] & self.free[first])
                reached = union_of(self._second[second][value] for second in following)
                own = target & ~almost.value_slices[value]
                hit = union_of(losers.get(candidate, 0) for candidate in bits(own))
                for number in bits(reached & hit):
                    yield first, value, ends[number], own & targets[number]

    def shortest_chain(self, first: int, value: int, end: ChainEnd, eliminated: int) -> AlsChain:
        """A shortest chain between two ends."""
        almost = self.almost
        queue: deque[tuple[tuple[int, ...], tuple[int, ...]]] = deque(
            ((first, second), (1 << value,))
            for second in bits(
                almost.linked[dict(almost.restricted_commons[first])[value]] & self.free[first]
            )
        )
        target_bit = 1 << self.ends[end]
        seen: set[tuple[int, int, int]] = set()
        while True:
            path, commons = queue.popleft()
            if len(path) > 3 and (path[-1], commons[-1]) == end:
                return AlsChain(path, commons, eliminated)
            lost = commons[-1] & -commons[-1]
            for other, linking in self.onward[path[-1]]:
                values = linking & ~lost
                state = (other, values, min(len(path), 3))
                if not values or state in seen:
                    continue
                low = (values & -values).bit_length() - 1
                if (other, values) == end or self._first[other][low] & target_bit:
                    seen.add(state)
                    queue.append(((*path, other), (*commons, values)))
