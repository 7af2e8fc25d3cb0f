"""Subsets: n cells of a house that n values fill (Hall sets of its AllDifferent).

*Naked*: the cells have no other values, so the values go from every other cell of each house
that holds all of the cells.  *Hidden*: the values of a complete house have no other places, so
the cells lose all other values.  A *locked* pair or triple is a naked subset in the crossing of
two houses with eliminations in both. The names are HoDoKu's.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2}))
>>> step = next(find(position, frozenset({"naked-pair"})))
>>> step.notation
'Naked Pair: 3,4 in r2c12 => r2c34<>3, r2c34<>4'
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True

_NAKED_SIZES = {
    "locked-pair": 2,
    "locked-triple": 3,
    "naked-pair": 2,
    "naked-triple": 3,
    "naked-quadruple": 4,
}
_HIDDEN_SIZES = {"hidden-pair": 2, "hidden-triple": 3, "hidden-quadruple": 4}
_NUMBER_WORDS = {2: "two", 3: "three", 4: "four"}

Subset = tuple[int, int]
"""Cells and values, as masks."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Subsets, by kind and size, in boxes before lines."""
    for key, size in _NAKED_SIZES.items():
        if key in requested:
            yield from _naked_subsets(position, key, size)
    for key, size in _HIDDEN_SIZES.items():
        if key in requested:
            yield from _hidden_subsets(position, key, size)


# -- naked ---------------------------------------------------------------------


def _naked_subsets(position: Position, key: str, size: int) -> Iterator[Step]:
    layout, open_ = position.layout, position.open
    done: set[int] = set()
    few = position.cached(_cells_by_max_values)[size]
    for house, cells, house_values in _subset_houses(layout):
        if (few & cells).bit_count() < size:
            continue
        naked = position.path_cached(_naked_subsets_in, size, house, open_ & house_values)
        for subset, values, seen in naked:
            others = seen & open_
            if not others or subset in done:
                continue
            done.add(subset)
            within = layout.houses_containing(subset)
            is_locked = size < 4 and _is_locked(layout, subset, others)
            if is_locked == key.startswith("locked"):
                yield Step(
                    key,
                    layout,
                    eliminations=others,
                    pattern=layout.candidates_in(subset, values) & open_,
                    truths=tuple(bits(subset)),
                    links=tuple(
                        layout.house_set(other.number, value)
                        for value in bits(values)
                        for other in within
                        if others & layout.candidates_in(other.cells, 1 << value)
                    ),
                    detail=SubsetDetail(subset, values, tuple(other.number for other in within)),
                )


def _cells_by_max_values(position: Position) -> tuple[int, ...]:
    """For each number up to four, the unsolved cells that have at most that number of values."""
    first = two = three = four = five = 0  # the cells with at least that number of values
    for value in range(position.layout.value_count):
        places = position.places_of(value)
        five |= four & places
        four |= three & places
        three |= two & places
        two |= first & places
        first |= places
    return 0, first & ~two, first & ~three, first & ~four, first & ~five


def _is_locked(layout: Layout, subset: int, removed: int) -> bool:
    """Whether a naked subset removes candidates in a box and in a house that crosses it there."""
    cells = layout.cells_of(removed)
    within = layout.houses_containing(subset)
    for box in within:
        if box.kind == "box" and cells & box.cells:
            for line in within:
                if line.number != box.number and cells & line.cells & ~box.cells:
                    return True
    return False


def _naked_subsets_in(
    position: Position, size: int, house: int, _: int
) -> tuple[tuple[int, int, int], ...]:
    """Return the naked subsets of a house with such candidates: cells, values, and the
    exclusions in all houses around, open or not.
    """
    layout = position.layout
    entries = [
        (1 << cell, mask)
        for cell in layout.houses[house].cell_numbers
        if (mask := position.values[cell]) and mask.bit_count() <= size
    ]
    return tuple(
        (
            subset,
            values,
            layout.candidates_in(
                union_of(other.cells for other in layout.houses_containing(subset)) & ~subset,
                values,
            ),
        )
        for subset, values in _tight_combinations(entries, size)
    )


# -- hidden --------------------------------------------------------------------


