"""Filters, one file a primitive constraint, at named levels of consistency.

A file offers ``make(constraint, engine, levels) -> list[Filter]``.  Constraint
types without a file are decomposed before they come here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from nonet.backends.native.filter import Filter, Unary
from nonet.backends.native.filters import (
    all_different,
    any_of,
    count,
    element,
    linear,
    regular,
    table,
)
from nonet.model import (
    AllDifferent,
    AnyOf,
    Constraint,
    Count,
    Element,
    Linear,
    Regular,
    Table,
)

if TYPE_CHECKING:
    from nonet.backends.native.engine import Engine, Maker

AllDifferentLevel = Literal["naked", "hidden", "gac"]
LinearLevel = Literal["bounds", "gac"]
LevelName = Literal[
    "auto",
    "generate-and-test",
    "backtracking",
    "forward-checking",
    "arc-consistency",
    "bounds",
    "gac",
    "singleton-arc",
    "singleton",
]


@dataclass(frozen=True, slots=True)
class Levels:
    """How hard filters work, where there is a choice.

    ``alldifferent``: ``naked`` removes the values of fixed variables; ``hidden``
    also fixes a variable that alone can take a value its unit must hold;
    ``gac`` removes every value that is in no solution of the constraint (Régin).
    ``linear``: ``bounds`` looks at smallest and largest values; ``gac`` removes
    every value that is in no solution.

    ``level`` other than ``auto`` names one level for the whole model, kept by the
    teaching engine of ``levels.py``; the two others then have no effect.
    """

    alldifferent: AllDifferentLevel = "hidden"
    linear: LinearLevel = "gac"
    level: LevelName = "auto"


MAKERS: dict[type[Constraint], Callable[[Any, Engine, Levels], list[Filter]]] = {
    AllDifferent: all_different.make,
    AnyOf: lambda constraint, engine, levels: any_of.make(constraint, engine, maker(levels)),
    Count: count.make,
    Element: element.make,
    Linear: linear.make,
    Regular: regular.make,
    Table: table.make,
}
"""The maker of filters for each constraint type the engine takes as it is."""


def make_filters(constraint: Constraint, engine: Engine, levels: Levels) -> list[Filter]:
    """The filters of one constraint; ``engine`` numbers the variables."""
    if len(constraint.scope) == 1:
        return [Unary(constraint, engine)]
    return MAKERS[type(constraint)](constraint, engine, levels)


def maker(levels: Levels | None = None) -> Maker:
    """What an engine is given to make the filters of constraints at some levels."""
    at = levels or Levels()
    return lambda constraint, engine: make_filters(constraint, engine, at)
