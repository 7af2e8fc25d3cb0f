"""Set equivalence: two groups of as many houses hold the same values, and so do their leftovers.

Every complete house holds each value once. So two groups of equally many houses, disjoint within
each group, hold the same values; take away the cells that both have, and what is left over on
either side still holds the same values, equally often. With rows against regions this is the *law
of leftovers*; rows 3 and 7 with boxes 4 and 6 against columns 1, 2, 8 and 9 give *Phistomefel's
ring*: the sixteen cells around box 5 hold what the four corners of two by two cells hold.

Values are counted one at a time. In a set a value has at most as many places as it has rows (or
columns, or boxes) with a candidate there, and at least as many as it has rows with no candidate
elsewhere; both sets have the greater of the least and the smaller of the most.

>>> from nonet.puzzle import Grid, Puzzle
>>> first, second = _rings(Position.of(Puzzle(Grid.square(9))).layout)[0][2:]
>>> first.bit_count(), second.bit_count()
(16, 16)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, HouseKind, Layout, bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

MAX_HOUSES = 4
"""Rows, at most, that are held against as many regions."""
MAX_LEFTOVERS = 4
"""Cells left over on either side, at most: of more nobody keeps count, but in the ring."""
EQUIVALENCES_PER_CHECK = 64
"""Equivalences looked at between two looks at the clock."""
KINDS: tuple[HouseKind, ...] = ("row", "column", "box")
"""The kinds of houses by which places are counted: those of a kind share no cell."""

Equivalence = tuple[tuple[House, ...], tuple[House, ...], int, int]
"""Two groups of houses, and the cells left over of each."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the values that two sets of cells cannot hold equally often otherwise."""
    layout = position.layout
    for key, equivalences in (("set-equivalence", _leftovers), ("phistomefel-ring", _rings)):
        if key in requested:
            yield from _steps(position, key, equivalences(layout))


@lru_cache(maxsize=64)
def _leftovers(layout: Layout) -> tuple[Equivalence, ...]:
    """Lines against as many regions, with few cells left over on either side."""
    regions = [h for kind in ("box", "other") for h in layout.houses_by_kind[kind] if h.complete]
    results = []
    for kind in ("row", "column"):
        lines = [house for house in layout.houses_by_kind[kind] if house.complete]
        for number in range(1, MAX_HOUSES + 1):
            for start in range(len(lines) - number + 1):
                chosen = tuple(lines[start : start + number])
                area = union_of(house.cells for house in chosen)
                near = [h for h in regions if (h.cells & ~area).bit_count() <= MAX_LEFTOVERS]
                for others in combinations(near, number):
                    covered = union_of(house.cells for house in others)
                    if covered.bit_count() < sum(house.cells.bit_count() for house in others):
                        continue  # they share cells
                    first, second = area & ~covered, covered & ~area
                    if 0 < first.bit_count() <= MAX_LEFTOVERS:
                        results.append((chosen, others, first, second))
    return tuple(results)


@lru_cache(maxsize=64)
def _rings(layout: Layout) -> tuple[Equivalence, ...]:
    """Phistomefel's ring and what permuting rows and columns within their bands makes of it."""
    rows, columns, boxes = (
        [house for house in layout.houses_by_kind[kind] if house.complete] for kind in KINDS
    )
    if not (len(rows) == len(columns) == len(boxes) == 9):
        return ()
    results = []
    for band, stacks in product(((3, 0, 6), (0, 3, 6), (6, 0, 3)), ((0, 6), (0, 3), (3, 6))):
        middle, upper, lower = band
        beside = [b for b in boxes if _is_block(b, rows[middle : middle + 3], columns, stacks)]
        if len(beside) != 2:
            return ()
        for r1, r2, c1, c2 in product(range(3), repeat=4):
            chosen = (rows[upper + 2 - r1], rows[lower + r2], *beside)
            away = (stacks[0] + 2 - c1, stacks[1] + c2)
            lines = [s + n for s in stacks for n in range(3) if s + n not in away]
            others = tuple(columns[n] for n in lines)
            area = union_of(house.cells for house in chosen)
            covered = union_of(house.cells for house in others)
            results.append((chosen, others, area & ~covered, covered & ~area))
    return tuple(results)


