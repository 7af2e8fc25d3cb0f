"""Filters of level ``gac-with-houses``: tables, disjunctions, and which filter a constraint has.

>>> from nonet.backends.native.engine import Engine
>>> from nonet.model import AllDifferent, Model, Table
>>> table = Table(("a", "b", "c"), {(1, 2, 1), (2, 1, 2), (2, 3, 1)})
>>> engine = Engine(Model(dict.fromkeys("abc", range(1, 4))).structure, lambda *_: [])
>>> [bin(mask) for mask in house_filter(table, engine).reduced((0b111,) * 3)]
['0b11', '0b111', '0b11']
>>> [bin(mask) for mask in house_filter(table, engine, [AllDifferent(tuple("abc"))]).reduced((0b111,) * 3)]
['0b10', '0b100', '0b1']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from nonet.backends.native.filter import Filter, FilterFactory, Masks, Store, Unary
from nonet.backends.native.filters import all_different, table
from nonet.backends.native.filters.any_of import MAX_DEPTH, ConstructiveDisjunction
from nonet.backends.native.filters.house_filter import (
    HouseFilter,
    Reason,
    SearchedSupports,
    search_solution,
)
from nonet.backends.native.filters.house_sums import HouseSum, SumBound, SumPart
from nonet.backends.native.filters.levels import Levels
from nonet.backends.native.filters.regular import HouseLayers
from nonet.model import AllDifferent, AnyOf, Constraint, Count, Linear, Regular, Table


class HouseTable(HouseFilter):
    """The filter of a ``Table``: rows that repeat a value where they must not are left out."""

    constraint: Table

    @cached_property
    def _rows(self) -> list[tuple[int, ...]]:
        first = [self.scope.index(x) for x in self.scope]
        apart = [[first[self.scope.index(x)] for x in group] for group in self.groups]
        return [
            row
            for row in sorted(self.constraint.tuples)
            if all(row[n] == value for n, value in zip(first, row, strict=True))
            and all(len({row[n] for n in group}) == len(group) for group in apart)
        ]

    @cached_property
    def _plain(self) -> Filter:
        rows = Table(self.constraint.scope, frozenset(self._rows), rule=self.constraint.rule)
        (plain,) = table.make(rows, self.engine, Levels())
        return plain

    def supported(self, masks: Masks) -> Masks | None:
        return self._plain.reduced(masks)

    def solutions(self, masks: Masks, greatest_first: bool = False) -> Iterator[Masks]:
        for row in reversed(self._rows) if greatest_first else self._rows:
            places = [value - base for value, base in zip(row, self.bases, strict=True)]
            if all(n >= 0 and mask >> n & 1 for n, mask in zip(places, masks, strict=True)):
                yield tuple(1 << n for n in places)


class HouseDisjunction(HouseFilter):
    """The filter of an ``AnyOf``: each group is propagated together with the houses."""

    constraint: AnyOf

    @cached_property
    def _plain(self) -> ConstructiveDisjunction:
        apart = [AllDifferent(tuple(self.engine.names[x] for x in g)) for g in self.groups]
        factory = house_filter_factory(self.houses)
        return ConstructiveDisjunction(self.constraint, self.engine, factory, apart)

    def is_entailed(self, masks: Masks) -> bool:
        return not all(self.constraint.groups)

    def supported(self, masks: Masks) -> Masks | None:
        return masks if self.is_entailed(masks) else self._plain.reduced(masks)


def house_filter(
    constraint: Constraint, engine: Store, houses: Sequence[AllDifferent] = ()
) -> HouseFilter:
    """Return the filter of a constraint together with the differences that houses demand of its
    variables; ``engine`` numbers the variables."""
    kind: type[HouseFilter] = SearchedSupports
    match constraint:
        case Linear() | Count():
            kind = HouseSum
        case Regular():
            kind = HouseLayers
        case Table():
            kind = HouseTable
        case AnyOf() if engine.depth < MAX_DEPTH:
            kind = HouseDisjunction
    return kind(constraint, engine, houses)


def house_filter_factory(houses: Sequence[AllDifferent]) -> FilterFactory:
    """Return the function that makes an engine's filters, given the houses of the model."""

    def make(constraint: Constraint, engine: Store) -> Sequence[Filter]:
        if len(constraint.scope) == 1:
            return [Unary(constraint, engine)]
        if isinstance(constraint, AllDifferent):
            return all_different.make(constraint, engine, Levels(alldifferent="gac"))
        return [house_filter(constraint, engine, houses)]

    return make


__all__ = [
    "HouseFilter",
    "HouseSum",
    "Reason",
    "SumBound",
    "SumPart",
    "house_filter",
    "house_filter_factory",
    "search_solution",
]
