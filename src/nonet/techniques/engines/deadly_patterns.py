"""Guardians: conclusions where some cells cannot hold certain values alone.

A pattern is some cells and n values such that the cells cannot hold these values alone: because
no filling exists, or because there would be a second solution.  So one of the cells' other
candidates, the guardians, is true. (The values may differ from cell to cell, too: each cell has
its own values.)  By type:  (The values may differ from cell to cell, too: each has its own.)
By type:

1. one cell has guardians: the cell has none of its own values; 2. all guardians have the same
value: this value is eliminated from cells that see all guardians; 3. two cells have guardians,
and with other cells of a house form a naked subset, one guardian for a cell; 4. two cells of a
house have guardians, and one of the n values has no other place in the house: one cell has this
value, the other a guardian, so neither has another of its own values.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1}))
>>> [number for number, _, _ in applicable_types(position, 0b110, 0b1110)]
[]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, Layout, bits, mask_of, union_of
from nonet.techniques.catalogue import technique
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step

# Deadly patterns: cells whose two values could be swapped without anyone noticing.
#
# Colour some cells in two colours so that every house holds as many cells of the one as of the
# other, one each or none. If one colour were all *a* and the other all *b*, swapping *a* and *b*
# would give a second solution. In a puzzle with one solution that cannot be, unless a given or
# another constraint would prevent the swap: so one of the *guardians*, the other candidates of
# the cells, is true.
#
# Whether a house notices is read off the layout, so rectangles come out right with jigsaw
# regions, diagonals or a knight's moves; a cell in the scope of any other constraint is in no
# pattern.

MAX_PAIRS = 200_000
"""The most pairs of cells that are looked at for rectangles of a layout."""


class Rectangle(NamedTuple):
    """Four cells, as a mask and in order round the rectangle: colours alternate."""

    mask: int
    corners: tuple[int, int, int, int]

    def opposite(self, cell: int) -> int:
        """The cell of the same colour."""
        return self.corners[(self.corners.index(cell) + 2) % 4]

    def adjacent(self, cell: int) -> tuple[int, int]:
        """The two cells of the other colour."""
        place = self.corners.index(cell)
        return self.corners[(place + 1) % 4], self.corners[(place + 3) % 4]


@dataclass(frozen=True, slots=True)
class DeadlyPattern:
    """The premises of a uniqueness step.

    ``cells`` is the pattern (a mask), ``order`` the same along the rectangle or loop, ``pair``
    its values (0 for a BUG), ``guarded`` the cells that have ``guardians`` (a mask of
    candidates).  ``length`` is the number of cells. Type 3: ``subset_size`` is the size as
    Sudoku Explainer counts, ``subset_cells`` the cells outside the pattern, ``subset_values``
    the values of the subset.  Types 4 and 6 and hidden rectangles: ``locked_value`` is the
    value (a number) that has no place elsewhere in ``houses``.  ``has_missing_value`` means
    that some cell has lost a value of the pair, ``unseen_by_explainer`` that Sudoku Explainer
    does not see the existing pattern.
    """

    cells: int
    order: tuple[int, ...]
    pair: int
    guarded: int
    guardians: int
    length: int
    subset_size: int = 0
    subset_cells: int = 0
    subset_values: int = 0
    locked_value: int = -1
    houses: tuple[int, ...] = ()
    has_missing_value: bool = False
    unseen_by_explainer: bool = False


@lru_cache(maxsize=64)
def house_masks(layout: Layout) -> tuple[int, ...]:
    """For each cell, the mask of its houses' numbers; 0 where another constraint would notice."""
    results = [sum(1 << house for house in houses) for houses in layout.houses_of]
    for constraint in layout.other_constraints:
        for name in constraint.scope:
            results[layout.cell_number[name]] = 0
    return tuple(results)


@lru_cache(maxsize=64)
def rectangles(layout: Layout) -> tuple[Rectangle, ...]:
    """All deadly rectangles: two pairs of cells in the same houses, each house once."""
    member = house_masks(layout)
    cells = [cell for cell in range(layout.cell_count) if member[cell]]
    if len(cells) * (len(cells) - 1) // 2 > MAX_PAIRS:
        return ()
    pairs: dict[int, list[tuple[int, int]]] = {}
    for first, second in combinations(cells, 2):
        if not member[first] & member[second]:
            pairs.setdefault(member[first] | member[second], []).append((first, second))
    results = []
    for alike in pairs.values():
        for (first, second), (three, four) in combinations(alike, 2):
            mask = 1 << first | 1 << second | 1 << three | 1 << four
            if mask.bit_count() == 4:
                results.append(Rectangle(mask, (first, three, second, four)))
    return tuple(sorted(results))


def rectangles_without(position: Position, excluded: int) -> list[Rectangle]:
    """Return the rectangles with none of the excluded cells (a mask)."""
    return [first for first in rectangles(position.layout) if not first.mask & excluded]


