"""TableOf: the values of some expressions, in order, form a tuple of the table.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y = Variable("x"), Variable("y")
>>> TableOf([x + y, x - y], [(5, 1), (7, 3)]).holds({"x": 3, "y": 2})
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.model.annotation import Annotation
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.table import Table
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.composed import Composed, ExpressionInput, list_text, values_of
from nonet.model.expressions.encoding import Encoder


@dataclass(frozen=True)
class TableOf(Composed):
    """The values of the expressions, in order, form a tuple of ``tuples``."""

    of: tuple[Affine, ...]
    tuples: frozenset[tuple[int, ...]]

    if TYPE_CHECKING:

        def __init__(
            self,
            of: Iterable[ExpressionInput],
            tuples: Iterable[Iterable[int]],
            *,
            rule: Annotation = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        self._convert_nonempty_field("of")
        names = tuple(map(str, range(len(self.of))))
        object.__setattr__(self, "tuples", Table(names, self.tuples, rule=self.rule).tuples)
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        return tuple(values_of(self.of, assignment)) in self.tuples

    @property
    def formula(self) -> str:
        return f"table({list_text(self.of)}, {len(self.tuples)} tuples)"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        return (Table(tuple(map(encoder.variable_for, self.of)), self.tuples),)
