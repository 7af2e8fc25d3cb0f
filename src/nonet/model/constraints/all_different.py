"""AllDifferent: no value occurs twice.  The constraint of rows, columns and boxes.

>>> row = AllDifferent(("a", "b", "c"))
>>> row.holds({"a": 1, "b": 2, "c": 3}), row.holds({"a": 1, "b": 2, "c": 1})
(True, False)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from nonet.errors import ModelError
from nonet.model.constraints.base import Assignment, Constraint, Decomposition, FreshName
from nonet.model.constraints.linear import Linear
from nonet.model.domain import Domain


@dataclass(frozen=True)
class AllDifferent(Constraint):
    """The variables of ``scope`` take pairwise different values."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(set(self.scope)) < len(self.scope):
            twice = Counter(self.scope).most_common(1)[0][0]
            raise ModelError(
                f"{self.description}: {twice} cannot differ from itself (listed twice)"
            )

    def holds(self, assignment: Assignment) -> bool:
        scope = self.scope
        return len(set(map(assignment.__getitem__, scope))) == len(scope)

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition:
        """Every pair differs."""
        return Decomposition(
            tuple(
                Linear((x, y), (1, -1), "!=", 0, rule=self.rule)
                for x, y in combinations(self.scope, 2)
            )
        )
