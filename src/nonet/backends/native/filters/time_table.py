"""Filter of Cumulative: time-tabling.

A task that starts from ``first`` to ``last`` is under way from ``last`` to ``first + duration``,
whenever it starts: its compulsory part.  The demands of all compulsory parts at a time must keep
the capacity, and no task may start where its own demand would break it.  Source: Aggoun and
Beldiceanu, "Extending CHIP in order to solve complex scheduling and placement problems", 1993.
"""

from __future__ import annotations

from itertools import pairwise

from nonet.backends.native.filter import Filter, Store
from nonet.model.expressions.affine import Affine
from nonet.model.globals import Cumulative


def shifted_variable(engine: Store, expression: Affine) -> tuple[int, int] | None:
    """Return the variable of ``x + constant`` and the value of its first bit; else ``None``."""
    if len(expression.terms) != 1 or expression.terms[0][1] != 1:
        return None
    x = engine.number[expression.scope[0]]
    return x, engine.bases[x] + expression.constant


def bounds_now(engine: Store, expression: Affine) -> tuple[int, int]:
    """Return the smallest and the largest value of a sum of variables, by their present domains."""
    low = high = expression.constant
    for name, (_, factor) in zip(expression.scope, expression.terms, strict=True):
        x = engine.number[name]
        mask, least = engine.masks[x], engine.bases[x] - 1
        ends = factor * (least + (mask & -mask).bit_length()), factor * (least + mask.bit_length())
        low, high = low + min(ends), high + max(ends)
    return low, high


class TimeTable(Filter):
    """Starts are a variable, perhaps plus a constant; all other parts count by their bounds."""

    wakes_on_bounds = True
    priority = 2

    def __init__(self, constraint: Cumulative, engine: Store) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        self._capacity = constraint.capacity
        present = constraint.present or (Affine((), 1),) * len(constraint.start)
        self._tasks = list(
            zip(constraint.start, constraint.duration, constraint.demand, present, strict=True)
        )

    def filter(self, engine: Store) -> None:
        tasks = {}  # that surely take part: first start, last start, shortest duration, least demand
        for i, (start, duration, demand, present) in enumerate(self._tasks):
            low, high = bounds_now(engine, present)
            shortest = bounds_now(engine, duration)[0]
            if shortest and not low <= 0 <= high:
                tasks[i] = *bounds_now(engine, start), shortest, bounds_now(engine, demand)[0]
        parts = {
            i: (last, first + d) for i, (first, last, d, _) in tasks.items() if last < first + d
        }
        capacity = bounds_now(engine, self._capacity)[1]
        for begin, end in pairwise(sorted({time for part in parts.values() for time in part})):
            running = [i for i, part in parts.items() if part[0] <= begin and end <= part[1]]
            height = sum(tasks[i][3] for i in running)
            if running and height > capacity:
                engine.fail(self, self._reasons(engine, running))
            for i, (_, _, length, need) in tasks.items():
                variable = shifted_variable(engine, self._tasks[i][0])
                if variable and running and i not in running and height + need > capacity:
                    x, shift = variable  # starts from begin - length + 1 to end - 1 clash
                    clash = (1 << max(end - shift, 0)) - (1 << max(begin - length + 1 - shift, 0))
                    if engine.masks[x] & clash:
                        reasons = self._reasons(engine, [i, *running])
                        engine.set(x, engine.masks[x] & ~clash, self, reasons)

    def _reasons(self, engine: Store, tasks: list[int]) -> list[int]:
        parts = [self._capacity, *(part for i in tasks for part in self._tasks[i])]
        return [engine.number[name] for name in dict.fromkeys(n for p in parts for n in p.scope)]
