"""Constraints on how often values occur.

- Among: the number of some expressions that take one of some values is between two bounds.
- Cardinality: how often each of some values occurs ("global cardinality").
- NValue: how many different values some expressions take.  Source: Pachet and Roy, "Automatic
  generation of music programs", CP 1999.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y = Variable("x"), Variable("y")
>>> Among([x, y + 1], [2, 4], 1, 1).holds({"x": 2, "y": 2})
True
>>> x, y, z, n = map(Variable, "xyzn")
>>> twice = Cardinality([x, y, z], [1, 5], [2, n])
>>> twice.holds({"x": 1, "y": 5, "z": 1, "n": 1})
True
>>> twice.formula
'cardinality([x, y, z], {1: 2, 5: n})'
>>> x, y, z = map(Variable, "xyz")
>>> NValue([x, y, z], 2).holds({"x": 4, "y": 7, "z": 4})
True

Constraints that expressions are all different or all equal.

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

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise

from nonet.deadline import check_size, listed
from nonet.errors import ModelError
from nonet.model.constraints.all_different import AllDifferent
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.count import Count
from nonet.model.constraints.linear import Linear
from nonet.model.domain import union
from nonet.model.expressions.affine import Affine, minus
from nonet.model.expressions.composed import Composed, global_constraint, list_text, values_of
from nonet.model.expressions.encoding import Encoder, false_constraint
from nonet.model.expressions.logic import AllOf, Compare
from nonet.model.expressions.operations import Occurrences, Truth
from nonet.model.integers import checked_integer, checked_integers, short_repr


@global_constraint
class Among(Composed):
    """From ``least`` to ``most`` expressions take a value of ``chosen``."""

    of: tuple[Affine, ...]
    chosen: frozenset[int]
    least: int
    most: int

    def _check_fields(self) -> None:
        object.__setattr__(
            self, "chosen", frozenset(checked_integers(self._numbers(self.chosen), self, "value"))
        )
        object.__setattr__(self, "least", checked_integer(self.least, self, "smallest number"))
        object.__setattr__(self, "most", checked_integer(self.most, self, "largest number"))

    def holds(self, assignment: Assignment) -> bool:
        number = sum(value in self.chosen for value in values_of(self.of, assignment))
        return self.least <= number <= self.most

    @property
    def formula(self) -> str:
        chosen = ", ".join(map(str, sorted(self.chosen)))
        return f"among({list_text(self.of)}, {{{chosen}}}, {self.least}, {self.most})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        names = tuple(map(encoder.variable_for, self.of))
        if self.least == self.most:
            yield Count(names, self.chosen, "==", self.least)
        else:
            yield Count(names, self.chosen, ">=", self.least)
            yield Count(names, self.chosen, "<=", self.most)


MOST_SUM = 1 << 20
"""Largest sum of the variables for which implied sums are posted: numbers that every solver takes."""


@global_constraint
class Cardinality(Composed):
    """``value[i]`` occurs ``number[i]`` times; where ``closed``, no other value occurs."""

    of: tuple[Affine, ...]
    value: tuple[int, ...]
    number: tuple[Affine, ...]
    closed: bool = False

    def _check_fields(self) -> None:
        object.__setattr__(
            self, "value", checked_integers(self._numbers(self.value), self, "value")
        )
        if len(self.value) != len(self.number):
            raise ModelError(
                f"{self.description}: {len(self.value)} values but {len(self.number)} numbers"
            )
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
class NValue(Composed):
    """The expressions take ``number`` different values."""

    of: tuple[Affine, ...]
    number: Affine

    def holds(self, assignment: Assignment) -> bool:
        return len(set(values_of(self.of, assignment))) == self.number.value(assignment)

    @property
    def formula(self) -> str:
        return f"nvalue({list_text(self.of)}, {self.number})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        """The truths that each value occurs add up to the number.

        Over wide domains, the truths that each expression differs from those before it.
        """
        values = union(part.possible_values(encoder.domains) for part in self.of)
        pairs = len(self.of) * (len(self.of) - 1) // 2
        if len(values) > max(MOST_COUNTED_VALUES, pairs):
            check_size(pairs, f"the pairs of {self.description}")
            names = tuple(dict.fromkeys(map(encoder.variable_for, self.of)))
            first = [
                Truth(AllOf(tuple(Linear((name, other), (1, -1), "!=", 0) for other in names[:i])))
                for i, name in enumerate(names[1:], 1)
            ]
            number = Affine(tuple((truth, 1) for truth in first), 1)
            return encoder.linear_constraints(minus(number, self.number), "==", 0)
        check_size(len(values) * len(self.of), f"the values of {self.description}")
        occurs = tuple(
            (Truth(Compare(Affine(((Occurrences(self.of, frozenset((v,))), 1),)), ">=", 1)), 1)
            for v in values
        )
        return encoder.linear_constraints(minus(Affine(occurs), self.number), "==", 0)


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
