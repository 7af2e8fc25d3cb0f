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
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from nonet.deadline import check_size
from nonet.errors import ModelError
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
from nonet.model.expressions.encoding import Encoder
from nonet.model.expressions.logic import AllOf, Compare
from nonet.model.expressions.operations import Occurrences, Truth
from nonet.model.globals.equality import MOST_COUNTED_VALUES
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
