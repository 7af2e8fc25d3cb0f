"""``OperationResult``: a variable equals a product, a square, an absolute value, a least or a greatest.

The encoding of expressions defines a variable so where a table would be large.

>>> product = OperationResult(("x", "y", "z"), "product")
>>> product.formula, product.holds({"x": 3, "y": -2, "z": -6})
('x * y == z', True)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Literal, get_args

from nonet.errors import ModelError, quantity
from nonet.model.constraints.base import Assignment, Constraint, Decomposition, FreshName
from nonet.model.constraints.primitives import AnyOf, Comparison, Linear, Table
from nonet.model.domain import Domain
from nonet.model.integers import short_repr

OperationName = Literal["product", "square", "absolute", "least", "greatest"]

MOST_ROWS = 20_000
"""Rows up to which an operation of two variables is a table."""

MOST_BRANCHES = 2_000
"""Values of one operand up to which a larger operation is encoded value by value: beyond, a product
is encoded by binary digits.
"""

_VALUES: dict[str, Callable[[Sequence[int]], int]] = {
    "product": prod,
    "square": lambda values: values[0] ** 2,
    "absolute": lambda values: abs(values[0]),
    "least": min,
    "greatest": max,
}

_SIGNS = {"square": "{} ** 2", "absolute": "abs({})", "least": "min_of({})"}


@dataclass(frozen=True)
class OperationResult(Constraint):
    """The last variable of the scope equals an operation of the earlier, distinct variables."""

    operation: OperationName

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.operation not in get_args(OperationName):
            raise ModelError(
                f"{self.description}: {short_repr(self.operation)} is none of "
                f"{', '.join(get_args(OperationName))}"
            )
        operands = {"product": (2,), "square": (1,), "absolute": (1,)}.get(self.operation)
        number = len(self.scope) - 1
        if number < 1 or (operands is not None and number not in operands):
            raise ModelError(
                f"{self.description}: {self.operation} of {quantity(number, 'variable')}"
            )
        if len(set(self.scope)) < len(self.scope):
            raise ModelError(f"{self.description}: a variable stands twice in {self.scope}")

    @property
    def operands(self) -> tuple[str, ...]:
        """The variables that the operation is of."""
        return self.scope[:-1]

    @property
    def result(self) -> str:
        """The variable that equals the operation."""
        return self.scope[-1]

    def holds(self, assignment: Assignment) -> bool:
        values = [assignment[name] for name in self.operands]
        return _VALUES[self.operation](values) == assignment[self.result]

    @property
    def formula(self) -> str:
        if self.operation == "product":
            return f"{' * '.join(self.operands)} == {self.result}"
        form = _SIGNS.get(self.operation, "max_of({})")
        return f"{form.format(', '.join(self.operands))} == {self.result}"

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition | None:
        auxiliary: dict[str, Domain] = {}
        if self.operation in ("least", "greatest"):
            parts = self._extreme_parts()
        elif self.operation == "product":
            parts = self._product_parts(domains, fresh, auxiliary)
        elif self.operation == "square" and len(domains[self.scope[0]]) > MOST_ROWS:
            (factor,) = self.operands
            parts = self._digit_parts(factor, factor, domains, fresh, auxiliary)
        else:
            parts = self._unary_parts(domains)
        return Decomposition(tuple(replace(part, rule=self.rule) for part in parts), auxiliary)

    def _extreme_parts(self) -> list[Constraint]:
        op: Comparison = "<=" if self.operation == "least" else ">="
        bounds = [_linear((self.result, name), (1, -1), op) for name in self.operands]
        equal = [(_linear((self.result, name), (1, -1), "=="),) for name in self.operands]
        return [*bounds, AnyOf(tuple(equal))]

    def _unary_parts(self, domains: Mapping[str, Domain]) -> list[Constraint]:
        (name,), value = self.operands, _VALUES[self.operation]
        if len(domains[name]) <= MOST_ROWS:
            return [Table(self.scope, frozenset((x, value([x])) for x in domains[name]))]
        pair = name, self.result
        positive = Linear((name,), (1,), ">=", 0), _linear(pair, (1, -1), "==")
        negative = Linear((name,), (1,), "<=", -1), _linear(pair, (1, 1), "==")
        return [AnyOf((positive, negative))]

    def _product_parts(
        self, domains: Mapping[str, Domain], fresh: FreshName, auxiliary: dict[str, Domain]
    ) -> list[Constraint]:
        left, right, result = self.scope
        if len(domains[left]) * len(domains[right]) <= MOST_ROWS:
            pairs = product(domains[left], domains[right])
            return [Table(self.scope, frozenset((x, y, x * y) for x, y in pairs))]
        if len(domains[left]) > len(domains[right]):
            left, right = right, left
        if len(domains[left]) > MOST_BRANCHES:
            return self._digit_parts(left, right, domains, fresh, auxiliary)
        groups = (
            (
                Linear((left,), (1,), "==", v),
                _linear((result, right), (1, -v), "==") if v else _is(result, 0),
            )
            for v in domains[left]
        )
        return [AnyOf(tuple(groups))]

    def _digit_parts(
        self,
        left: str,
        right: str,
        domains: Mapping[str, Domain],
        fresh: FreshName,
        auxiliary: dict[str, Domain],
    ) -> list[Constraint]:
        """Add up the other operand, shifted, for each binary digit of ``left`` that is 1."""
        factors, other = domains[left], domains[right]
        shifted = Domain.range(min(0, other.base), max(0, other.highest))
        digits: list[str] = []
        shares: list[str] = []
        parts: list[Constraint] = []
        for _ in range((factors.highest - factors.base).bit_length()):
            digits.append(digit := fresh("digit"))
            shares.append(share := fresh("part"))
            auxiliary |= {digit: Domain.range(0, 1), share: shifted}
            is_0 = _is(digit, 0), _is(share, 0)
            is_1 = _is(digit, 1), _linear((share, right), (1, -1), "==")
            parts.append(AnyOf((is_0, is_1)))
        weights = tuple(1 << place for place in range(len(digits)))
        negative = tuple(-weight for weight in weights)
        parts.append(Linear((left, *digits), (1, *negative), "==", factors.base))
        total = (self.result, right, *shares), (1, -factors.base, *negative)
        parts.append(Linear(*total, "==", 0))
        return parts


def _linear(scope: tuple[str, ...], coefficients: tuple[int, ...], op: Comparison) -> Linear:
    return Linear(scope, coefficients, op, 0)


def _is(name: str, value: int) -> Linear:
    return Linear((name,), (1,), "==", value)
