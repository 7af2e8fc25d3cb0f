"""Operations of numbers, and the truth of a constraint: what is no weighted sum.

Those of many expressions are in ``selections``.

Each is data with a value; ``told`` gives a variable that equals it and says so by primitives.

>>> from nonet.model.expressions.arithmetic import Variable, affine
>>> x = Variable("x")
>>> square = Product(affine(x), affine(x))
>>> print(square, "=", square.value({"x": -3}))
x * x = 9
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from nonet.errors import ModelError
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import TABLE_LIMIT, Assignment, Constraint
from nonet.model.constraints.linear import Linear
from nonet.model.constraints.table import Table
from nonet.model.domain import WIDEST, Domain
from nonet.model.expressions.affine import FEW, Affine, Operation, bracketed, words
from nonet.model.integers import shown

if TYPE_CHECKING:
    from nonet.model.expressions.telling import Telling

ROWS = 20_000
"""Rows up to which an operation of two variables is a table."""

BRANCHES = 2_000
"""Values of one operand up to which a larger operation is told value by value."""


@dataclass(frozen=True)
class _OfTwo(Operation):
    """An operation of two operands that is a function of their values."""

    left: Affine
    right: Affine

    sign = "?"

    def apply(self, x: int, y: int) -> int:
        raise NotImplementedError

    def bounds(self, left: Domain, right: Domain) -> tuple[int, int]:
        raise NotImplementedError

    def value(self, assignment: Assignment) -> int:
        return self.apply(self.left.value(assignment), self.right.value(assignment))

    def _pairs(self, domains: Mapping[str, Domain]) -> Iterator[tuple[int, int]]:
        if self.left == self.right:
            return ((x, x) for x in self.left.possible(domains))
        return product(self.left.possible(domains), self.right.possible(domains))

    def possible(self, domains: Mapping[str, Domain]) -> Domain:
        left, right = self.left.possible(domains), self.right.possible(domains)
        low, high = self.bounds(left, right)
        if high - low > WIDEST:
            raise ModelError(
                f"{self} lies between {shown(low)} and {shown(high)}, too far apart for a value "
                f"that a variable holds (at most {WIDEST}): give its variables smaller domains"
            )
        if len(left) * len(right) > FEW:
            return Domain.range(low, high)
        return Domain.of({self.apply(x, y) for x, y in self._pairs(domains)})

    def fit(self, domains: Mapping[str, Domain]) -> None:
        left, right = self.left.possible(domains), self.right.possible(domains)
        if len(left) * len(right) > ROWS and min(len(left), len(right)) > BRANCHES:
            raise ModelError(
                f"{self} has operands of {len(left)} and {len(right)} values: one of them may "
                f"have at most {BRANCHES}"
            )

    def told(self, telling: Telling) -> str:
        left, right = telling.name(self.left), telling.name(self.right)
        one, other = telling.domains[left], telling.domains[right]
        result = telling.variable(self, self.possible(telling.domains))
        if left == right:
            telling.define(Table((left, result), _rows((x, self.apply(x, x)) for x in one)))
        elif len(one) * len(other) <= ROWS:
            rows = _rows((x, y, self.apply(x, y)) for x in one for y in other)
            telling.define(Table((left, right, result), rows))
        else:
            self.by_value(telling, left, right, result)
        return result

    def by_value(self, telling: Telling, left: str, right: str, result: str) -> None:
        """Tell it for each value of an operand, where a table would be too large."""
        raise NotImplementedError

    def __str__(self) -> str:
        return f"{bracketed(self.left)} {self.sign} {bracketed(self.right)}"


def _rows(rows: Iterator[tuple[int, ...]]) -> frozenset[tuple[int, ...]]:
    return frozenset(rows)


@dataclass(frozen=True)
class Product(_OfTwo):
    """``left * right``."""

    sign = "*"

    def apply(self, x: int, y: int) -> int:
        return x * y

    def bounds(self, left: Domain, right: Domain) -> tuple[int, int]:
        ends = [x * y for x in (left.base, left.highest) for y in (right.base, right.highest)]
        return min(ends), max(ends)

    def by_value(self, telling: Telling, left: str, right: str, result: str) -> None:
        if len(telling.domains[left]) > len(telling.domains[right]):
            left, right = right, left
        telling.define(
            AnyOf(
                tuple(
                    (
                        Linear((left,), (1,), "==", v),
                        Linear((result, right), (1, -v), "==", 0)
                        if v
                        else Linear((result,), (1,), "==", 0),
                    )
                    for v in telling.domains[left]
                )
            )
        )


@dataclass(frozen=True)
class _Division(_OfTwo):
    """What ``//`` and ``%`` share: rounding down, as Python does."""

    def fit(self, domains: Mapping[str, Domain]) -> None:
        if 0 in self.right.possible(domains):
            raise ModelError(
                f"{self} divides by 0 where {self.right} is 0: declare it without 0, or give a "
                f"new variable the other values, add that it equals {self.right}, and divide by it"
            )
        one, other = self.left.possible(domains), self.right.possible(domains)
        if len(one) * len(other) > ROWS and len(other) > BRANCHES:
            raise ModelError(
                f"{self} has operands of {len(one)} and {len(other)} values: the second may have "
                f"at most {BRANCHES}"
            )

    def by_value(self, telling: Telling, left: str, right: str, result: str) -> None:
        """``left == divisor * quotient + remainder`` for each divisor."""
        is_quotient = isinstance(self, Quotient)
        twin = Remainder(self.left, self.right) if is_quotient else Quotient(self.left, self.right)
        other_name = telling.variable(twin, twin.possible(telling.domains))
        quotient, remainder = (result, other_name) if is_quotient else (other_name, result)
        groups = []
        for d in telling.domains[right]:
            ends = (0, d - 1) if d > 0 else (d + 1, 0)
            groups.append(
                (
                    Linear((right,), (1,), "==", d),
                    Linear((left, quotient, remainder), (1, -d, -1), "==", 0),
                    Linear((remainder,), (1,), ">=", ends[0]),
                    Linear((remainder,), (1,), "<=", ends[1]),
                )
            )
        if len(groups) == 1:
            for part in groups[0][1:]:
                telling.define(part)
        else:
            telling.define(AnyOf(tuple(groups)))


