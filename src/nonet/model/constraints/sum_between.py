"""SumBetween: the variables between the least and the greatest variable have a sum.  Lunchboxes.

>>> box = SumBetween(("a", "b", "c", "d"), 5)
>>> box.holds({"a": 3, "b": 1, "c": 5, "d": 9}), box.holds({"a": 1, "b": 1, "c": 5, "d": 9})
(True, False)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from nonet.errors import ModelError
from nonet.model.annotation import UNNAMED
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import Assignment, Constraint, Decomposition, FreshName
from nonet.model.constraints.linear import Linear
from nonet.model.constraints.table import Table
from nonet.model.domain import Domain
from nonet.model.integers import checked_integer


@dataclass(frozen=True)
class SumBetween(Constraint):
    """The variables between the unique least and the unique greatest sum to ``total``.

    Between is meant in the order of the scope.  The least and the greatest are two variables.
    """

    total: int

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "total", checked_integer(self.total, self, "total"))
        if len(set(self.scope)) < len(self.scope):
            raise ModelError(f"{self.description}: a variable is listed twice")

    def holds(self, assignment: Assignment) -> bool:
        values = list(map(assignment.__getitem__, self.scope))
        low, high = min(values), max(values)
        if low == high or values.count(low) > 1 or values.count(high) > 1:
            return False
        first, last = sorted((values.index(low), values.index(high)))
        return sum(values[first + 1 : last]) == self.total

    @property
    def as_any_of(self) -> Constraint:
        """The same as a choice of the least and the greatest variable."""
        cells = self.scope
        below = {
            pair: Linear.unchecked(
                scope=pair, rule=UNNAMED, coefficients=(1, -1), op="<=", constant=-1
            )
            for first_cell, second_cell in combinations(cells, 2)
            for pair in ((first_cell, second_cell), (second_cell, first_cell))
        }
        groups: list[tuple[Constraint, ...]] = []
        for first, last in combinations(range(len(cells)), 2):
            between = cells[first + 1 : last]
            if not between and self.total:
                continue
            inside = [Linear.sum(between, "==", self.total, rule=self.rule)] if between else []
            for low, high in ((cells[first], cells[last]), (cells[last], cells[first])):
                ordered = [below[low, high]]
                for cell in cells:
                    if cell not in (low, high):
                        ordered += below[low, cell], below[cell, high]
                groups.append((*inside, *ordered))
        if not groups:
            return Table(cells, frozenset(), rule=self.rule)
        return AnyOf(tuple(groups), rule=self.rule)

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition:
        """A group for each two variables that may be the least and the greatest."""
        return Decomposition((self.as_any_of,))
