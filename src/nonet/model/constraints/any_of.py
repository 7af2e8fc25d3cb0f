"""AnyOf: at least one of several groups of constraints holds.

>>> low = Linear.sum(("a",), "<=", 3)
>>> high = Linear.sum(("a",), ">=", 7)
>>> AnyOf(((low,), (high,))).holds({"a": 8})
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from math import prod

from nonet.errors import ModelError
from nonet.model.constraints.base import (
    TABLE_LIMIT,
    Assignment,
    Constraint,
    Decomposition,
    Fresh,
)
from nonet.model.constraints.linear import Linear
from nonet.model.constraints.table import Table
from nonet.model.domain import Domain


@dataclass(frozen=True)
class AnyOf(Constraint):
    """In at least one of ``groups``, all constraints hold.  An empty group always holds."""

    scope: tuple[str, ...] = field(init=False)
    groups: tuple[tuple[Constraint, ...], ...]

    def __post_init__(self) -> None:
        groups = tuple(
            (group,) if isinstance(group, Constraint) else tuple(group) for group in self.groups
        )
        if not groups:
            raise ModelError(f"{self.described}: AnyOf needs at least one group")
        object.__setattr__(self, "groups", groups)
        scope = dict.fromkeys(v for group in groups for part in group for v in part.scope)
        object.__setattr__(self, "scope", tuple(scope))
        super().__post_init__()

    @property
    def parts(self) -> tuple[Constraint, ...]:
        """The constraints of all groups."""
        return tuple(part for group in self.groups for part in group)

    def holds(self, assignment: Assignment) -> bool:
        return any(all(part.holds(assignment) for part in group) for group in self.groups)

    def decompose(self, domains: Mapping[str, Domain], fresh: Fresh) -> Decomposition | None:
        """A 0/1 variable for each group, told by a table, and "their sum is at least 1".

        Declines where a group has more than ``TABLE_LIMIT`` combinations.
        """
        truths: dict[str, Domain] = {}
        tables: list[Constraint] = []
        for group in self.groups:
            scope = tuple(dict.fromkeys(v for part in group for v in part.scope))
            if prod(len(domains[v]) for v in scope) > TABLE_LIMIT:
                return None
            truth = fresh("group")
            truths[truth] = Domain.range(0, 1)
            rows = frozenset(
                (*values, int(all(part.holds(case) for part in group)))
                for values in product(*(domains[v] for v in scope))
                for case in (dict(zip(scope, values, strict=True)),)
            )
            tables.append(Table((*scope, truth), rows, rule=self.rule))
        total = Linear.sum(tuple(truths), ">=", 1, rule=self.rule)
        return Decomposition((*tables, total), truths)
