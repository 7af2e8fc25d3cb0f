"""Constraints on an entry at a place.

- ElementOf: the entry at a place, both expressions; a place outside does not hold.
- Inverse: two sequences undo each other: ``forth[i] == j`` where ``back[j] == i``.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y = Variable("x"), Variable("y")
>>> ElementOf([7, 8, x], y, 8).holds({"x": 3, "y": 1})
True
>>> seat, guest = [Variable(f"s{i}") for i in range(2)], [Variable(f"g{i}") for i in range(2)]
>>> Inverse(seat, guest).holds({"s0": 1, "s1": 0, "g0": 1, "g1": 0})
True
"""

from __future__ import annotations

from collections.abc import Iterable

from nonet.errors import ModelError
from nonet.model.constraints.all_different import AllDifferent
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.element import Element
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.composed import (
    Composed,
    global_constraint,
    list_text,
    values_of,
)
from nonet.model.expressions.encoding import Encoder
from nonet.model.integers import checked_integer


@global_constraint
class ElementOf(Composed):
    """``array[index - first] == value``; where the index is outside, that does not hold.

    ``array[x]`` of an ``Array`` and ``element(array, x)`` are the expression for this entry, which
    always has a value: an index that can be outside is refused there.
    """

    array: tuple[Affine, ...]
    index: Affine
    is_value: Affine
    first: int = 0

    def _check_fields(self) -> None:
        if not self.array:
            raise ModelError(f"{self.description}: the array has no entry")
        object.__setattr__(self, "first", checked_integer(self.first, self, "first index"))

    def holds(self, assignment: Assignment) -> bool:
        place = self.index.value(assignment) - self.first
        return 0 <= place < len(self.array) and self.array[place].value(
            assignment
        ) == self.is_value.value(assignment)

    @property
    def formula(self) -> str:
        shift = f" - {self.first}" if self.first else ""
        return f"{list_text(self.array)}[{self.index}{shift}] == {self.is_value}"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        array = tuple(map(encoder.variable_for, self.array))
        index, value = encoder.variable_for(self.index), encoder.variable_for(self.is_value)
        return (Element(array, index, value, self.first),)


@global_constraint
class Inverse(Composed):
    """``forth[i] == j`` exactly where ``back[j] == i``, counted from 0."""

    forth: tuple[Affine, ...]
    back: tuple[Affine, ...]

    def _check_fields(self) -> None:
        if len(self.forth) != len(self.back):
            raise ModelError(
                f"{self.description}: inverse permutations have equal lengths, not {len(self.forth)} "
                f"and {len(self.back)}"
            )

    def holds(self, assignment: Assignment) -> bool:
        forth, back = values_of(self.forth, assignment), values_of(self.back, assignment)
        places = range(len(forth))
        return all(j in places and back[j] == i for i, j in enumerate(forth)) and all(
            i in places and forth[i] == j for j, i in enumerate(back)
        )

    @property
    def formula(self) -> str:
        return f"inverse({list_text(self.forth)}, {list_text(self.back)})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        forth = tuple(map(encoder.variable_for, self.forth))
        back = tuple(map(encoder.variable_for, self.back))
        places = [encoder.variable_for(Affine((), i)) for i in range(len(forth))]
        for first, second in ((forth, back), (back, forth)):
            if len(set(first)) == len(first):
                yield AllDifferent(first)  # follows from the others, and is seen sooner
            for index, place in zip(first, places, strict=True):
                yield Element(second, index, place)
