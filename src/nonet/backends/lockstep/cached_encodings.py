"""The encodings of constraints over any cells of the same values, cached where puzzles share them.

Values are counted from the lowest of all, and the domain of a cell is a mask of values.

>>> [bin(found) for found in sum_sets(0b1111, 2, 3)]           # of 0 to 3: 0 + 3 and 1 + 2
['0b1001', '0b110']
>>> linear_relation((1, -1), "<=", -1, 0b111, 0b111).masks      # a below b: of b by a, of a by b
((6, 4, 0), (0, 1, 3))

An automaton over different cells whose order does not matter is a family of sets of values, and any
other a layered graph.  An enclosed sum determines for cells that differ the sets that may lie between
the ends: its *fillings*.  A lunchbox, whose ends are the least and the greatest of its values, has
fillings for each two values.

>>> from nonet.model import Automaton
>>> runs = Automaton(0, {1}, [(0, 1, 1), (1, 2, 0)])
>>> automaton_encoding(runs, 1, (0b11,) * 3, False)[1].arcs             # 1 2 1
[(0, 0, 1, 1), (1, 1, 2, 2), (2, 2, 3, 1)]
>>> sandwich_fillings(1, 0b1111, (1, 4), 3, 2)  # 1, 2, 4 and 4, 2, 1
((1, 8, 2, 4),)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from nonet.backends.lockstep.layouts.layered_graphs import (
    LayeredGraph,
    Transitions,
    transitions_by_state,
)
from nonet.backends.lockstep.layouts.memory import bit_indices, mask_of
from nonet.backends.lockstep.layouts.records import SUMS_MAX_SETS, Filling
from nonet.encoding.implied_sums import value_sets_between
from nonet.model import Automaton
from nonet.model.constraints.primitives import COMPARE

Tuples = frozenset[tuple[int, ...]]

# -- sets of values ----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def sum_sets(values: int, count: int, total: int) -> tuple[int, ...] | None:
    """The sets of so many different values that add up to ``total``; ``None`` if too many."""
    places, bounds = bit_indices(values), (total, total)
    sets = value_sets_between(places, count, bounds, 64 * SUMS_MAX_SETS)
    return None if sets is None or len(sets) > SUMS_MAX_SETS else tuple(map(mask_of, sets))


MAX_FILLINGS = 512
"""With more, a sandwich is told by its automaton, or as a choice."""

MAX_CELLS_BETWEEN = 14
"""Values that may lie between, of which all sets are looked at."""


@lru_cache(maxsize=256)
def sandwich_fillings(
    base: int, values: int, ends: tuple[int, int] | None, count: int, total: int
) -> tuple[Filling, ...] | None:
    """Return the fillings of ``count`` cells that differ, of which two have the values of ``ends``
    and those between sum to ``total``; ``None`` if there are none, or too many.

    Without ``ends``, the least and the greatest value of the cells are the bread.

    >>> sandwich_fillings(1, 0b1111, None, 3, 3)           # 1, 3, 4 and 2, 3, 4 and backwards
    ((1, 8, 4, 2), (2, 8, 4, 0))
    """
    if values.bit_count() > MAX_CELLS_BETWEEN + 2:
        return None
    bread = bit_indices(values)
    if ends is not None:
        bread = tuple(place for place in bread if place + base in ends)
    fillings: list[Filling] = []
    for low, high in combinations(bread, 2):
        inner = values & ~(1 << low | 1 << high)
        if ends is None:
            inner &= (1 << high) - (1 << low)
        fillings += (
            (1 << low, 1 << high, between, inner & ~between)
            for between in _sets_by_sum(inner, base).get(total, ())
            if between.bit_count() <= count - 2 <= inner.bit_count()
        )
    return tuple(fillings) if 0 < len(fillings) <= MAX_FILLINGS else None


@lru_cache(maxsize=256)
def _sets_by_sum(values: int, base: int) -> dict[int, list[int]]:
    """All sets of some values, as masks, by their sum."""
    sets: list[tuple[int, int]] = [(0, 0)]
    for place in bit_indices(values):
        sets += [(mask | 1 << place, total + place + base) for mask, total in sets]
    by_sum: dict[int, list[int]] = {}
    for mask, total in sets:
        by_sum.setdefault(total, []).append(mask)
    return by_sum


# -- relations of two cells --------------------------------------------------------------------------

Masks = tuple[tuple[int, ...], tuple[int, ...]]


class BinaryRelation(NamedTuple):
    """The masks of one cell by each value of the other, and of the other by each value of the
    first.

    ``masks_if_different`` is for cells that differ anyway, and has no value beside itself.
    """

    masks: Masks
    masks_if_different: Masks


def relation_of(a: int, b: int, allowed: Callable[[int, int], bool]) -> BinaryRelation:
    """Return the relation of the pairs that are ``allowed``, over the values of the masks ``a`` and
    ``b``."""
    size = max(a.bit_length(), b.bit_length())
    forth, back = [0] * size, [0] * size
    others = bit_indices(b)
    for x in bit_indices(a):
        for y in others:
            if allowed(x, y):
                forth[x] |= 1 << y
                back[y] |= 1 << x

    def without(masks: Iterable[int]) -> tuple[int, ...]:
        return tuple([mask & ~(1 << value) for value, mask in enumerate(masks)])

    return BinaryRelation((tuple(forth), tuple(back)), (without(forth), without(back)))


@lru_cache(maxsize=1024)
def linear_relation(
    weights: tuple[int, ...], op: str, constant: int, a: int, b: int
) -> BinaryRelation:
    """Return the relation of two values whose weighted sum compares with a constant."""
    (first, second), compare = weights, COMPARE[op]
    return relation_of(a, b, lambda x, y: compare(first * x + second * y, constant))


@lru_cache(maxsize=32)
def table_relation(tuples: Tuples, base: int, a: int, b: int) -> BinaryRelation:
    """Of a table of two columns."""
    return relation_of(a, b, lambda x, y: (x + base, y + base) in tuples)


def automaton_relation(automaton: Automaton, base: int, a: int, b: int) -> BinaryRelation:
    """Of an automaton that reads two values."""
    step, start = automaton.step.get, automaton.start

    def accepts(x: int, y: int) -> bool:
        state = step((start, x + base))
        return state is not None and step((state, y + base)) in automaton.accepting

    return relation_of(a, b, accepts)


@lru_cache(maxsize=8)
def all_pairs(size: int) -> BinaryRelation:
    """All pairs of so many values."""
    every = (1 << size) - 1
    return relation_of(every, every, lambda x, y: True)


@lru_cache(maxsize=1024)
def column_mask(tuples: Tuples, base: int, size: int) -> int:
    """The mask of a table of one column."""
    return sum(1 << value - base for (value,) in tuples if 0 <= value - base < size)


@lru_cache(maxsize=16)
def standard_masks(size: int) -> tuple[int, ...]:
    """The masks that relations of two cells with a sum, or a difference, refer to.

    The masks of one cell by each value of the other: for each sum; for each sum of different cells;
    for each difference, from the least on; and where nothing is possible.
    """
    values = range(size)
    sums = [[s - x for x in values] for s in range(2 * size - 1)]
    apart = [[s - x if 2 * x != s else -1 for x in values] for s in range(2 * size - 1)]
    less = [[x - d for x in values] for d in range(1 - size, size)]
    partners = [y for rows in (sums, apart, less) for row in rows for y in row]
    return (*(1 << y if 0 <= y < size else 0 for y in partners), *[0] * size)


# -- layered graphs ----------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def table_graph(tuples: Tuples, base: int, where: tuple[int, ...]) -> LayeredGraph:
    """Return the layered graph of a table, restricted to the domains ``where`` of its cells."""
    rows: Iterable[tuple[int, ...]] = tuples
    for place, mask in enumerate(where):
        values = {base + value for value in bit_indices(mask)}
        rows = [row for row in rows if row[place] in values]
    columns = [[value - base for value in column] for column in zip(*rows, strict=True)]
    inside = zip(*columns, strict=True)
    return LayeredGraph.from_tuples(list(inside))


@lru_cache(maxsize=128)
def automaton_encoding(
    automaton: Automaton, base: int, where: tuple[int, ...], differ: bool
) -> tuple[tuple[int, ...] | None, LayeredGraph]:
    """Return sets of values, or ``None`` and a layered graph, of an automaton over cells with the
    masks ``where``; ``differ``: the cells have different values."""
    if differ and len(set(where)) == 1:
        sets = automaton_sets(automaton, base, where[0], len(where))
        if sets is not None:
            return sets, LayeredGraph(0, [])
    moves = _transitions(automaton, base)
    graph = LayeredGraph.from_transitions(moves, automaton.start, automaton.accepting, where)
    return None, graph


@lru_cache(maxsize=128)
def _transitions(automaton: Automaton, base: int) -> Transitions:
    """Return the transitions of each state, the same for all cells."""
    return transitions_by_state(automaton.transitions, base)


def automaton_sets(
    automaton: Automaton, base: int, values: int, count: int
) -> tuple[int, ...] | None:
    """Return the sets of different values that an automaton reads, if the order of the values does
    not matter.

    ``None`` if the order matters, or there are too many sets: every set of fewer values must lead
    to one state, in whatever order the values are read.

    >>> from nonet.model import Automaton
    >>> odd = [(0, 1, 1), (0, 2, 0), (0, 3, 1), (1, 1, 0), (1, 2, 1), (1, 3, 0)]
    >>> [bin(found) for found in automaton_sets(Automaton(0, {0}, odd), 1, 0b111, 2)]
    ['0b101']
    >>> automaton_sets(Automaton(0, {2}, [(0, 1, 1), (0, 2, 1), (1, 2, 2)]), 1, 0b11, 2) is None
    True
    """
    if comb(values.bit_count(), min(count, values.bit_count() // 2)) > SUMS_MAX_SETS:
        return None
    step, bits = automaton.step.get, [1 << value for value in bit_indices(values)]
    reached: dict[int, int | None] = {0: automaton.start}
    for _ in range(count):
        after: dict[int, int | None] = {}
        for values_read, state in reached.items():
            for bit in bits:
                if values_read & bit:
                    continue
                value = bit.bit_length() - 1 + base
                target = None if state is None else step((state, value))
                if after.setdefault(values_read | bit, target) != target:
                    return None
        reached = after
    return tuple(
        sorted(
            values_read for values_read, state in reached.items() if state in automaton.accepting
        )
    )