def _hidden_subsets(position: Position, key: str, size: int) -> Iterator[Step]:
    layout, open_ = position.layout, position.open
    done: set[Subset] = set()
    for house, _, _ in _subset_houses(layout):
        if not layout.houses[house].complete:
            continue
        for values, subset in hidden_subsets_in(position, house, size):
            others = layout.candidates_in(subset, layout.all_values & ~values) & open_
            if not others or (values, subset) in done:
                continue
            done.add((values, subset))
            yield hidden_step(position, key, house, values, subset)


def hidden_step(position: Position, key: str, house: int, values: int, subset: int) -> Step:
    """The step of a hidden subset."""
    layout = position.layout
    return Step(
        key,
        layout,
        eliminations=layout.candidates_in(subset, layout.all_values & ~values) & position.open,
        pattern=layout.candidates_in(subset, values) & position.open,
        truths=layout.house_sets(house, values),
        links=tuple(bits(subset)),
        detail=SubsetDetail(subset, values, (house,)),
    )


def hidden_subsets_in(position: Position, house: int, size: int) -> tuple[Subset, ...]:
    """The hidden subsets of a complete house, as (values, cells)."""
    return position.path_cached(
        _find_hidden_subsets, size, house, position.open & position.layout.house_candidates[house]
    )


def _find_hidden_subsets(
    position: Position, size: int, house: int, remaining: int
) -> tuple[Subset, ...]:
    entries = [
        entry
        for entry in position.path_cached(_places_by_value, remaining)
        if entry[1].bit_count() <= size
    ]
    return tuple(_tight_combinations(entries, size)) if len(entries) >= size else ()


def _places_by_value(position: Position, remaining: int) -> list[Subset]:
    """The values of a house's candidates, each with its places."""
    return [(1 << value, places) for value, places in position.layout.by_value(remaining)]


# -- both ----------------------------------------------------------------------


@lru_cache(maxsize=64)
def _subset_houses(layout: Layout) -> list[tuple[int, int, int]]:
    """The houses that can have a subset, boxes first: number, cells, and their candidates."""
    houses = sorted(layout.houses, key=lambda house: (not house.complete, house.kind != "box"))
    large = (house for house in houses if len(house.cell_numbers) > 2)
    return [(house.number, house.cells, layout.house_candidates[house.number]) for house in large]


def _tight_combinations(entries: list[tuple[int, int]], size: int) -> list[Subset]:
    """Every ``size`` of the entries (item, partners) with just ``size`` partners together."""
    many = len(entries)
    grown = [(0, 0, 0)]
    for stop in range(many - size + 1, many):
        grown = [
            (number + 1, items | entries[number][0], union)
            for start, items, partners in grown
            for number in range(start, stop)
            if (union := partners | entries[number][1]).bit_count() <= size
        ]
    return [
        (items | entries[number][0], union)
        for start, items, partners in grown
        for number in range(many - 1, start - 1, -1)
        if (union := partners | entries[number][1]).bit_count() == size
    ]


# -- words ---------------------------------------------------------------------


class SubsetDetail(NamedTuple):
    """Cells and as many values, as masks, and the houses that hold the cells."""

    cells: int
    values: int
    houses: tuple[int, ...]

    def describe(self, step: Step) -> StepText:
        """A subset in words."""
        layout, (subset, values, numbers) = step.layout, self
        names = phrases.joined_words(layout.houses[number].name for number in numbers)
        cells, digits = phrases.cell_list(layout, subset), phrases.value_list(layout, values)
        many = _NUMBER_WORDS[subset.bit_count()]
        removal = phrases.removal_text(layout, step.eliminations)
        notation = f"{layout.value_text(values, ',')} in {layout.cell_text(subset)}"
        if step.key in _HIDDEN_SIZES:
            return StepText(
                notation,
                f"Look where {digits} can be in {names}",
                f"In {names} the values {digits} can only be in {cells}. These are {many} values for {many}"
                f" cells, so the cells hold just these values and no others: {removal}.",
            )
        return StepText(
            notation,
            f"Look at {names}",
            f"{cells} can only be {phrases.value_list(layout, values, 'or')}. These are {many} "
            "values "
            f"for {many} cells of {names}, so the cells use them up, in whatever order, and no "
            f"other cell there can have them: {removal}.",
        )
