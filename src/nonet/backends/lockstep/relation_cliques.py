"""Cells of which each two are related, told together: cliques of one relation, and triangles.

Relations of two cells are each filtered alone, and around a triangle that misses much.  Where three
cells differ by at least 4 from each other, each value of 1 to 9 has a partner on either side;
together the three cells are 1, 5 and 9:

>>> whisper = tuple([sum(1 << y for y in range(9) if abs(x - y) >= 4) for x in range(9)])
>>> [bin(found) for found in related_sets(whisper, 3)]
['0b100010001']

So cells of which each two have the same relation, and no two are equal, take one of some *sets* of
values, which the filter of sums knows.  Any other triangle becomes a layered graph, unless two of
its sides imply the third: of ``a < b``, ``b < c`` and ``a < c`` the last follows from the others,
and nothing is gained.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, pairwise
from typing import NamedTuple

from nonet.backends.lockstep.cached_encodings import (
    BinaryRelation,
    inverse_masks,
    relation_from_masks,
)
from nonet.backends.lockstep.layouts.layered_graphs import LayeredGraph
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
    cells: Sequence[int], units: Sequence[Sequence[int]], size: int
) -> list[Grouping]:
    """Return the cells by houses that do not overlap, in as many ways as possible, or cell by
    cell."""
    groupings = disjoint_groups([unit for unit in units if len(unit) == size])
    complete = [
        list(_split_by_house(cells, held))
        for covered, held in groupings
        if covered.issuperset(cells)
    ]
    return list(complete) or [[([cell], None) for cell in cells]]


def _split_by_house(
    cells: Sequence[int], units: Sequence[Sequence[int]]
) -> Iterator[tuple[list[int], list[int]]]:
    for unit in units:
        inside = [cell for cell in unit if cell in cells]
        if inside:
            yield inside, [cell for cell in unit if cell not in cells]


MAX_TRIANGLES = 300
"""Triangles of a model that are looked at; where there are more, nothing is told together."""
MAX_GRAPHS = 100
"""Triangles that become graphs; where more are left that are no part of a clique, none does."""

MAX_ARCS = 1_000
"""Arcs of a graph whose cells are looked at: a larger one says little of two cells alone."""

Masks = tuple[int, ...]
"""The mask of one cell by each value of another."""

Triangle = tuple[int, int, int]
CliqueConstraint = LayeredGraph | tuple[int, ...]
"""A graph of three cells, or the sets of values that some cells have."""


class BinaryRecords(NamedTuple):
    """Records of relations, the masks to which the records refer, and graphs with their cells."""

    relations: Sequence[int]
    masks: Sequence[int]
    graphs: Sequence[tuple[Sequence[int], LayeredGraph]]


def clique_constraints(
    binary: BinaryRecords, peers: Sequence[int], size: int
) -> Iterator[tuple[tuple[int, ...], CliqueConstraint]]:
    """Yield the joint constraints of cells of which each two are related.

    ``peers`` are masks of the cells that each cell differs from.
    """
    flat = binary.relations
    if not flat:
        return
    pairs = list(zip(flat[::RECORD_SIZE], flat[1::RECORD_SIZE], strict=True))
    lines = [line for line in binary.graphs if len(line[1].arcs) <= MAX_ARCS]
    cliques = triangles(chain(pairs, *(pairwise(cells) for cells, _ in lines)))
    if not cliques:
        return
    in_cliques = {pair for triangle in cliques for pair in combinations(triangle, 2)}
    sides = _pair_supports(binary._replace(graphs=lines), pairs, in_cliques, peers, size)
    alike: dict[Masks, list[tuple[int, int]]] = {}
    for pair, (forth, back) in sides.items():
        if forth == back and not any(mask >> value & 1 for value, mask in enumerate(forth)):
            alike.setdefault(forth, []).append(pair)
    known: list[int] = []
    for masks, related in alike.items():
        for cells in maximal_cliques(related):
            sets = related_sets(masks, len(cells))
            if sets is not None:
                yield cells, sets
                known.append(sum(1 << cell for cell in cells))
    if not known and len(cliques) > MAX_GRAPHS:
        return
    remaining = []
    for triangle in cliques:
        mask = sum(1 << cell for cell in triangle)
        if not any(mask & cells == mask for cells in known):
            remaining.append(triangle)
    for a, b, c in remaining if len(remaining) <= MAX_GRAPHS else ():
        graph = triangle_graph((sides[a, b][0], sides[b, c][0], sides[a, c][0]))
        if graph is not None and graph.arcs:
            yield (a, b, c), graph


def _pair_supports(
    binary: BinaryRecords,
    pairs: Sequence[tuple[int, int]],
    requested: Container[tuple[int, int]],
    peers: Sequence[int],
    size: int,
) -> dict[tuple[int, int], tuple[Masks, Masks]]:
    """Return for two cells, the lower first, the masks of each by the other's values, under all
    relations of the pair."""
    records, masks = binary.relations, binary.masks
    sides: dict[tuple[int, int], tuple[Masks, Masks]] = {}

    def add(a: int, b: int, forth: Masks, back: Masks) -> None:
        if a > b:
            a, b, forth, back = b, a, back, forth
        if (a, b) in sides:
            forth, back = (
                tuple([x & y for x, y in zip(first, second, strict=True)])
                for first, second in zip((forth, back), sides[a, b], strict=True)
            )
        sides[a, b] = forth, back

    for (a, b), forth, back in zip(
        pairs, records[2::RECORD_SIZE], records[3::RECORD_SIZE], strict=True
    ):
        if (a, b) in requested or (b, a) in requested:
            add(a, b, tuple(masks[forth : forth + size]), tuple(masks[back : back + size]))
    for cells, graph in binary.graphs:
        for k, (a, b) in enumerate(pairwise(cells)):
            if (a, b) in requested or (b, a) in requested:
                add(a, b, *_with_inverse(graph.pairs[k], size)[peers[a] >> b & 1])
    return sides


@lru_cache(maxsize=512)
def _with_inverse(forth: Masks, size: int) -> BinaryRelation:
    return relation_from_masks((*forth, *[0] * (size - len(forth))))


def triangles(pairs: Iterable[tuple[int, int]]) -> list[Triangle]:
    """The cells of which each two are a pair, in ascending order; none where there are too many.

    >>> triangles([(1, 0), (1, 2), (2, 0), (2, 3), (3, 3)])
    [(0, 1, 2)]
    """
    above: dict[int, int] = {}
    for a, b in pairs:
        if a > b:
            a, b = b, a
        if a != b:
            above[a] = above.get(a, 0) | 1 << b
    result: list[Triangle] = []
    for a, mask in above.items():
        if not mask & mask - 1:
            continue
        for b in bit_indices(mask):
            both = mask & above.get(b, 0)
            if both:
                result += ((a, b, c) for c in bit_indices(both))
        if len(result) > MAX_TRIANGLES:
            return []
    return result


@lru_cache(maxsize=256)
def triangle_graph(sides: tuple[Masks, Masks, Masks]) -> LayeredGraph | None:
    """Return the graph of three cells, from the masks of the first two, the last two and the outer
    two.

    ``None`` where two sides say all that the third does.
    """
    near, far, outer = sides
    if (
        _is_subset(_compose(near, far), outer)
        or _is_subset(_compose(outer, tuple(inverse_masks(far))), near)
        or _is_subset(_compose(tuple(inverse_masks(near)), outer), far)
    ):
        return None
    return LayeredGraph.from_tuples(
        [
            (x, y, z)
            for x, ys in enumerate(near)
            for y in bit_indices(ys)
            for z in bit_indices(far[y] & outer[x])
        ]
    )


def maximal_cliques(pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """Three cells or more of which each two are a pair, as many as there can be.

    >>> list(maximal_cliques([(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3), (3, 4)]))
    [(0, 1, 2, 3)]

    Source: Bron and Kerbosch, "Finding all cliques of an undirected graph", 1973.
    """
    near: dict[int, int] = {}
    for a, b in pairs:
        near[a] = near.get(a, 0) | 1 << b
        near[b] = near.get(b, 0) | 1 << a
    stack = [(0, sum(1 << cell for cell in near), 0)]
    while stack:
        held, open_, done = stack.pop()
        if not open_ and not done and held.bit_count() >= 3:
            yield bit_indices(held)
        for cell in bit_indices(open_):
            stack.append((held | 1 << cell, open_ & near[cell], done & near[cell]))
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


def _compose(first: Masks, second: Masks) -> Masks:
    """Return the masks of the third cell by the first, if only the second lies between."""
    composed = []
    for mask in first:
        reached = 0
        for value in bit_indices(mask):
            reached |= second[value]
        composed.append(reached)
    return tuple(composed)


def _is_subset(less: Masks, more: Masks) -> bool:
    return not any(x & ~y for x, y in zip(less, more, strict=True))
