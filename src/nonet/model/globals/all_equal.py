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
from nonet.model.expressions.composed import Composed, Given, listed, values
from nonet.model.expressions.telling import Telling


@dataclass(frozen=True)
class AllEqual(Composed):
    """All the expressions take one value."""

    of: tuple[Affine, ...]

    if TYPE_CHECKING:

        def __init__(self, of: Iterable[Given], *, rule: Annotation = ...) -> None: ...

    def __post_init__(self) -> None:
        self._some("of")
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        return len(set(values(self.of, assignment))) == 1

    @property
    def formula(self) -> str:
        return f"all_equal({listed(self.of)})"

    def tests(self, telling: Telling) -> Iterable[Constraint]:
        for one, other in pairwise(self.of):
            yield from telling.linear(minus(one, other), "==", 0)
