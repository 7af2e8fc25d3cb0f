"""The objective of a model, to be made smallest or largest: a weighted sum of its variables.

>>> cost = Objective("minimize", ("x", "y"), (2, 3), constant=1)
>>> cost.value({"x": 1, "y": 2}), str(cost)
(9, 'minimize 2 * x + 3 * y + 1')

Several objectives in the order of their importance are a :class:`LexicographicObjective`: a
weighted sum too, whose weights are so large that a better value of any objective counts more than
the values of all later objectives together.

An objective is data, like all parts of a model.  An expression that is not linear becomes a
variable first, and that variable the objective.  The value of a solution is computed here and
nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from nonet.errors import ModelError, quantity
from nonet.model.constraints.base import Annotation, Assignment, Constraint, variable_names
from nonet.model.constraints.primitives import Linear, merged_terms, weighted_sum
from nonet.model.domain import Domain, sum_bounds
from nonet.model.integers import checked_integer, checked_integers, short_repr, truncated

if TYPE_CHECKING:
    from nonet.model.expressions.arithmetic import Arithmetic

Sense = Literal["minimize", "maximize"]
"""Which end of an objective is wanted."""

MOST_SHOWN = 40
"""Characters of an objective's words that an answer shows."""


@dataclass(frozen=True)
class Objective:
    """``sum(coefficients[i] * scope[i]) + constant``, to be made smallest or largest.

    A variable listed twice is merged; a variable with coefficient 0 is dropped.  ``label`` is the
    name of the objective in answers.  Raises ``ModelError`` for an objective without a variable:
    then every solution is as good as any other.
    """

    sense: Sense
    scope: tuple[str, ...]
    coefficients: tuple[int, ...]
    constant: int = 0
    label: str = ""

    def __post_init__(self) -> None:
        if self.sense not in get_args(Sense):
            raise ModelError(
                f"an objective: {short_repr(self.sense)} is none of minimize, maximize"
            )
        if not isinstance(self.label, str):
            raise ModelError(f"an objective: its label is a text, not {short_repr(self.label)}")
        scope = variable_names(self.scope)
        coefficients = checked_integers(self.coefficients, "an objective", "coefficient")
        if len(scope) != len(coefficients):
            raise ModelError(
                f"an objective: {quantity(len(scope), 'variable')} "
                f"but {quantity(len(coefficients), 'coefficient')}"
            )
        merged = merged_terms(scope, coefficients)
        if not merged:
            raise ModelError(
                f"nothing to {self.sense}: the objective speaks of no variable, so every solution "
                "is as good as any other"
            )
        constant = checked_integer(self.constant, "an objective", "constant")
        coefficients = tuple(merged.values())
        self.__dict__.update(scope=tuple(merged), coefficients=coefficients, constant=constant)

    @classmethod
    def from_expression(
        cls, sense: Sense, expression: Arithmetic | int, label: str = ""
    ) -> Objective:
        """Return the objective of an expression; raise ``ModelError`` unless a weighted sum."""
        if isinstance(expression, Constraint):
            raise ModelError(
                f"{sense} takes a number, such as x + 2 * y, not a constraint: "
                f"{getattr(expression, 'formula', expression.description)}"
            )
        from nonet.model.expressions.arithmetic import as_affine

        affine = as_affine(expression)
        scope = tuple(atom for atom, _ in affine.terms if isinstance(atom, str))
        if len(scope) < len(affine.terms):
            raise ModelError(
                f"{sense} {affine}: an objective is a weighted sum of variables; a builder's "
                f"{sense} declares one for what is not"
            )
        factors = tuple(factor for _, factor in affine.terms)
        return cls(sense, scope, factors, affine.constant, label)

    @property
    def sign(self) -> int:
        """1 where small is good, -1 where large is."""
        return 1 if self.sense == "minimize" else -1

    @property
    def formula(self) -> str:
        """The sum as a formula."""
        text = weighted_sum(zip(self.scope, self.coefficients, strict=True))
        sign = "-" if self.constant < 0 else "+"
        return f"{text} {sign} {abs(self.constant)}" if self.constant else text

    @property
    def text(self) -> str:
        """The label, or the formula if there is no label: short, and in one line."""
        text = self.label or self.formula
        text = text if text.isprintable() else repr(text)[1:-1]
        return truncated(text, MOST_SHOWN)

    def __str__(self) -> str:
        return f"{self.sense} {self.text}"

    def value(self, assignment: Assignment) -> int:
        """Return the value of the sum in an assignment of its variables."""
        return self.constant + sum(
            c * assignment[name] for c, name in zip(self.coefficients, self.scope, strict=True)
        )

    def is_better(self, value: int, than: int | None) -> bool:
        """Whether a value is strictly better than another; any is better than none."""
        return than is None or self.sign * value < self.sign * than

    def better_value(self, value: int, other: int | None) -> int:
        """Return the better of two values; ``other`` may be ``None``."""
        return value if other is None or self.is_better(value, other) else other

    def tighter_bound(self, bound: int | None, other: int | None) -> int | None:
        """Return the tighter of two bounds on the best value; either may be ``None``."""
        if bound is None or other is None:
            return other if bound is None else bound
        return other if self.is_better(bound, other) else bound

    def best_and_worst(self, domains: Mapping[str, Domain]) -> tuple[int, int]:
        """The best and the worst value that the domains alone would allow."""
        terms = zip(self.coefficients, map(domains.__getitem__, self.scope), strict=True)
        low, high = sum_bounds(terms, self.constant)
        return (low, high) if self.sense == "minimize" else (high, low)

    def improvement_constraint(self, value: int) -> Linear:
        """The constraint that a solution is strictly better than ``value``."""
        op: Literal["<=", ">="] = "<=" if self.sense == "minimize" else ">="
        annotation = Annotation("objective", f"{self.text} better than {value}")
        constant = value - self.sign - self.constant
        return Linear(self.scope, self.coefficients, op, constant, rule=annotation)

    def equality_constraint(self, value: int) -> Linear:
        """The constraint that a solution has this value."""
        annotation = Annotation("objective", f"{self.text} of {value}")
        return Linear(self.scope, self.coefficients, "==", value - self.constant, rule=annotation)

    def optimality_constraints(self, value: int) -> tuple[Linear, ...]:
        """Return the constraints that a solution is as good as a solution of this value."""
        return (self.equality_constraint(value),)


