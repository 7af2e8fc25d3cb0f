"""Operations: expressions that are no weighted sums, the truth of a constraint among them.

Each is data with a value; ``encoding`` gives it a variable.

>>> from nonet.model.expressions.arithmetic import Variable, as_affine
>>> x = Variable("x")
>>> square = Product(as_affine(x), as_affine(x))
>>> print(square, "=", square.value({"x": -3}))
x * x = 9
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import product
from operator import or_
from typing import Any, ClassVar

from nonet.errors import ModelError
from nonet.model.constraints.base import (
    Assignment,
    Constraint,
    structurally_equal,
)
from nonet.model.constraints.primitives import Linear
from nonet.model.domain import Domain, union
from nonet.model.expressions.affine import (
    FEW,
    Affine,
    Operation,
    bracketed,
    check_distance,
    formula_text,
)
from nonet.model.integers import checked_integers, short_repr


@dataclass(frozen=True)
class _BinaryOperation(Operation):
    """An operation of two operands that is a function of their values."""

    left: Affine
    right: Affine

    sign = "?"

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        left, right = self.left, self.right
        return hash((self.sign, left.variable_name or left, right.variable_name or right))

    @cached_property
    def operands(self) -> tuple[Affine | Constraint, ...]:
        """Both sides."""
        return (self.left, self.right)

    def apply(self, x: int, y: int) -> int:
        raise NotImplementedError

    def bounds(self, left: Domain, right: Domain) -> tuple[int, int]:
        raise NotImplementedError

    def value(self, assignment: Assignment) -> int:
        return self.apply(self.left.value(assignment), self.right.value(assignment))

    def possible_values(self, domains: Mapping[str, Domain]) -> Domain:
        left, right = self.left.possible_values(domains), self.right.possible_values(domains)
        check_distance(self, *self.bounds(left, right))
        kind: Any = type(self)
        return _values_over(kind, left, right, self.left == self.right)

    def __str__(self) -> str:
        return f"{bracketed(self.left)} {self.sign} {bracketed(self.right)}"


@lru_cache(maxsize=256)
def _values_over(
    kind: type[_BinaryOperation], left: Domain, right: Domain, is_twice: bool
) -> Domain:
    """Return the values of an operation over two domains, which many operations share.

    ``is_twice`` is whether both operands are the same.
    """
    operation: Any = None  # the values depend on the kind alone
    if len(left) * len(right) > FEW:
        return Domain.range(*kind.bounds(operation, left, right))
    if is_twice:
        return Domain.of({kind.apply(operation, x, x) for x in left})
    return Domain.of({kind.apply(operation, x, y) for x, y in product(left, right)})


class Product(_BinaryOperation):
    """``left * right``."""

    sign = "*"

    def apply(self, x: int, y: int) -> int:
        return x * y

    def bounds(self, left: Domain, right: Domain) -> tuple[int, int]:
        low, high, other_low, other_high = left.base, left.highest, right.base, right.highest
        ends = low * other_low, low * other_high, high * other_low, high * other_high
        return min(ends), max(ends)


class _Division(_BinaryOperation):
    """The base of ``//`` and ``%``: rounding down, as Python does."""

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        if 0 in self.right.possible_values(domains):
            raise ModelError(
                f"{self} divides by 0 where {self.right} is 0: declare it without 0, or give a "
                f"new variable the other values, add that it equals {self.right}, and divide by it"
            )


class Quotient(_Division):
    """``left // right``, rounded down."""

    sign = "//"

    def apply(self, x: int, y: int) -> int:
        return x // y

    def bounds(self, left: Domain, right: Domain) -> tuple[int, int]:
        divisors = [right.base, right.at_most(-1).highest, right.at_least(1).base, right.highest]
        # on either side of 0 the quotient is monotone
        divisors = [d for d in divisors if d and d in right] or [1]
        ends = [x // d for x in (left.base, left.highest) for d in divisors]
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

    def __str__(self) -> str:
        return f"abs({self.of})"


@dataclass(frozen=True)
class Truth(Operation):
    """1 where a constraint holds, else 0."""

    of: Constraint

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Truth) and structurally_equal(self.of, other.of)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((Truth, self.of))

    def value(self, assignment: Assignment) -> int:
        return int(self.of.holds(assignment))

    def possible_values(self, domains: Mapping[str, Domain]) -> Domain:
        return Domain.range(0, 1)

    def __str__(self) -> str:
        return f"({formula_text(self.of)})"


def boolean_literal(
    constraint: Constraint, domains: Mapping[str, Domain]
) -> tuple[str, bool] | None:
    """Return the variable over 0 and 1 whose value alone decides a comparison, and whether it is to
    be 1; ``None`` for any other constraint.

    >>> boolean_literal(Linear(("b",), (1,), "==", 0), {"b": Domain.range(0, 1)})
    ('b', False)
    """
    if type(constraint) is not Linear or len(constraint.scope) != 1:
        return None
    (name,) = constraint.scope
    domain = domains.get(name)
    if domain is None or domain != Domain.range(0, 1):
        return None
    holds = [constraint.holds({name: value}) for value in (0, 1)]
    return None if holds[0] == holds[1] else (name, holds[1])


