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
from nonet.model.cached_attribute import cached_attribute
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.linear import COMPARE, Comparison, Linear, check_comparison
from nonet.model.domain import Domain
from nonet.model.expressions.affine import (
    DEEPEST,
    MOST_PARTS,
    Affine,
    cached_domains,
    formula_text,
)
from nonet.model.expressions.composed import Composed
from nonet.model.expressions.negation import negated_comparison
from nonet.model.expressions.operations import Remainder, Truth
from nonet.model.integers import checked_integer

if TYPE_CHECKING:
    from nonet.model.expressions.encoding import Encoder


@dataclass(frozen=True)
class Compare(Composed):
    """``expression  op  constant``, where the expression is more than a weighted sum."""

    expression: Affine
    op: Comparison
    constant: int

    def __post_init__(self) -> None:
        self._convert_field("expression")
        check_comparison(self.op, self)
        object.__setattr__(self, "constant", checked_integer(self.constant, self, "constant"))
        super().__post_init__()

    @classmethod
    def of_expression(
        cls, expression: Affine, op: Comparison, constant: int, owner: object | None
    ) -> Compare:
        """Return a comparison of an expression as data, without the checks of user input."""
        if expression.depth >= DEEPEST or expression.size >= MOST_PARTS:
            return cls(expression, op, constant)  # an error
        compare = cls.unchecked(
            scope=expression.scope, rule=UNNAMED, expression=expression, op=op, constant=constant
        )
        if owner is not None:
            compare.__dict__["_owner"] = owner
        return compare

    @cached_attribute
    def operands(self) -> tuple[Affine | Constraint, ...]:
        """The expression."""
        return (self.expression,)

    @property
    def is_flat(self) -> bool:
        return not self.expression.depth

    def holds(self, assignment: Assignment) -> bool:
        return COMPARE[self.op](self.expression.value(assignment), self.constant)

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        """Its parts have values; the sum itself may be of any size."""
        if not self.scope:
            raise ModelError(f"{self.formula} speaks of no variable")
        self.expression.check_domains(cached_domains(domains, self.scope))

    @property
    def formula(self) -> str:
        return f"{self.expression} {self.op} {self.constant}"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        return encoder.linear_constraints(self.expression, self.op, self.constant)

    def negation(self, encoder: Encoder) -> list[Constraint]:
        op, constant = negated_comparison(self.op, self.constant)
        return encoder.linear_constraints(self.expression, op, constant)


@dataclass(frozen=True)
class Not(Composed):
    """The constraint does not hold."""

    part: Constraint
    constraint_fields: ClassVar[tuple[str, ...]] = ("part",)

    def holds(self, assignment: Assignment) -> bool:
        return not self.part.holds(assignment)

    @property
    def formula(self) -> str:
        return f"~({formula_text(self.part)})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        return encoder.encode_false(self.part)

    def negation(self, encoder: Encoder) -> list[Constraint]:
        return encoder.encode_true(self.part)


@dataclass(frozen=True)
class AllOf(Composed):
    """All of some constraints hold."""

    all_of: tuple[Constraint, ...]
    constraint_fields: ClassVar[tuple[str, ...]] = ("all_of",)

    def holds(self, assignment: Assignment) -> bool:
        return all(part.holds(assignment) for part in self.all_of)

    @property
    def formula(self) -> str:
        return " & ".join(_bracketed(part) for part in self.all_of)

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        return self.all_of


@dataclass(frozen=True)
class Implies(Composed):
    """Where the first holds, the second does too."""

    first: Constraint
    second: Constraint
    constraint_fields: ClassVar[tuple[str, ...]] = ("first", "second")

    def holds(self, assignment: Assignment) -> bool:
        return not self.first.holds(assignment) or self.second.holds(assignment)

    @property
    def formula(self) -> str:
        return f"({formula_text(self.first)}).implies({formula_text(self.second)})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        return (AnyOf(((Not(self.first),), (self.second,))),)

    def negation(self, encoder: Encoder) -> list[Constraint]:
        return [*encoder.encode_true(self.first), *encoder.encode_false(self.second)]


@dataclass(frozen=True)
class Iff(Composed):
    """Both hold, or neither does."""

    first: Constraint
    second: Constraint
    constraint_fields: ClassVar[tuple[str, ...]] = ("first", "second")

    def holds(self, assignment: Assignment) -> bool:
        return self.first.holds(assignment) == self.second.holds(assignment)

    @property
    def formula(self) -> str:
        return f"({formula_text(self.first)}).iff({formula_text(self.second)})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        both = Affine(((Truth(self.first), 1), (Truth(self.second), -1)))
        return encoder.linear_constraints(both, "==", 0) if self.first != self.second else ()


@dataclass(frozen=True)
class Xor(Composed):
    """An odd number of some constraints holds: of two, exactly one holds."""

    of: tuple[Constraint, ...]
    constraint_fields: ClassVar[tuple[str, ...]] = ("of",)

    def holds(self, assignment: Assignment) -> bool:
        return sum(part.holds(assignment) for part in self.of) % 2 == 1

    @property
    def formula(self) -> str:
        return " ^ ".join(_bracketed(part) for part in self.of)

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        truths = Counter(map(Truth, self.of))
        total = Affine(tuple((truth, 1) for truth, times in truths.items() if times % 2))
        if len(total.terms) < 3:
            return encoder.linear_constraints(total, "==", 1)
        return encoder.linear_constraints(Affine(((Remainder(total, Affine((), 2)), 1),)), "==", 1)


def conjunction(first: Constraint, second: Constraint) -> Constraint:
    """``one & other``; of more, one conjunction."""
    parts = [*_joined_parts(first, AllOf, "all_of"), *_joined_parts(second, AllOf, "all_of")]
    return AllOf(tuple(parts))


def disjunction(first: Constraint, second: Constraint) -> Constraint:
    """``one | other``; of more, one disjunction."""
    groups: list[tuple[Constraint, ...]] = []
    for part in (first, second):
        if type(part) is Linear:  # as most are
            groups.append((part,))
        elif isinstance(part, AnyOf) and part.rule == UNNAMED:
            groups += part.groups
        elif isinstance(part, AllOf) and part.rule == UNNAMED:
            groups.append(part.all_of)
        else:
            groups.append((part,))
    return AnyOf(tuple(groups))


def exclusive_or(first: Constraint, second: Constraint) -> Constraint:
    """Return ``one ^ other``; for more constraints, the constraint that an odd number holds."""
    return Xor((*_joined_parts(first, Xor, "of"), *_joined_parts(second, Xor, "of")))


def _joined_parts(part: Constraint, kind: type[Constraint], name: str) -> tuple[Constraint, ...]:
    if isinstance(part, kind) and part.rule == UNNAMED:
        return getattr(part, name)  # type: ignore[no-any-return]
    return (part,)


def _bracketed(part: Constraint) -> str:
    text = formula_text(part)
    return text if isinstance(part, Not | Implies | Iff) else f"({text})"
