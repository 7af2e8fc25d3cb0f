"""Constraints on tasks, which have a start and a duration or a change, and on what is packed.

- NoOverlap: tasks on one machine: of any two, one ends before the other starts.
- Cumulative: tasks that share a resource never need more than the capacity.
- Reservoir: events fill and empty a store, whose level stays between two bounds.

>>> from nonet.model.expressions.arithmetic import Variable
>>> a, b = Variable("a"), Variable("b")
>>> NoOverlap([a, b], [3, 2]).holds({"a": 2, "b": 0})
True
>>> both = Cumulative([a, b], [3, 2], [1, 2], 2)
>>> both.holds({"a": 0, "b": 3}), both.holds({"a": 0, "b": 2})
(True, False)
>>> fill, drain = Variable("fill"), Variable("drain")
>>> store = Reservoir([fill, drain], [3, -2], 0, 3)
>>> store.holds({"fill": 1, "drain": 4}), store.holds({"fill": 4, "drain": 1})
(True, False)
>>> a, b = Variable("a"), Variable("b")
>>> BinPacking([a, b], [3, 4], [4, 3]).holds({"a": 1, "b": 0})
True
>>> x, y = Variable("x"), Variable("y")
>>> two = NoOverlap2D([0, x], [0, y], [3, 2], [2, 2])
>>> two.holds({"x": 2, "y": 2}), two.holds({"x": 2, "y": 1})
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from nonet.errors import ModelError
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.domain import Domain
from nonet.model.expressions.affine import Affine, minus, plus, times
from nonet.model.expressions.composed import (
    Composed,
    global_constraint,
    list_text,
    values_of,
)
from nonet.model.expressions.encoding import Encoder
from nonet.model.expressions.logic import AllOf, Compare
from nonet.model.expressions.operations import Product, Truth
from nonet.model.integers import checked_integer, checked_integers, short_repr


@global_constraint
class NoOverlap(Composed):
    """Tasks that start at ``start[i]`` and take ``duration[i]`` follow each other.

    For any two tasks, one task has ended when the other starts; so a task of duration 0 is not
    within another.  ``present`` are as many expressions, if there are optional tasks: a task takes
    part where its own is not 0.
    """

    start: tuple[Affine, ...]
    duration: tuple[Affine, ...]
    present: tuple[Affine, ...] = ()

    def _check_fields(self) -> None:
        _check_number_present(self)
        if len(self.start) != len(self.duration):
            raise ModelError(
                f"{self.description}: {len(self.start)} starts but {len(self.duration)} durations"
            )

    def holds(self, assignment: Assignment) -> bool:
        start, duration = values_of(self.start, assignment), values_of(self.duration, assignment)
        present = values_of(self.present, assignment) or [1] * len(start)
        tasks = [(s, d) for s, d, p in zip(start, duration, present, strict=True) if p]
        return all(s + d <= t or t + e <= s for (s, d), (t, e) in combinations(tasks, 2))

    @property
    def formula(self) -> str:
        return (
            f"no_overlap({list_text(self.start)}, {list_text(self.duration)}{_present_text(self)})"
        )

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


@global_constraint
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

    def _check_fields(self) -> None:
        _check_number_present(self)
        if not len(self.start) == len(self.duration) == len(self.demand):
            raise ModelError(
                f"{self.description}: {len(self.start)} starts, {len(self.duration)} durations and "
                f"{len(self.demand)} demands"
            )

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
        return (
            f"cumulative({list_text(self.start)}, {list_text(self.duration)}, "
            f"{list_text(self.demand)}, "
            f"{self.capacity}{_present_text(self)})"
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

    time: tuple[Affine, ...]
    change: tuple[Affine, ...]
    least: int
    most: int
    present: tuple[Affine, ...] = ()

    def _check_fields(self) -> None:
        object.__setattr__(self, "least", checked_integer(self.least, self, "least level"))
        object.__setattr__(self, "most", checked_integer(self.most, self, "most level"))
        numbers = len(self.time), len(self.change), len(self.present or self.time)
        if len(set(numbers)) > 1:
            raise ModelError(
                f"{self.description}: {numbers[0]} times, {numbers[1]} changes and "
                f"{len(self.present)} in present: give as many of each"
            )
        if not self.least <= 0 <= self.most:
            raise ModelError(
                f"{self.description}: the level is 0 before the first event, which is not from "
                f"{self.least} to {self.most}: count levels from the one at the start"
            )

    def holds(self, assignment: Assignment) -> bool:
        times_of = values_of(self.time, assignment)
        present = values_of(self.present, assignment) or [1] * len(times_of)
        changes = values_of(self.change, assignment)
        every = zip(times_of, changes, present, strict=True)
        events = [(time, change) for time, change, happens in every if happens]
        return all(
            self.least <= sum(change for earlier, change in events if earlier <= time) <= self.most
            for time, _ in events
        )

    @property
    def formula(self) -> str:
        lists = f"{list_text(self.time)}, {list_text(self.change)}"
        return f"reservoir({lists}, {self.least}, {self.most}{_present_text(self)})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        """Yield, for each event, that the sum of the changes up to its time is within bounds."""
        present = self.present or (Affine((), 1),) * len(self.time)
        events = list(zip(self.time, self.change, present, strict=True))
        events = [event for event in events if event[2].terms or event[2].constant]
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


def _check_number_present(tasks: NoOverlap | Cumulative) -> None:
    if tasks.present and len(tasks.present) != len(tasks.start):
        raise ModelError(
            f"{tasks.description}: {len(tasks.start)} starts but {len(tasks.present)} in present"
        )


def _present_text(tasks: NoOverlap | Cumulative | Reservoir) -> str:
    return f", present={list_text(tasks.present)}" if tasks.present else ""


@global_constraint
class BinPacking(Composed):
    """Item ``i``, of ``sizes[i]``, is in bin ``bin[i]``; bin ``b`` holds ``load[b]`` in all.

    With ``at_most``, the bin holds ``load[b]`` or less.  Bins are counted from 0, and every item is
    in a bin.
    """

    bin: tuple[Affine, ...]
    sizes: tuple[int, ...]
    load: tuple[Affine, ...]
    at_most: bool = False

    def _check_fields(self) -> None:
        object.__setattr__(self, "sizes", checked_integers(self.sizes, self, "size"))
        if len(self.bin) != len(self.sizes):
            raise ModelError(
                f"{self.description}: {len(self.bin)} items but {len(self.sizes)} sizes"
            )

    def holds(self, assignment: Assignment) -> bool:
        sums = [0] * len(self.load)
        for place, size in zip(values_of(self.bin, assignment), self.sizes, strict=True):
            if not 0 <= place < len(sums):
                return False
            sums[place] += size
        loads = values_of(self.load, assignment)
        pairs = zip(sums, loads, strict=True)
        return all(held <= load if self.at_most else held == load for held, load in pairs)

    @property
    def formula(self) -> str:
        how = ", at_most=True" if self.at_most else ""
        weights = list_text([Affine((), size) for size in self.sizes])
        return f"bin_packing({list_text(self.bin)}, {weights}, {list_text(self.load)}{how})"

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

    x: tuple[Affine, ...]
    y: tuple[Affine, ...]
    width: tuple[Affine, ...]
    height: tuple[Affine, ...]
    present: tuple[Affine, ...] = ()

    def _check_fields(self) -> None:
        if self.present and len(self.present) != len(self.x):
            raise ModelError(
                f"{self.description}: {len(self.x)} places but {len(self.present)} in present"
            )
        numbers = [len(each) for each in (self.x, self.y, self.width, self.height)]
        if len(set(numbers)) > 1:
            raise ModelError(
                f"{self.description}: {numbers[0]} and {numbers[1]} places, {numbers[2]} widths and "
                f"{numbers[3]} heights: give as many of each"
            )

    def holds(self, assignment: Assignment) -> bool:
        parts = (values_of(each, assignment) for each in (self.x, self.y, self.width, self.height))
        present = values_of(self.present, assignment) or [1] * len(self.x)
        rectangles = [
            sides for sides, p in zip(zip(*parts, strict=True), present, strict=True) if p
        ]
        return all(
            a + w <= c or c + v <= a or b + h <= d or d + g <= b
            for (a, b, w, h), (c, d, v, g) in combinations(rectangles, 2)
        )

    @property
    def formula(self) -> str:
        parts = map(list_text, (self.x, self.y, self.width, self.height))
        optional = f", present={list_text(self.present)}" if self.present else ""
        return f"no_overlap_2d({', '.join(parts)}{optional})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        present = self.present or (Affine((), 1),) * len(self.x)
        rectangles = zip(self.x, self.y, self.width, self.height, present, strict=True)
        taking_part = [each for each in rectangles if each[4].terms or each[4].constant]
        for (a, b, w, h, p), (c, d, v, g, q) in combinations(taking_part, 2):
            sides = ((a, w, c), (c, v, a), (b, h, d), (d, g, b))
            ways = [
                tuple(encoder.linear_constraints(minus(plus(at, size), other), "<=", 0))
                for at, size, other in sides
            ]
            if all(ways):
                absent = [(Compare(each, "==", 0),) for each in (p, q) if each.terms]
                yield AnyOf((*ways, *absent))
