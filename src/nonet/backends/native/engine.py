"""The engine: domains, a trail to undo changes, and a queue of filters run to a fixed point.

The engine consists of four ideas:

* a **domain** is a bit mask, ``masks[x]``; bit ``i`` stands for value ``bases[x] + i``,
  and the same bit of two variables for the same value (``Store`` and ``mask_bases`` of ``filter.py``);
* the **trail** lists every change as (variable, mask before), so going back in
  search means popping entries; the new entries also tell which filters must wake;
* a **filter** belongs to one constraint and removes values that are in no solution
  of the constraint; the filter wakes when a variable of its scope is fixed, or changes, or
  when the variable's smallest or largest value goes;
* **propagation** runs awake filters until none is left: the fixed point does not
  depend on their order.

The engine knows no constraint: a factory makes the filters (``filters/``, or
``teaching_filters.py``).  Search is in ``search.py``.

>>> from nonet.model import AllDifferent, Model
>>> model = Model({"x": [1], "y": [1, 2], "z": [1, 2, 3]}, [AllDifferent(("x", "y", "z"))])
>>> from nonet.backends.native.filters import filter_factory
>>> engine = Engine(model.structure, filter_factory())
>>> engine.propagate(), engine.assignment()
(True, {'x': 1, 'y': 2, 'z': 3})
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from nonet.backends.native.filter import (
    Failure,
    Filter,
    FilterFactory,
    Propagation,
    Store,
)
from nonet.backends.native.filters.objective import ObjectiveBound
from nonet.deadline import check, current_deadlines
from nonet.model import Constraint, Domain, Structure

NO_LIMIT = 1 << 62
"""Work that no run does."""

VALUES_PER_WORK = 1024
"""Values of a filter's variables, summed, that count as one more run of a filter: 25 cells of a
25x25 have 625, and bits are handled 64 at a time."""


class EffortSpent(Exception):
    """The work that a run may do is done; the engine has to be reset."""


class Engine(Store):
    """The domains of one structure's variables, and the filters of its constraints.

    An engine serves one search at a time;
    :meth:`reset` prepares the engine for the next search.
    """

    counts_checks: ClassVar[bool] = False
    """Whether the filters count their ``checks``: true of the filters of named levels."""

    learns: ClassVar[bool] = False
    """Whether the engine learns nogoods from failures: true of ``LearningEngine``."""

    learned = 0
    """How many nogoods were learned since the last reset."""

    def __init__(self, structure: Structure, make: FilterFactory, depth: int = 0) -> None:
        super().__init__(structure, depth)
        self.filter_factory = make
        """Gives the filters of a constraint."""
        self._widths = list(map(int.bit_length, self.full_masks))
        self.has_bounds_filters = False
        """Whether a filter wakes on bounds."""
        self.processed_changes = 0
        """How much of the trail has been told to the filters that wake on changes."""
        self.filterings = 0
        """How often a filter ran, since the last reset."""
        self.work, self.work_limit = 0, NO_LIMIT
        """How often a filter ran, one over wide domains counted as many; and the number at which
        propagation raises ``EffortSpent``."""
        self.degrees = [0] * len(self.names)
        """How many constraints each variable is in."""
        self.weights: list[float] = []
        """The degree of each variable plus the number of failures of its constraints."""
        self.on_fixed: list[list[Filter]] = [[] for _ in self.names]
        self.on_change: list[list[Filter]] = [[] for _ in self.names]
        self.on_bounds: list[list[Filter]] = [[] for _ in self.names]
        self.queues: tuple[deque[Filter], ...] = (deque(), deque(), deque())
        """Awake filters, by priority: cheap filters first."""
        self.filters: list[Filter] = []
        for constraint in structure.constraints:
            check()
            self.post(constraint)
        self.objective_filter: ObjectiveBound | None = None
        """The filter of the objective, or ``None`` without an objective."""
        self.reset({})
        if structure.objective is not None:
            self.objective_filter = ObjectiveBound(structure.objective, self)
            self.add(self.objective_filter)

    def post(self, constraint: Constraint) -> None:
        """Add the filters of a constraint."""
        for name in constraint.scope:
            self.degrees[self.number[name]] += 1
        for filter_ in self.filter_factory(constraint, self):
            self.add(filter_)

    def add(self, new_filter: Filter) -> None:
        """Add a filter, to be woken by the variables of its scope."""
        self.filters.append(new_filter)
        new_filter.work += sum(map(self._widths.__getitem__, new_filter.scope)) // VALUES_PER_WORK
        for x in dict.fromkeys(new_filter.scope):
            if new_filter.wakes_on_fixed:
                self.on_fixed[x].append(new_filter)
            if new_filter.wakes_on_change:
                self.on_change[x].append(new_filter)
            if new_filter.wakes_on_bounds:
                self.on_bounds[x].append(new_filter)
                self.has_bounds_filters = True

    def reset(self, narrowed: Mapping[str, Domain]) -> None:
        """Restore the full domains, except the domains in ``narrowed``, and wake every filter."""
        self._clear_pending()
        self.trail.clear()
        self.processed_changes = 0
        self.filterings = self.work = 0
        self.checks = 0
        self.weights[:] = self.degrees
        if self.objective_filter is not None:
            self.objective_filter.clear_limit()
        self.masks[:] = self.full_masks
        for name, domain in narrowed.items():
            x = self.number[name]
            self.masks[x] &= domain.mask_relative_to(self.bases[x])
        self.newly_fixed += [x for x, mask in enumerate(self.masks) if not mask & (mask - 1)]
        for filter_ in self.filters:
            if filter_.wakes_on_change or filter_.wakes_on_bounds:
                self.wake(filter_)

    def sub_engine(
        self,
        constraints: Sequence[Constraint],
        make: FilterFactory,
        widened: Callable[[int], int] = int,
    ) -> Propagation:
        """Return the propagation of some constraints alone; see ``Store.sub_engine``."""
        names = dict.fromkeys(name for constraint in constraints for name in constraint.scope)
        outer = [self.number[name] for name in names]
        domains = [self.domain(x, widened(self.full_masks[x])) for x in outer]
        full = dict(zip(names, domains, strict=True))
        inner = Engine(Structure(full, tuple(constraints)), make, self.depth + 1)
        # bits count the values that any domain covers below: here never more than there
        shifts = [base - self.bases[x] for base, x in zip(inner.bases, outer, strict=True)]

        def propagate(masks: Mapping[int, int]) -> dict[int, int] | None:
            inner.reset({})
            for y, (x, shift) in enumerate(zip(outer, shifts, strict=True)):
                mask = masks[x] >> shift
                if inner.masks[y] != mask:
                    inner.masks[y] = mask
                    if not mask & (mask - 1):
                        inner.newly_fixed.append(y)
            if not inner.propagate():
                return None
            pairs = zip(outer, inner.masks, shifts, strict=True)
            return {x: mask << shift for x, mask, shift in pairs}

        return propagate

    # -- what search calls ---------------------------------------------------

    def propagate(self) -> bool:
        """Run awake filters to the fixed point; ``False`` if a constraint cannot hold.

        Raises ``EffortSpent`` at ``work_limit``.
        """
        fixed, trail, on_fixed, on_change = (
            self.newly_fixed,
            self.trail,
            self.on_fixed,
            self.on_change,
        )
        queues = self.queues
        is_limited = bool(current_deadlines())
        runs, work, work_limit = 0, self.work, self.work_limit
        try:
            while True:
                # here and not at each node: over wide domains one fixed point takes seconds
                if work >= work_limit:
                    raise EffortSpent
                if is_limited:
                    check()
                for x in fixed:  # which grows meanwhile: the first fixed is heard first
                    listeners = on_fixed[x]
                    runs += len(listeners)
                    work += len(listeners)
                    for filter_ in listeners:
                        filter_.fixed(self, x)
                fixed.clear()
                start = len(trail)
                if self.processed_changes < start:
                    news = trail[self.processed_changes :]
                    self.processed_changes = start
                    if self.has_bounds_filters:
                        self._wake_on_bounds(news)
                    changed = {x for x, _ in news}
                    for x in changed:
                        for filter_ in on_change[x]:
                            if not filter_.awake:
                                filter_.awake = True
                                queues[filter_.priority].append(filter_)
                for queue in queues:
                    while queue and len(trail) == start:  # most filters change nothing
                        filter_ = queue.popleft()
                        filter_.awake = False
                        runs += 1
                        work += filter_.work
                        if is_limited and not runs & 63:
                            check()
                        filter_.filter(self)
                    if len(trail) > start:
                        break
                else:
                    return True
        except Failure as failure:
            self.record_failure(failure)
            self._clear_pending()
            return False
        finally:
            self.filterings += runs
            self.work = work

    def propagate_filters(self, filters: Sequence[Filter]) -> bool:
        """Run some filters alone to their fixed point; ``False`` if a constraint cannot hold."""
        mark = -1
        try:
            while mark < len(self.trail):
                mark = len(self.trail)
                for each in filters:
                    if each.wakes_on_change or each.wakes_on_bounds:
                        each.filter(self)
                    for x in each.scope if each.wakes_on_fixed else ():
                        if self.is_settled(x):
                            each.fixed(self, x)
        except Failure as failure:
            self.record_failure(failure)
            return False
        finally:
            self.filterings += len(filters)
            self._clear_pending()
        return True

    def _wake_on_bounds(self, news: list[tuple[int, int]]) -> None:
        """Wake the filters of variables whose smallest or largest value has gone."""
        for x, before in news:
            if self.on_bounds[x]:
                now = self.masks[x]
                if now & -now != before & -before or now.bit_length() != before.bit_length():
                    for filter_ in self.on_bounds[x]:
                        self.wake(filter_)

    def report(self, event: str, *details: object) -> None:
        """Hear of a step of search: the name of a class of ``events.py``, and its fields.

        Only a traced engine makes the event.
        """

    def record_failure(self, failure: Failure) -> None:
        """Hear of a failure: the variables of the constraint at fault gain weight."""
        for x in failure.source.scope:
            self.weights[x] += 1

    def assign(self, x: int, bit: int) -> None:
        """Guess that ``x`` has the value of ``bit``, or a value of several bits."""
        self.trail.append((x, self.masks[x]))
        self.masks[x] = bit
        if not bit & (bit - 1):
            self.newly_fixed.append(x)

    def wake(self, sleeping_filter: Filter) -> None:
        """Have a filter run at the next propagation, whatever has changed."""
        if not sleeping_filter.awake:
            sleeping_filter.awake = True
            self.queues[sleeping_filter.priority].append(sleeping_filter)

    def order_variables(self, order: VariableOrder) -> VariableOrder:
        """Return the order of search that goes with the engine: ``order`` itself."""
        return order

    def mark(self) -> int:
        """The present point of the trail, to :meth:`undo` to."""
        return len(self.trail)

    def undo(self, mark: int) -> None:
        """Take back every change since ``mark``."""
        trail, masks = self.trail, self.masks
        while len(trail) > mark:
            x, mask = trail.pop()
            masks[x] = mask
        self.processed_changes = mark

    def assignment(self) -> dict[str, int]:
        """The value of every variable; only right when all are fixed."""
        return {
            name: base - 1 + mask.bit_length()
            for name, base, mask in zip(self.names, self.bases, self.masks, strict=True)
        }

    def _clear_pending(self) -> None:
        self.newly_fixed.clear()
        for queue in self.queues:
            for filter_ in queue:
                filter_.awake = False
            queue.clear()


VariableOrder = Callable[[Engine], int | None]
"""Picks the open variable to guess next; ``None`` when all are fixed."""
