"""Guarded patterns: cells that cannot hold their own candidates alone.

The cells of a pattern cannot hold their *own* candidates alone: no filling exists, or there would
be a second solution.  So one of the cells' other candidates, the *guardians*, is true.  What
follows is read off by type:

1. one cell has guardians: the cell has none of its own candidates;
2. all guardians have the same value: no cell that sees all of them has this value;
3. the guarded cells of a house, taken as one cell with the values of the guardians, form a naked
   subset with other cells of the house;
4. two cells of a house have guardians, and one of the own values has no other place in the house:
   one cell has this value, the other a guardian, so neither has another of its own candidates.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1}))
>>> pattern = guarded_pattern(position, "pair", 0b110, 0b1110)
>>> pattern.guarded, list(readings(position, pattern))
(0, [])
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, Layout, bits, mask_of, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepDetail


@dataclass(frozen=True, slots=True)
class GuardedPattern:
    """A pattern of a kind (``name``): its ``cells`` (a mask), its own candidates, its guardians.

    ``values`` are the values of the pattern, 0 where each cell has values of its own;
    ``guarded`` the cells with ``guardians`` (a mask of candidates), ``extras`` the guardians'
    values.  ``has_missing_value``: a cell has lost a value of the pattern;
    ``unseen_by_explainer``: Sudoku Explainer does not see the pattern.
    """

    name: str
    cells: int
    values: int
    own: int
    guardians: int
    guarded: int
    extras: int
    has_missing_value: bool = False
    unseen_by_explainer: bool = False

    @property
    def length(self) -> int:
        """The number of cells."""
        return self.cells.bit_count()


def guarded_pattern(
    position: Position,
    name: str,
    cells: int,
    values: int,
    own: int = 0,
    *,
    has_missing_value: bool = False,
    unseen_by_explainer: bool = False,
) -> GuardedPattern:
    """Return a pattern of all ``values`` in all ``cells``, or of its ``own`` candidates."""
    layout = position.layout
    own = own or layout.candidates_in(cells, values)
    guardians = position.open_candidates_in(cells) & ~own
    guarded = layout.cells_of(guardians)
    extras = union_of(map(position.values.__getitem__, bits(guarded))) & ~values
    if not values:
        extras = mask_of(value for value, _ in layout.by_value(guardians))
    marks = has_missing_value, unseen_by_explainer
    return GuardedPattern(name, cells, values, own, guardians, guarded, extras, *marks)


class AdjacentSubset(NamedTuple):
    """A naked subset with the guarded cells: eliminations, house, other cells, values, homes."""

    eliminations: int
    house: House
    others: int
    values: int
    house_numbers: tuple[int, ...]


class Reading(NamedTuple):
    """A conclusion from a pattern by a type, and what the type needs beside the pattern.

    ``locked_value`` is the value (a number) that has no place elsewhere in ``houses``;
    ``corner`` the cell that loses its candidate in a hidden rectangle.
    """

    type_number: int
    pattern: GuardedPattern
    eliminations: int
    subset: AdjacentSubset | None = None
    locked_value: int = -1
    houses: tuple[int, ...] = ()
    corner: int = -1


def readings(
    position: Position, pattern: GuardedPattern, excluded: int = 0, *, as_hodoku: bool = False
) -> Iterator[Reading]:
    """Yield the conclusions by type.

    Cells with a value of ``excluded`` are in no subset of type 3.  ``as_hodoku``: a subset may
    have guardians of one value, and the value of type 4 has no other place in any common house.
    """
    layout, guarded, extras = position.layout, pattern.guarded, pattern.extras
    if guarded & (guarded - 1) == 0:
        eliminated = pattern.own & position.open_candidates_in(guarded)
        if eliminated:
            yield Reading(1, pattern, eliminated)
        return
    if extras & (extras - 1) == 0:
        value = extras.bit_length() - 1
        seen = position.places_of(value) & layout.seen_by_all(guarded)
        if seen:
            yield Reading(2, pattern, seen << value * layout.cell_count)
    if as_hodoku or extras & (extras - 1):
        for subset in adjacent_subsets(position, pattern, excluded):
            yield Reading(3, pattern, subset.eliminations, subset, houses=subset.house_numbers)
    if guarded.bit_count() == 2:
        homes = tuple(h for h in layout.houses_containing(guarded) if h.complete)
        for together in (homes,) if as_hodoku else ((home,) for home in homes):
            yield from _locked_readings(position, pattern, together)


def _locked_readings(
    position: Position, pattern: GuardedPattern, homes: tuple[House, ...]
) -> Iterator[Reading]:
    layout, guarded = position.layout, pattern.guarded
    within = union_of(home.cells for home in homes)
    for value in bits(pattern.values or layout.all_values):
        places = position.places_of(value) & within
        lock = places << value * layout.cell_count
        eliminated = pattern.own & position.open_candidates_in(guarded) & ~lock
        if places and not places & ~guarded and not lock & ~pattern.own and eliminated:
            numbers = tuple(home.number for home in homes)
            yield Reading(4, pattern, eliminated, locked_value=value, houses=numbers)


def adjacent_subsets(
    position: Position, pattern: GuardedPattern, excluded: int
) -> Iterator[AdjacentSubset]:
    """The subsets of all houses of the guarded cells that remove something (type 3)."""
    layout, guarded, values = position.layout, pattern.guarded, position.values
    taken = pattern.cells if pattern.values else guarded  # a BUG has all open cells
    done: set[int] = set()
    for house in layout.houses_containing(guarded):
        free = [
            cell
            for cell in house.cell_numbers
            if values[cell] and not values[cell] & excluded and not taken >> cell & 1
        ]
        for chosen in chain.from_iterable(combinations(free, n + 1) for n in range(len(free))):
            others = mask_of(chosen)
            union = pattern.extras | union_of(values[cell] for cell in chosen)
            if union.bit_count() != len(chosen) + 1 or others in done:
                continue
            done.add(others)
            homes = layout.houses_containing(others | guarded)
            cells = union_of(home.cells for home in homes)
            eliminated = layout.candidates_in(cells & ~(others | guarded), union) & position.open
            if eliminated:
                yield AdjacentSubset(
                    eliminated, house, others, union, tuple(home.number for home in homes)
                )


@lru_cache(maxsize=64)
def house_masks(layout: Layout) -> tuple[int, ...]:
    """For each cell, its houses' numbers (a mask); 0 if another constraint sees a swap."""
    results = [sum(1 << house for house in houses) for houses in layout.houses_of]
    for constraint in layout.other_constraints:
        for name in constraint.scope:
            results[layout.cell_number[name]] = 0
    return tuple(results)


