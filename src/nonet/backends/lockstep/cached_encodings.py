"""The encodings of constraints over any cells of the same values, cached where puzzles share them.

Values are counted from the lowest of all, and the domain of a cell is a mask of values.

>>> [bin(found) for found in sum_sets(0b1111, 2, 3)]           # of 0 to 3: 0 + 3 and 1 + 2
['0b1001', '0b110']
>>> sum_relation((1, -1), "<=", -1, 0b111, 0b111).masks         # a below b: of b by a, of a by b
((6, 4, 0), (0, 1, 3))

Reading automata: the filter that takes an automaton, and the data of the filter.

An automaton of two lines may say how they compare; one that reads two slices of bread, and a sum
between, determines for cells that differ the sets that may lie between: while it reads the filling,
the sum so far determines its state.  A lunchbox, whose bread is the least and the greatest of its
values, has fillings for each two values.

>>> from nonet.model import Automaton
>>> runs = Automaton(0, {1}, [(0, 1, 1), (1, 2, 0)])
>>> encode_automaton(runs, 1, (0b11,) * 3, False).graph.arcs             # 1 2 1
[(0, 0, 1, 1), (1, 1, 2, 2), (2, 2, 3, 1)]
>>> arcs = [(0, 1, 1), (0, 4, 1), (1, 2, 2), (2, 1, 3), (2, 4, 3)]
>>> automaton_fillings(Automaton(0, {3}, arcs), 1, 0b1111, 3)  # 1, 2, 4 and 4, 2, 1
((1, 8, 2, 4),)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from math import comb
from operator import or_
from typing import Any, NamedTuple

from nonet.backends.lockstep import cached_encodings
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
from nonet.backends.lockstep.numbered_cells import MAX_VALUES
from nonet.model import Automaton
from nonet.model.constraints.linear import COMPARE

MAX_FILLINGS = 512
"""With more, a sandwich is told by its automaton, or as a choice."""

MAX_CELLS_BETWEEN = 14
"""Values that may lie between, of which all sets are looked at."""

_Label = int
"""The sum between so far; ``_BEFORE`` the first slice, or ``_AFTER`` the second."""
_BEFORE, _AFTER = -2, -1


def automaton_fillings(
    automaton: Automaton, base: int, values: int, count: int
) -> tuple[Filling, ...] | None:
    """The fillings that an automaton accepts in ``count`` cells of ``values``, which differ.

    ``None`` if the automaton has another meaning, or there are too many fillings.
    """
    if base < 0 or not 2 <= count <= values.bit_count() <= MAX_CELLS_BETWEEN + 2:
        return None
    of_target: dict[int, int] = {}
    for value in bit_indices(values):
        target = automaton.step.get((automaton.start, value + base))
        if target is not None:
            of_target[target] = of_target.get(target, 0) | 1 << value
    for bread in of_target.values():
        if bread.bit_count() == 2:
            totals = _sandwich_totals(automaton, base, values, bread, count)
            if totals is not None:
                low, high = (1 << place for place in bit_indices(bread))
                fillings = [
                    (low, high, between, values & ~bread & ~between)
                    for total in totals
                    for between in _sets_by_sum(values & ~bread, base).get(total, ())
                    if between.bit_count() <= count - 2
                ]
                return tuple(fillings) if 0 < len(fillings) <= MAX_FILLINGS else None
    return None


def _sandwich_totals(
    automaton: Automaton, base: int, values: int, bread: int, count: int
) -> frozenset[int] | None:
    """Return the sums that may lie between two slices of bread, if the automaton states nothing
    else; else ``None``."""
    step = automaton.step.get
    slices = [place + base for place in bit_indices(bread)]
    others = [place + base for place in bit_indices(values & ~bread)]
    layers: list[dict[int, _Label]] = [{automaton.start: _BEFORE}]
    missing: list[set[tuple[_Label, _Label]]] = []
    totals: set[int] = set()
    for _ in range(count):
        after: dict[int, _Label] = {}
        lacks: set[tuple[_Label, _Label]] = set()
        for state, label in layers[-1].items():
            for value in slices if label != _AFTER else ():
                target = step((state, value))
                label_sum = 0 if label == _BEFORE else _AFTER
                if target is None:
                    lacks.add((label, label_sum))
                elif after.setdefault(target, label_sum) != label_sum:
                    return None
                elif label >= 0:
                    totals.add(label)
            for value in others:
                target = step((state, value))
                label_sum = label + value if label >= 0 else label
                if target is None:
                    lacks.add((label, label_sum))
                elif after.setdefault(target, label_sum) != label_sum:
                    return None
        layers.append(after)
        missing.append(lacks)
    return frozenset(totals) if _is_exact(layers, missing, totals, others, automaton) else None


def _is_exact(
    layers: list[dict[int, _Label]],
    missing: list[set[tuple[_Label, _Label]]],
    totals: set[int],
    others: list[int],
    automaton: Automaton,
) -> bool:
    """Whether words of bread and such totals are accepted, each, and no other.

    A label from which no such word can be completed must not occur, and a label from which some
    word can must not be missing.
    """
    ends: set[_Label] = {_AFTER}
    for layer, lacks in zip(reversed(layers[1:]), reversed(missing), strict=True):
        if not set(layer.values()) <= ends:
            return False
        for label, target in lacks:
            if target in ends and not (target == _AFTER and label >= 0 and label not in totals):
                return False
        before = {_AFTER, *totals} if _AFTER in ends else set()
        for label in ends:
            if label >= 0:
                before.update(label - value for value in others if label >= value)
        if 0 in ends or _BEFORE in ends:
            before.add(_BEFORE)
        ends = before
    return _BEFORE in ends and automaton.accepting.issuperset(layers[-1])


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


class Comparison(NamedTuple):
    """The comparison of two lines: the first line's initial values, the answers no and yes (masks),
    and whether ties mean no.

    See ``engine/filters/comparisons.c``.
    """

    initial_values: int
    answers: tuple[int, int]
    ties_are_no: bool


def compared_line(
    automaton: Automaton,
    base: int,
    cells: Sequence[int],
    where: Sequence[int],
    differ: Callable[[Sequence[int]], int],
) -> tuple[ComparisonCell, ComparedLine] | None:
    """Return a compared line and its answer cell, if the automaton compares lines and the cells of
    both lines ``differ``; else ``None``."""
    recognised = recognise(automaton, base, reduce(or_, where[:-1]), len(where))
    if recognised is None or where[-1] & ~sum(recognised.answers):
        return None
    first, second = tuple(cells[1:-1:2]), tuple(cells[2:-1:2])
    if not (differ((cells[0], *first)) and differ(second)):
        return None
    answer = ComparisonCell(cells[-1], recognised.initial_values, recognised.answers)
    return answer, ComparedLine(cells[0], first, second, recognised.ties_are_no)


def comparison_records(
    compared: Mapping[ComparisonCell, Sequence[ComparedLine]],
    units: Sequence[Sequence[int]],
    full: Sequence[int],
) -> Iterator[int]:
    """Yield the records of lines, by answer cell; ``full`` are the masks of all cells."""
    masks = [reduce(or_, map(full.__getitem__, unit)) for unit in units]
    complete = [
        (set(unit), mask)
        for unit, mask in zip(units, masks, strict=True)
        if mask.bit_count() == len(unit)
    ]
    for answer, lines in compared.items():
        first = {line.first for line in lines}
        pairs = (
            unit - first
            for unit, mask in complete
            if first <= unit and mask & answer.initial_values
        )
        beside = next(pairs, None)
        yield from pack_comparison(answer, lines, None if beside is None else sorted(beside))


@lru_cache(maxsize=256)
def recognise(automaton: Automaton, base: int, values: int, count: int) -> Comparison | None:
    """Return the comparison of two lines that an automaton over ``count`` cells states; ``None`` if
    the automaton has another meaning.

    The automaton reads the first value of one line, then values of both in turn, then 0 or 1: 1
    says that the line with this first value is less than the other, which matters if the line
    begins with some value.
    """
    if count < 4 or count % 2 or not -MAX_VALUES < base <= 0:  # no cell could be 0 or 1
        return None
    of_target: dict[int | None, int] = {}
    for value in bit_indices(values):
        target = automaton.step.get((automaton.start, value + base))
        of_target[target] = of_target.get(target, 0) | 1 << value
    begins = [mask for mask in of_target.values() if mask.bit_count() == 1]
    if len(of_target) == 2 and None not in of_target and len(begins) == 1:
        for ties in (False, True):
            where = (*[values] * (count - 1), 0b11 << -base)
            if _is_comparison(automaton, base, where, begins[0].bit_length() - 1, ties):
                return Comparison(begins[0], (1 << -base, 0b10 << -base), ties)
    return None


_OTHER, _LESS, _GREATER, _EQUAL = range(-4, 0)
"""The knowledge of two lines: not compared, or compared so far; a number from 0 on is a value of
the first line."""


def _is_comparison(
    automaton: Automaton, base: int, where: tuple[int, ...], begins: int, ties: bool
) -> bool:
    """Whether each state stands for a knowledge of two lines, and has exactly the transitions of
    this knowledge."""
    step = automaton.step.get
    layer = {automaton.start: _EQUAL}
    for place, values in enumerate(where):
        remaining = len(where) - 1 - place
        after: dict[int, int] = {}
        for state, known in layer.items():
            for value in bit_indices(values):
                if place == 0:
                    then: int | None = _EQUAL if value == begins else _OTHER
                elif remaining:
                    then = _next_state(known, value)
                    if remaining == 1 and then == _EQUAL and not ties:
                        then = None
                else:
                    agrees = known == _OTHER or (known == _LESS) == value + base
                    then = _OTHER if agrees else None
                target = step((state, value + base))
                if (target is None) != (then is None):
                    return False
                if (
                    target is not None
                    and then is not None
                    and after.setdefault(target, then) != then
                ):
                    return False
        layer = after
    return automaton.accepting.issuperset(layer)


def _next_state(known: int, value: int) -> int:
    """Return the knowledge of two lines after a further value."""
    if known == _EQUAL:
        return value
    if known < 0:
        return known
    return _EQUAL if known == value else _LESS if known < value else _GREATER


MAX_CACHED_LARGE = 8
"""Large automata that are kept: a graph of the most arcs takes some megabytes."""

NO_GRAPH = layered_graphs.LayeredGraph(0, [])


class AutomatonEncoding(NamedTuple):
    """The encoding of an automaton: only the first possible field is set.

    The fields are sets of values, the fillings of a sandwich, the values (a mask) whose
    joint number is the same in both halves of the cells, and a layered graph.
    """

    sets: tuple[int, ...] | None
    fillings: tuple[Filling, ...] | None
    equal_count_values: int | None
    graph: layered_graphs.LayeredGraph


def encode_automaton(
    automaton: Automaton, base: int, where: tuple[int, ...], differ: bool
) -> AutomatonEncoding:
    """Return the encoding of an automaton over cells with the masks ``where``; ``differ``: the
    cells have different values."""
    few = len(automaton.transitions) <= cached_encodings.MAX_CACHED_SIZE
    return (_encode_cached if few else _encode_cached_large)(automaton, base, where, differ)


def _encode(
    automaton: Automaton, base: int, where: tuple[int, ...], differ: bool
) -> AutomatonEncoding:
    if len(set(where)) == 1:
        alike = automaton, base, where[0], len(where)
        sets = cached_encodings.automaton_sets(*alike) if differ else None
        fillings = automaton_fillings(*alike) if differ and sets is None else None
        as_many = None if differ else equal_count_values(*alike)
        encoding = AutomatonEncoding(sets, fillings, as_many, NO_GRAPH)
        if any(each is not None for each in encoding[:-1]):
            return encoding
    return AutomatonEncoding(
        None, None, None, cached_encodings.automaton_graph(automaton, base, where, differ)
    )


_encode_cached, _encode_cached_large = (
    lru_cache(maxsize=512)(_encode),
    lru_cache(maxsize=MAX_CACHED_LARGE)(_encode),
)


def equal_count_values(automaton: Automaton, base: int, values: int, count: int) -> int | None:
    """The values of which an automaton reads as many in the first half as in the second.

    ``None`` if the automaton has another meaning: each state must be reached by one excess of the
    first half, and may lack only the moves after which the remaining cells cannot restore the
    balance.

    >>> up = [(0, 1, 1), (0, 2, 2), (1, 1, 3), (1, 2, 4), (2, 1, 4), (2, 2, 5)]
    >>> down = [(3, 1, 6), (4, 1, 7), (4, 2, 6), (5, 2, 7), (6, 1, 8), (7, 2, 8)]
    >>> bin(equal_count_values(Automaton(0, {8}, up + down), 1, 0b11, 4))
    '0b1'
    >>> equal_count_values(Automaton(0, {8}, up + down[1:]), 1, 0b11, 4) is None
    True
    """
    step, half = automaton.step.get, count // 2
    first: dict[int | None, int] = {}
    for value in bit_indices(values):
        target = step((automaton.start, value + base))
        first[target] = first.get(target, 0) | 1 << value
    if 2 * half != count or len(first) != 2 or None in first:
        return None
    counted = min(first.values(), key=int.bit_count)
    layer = {automaton.start: 0}
    for place in range(count):
        change, more = (1, half - 1 - place) if place < half else (-1, 0)
        fewer = min(half, count - 1 - place)
        after: dict[int, int] = {}
        for state, excess in layer.items():
            for value in bit_indices(values):
                target = step((state, value + base))
                then = excess + (change if counted >> value & 1 else 0)
                if (target is not None) != (-more <= then <= fewer):
                    return None
                if target is not None and after.setdefault(target, then) != then:
                    return None
        layer = after
    return counted if automaton.accepting.issuperset(layer) else None


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


def value_mask(values: frozenset[int], base: int, size: int) -> int:
    """Return the mask of the values that lie within the ``size`` values from ``base``."""
    return sum(1 << value - base for value in values if 0 <= value - base < size)


@lru_cache(maxsize=8)
def all_pairs(size: int) -> BinaryRelation:
    """All pairs of so many values."""
    every = (1 << size) - 1
    return restrict_relation(every, every, lambda x, y: True)


@lru_cache(maxsize=1024)
def column_mask(tuples: Tuples, base: int, size: int) -> int:
    """The mask of a table of one column."""
    return sum(1 << value - base for (value,) in tuples if 0 <= value - base < size)


def count_mask(
    values: frozenset[int], op: str, number: int, copies: int, base: int, size: int
) -> int:
    """Return the mask of a cell's values under a count in which the cell counts ``copies`` times if
    its value is in ``values``.

    >>> bin(count_mask(frozenset({1, 4}), "==", 0, 1, 1, 6))
    '0b110110'
    """
    compare = COMPARE[op]
    return sum(
        1 << value for value in range(size) if compare(copies * (value + base in values), number)
    )


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
    """Return the transitions of each state, with values counted from the lowest: the same for all
    cells."""
    moves: layered_graphs.Transitions = {}
    for state, value, target in automaton.transitions:
        if state in moves:
            moves[state].append((value - base, target))
        else:
            moves[state] = [(value - base, target)]
    return moves


def unary_masks(automaton: Automaton, base: int, where: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the mask of each cell, if an automaton restricts each cell independently; else
    ``None``.

    >>> from nonet.model import Automaton
    >>> first = Automaton(0, {3}, [(0, 1, 1), (0, 2, 2), (1, 1, 3), (2, 1, 3), (2, 2, 3)])
    >>> unary_masks(first, 1, (0b10, 0b111)), unary_masks(first, 1, (0b11, 0b111))
    ((2, 3), None)
    """
    moves = _transitions(automaton, base)
    state, masks = automaton.start, []
    for mask in where:
        reads = [(v, t) for v, t in moves.get(state, ()) if v >= 0 and mask >> v & 1]
        if len({target for _, target in reads}) != 1:
            return None
        masks.append(sum(1 << value for value, _ in reads))
        state = reads[0][1]
    return tuple(masks) if all(masks) and state in automaton.accepting else None


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


