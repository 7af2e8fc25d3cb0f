"""The encodings of constraints over any cells of the same values, cached where puzzles share them.

Values are counted from the lowest of all, and the domain of a cell is a mask of values.

>>> [bin(found) for found in sum_sets(0b1111, 2, 3)]           # of 0 to 3: 0 + 3 and 1 + 2
['0b1001', '0b110']
>>> sum_relation((1, -1), "<=", -1, 0b111, 0b111).masks         # a below b: of b by a, of a by b
((6, 4, 0), (0, 1, 3))

An automaton over different cells whose order does not matter is a family of sets of values, and any
other a layered graph.  An enclosed sum determines for cells that differ the sets that may lie between
the ends: its *fillings*.  A lunchbox, whose ends are the least and the greatest of its values, has
fillings for each two values.

>>> from nonet.model import Automaton
>>> runs = Automaton(0, {1}, [(0, 1, 1), (1, 2, 0)])
>>> encode_automaton(runs, 1, (0b11,) * 3, False)[1].arcs             # 1 2 1
[(0, 0, 1, 1), (1, 1, 2, 2), (2, 2, 3, 1)]
>>> enclosed_fillings(1, 0b1111, (1, 4), 3, 2)  # 1, 2, 4 and 4, 2, 1
((1, 8, 2, 4),)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

from nonet.backends.lockstep.layouts import layered_graphs
from nonet.backends.lockstep.layouts.memory import bit_indices
from nonet.backends.lockstep.layouts.records import (
    SUMS_MAX_SETS,
    ComparedLine,
    ComparisonCell,
    Filling,
    combinations_of,
    pack_comparison,
)
from nonet.backends.lockstep.numbered_cells import full_units
from nonet.model import Automaton
from nonet.model.constraints.primitives import COMPARE

MAX_FILLINGS = 512
"""With more, a sandwich is told by its automaton, or as a choice."""

MAX_CELLS_BETWEEN = 14
"""Values that may lie between, of which all sets are looked at."""


@lru_cache(maxsize=256)
def enclosed_fillings(
    base: int, values: int, ends: tuple[int, int], count: int, total: int
) -> tuple[Filling, ...] | None:
    """Return the fillings of ``count`` cells that differ, of which two have the values of ``ends``
    and those between sum to ``total``; ``None`` if there are none, or too many."""
    low, high = (1 << end - base if end >= base else 0 for end in sorted(ends))
    both = low | high
    if both.bit_count() < 2 or both & ~values or values.bit_count() > MAX_CELLS_BETWEEN + 2:
        return None
    inner = values & ~both
    fillings = [
        (low, high, between, inner & ~between)
        for between in _sets_by_sum(inner, base).get(total, ())
        if between.bit_count() <= count - 2
    ]
    return tuple(fillings) if 0 < len(fillings) <= MAX_FILLINGS else None


def ends_fillings(base: int, values: int, count: int, total: int) -> tuple[Filling, ...] | None:
    """The fillings of ``count`` cells that differ, of which the least and the greatest are bread.

    ``None`` if there are too many.

    >>> ends_fillings(1, 0b1111, 3, 3)                     # 1, 3, 4 and 2, 3, 4 and backwards
    ((1, 8, 4, 2), (2, 8, 4, 0))
    """
    fillings: list[Filling] = []
    if values.bit_count() > MAX_CELLS_BETWEEN + 2:
        return None
    for low in bit_indices(values):
        for high in bit_indices(values >> low + 1 << low + 1):
            inside = values & (1 << high) - (2 << low)
            if inside.bit_count() < count - 2:
                continue
            for between in _sets_by_sum(inside, base).get(total, ()):
                if between.bit_count() <= count - 2:
                    fillings.append((1 << low, 1 << high, between, inside & ~between))
            if len(fillings) > MAX_FILLINGS:
                return None
    return tuple(fillings)


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


def comparison_records(
    compared: Mapping[ComparisonCell, Sequence[ComparedLine]],
    units: Sequence[tuple[int, ...]],
    full: Sequence[int],
) -> Iterator[int]:
    """Yield the records of lines, by answer cell; ``full`` are the masks of all cells."""
    complete = list(full_units(units, full))
    for answer, lines in compared.items():
        first = {line.first for line in lines}
        beside = next(
            (
                sorted({*unit} - first)
                for unit, mask in complete
                if first.issubset(unit) and mask & answer.initial_values
            ),
            None,
        )
        yield from pack_comparison(answer, lines, beside)


MAX_CACHED_LARGE = 8
"""Large automata that are kept: a graph of the most arcs takes some megabytes."""

NO_GRAPH = layered_graphs.LayeredGraph(0, [])

AutomatonEncoding = tuple[tuple[int, ...] | None, layered_graphs.LayeredGraph]
"""Sets of values, or ``None`` and a layered graph."""


def encode_automaton(
    automaton: Automaton, base: int, where: tuple[int, ...], differ: bool
) -> AutomatonEncoding:
    """Return the encoding of an automaton over cells with the masks ``where``; ``differ``: the
    cells have different values."""
    few = len(automaton.transitions) <= MAX_CACHED_SIZE
    return (_encode_cached if few else _encode_cached_large)(automaton, base, where, differ)


def _encode(
    automaton: Automaton, base: int, where: tuple[int, ...], differ: bool
) -> AutomatonEncoding:
    if differ and len(set(where)) == 1:
        sets = automaton_sets(automaton, base, where[0], len(where))
        if sets is not None:
            return sets, NO_GRAPH
    graph = layered_graphs.LayeredGraph.from_transitions(
        _transitions(automaton, base), automaton.start, automaton.accepting, where
    )
    return None, graph


_encode_cached, _encode_cached_large = (
    lru_cache(maxsize=512)(_encode),
    lru_cache(maxsize=MAX_CACHED_LARGE)(_encode),
)


MAX_CACHED_SIZE = 5_000
"""Tuples of a table or arcs of an automaton; of larger constraints little or nothing is cached."""

Tuples = frozenset[tuple[int, ...]]
Masks = tuple[tuple[int, ...], tuple[int, ...]]


class BinaryRelation(NamedTuple):
    """The masks of one cell by each value of the other, and of the other by each value of the
    first.

    ``masks_if_different`` is for cells that differ anyway, and has no value beside itself.
    """

    masks: Masks
    masks_if_different: Masks


@lru_cache(maxsize=4096)
def sum_sets(values: int, count: int, total: int) -> tuple[int, ...] | None:
    """The sets of so many different values that add up to ``total``; ``None`` if too many."""
    if comb(values.bit_count(), count) > 64 * SUMS_MAX_SETS:
        return None
    sets = combinations_of(bit_indices(values), count, total)
    return None if len(sets) > SUMS_MAX_SETS else tuple(sets)


@lru_cache(maxsize=1024)
def sum_relation(
    weights: tuple[int, ...], op: str, constant: int, a: int, b: int
) -> BinaryRelation:
    """Of a weighted sum of two values that compares with a constant."""
    first, second = weights
    size = max(a.bit_length(), b.bit_length())
    forth, back = [0] * size, [0] * size
    for x in bit_indices(a):
        forth[x] = b & _values_of_term(second, op, constant - first * x, size)
    for y in bit_indices(b):
        back[y] = a & _values_of_term(first, op, constant - second * y, size)
    return _relation_of_both(forth, back)


def _values_of_term(weight: int, op: str, total: int, size: int) -> int:
    """Return the mask of the values from 0 to ``size`` - 1 whose product with ``weight`` compares
    with ``total``; bits beyond are undefined.

    >>> bin(_values_of_term(-2, "<=", -5, 6) & 0b111111), bin(_values_of_term(3, "==", 6, 6))
    ('0b111000', '0b100')
    """
    if op == ">=":
        weight, op, total = -weight, "<=", -total
    if not weight:
        return -1 if COMPARE[op](0, total) else 0
    quotient, remainder = divmod(total, weight)  # rounded down
    if op == "<=":
        if weight > 0:
            return (1 << min(max(quotient + 1, 0), size)) - 1
        return -1 << min(max(quotient + (remainder != 0), 0), size)
    equal = 1 << quotient if not remainder and 0 <= quotient < size else 0
    return equal if op == "==" else ~equal


def table_relation(tuples: Tuples, base: int, a: int, b: int) -> BinaryRelation:
    """Of a table of two columns."""
    make = _table_relation if len(tuples) <= MAX_CACHED_SIZE else _table_relation.__wrapped__
    return make(tuples, base, a, b)


@lru_cache(maxsize=256)
def _table_relation(tuples: Tuples, base: int, a: int, b: int) -> BinaryRelation:
    forth = [0] * max(a.bit_length(), b.bit_length())
    for x, y in tuples:
        if x >= base <= y and a >> x - base & b >> y - base & 1:
            forth[x - base] |= 1 << y - base
    return relation_from_masks(forth)


def automaton_relation(automaton: Automaton, base: int, a: int, b: int) -> BinaryRelation:
    """Of an automaton that reads two values."""
    step, start = automaton.step.get, automaton.start

    def accepts(x: int, y: int) -> bool:
        state = step((start, x + base))
        return state is not None and step((state, y + base)) in automaton.accepting

    return restrict_relation(a, b, accepts)


@lru_cache(maxsize=8)
def all_pairs(size: int) -> BinaryRelation:
    """All pairs of so many values."""
    every = (1 << size) - 1
    return restrict_relation(every, every, lambda x, y: True)


@lru_cache(maxsize=1024)
def column_mask(tuples: Tuples, base: int, size: int) -> int:
    """The mask of a table of one column."""
    return sum(1 << value - base for (value,) in tuples if 0 <= value - base < size)


def restrict_relation(a: int, b: int, allowed: Callable[[int, int], bool]) -> BinaryRelation:
    """Return the relation of the pairs that are ``allowed``, over the values of the masks ``a`` and
    ``b``."""
    forth = [0] * max(a.bit_length(), b.bit_length())
    others = bit_indices(b)
    for x in bit_indices(a):
        forth[x] = sum(1 << y for y in others if allowed(x, y))
    return relation_from_masks(forth)


def relation_from_masks(forth: Sequence[int]) -> BinaryRelation:
    """Return the relation with the masks of the second cell by each value of the first; both cells
    have as many values as there are masks."""
    return _relation_of_both(forth, inverse_masks(forth))


def inverse_masks(forth: Sequence[int]) -> list[int]:
    """Return the masks of the first cell by each value of the second, from the second cell's masks."""
    back = [0] * len(forth)
    for x, mask in enumerate(forth):
        for y in bit_indices(mask):
            back[y] |= 1 << x
    return back


