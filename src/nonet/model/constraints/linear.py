"""Linear: a weighted sum compared with a constant.  Cages, arrows, thermometers.

>>> cage = Linear.sum(("a", "b"), "==", 9)
>>> cage.holds({"a": 4, "b": 5})
True
>>> rising = Linear(("a", "b"), (1, -1), "<=", -1)
>>> rising.holds({"a": 4, "b": 4})
False
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from operator import eq, ge, le, mul, ne
from typing import Any, Literal

from nonet.errors import ModelError
from nonet.model.annotation import UNNAMED, Annotation
from nonet.model.constraints.base import (
    TABLE_LIMIT,
    Assignment,
    Constraint,
    Decomposition,
    FreshName,
    set_fields,
    variable_names,
)
from nonet.model.constraints.table import Table
from nonet.model.domain import EMPTY, Domain
from nonet.model.integers import checked_integer, checked_integers, short_repr

Comparison = Literal["==", "!=", "<=", ">="]

COMPARE: dict[str, Callable[[int, int], bool]] = {"==": eq, "!=": ne, "<=": le, ">=": ge}
"""The four comparisons of the model language as functions."""

MOST_PARTIAL_SUMS = 1 << 20
"""Largest distance between two values of a partial sum that a decomposition introduces."""


def check_comparison(op: object, where: Constraint) -> None:
    """Raise ``ModelError`` if ``op`` is none of the four."""
    if not isinstance(op, str) or op not in COMPARE:
        raise ModelError(f"{where.description}: {short_repr(op)} is none of {', '.join(COMPARE)}")


def weighted_sum(terms: Iterable[tuple[str, int]]) -> str:
    """Return a weighted sum of variables as a formula."""
    text = ""
    for variable, coefficient in terms:
        sign = "-" if coefficient < 0 else "+"
        factor = "" if abs(coefficient) == 1 else f"{abs(coefficient)} * "
        text += f" {sign} {factor}{variable}"
    return text.removeprefix(" + ") if text.startswith(" + ") else f"-{text[3:]}" if text else "0"


@dataclass(frozen=True)
class Linear(Constraint):
    """``sum(coefficients[i] * scope[i])  op  constant``, over the integers.

    A variable listed twice is merged; a variable with coefficient 0 is dropped.
    """

    coefficients: tuple[int, ...]
    op: Comparison
    constant: int

    def __post_init__(self) -> None:
        super().__post_init__()
        scope = self.scope
        coefficients = checked_integers(self.coefficients, self, "coefficient")
        if len(scope) != len(coefficients):
            raise ModelError(
                f"{self.description}: {len(scope)} variables but {len(coefficients)} coefficients"
            )
        check_comparison(self.op, self)
        constant = checked_integer(self.constant, self, "constant")
        if constant is not self.constant:
            object.__setattr__(self, "constant", constant)
        if 0 in coefficients or len(set(scope)) < len(scope):
            merged: dict[str, int] = {}
            for variable, coefficient in zip(scope, coefficients, strict=True):
                merged[variable] = merged.get(variable, 0) + coefficient
            merged = {v: c for v, c in merged.items() if c} or dict.fromkeys(scope[:1], 0)
            scope, coefficients = tuple(merged), tuple(merged.values())
            object.__setattr__(self, "scope", scope)
        if coefficients is not self.coefficients:
            object.__setattr__(self, "coefficients", coefficients)

    @classmethod
    def sum(
        cls, scope: Iterable[str], op: Comparison, constant: int, *, rule: Annotation = UNNAMED
    ) -> Linear:
        """The plain sum: every coefficient is 1."""
        scope = scope if type(scope) is tuple else variable_names(scope)
        return cls(scope, (1,) * len(scope), op, constant, rule=rule)

    @classmethod
    def from_checked_terms(
        cls,
        scope: tuple[str, ...],
        coefficients: tuple[int, ...],
        op: Comparison,
        constant: int,
        owner: object | None,
    ) -> Linear:
        """A comparison of variables, each once, with coefficients that are not 0.

        Models have 100,000 such comparisons, and a check of known facts takes longer than all else.
        """
        constraint = object.__new__(cls)
        fields: dict[str, Any] = {
            "scope": scope,
            "coefficients": coefficients,
            "op": op,
            "constant": constant,
            "rule": UNNAMED,
            "_owner": owner,
        }
        set_fields(constraint, fields)
        return constraint

    def holds(self, assignment: Assignment) -> bool:
        total = sum(map(mul, self.coefficients, map(assignment.__getitem__, self.scope)))
        return COMPARE[self.op](total, self.constant)

    def __hash__(self) -> int:
        # three times the numbers: Python gives -1 and -2 one hash
        factors = tuple([3 * coefficient for coefficient in self.coefficients])
        return hash((self.scope, factors, self.op, 3 * self.constant, self.rule))

    restricts_ranges = True

    def restrict(self, domain: Domain) -> Domain:
        """By arithmetic: a domain may be large."""
        (c,) = self.coefficients
        if not c:
            return domain if COMPARE[self.op](0, self.constant) else EMPTY
        if self.op in ("==", "!="):
            value, remainder = divmod(self.constant, c)
            met = Domain.single(value) & domain if not remainder else EMPTY
            return met if self.op == "==" else domain - met
        if (self.op == "<=") == (c > 0):
            return domain.at_most(self.constant // c)
        return domain.at_least(-(self.constant // -c))

    @property
    def formula(self) -> str:
        """The comparison as a formula.

        >>> Linear(("a", "b"), (2, -1), "<=", 3).formula
        '2 * a - b <= 3'
        """
        if not self.scope:
            return str(self.holds({}))
        return f"{weighted_sum(zip(self.scope, self.coefficients, strict=True))} {self.op} {self.constant}"

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition | None:
        """Return a small table; else partial sums, each a function of the variables before.

        Declines where a partial sum has more values than a domain can hold.
        """
        if prod(len(domains[v]) for v in self.scope) <= TABLE_LIMIT:
            compare, terms = COMPARE[self.op], [domains[v] for v in self.scope]
            allowed = frozenset(
                values
                for values in product(*terms)
                if compare(
                    sum(c * x for c, x in zip(self.coefficients, values, strict=True)),
                    self.constant,
                )
            )
            return Decomposition((Table(self.scope, allowed, rule=self.rule),))
        if len(self.scope) < 3:
            return None
        half = len(self.scope) // 2
        parts: list[Constraint] = []
        sums: dict[str, Domain] = {}
        for scope, coefficients in (
            (self.scope[:half], self.coefficients[:half]),
            (self.scope[half:], self.coefficients[half:]),
        ):
            ends = [
                sorted((c * min(domains[v]), c * max(domains[v])))
                for c, v in zip(coefficients, scope, strict=True)
            ]
            least, most = sum(low for low, _ in ends), sum(high for _, high in ends)
            if most - least > MOST_PARTIAL_SUMS:
                return None
            total = fresh("sum")
            sums[total] = Domain.range(least, most)
            parts.append(Linear((*scope, total), (*coefficients, -1), "==", 0, rule=self.rule))
        parts.append(Linear(tuple(sums), (1, 1), self.op, self.constant, rule=self.rule))
        return Decomposition(tuple(parts), sums)
