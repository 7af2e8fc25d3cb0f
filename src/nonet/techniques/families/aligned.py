"""Aligned exclusion: two to four cells whose combinations are enumerated.

A combination of values for the base cells is impossible if two cells that see each other would
be equal, or if the combination takes all values of an *excluder*, a cell that all base cells
see. A value that no possible combination uses is false.

Definitions follow Sudoku Explainer 1.2.1 (N. Juillerat): excluders have two values (two or
three for a triplet), at least two of the excluders see all base cells, no base cell sees a cell
with one remaining value, and one cell of a triplet is itself an excluder of another. The base
cells need not see each other. The excluders of a quadruple have two to four values, no base
cell need be an excluder, and only eliminations that no two or three of its cells explain are
reported: the name and the idea are from SudokuStudio (Sunnie).

``find_all`` has A. Stuart's pairs as well: there an almost locked set excludes two of its values,
each from a base cell that sees all its places in the set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product
from operator import and_
from typing import TypeVar

from nonet.techniques.candidate_layout import bits, union_of
from nonet.techniques.catalogue import HUGE, SMALL
from nonet.techniques.engines import phrases
from nonet.techniques.engines.house_subsets import subsets_in
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

BaseCells = TypeVar("BaseCells", bound=tuple[int, ...])

Excluder = tuple[int, int]
"""Cells, and the values that these cells have: one value more than there are cells, or a cell."""


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


def max_cells(key: str) -> int:
    """Quadruples are searched in puzzles of up to 10 values, pairs and triplets in all."""
    return SMALL if key == "aligned-quadruple-exclusion" else HUGE


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Aligned pair, then triplet, then quadruple exclusions, in the order of the cells."""
    if "aligned-pair-exclusion" in requested:
        yield from _small_exclusions(
            position, "aligned-pair-exclusion", 2, _base_pairs, _pair_eliminations
        )
    if "aligned-triplet-exclusion" in requested:
        yield from _small_exclusions(
            position, "aligned-triplet-exclusion", 3, _base_triplets, _triplet_eliminations
        )
    if "aligned-quadruple-exclusion" in requested:
        excluders = _excluders(position, 4)
        for base, common in _base_quadruples(excluders):
            position.deadline.check()
            eliminated = _may_eliminate(position, base, common) and _eliminations(
                position, base, common
            )
            for size in (2, 3) if eliminated else ():
                for fewer in combinations(base, size):
                    eliminated &= ~_eliminations(
                        position, fewer, _common_excluders(excluders, fewer)
                    )
            if eliminated:
                excluding = _excluders_within(position, base, common)
                yield _step(position, "aligned-quadruple-exclusion", base, excluding, eliminated)


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
        sets.update(dict.fromkeys(subsets.with_excess(1)))
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


def _small_exclusions(
    position: Position,
    key: str,
    most: int,
    bases: Callable[[dict[int, int]], Iterator[tuple[BaseCells, int]]],
    gone_of: Callable[[Position, BaseCells, int], int],
) -> Iterator[Step]:
    """Pairs or triplets that were not tried in vain before."""
    excluders = _excluders(position, most)
    tried = _FailedBases(position, key, excluders)
    for base, common in bases(excluders):
        eliminated = not tried(base, common) and gone_of(position, base, common)
        if eliminated:
            tried.has_result = True
            yield _step(position, key, base, _excluders_within(position, base, common), eliminated)
    tried.record_if_none_found()


class _FailedBases:
    """Which base cells were tried in vain earlier on the path, with the same values as now.

    The eliminations depend on the values of the base cells and of the excluders alone.
    """

    def __init__(self, position: Position, key: str, excluders: dict[int, int]) -> None:
        self.position, self.excluders = position, excluders
        self.has_result = False
        self.before = position.path_cached(_LastFailure, key)
        self.same = sum(
            1 << cell
            for cell, (now, then) in enumerate(
                zip(position.values, self.before.values, strict=False)
            )
            if now == then
        )

    def __call__(self, base: tuple[int, ...], common: int) -> bool:
        shared = -1
        for cell in base:
            if not self.same >> cell & 1:
                return False
            shared &= self.before.excluders.get(cell, 0)
        return shared == common and not common & ~self.same

    def record_if_none_found(self) -> None:
        """Remember a search that found nothing."""
        if not self.has_result:
            self.before.values, self.before.excluders = self.position.values, self.excluders


class _LastFailure:
    """The values of the cells and the excluders at the last search that found nothing."""

    def __init__(self, _: Position, __: str) -> None:
        self.values: list[int] = []
        self.excluders: dict[int, int] = {}


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


