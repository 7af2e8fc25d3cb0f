"""Constraints on tasks, which have a start and a duration or a change, and on what is packed.

>>> from nonet.model.expressions.arithmetic import Variable
>>> a, b = Variable("a"), Variable("b")
>>> NoOverlap([a, b], [3, 2]).holds({"a": 2, "b": 0})
True
>>> both = Cumulative([a, b], [3, 2], [1, 2], 2)
>>> both.holds({"a": 0, "b": 3}), both.holds({"a": 0, "b": 2})
(True, False)
>>> store = Reservoir([a, b], [3, -2], 0, 3)  # a fills the store, b empties it
>>> store.holds({"a": 1, "b": 4}), store.holds({"a": 4, "b": 1})
(True, False)
>>> BinPacking([a, b], [3, 4], [4, 3]).holds({"a": 1, "b": 0})
True
>>> NoOverlap2D([0, a], [0, b], [3, 2], [2, 2]).holds({"a": 2, "b": 2})
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from nonet.errors import ModelError
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.primitives import AnyOf
from nonet.model.domain import Domain
from nonet.model.expressions.affine import Affine, minus, plus, times
from nonet.model.expressions.arithmetic import Arithmetic
from nonet.model.expressions.composed import (
    Composed,
    global_constraint,
    values_of,
)
from nonet.model.expressions.encoding import Encoder
from nonet.model.expressions.logic import AllOf, Compare
from nonet.model.expressions.operations import Product, Truth
from nonet.model.integers import short_repr


@global_constraint
class NoOverlap(Composed):
    """Tasks that start at ``start[i]`` and take ``duration[i]`` follow each other.

    For any two tasks, one task has ended when the other starts; so a task of duration 0 is not
    within another.  ``present`` are as many expressions, if there are optional tasks: a task takes
    part where its own is not 0.
    """

    method = "no_overlap"
    parallel = ("start", "duration", "present")
    start: tuple[Affine, ...]
    duration: tuple[Affine, ...]
    present: tuple[Affine, ...] = ()

    def holds(self, assignment: Assignment) -> bool:
        tasks = combinations(_rows_of(self, assignment), 2)
        return all(s + d <= t or t + e <= s for (s, d), (t, e) in tasks)

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        for (s, d, p), (t, e, q) in combinations(_rows(self), 2):
            absent = [(Compare(each, "==", 0),) for each in (p, q) if each.terms]
            first = encoder.linear_constraints(minus(plus(s, d), t), "<=", 0)
            second = encoder.linear_constraints(minus(plus(t, e), s), "<=", 0)
            if first and second:
                yield AnyOf((tuple(first), tuple(second), *absent))


@global_constraint
class Cumulative(Composed):
    """At every time, the tasks under way need ``capacity`` together, or less.

    Task ``i`` starts at ``start[i]``, takes ``duration[i]`` (0 or more) and needs
    ``demand[i]`` (0 or more) meanwhile.  ``present`` are as many expressions, if there are optional
    tasks: a task takes part where its own is not 0.
    """

    method = "cumulative"
    parallel = ("start", "duration", "demand", "present")
    start: tuple[Affine, ...]
    duration: tuple[Affine, ...]
    demand: tuple[Affine, ...]
    capacity: Affine
    present: tuple[Affine, ...] = ()

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
        tasks, capacity = _rows_of(self, assignment), self.capacity.value(assignment)
        return all(
            sum(need for s, d, need in tasks if s <= time < s + d) <= capacity
            for time, own, _ in tasks
            if own
        )

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        """Yield, for the start of each task, that the tasks then under way keep the capacity."""
        tasks = _rows(self)
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
                needs.append(_where(running, demand))
            total = plus(*needs)
            # a negative capacity is only exceeded by a task that takes part and lasts
            unneeded = tuple((Compare(e, "==", 0),) for e in (own, takes_part) if e.terms)
            if unneeded and self.capacity.possible_values(encoder.domains).base < 0:
                yield from encoder.encode_true(AnyOf((*unneeded, (Compare(total, "<=", 0),))))
            else:
                yield from encoder.linear_constraints(total, "<=", 0)


@global_constraint
class Reservoir(Composed):
    """At every time, the level is from ``least`` to ``most``.

    The level is 0 before all events, and event ``i`` changes the level by ``change[i]`` at
    ``time[i]``; events of the same time change the level together.  ``present`` are as many
    expressions, if there are optional events: an event happens where its own expression is not 0.
    """

    method = "reservoir"
    parallel = ("time", "change", "present")
    time: tuple[Affine, ...]
    change: tuple[Affine, ...]
    least: int
    most: int
    present: tuple[Affine, ...] = ()

    def _check_fields(self) -> None:
        if not self.least <= 0 <= self.most:
            raise ModelError(
                f"{self.description}: the level is 0 before the first event, which is not from "
                f"{self.least} to {self.most}: count levels from the one at the start"
            )

    def holds(self, assignment: Assignment) -> bool:
        events = _rows_of(self, assignment)
        return all(
            self.least <= sum(change for earlier, change in events if earlier <= time) <= self.most
            for time, _ in events
        )

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        """Yield, for each event, that the sum of the changes up to its time is within bounds."""
        events = _rows(self)
        for j, (time, _, happens) in enumerate(events):
            level = Affine(())
            for i, (earlier, change, counts) in enumerate(events):
                tests = [] if i == j else [Compare(minus(earlier, time), "<=", 0)]
                if counts.terms:
                    tests.append(Compare(counts, "!=", 0))
                level = plus(level, _where(tests, change))
            inside = Compare(level, ">=", self.least), Compare(level, "<=", self.most)
            yield from encoder.encode_true(
                AnyOf(((Compare(happens, "==", 0),), inside)) if happens.terms else AllOf(inside)
            )


def _where(tests: list[Compare], amount: Affine) -> Affine:
    """Return an expression of an amount where all of some tests hold, and else of 0."""
    if not tests:
        return amount
    truth = Affine(((Truth(AllOf(tuple(tests))), 1),))
    return Affine(((Product(truth, amount), 1),)) if amount.terms else times(truth, amount.constant)


def _rows(tasks: Composed) -> list[tuple[Affine, ...]]:
    """Return the expressions of each task, with that of its presence, but for tasks always absent."""
    *columns, present = (getattr(tasks, name) for name in tasks.parallel)
    present = present or (Affine((), 1),) * len(columns[0])
    every = zip(*columns, present, strict=True)
    return [row for row in every if row[-1].terms or row[-1].constant]


def _rows_of(tasks: Composed, assignment: Assignment) -> list[list[int]]:
    """Return the values of each task that takes part, without that of its presence."""
    rows = (row for row in _rows(tasks) if row[-1].value(assignment))
    return [values_of(row[:-1], assignment) for row in rows]


@global_constraint
class BinPacking(Composed):
    """Item ``i``, of ``sizes[i]``, is in bin ``bin[i]``; bin ``b`` holds ``load[b]`` in all.

    With ``at_most``, the bin holds ``load[b]`` or less.  Bins are counted from 0, and every item is
    in a bin.
    """

    method = "bin_packing"
    parallel = ("bin", "sizes")
    bin: tuple[Affine, ...]
    sizes: tuple[int, ...]
    load: tuple[Affine, ...]
    at_most: bool = False

    def holds(self, assignment: Assignment) -> bool:
        sums = [0] * len(self.load)
        for place, size in zip(values_of(self.bin, assignment), self.sizes, strict=True):
            if not 0 <= place < len(sums):
                return False
            sums[place] += size
        loads = values_of(self.load, assignment)
        pairs = zip(sums, loads, strict=True)
        return all(total <= load if self.at_most else total == load for total, load in pairs)

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        for place in self.bin:
            yield from encoder.linear_constraints(place, ">=", 0)
            yield from encoder.linear_constraints(place, "<=", len(self.load) - 1)
        for b, load in enumerate(self.load):
            weights = [
                times(Affine(((Truth(Compare(place, "==", b)), 1),)), size)
                for place, size in zip(self.bin, self.sizes, strict=True)
            ]
            total = plus(times(load, -1), *weights)
            yield from encoder.linear_constraints(total, "<=" if self.at_most else "==", 0)


@global_constraint
class NoOverlap2D(Composed):
    """Rectangle ``i`` is at ``x[i]``, ``y[i]`` and of ``width[i]`` by ``height[i]``.

    Any two rectangles are apart on an axis: one rectangle ends where the other begins or before.
    ``present`` are as many expressions, if there are optional rectangles: one takes part where its
    own is not 0.
    """

    method = "no_overlap_2d"
    parallel = ("x", "y", "width", "height", "present")
    x: tuple[Affine, ...]
    y: tuple[Affine, ...]
    width: tuple[Affine, ...]
    height: tuple[Affine, ...]
    present: tuple[Affine, ...] = ()

    def holds(self, assignment: Assignment) -> bool:
        return all(
            a + w <= c or c + v <= a or b + h <= d or d + g <= b
            for (a, b, w, h), (c, d, v, g) in combinations(_rows_of(self, assignment), 2)
        )

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        for (a, b, w, h, p), (c, d, v, g, q) in combinations(_rows(self), 2):
            sides = ((a, w, c), (c, v, a), (b, h, d), (d, g, b))
            ways = [
                tuple(encoder.linear_constraints(minus(plus(start, size), other), "<=", 0))
                for start, size, other in sides
            ]
            if all(ways):
                absent = [(Compare(each, "==", 0),) for each in (p, q) if each.terms]
                yield AnyOf((*ways, *absent))


@dataclass(frozen=True, eq=False)
class Interval:
    """A task from ``start`` to before ``end``, which is ``size`` later.

    ``present`` is an expression: the task takes part where the expression is not 0.
    ``ModelBuilder.interval`` makes intervals, and their parts are expressions to calculate with.
    """

    start: Arithmetic
    size: Arithmetic
    end: Arithmetic
    present: Arithmetic

    @property
    def is_optional(self) -> bool:
        """Whether the task may be left out."""
        return bool(self.present.terms) or not self.present.constant

    def __repr__(self) -> str:
        optional = f", present={self.present!r}" if self.is_optional else ""
        return f"Interval({self.start!r}, {self.size!r}{optional})"


def are_intervals(tasks: Any) -> bool:
    """Whether all of some tasks are intervals; raise ``ModelError`` if only some are."""
    if not isinstance(tasks, tuple) or not any(isinstance(task, Interval) for task in tasks):
        return False
    if not all(isinstance(task, Interval) for task in tasks):
        raise ModelError("tasks are intervals or starts, not both: build.interval(start, size)")
    return True


def presence(*axes: Iterable[Interval]) -> tuple[Any, ...]:
    """Return the presence of each task, in all of its intervals; () if no task is optional."""
    tasks = list(zip(*axes, strict=True))
    if not any(part.is_optional for task in tasks for part in task):
        return ()
    optional = [[part.present != 0 for part in task if part.is_optional] for task in tasks]
    return tuple(
        1 if not tests else tests[0] if len(tests) == 1 else AllOf(tuple(tests))
        for tests in optional
    )
