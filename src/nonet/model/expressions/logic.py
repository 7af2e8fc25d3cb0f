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
from math import isqrt
from typing import ClassVar

from nonet.model.constraints.base import (
    UNNAMED,
    Assignment,
    Constraint,
    ConstraintInput,
    constant_constraint,
    structurally_equal,
)
from nonet.model.constraints.primitives import COMPARE, AnyOf, Comparison, Count, check_comparison
from nonet.model.domain import Domain
from nonet.model.expressions.affine import (
    Affine,
    Operation,
    cached_domains,
    formula_text,
)
from nonet.model.expressions.arithmetic import checked_constraint
from nonet.model.expressions.composed import Composed
from nonet.model.expressions.encoding import Encoder, negated_comparison
from nonet.model.expressions.operations import (
    Absolute,
    Greatest,
    Least,
    Occurrences,
    Product,
    Remainder,
    Truth,
)


@dataclass(frozen=True)
class Compare(Composed):
    """``expression  op  constant``, where the expression is more than a weighted sum."""

    expression: Affine
    op: Comparison
    constant: int

    def _check_fields(self) -> None:
        check_comparison(self.op, self)

    def holds(self, assignment: Assignment) -> bool:
        return COMPARE[self.op](self.expression.value(assignment), self.constant)

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        """Its parts have values; the sum itself may be of any size."""
        self.expression.check_domains(cached_domains(domains, self.scope))

    @property
    def formula(self) -> str:
        return f"{self.expression} {self.op} {self.constant}"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        form = exact_form(self.expression, self.op, self.constant)
        if form is not None:
            return (form,)
        (atom, factor), *others = self.expression.terms or (("", 0),)
        limit = self.constant - self.expression.constant
        if isinstance(atom, Occurrences) and factor == 1:  # a count without a variable for it
            names = tuple(map(encoder.variable_for, atom.of))
            if not others:
                return (Count(names, atom.values, self.op, limit),)
            (other, weight), *more = others
            if isinstance(other, str) and weight == -1 and not more and not limit:
                return (Count(names, atom.values, self.op, other),)
        return encoder.linear_constraints(self.expression, self.op, self.constant)

    def negation(self, encoder: Encoder) -> list[Constraint]:
        op, constant = negated_comparison(self.op, self.constant)
        return encoder.encode_true(Compare(self.expression, op, constant))


def comparison(expression: Affine, op: Comparison, constant: int, owner: object | None) -> Compare:
    """Return a comparison of an expression of a builder's variables."""
    compare = Compare(expression, op, constant)
    compare.set_owner(owner)
    return compare


def exact_form(expression: Affine, op: Comparison, constant: int) -> Constraint | None:
    """Return what a comparison of one operation with a constant says of the operands; ``None`` for
    another comparison.

    >>> from nonet.model.expressions.arithmetic import Variable, as_affine
    >>> x, y = Variable("x"), Variable("y")
    >>> for op in ("==", "!=", "<=", ">="):
    ...     print(exact_form(as_affine(abs(x - y)), op, 2).formula)
    (x - y == 2) | (x - y == -2)
    (x - y != 2) & (x - y != -2)
    (x - y <= 2) & (x - y >= -2)
    (x - y >= 2) | (x - y <= -2)
    """
    compared = compared_operation(expression, op, constant)
    if compared is None or isinstance(compared, bool):
        return None if compared is None else constant_constraint(compared)
    operation, op, bound = compared
    if isinstance(operation, Least | Greatest):
        return _extreme_form(operation, op, bound)
    ball = radius(operation, op, bound)
    if ball is None or isinstance(ball, bool):
        return None if ball is None else constant_constraint(ball)
    operand, op, distance = ball
    if not distance and op in ("==", "!="):
        return Compare(operand, op, 0)
    ends = (Compare(operand, op, distance), Compare(operand, TURNED[op], -distance))
    return AllOf(ends) if op in ("!=", "<=") else AnyOf(tuple((end,) for end in ends))