def pattern_step(
    position: Position,
    key: str,
    reading: Reading,
    detail: StepDetail,
    *,
    difficulty: float = 0.0,
    impossible: bool = False,
) -> Step:
    """The step of a reading; an ``impossible`` pattern has no filling at all."""
    layout, pattern, subset = position.layout, reading.pattern, reading.subset
    drawn = pattern.own & (position.open | position.placed)
    free = 0 if impossible else pattern.guarded  # a second solution may have anything there
    truths = [*bits(pattern.cells & ~free & ~layout.cells_of(position.placed))]
    links = [
        number
        for house in layout.houses
        if pattern.values and (house.cells & pattern.cells).bit_count() > 1
        for number in layout.house_sets(house.number, pattern.values)
    ]
    if subset is not None:
        truths += bits(subset.others)
        links += [n for home in reading.houses for n in layout.house_sets(home, subset.values)]
        drawn |= position.open_candidates_in(subset.others)
    if reading.locked_value >= 0:
        truths += [layout.house_set(house, reading.locked_value) for house in reading.houses]
    return Step(
        key,
        layout,
        eliminations=reading.eliminations,
        pattern=drawn,
        fins=pattern.guardians,
        truths=tuple(dict.fromkeys(truths)),
        links=tuple(number for number in dict.fromkeys(links) if number not in truths),
        sets=((subset.others, subset.values),) if subset is not None else (),
        deadly_cells=pattern.cells if pattern.values else 0,
        detail=detail,
        difficulty=difficulty,
    )


def reading_text(layout: Layout, reading: Reading) -> str:
    """Return the conclusion of types 1 to 4 in words, after the reason why a guardian is true."""
    pattern, subset = reading.pattern, reading.subset
    removal = phrases.removal_text(layout, reading.eliminations)
    guarded = phrases.cell_list(layout, pattern.guarded, "or")
    extras = phrases.value_list(layout, pattern.extras, "or")
    if reading.type_number == 1:
        none = "neither" if pattern.values.bit_count() == 2 else "none of these"
        if pattern.guardians.bit_count() == 1:
            return f"So {guarded} is {extras}: {removal}."
        return f"Only {guarded} can still be something else, so it is {none}, and {removal}."
    if reading.type_number in (2, 5):
        return f"So {guarded} must be {extras}; no cell that sees them all can be, so {removal}."
    homes = phrases.joined_words(
        dict.fromkeys(layout.houses[house].name for house in reading.houses)
    )
    if subset is not None:
        return (
            f"So {guarded} is {extras}. With {phrases.cell_list(layout, subset.others)} that cell "
            f"uses up {phrases.value_list(layout, subset.values)} in {homes}, so {removal}."
        )
    lock = layout.symbol(reading.locked_value)
    return (
        f"In {homes} the {lock} must be in one of {guarded}; the other of these is then"
        f" {extras}, so {removal}."
    )
