"""Element: the value at a position that is itself a variable.  Indexing, numbered rooms.

>>> pick = Element(("a", "b", "c"), "i", "x", first=1)
>>> pick.holds({"a": 5, "b": 7, "c": 9, "i": 2, "x": 7})
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from nonet.errors import ModelError
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import (
    TABLE_LIMIT,
    Assignment,
    Constraint,
    Decomposition,
    FreshName,
)
from nonet.model.constraints.linear import Linear
from nonet.model.constraints.table import Table
from nonet.model.domain import Domain
from nonet.model.integers import checked_integer


@dataclass(frozen=True)
class Element(Constraint):
    """``array[index - first] == value``, where all operands are variables.

    ``first`` is the index of the array's first entry.  An index outside the
    array does not hold.
    """

    scope: tuple[str, ...] = field(init=False)
    array: tuple[str, ...]
    index: str
    value: str
    first: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "array", self._variable_names(self.array))
        if not self.array:
            raise ModelError(f"{self.description}: the array has no entry")
        object.__setattr__(self, "index", self._variable_name(self.index))
        object.__setattr__(self, "value", self._variable_name(self.value))
        object.__setattr__(self, "first", checked_integer(self.first, self, "first index"))
        scope = dict.fromkeys((*self.array, self.index, self.value))
        object.__setattr__(self, "scope", tuple(scope))
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        position = assignment[self.index] - self.first
        return (
            0 <= position < len(self.array)
            and assignment[self.array[position]] == assignment[self.value]
        )

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition:
        """For every position: if the index is there, that entry equals the value."""
        inside = domains[self.index].at_least(self.first).at_most(self.first + len(self.array) - 1)
        tables: list[Constraint] = [
            Table((self.index,), frozenset((i,) for i in inside), rule=self.rule)
        ]
        widest = max(len(domains[name]) for name in (*self.array, self.value))
        if len(inside) * widest * len(domains[self.value]) > TABLE_LIMIT:
            return Decomposition((tables[0], self._by_place(inside)))
        for place in inside:
            entry = self.array[place - self.first]
            rows = _rows_of_place(place, inside, domains[entry], domains[self.value])
            tables.append(Table((self.index, entry, self.value), rows, rule=self.rule))
        return Decomposition(tuple(tables))

    def _by_place(self, inside: Domain) -> Constraint:
        """Say for each place that the index is there and its entry equals the value."""
        groups: list[tuple[Constraint, ...]] = []
        for place in inside:
            entry = self.array[place - self.first]
            at_place = Linear((self.index,), (1,), "==", place, rule=self.rule)
            equal = Linear((entry, self.value), (1, -1), "==", 0, rule=self.rule)
            groups.append((at_place,) if entry == self.value else (at_place, equal))
        if not groups:
            return Table((self.index,), frozenset(), rule=self.rule)
        return AnyOf(tuple(groups), rule=self.rule)


@lru_cache(maxsize=64)
def _rows_of_place(
    place: int, inside: Domain, entry: Domain, value: Domain
) -> frozenset[tuple[int, int, int]]:
    """Return the rows (index, entry, value) with equal entry and value if the index is ``place``.

    The Elements of a model mostly share their rows: so these, and what a backend makes of each
    table, are made once.
    """
    return frozenset(
        (i, x, y) for i in inside for x in entry for y in value if i != place or x == y
    )
