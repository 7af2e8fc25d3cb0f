"""A builder's methods for tasks: intervals, machines, resources, rectangles, stores, bins.

>>> from nonet.model import ModelBuilder
>>> build = ModelBuilder()
>>> tasks = [build.interval(build.variable(name, range(5)), 2) for name in "ab"]
>>> build.no_overlap(tasks)
>>> import nonet
>>> print(nonet.count(build))
12
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, overload

from nonet.errors import ModelError
from nonet.model.constraints import Constraint
from nonet.model.domain import Domain
from nonet.model.expressions.arithmetic import Arithmetic, Variable, as_affine, as_expression
from nonet.model.globals import BinPacking, Cumulative, NoOverlap, NoOverlap2D, Reservoir
from nonet.model.intervals import Interval, are_intervals, presence
from nonet.model.operand_inputs import SeveralInput, VariablesInput, flattened
from nonet.model.usage import with_explained_methods


@with_explained_methods
class SchedulingMethods(ABC):
    """The methods of a builder that are about tasks; every method takes ``label``."""

    _domains: dict[str, Domain]

    @abstractmethod
    def _add(self, constraint: Constraint, label: str) -> None: ...

    def interval(
        self,
        start: VariablesInput,
        size: VariablesInput,
        end: VariablesInput | None = None,
        *,
        present: VariablesInput = 1,
        label: str = "",
    ) -> Interval:
        """Return a task that starts at ``start`` and takes ``size``, as for ``no_overlap``.

        Where ``end`` is given, ``start + size == end`` is added.  ``present`` is an expression or a
        constraint: an optional task takes part where the expression is not 0, or the constraint
        holds, and only then its end is ``start + size``.
        """
        begins, lasts, takes_part = (
            as_expression(Variable(each) if isinstance(each, str) else each)
            for each in (start, size, present)
        )
        length = as_affine(lasts)
        if self._domains.keys() >= {*length.scope}:
            least = length.possible_values(self._domains).base
            if least < 0:
                raise ModelError(f"interval: the size {length} can be {least}: none is negative")
        if end is None:
            return Interval(begins, lasts, begins + lasts, takes_part)
        ends = as_expression(Variable(end) if isinstance(end, str) else end)
        task = Interval(begins, lasts, ends, takes_part)
        adds_up = begins + lasts == ends
        self._add((takes_part != 0).implies(adds_up) if task.is_optional else adds_up, label)
        return task

    @overload
    def no_overlap(
        self, start: SeveralInput, duration: SeveralInput, label: str = "",
        *, present: SeveralInput = (),
    ) -> None: ...  # fmt: skip
    @overload
    def no_overlap(self, start: Iterable[Interval], *, label: str = "") -> None: ...
    def no_overlap(
        self, start: Any, duration: Any = None, label: str = "", *, present: Any = ()
    ) -> None:
        """For any two tasks, one task has ended when the other starts.

        Tasks are starts and durations, or intervals. ``present`` are expressions or constraints,
        one a task: where its own is 0, or does not hold, an optional task takes no part.
        """
        tasks = flattened(start)
        if are_intervals(tasks):
            _check_absent("no_overlap", duration=duration, present=present or None)
            self._add(NoOverlap(*_starts_and_sizes(tasks), presence(tasks)), label)
            return
        _check_given("no_overlap", duration=duration)
        self._add(NoOverlap(tasks, flattened(duration), flattened(present)), label)

    @overload
    def no_overlap_2d(
        self,
        x: SeveralInput,
        y: SeveralInput,
        width: SeveralInput,
        height: SeveralInput,
        label: str = "",
        *,
        present: SeveralInput = (),
    ) -> None: ...
    @overload
    def no_overlap_2d(
        self, x: Iterable[Interval], y: Iterable[Interval], *, label: str = ""
    ) -> None: ...
    def no_overlap_2d(
        self, x: Any, y: Any, width: Any = None, height: Any = None, label: str = "", *,
        present: Any = (),
    ) -> None:  # fmt: skip
        """Rectangles at ``x[i]``, ``y[i]`` of ``width[i]`` by ``height[i]`` do not overlap.

        ``x`` and ``y`` may be intervals, of the width and the height.  ``present`` are expressions
        or constraints, one a rectangle: an absent rectangle overlaps none.
        """
        across, along = flattened(x), flattened(y)
        if are_intervals(across) and are_intervals(along):
            _check_absent("no_overlap_2d", width=width, height=height, present=present or None)
            if len(across) != len(along):
                raise ModelError(
                    f"no_overlap_2d: {len(across)} intervals on x and {len(along)} on y: give as "
                    "many of each"
                )
            (columns, widths), (lines, heights) = map(_starts_and_sizes, (across, along))
            self._add(NoOverlap2D(columns, lines, widths, heights, presence(across, along)), label)
            return
        _check_given("no_overlap_2d", width=width, height=height)
        parts = map(flattened, (across, along, width, height, present))
        self._add(NoOverlap2D(*parts), label)

    @overload
    def cumulative(
        self,
        start: SeveralInput,
        duration: SeveralInput,
        demand: SeveralInput,
        capacity: VariablesInput,
        label: str = "",
        *,
        present: SeveralInput = (),
    ) -> None: ...
    @overload
    def cumulative(
        self,
        start: Iterable[Interval],
        demand: SeveralInput,
        capacity: VariablesInput,
        *,
        label: str = "",
    ) -> None: ...
    def cumulative(  # type: ignore[misc]
        self, start: Any, duration: Any = None, demand: Any = None, capacity: Any = None,
        label: str = "", *, present: Any = (),
    ) -> None:  # fmt: skip
        """At every time, the tasks under way need ``capacity`` together, or less.

        Tasks are starts and durations, or intervals: ``cumulative(tasks, demand, capacity)``.
        ``present`` are expressions or constraints, one a task: where its own is 0, or does not
        hold, an optional task takes no part.
        """
        tasks = flattened(start)
        if are_intervals(tasks):
            given = [each for each in (duration, demand, capacity) if each is not None]
            if len(given) != 2:
                raise TypeError("cumulative() of intervals takes their demands and a capacity")
            _check_absent("cumulative", present=present or None)
            parts = (*_starts_and_sizes(tasks), flattened(given[0]))
            self._add(Cumulative(*parts, given[1], presence(tasks)), label)
            return
        _check_given("cumulative", duration=duration, demand=demand, capacity=capacity)
        lists = tasks, flattened(duration), flattened(demand)
        self._add(Cumulative(*lists, capacity, flattened(present)), label)

    def reservoir(
        self,
        time: SeveralInput,
        change: SeveralInput,
        least: int,
        most: int,
        label: str = "",
        *,
        present: SeveralInput = (),
    ) -> None:
        """A store's level, 0 at the start, is from ``least`` to ``most`` at every time.

        At ``time[i]`` the level changes by ``change[i]``. ``present`` are expressions or
        constraints, one an event: where its own is 0, or does not hold, an event does not happen.
        """
        events = flattened(time), flattened(change)
        self._add(Reservoir(*events, least, most, flattened(present)), label)

    def bin_packing(
        self,
        bin: SeveralInput,
        size: Iterable[int],
        load: SeveralInput,
        label: str = "",
        *,
        at_most: bool = False,
    ) -> None:
        """Item ``i`` of ``size[i]`` is in ``bin[i]``; bin ``b`` holds ``load[b]``, or at most."""
        self._add(BinPacking(flattened(bin), tuple(size), flattened(load), at_most), label)


def _starts_and_sizes(
    tasks: Iterable[Interval],
) -> tuple[tuple[Arithmetic, ...], tuple[Arithmetic, ...]]:
    tasks = tuple(tasks)
    return tuple(task.start for task in tasks), tuple(task.size for task in tasks)


def _check_given(method: str, **arguments: Any) -> None:
    """Raise ``TypeError``, as Python does, for an argument that is missing."""
    missing = [repr(name) for name, value in arguments.items() if value is None]
    if missing:
        plural = "s" if len(missing) > 1 else ""
        names = ", ".join(missing)
        raise TypeError(f"{method}() missing {len(missing)} required argument{plural}: {names}")


def _check_absent(method: str, **arguments: Any) -> None:
    """Raise ``TypeError`` for an argument that intervals say already."""
    for name, value in arguments.items():
        if value is not None:
            raise TypeError(f"{method}() of intervals takes no {name!r}: each interval has its own")