@dataclass(frozen=True)
class Quotient(_Division):
    """``left // right``, rounded down."""

    sign = "//"

    def apply(self, x: int, y: int) -> int:
        return x // y

    def bounds(self, left: Domain, right: Domain) -> tuple[int, int]:
        near = [right.base, right.at_most(-1).highest, right.at_least(1).base, right.highest]
        near = [d for d in near if d and d in right] or [1]  # on either side of 0 it is monotone
        ends = [x // d for x in (left.base, left.highest) for d in near]
        return min(ends), max(ends)


@dataclass(frozen=True)
class Remainder(_Division):
    """``left % right``, of the sign of ``right``."""

    sign = "%"

    def apply(self, x: int, y: int) -> int:
        return x % y

    def bounds(self, left: Domain, right: Domain) -> tuple[int, int]:
        return min(0, right.base + 1), max(0, right.highest - 1)


@dataclass(frozen=True)
class Absolute(Operation):
    """``abs(of)``."""

    of: Affine

    def value(self, assignment: Assignment) -> int:
        return abs(self.of.value(assignment))

    def possible(self, domains: Mapping[str, Domain]) -> Domain:
        return Domain.of({abs(value) for value in self.of.possible(domains)})

    def told(self, telling: Telling) -> str:
        name = telling.name(self.of)
        result = telling.variable(self, self.possible(telling.domains))
        if len(telling.domains[name]) <= TABLE_LIMIT:
            rows = frozenset((value, abs(value)) for value in telling.domains[name])
            telling.define(Table((name, result), rows))
        else:
            same, sign = Linear((name, result), (1, -1), "==", 0), Linear((name,), (1,), ">=", 0)
            other = Linear((name, result), (1, 1), "==", 0)
            telling.define(AnyOf(((sign, same), (Linear((name,), (1,), "<=", -1), other))))
        return result

    def __str__(self) -> str:
        return f"abs({self.of})"


@dataclass(frozen=True)
class Truth(Operation):
    """1 where a constraint holds, else 0."""

    of: Constraint

    def value(self, assignment: Assignment) -> int:
        return int(self.of.holds(assignment))

    def possible(self, domains: Mapping[str, Domain]) -> Domain:
        return Domain.range(0, 1)

    def told(self, telling: Telling) -> str:
        return telling.truth(self)

    def __str__(self) -> str:
        return f"({words(self.of)})"
