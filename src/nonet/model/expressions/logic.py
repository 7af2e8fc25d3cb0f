"""Logic: comparisons of expressions, and ``& | ~ ^``, ``implies`` and ``iff`` of constraints.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y = Variable("x"), Variable("y")
>>> rule = (x == 1).implies(y >= 3) & ~(x * y == 8)
>>> rule.formula
'(x == 1).implies(y >= 3) & ~(x * y == 8)'
>>> rule.holds({"x": 1, "y": 3}), rule.holds({"x": 1, "y": 2}), rule.holds({"x": 2, "y": 4})
(True, False, False)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from nonet.errors import ModelError
from nonet.model.annotation import UNNAMED
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.linear import COMPARE, Comparison, check_comparison
from nonet.model.domain import Domain
from nonet.model.expressions.affine import Affine, ranges, words
from nonet.model.expressions.composed import Composed
from nonet.model.expressions.operations import Remainder, Truth
from nonet.model.expressions.opposite import flipped
from nonet.model.integers import integer

if TYPE_CHECKING:
    from nonet.model.expressions.telling import Telling


@dataclass(frozen=True)
class Compare(Composed):
    """``expression  op  constant``, where the expression is more than a weighted sum."""

    expression: Affine
    op: Comparison
    constant: int

    def __post_init__(self) -> None:
        self._affine("expression")
        check_comparison(self.op, self)
        object.__setattr__(self, "constant", integer(self.constant, self, "constant"))
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        return COMPARE[self.op](self.expression.value(assignment), self.constant)

    def fit(self, domains: Mapping[str, Domain]) -> None:
        """Its parts have values; the sum itself may be of any size."""
        if not self.scope:
            raise ModelError(f"{self.formula} speaks of no variable")
        self.expression.fit(ranges(domains, self.scope))

    @property
    def formula(self) -> str:
        return f"{self.expression} {self.op} {self.constant}"

    def tests(self, telling: Telling) -> Iterable[Constraint]:
        return telling.linear(self.expression, self.op, self.constant)

    def refuted(self, telling: Telling) -> list[Constraint]:
        op, constant = flipped(self.op, self.constant)
        return telling.linear(self.expression, op, constant)


@dataclass(frozen=True)
class Not(Composed):
    """The constraint does not hold."""

    part: Constraint
    joins: ClassVar[tuple[str, ...]] = ("part",)

    def holds(self, assignment: Assignment) -> bool:
        return not self.part.holds(assignment)

    @property
    def formula(self) -> str:
        return f"~({words(self.part)})"

    def tests(self, telling: Telling) -> Iterable[Constraint]:
        return telling.failing(self.part)

    def refuted(self, telling: Telling) -> list[Constraint]:
        return telling.holding(self.part)


@dataclass(frozen=True)
class AllOf(Composed):
    """All of some constraints hold."""

    all_of: tuple[Constraint, ...]
    joins: ClassVar[tuple[str, ...]] = ("all_of",)

    def holds(self, assignment: Assignment) -> bool:
        return all(part.holds(assignment) for part in self.all_of)

    @property
    def formula(self) -> str:
        return " & ".join(_bracketed(part) for part in self.all_of)

    def tests(self, telling: Telling) -> Iterable[Constraint]:
        return self.all_of


@dataclass(frozen=True)
class Implies(Composed):
    """Where the first holds, the second does too."""

    first: Constraint
    second: Constraint
    joins: ClassVar[tuple[str, ...]] = ("first", "second")

    def holds(self, assignment: Assignment) -> bool:
        return not self.first.holds(assignment) or self.second.holds(assignment)

    @property
    def formula(self) -> str:
        return f"({words(self.first)}).implies({words(self.second)})"

    def tests(self, telling: Telling) -> Iterable[Constraint]:
        return (AnyOf(((Not(self.first),), (self.second,))),)

    def refuted(self, telling: Telling) -> list[Constraint]:
        return [*telling.holding(self.first), *telling.failing(self.second)]


@dataclass(frozen=True)
class Iff(Composed):
    """Both hold, or neither does."""

    first: Constraint
    second: Constraint
    joins: ClassVar[tuple[str, ...]] = ("first", "second")

    def holds(self, assignment: Assignment) -> bool:
        return self.first.holds(assignment) == self.second.holds(assignment)

    @property
    def formula(self) -> str:
        return f"({words(self.first)}).iff({words(self.second)})"

    def tests(self, telling: Telling) -> Iterable[Constraint]:
        both = Affine(((Truth(self.first), 1), (Truth(self.second), -1)))
        return telling.linear(both, "==", 0) if self.first != self.second else ()


@dataclass(frozen=True)
class Xor(Composed):
    """An odd number of some constraints holds: of two, one and not the other."""

    of: tuple[Constraint, ...]
    joins: ClassVar[tuple[str, ...]] = ("of",)

    def holds(self, assignment: Assignment) -> bool:
        return sum(part.holds(assignment) for part in self.of) % 2 == 1

    @property
    def formula(self) -> str:
        return " ^ ".join(_bracketed(part) for part in self.of)

    def tests(self, telling: Telling) -> Iterable[Constraint]:
        truths = Counter(map(Truth, self.of))
        total = Affine(tuple((truth, 1) for truth, times in truths.items() if times % 2))
        if len(total.terms) < 3:
            return telling.linear(total, "==", 1)
        return telling.linear(Affine(((Remainder(total, Affine((), 2)), 1),)), "==", 1)


def both(one: Constraint, other: Constraint) -> Constraint:
    """``one & other``; of more, one conjunction."""
    parts = [*_parts(one, AllOf, "all_of"), *_parts(other, AllOf, "all_of")]
    return AllOf(tuple(parts))


def either(one: Constraint, other: Constraint) -> Constraint:
    """``one | other``; of more, one disjunction."""
    groups: list[tuple[Constraint, ...]] = []
    for part in (one, other):
        if isinstance(part, AnyOf) and part.rule == UNNAMED:
            groups += part.groups
        elif isinstance(part, AllOf) and part.rule == UNNAMED:
            groups.append(part.all_of)
        else:
            groups.append((part,))
    return AnyOf(tuple(groups))


def odd(one: Constraint, other: Constraint) -> Constraint:
    """``one ^ other``; of more, an odd number of them."""
    return Xor((*_parts(one, Xor, "of"), *_parts(other, Xor, "of")))


def _parts(part: Constraint, kind: type[Constraint], name: str) -> tuple[Constraint, ...]:
    if isinstance(part, kind) and part.rule == UNNAMED:
        return getattr(part, name)  # type: ignore[no-any-return]
    return (part,)


def _bracketed(part: Constraint) -> str:
    text = words(part)
    return text if isinstance(part, Not | Implies | Iff) else f"({text})"