def _relation_of_both(forth: Sequence[int], back: Sequence[int]) -> BinaryRelation:
    def without(masks: Iterable[int]) -> tuple[int, ...]:
        return tuple([mask & ~(1 << value) for value, mask in enumerate(masks)])

    return BinaryRelation((tuple(forth), tuple(back)), (without(forth), without(back)))


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


def table_graph(tuples: Tuples, base: int, where: tuple[int, ...]) -> layered_graphs.LayeredGraph:
    """Return the layered graph of a table, restricted to the domains ``where`` of its cells."""
    make: Any = _table_graph if len(tuples) <= MAX_CACHED_SIZE else _table_graph.__wrapped__
    graph: layered_graphs.LayeredGraph = make(tuples, base, where)
    return graph


@lru_cache(maxsize=256)
def _table_graph(tuples: Tuples, base: int, where: tuple[int, ...]) -> layered_graphs.LayeredGraph:
    rows: Iterable[tuple[int, ...]] = tuples
    for place, mask in enumerate(where):
        values = {base + value for value in bit_indices(mask)}
        rows = [row for row in rows if row[place] in values]
    columns = [[value - base for value in column] for column in zip(*rows, strict=True)]
    inside = zip(*columns, strict=True)
    return layered_graphs.LayeredGraph.from_tuples(sorted(inside))


@lru_cache(maxsize=256)
def _transitions(automaton: Automaton, base: int) -> layered_graphs.Transitions:
    """Return the transitions of each state, the same for all cells."""
    return layered_graphs.transitions_by_state(automaton.transitions, base)


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
