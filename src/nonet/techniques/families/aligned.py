"""Aligned exclusion: two or three cells whose combinations are enumerated.

A combination of values for the base cells is impossible if two cells that see each other would
be equal, or if the combination takes all values of an *excluder*, a cell that all base cells
see. A value that no possible combination uses is false.

Definitions follow Sudoku Explainer 1.2.1 (N. Juillerat): excluders have two values (two or
three for a triplet), at least two of the excluders see all base cells, no base cell sees a cell
with one remaining value, and one cell of a triplet is itself an excluder of another. The base
cells need not see each other.

``find_all`` has A. Stuart's pairs as well: there an almost locked set excludes two of its values,
each from a base cell that sees all its places in the set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product

from nonet.techniques.candidate_layout import bits, mask_of, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.house_subsets import subsets_in
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

Excluder = tuple[int, int]
"""Cells, and the values that these cells have: one value more than there are cells, or a cell."""
Bases = Iterator[tuple[tuple[int, ...], int]]
"""Choices of base cells, each with the excluders of all of these."""


@dataclass(frozen=True, slots=True)
class AlignedExclusionDetail:
    """The base cells, and the excluders."""

    base: tuple[int, ...]
    excluders: tuple[Excluder, ...]

    def describe(self, step: Step) -> StepText:
        """An aligned exclusion in words."""
        layout = step.layout
        base = phrases.cell_list(layout, sum(1 << cell for cell in self.base))
        cells = " ".join(layout.cell_text(1 << cell) for cell in self.base)
        excluders = ", ".join(
            f"{layout.cell_text(mask)} {{{layout.value_text(values)}}}"
            for mask, values in self.excluders
        )
        text = "; ".join(
            f"{phrases.cell_list(layout, mask)} {'have' if mask & (mask - 1) else 'has'} only"
            f" {phrases.value_list(layout, values, 'and')}"
            for mask, values in self.excluders
        )
        plain = (
            f"Try every combination of values for {base}: one that repeats a value in cells that "
            "see each other is impossible, and so is one that leaves too few values for cells that "
            f"they see ({text}). No combination that is left has the values removed: "
            f"{phrases.removal_text(layout, step.eliminations)}."
        )
        return StepText(
            f"{cells}, excluders {excluders}", f"Look at what {base} can be together", plain
        )


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Aligned pair, then triplet exclusions, in the order of the cells.

    Base cells that were tried in vain earlier on the path are not tried again unless a value of
    theirs or of an excluder has gone.
    """
    for key, size, bases in _SEARCHES:
        if key not in requested:
            continue
        excluders = _excluders(position, size)
        tried = position.path_cached(_tried_in_vain, key)
        state = [(values, n in excluders) for n, values in enumerate(position.values)]
        changed = mask_of(n for n, now in enumerate(state) if tried.get(n) != now)
        vain = True
        for base, common in bases(excluders):
            if changed & (common | mask_of(base)):
                eliminated = _eliminations(position, base, common)
                if eliminated:
                    vain = False
                    within = _excluders_within(position, base, common)
                    yield _step(position, key, base, within, eliminated)
        if vain:
            tried.update(enumerate(state))


def _tried_in_vain(_: Position, __: str) -> dict[int, tuple[int, bool]]:
    """Each cell's values, and whether it could be a base cell, at the last search in vain."""
    return {}


