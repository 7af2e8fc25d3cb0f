"""Cumulative: tasks that share a resource never need more of it than there is.

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
from nonet.model.expressions.composed import Composed, Given, listed, values
from nonet.model.expressions.logic import AllOf, Compare
from nonet.model.expressions.operations import Product, Truth
from nonet.model.expressions.telling import Telling
from nonet.model.integers import shown


@dataclass(frozen=True)
class Cumulative(Composed):
    """At every time, the tasks under way need ``capacity`` together, or less.

    Task ``i`` starts at ``start[i]``, takes ``duration[i]`` (0 or more) and needs
    ``demand[i]`` (0 or more) meanwhile.
    """

    start: tuple[Affine, ...]
    duration: tuple[Affine, ...]
    demand: tuple[Affine, ...]
    capacity: Affine

    if TYPE_CHECKING:

        def __init__(
            self,
            start: Iterable[Given],
            duration: Iterable[Given],
            demand: Iterable[Given],
            capacity: Given,
            *,
            rule: Annotation = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        self._some("start")
        self._affines("duration")
        self._affines("demand")
        self._affine("capacity")
        if not len(self.start) == len(self.duration) == len(self.demand):
            raise ModelError(
                f"{self.described}: {len(self.start)} starts, {len(self.duration)} durations and "
                f"{len(self.demand)} demands"
            )
        super().__post_init__()

    def fit(self, domains: Mapping[str, Domain]) -> None:
        super().fit(domains)
        for what, things in (("duration", self.duration), ("demand", self.demand)):
            for thing in things:
                if thing.possible(domains).base < 0:
                    raise ModelError(
                        f"cumulative: the {what} {thing} can be "
                        f"{shown(thing.possible(domains).base)}: none is negative"
                    )

    def holds(self, assignment: Assignment) -> bool:
        start, duration = values(self.start, assignment), values(self.duration, assignment)
        demand, capacity = values(self.demand, assignment), self.capacity.value(assignment)
        tasks = list(zip(start, duration, demand, strict=True))
        return all(
            sum(need for s, d, need in tasks if s <= time < s + d) <= capacity
            for time, own, _ in tasks
            if own
        )

    @property
    def formula(self) -> str:
        return (
            f"cumulative({listed(self.start)}, {listed(self.duration)}, {listed(self.demand)}, "
            f"{self.capacity})"
        )

    def tests(self, telling: Telling) -> Iterable[Constraint]:
        """What is needed is most when a task starts: it and those under way then."""
        tasks = list(zip(self.start, self.duration, self.demand, strict=True))
        for j, (time, own, _) in enumerate(tasks):
            if not own.terms and not own.constant:
                continue
            total = minus(Affine(()), self.capacity)
            for i, (s, d, demand) in enumerate(tasks):
                if i == j:
                    running = [Compare(own, ">=", 1)] if own.terms else []
                else:
                    running = [
                        Compare(minus(s, time), "<=", 0),
                        Compare(minus(time, plus(s, d)), "<=", -1),
                    ]
                if not running:
                    total = plus(total, demand)
                    continue
                under_way = Affine(((Truth(AllOf(tuple(running))), 1),))
                if demand.terms:
                    total = plus(total, Affine(((Product(under_way, demand), 1),)))
                else:
                    total = plus(total, times(under_way, demand.constant))
            if own.terms and self.capacity.possible(telling.domains).base < 0:
                yield from telling.holding(
                    AnyOf(((Compare(own, "==", 0),), (Compare(total, "<=", 0),)))
                )
            else:
                yield from telling.linear(total, "<=", 0)
