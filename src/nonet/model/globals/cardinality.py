"""Cardinality: how often each of some values occurs ("global cardinality").

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y, z, n = map(Variable, "xyzn")
>>> twice = Cardinality([x, y, z], [1, 5], [2, n])
>>> twice.holds({"x": 1, "y": 5, "z": 1, "n": 1})
True
>>> twice.formula
'cardinality([x, y, z], {1: 2, 5: n})'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.errors import ModelError
from nonet.model.annotation import Annotation
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.count import Count
from nonet.model.constraints.linear import Linear
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.composed import Composed, ExpressionInput, list_text, values_of
from nonet.model.expressions.encoding import Encoder
from nonet.model.integers import checked_integers, short_repr

MOST_SUM = 1 << 20
"""Largest sum of the variables for which implied sums are posted: numbers that every solver takes."""


@dataclass(frozen=True)
class Cardinality(Composed):
    """``value[i]`` occurs ``number[i]`` times; where ``closed``, no other value occurs."""

    of: tuple[Affine, ...]
    value: tuple[int, ...]
    number: tuple[Affine, ...]
    closed: bool = False

    if TYPE_CHECKING:

        def __init__(
            self,
            of: Iterable[ExpressionInput],
            value: Iterable[int],
            number: Iterable[ExpressionInput],
            closed: bool = ...,
            *,
            rule: Annotation = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        self._convert_nonempty_field("of")
        object.__setattr__(
            self, "value", checked_integers(self._numbers(self.value), self, "value")
        )
        self._convert_sequence_field("number")
        object.__setattr__(self, "closed", bool(self.closed))
        if len(self.value) != len(self.number) or not self.value:
            raise ModelError(
                f"{self.description}: {len(self.value)} values but {len(self.number)} numbers"
            )
        if len(set(self.value)) < len(self.value):
            raise ModelError(
                f"{self.description}: a value is listed twice: {short_repr(self.value)}"
            )
        super().__post_init__()

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
