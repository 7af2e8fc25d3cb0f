"""The opposite of a primitive: a constraint that holds exactly where the primitive does not.

>>> from nonet.model.constraints import AllDifferent
>>> domains = dict.fromkeys("xyz", Domain.range(1, 3))
>>> negated(AllDifferent(("x", "y", "z")), domains).formula
'(x - y == 0) | (x - z == 0) | (y - z == 0)'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations, product
from math import prod
from typing import Any

from nonet.errors import ModelError
from nonet.model.constraints.all_different import AllDifferent
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import TABLE_LIMIT, Constraint
from nonet.model.constraints.count import Count
from nonet.model.constraints.element import Element
from nonet.model.constraints.linear import Comparison, Linear
from nonet.model.constraints.regular import Automaton, Regular
from nonet.model.constraints.table import Table
from nonet.model.domain import Domain

Domains = Mapping[str, Domain]

MOST_MISSING_TUPLES = 1000
"""Combinations of a table's variables up to which the missing combinations are written out."""


def negated(constraint: Constraint, domains: Domains) -> Constraint:
    """The opposite of a primitive, or of any constraint that is small enough to write out.

    ``domains`` are the domains of its variables.  Raises ``ModelError`` for any other constraint.
    """
    negate = _NEGATIONS.get(type(constraint))
    return negate(constraint, domains) if negate else _complement_table(constraint, domains)


def _complement_table(constraint: Constraint, domains: Domains) -> Constraint:
    scope = tuple(dict.fromkeys(constraint.scope))
    size = prod(len(domains[name]) for name in scope)
    if size > TABLE_LIMIT:
        raise ModelError(
            f"the opposite of {constraint.description} has up to {size} combinations of values, "
            "too "
            "many to write out: give it smaller domains, or say what must hold instead"
        )
    return Table(
        scope,
        frozenset(
            values
            for values in product(*(domains[name] for name in scope))
            if not constraint.holds(dict(zip(scope, values, strict=True)))
        ),
    )


def _negated_all_different(different: AllDifferent, domains: Domains) -> Constraint:
    if len(different.scope) == 1:
        return Table(different.scope, frozenset())
    return AnyOf(
        tuple((Linear(pair, (1, -1), "==", 0),) for pair in combinations(different.scope, 2))
    )


def _negated_linear(linear: Linear, domains: Domains) -> Constraint:
    op, constant = negated_comparison(linear.op, linear.constant)
    return Linear(linear.scope, linear.coefficients, op, constant)


def negated_comparison(op: Comparison, constant: int) -> tuple[Comparison, int]:
    """The opposite comparison with a constant."""
    opposites: dict[str, tuple[Comparison, int]] = {
        "==": ("!=", constant),
        "!=": ("==", constant),
        "<=": (">=", constant + 1),
        ">=": ("<=", constant - 1),
    }
    return opposites[op]


def _negated_table(table: Table, domains: Domains) -> Constraint:
    """Return the tuples that the table lacks, or "each tuple differs somewhere"."""
    if (
        prod(len(domains[name]) for name in set(table.scope)) <= MOST_MISSING_TUPLES
        or not table.tuples
    ):
        return _complement_table(table, domains)
    differs = tuple(
        AnyOf(
            tuple(
                (Linear((name,), (1,), "!=", value),)
                for name, value in zip(table.scope, row, strict=True)
            )
        )
        for row in sorted(table.tuples)
    )
    return differs[0] if len(differs) == 1 else AnyOf((differs,))


def _negated_count(count: Count, domains: Domains) -> Constraint:
    if isinstance(count.number, int):
        op, number = negated_comparison(count.op, count.number)
        return Count(count.counted, count.values, op, number)
    if count.op in ("==", "!="):
        op, _ = negated_comparison(count.op, 0)
        return Count(count.counted, count.values, op, count.number)
    cases = []
    for value in domains[count.number]:
        op, number = negated_comparison(count.op, value)
        cases.append(
            (
                Linear((count.number,), (1,), "==", value),
                Count(count.counted, count.values, op, number),
            )
        )
    return AnyOf(tuple(cases)) if cases else Table((count.number,), frozenset())


def _negated_element(element: Element, domains: Domains) -> Constraint:
    """The index is outside, or its entry is another value."""
    last = element.first + len(element.array) - 1
    groups: list[tuple[Constraint, ...]] = [
        (Linear((element.index,), (1,), "<=", element.first - 1),),
        (Linear((element.index,), (1,), ">=", last + 1),),
    ]
    for place in domains[element.index].at_least(element.first).at_most(last):
        entry = element.array[place - element.first]
        if entry != element.value:
            at_place = Linear((element.index,), (1,), "==", place)
            groups.append((at_place, Linear((entry, element.value), (1, -1), "!=", 0)))
    return AnyOf(tuple(groups))


def _negated_regular(regular: Regular, domains: Domains) -> Constraint:
    values = {value for name in regular.scope for value in domains[name]}
    return Regular(regular.scope, complement_automaton(regular.automaton, values))


def complement_automaton(automaton: Automaton, values: Iterable[int]) -> Automaton:
    """Return the automaton of the words over ``values`` that ``automaton`` does not accept.

    Accepting and other states are exchanged.  A new state, which accepts, is entered where the
    automaton has no arc; its number is above all others, including accepting states without arcs.
    """
    arcs = automaton.transitions
    states = {automaton.start, *(s for s, _, _ in arcs), *(t for _, _, t in arcs)}
    lost = max(states | automaton.accepting) + 1
    states.add(lost)
    step = {
        (state, value): automaton.step.get((state, value), lost)
        for value in values
        for state in states
    }
    return Automaton(automaton.start, states - automaton.accepting, step)


_NEGATIONS: dict[type[Constraint], Callable[[Any, Domains], Constraint]] = {
    AllDifferent: _negated_all_different,
    Count: _negated_count,
    Element: _negated_element,
    Linear: _negated_linear,
    Regular: _negated_regular,
    Table: _negated_table,
}
