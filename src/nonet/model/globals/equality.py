"""Constraints that expressions are all different or all equal.

- Distinct: expressions take different values, except a value that may occur again.
- AllEqual: expressions take one value.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y, z = map(Variable, "xyz")
>>> Distinct([x, y + 1, 2 * z]).holds({"x": 1, "y": 1, "z": 2})
True
>>> Distinct([x, y, z], except_value=0).formula
'all_different([x, y, z], except_value=0)'
>>> AllEqual([Variable("x"), Variable("y") + 1]).holds({"x": 3, "y": 2})
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise

from nonet.deadline import listed
from nonet.errors import ModelError
from nonet.model.constraints.all_different import AllDifferent
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.count import Count
from nonet.model.constraints.linear import Linear
from nonet.model.domain import union
from nonet.model.expressions.affine import Affine, minus
from nonet.model.expressions.composed import (
    Composed,
    global_constraint,
    list_text,
    values_of,
)
from nonet.model.expressions.encoding import Encoder, false_constraint
from nonet.model.integers import checked_integer

MOST_COUNTED_VALUES = 256
"""Values up to which each is counted, which propagates more than pairs do; beyond, the smaller form."""


@global_constraint
class Distinct(Composed):
    """The expressions take different values, or the value ``except_value``."""

    of: tuple[Affine, ...]
    except_value: int | None = None

    def _check_fields(self) -> None:
        if self.except_value is not None:
            (named,) = self._numbers((self.except_value,))
            value = checked_integer(named, self, "value that may occur again")
            object.__setattr__(self, "except_value", value)
        elif len(set(self.of)) < len(self.of) and (
            twice := next((p for p in self.of if p.terms and self.of.count(p) > 1), None)
        ):
            raise ModelError(
                f"{self.description}: {twice} cannot differ from itself (listed twice)"
            )

    def holds(self, assignment: Assignment) -> bool:
        values = [value for value in values_of(self.of, assignment) if value != self.except_value]
        return len(set(values)) == len(values)

    @property
    def formula(self) -> str:
        but = "" if self.except_value is None else f", except_value={self.except_value}"
        return f"all_different({list_text(self.of)}{but})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        names = tuple(map(encoder.variable_for, self.of))
        if self.except_value is None:
            if len(set(names)) == len(names):
                return (AllDifferent(names),)
            return (false_constraint(encoder.domains),)  # two that are written differently are one
        values = union(encoder.domains[name] for name in names)
        pairs = len(names) * (len(names) - 1) // 2
        if len(values) > max(MOST_COUNTED_VALUES, pairs):
            return self._pairwise(names, pairs)
        return [
            Count(names, frozenset({value}), "<=", 1)
            for value in listed(values, len(values), f"the values of {self.description}")
            if value != self.except_value
        ]

    def _pairwise(self, names: tuple[str, ...], pairs: int) -> Iterator[Constraint]:
        """Yield that any two differ, or the first is the exception: a size without the values."""
        what = f"the pairs of {self.description}"
        for first, second in listed(combinations(names, 2), pairs, what):
            exempt = Linear((first,), (1,), "==", self.except_value or 0)
            if first == second:  # two that are written differently are one
                yield exempt
            else:
                yield AnyOf(((exempt,), (Linear((first, second), (1, -1), "!=", 0),)))


@global_constraint
class AllEqual(Composed):
    """All the expressions take one value."""

    of: tuple[Affine, ...]

    def holds(self, assignment: Assignment) -> bool:
        return len(set(values_of(self.of, assignment))) <= 1

    @property
    def formula(self) -> str:
        return f"all_equal({list_text(self.of)})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        for first, second in pairwise(self.of):
            yield from encoder.linear_constraints(minus(first, second), "==", 0)