def _extreme_form(operation: Operation, op: Comparison, bound: int) -> Constraint:
    """The comparison of a least or a greatest value: of all operands, of any operand, or of both."""
    inwards: Comparison = "<=" if isinstance(operation, Greatest) else ">="
    step = 1 if inwards == "<=" else -1
    operands = tuple(part for part in operation.operands if isinstance(part, Affine))

    def every(limit: int) -> Constraint:
        return conjunction_of(Compare(part, inwards, limit) for part in operands)

    def some(comparison: Comparison, limit: int) -> Constraint:
        return disjunction_of(Compare(part, comparison, limit) for part in operands)

    if op == "==":
        return conjunction_of((every(bound), some("==", bound)))
    if op == "!=":
        return disjunction_of((every(bound - step), some(TURNED[inwards], bound + step)))
    return every(bound) if op == inwards else some(op, bound)


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
        if structurally_equal(self.first, self.second):
            return ()
        return encoder.linear_constraints(both, "==", 0)

    @classmethod
    def compared(cls, first: Constraint, second: Constraint) -> Iff:
        """Return ``first == second`` without a check of depth and builders.

        Dictionaries compare any two keys; the checks are made where the result is used.
        """
        scope = tuple(dict.fromkeys(first.scope + second.scope))
        iff = cls.unchecked(scope=scope, rule=UNNAMED, first=first, second=second)
        owners = {first.owner, second.owner} - {None}
        if owners:  # two builders are no builder
            iff.__dict__["_owner"] = owners.pop() if len(owners) == 1 else tuple(owners)
        return iff

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        self.check_limits()
        super().check_domains(domains)

    def __bool__(self) -> bool:
        """Say whether both sides are one constraint, as dictionaries and sets ask of equal hashes.

        Raise ``ModelError`` for different constraints: only a solution says whether they agree.
        """
        is_one = _are_one(self.first, self.second)
        return super().__bool__() if is_one is None else is_one


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

    def __bool__(self) -> bool:
        is_one = _are_one(*self.of) if len(self.of) == 2 else None
        return super().__bool__() if is_one is None else not is_one

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        truths = Counter(map(Truth, self.of))
        total = Affine(tuple((truth, 1) for truth, times in truths.items() if times % 2))
        if len(total.terms) < 3:
            return encoder.linear_constraints(total, "==", 1)
        return encoder.linear_constraints(Affine(((Remainder(total, Affine((), 2)), 1),)), "==", 1)


def as_constraint(value: ConstraintInput) -> Constraint:
    """Return a constraint, as ``checked_constraint`` does; of a sequence, the constraint that all
    hold."""
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping):
        return conjunction_of(getattr(value, "flat", value))
    return checked_constraint(value)


def conjunction_of(parts: Iterable[ConstraintInput]) -> Constraint:
    """Return the constraint that all parts hold; without a part, it always holds."""
    constraints = [as_constraint(part) for part in parts]
    remaining = tuple(part for part in constraints if part.scope)
    if not all(part.holds({}) for part in constraints if not part.scope):
        return constant_constraint(False)
    if not remaining:
        return constant_constraint(True)
    return remaining[0] if len(remaining) == 1 else AllOf(remaining)


def disjunction_of(groups: Iterable[ConstraintInput]) -> Constraint:
    """Return the constraint that some group holds; without a group, it never holds."""
    constraints = [as_constraint(group) for group in groups]
    remaining = [part for part in constraints if part.scope]
    if any(part.holds({}) for part in constraints if not part.scope):
        return constant_constraint(True)
    if not remaining:
        return constant_constraint(False)
    return AnyOf(tuple(map(_group, remaining)))


def _group(part: Constraint) -> tuple[Constraint, ...]:
    return part.all_of if isinstance(part, AllOf) and part.rule == UNNAMED else (part,)


def conjunction(first: Constraint, second: ConstraintInput) -> Constraint:
    """``one & other``; of more, one conjunction."""
    second = as_constraint(second)
    if not (first.scope and second.scope):
        return conjunction_of((first, second))
    parts = [*_joined_parts(first, AllOf, "all_of"), *_joined_parts(second, AllOf, "all_of")]
    return AllOf(tuple(parts))


