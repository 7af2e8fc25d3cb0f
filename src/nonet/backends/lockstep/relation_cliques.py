"""Tell lanes what holds for several cells: cliques of one relation, and how often values occur.

Relations of two cells are each filtered alone, and around a clique that misses much.  Where three
cells differ by at least 4 from each other, each value of 1 to 9 has a partner on either side;
together the three cells are 1, 5 and 9:

>>> whisper = tuple([sum(1 << y for y in range(9) if abs(x - y) >= 4) for x in range(9)])
>>> [bin(found) for found in related_sets(whisper, 3)]
['0b100010001']

So cells of which each two have the same relation, and no two are equal, take one of some *sets* of
values, which the filter of sums knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from nonet.backends.lockstep.layouts.memory import bit_indices
from nonet.backends.lockstep.layouts.records import RELATIONS_RECORD_SIZE as RECORD_SIZE
from nonet.backends.lockstep.layouts.records import SUMS_MAX_SETS, Grouping
from nonet.backends.lockstep.numbered_cells import disjoint_groups
from nonet.model import CountFamily

MIN_CELLS = 5
"""Minimum number of cells of a family: with fewer, examining houses costs more than it gains."""
MIN_SURE_VALUES = 10
"""Minimum number of cells if the numbers of occurrences of all values are known, so that there is
one set."""
MAX_SETS = 1024


def is_worth_a_record(family: CountFamily) -> bool:
    """Whether examining the houses of a family gains more than it costs."""
    sure = len(family.required) == len(family.occurrences)
    numbers = [number for _, number in family.occurrences]
    return len(family.scope) >= (MIN_SURE_VALUES if sure else MIN_CELLS) and (
        len(numbers) > 1 and min(numbers) > 0
    )


def possible_sets(family: CountFamily, may: int, base: int) -> list[int] | None:
    """The sets of values that may occur in cells that ``may`` have so much; ``None`` if too many.

    Values are counted from ``base``.  Numbers add up to that of the cells, or to no more where
    there are values that are not counted.
    """
    counted = sum(1 << value - base for value, _ in family.occurrences if value >= base) & may
    exactly, most = not may & ~counted, len(family.scope)
    sets = [(0, 0)]
    for value, number in family.occurrences:
        bit = 1 << value - base if value >= base else 0
        more = [(mask | bit, total + number) for mask, total in sets if total + number <= most]
        if not bit & may:
            more = []
        sets = more if value in family.required else sets + more
        if len(sets) > MAX_SETS:
            return None
    return [mask for mask, total in sets if total == most or not exactly]


def disjoint_groupings(
    cells: Sequence[int], units: Iterable[Sequence[int]], size: int
) -> list[Grouping]:
    """Return the cells by houses that do not overlap, in as many ways as possible, or cell by
    cell."""
    counted = set(cells)
    complete: list[Grouping] = [
        [
            ([cell for cell in unit if cell in counted], [c for c in unit if c not in counted])
            for unit in houses
            if not counted.isdisjoint(unit)
        ]
        for covered, houses in disjoint_groups([unit for unit in units if len(unit) == size])
        if covered.issuperset(counted)
    ]
    return complete or [[([cell], None) for cell in cells]]


MAX_CLIQUE_STEPS = 2_000
"""Steps of the search for the cliques of one relation; cliques beyond are not told together."""

Masks = tuple[int, ...]
"""The mask of one cell by each value of another."""


def clique_sets(
    relations: Sequence[int], masks: Sequence[int], size: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield cells of which each two have one relation and no two are equal, with the sets of values
    that they may have.

    ``relations`` are records, which refer to ``masks``, of which there are ``size`` each.
    """
    alike: dict[int, list[tuple[int, int]]] = {}
    for at in range(0, len(relations), RECORD_SIZE):
        first, second, forth, back = relations[at : at + RECORD_SIZE]
        if forth == back:  # equal masks are written once
            alike.setdefault(forth, []).append((first, second))
    for offset, pairs in alike.items():
        related = tuple(masks[offset : offset + size])
        if len(pairs) < 3 or any(mask >> value & 1 for value, mask in enumerate(related)):
            continue
        for cells in maximal_cliques(pairs):
            sets = related_sets(related, len(cells))
            if sets is not None:
                yield cells, sets


def maximal_cliques(pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """Yield three cells or more of which each two are a pair, as many as there can be.

    >>> list(maximal_cliques([(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3), (3, 4)]))
    [(0, 1, 2, 3)]

    Source: Bron and Kerbosch, "Finding all cliques of an undirected graph", 1973; with the pivots
    of Tomita, Tanaka and Takahashi, 2006.
    """
    near: dict[int, int] = {}
    for a, b in pairs:
        near[a] = near.get(a, 0) | 1 << b
        near[b] = near.get(b, 0) | 1 << a
    stack = [(0, sum(1 << cell for cell in near), 0)]
    for _ in range(MAX_CLIQUE_STEPS):
        if not stack:
            return
        clique, open_, done = stack.pop()
        if not open_:
            if not done and clique.bit_count() >= 3:
                yield bit_indices(clique)
            continue
        pivot = max(bit_indices(open_ | done), key=lambda cell: (open_ & near[cell]).bit_count())
        for cell in bit_indices(open_ & ~near[pivot]):
            stack.append((clique | 1 << cell, open_ & near[cell], done & near[cell]))
            open_ ^= 1 << cell
            done |= 1 << cell


@lru_cache(maxsize=256)
def related_sets(related: Masks, count: int) -> tuple[int, ...] | None:
    """The sets of so many values of which each two are related; ``None`` if there are too many."""
    partial_sets = [(0, (1 << len(related)) - 1)]
    for _ in range(count):
        partial_sets = [
            (held | 1 << value, candidates & related[value] & ~((2 << value) - 1))
            for held, candidates in partial_sets
            for value in bit_indices(candidates)
        ]
        if len(partial_sets) > SUMS_MAX_SETS:
            return None
    return tuple(held for held, _ in partial_sets)