@dataclass(frozen=True)
class _Extreme(Operation):
    """The base of the least and the greatest of some expressions."""

    of: tuple[Affine, ...]

    pick: ClassVar[Any] = min
    word = "min_of"

    def __post_init__(self) -> None:
        if not self.of:
            raise ModelError(f"{self.word} of nothing: it needs at least one expression")

    def value(self, assignment: Assignment) -> int:
        return int(type(self).pick(part.value(assignment) for part in self.of))

    def possible_values(self, domains: Mapping[str, Domain]) -> Domain:
        ranges = [part.possible_values(domains) for part in self.of]
        lows, highs = [domain.base for domain in ranges], [domain.highest for domain in ranges]
        union = reduce(or_, ranges)
        pick = type(self).pick
        return union.at_least(pick(lows)).at_most(pick(highs))

    def __str__(self) -> str:
        return f"{self.word}({', '.join(map(str, self.of))})"


@dataclass(frozen=True)
class Least(_Extreme):
    """The smallest of some expressions."""


@dataclass(frozen=True)
class Greatest(_Extreme):
    """The largest of some expressions."""

    pick = max
    word = "max_of"


@dataclass(frozen=True)
class Entry(Operation):
    """``array[index]``, counted from 0; every value of ``index`` is a place of the array."""

    array: tuple[Affine, ...]
    index: Affine

    def __post_init__(self) -> None:
        if not self.array:
            raise ModelError(f"[][{self.index}]: the array has no entry")

    def __hash__(self) -> int:
        return hash((len(self.array), self.array[0], self.array[-1], self.index))

    @cached_property
    def constants(self) -> tuple[int, ...] | None:
        """The entries, if all are integers."""
        if any(entry.terms for entry in self.array):
            return None
        return tuple(entry.constant for entry in self.array)

    @cached_property
    def operands(self) -> tuple[Affine | Constraint, ...]:
        """The index, and the entries that are no integers."""
        return (*(entry for entry in self.array if entry.terms), self.index)

    def value(self, assignment: Assignment) -> int:
        place = self.index.value(assignment)
        if not 0 <= place < len(self.array):
            raise IndexError(place)
        return self.array[place].value(assignment)

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        places = self.index.possible_values(domains)
        if places and not (places.base >= 0 and places.highest < len(self.array)):
            outside = places.base if places.base < 0 else places.highest
            last = len(self.array) - 1
            advice = ": declare the index over these"
            if places.highest - places.base <= last:
                shifted = Affine(self.index.terms, self.index.constant - places.base)
                advice += f", or shift it, as array[{shifted}] does"
            else:
                advice += ", or give the array an entry for each of its values"
            raise ModelError(
                f"{self}: {self.index} can be {short_repr(outside)}, and the array has the "
                f"places 0 to {last}{advice}"
            )

    def possible_values(self, domains: Mapping[str, Domain]) -> Domain:
        places = self.index.possible_values(domains)
        inside = places.at_least(0).at_most(len(self.array) - 1)
        if (constants := self.constants) is not None:
            return Domain.of([constants[place] for place in inside])
        return union(self.array[place].possible_values(domains) for place in inside)

    def __str__(self) -> str:
        if len(self.array) == 2 and len(self.index.terms) == 1 and not self.index.constant:
            ((chosen, factor),) = self.index.terms
            if isinstance(chosen, Truth) and factor == 1:
                then, otherwise = self.array[1], self.array[0]
                return f"if_then_else({formula_text(chosen.of)}, {then}, {otherwise})"
        return f"{few_text(self.array)}[{self.index}]"


@dataclass(frozen=True)
class Occurrences(Operation):
    """The number of some expressions that take one of some values."""

    of: tuple[Affine, ...]
    values: frozenset[int]

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "values", frozenset(checked_integers(self.values, "a count", "value"))
        )

    def value(self, assignment: Assignment) -> int:
        return sum(part.value(assignment) in self.values for part in self.of)

    def possible_values(self, domains: Mapping[str, Domain]) -> Domain:
        ranges = [part.possible_values(domains) for part in self.of]
        counted = Domain.of(self.values)
        sure = sum(domain <= counted for domain in ranges)
        ever = sum(any(value in domain for value in self.values) for domain in ranges)
        return Domain.range(sure, ever)

    def __str__(self) -> str:
        values = ", ".join(map(str, sorted(self.values)))
        choice = values if len(self.values) == 1 else f"{{{values}}}"
        return f"count_of({few_text(self.of)}, {choice})"


@dataclass(frozen=True)
class NumberOfValues(Operation):
    """How many different values some expressions take.

    Source: Pachet and Roy, "Automatic generation of music programs", CP 1999.
    """

    of: tuple[Affine, ...]

    def value(self, assignment: Assignment) -> int:
        return len({part.value(assignment) for part in self.of})

    def possible_values(self, domains: Mapping[str, Domain]) -> Domain:
        values = union(part.possible_values(domains) for part in self.of)
        return Domain.range(1, min(len(values), len(self.of)))

    def __str__(self) -> str:
        return f"nvalue_of({few_text(self.of)})"


def few_text(operands: Sequence[Affine]) -> str:
    """Return some expressions as a list in text: of more than six, the first four and the last."""
    few = operands if len(operands) <= 6 else (*operands[:4], "...", operands[-1])
    return f"[{', '.join(map(str, few))}]"