def automata_union(automata: tuple[Automaton, ...], length: int) -> Automaton | None:
    """Return an automaton that reads words of ``length`` values, and accepts a word if any of some
    automata accepts.

    Its states are sets of states of the automata, at a place in the word; ``None`` if the union has
    more than twice as many arcs as the automata: then copies of the cells are smaller.

    >>> one, two = (Automaton(0, {1}, [(0, value, 1)]) for value in (1, 2))
    >>> automata_union((one, two), 1).transitions
    ((0, 1, 1), (0, 2, 1))
    """
    steps = [layered_graphs.transitions_by_state(automaton.step) for automaton in automata]
    layer = {frozenset(enumerate(automaton.start for automaton in automata)): 0}
    most = 0
    arcs: list[tuple[int, int, int]] = []
    ends: set[int] = set()
    number = 1
    for place in range(length):
        last = place + 1 == length
        after: dict[frozenset[tuple[int, int]] | None, int] = {}
        met = frozenset[tuple[int, int]]().union(*layer)
        most += 2 * sum(len(steps[which].get(state, ())) for which, state in met)
        for states, source in layer.items():
            reached: dict[int, set[tuple[int, int]]] = {}
            for which, state in states:
                for value, target in steps[which].get(state, ()):
                    if not last or target in automata[which].accepting:
                        reached.setdefault(value, set()).add((which, target))
            for value, targets in reached.items():
                key = None if last else frozenset(targets)
                if key not in after:
                    after[key] = number
                    number += 1
                arcs.append((source, value, after[key]))
        if len(arcs) > most:
            return None
        ends = set(after.values())
        layer = after  # type: ignore[assignment]
    return Automaton(0, ends, arcs)


def automaton_graph(
    automaton: Automaton, base: int, where: tuple[int, ...], different: bool
) -> layered_graphs.LayeredGraph:
    """The layered graph of an automaton over cells that may be so much, and perhaps differ."""
    domains = [bit_indices(may) for may in where]
    moves = _transitions(automaton, base)
    graph = layered_graphs.LayeredGraph.from_transitions(
        moves, automaton.start, automaton.accepting, domains
    )
    return graph.all_different() if different else graph
