"""AnyOf: at least one group of constraints holds.

>>> low = Linear.sum(("a",), "<=", 3)
>>> high = Linear.sum(("a",), ">=", 7)
>>> AnyOf(((low,), (high,))).holds({"a": 8})
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, partial, reduce
from itertools import chain
from math import prod

from nonet.deadline import check_size
from nonet.errors import ModelError
from nonet.model import operators
from nonet.model.constraints.base import (
    TABLE_LIMIT,
    Assignment,
    Constraint,
    Decomposition,
    FreshName,
)
from nonet.model.constraints.linear import Linear
from nonet.model.constraints.table import Table
from nonet.model.domain import EMPTY, Domain, union
from nonet.model.integers import checked_tuple, short_repr

DEEPEST = 60
"""The most levels of constraints and expressions inside each other: readers go down one at a time."""

MOST_PARTS = 1_000_000
"""Constraints inside an AnyOf, in all depths; a constraint in two places counts twice."""

_MOST_SHOWN = 20


def check_limits(depth: int, size: int, where: str) -> None:
    """Raise ``ModelError`` if there is too much inside a constraint or an expression, or too deep."""
    advice = "constraints and operations: declare a variable for a part of it"
    if depth > DEEPEST:
        raise ModelError(f"{where}: more than {DEEPEST} levels of {advice}")
    if size > MOST_PARTS:
        raise ModelError(f"{where}: more than {MOST_PARTS} {advice}")


@dataclass(frozen=True)
class AnyOf(Constraint):
    """All constraints of at least one of ``groups`` hold.  An empty group always holds."""

    scope: tuple[str, ...] = field(init=False)
    groups: tuple[tuple[Constraint, ...], ...]

    def __post_init__(self) -> None:
        groups = self.groups
        if type(groups) is not tuple or set(map(type, groups)) != {tuple}:
            groups = tuple(
                (group,) if isinstance(group, Constraint) else checked_tuple(group, self, "groups")
                for group in checked_tuple(groups, self, "groups")
            )
        if not groups:
            raise ModelError(f"{self.description}: AnyOf needs at least one group")
        parts = tuple(chain.from_iterable(groups))
        fields = self.__dict__
        fields["groups"], fields["_parts"] = groups, parts
        scope: dict[str, None] = {}
        depth, plain = 0, True
        for part in dict(zip(map(id, parts), parts, strict=True)).values():  # many stand in several
            if not isinstance(part, Constraint):
                raise ModelError(f"{self.description}: not a constraint: {short_repr(part)}")
            if (owner := part.owner) is not None:
                self.set_owner(owner)
            scope.update(dict.fromkeys(part.scope))
            depth = max(depth, part.depth)
            plain = plain and not hasattr(part, "size")
        size = 1 + len(parts)
        if not plain:
            inner = sum(isinstance(part, AnyOf) for part in parts)
            size = 1 + inner + sum(getattr(part, "size", 1) for part in parts)
        object.__setattr__(self, "scope", tuple(scope))
        super().__post_init__()
        object.__setattr__(self, "_depth", depth + 1)
        object.__setattr__(self, "_size", size)
        check_limits(depth + 1, size, self.description)

    @property
    def parts(self) -> tuple[Constraint, ...]:
        """The constraints of all groups."""
        return self._parts  # type: ignore[attr-defined,no-any-return]

    @property
    def depth(self) -> int:
        """The levels of AnyOf: 1 without an AnyOf inside."""
        return self._depth  # type: ignore[attr-defined,no-any-return]

    @property
    def size(self) -> int:
        """The number of constraints inside, in all depths."""
        return self._size  # type: ignore[attr-defined,no-any-return]

    @property
    def formula(self) -> str:
        """The groups as a formula, if few; else empty.

        >>> AnyOf(((Linear(("a",), (1,), "<=", 3),), (Linear(("b",), (1,), "==", 7),))).formula
        '(a <= 3) | (b == 7)'
        """
        if self.depth > _MOST_SHOWN or self.size > _MOST_SHOWN:
            return ""
        return " | ".join(
            f"({' & '.join(part.formula or part.description for part in group) or 'true'})"
            for group in self.groups
        )

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        if self.depth == 1 and all(map(_is_unchecked, set(map(type, self.parts)))):
            return
        for part in dict(zip(map(id, self.parts), self.parts, strict=True)).values():
            part.check_domains(domains)

    def holds(self, assignment: Assignment) -> bool:
        return any(_all_hold(group, assignment) for group in self.groups)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.rule, self.groups))

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition | None:
        """A 0/1 variable for each group, defined by a table, and "their sum is at least 1".

        Declines where a group has more than ``TABLE_LIMIT`` combinations.  Constraints that the
        encoder rewrites are rewritten first.
        """
        if self._has_composed():
            return operators.decomposition(self, domains, fresh)
        truths: dict[str, Domain] = {}
        tables: list[Constraint] = []
        for group in self.groups:
            scope = tuple(dict.fromkeys(v for part in group for v in part.scope))
            if (size := prod(len(domains[v]) for v in scope)) > TABLE_LIMIT:
                return None
            truth = fresh("group")
            truths[truth] = Domain.range(0, 1)
            check_size(size, "the rows of a group")
            holds = partial(_all_hold, group)
            tables.append(Table.of_test(scope, domains, holds, truth, self.rule))
        total = Linear.sum(tuple(truths), ">=", 1, rule=self.rule)
        return Decomposition((*tables, total), truths)

    def restrict(self, domain: Domain) -> Domain:
        """By sets of values: the union of what the groups leave."""
        return union(reduce(_restricted, group, domain) for group in self.groups)

    def _has_composed(self) -> bool:
        waiting: list[Constraint] = [self]
        while waiting:
            each = waiting.pop()
            if each.is_composed:
                return True
            waiting += each.parts
        return False


def _all_hold(group: tuple[Constraint, ...], assignment: Assignment) -> bool:
    return all(part.holds(assignment) for part in group)


def _restricted(values: Domain, part: Constraint) -> Domain:
    if part.scope:
        return part.restrict(values)
    return values if part.holds({}) else EMPTY


@cache
def _is_unchecked(kind: type[Constraint]) -> bool:
    return kind.check_domains is Constraint.check_domains