def find_all(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the steps of ``find``, then pairs excluded by almost locked sets."""
    seen = set()
    for step in find(position, requested):
        seen.add(step.eliminations)
        yield step
    if "aligned-pair-exclusion" in requested:
        yield from (s for s in _pairs_by_sets(position) if s.eliminations not in seen)


def _pairs_by_sets(position: Position) -> Iterator[Step]:
    layout, count = position.layout, position.layout.cell_count
    sets: dict[Excluder, None] = {}
    for house in layout.houses:
        subsets = subsets_in(position, house.number, layout.value_count, layout.value_count)
        sets.update(dict.fromkeys(subsets.get(1, ())))
    by: dict[int, dict[int, Excluder]] = {x: {} for x in bits(position.open)}
    for cells, values in sorted(sets, key=lambda each: each[0].bit_count()):
        position.deadline.check()
        reach = {}
        for value in bits(values):
            places = position.places_of(value)
            seers = layout.seen_by_all(places & cells) & places & ~cells
            reach[value] = seers << value * count
        for first, second in permutations(reach, 2):
            for x in bits(reach[first]):
                for y in bits(reach[second] & ~layout.peers[x]):
                    by[x].setdefault(y, (cells, values))
    unsolved = list(bits(position.unsolved))
    for base in combinations(unsolved, 2):
        eliminated, excluders = 0, dict[Excluder, None]()
        for this, that in (base, base[::-1]):
            partners = position.open & layout.cell_candidates(that)
            for x in bits(position.open & layout.cell_candidates(this)):
                remaining = partners & ~layout.peers[x]
                if remaining and all(y in by[x] for y in bits(remaining)):
                    eliminated |= 1 << x
                    excluders.update((by[x][y], None) for y in bits(remaining))
        if eliminated:
            yield _step(position, "aligned-pair-exclusion", base, tuple(excluders), eliminated)


def _excluders(position: Position, most: int) -> dict[int, int]:
    """Return the cells that may be base cells, each with its excluders (a mask)."""
    singles = few = 0
    for cell, values in enumerate(position.values):
        count = values.bit_count()
        if count == 1:
            singles |= 1 << cell
        elif 2 <= count <= most:
            few |= 1 << cell
    sees = position.layout.sees
    return {
        cell: sees[cell] & few
        for cell, values in enumerate(position.values)
        if values & values - 1 and not sees[cell] & singles and sees[cell] & few
    }


def _base_pairs(excluders: dict[int, int]) -> Bases:
    """Yield pairs of base cells with two common excluders or more, and the excluders."""
    for (first, these), (second, those) in combinations(excluders.items(), 2):
        common = these & those
        if common & common - 1:
            yield (first, second), common


def _base_triplets(excluders: dict[int, int]) -> Bases:
    """Yield triplets of base cells, one an excluder of another, and the excluders."""
    cells = list(excluders.items())
    place = {cell: number for number, cell in enumerate(excluders)}
    for (first, second), common in _base_pairs(excluders):
        these, those = excluders[first], excluders[second]
        tied = (these >> second | those >> first) & 1
        for three, theirs in cells[place[second] + 1 :]:
            shared = common & theirs
            if shared & shared - 1 and (
                tied or ((these | those) >> three | theirs >> first | theirs >> second) & 1
            ):
                yield (first, second, three), shared


def _eliminations(position: Position, base: tuple[int, ...], common: int) -> int:
    """Return the values of two or three base cells that no possible combination uses."""
    values, layout, sees = position.values, position.layout, position.layout.sees
    first, last, second = (*base[:1], *base[:0:-1], -1)[:3]  # a pair has no second
    ones, twos, thirds = values[first], values[second] if second >= 0 else 0, values[last]
    union = ones | twos | thirds
    excluded = {mask for cell in bits(common) if not (mask := values[cell]) & ~union}
    first_second_near = second >= 0 and sees[first] >> second & 1
    first_near = -(sees[last] >> first & 1)
    second_near = -(sees[last] >> second & 1) if second >= 0 else 0
    choices = [1 << value for value in bits(twos)] or [0]
    for value, other in product([1 << value for value in bits(ones)], choices):
        used = value | other
        if (first_second_near and value == other) or not (thirds or used & (ones | twos)):
            continue  # no combination, or no news
        free = values[last] & ~(value & first_near | other & second_near)
        for mask in excluded:
            remaining = mask & ~used
            if not remaining & remaining - 1:  # one more value would be all it has
                free &= ~remaining if remaining else 0
        if free:
            ones, twos, thirds = ones & ~value, twos & ~other, thirds & ~free
            if not (ones or twos or thirds):
                return 0
    unused = layout.candidates_in(1 << first, ones) | layout.candidates_in(1 << last, thirds)
    return unused | layout.candidates_in(1 << second, twos) if second >= 0 else unused


_SEARCHES: tuple[tuple[str, int, Callable[[dict[int, int]], Bases]], ...] = (
    ("aligned-pair-exclusion", 2, _base_pairs),
    ("aligned-triplet-exclusion", 3, _base_triplets),
)
"""The techniques, with the most values of an excluder and the choices of base cells."""


def _step(
    position: Position,
    key: str,
    base: tuple[int, ...],
    excluders: tuple[Excluder, ...],
    eliminated: int,
) -> Step:
    layout, values = position.layout, position.values
    cells = (*base, *bits(union_of(mask for mask, _ in excluders)))
    links = dict.fromkeys(
        layout.house_set(house.number, value)
        for mask, own in excluders
        for value in bits(own)
        for other in base
        if values[other] >> value & 1
        for house in layout.houses_containing(mask & position.places_of(value) | 1 << other)[:1]
    )
    return Step(
        key,
        layout,
        eliminations=eliminated,
        pattern=position.open_candidates_in(union_of(1 << cell for cell in cells)),
        truths=cells,
        links=tuple(links),
        sets=(*((1 << cell, values[cell]) for cell in base), *excluders),
        detail=AlignedExclusionDetail(base, excluders),
    )


def _excluders_within(
    position: Position, base: tuple[int, ...], common: int
) -> tuple[Excluder, ...]:
    """Return the excluders that have no other values than the base cells."""
    union = union_of(position.values[cell] for cell in base)
    values = position.values
    return tuple((1 << cell, values[cell]) for cell in bits(common) if not values[cell] & ~union)
