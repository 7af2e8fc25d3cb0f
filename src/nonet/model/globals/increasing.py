"""Increasing: each expression is at least, or more than, the one before.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y = Variable("x"), Variable("y")
>>> Increasing([x, y]).holds({"x": 3, "y": 3}), Increasing([x, y], 1).holds({"x": 3, "y": 3})
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from nonet.model.annotation import Annotation
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.expressions.affine import Affine, minus
from nonet.model.expressions.composed import Composed, ExpressionInput, list_text, values_of
from nonet.model.expressions.encoding import Encoder
from nonet.model.integers import checked_integer


@dataclass(frozen=True)
class Increasing(Composed):
    """Each expression is at least ``by`` more than the one before: 0, or 1 for strictly."""

    of: tuple[Affine, ...]
    by: int = 0

    if TYPE_CHECKING:

        def __init__(
            self, of: Iterable[ExpressionInput], by: int = ..., *, rule: Annotation = ...
        ) -> None: ...

    def __post_init__(self) -> None:
        self._convert_nonempty_field("of")
        object.__setattr__(self, "by", checked_integer(self.by, self, "step"))
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        values = values_of(self.of, assignment)
        return all(first + self.by <= second for first, second in pairwise(values))

    @property
    def formula(self) -> str:
        how = {0: "", 1: ", strictly=True"}.get(self.by, f", by={self.by}")
        return f"increasing({list_text(self.of)}{how})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        for first, second in pairwise(self.of):
            yield from encoder.linear_constraints(minus(first, second), "<=", -self.by)