def disjunction(first: Constraint, second: ConstraintInput) -> Constraint:
    """``one | other``; of more, one disjunction."""
    second = as_constraint(second)
    if not first.scope or not second.scope:
        constant, other = (second, first) if first.scope else (first, second)
        return constant_constraint(True) if constant.holds({}) else other
    groups: list[tuple[Constraint, ...]] = []
    for part in (first, second):
        if isinstance(part, AnyOf) and part.rule == UNNAMED:
            groups += part.groups
        else:
            groups.append(_group(part))
    return AnyOf(tuple(groups))


def negation(part: Constraint) -> Constraint:
    """``~part``."""
    return Not(part) if part.scope else constant_constraint(not part.holds({}))


def exclusive_or(first: Constraint, second: ConstraintInput) -> Constraint:
    """Return ``one ^ other``; for more constraints, the constraint that an odd number holds."""
    second = as_constraint(second)
    if not first.scope or not second.scope:
        constant, other = (second, first) if first.scope else (first, second)
        return negation(other) if constant.holds({}) else other
    return Xor((*_joined_parts(first, Xor, "of"), *_joined_parts(second, Xor, "of")))


def implication(first: Constraint, second: ConstraintInput) -> Constraint:
    """``first.implies(second)``."""
    second = as_constraint(second)
    if not first.scope:
        return second if first.holds({}) else constant_constraint(True)
    if not second.scope:
        return constant_constraint(True) if second.holds({}) else Not(first)
    return Implies(first, second)


def equivalence(first: Constraint, second: ConstraintInput) -> Constraint:
    """``first.iff(second)``, and ``first == second``."""
    second = as_constraint(second)
    if first.scope and second.scope:
        return Iff.compared(first, second)
    return negation(exclusive_or(first, second))


def _are_one(first: Constraint, second: Constraint) -> bool | None:
    """Return whether two constraints have equal fields; ``None`` if their hashes differ too."""
    if structurally_equal(first, second):
        return True
    return False if hash(first) == hash(second) else None


def _joined_parts(part: Constraint, kind: type[Constraint], name: str) -> tuple[Constraint, ...]:
    if isinstance(part, kind) and part.rule == UNNAMED:
        return getattr(part, name)  # type: ignore[no-any-return]
    return (part,)


def _bracketed(part: Constraint) -> str:
    text = formula_text(part)
    return text if isinstance(part, Not | Implies | Iff) else f"({text})"


TURNED: dict[str, Comparison] = {"==": "==", "!=": "!=", "<=": ">=", ">=": "<="}
"""The comparison of the opposite of a number with the opposite of a constant."""


def compared_operation(
    expression: Affine, op: Comparison, constant: int
) -> tuple[Operation, Comparison, int] | bool | None:
    """Return what a comparison says of its only operation, as an operation, a comparison and a bound.

    ``True`` or ``False`` for a comparison that always or never holds, since the operation is of
    integers; ``None`` where the expression is not one operation with an exact form.
    """
    if len(expression.terms) != 1:
        return None
    ((atom, factor),) = expression.terms
    if not isinstance(atom, Absolute | Least | Greatest) and not (
        isinstance(atom, Product) and atom.left == atom.right
    ):
        return None
    if not factor:
        return None
    bound, remainder = divmod(constant - expression.constant, factor)  # rounded down
    if op in ("==", "!="):
        return op == "!=" if remainder else (atom, op, bound)
    turned = TURNED[op] if factor < 0 else op
    return atom, turned, bound + (turned == ">=" and remainder != 0)


def radius(
    operation: Operation, op: Comparison, bound: int
) -> tuple[Affine, Comparison, int] | bool | None:
    """Return the operand, and how its absolute value compares, for an absolute value or a square.

    ``True`` or ``False`` for a comparison that always or never holds, ``None`` for another operation.
    """
    if isinstance(operation, Absolute):
        operand, distance, is_exact = operation.of, bound, True
    elif isinstance(operation, Product):
        operand, distance = operation.left, isqrt(max(bound, 0))
        is_exact = distance**2 == bound
        distance += op == ">=" and not is_exact
    else:
        return None
    if op == ">=" and bound <= 0:
        return True
    if bound < 0 or (op in ("==", "!=") and not is_exact):
        return op == "!="
    return operand, op, distance
