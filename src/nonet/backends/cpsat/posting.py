"""Each primitive constraint in CP-SAT's own terms.

To let CP-SAT take a further primitive, write a function, add it to ``POST`` and its type
to the capabilities; to take it inside ``AnyOf`` too, do the same with ``truth.TRUTH`` and
``Capabilities.inside``.  Without, it is rewritten before it comes here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nonet.backends.cpsat.encoding import Encoding, ends
from nonet.backends.cpsat.truth import truth
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


def post(encoding: Encoding, constraint: Constraint) -> None:
    """Add ``constraint`` to the model of ``encoding``."""
    POST[type(constraint)](encoding, constraint)


def _all_different(encoding: Encoding, different: AllDifferent) -> None:
    encoding.model.add_all_different([encoding.variables[v] for v in different.scope])


def _linear(encoding: Encoding, linear: Linear) -> None:
    found = encoding.sum_of(linear)
    if isinstance(found, Table):
        _table(encoding, found)
    else:
        encoding.post(found)


def _table(encoding: Encoding, table: Table) -> None:
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
        columns, bases = zip(*map(encoding.near, scope), strict=True)
        near = sorted([v - base for v, base in zip(row, bases, strict=True)] for row in rows)
        encoding.model.add_allowed_assignments(columns, near)
    else:
        encoding.fail()


def _regular(encoding: Encoding, regular: Regular) -> None:
    """CP-SAT's automaton; it takes none without transitions or accepting states.

    States are numbered, and values that no variable has left out: both may be any
    integers, and CP-SAT's have 64 bits.
    """
    automaton = regular.automaton
    ranges = [ends(encoding.domains[name]) for name in regular.scope]
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


def _element(encoding: Encoding, element: Element) -> None:
    """CP-SAT's element, whose index counts from 0."""
    index = encoding.variables[element.index] - element.first
    array = [encoding.variables[name] for name in element.array]
    encoding.model.add_element(index, array, encoding.variables[element.value])


def _count(encoding: Encoding, count: Count) -> None:
    encoding.post(encoding.count_of(count))


def _any_of(encoding: Encoding, any_of: AnyOf) -> None:
    encoding.model.add_bool_or([truth(encoding, any_of)])


POST: dict[type[Constraint], Callable[[Encoding, Any], None]] = {
    AllDifferent: _all_different,
    Linear: _linear,
    Table: _table,
    Regular: _regular,
    Element: _element,
    Count: _count,
    AnyOf: _any_of,
}