def _is_block(box: House, band: list[House], columns: list[House], stacks: tuple[int, int]) -> bool:
    """Whether a box lies in a band of rows, and in one of the stacks that begin at two columns."""
    if box.cells & ~union_of(row.cells for row in band):
        return False
    return any(
        not box.cells & ~union_of(column.cells for column in columns[start : start + 3])
        for start in stacks
    )


class _Count(NamedTuple):
    """How often a value is in a set at least and at most, by the houses of a kind: those with
    no place for it elsewhere, and those with a place in the set.
    """

    cells: int
    within: tuple[House, ...]
    touching: tuple[House, ...]


class _Argument(NamedTuple):
    """How often a value is in two sets, what shows that it is as often at least and at most, and
    the cells that cannot have it.
    """

    times: int
    least: tuple[_Count, ...]
    most: tuple[_Count, ...]
    eliminated: int


def _steps(position: Position, key: str, equivalences: tuple[Equivalence, ...]) -> Iterator[Step]:
    layout, size = position.layout, position.layout.cell_count
    candidates = position.open | position.placed
    places = [candidates >> value * size & layout.all_cells for value in range(layout.value_count)]
    arguments = [position.path_cached(_arguments, key, alive) for alive in places]
    for number, equivalence in enumerate(equivalences):
        position.deadline.check()
        *_, first, second = equivalence
        for value, by_number in enumerate(arguments):
            argument = by_number.get(number)
            if argument is None:
                continue
            removed = position.open & layout.candidates_in(argument.eliminated, 1 << value)
            if removed:
                both = layout.candidates_in(first | second, 1 << value)
                yield Step(
                    key,
                    layout,
                    eliminations=removed,
                    pattern=both & candidates & ~removed,
                    sets=((first, 1 << value), (second, 1 << value)),
                    reasons=tuple(h.constraint.description for g in equivalence[:2] for h in g),
                    detail=SetEquivalenceDetail(equivalence, value, argument),
                )


def _arguments(position: Position, key: str, alive: int) -> dict[int, _Argument]:
    """Return what the sets say of a value with these places, by the number of the equivalence."""
    layout = position.layout
    covers, results = _covers(layout, key), {}
    for looked_at, number in enumerate(bits(_possible(layout, key, alive))):
        if not looked_at % EQUIVALENCES_PER_CHECK:
            position.deadline.check()
        sides, parts = covers[number]
        least, times = -1, len(layout.houses)
        for pairs in parts:  # nearly all equivalences end here, so only numbers are counted
            touching = within = 0
            for inside, beyond in pairs:
                if alive & inside:
                    touching += 1
                    if not alive & beyond:
                        within += 1
            least, times = max(least, within), min(times, touching)
        if least != times or not (eliminated := _eliminated(alive, parts, times)):
            continue
        counts = [_count(alive, cells, houses) for cells, houses in sides]
        fewest = max(counts, key=lambda count: len(count.within))
        most = min(counts, key=lambda count: len(count.touching))
        outside = {count: count.cells & ~_cells_of(count.within) & alive for count in counts}
        beside = {count: _cells_of(count.touching) & ~count.cells & alive for count in counts}
        full = tuple(c for c in counts if len(c.within) == times and outside[c])
        closed = tuple(c for c in counts if len(c.touching) == times and beside[c])
        results[number] = _Argument(times, full or (fewest,), closed or (most,), eliminated)
    return results


def _possible(layout: Layout, key: str, alive: int) -> int:
    """Return the numbers of the equivalences in which a value with these places may be as often at
    least as at most: a house has it in one of the sets alone, or a set has no place for it."""
    possible = 0
    for inside, beyond, numbers in _occasions(layout, key):
        if alive & inside and not alive & beyond:
            possible |= numbers
    return possible


@lru_cache(maxsize=64)
def _occasions(layout: Layout, key: str) -> tuple[tuple[int, int, int], ...]:
    """Return cells with a place and cells without one that make equivalences possible, and the
    numbers of these."""
    numbers: dict[tuple[int, int], int] = {}
    for number, (sides, parts) in enumerate(_covers(layout, key)):
        sets = {(layout.all_cells, cells) for cells, _ in sides}
        for occasion in sets.union(*parts):
            numbers[occasion] = numbers.get(occasion, 0) | 1 << number
    return tuple((*occasion, mask) for occasion, mask in numbers.items())


