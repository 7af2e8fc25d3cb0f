"""Filters, one file a primitive constraint, at named levels of consistency.

A file offers ``make(constraint, engine, levels) -> list[Filter]``, or one class of filters that
is made of ``(constraint, engine)`` at any level.  Constraint types without a file are decomposed
before they come here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeGuard

from nonet.backends.native.filter import Filter, Unary
from nonet.backends.native.filters import (
    all_different,
    any_of,
    cage,
    connected,
    count,
    element,
    linear,
    regular,
    table,
)
from nonet.encoding.differences import merge_differences
from nonet.encoding.implied_sums import cage_predicate, implied_sums
from nonet.model import (
    AllDifferent,
    AnyOf,
    Connected,
    Constraint,
    Count,
    Element,
    Linear,
    Regular,
    Structure,
    Table,
)

if TYPE_CHECKING:
    from nonet.backends.native.engine import Engine, FilterFactory

CageTest = Callable[[Constraint], TypeGuard[Linear]]
"""Tells the sums of different variables."""

AllDifferentLevel = Literal["naked", "hidden", "gac"]
LinearLevel = Literal["bounds", "gac", "combinations"]
LevelName = Literal[
    "auto",
    "generate-and-test",
    "backtracking",
    "forward-checking",
    "unit-propagation",
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
    every value that is in no solution; ``combinations`` is the same, but takes a sum of
    different variables together with their difference, and adds the sums that units and cages
    imply.

    ``level`` other than ``auto`` names one level for the whole model, kept by the
    teaching engine of ``levels.py``; the two others then have no effect.
    """

    alldifferent: AllDifferentLevel = "hidden"
    linear: LinearLevel = "combinations"
    level: LevelName = "auto"


def _single_filter(
    kind: Callable[[Any, Engine], Filter],
) -> Callable[[Any, Engine, Levels], list[Filter]]:
    return lambda constraint, engine, levels: [kind(constraint, engine)]


FILTER_FACTORIES: dict[type[Constraint], Callable[[Any, Engine, Levels], list[Filter]]] = {
    AllDifferent: all_different.make,
    AnyOf: lambda constraint, engine, levels: any_of.make(
        constraint, engine, filter_factory(levels)
    ),
    Connected: _single_filter(connected.Reachability),
    Count: _single_filter(count.CountBounds),
    Element: _single_filter(element.ElementFilter),
    Linear: linear.make,
    Regular: _single_filter(regular.LayeredGraph),
    Table: table.make,
}
"""The maker of filters for each constraint type the engine takes as it is."""


def make_filters(
    constraint: Constraint, engine: Engine, levels: Levels, is_cage: CageTest | None = None
) -> list[Filter]:
    """The filters of one constraint; ``engine`` numbers the variables."""
    if len(constraint.scope) == 1:
        return [Unary(constraint, engine)]
    if is_cage is not None and is_cage(constraint):
        found = cage.make(constraint, engine)
        if found is not None:
            return found
    return FILTER_FACTORIES[type(constraint)](constraint, engine, levels)


def filter_factory(levels: Levels | None = None, is_cage: CageTest | None = None) -> FilterFactory:
    """What an engine is given to make the filters of constraints at some levels.

    ``is_cage`` tells the sums of which the variables are different by other constraints.
    """
    at = levels or Levels()
    return lambda constraint, engine: make_filters(constraint, engine, at, is_cage)


def engine_inputs(structure: Structure, levels: Levels) -> tuple[Structure, FilterFactory]:
    """The structure that an engine of these levels is made of, and its maker of filters."""
    merged = merge_differences(structure.constraints, structure.domains)
    if merged is not structure.constraints:
        structure = Structure(structure.domains, merged, structure.objective)
    if levels.linear != "combinations":
        return structure, filter_factory(levels)
    implied = implied_sums(structure)
    if implied:
        constraints = (*structure.constraints, *implied)
        structure = Structure(structure.domains, constraints, structure.objective)
    return structure, filter_factory(levels, cage_predicate(structure))
