"""Intervals: a task's start, size and end as one value, for the constraints about tasks.

>>> from nonet.model import ModelBuilder
>>> build = ModelBuilder()
>>> task = build.interval(build.variable("x", range(9)), 3)
>>> task
Interval(x, 3)
>>> (task.end <= 7).formula
'x <= 4'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from nonet.errors import ModelError
from nonet.model.expressions.arithmetic import Arithmetic
from nonet.model.expressions.logic import AllOf


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
