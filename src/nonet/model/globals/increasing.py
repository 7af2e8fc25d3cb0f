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
from nonet.model.expressions.composed import Composed, Given, listed, values
from nonet.model.expressions.telling import Telling
from nonet.model.integers import integer


@dataclass(frozen=True)
class Increasing(Composed):
    """Each expression is at least ``by`` more than the one before: 0, or 1 for strictly."""

    of: tuple[Affine, ...]
    by: int = 0

    if TYPE_CHECKING:

        def __init__(
            self, of: Iterable[Given], by: int = ..., *, rule: Annotation = ...
        ) -> None: ...

    def __post_init__(self) -> None:
        self._some("of")
        object.__setattr__(self, "by", integer(self.by, self, "step"))
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        found = values(self.of, assignment)
        return all(one + self.by <= other for one, other in pairwise(found))

    @property
    def formula(self) -> str:
        how = {0: "", 1: ", strictly=True"}.get(self.by, f", by={self.by}")
        return f"increasing({listed(self.of)}{how})"

    def tests(self, telling: Telling) -> Iterable[Constraint]:
        for one, other in pairwise(self.of):
            yield from telling.linear(minus(one, other), "<=", -self.by)
