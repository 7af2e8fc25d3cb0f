"""Filters of Table: generalised arc consistency by supports, or tuple by tuple; and of Element.

``Supports``: tuples are numbered; the tuples that give a variable a value are one integer's bits.
A tuple is alive if each of its values is in the domain: an "and" over variables of an "or" over
values.  A value stays if some living tuple has the value.  Idea: compact-table, Demeulenaere and
others, CP 2016; the bit sets are Python's integers.

``TupleScan``: where these sets would fill the memory, as with many tuples of ever
different values, each tuple is looked at in turn: simple tabular reduction, Ullmann,
"Partition search for non-binary constraint satisfaction", 2007, anew each time.

``array[index] == value``: an index stays if its entry can equal the value, and the value's domain
lies in the union of the entries still indexed; when the index is fixed, entry and value have one
common domain.
"""

from __future__ import annotations

from nonet.backends.native.filter import Filter, Masks, Store
from nonet.backends.native.filters.levels import Levels
from nonet.model import Element, Table
from nonet.model.domain import bit_positions, mask_of, mask_of_values, values_in_mask

MAX_BITS = 1 << 28
"""Most bits of all supports of one table, 32 MB."""


def make(constraint: Table, engine: Store, levels: Levels) -> list[Filter]:
    """One filter, by the size of the table."""
    scope = [engine.number[name] for name in constraint.scope]
    rows = list(constraint.tuples)
    different = 0
    for position, x in enumerate(scope):
        column = {row[position] for row in rows}
        values = values_in_mask(column, engine.full_masks[x], engine.bases[x])
        if len(values) < len(column):
            rows = [row for row in rows if row[position] in values]
        different += len({row[position] for row in rows})
    widest = max(engine.full_masks[x].bit_length() for x in scope)
    bits = (len(rows) + widest) * different
    kind = Supports if bits <= MAX_BITS else TupleScan
    return [kind(constraint, engine, scope, rows)]


class Supports(Filter):
    """Generalised arc consistency of a table."""

    wakes_on_change = True

    def __init__(
        self, constraint: Table, engine: Store, scope: list[int], rows: list[tuple[int, ...]]
    ) -> None:
        super().__init__(constraint, scope)
        self._all = (1 << len(rows)) - 1
        having: list[dict[int, list[int]]] = [{} for _ in scope]
        for number, row in enumerate(rows):
            for value, rows_with_value in zip(row, having, strict=True):
                rows_with_value.setdefault(value, []).append(number)
        self._supports = [
            {
                1 << value - engine.bases[x]: mask_of(numbers, len(rows))
                for value, numbers in rows_with_value.items()
            }
            for x, rows_with_value in zip(scope, having, strict=True)
        ]
        """For each position, the tuples (as a mask) that give the position the value of a bit."""

    def reduced(self, masks: Masks) -> Masks | None:
        alive = self._all
        for mask, supports in zip(masks, self._supports, strict=True):
            some = 0
            for bit, tuples in supports.items():
                if mask & bit:
                    some |= tuples
            alive &= some
        if not alive:
            return None
        remaining = []
        for mask, supports in zip(masks, self._supports, strict=True):
            supported = 0
            for bit, tuples in supports.items():
                if mask & bit and alive & tuples:
                    supported |= bit
            remaining.append(supported)
        return tuple(remaining)


class TupleScan(Filter):
    """The same by looking at every tuple."""

    wakes_on_change = True
    priority = 2

    def __init__(
        self, constraint: Table, engine: Store, scope: list[int], rows: list[tuple[int, ...]]
    ) -> None:
        super().__init__(constraint, scope)
        self._rows = rows
        self._full = [(engine.full_masks[x], engine.bases[x]) for x in scope]

    def reduced(self, masks: Masks) -> Masks | None:
        alive = self._rows
        for position, (mask, (full, base)) in enumerate(zip(masks, self._full, strict=True)):
            if mask != full:
                values = set(bit_positions(mask, base))
                alive = [row for row in alive if row[position] in values]
        if not alive:
            return None
        return tuple(
            mask & mask_of_values({row[position] for row in alive}, base, full.bit_length())
            for position, (mask, (full, base)) in enumerate(zip(masks, self._full, strict=True))
        )


class ElementFilter(Filter):
    """Generalised arc consistency of an element constraint over different variables."""

    wakes_on_change = True

    def __init__(self, constraint: Element, engine: Store) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        self._array = [engine.number[name] for name in constraint.array]
        self._index = engine.number[constraint.index]
        self._value = engine.number[constraint.value]
        self._first = constraint.first - engine.bases[self._index]
        """Place of the bit of the array's first index (below 0 if no domain reaches this index)."""

    def filter(self, engine: Store) -> None:
        masks = engine.masks
        index, value = self._index, self._value
        supported: list[int] = []
        union = last = 0
        first = max(self._first, 0)
        end = max(self._first + len(self._array), 0)
        # an index may have a million values, and the array three places
        for place in bit_positions(masks[index] >> first & (1 << end - first) - 1, first):
            x = self._array[place - self._first]
            if masks[x] & masks[value]:
                supported.append(place)
                union |= masks[x]
                last = x
        if not supported:
            engine.fail(self, self.scope)
        indices = mask_of(supported, masks[index].bit_length())
        self.keep(engine, index, indices)
        self.keep(engine, value, union)
        if not indices & (indices - 1):
            self.keep(engine, last, masks[value])