def _base_pairs(excluders: dict[int, int]) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield pairs of base cells with two common excluders or more, and the excluders."""
    for (first, these), (second, those) in combinations(excluders.items(), 2):
        common = these & those
        if common & common - 1:
            yield (first, second), common


def _base_triplets(excluders: dict[int, int]) -> Iterator[tuple[tuple[int, int, int], int]]:
    """Yield triplets of base cells, of which one cell is an excluder of another, and the
    excluders.
    """
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


def _base_quadruples(excluders: dict[int, int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield four base cells with two common excluders or more, and the excluders."""
    cells = list(excluders.items())
    place = {cell: number for number, cell in enumerate(excluders)}
    for (first, second), common in _base_pairs(excluders):
        able = [
            (cell, shared)
            for cell, theirs in cells[place[second] + 1 :]
            if (shared := common & theirs) & shared - 1
        ]
        for (three, these), (four, those) in combinations(able, 2):
            shared = these & those
            if shared & shared - 1:
                yield (first, second, three, four), shared


def _common_excluders(excluders: dict[int, int], base: tuple[int, ...]) -> int:
    """The excluders that all of some base cells see."""
    shared = -1
    for cell in base:
        shared &= excluders[cell]
    return shared


def _may_eliminate(position: Position, base: tuple[int, ...], common: int) -> bool:
    """Return whether some base cell may lose a value because of the other base cells.

    A cell with a value that is in no excluder and in no other base cell refuses nothing.
    """
    held = [position.values[cell] for cell in base]
    once = twice = text = 0
    for own in held:
        twice |= once & own
        once |= own
    for cell in bits(common):
        if not (own := position.values[cell]) & ~once:
            text |= own
    free = once & ~twice & ~text
    return sum(1 for own in held if own & free) < 2


def _eliminations(position: Position, base: tuple[int, ...], common: int) -> int:
    """Return the values of the base cells (any number) that no possible combination uses."""
    values, sees, layout = position.values, position.layout.sees, position.layout
    able = [values[cell] for cell in base]
    union = union_of(able)
    excluded = {held for cell in bits(common) if not (held := values[cell]) & ~union}
    unsupported = able.copy()  # what no combination was found for yet

    def fill(used: int, *chosen: int) -> None:
        """Remove from ``unsupported`` all values in combinations that begin with ``used``."""
        place = len(chosen)
        if place == len(base):
            for number, value in enumerate(chosen):
                unsupported[number] &= ~value
            return
        free = able[place]
        for cell, value in zip(base, chosen, strict=False):
            if sees[cell] >> base[place] & 1:
                free &= ~value
        for number in bits(free):
            more = (*chosen, 1 << number)
            if not any(unsupported[place + 1 :]) and not any(map(and_, unsupported, more)):
                continue  # nothing can be learned there
            union = used | 1 << number
            if all(held & ~union for held in excluded):
                fill(union, *more)

    fill(0)
    return sum(
        layout.candidates_in(1 << cell, unused)
        for cell, unused in zip(base, unsupported, strict=True)
    )


def _pair_eliminations(position: Position, pair: tuple[int, int], common: int) -> int:
    """Return the eliminations from two cells: values whose every partner is excluded."""
    values, layout = position.values, position.layout
    first, second = pair
    near = layout.sees[first] >> second & 1
    excluded = {values[cell] for cell in bits(common)}
    eliminated = 0
    for this, that in ((first, second), (second, first)):
        for value in bits(values[this]):
            mask = 1 << value
            partners = values[that] & ~mask if near else values[that]
            for held in excluded:
                if held & mask:
                    partners &= ~(held & ~mask)
            if not partners:
                eliminated |= 1 << value * layout.cell_count + this
    return eliminated


def _triplet_eliminations(position: Position, base: tuple[int, int, int], common: int) -> int:
    """Return the eliminations from three cells: values in no possible combination."""
    values, layout = position.values, position.layout
    item, two, three = base
    near = layout.sees[item] >> two & 1
    first = layout.sees[item] >> three & 1
    second = layout.sees[two] >> three & 1
    union = values[item] | values[two] | values[three]
    excluded = {held for cell in bits(common) if not (held := values[cell]) & ~union}
    first_left, second_left, third_left = values[item], values[two], values[three]  # not yet seen
    for value, other in product(bits(values[item]), bits(values[two])):
        if near and value == other:
            continue
        used = 1 << value | 1 << other
        if not third_left and not used & (first_left | second_left):
            continue
        free = values[three]
        if first:
            free &= ~(1 << value)
        if second:
            free &= ~(1 << other)
        for held in excluded:
            remaining = held & ~used
            if not remaining & remaining - 1:  # one more value would be all it has
                free &= ~remaining if remaining else 0
        if free:
            first_left &= ~(1 << value)
            second_left &= ~(1 << other)
            third_left &= ~free
            if not (first_left or second_left or third_left):
                return 0
    return sum(
        layout.candidates_in(1 << cell, unused)
        for cell, unused in zip(base, (first_left, second_left, third_left), strict=True)
    )


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
