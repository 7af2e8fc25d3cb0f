"""Filters, one file a primitive constraint, at named levels of consistency.

A file offers ``make(constraint, engine, levels) -> list[Filter]``, or one class of filters that is
made of ``(constraint, engine)`` at any level.  Constraints of other types are decomposed before
filters are made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard

from nonet.backends.native.filter import Filter, FilterFactory, Store, Unary
from nonet.backends.native.filters import (
    all_different,
    any_of,
    cage,
    globals,
    linear,
    operation_result,
    regular,
    table,
)
from nonet.backends.native.filters.houses import house_filter_factory
from nonet.backends.native.filters.levels import (
    FAST_LEVELS,
    AllDifferentLevel,
    LevelName,
    Levels,
    LinearLevel,
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
from nonet.model.constraints.operation_result import OperationResult
from nonet.model.globals import Cumulative, Precedence, Predicate

CageTest = Callable[[Constraint], TypeGuard[Linear]]
"""Tells the sums of different variables."""


def _single_filter(
    kind: Callable[[Any, Store], Filter],
) -> Callable[[Any, Store, Levels], list[Filter]]:
    return lambda constraint, engine, levels: [kind(constraint, engine)]


def _predicate_filters(constraint: Predicate, engine: Store, levels: Levels) -> list[Filter]:
    """Return the filter of a predicate's table; of a large product, one that calls the function."""
    domains = {name: engine.domain(engine.number[name]) for name in constraint.scope}
    if small := constraint.decompose(domains, str):
        return make_filters(small.constraints[0], engine, levels)
    return [any_of.ForwardChecking(constraint, engine)]


FILTER_FACTORIES: dict[type[Constraint], Callable[[Any, Store, Levels], list[Filter]]] = {
    AllDifferent: all_different.make,
    AnyOf: lambda constraint, engine, levels: any_of.make(
        constraint, engine, filter_factory(levels)
    ),
    Connected: _single_filter(globals.Reachability),
    Count: _single_filter(linear.CountBounds),
    Cumulative: _single_filter(globals.TimeTable),
    Element: _single_filter(table.ElementFilter),
    Linear: linear.make,
    Predicate: _predicate_filters,
    OperationResult: _single_filter(operation_result.OperationBounds),
    Precedence: _single_filter(globals.ValuePrecedence),
    Regular: _single_filter(regular.RegularFilter),
    Table: table.make,
}
"""The factory of filters for each constraint type that the engine posts natively."""


def make_filters(
    constraint: Constraint, engine: Store, levels: Levels, is_cage: CageTest | None = None
) -> list[Filter]:
    """The filters of one constraint; ``engine`` numbers the variables."""
    if len(constraint.scope) == 1:
        return [Unary(constraint, engine)]
    if is_cage is not None and is_cage(constraint) and (found := cage.make(constraint, engine)):
        return [found]
    return FILTER_FACTORIES[type(constraint)](constraint, engine, levels)


def filter_factory(levels: Levels | None = None, is_cage: CageTest | None = None) -> FilterFactory:
    """Return the function that makes an engine's filters of constraints at some levels.

    ``is_cage`` tells the sums of which the variables are different by other constraints.
    """
    at = levels or Levels()
    return lambda constraint, engine: make_filters(constraint, engine, at, is_cage)


def engine_inputs(structure: Structure, levels: Levels) -> tuple[Structure, FilterFactory]:
    """The structure that an engine of these levels is made of, and its maker of filters."""
    merged = merge_differences(structure.constraints, structure.domains)
    if merged is not structure.constraints:
        structure = Structure(structure.domains, merged, structure.objective)
    if levels.level == "gac-with-houses":
        houses = [each for each in structure.constraints if isinstance(each, AllDifferent)]
        return structure, house_filter_factory(houses)
    if levels.linear != "combinations":
        return structure, filter_factory(levels)
    implied = implied_sums(structure)
    if implied:
        constraints = (*structure.constraints, *implied)
        structure = Structure(structure.domains, constraints, structure.objective)
    return structure, filter_factory(levels, cage_predicate(structure))


__all__ = [
    "FAST_LEVELS", "FILTER_FACTORIES", "AllDifferentLevel", "LevelName", "Levels", "LinearLevel",
    "engine_inputs", "filter_factory", "make_filters",
]  # fmt: skip
