"""Constraints on how often values occur, or that expressions are all different or all equal.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y, z, n = map(Variable, "xyzn")
>>> twice = Cardinality([x, y, z], [1, 5], [2, n])
>>> twice.formula, twice.holds({"x": 1, "y": 5, "z": 1, "n": 1})
('cardinality([x, y, z], {1: 2, 5: n})', True)
>>> Distinct([x, y + 1, 2 * z]).holds({"x": 1, "y": 1, "z": 2})
True
>>> AllEqual([x, y + 1]).holds({"x": 3, "y": 2})
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from typing import Any

from nonet.deadline import listed
from nonet.errors import ModelError
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.primitives import AllDifferent, AnyOf, Count, Linear, Table
from nonet.model.domain import union
from nonet.model.expressions.affine import Affine, minus
from nonet.model.expressions.composed import Composed, global_constraint, list_text, values_of
from nonet.model.expressions.encoding import MOST_COUNTED_VALUES, Encoder, false_constraint
from nonet.model.integers import checked_integers, short_repr

MOST_SUM = 1 << 20
"""Largest sum of the variables for which implied sums are posted: numbers that every solver takes."""


@global_constraint
class Cardinality(Composed):
    """``value[i]`` occurs ``number[i]`` times; where ``closed``, no other value occurs."""

    parallel = ("value", "number")
    of: tuple[Affine, ...]
    value: tuple[int, ...]
    number: tuple[Affine, ...]
    closed: bool = False

    def _check_fields(self) -> None:
        if len(set(self.value)) < len(self.value):
            raise ModelError(
                f"{self.description}: a value is listed twice: {short_repr(self.value)}"
            )

    def holds(self, assignment: Assignment) -> bool:
        values = values_of(self.of, assignment)
        return (not self.closed or set(values) <= set(self.value)) and all(
            values.count(value) == number.value(assignment)
            for value, number in zip(self.value, self.number, strict=True)
        )

    @property
    def formula(self) -> str:
        pairs = zip(self.value, self.number, strict=True)
        numbers = ", ".join(f"{value}: {number}" for value, number in pairs)
        return f"cardinality({list_text(self.of)}, {{{numbers}}}{', closed=True' * self.closed})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        names = tuple(map(encoder.variable_for, self.of))
        if not names:
            for number in self.number:
                yield from encoder.linear_constraints(number, "==", 0)
            return
        if self.closed:
            yield Count(names, frozenset(self.value), "==", len(names))
        numbers = [encoder.variable_for(n) if n.terms else n.constant for n in self.number]
        for value, how_many in zip(self.value, numbers, strict=True):
            yield Count(names, frozenset({value}), "==", how_many)
        values = frozenset(self.value)
        if self.closed or all(values.issuperset(encoder.domains[name]) for name in names):
            yield from _implied_sums(names, dict(zip(self.value, numbers, strict=True)))


def _implied_sums(names: tuple[str, ...], numbers: Mapping[int, int | str]) -> Iterator[Constraint]:
    """Yield what follows where no other value occurs: as many occurrences as variables, and the sum
    of the variables.  No count sees either; a magic sequence of 100 takes 12 s without them.
    """
    counted = {value: name for value, name in numbers.items() if isinstance(name, str)}
    fixed = {value: number for value, number in numbers.items() if isinstance(number, int)}
    if not counted or len(names) * max(map(abs, numbers)) > MOST_SUM:
        return
    ones, minus = (1,) * len(counted), (-1,) * len(names)
    yield Linear(tuple(counted.values()), ones, "==", len(names) - sum(fixed.values()))
    constant = -sum(value * number for value, number in fixed.items())
    yield Linear((*counted.values(), *names), (*counted, *minus), "==", constant)


@global_constraint
class Distinct(Composed):
    """The expressions take different values, or values of ``except_values``."""

    method = "all_different"
    of: tuple[Affine, ...]
    except_values: frozenset[int] = frozenset()

    def _check_fields(self) -> None:
        values: Any = self.except_values
        several = (
            values if isinstance(values, Iterable) and not isinstance(values, str) else [values]
        )
        numbers = checked_integers(self._numbers(several), self, "value that may occur again")
        object.__setattr__(self, "except_values", frozenset(numbers))
        if self.except_values:
            return
        if len(set(self.of)) < len(self.of) and (
            twice := next((p for p in self.of if p.terms and self.of.count(p) > 1), None)
        ):
            raise ModelError(
                f"{self.description}: {twice} cannot differ from itself (listed twice)"
            )

    def holds(self, assignment: Assignment) -> bool:
        values = [
            value for value in values_of(self.of, assignment) if value not in self.except_values
        ]
        return len(set(values)) == len(values)

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        names = tuple(map(encoder.variable_for, self.of))
        if not self.except_values:
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
            if value not in self.except_values
        ]

    def _pairwise(self, names: tuple[str, ...], pairs: int) -> Iterator[Constraint]:
        """Yield that any two differ, or the first is an exception: a size without the values."""
        what = f"the pairs of {self.description}"
        for first, second in listed(combinations(names, 2), pairs, what):
            exempt = Table((first,), frozenset((value,) for value in self.except_values))
            if first == second:  # two that are written differently are one
                yield exempt
            else:
                yield AnyOf(((exempt,), (Linear((first, second), (1, -1), "!=", 0),)))


@global_constraint
class AllEqual(Composed):
    """All the expressions take one value."""

    method = "all_equal"
    of: tuple[Affine, ...]

    def holds(self, assignment: Assignment) -> bool:
        return len(set(values_of(self.of, assignment))) <= 1

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        for first, second in pairwise(self.of):
            yield from encoder.linear_constraints(minus(first, second), "==", 0)
