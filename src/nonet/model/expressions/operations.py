"""Operations of numbers, and the truth of a constraint: expressions that are no weighted sums.

Operations of many expressions are in ``selections``.

Each is data with a value; ``encode`` returns a variable that equals the operation and posts its
definition by primitives.

>>> from nonet.model.expressions.arithmetic import Variable, as_affine
>>> x = Variable("x")
>>> square = Product(as_affine(x), as_affine(x))
>>> print(square, "=", square.value({"x": -3}))
x * x = 9
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

from nonet.errors import ModelError
from nonet.model.cached_attribute import cached_attribute
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import Assignment, Constraint, structurally_equal
from nonet.model.constraints.linear import Linear
from nonet.model.constraints.table import Table
from nonet.model.domain import WIDEST, Domain
from nonet.model.expressions.affine import FEW, Affine, Operation, bracketed, formula_text
from nonet.model.expressions.operation_result import (
    FEW_ROWS,
    MOST_BRANCHES,
    MOST_ROWS,
    OperationResult,
)
from nonet.model.integers import short_repr

if TYPE_CHECKING:
    from nonet.model.expressions.encoding import Encoder


@dataclass(frozen=True)
class _BinaryOperation(Operation):
    """An operation of two operands that is a function of their values."""

    left: Affine
    right: Affine

    sign = "?"

    def __hash__(self) -> int:
        return self._hash

    @cached_attribute
    def _hash(self) -> int:
        left, right = self.left, self.right
        return hash((self.sign, left.variable_name or left, right.variable_name or right))

    @cached_attribute
    def operands(self) -> tuple[Affine | Constraint, ...]:
        """Both sides."""
        return (self.left, self.right)

    @cached_attribute
    def depth(self) -> int:
        return 1 + max(self.left.depth, self.right.depth)

    @cached_attribute
    def size(self) -> int:
        return 1 + self.left.size + self.right.size

    @cached_attribute
    def scope(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.left.scope + self.right.scope))

    def apply(self, x: int, y: int) -> int:
        raise NotImplementedError

    def bounds(self, left: Domain, right: Domain) -> tuple[int, int]:
        raise NotImplementedError

    def value(self, assignment: Assignment) -> int:
        return self.apply(self.left.value(assignment), self.right.value(assignment))

    def possible_values(self, domains: Mapping[str, Domain]) -> Domain:
        left, right = self.left.possible_values(domains), self.right.possible_values(domains)
        kind: Any = type(self)
        values = _values_over(kind, left, right, self.left == self.right)
        if values is None:
            low, high = self.bounds(left, right)
            raise ModelError(
                f"{self} lies between {short_repr(low)} and {short_repr(high)}, too far apart "
                "for a value "
                f"that a variable holds (at most {WIDEST}): give its variables smaller domains"
            )
        return values

    def encode(self, encoder: Encoder) -> str:
        left, right = encoder.variable_for(self.left), encoder.variable_for(self.right)
        first, second = encoder.domains[left], encoder.domains[right]
        result = encoder.new_expression_variable(self, self.possible_values(encoder.domains))
        if left == right:
            self.encode_twice(encoder, left, result)
        elif len(first) * len(second) <= self.most_rows:
            rows = _row_set((x, y, self.apply(x, y)) for x in first for y in second)
            encoder.define(Table((left, right, result), rows))
        else:
            self.encode_by_value(encoder, left, right, result)
        return result

    most_rows: ClassVar[int] = MOST_ROWS
    """Rows up to which the operation is encoded as a table."""

    def encode_twice(self, encoder: Encoder, name: str, result: str) -> None:
        """Post the definition of ``result`` where both operands are the variable ``name``."""
        domain = encoder.domains[name]
        encoder.define(Table((name, result), _row_set((x, self.apply(x, x)) for x in domain)))

    def encode_by_value(self, encoder: Encoder, left: str, right: str, result: str) -> None:
        """Post the definition for each value of an operand, where a table would be too large."""
        raise NotImplementedError

    def __str__(self) -> str:
        return f"{bracketed(self.left)} {self.sign} {bracketed(self.right)}"


@lru_cache(maxsize=256)
def _values_over(
    kind: type[_BinaryOperation], left: Domain, right: Domain, is_twice: bool
) -> Domain | None:
    """Return the values of an operation over two domains, or ``None`` if too far apart.

    ``is_twice`` is whether both operands are the same.  Many operations share their domains.
    """
    operation: Any = None  # the values depend on the kind alone
    low, high = kind.bounds(operation, left, right)
    if high - low > WIDEST:
        return None
    if len(left) * len(right) > FEW:
        return Domain.range(low, high)
    if is_twice:
        return Domain.of({kind.apply(operation, x, x) for x in left})
    return Domain.of({kind.apply(operation, x, y) for x, y in product(left, right)})


def _row_set(rows: Iterator[tuple[int, ...]]) -> frozenset[tuple[int, ...]]:
    return frozenset(rows)


class Product(_BinaryOperation):
    """``left * right``."""

    sign = "*"

    def apply(self, x: int, y: int) -> int:
        return x * y

    def bounds(self, left: Domain, right: Domain) -> tuple[int, int]:
        low, high, other_low, other_high = left.base, left.highest, right.base, right.highest
        if low >= 0 and other_low >= 0:
            return low * other_low, high * other_high
        ends = low * other_low, low * other_high, high * other_low, high * other_high
        return min(ends), max(ends)

    def unchecked_bounds(self, domains: Mapping[str, Domain]) -> tuple[int, int] | None:
        left, right = self.left.variable_name, self.right.variable_name
        if left is None or right is None or left == right:
            return None
        low, high = self.bounds(domains[left], domains[right])
        return (low, high) if high - low <= WIDEST else None

    @classmethod
    def of_operands(cls, left: Affine, right: Affine) -> Product:
        """Return a product; of two variables, most often, with all that is asked of it."""
        x, y = left.variable_name, right.variable_name
        if x is None or y is None:
            return cls(left, right)
        product = object.__new__(cls)
        fields = product.__dict__
        fields["left"], fields["right"], fields["depth"], fields["size"] = left, right, 1, 1
        fields["scope"] = (x,) if x == y else (x, y)
        fields["_hash"] = hash((cls.sign, x, y))
        return product

    most_rows = FEW_ROWS

    def encode_twice(self, encoder: Encoder, name: str, result: str) -> None:
        if len(encoder.domains[name]) <= FEW_ROWS:
            super().encode_twice(encoder, name, result)
        else:
            encoder.define(OperationResult((name, result), "square"))

    def encode_by_value(self, encoder: Encoder, left: str, right: str, result: str) -> None:
        encoder.define(OperationResult((left, right, result), "product"))


class _Division(_BinaryOperation):
    """The base of ``//`` and ``%``: rounding down, as Python does."""

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        if 0 in self.right.possible_values(domains):
            raise ModelError(
                f"{self} divides by 0 where {self.right} is 0: declare it without 0, or give a "
                f"new variable the other values, add that it equals {self.right}, and divide by it"
            )

    def encode_by_value(self, encoder: Encoder, left: str, right: str, result: str) -> None:
        """``left == divisor * quotient + remainder``: for each divisor, or of many by a product."""
        is_quotient = isinstance(self, Quotient)
        twin = Remainder(self.left, self.right) if is_quotient else Quotient(self.left, self.right)
        other_name = encoder.new_expression_variable(twin, twin.possible_values(encoder.domains))
        quotient, remainder = (result, other_name) if is_quotient else (other_name, result)
        if len(encoder.domains[right]) > MOST_BRANCHES:
            groups = self._by_product(encoder, left, right, quotient, remainder)
        else:
            groups = []
            for d in encoder.domains[right]:
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
                encoder.define(part)
        else:
            encoder.define(AnyOf(tuple(groups)))

    def _by_product(
        self, encoder: Encoder, dividend: str, divisor: str, quotient: str, remainder: str
    ) -> list[tuple[Linear, ...]]:
        """Define the dividend by a product; return where the remainder lies, for each sign of the divisor."""
        dividends, divisors, remainders = (
            encoder.domains[each] for each in (dividend, divisor, remainder)
        )
        multiples = Domain.range(
            dividends.base - remainders.highest, dividends.highest - remainders.base
        )
        multiple = encoder.new_expression_variable(
            Product(Affine(((divisor, 1),)), Affine(((quotient, 1),))), multiples
        )
        encoder.define(OperationResult((divisor, quotient, multiple), "product"))
        encoder.define(Linear((dividend, multiple, remainder), (1, -1, -1), "==", 0))
        signs = [
            sign for sign, end in ((1, divisors.highest), (-1, divisors.base)) if sign * end > 0
        ]
        return [
            (
                Linear((divisor,), (sign,), ">=", 1),
                Linear((remainder,), (sign,), ">=", 0),
                Linear((divisor, remainder), (sign, -sign), ">=", 1),
            )
            for sign in signs
        ]


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

    def possible_values(self, domains: Mapping[str, Domain]) -> Domain:
        values = self.of.possible_values(domains)
        return values.at_least(0) | values.at_most(0).negated()

    def encode(self, encoder: Encoder) -> str:
        name = encoder.variable_for(self.of)
        result = encoder.new_expression_variable(self, self.possible_values(encoder.domains))
        if len(encoder.domains[name]) <= FEW_ROWS:
            rows = frozenset((value, abs(value)) for value in encoder.domains[name])
            encoder.define(Table((name, result), rows))
        else:
            encoder.define(OperationResult((name, result), "absolute"))
        return result

    def __str__(self) -> str:
        return f"abs({self.of})"