def _eliminated(alive: int, parts: tuple[_CoverParts, ...], times: int) -> int:
    """Return the places that a value cannot have if it is in both sets so many times: in a set
    beside the houses that have it only there, and elsewhere in houses that suffice for the set."""
    eliminated = 0
    for pairs in parts:
        touching = within = inner = outer = 0
        for inside, beyond in pairs:
            if alive & inside:
                touching += 1
                outer |= alive & beyond
                if alive & beyond:
                    inner |= alive & inside
                else:
                    within += 1
        eliminated |= (inner if within == times else 0) | (outer if touching == times else 0)
    return eliminated


def _cells_of(houses: tuple[House, ...]) -> int:
    return union_of(house.cells for house in houses)


_Cover = tuple[int, tuple[House, ...]]
"""A set of cells, and the houses of a kind that cover it."""

_CoverParts = tuple[tuple[int, int], ...]
"""The cells of each house of a cover inside and outside of its set."""


@lru_cache(maxsize=64)
def _covers(
    layout: Layout, key: str
) -> tuple[tuple[tuple[_Cover, ...], tuple[_CoverParts, ...]], ...]:
    """Return for each equivalence its two sets, each with the houses of a kind that cover it."""
    equivalences = _leftovers(layout) if key == "set-equivalence" else _rings(layout)
    by_kind = [tuple(h for h in layout.houses_by_kind[kind] if h.complete) for kind in KINDS]
    results = []
    for *_, first, second in equivalences:
        sides = tuple(
            (cells, tuple(house for house in houses if house.cells & cells))
            for cells in (first, second)
            for houses in by_kind
            if not cells & ~union_of(house.cells for house in houses)
        )
        parts = tuple(
            tuple((house.cells & cells, house.cells & ~cells) for house in houses)
            for cells, houses in sides
        )
        results.append((sides, parts))
    return tuple(results)


def _count(alive: int, cells: int, houses: tuple[House, ...]) -> _Count:
    """Return how often a value with these places is in a set, by houses that cover it."""
    touching = tuple(house for house in houses if alive & house.cells & cells)
    return _Count(cells, tuple(h for h in touching if not alive & h.cells & ~cells), touching)


class SetEquivalenceDetail(NamedTuple):
    """The two groups and what is left over, the value, and how often it is there and why."""

    equivalence: Equivalence
    value: int
    argument: _Argument

    def describe(self, step: Step) -> StepText:
        """Name the groups, the two sets, and how often the value is in them."""
        layout = step.layout
        houses, others, first, second = self.equivalence
        names = [phrases.joined_words(house.name for house in group) for group in (houses, others)]
        digit, number = layout.symbol(self.value), self.argument.times
        cells = [layout.cell_text(part) for part in (first, second)]
        times = {0: "not at all", 1: "once", 2: "twice"}.get(number, f"{number} times")
        reasons = []
        for count in dict.fromkeys(self.argument.least):
            if count.within:
                among = phrases.joined_words(house.name for house in count.within)
                reasons.append(f"{among} can have it only in {layout.cell_text(count.cells)}")
        for count in dict.fromkeys(self.argument.most):
            where = layout.cell_text(count.cells)
            if count.touching:
                room = phrases.joined_words(house.name for house in count.touching)
                reasons.append(f"in {where} only {room} can have it")
            else:
                reasons.append(f"{where} cannot have it")
        hold = "holds" if len(houses) == 1 else "hold"
        return StepText(
            f"{digit} in {cells[0]} and {cells[1]}",
            f"Compare {names[0]} with {names[1]}",
            f"{names[0][:1].upper()}{names[0][1:]} {hold} the same values as {names[1]}. Without the "
            f"cells that they share, {cells[0]} and {cells[1]} hold the same values. The value "
            f"{digit} is in each {times}: {phrases.joined_words(reasons)}. So "
            f"{phrases.removal_text(layout, step.eliminations)}.",
        )
