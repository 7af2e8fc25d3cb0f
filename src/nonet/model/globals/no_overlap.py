"""NoOverlap: tasks on one machine: of any two, one ends before the other starts.

>>> from nonet.model.expressions.arithmetic import Variable
>>> a, b = Variable("a"), Variable("b")
>>> NoOverlap([a, b], [3, 2]).holds({"a": 2, "b": 0})
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from nonet.errors import ModelError
from nonet.model.annotation import Annotation
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.expressions.affine import Affine, minus, plus
from nonet.model.expressions.composed import Composed, ExpressionInput, list_text, values_of
from nonet.model.expressions.encoding import Encoder
from nonet.model.expressions.logic import Compare


@dataclass(frozen=True)
class NoOverlap(Composed):
    """Tasks that start at ``start[i]`` and take ``duration[i]`` follow each other.

    For any two tasks, one task has ended when the other starts; so a task of duration 0 is not
    within another.  ``present`` are as many expressions, if there are optional tasks: a task takes
    part where its own is not 0.
    """

    start: tuple[Affine, ...]
    duration: tuple[Affine, ...]
    present: tuple[Affine, ...] = ()

    if TYPE_CHECKING:

        def __init__(
            self,
            start: Iterable[ExpressionInput],
            duration: Iterable[ExpressionInput],
            present: Iterable[ExpressionInput] = ...,
            *,
            rule: Annotation = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        self._convert_nonempty_field("start")
        self._convert_sequence_field("duration")
        self._convert_sequence_field("present")
        if self.present and len(self.present) != len(self.start):
            raise ModelError(
                f"{self.description}: {len(self.start)} starts but {len(self.present)} in present"
            )
        if len(self.start) != len(self.duration):
            raise ModelError(
                f"{self.description}: {len(self.start)} starts but {len(self.duration)} durations"
            )
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        start, duration = values_of(self.start, assignment), values_of(self.duration, assignment)
        present = values_of(self.present, assignment) or [1] * len(start)
        tasks = [(s, d) for s, d, p in zip(start, duration, present, strict=True) if p]
        return all(s + d <= t or t + e <= s for (s, d), (t, e) in combinations(tasks, 2))

    @property
    def formula(self) -> str:
        optional = f", present={list_text(self.present)}" if self.present else ""
        return f"no_overlap({list_text(self.start)}, {list_text(self.duration)}{optional})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        present = self.present or (Affine((), 1),) * len(self.start)
        tasks = list(zip(self.start, self.duration, present, strict=True))
        for (s, d, p), (t, e, q) in combinations(tasks, 2):
            absent = [(Compare(each, "==", 0),) for each in (p, q) if each.terms]
            if any(not each.terms and not each.constant for each in (p, q)):
                continue
            first = encoder.linear_constraints(minus(plus(s, d), t), "<=", 0)
            second = encoder.linear_constraints(minus(plus(t, e), s), "<=", 0)
            if first and second:
                yield AnyOf((tuple(first), tuple(second), *absent))
