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

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, HouseKind, Layout, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

MAX_HOUSES = 4
"""Rows, at most, that are held against as many regions."""
MAX_LEFTOVERS = 4
"""Maximum number of cells left over on either side, which a reader counts; the ring has more."""
MAX_EQUIVALENCES = 300
"""Equivalences that are looked at, those of the fewest leftovers."""
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
                area = _cells_of(chosen)
                candidates = [h for h in regions if (h.cells & ~area).bit_count() <= MAX_LEFTOVERS]
                for others in combinations(candidates, number):
                    covered = _cells_of(others)
                    if covered.bit_count() < sum(house.cells.bit_count() for house in others):
                        continue  # they share cells
                    first, second = area & ~covered, covered & ~area
                    if 0 < first.bit_count() <= MAX_LEFTOVERS:
                        results.append((chosen, others, first, second))
    results.sort(key=lambda equivalence: equivalence[2].bit_count())
    return tuple(results[:MAX_EQUIVALENCES])


@lru_cache(maxsize=64)
def _rings(layout: Layout) -> tuple[Equivalence, ...]:
    """Phistomefel's ring, around each box in turn."""
    rows, columns, boxes = (
        [house for house in layout.houses_by_kind[kind] if house.complete] for kind in KINDS
    )
    if not (len(rows) == len(columns) == len(boxes) == 9):
        return ()
    results = []
    for middle, upper, lower in ((3, 0, 6), (0, 3, 6), (6, 0, 3)):
        for stacks in ((0, 6), (0, 3), (3, 6)):
            beside = [b for b in boxes if _is_block(b, rows[middle : middle + 3], columns, stacks)]
            if len(beside) != 2:
                return ()
            chosen = (rows[upper + 2], rows[lower], *beside)
            away = (stacks[0] + 2, stacks[1])
            others = tuple(columns[s + n] for s in stacks for n in range(3) if s + n not in away)
            area, covered = _cells_of(chosen), _cells_of(others)
            results.append((chosen, others, area & ~covered, covered & ~area))
    return tuple(results)


def _is_block(box: House, band: list[House], columns: list[House], stacks: tuple[int, int]) -> bool:
    """Whether a box lies in a band of rows, and in one of the stacks that begin at two columns."""
    inside = (_cells_of(columns[start : start + 3]) for start in stacks)
    return not box.cells & ~_cells_of(band) and any(not box.cells & ~cells for cells in inside)


def _cells_of(houses: Iterable[House]) -> int:
    return union_of(house.cells for house in houses)


class _Count(NamedTuple):
    """How often a value is in a set at least and at most, by the houses of a kind: those with
    no place for it elsewhere, and those with a place in the set.
    """

    cells: int
    within: tuple[House, ...]
    touching: tuple[House, ...]


class _Argument(NamedTuple):
    """How often a value is in two sets, why so, and the cells that cannot have it."""

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
    results = {}
    for number, covers in enumerate(_covers(position.layout, key)):
        position.deadline.check()
        counts = []
        for cells, houses in covers:
            touching = tuple([house for house in houses if alive & house.cells & cells])
            within = tuple([house for house in touching if not alive & house.cells & ~cells])
            counts.append(_Count(cells, within, touching))
        times = max(len(count.within) for count in counts)
        if times != min(len(count.touching) for count in counts):
            continue
        # in a set beside the houses that have the value only there, and elsewhere in houses that
        # suffice for the set
        inner = {
            count: alive & count.cells & ~_cells_of(count.within)
            for count in counts
            if len(count.within) == times
        }
        outer = {
            count: alive & ~count.cells & _cells_of(count.touching)
            for count in counts
            if len(count.touching) == times
        }
        if eliminated := union_of((*inner.values(), *outer.values())):
            least, most = (
                tuple(filter(cells.get, cells)) or tuple(cells)[:1] for cells in (inner, outer)
            )
            results[number] = _Argument(times, least, most, eliminated)
    return results


@lru_cache(maxsize=64)
def _covers(layout: Layout, key: str) -> tuple[tuple[tuple[int, tuple[House, ...]], ...], ...]:
    """Return for each equivalence its two sets, each with the houses of a kind that cover it."""
    equivalences = _leftovers(layout) if key == "set-equivalence" else _rings(layout)
    by_kind = [tuple(h for h in layout.houses_by_kind[kind] if h.complete) for kind in KINDS]
    return tuple(
        tuple(
            (cells, tuple(house for house in houses if house.cells & cells))
            for cells in (first, second)
            for houses in by_kind
            if not cells & ~_cells_of(houses)
        )
        for *_, first, second in equivalences
    )


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