@lru_cache(maxsize=64)
def rectangles_of(layout: Layout) -> tuple[tuple[Rectangle, ...], ...]:
    """Return for each cell the rectangles that contain the cell."""
    results: list[list[Rectangle]] = [[] for _ in range(layout.cell_count)]
    for rectangle in rectangles(layout):
        for cell in rectangle.corners:
            results[cell].append(rectangle)
    return tuple(map(tuple, results))


@lru_cache(maxsize=64)
def _impossible_cells(layout: Layout) -> tuple[int, ...]:
    """Return for each value the cells that can never have the value."""
    results = [0] * layout.value_count
    domains = layout.structure.domains
    for cell, name in enumerate(layout.cells):
        for number, value in enumerate(layout.values):
            if value not in domains[name]:
                results[number] |= 1 << cell
    return tuple(results)


def cells_blocked(position: Position, value: int) -> int:
    """The cells where ``value`` is impossible by the values placed alone."""
    layout = position.layout
    placed = position.placed >> value * layout.cell_count & layout.all_cells
    return position.path_cached(_blocked, value, placed)


def _blocked(position: Position, value: int, placed: int) -> int:
    layout = position.layout
    return _impossible_cells(layout)[value] | union_of(layout.sees[cell] for cell in bits(placed))


def guardians(position: Position, cells: int, pair: int) -> int:
    """The candidates of ``cells`` other than ``pair``."""
    return position.open & position.layout.candidates_in(cells, position.layout.all_values & ~pair)


def naked_subsets(
    position: Position, house: House, pattern: int, guarded: int, extras: int, without: int
) -> Iterator[tuple[int, int]]:
    """Yield cells of a house that form a naked subset with the guarded cells taken as one cell.

    ``extras`` are the values of the guardians; cells with a candidate in ``without`` are
    excluded. Yields cells and values, the smallest subsets first.
    """
    values = position.values
    cells = [
        cell
        for cell in house.cell_numbers
        if values[cell] and not values[cell] & without and not pattern >> cell & 1
    ]
    for size in range(1, len(cells) + 1):
        for chosen in combinations(cells, size):
            union = extras | union_of(values[cell] for cell in chosen)
            if union.bit_count() == size + 1:
                yield sum(1 << cell for cell in chosen), union


class AdjacentSubset(NamedTuple):
    """A naked subset with the guarded cells: eliminations, house, other cells, values, homes."""

    eliminations: int
    house: House
    others: int
    values: int
    house_numbers: tuple[int, ...]


def adjacent_subsets(
    position: Position, pattern: int, guarded: int, extras: int, without: int
) -> Iterator[AdjacentSubset]:
    """The subsets of all houses of the guarded cells that remove something (type 3)."""
    layout = position.layout
    done: set[int] = set()
    for house in layout.houses_containing(guarded):
        for others, union in naked_subsets(position, house, pattern, guarded, extras, without):
            if others in done:
                continue
            done.add(others)
            homes = layout.houses_containing(others | guarded)
            cells = union_of(home.cells for home in homes)
            eliminated = layout.candidates_in(cells & ~(others | guarded), union) & position.open
            if eliminated:
                yield AdjacentSubset(
                    eliminated, house, others, union, tuple(home.number for home in homes)
                )


def seen_by_explainer(
    position: Position, beside: AdjacentSubset, guarded: int, extras: int
) -> bool:
    """Whether Sudoku Explainer sees a subset beside two guarded cells.

    A naked subset counts only if its other cells have all its values but the common values of
    both guarded cells.
    """
    values = position.values
    first, *more = bits(guarded)
    own = extras & values[first] & values[more[-1] if more else first] | union_of(
        values[cell] for cell in bits(beside.others)
    )
    naked = (
        explainer_subset_size(position, beside.house, beside.others)
        == beside.others.bit_count() + 1
    )
    return own == beside.values or not naked


def explainer_subset_size(position: Position, house: House, others: int) -> int:
    """Return the size of a subset as Sudoku Explainer counts: naked, or hidden if smaller."""
    empty = sum(1 for cell in house.cell_numbers if position.values[cell])
    naked = others.bit_count() + 1
    return naked if 2 * naked <= empty else max(empty - naked - 1, 1)


