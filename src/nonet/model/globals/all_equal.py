"""AllEqual: expressions take one value.

>>> from nonet.model.expressions.arithmetic import Variable
>>> AllEqual([Variable("x"), Variable("y") + 1]).holds({"x": 3, "y": 2})
True
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


@dataclass(frozen=True)
class AllEqual(Composed):
    """All the expressions take one value."""

    of: tuple[Affine, ...]

    if TYPE_CHECKING:

        def __init__(self, of: Iterable[ExpressionInput], *, rule: Annotation = ...) -> None: ...

    def __post_init__(self) -> None:
        self._convert_nonempty_field("of")
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        return len(set(values_of(self.of, assignment))) == 1

    @property
    def formula(self) -> str:
        return f"all_equal({list_text(self.of)})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        for first, second in pairwise(self.of):
            yield from encoder.linear_constraints(minus(first, second), "==", 0)