@dataclass(frozen=True)
class Truth(Operation):
    """1 where a constraint holds, else 0."""

    of: Constraint

    @classmethod
    def of_constraint(cls, constraint: Constraint) -> Truth:
        """Return the truth of a constraint; of a plain sum, with all that is asked of it."""
        if type(constraint) is not Linear:
            return cls(constraint)
        truth = object.__new__(cls)
        truth.__dict__.update(of=constraint, depth=1, size=2, scope=constraint.scope)
        return truth

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Truth) and structurally_equal(self.of, other.of)

    def __hash__(self) -> int:
        return self._hash

    @cached_attribute
    def _hash(self) -> int:
        # not of all fields, as those of a constraint are many
        return hash((type(self.of), self.of.scope, self.of.__dict__.get("constant")))

    def value(self, assignment: Assignment) -> int:
        return int(self.of.holds(assignment))

    def possible_values(self, domains: Mapping[str, Domain]) -> Domain:
        return Domain.range(0, 1)

    def unchecked_bounds(self, domains: Mapping[str, Domain]) -> tuple[int, int] | None:
        return (0, 1) if type(self.of) is Linear else None

    def encode(self, encoder: Encoder) -> str:
        return encoder.truth_variable(self)

    def __str__(self) -> str:
        return f"({formula_text(self.of)})"
