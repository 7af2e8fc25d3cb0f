"""Cumulative: tasks that share a resource never need more than the capacity.

>>> from nonet.model.expressions.arithmetic import Variable
>>> a, b = Variable("a"), Variable("b")
>>> both = Cumulative([a, b], [3, 2], [1, 2], 2)
>>> both.holds({"a": 0, "b": 3}), both.holds({"a": 0, "b": 2})
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.errors import ModelError
from nonet.model.annotation import Annotation
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.domain import Domain
from nonet.model.expressions.affine import Affine, minus, plus, times
from nonet.model.expressions.composed import Composed, ExpressionInput, list_text, values_of
from nonet.model.expressions.encoding import Encoder
from nonet.model.expressions.logic import AllOf, Compare
from nonet.model.expressions.operations import Product, Truth
from nonet.model.integers import short_repr


@dataclass(frozen=True)
class Cumulative(Composed):
    """At every time, the tasks under way need ``capacity`` together, or less.

    Task ``i`` starts at ``start[i]``, takes ``duration[i]`` (0 or more) and needs
    ``demand[i]`` (0 or more) meanwhile.  ``present`` are as many expressions, if there are optional
    tasks: a task takes part where its own is not 0.
    """

    start: tuple[Affine, ...]
    duration: tuple[Affine, ...]
    demand: tuple[Affine, ...]
    capacity: Affine
    present: tuple[Affine, ...] = ()

    if TYPE_CHECKING:

        def __init__(
            self,
            start: Iterable[ExpressionInput],
            duration: Iterable[ExpressionInput],
            demand: Iterable[ExpressionInput],
            capacity: ExpressionInput,
            present: Iterable[ExpressionInput] = ...,
            *,
            rule: Annotation = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        self._convert_nonempty_field("start")
        self._convert_sequence_field("duration")
        self._convert_sequence_field("demand")
        self._convert_field("capacity")
        self._convert_sequence_field("present")
        if self.present and len(self.present) != len(self.start):
            raise ModelError(
                f"{self.description}: {len(self.start)} starts but {len(self.present)} in present"
            )
        if not len(self.start) == len(self.duration) == len(self.demand):
            raise ModelError(
                f"{self.description}: {len(self.start)} starts, {len(self.duration)} durations and "
                f"{len(self.demand)} demands"
            )
        super().__post_init__()

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        super().check_domains(domains)
        for what, things in (("duration", self.duration), ("demand", self.demand)):
            for task in things:
                if task.possible_values(domains).base < 0:
                    raise ModelError(
                        f"cumulative: the {what} {task} can be "
                        f"{short_repr(task.possible_values(domains).base)}: none is negative"
                    )

    def holds(self, assignment: Assignment) -> bool:
        start, duration = values_of(self.start, assignment), values_of(self.duration, assignment)
        demand, capacity = values_of(self.demand, assignment), self.capacity.value(assignment)
        present = values_of(self.present, assignment) or [1] * len(start)
        every = zip(start, duration, demand, present, strict=True)
        tasks = [(s, d, need) for s, d, need, takes_part in every if takes_part]
        return all(
            sum(need for s, d, need in tasks if s <= time < s + d) <= capacity
            for time, own, _ in tasks
            if own
        )

    @property
    def formula(self) -> str:
        optional = f", present={list_text(self.present)}" if self.present else ""
        return (
            f"cumulative({list_text(self.start)}, {list_text(self.duration)}, "
            f"{list_text(self.demand)}, "
            f"{self.capacity}{optional})"
        )

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        """Yield, for the start of each task, that the tasks then under way keep the capacity."""
        present = self.present or (Affine((), 1),) * len(self.start)
        tasks = list(zip(self.start, self.duration, self.demand, present, strict=True))
        tasks = [task for task in tasks if task[3].terms or task[3].constant]
        # The load rises at starts alone, so the capacity is kept if it is kept at each start.
        for j, (time, own, _, takes_part) in enumerate(tasks):
            if not own.terms and not own.constant:
                continue
            needs = [times(self.capacity, -1)]
            for i, (s, d, demand, taken) in enumerate(tasks):
                if i == j:
                    running = [Compare(own, ">=", 1)] if own.terms else []
                else:
                    running = [
                        Compare(minus(s, time), "<=", 0),
                        Compare(minus(time, plus(s, d)), "<=", -1),
                    ]
                if taken.terms:
                    running.append(Compare(taken, "!=", 0))
                if not running:
                    needs.append(demand)
                    continue
                under_way = Affine(((Truth(AllOf(tuple(running))), 1),))
                if demand.terms:
                    needs.append(Affine(((Product(under_way, demand), 1),)))
                else:
                    needs.append(times(under_way, demand.constant))
            total = plus(*needs)
            # a negative capacity is only exceeded by a task that takes part and lasts
            unneeded = tuple((Compare(e, "==", 0),) for e in (own, takes_part) if e.terms)
            if unneeded and self.capacity.possible_values(encoder.domains).base < 0:
                yield from encoder.encode_true(AnyOf((*unneeded, (Compare(total, "<=", 0),))))
            else:
                yield from encoder.linear_constraints(total, "<=", 0)