@dataclass(frozen=True)
class LexicographicObjective(Objective):
    """Objectives in the order of their importance, and the weighted sum that orders solutions alike.

    ``levels`` are the objectives, the most important first, and ``ends`` the best and the worst
    value that the domains allow each.  The value of a solution is its distance from the best of
    each level, read as the digits of one number; ``level_values`` are the values of the levels.

    >>> x, y = Objective("minimize", ("x",), (1,)), Objective("maximize", ("y",), (1,))
    >>> both = LexicographicObjective.of((x, y), {"x": Domain.range(0, 9), "y": Domain.range(0, 5)})
    >>> str(both), both.formula
    ('minimize x, then maximize y', '-y + 6 * x + 5')
    >>> both.value({"x": 2, "y": 4}), both.level_values(13)
    (13, (2, 4))
    """

    levels: tuple[Objective, ...] = ()
    ends: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(
        cls, levels: Sequence[Objective], domains: Mapping[str, Domain]
    ) -> LexicographicObjective:
        """Return the objective of some levels over variables of these domains."""
        ends = tuple(level.best_and_worst(domains) for level in levels)
        scope: list[str] = []
        coefficients: list[int] = []
        constant, weight = 0, 1
        for level, (best, worst) in zip(reversed(levels), reversed(ends), strict=True):
            factor = weight * level.sign
            scope += level.scope
            coefficients += [factor * each for each in level.coefficients]
            constant += factor * (level.constant - best)
            weight *= abs(worst - best) + 1
        return cls(
            "minimize",
            tuple(scope),
            tuple(coefficients),
            constant,
            ", then ".join(map(str, levels)),
            tuple(levels),
            ends,
        )

    @property
    def text(self) -> str:
        """The levels as text: ``minimize x, then maximize y``."""
        return self.label

    def __str__(self) -> str:
        return self.label

    def level_values(self, value: int) -> tuple[int, ...]:
        """Return the value of each level in a solution of a value."""
        values = []
        levels = list(zip(self.levels, self.ends, strict=True))
        for level, (best, worst) in levels[:0:-1]:
            value, distance = divmod(value, abs(worst - best) + 1)
            values.append(best + level.sign * distance)
        values.append(self.ends[0][0] + self.levels[0].sign * value)
        return tuple(values[::-1])

    def value_of_levels(self, values: Sequence[int]) -> int:
        """Return the value of a solution whose levels have these values."""
        total = 0
        for level, (best, worst), value in zip(self.levels, self.ends, values, strict=True):
            total = total * (abs(worst - best) + 1) + level.sign * (value - best)
        return total

    def optimality_constraints(self, value: int) -> tuple[Linear, ...]:
        """Return the constraints that each level has its value of a solution of this value."""
        return tuple(map(Objective.equality_constraint, self.levels, self.level_values(value)))
