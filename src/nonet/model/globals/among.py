"""Among: the number of some expressions that take one of some values is between two bounds.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y = Variable("x"), Variable("y")
>>> Among([x, y + 1], [2, 4], 1, 1).holds({"x": 2, "y": 2})
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.model.annotation import Annotation
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.count import Count
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.composed import Composed, ExpressionInput, list_text, values_of
from nonet.model.expressions.encoding import Encoder
from nonet.model.integers import checked_integer, checked_integers


@dataclass(frozen=True)
class Among(Composed):
    """From ``least`` to ``most`` expressions take a value of ``chosen``."""

    of: tuple[Affine, ...]
    chosen: frozenset[int]
    least: int
    most: int

    if TYPE_CHECKING:

        def __init__(
            self,
            of: Iterable[ExpressionInput],
            chosen: Iterable[int],
            least: int,
            most: int,
            *,
            rule: Annotation = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        self._convert_nonempty_field("of")
        object.__setattr__(
            self, "chosen", frozenset(checked_integers(self._numbers(self.chosen), self, "value"))
        )
        object.__setattr__(self, "least", checked_integer(self.least, self, "smallest number"))
        object.__setattr__(self, "most", checked_integer(self.most, self, "largest number"))
        super().__post_init__()

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