class GuardedPattern(NamedTuple):
    """A pattern: cells, values, the guarded cells and their extra values, as masks.

    ``own_candidates`` are the candidates of the pattern, where these are not all values in all
    cells. ``subset_cells`` are cells beside the pattern (type 3) with all ``subset_values``
    values and ``houses``; in type 4 ``subset_values`` is the locked value.
    """

    cells: int
    values: int
    guarded_cells: int
    extra_values: int
    subset_cells: int = 0
    subset_values: int = 0
    houses: tuple[int, ...] = ()
    own_candidates: int = 0

    def candidates(self, layout: Layout) -> int:
        """The candidates that cannot be all there are."""
        return self.own_candidates or layout.candidates_in(self.cells, self.values)

    def conclusion_text(self, step: Step, number: int) -> str:
        """Return the conclusion by type, to continue a text after "... ": ``so R1C1 is 4: ...``."""
        layout = step.layout
        held = phrases.cell_list(layout, self.guarded_cells, "or")
        extras = phrases.value_list(layout, self.extra_values, "or")
        removal = phrases.removal_text(layout, step.eliminations)
        start = f"So {held} is {extras}"
        if number == 1:
            return f"{start}: {removal}."
        if number == 2:
            return f"{start}, and no cell that sees all of these can be: {removal}."
        homes = phrases.joined_words(layout.houses[house].name for house in self.houses)
        values = phrases.value_list(layout, self.subset_values)
        if number == 4:
            return f"{start}. In {homes} the other of them must be {values}, so {removal}."
        others = phrases.cell_list(layout, self.subset_cells)
        return f"{start}. With {others} it uses up {values} in {homes}: {removal}."


def applicable_types(
    position: Position, cells: int, values: int, own_candidates: int = 0
) -> Iterator[tuple[int, GuardedPattern, int]]:
    """Yield the type's number, the pattern and the eliminations, for every type that applies."""
    layout = position.layout
    base = guarded_pattern(position, cells, values, own_candidates)
    held, extras, mine = (
        base.guarded_cells,
        base.extra_values,
        base.candidates(layout) & position.open,
    )
    if held.bit_count() == 1:
        yield 1, base, mine & layout.cell_candidates(held.bit_length() - 1)
        return
    if extras.bit_count() == 1:
        value = extras.bit_length() - 1
        eliminated = position.places_of(value) & layout.seen_by_all(held)
        if eliminated:
            yield 2, base, eliminated << value * layout.cell_count
    if held.bit_count() != 2:
        return
    if extras.bit_count() > 1:
        for beside in adjacent_subsets(position, cells, held, extras, 0):
            result = base._replace(
                subset_cells=beside.others, subset_values=beside.values, houses=beside.house_numbers
            )
            yield 3, result, beside.eliminations
    for house in layout.houses_containing(held):
        for value in bits(values) if house.complete else ():
            places = position.places_of(value) & house.cells
            lock = places << value * layout.cell_count
            eliminated = mine & layout.candidates_in(held, layout.all_values & ~(1 << value))
            if places and not places & ~held and not lock & ~mine and eliminated:
                yield 4, base._replace(subset_values=1 << value, houses=(house.number,)), eliminated


def values_in(layout: Layout, candidates: int, cell: int) -> int:
    """The values that some candidates (a mask) have in a cell."""
    return mask_of(
        candidate // layout.cell_count
        for candidate in bits(candidates & layout.cell_candidates(cell))
    )


def guarded_pattern(
    position: Position, cells: int, values: int, own_candidates: int = 0
) -> GuardedPattern:
    """Return the pattern with its guarded cells and their other candidates."""
    layout = position.layout
    held = extras = 0
    for cell in bits(cells):
        mine = values_in(layout, own_candidates, cell) if own_candidates else values
        more = position.values[cell] & ~mine
        if more:
            held |= 1 << cell
            extras |= more
    return GuardedPattern(cells, values, held, extras, own_candidates=own_candidates)


def house_links(
    layout: Layout, houses: Iterable[House], cells: int, values: int
) -> tuple[int, ...]:
    """Each of the values in each of the houses that has two of the cells or more."""
    return tuple(
        layout.house_set(house.number, value)
        for house in houses
        if (house.cells & cells).bit_count() > 1
        for value in bits(values)
    )


def pattern_step(
    position: Position,
    key: str,
    guarded_pattern: GuardedPattern,
    eliminations: int,
    detail: object,
    links: tuple[int, ...],
) -> Step:
    """The step of a pattern, framed."""
    layout: Layout = position.layout
    mine = guarded_pattern.candidates(layout) & position.open
    pattern = mine
    if guarded_pattern.subset_cells:
        pattern |= position.open_candidates_in(guarded_pattern.subset_cells)
    held = (
        guarded_pattern.guarded_cells if technique(key).assumes_unique else 0
    )  # these may be what they like elsewhere
    truths = [*bits(guarded_pattern.cells & ~held), *bits(guarded_pattern.subset_cells)]
    if guarded_pattern.subset_values and not guarded_pattern.subset_cells:
        value = guarded_pattern.subset_values.bit_length() - 1
        truths += [layout.house_set(house, value) for house in guarded_pattern.houses]
    return Step(
        key,
        layout,
        eliminations=eliminations,
        pattern=pattern,
        fins=position.open_candidates_in(guarded_pattern.guarded_cells) & ~mine,
        truths=tuple(truths),
        links=links,
        sets=((guarded_pattern.subset_cells, guarded_pattern.subset_values),)
        if guarded_pattern.subset_cells
        else (),
        deadly_cells=guarded_pattern.cells,
        detail=detail,  # type: ignore[arg-type]
    )
