"""Deadly patterns: cells whose two values could be swapped without anyone noticing.

Colour some cells in two colours so that every house holds as many cells of the one as of the
other, one each or none.  If one colour were all *a* and the other all *b*, swapping *a* and *b*
would give a second solution.  In a puzzle with one solution that cannot be, unless a given or
another constraint would prevent the swap: so one of the *guardians*, the other candidates of
the cells, is true.

Whether a house notices is read off the layout, so rectangles come out right with
jigsaw regions, diagonals or a knight's moves; a cell in the scope of any other
constraint is in no pattern.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.candidate_layout import layout_of
>>> len(rectangles(layout_of(Puzzle(Grid.square(9)).model())))
486
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits, union_of
from nonet.techniques.houses import House
from nonet.techniques.position import Position

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
