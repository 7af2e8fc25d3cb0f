"""Count: how often some values occur.  "At most two 9s", magic sequences, counting circles.

>>> Count(("a", "b", "c"), {7, 9}, "==", 2).holds({"a": 9, "b": 1, "c": 7})
True
>>> Count(("a", "b"), {0}, "==", "n").holds({"a": 0, "b": 1, "n": 1})
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import (
    TABLE_LIMIT,
    Assignment,
    Constraint,
    Decomposition,
    FreshName,
)
from nonet.model.constraints.linear import COMPARE, Comparison, Linear, check_comparison
from nonet.model.constraints.table import Table
from nonet.model.domain import Domain
from nonet.model.integers import checked_integer, checked_integers, is_integer


@dataclass(frozen=True)
class Count(Constraint):
    """The number of ``counted`` variables whose value is in ``values``, compared with ``number``.

    ``number`` is an integer or a variable's name.
    """

    scope: tuple[str, ...] = field(init=False)
    counted: tuple[str, ...]
    values: frozenset[int]
    op: Comparison
    number: int | str

    def __post_init__(self) -> None:
        object.__setattr__(self, "counted", self._variable_names(self.counted))
        object.__setattr__(self, "values", frozenset(checked_integers(self.values, self, "value")))
        if isinstance(self.number, str) or (
            hasattr(self.number, "name") and not is_integer(self.number)
        ):
            object.__setattr__(self, "number", self._variable_name(self.number))
        else:
            object.__setattr__(self, "number", checked_integer(self.number, self, "number"))
        check_comparison(self.op, self)
        extra = (self.number,) if isinstance(self.number, str) else ()
        object.__setattr__(self, "scope", tuple(dict.fromkeys((*self.counted, *extra))))
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        occurrences = sum(map(self.values.__contains__, map(assignment.__getitem__, self.counted)))
        number = self.number if isinstance(self.number, int) else assignment[self.number]
        return COMPARE[self.op](occurrences, number)

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition:
        """Return a 0/1 variable for each counted variable, and the sum of these 0/1 variables."""
        occurs: dict[str, str] = {}
        tables: list[Constraint] = []
        for variable in dict.fromkeys(self.counted):
            occurs[variable] = fresh("occurs")
            domain = domains[variable]
            if len(domain) > TABLE_LIMIT:
                tables.append(self._occurrence_by_value(variable, occurs[variable], domain))
                continue
            rows = frozenset((value, int(value in self.values)) for value in domain)
            tables.append(Table((variable, occurs[variable]), rows, rule=self.rule))
        terms = tuple(occurs[v] for v in self.counted)
        ones = (1,) * len(terms)
        if isinstance(self.number, str):
            total = Linear((*terms, self.number), (*ones, -1), self.op, 0, rule=self.rule)
        else:
            total = Linear(terms, ones, self.op, self.number, rule=self.rule)
        return Decomposition((*tables, total), dict.fromkeys(occurs.values(), Domain.range(0, 1)))

    def _occurrence_by_value(self, variable: str, occurs: str, domain: Domain) -> Constraint:
        """Say that ``occurs`` is 1 where a variable of a wide domain has a counted value."""
        values = sorted(value for value in self.values if value in domain)

        def compare(name: str, op: Comparison, constant: int) -> Linear:
            return Linear((name,), (1,), op, constant, rule=self.rule)

        groups = [(compare(occurs, "==", 1), compare(variable, "==", v)) for v in values]
        never = (compare(occurs, "==", 0), *(compare(variable, "!=", v) for v in values))
        return AnyOf((*groups, never), rule=self.rule)
