"""Operations: expressions that are no weighted sums, the truth of a constraint among them.

Each is data with a value; ``encode`` returns a variable that equals the operation and posts its
definition by primitives.  ``OperationResult`` is such a definition where a table would be large.

>>> from nonet.model.expressions.arithmetic import Variable, as_affine
>>> x = Variable("x")
>>> square = Product(as_affine(x), as_affine(x))
>>> print(square, "=", square.value({"x": -3}))
x * x = 9
>>> product = OperationResult(("x", "y", "z"), "product")
>>> product.formula, product.holds({"x": 3, "y": -2, "z": -6})
('x * y == z', True)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, reduce
from itertools import product
from math import prod
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

from nonet.deadline import check_size
from nonet.errors import ModelError, quantity
from nonet.model.constraints.base import (
    Assignment,
    Constraint,
    Decomposition,
    FreshName,
    structurally_equal,
)
from nonet.model.constraints.primitives import AnyOf, Comparison, Count, Element, Linear, Table
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

if TYPE_CHECKING:
    from nonet.model.expressions.encoding import Encoder

OperationName = Literal["product", "square", "absolute", "least", "greatest"]

MOST_ROWS = 20_000
"""Rows up to which an operation of two variables is a table."""

MOST_BRANCHES = 2_000
"""Values of one operand up to which a larger operation is encoded value by value: beyond, a product
is encoded by binary digits.
"""

FEW_ROWS = 400
"""Rows up to which each backend has a table, which propagates more than bounds do."""

MOST_COUNTED_VALUES = 256
"""Values up to which each is counted, which propagates more than pairs do; beyond, the smaller form."""

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

    def encode(self, encoder: Encoder) -> str:
        left, right = encoder.variable_for(self.left), encoder.variable_for(self.right)
        first, second = encoder.domains[left], encoder.domains[right]
        result = encoder.new_expression_variable(self, self.possible_values(encoder.domains))
        if left == right:
            self.encode_twice(encoder, left, result)
        elif len(first) * len(second) <= self.most_rows:
            rows = frozenset((x, y, self.apply(x, y)) for x in first for y in second)
            encoder.define(Table((left, right, result), rows))
        else:
            self.encode_by_value(encoder, left, right, result)
        return result

    most_rows: ClassVar[int] = MOST_ROWS
    """Rows up to which the operation is encoded as a table."""

    def encode_twice(self, encoder: Encoder, name: str, result: str) -> None:
        """Post the definition of ``result`` where both operands are the variable ``name``."""
        rows = frozenset((x, self.apply(x, x)) for x in encoder.domains[name])
        encoder.define(Table((name, result), rows))

    def encode_by_value(self, encoder: Encoder, left: str, right: str, result: str) -> None:
        """Post the definition for each value of an operand, where a table would be too large."""
        raise NotImplementedError

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

    def encode(self, encoder: Encoder) -> str:
        return encoder.truth_variable(self)

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

    def encode(self, encoder: Encoder) -> str:
        names = list(dict.fromkeys(map(encoder.variable_for, self.of)))
        if len(names) == 1:
            return names[0]
        result = encoder.new_expression_variable(self, self.possible_values(encoder.domains))
        kind: OperationName = "least" if self.word == "min_of" else "greatest"
        encoder.define(OperationResult((*names, result), kind))
        return result

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

    def encode(self, encoder: Encoder) -> str:
        shift, name = 0, self.index.variable_name
        if name is None and len(self.index.terms) == 1:
            ((atom, factor),) = self.index.terms
            if factor == 1:  # array[x - 1]: the array begins at 1
                name, shift = encoder.variable_for_atom(atom), -self.index.constant
        if name is None:
            name = encoder.variable_for(self.index)
        result = encoder.new_expression_variable(self, self.possible_values(encoder.domains))
        places = encoder.domains[name]
        if (constants := self.constants) is not None:
            rows = frozenset((i, constants[i - shift]) for i in places)
            encoder.define(Table((name, result), rows))
        else:
            entries = tuple(map(encoder.variable_for, self.array))
            encoder.define(Element(entries, name, result, shift))
        return result

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

    def encode(self, encoder: Encoder) -> str:
        names = tuple(map(encoder.variable_for, self.of))
        result = encoder.new_expression_variable(self, self.possible_values(encoder.domains))
        encoder.define(Count(names, self.values, "==", result))
        return result

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

    def encode(self, encoder: Encoder) -> str:
        """Add up the truths that each value occurs.

        Over wide domains, the truths that each expression differs from those before it.
        """
        names = tuple(dict.fromkeys(map(encoder.variable_for, self.of)))
        values = union(encoder.domains[name] for name in names)
        pairs, total = len(names) * (len(names) - 1) // 2, 0
        truths: list[Constraint]
        if len(values) > max(MOST_COUNTED_VALUES, pairs):
            check_size(pairs, f"the pairs of {self}")
            total, sign = len(names), -1
            truths = [
                AnyOf(tuple((Linear((name, other), (1, -1), "==", 0),) for other in names[:i]))
                for i, name in enumerate(names[1:], 1)
            ]
        else:
            check_size(len(values) * len(names), f"the values of {self}")
            sign, truths = 1, [Count(names, frozenset({value}), ">=", 1) for value in values]
        result = encoder.new_expression_variable(self, self.possible_values(encoder.domains))
        terms = tuple((Truth(each), sign) for each in truths)
        for part in encoder.linear_constraints(Affine(((result, -1), *terms)), "==", -total):
            encoder.define(part)
        return result

    def __str__(self) -> str:
        return f"nvalue_of({few_text(self.of)})"


def few_text(operands: Sequence[Affine]) -> str:
    """Return some expressions as a list in text: of more than six, the first four and the last."""
    few = operands if len(operands) <= 6 else (*operands[:4], "...", operands[-1])
    return f"[{', '.join(map(str, few))}]"
