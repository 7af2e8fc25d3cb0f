"""Inverse: two sequences undo each other: ``forth[i] == j`` where ``back[j] == i``.

>>> from nonet.model.expressions.arithmetic import Variable
>>> seat, guest = [Variable(f"s{i}") for i in range(2)], [Variable(f"g{i}") for i in range(2)]
>>> Inverse(seat, guest).holds({"s0": 1, "s1": 0, "g0": 1, "g1": 0})
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.errors import ModelError
from nonet.model.annotation import Annotation
from nonet.model.constraints.all_different import AllDifferent
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.element import Element
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.composed import Composed, ExpressionInput, list_text, values_of
from nonet.model.expressions.encoding import Encoder


@dataclass(frozen=True)
class Inverse(Composed):
    """``forth[i] == j`` exactly where ``back[j] == i``, counted from 0."""

    forth: tuple[Affine, ...]
    back: tuple[Affine, ...]

    if TYPE_CHECKING:

        def __init__(
            self,
            forth: Iterable[ExpressionInput],
            back: Iterable[ExpressionInput],
            *,
            rule: Annotation = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        self._convert_nonempty_field("forth")
        self._convert_nonempty_field("back")
        if len(self.forth) != len(self.back):
            raise ModelError(
                f"{self.description}: {len(self.forth)} expressions there and {len(self.back)} "
                "back: "
                "what undoes each other is equally many"
            )
        super().__post_init__()

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
