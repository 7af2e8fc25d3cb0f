"""Each primitive constraint in CP-SAT's own terms.

To let CP-SAT take a further primitive, write a function, add it to ``POSTERS`` and its type
to the capabilities; to take it inside ``AnyOf`` too, do the same with ``truth.TRUTH`` and
``Capabilities.inside``.  Without, it is rewritten before it comes here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nonet.backends.cpsat.disjunctions import post_any_of
from nonet.backends.cpsat.global_constraints import GLOBAL_POSTERS, is_supported, primitives_of
from nonet.backends.cpsat.integer_encoding import IntegerEncoding, bounds_of
from nonet.model import (
    AllDifferent,
    AnyOf,
    Constraint,
    Count,
    Domain,
    Element,
    Linear,
    Regular,
    Table,
)
from nonet.model.expressions.composed import Composed


def post(encoding: IntegerEncoding, constraint: Constraint) -> None:
    """Add ``constraint`` to the model of ``encoding``."""
    POSTERS[type(constraint)](encoding, constraint)


def _all_different(encoding: IntegerEncoding, different: AllDifferent) -> None:
    encoding.model.add_all_different([encoding.variables[v] for v in different.scope])


def _linear(encoding: IntegerEncoding, linear: Linear) -> None:
    found = encoding.comparison_of_linear(linear)
    if isinstance(found, Table):
        _table(encoding, found)
    else:
        encoding.post(found)


def _table(encoding: IntegerEncoding, table: Table) -> None:
    """CP-SAT's table, with one column a variable and rows within the domains.

    OR-Tools 9.15 loses rows where values are 2**32 or more, also in a column that is an
    expression: so a table is told of distances from the smallest value where it is large.
    """
    scope = tuple(dict.fromkeys(table.scope))
    rows = []
    for row in table.tuples:
        values = dict(zip(table.scope, row, strict=True))
        agrees = all(values[name] == value for name, value in zip(table.scope, row, strict=True))
        if agrees and all(value in encoding.domains[name] for name, value in values.items()):
            rows.append([values[name] for name in scope])
    if rows:
        columns, bases = zip(*map(encoding.shifted_variable, scope), strict=True)
        near = sorted([v - base for v, base in zip(row, bases, strict=True)] for row in rows)
        encoding.model.add_allowed_assignments(columns, near)
    else:
        encoding.fail()


def _regular(encoding: IntegerEncoding, regular: Regular) -> None:
    """CP-SAT's automaton; it takes none without transitions or accepting states.

    States are numbered, and values that no variable has left out: both may be any
    integers, and CP-SAT's have 64 bits.
    """
    automaton = regular.automaton
    ranges = [bounds_of(encoding.domains[name]) for name in regular.scope]
    least, most = min(low for low, _ in ranges), max(high for _, high in ranges)
    number = {automaton.start: 0}
    arcs = [
        (number.setdefault(s, len(number)), value, number.setdefault(t, len(number)))
        for s, value, t in automaton.transitions
        if least <= value <= most
    ]
    accepting = sorted(number[state] for state in automaton.accepting if state in number)
    if arcs and accepting:
        variables = [encoding.variables[name] for name in regular.scope]
        encoding.model.add_automaton(variables, 0, accepting, arcs)
    else:
        encoding.fail()


def _element(encoding: IntegerEncoding, element: Element) -> None:
    """Where the index is at an entry, the value equals it.

    Not CP-SAT's own element: where presolve of OR-Tools 9.15 finds the value and an entry to be a
    number apart, it may take a solution that is none, and then ends the process.  Of
    ``(v1 + v2 == value) & element([v2, v2], index, value)``, say.
    """
    places, value = encoding.domains[element.index], encoding.domains[element.value]
    inside = Domain.of(
        place
        for place, entry in enumerate(element.array, element.first)
        if place in places and encoding.domains[entry] & value
    )
    encoding.restrict_domain(element.index, inside)
    for place in inside:
        entry = element.array[place - element.first]
        there = encoding.membership_literal(element.index, (place,))
        if entry != element.value:
            encoding.post_equal_if(there, element.value, entry)


def _count(encoding: IntegerEncoding, count: Count) -> None:
    encoding.post(encoding.comparison_of_count(count))


def _global(encoding: IntegerEncoding, constraint: Composed) -> None:
    """A global constraint as CP-SAT's own, or by the primitives that tell it."""
    if is_supported(encoding, constraint):
        GLOBAL_POSTERS[type(constraint)](encoding, constraint)
    else:
        for part in primitives_of(encoding, constraint):
            post(encoding, part)


POSTERS: dict[type[Constraint], Callable[[IntegerEncoding, Any], None]] = {
    AllDifferent: _all_different,
    Linear: _linear,
    Table: _table,
    Regular: _regular,
    Element: _element,
    Count: _count,
    AnyOf: post_any_of,
    **dict.fromkeys(GLOBAL_POSTERS, _global),
}
