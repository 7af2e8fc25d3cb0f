"""The posting of each constraint in CP-SAT's own terms, as declared.

To let CP-SAT take a further constraint, write a function and add it to ``POSTERS``; for use inside
other constraints too, do the same with ``truths.REIFIERS``.  Otherwise a composed constraint
is posted by its conditions, and any other constraint is rewritten in primitives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from itertools import chain
from typing import Any

from nonet.backends.cpsat.expressions import ExpressionEncoder, append_variables
from nonet.backends.cpsat.global_constraints import GLOBALS, is_supported
from nonet.backends.cpsat.integer_encoding import MAX_TABLE_VALUE, IntegerEncoding
from nonet.backends.cpsat.truths import (
    comparison_of,
    is_comparison,
    is_set_of_values,
    operand_form,
    post_any_of,
    truth_literal,
)
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
from nonet.model.constraints import PRIMITIVES
from nonet.model.expressions.composed import Composed
from nonet.model.expressions.encoding import flat_fields
from nonet.model.expressions.logic import Compare, Implies, Not
from nonet.model.lowering import Lowering


def post(encoding: IntegerEncoding, constraint: Constraint) -> None:
    """Add ``constraint`` to the model of ``encoding``."""
    poster = POSTERS.get(type(constraint))
    if not constraint.scope:  # of constants alone
        if not constraint.holds({}):
            encoding.fail()
    elif is_set_of_values(encoding, constraint):
        (name,) = constraint.scope
        encoding.restrict_domain(name, constraint.restrict(encoding.domains[name]))
    elif poster is not None:
        poster(encoding, constraint)
    elif isinstance(constraint, Composed):
        _post_conditions(encoding, constraint)
    else:
        _post_primitives(encoding, constraint)


def integer_encoding(
    domains: Mapping[str, Domain], postponed: Set[str] = frozenset()
) -> IntegerEncoding:
    """An encoding that takes expressions."""
    encoding = IntegerEncoding(domains, postponed=postponed)
    encoding.encoder = ExpressionEncoder(encoding, post)
    return encoding


def _post_conditions(encoding: IntegerEncoding, constraint: Composed) -> None:
    for test in constraint.conditions(encoding.encoder):
        post(encoding, test)


def _post_primitives(encoding: IntegerEncoding, constraint: Constraint) -> None:
    """Post a constraint of an unknown type by its decomposition into primitives."""
    lowering = Lowering(encoding.domains, PRIMITIVES, PRIMITIVES)
    lowering.add(constraint)
    for name, domain in lowering.domains.items():
        if name not in encoding.domains:
            encoding.declare(name, domain)
    for part in lowering.posted:
        post(encoding, part)


def _all_different(encoding: IntegerEncoding, different: AllDifferent) -> None:
    variables = map(encoding.variables.__getitem__, different.scope)
    append_variables(encoding.new_constraint().all_diff.exprs, variables)


def _comparison(encoding: IntegerEncoding, constraint: Linear | Count | Compare | Not) -> None:
    form = operand_form(encoding, constraint) if isinstance(constraint, Compare) else None
    if form is not None:
        post(encoding, form)
        return
    encoding.post(*comparison_of(encoding, constraint))


def _implies(encoding: IntegerEncoding, implies: Implies) -> None:
    first, second = implies.first, implies.second
    if len(first.scope) == len(second.scope) == 1:
        encoding.add_clause([~truth_literal(encoding, first), truth_literal(encoding, second)])
    else:
        _post_conditions(encoding, implies)


def _not(encoding: IntegerEncoding, constraint: Not) -> None:
    if is_comparison(constraint):
        _comparison(encoding, constraint)
    else:
        encoding.add_clause([~truth_literal(encoding, constraint.part)])


def _table(encoding: IntegerEncoding, table: Table) -> None:
    """CP-SAT's table, with one column a variable and rows within the domains.

    OR-Tools 9.15 loses rows where values are 2**32 or more, also in a column that is an expression:
    so a table with large values is posted as distances from the smallest value.
    """
    scope = tuple(dict.fromkeys(table.scope))
    values = list(chain.from_iterable(table.tuples))
    if not values:
        encoding.fail()
        return
    columns, bases = zip(*map(encoding.shifted_variable, scope), strict=True)
    largest = max(max(values), -min(values))
    if len(scope) < len(table.scope) or largest >= MAX_TABLE_VALUE or any(bases):
        rows = set()
        for row in table.tuples:
            given = dict(zip(table.scope, row, strict=True))
            agrees = all(given[name] == value for name, value in zip(table.scope, row, strict=True))
            if agrees and all(value in encoding.domains[name] for name, value in given.items()):
                rows.add(tuple(given[name] - base for name, base in zip(scope, bases, strict=True)))
        if not rows:
            encoding.fail()
            return
        values = list(chain.from_iterable(sorted(rows)))
    posted = encoding.new_constraint().table
    append_variables(posted.exprs, columns)
    posted.values.extend(values)


def _regular(encoding: IntegerEncoding, regular: Regular) -> None:
    """Post CP-SAT's automaton; CP-SAT refuses automata without transitions or accepting states.

    States are numbered, and values that no variable has left out: both may be any
    integers, and CP-SAT's have 64 bits.
    """
    automaton = regular.automaton
    ranges = [encoding.ranges[name] for name in regular.scope]
    least, most = min(low for low, _ in ranges), max(high for _, high in ranges)
    number = {automaton.start: 0}
    arcs = [
        (number.setdefault(s, len(number)), value, number.setdefault(t, len(number)))
        for s, value, t in automaton.transitions
        if least <= value <= most
    ]
    accepting = sorted(number[state] for state in automaton.accepting if state in number)
    if not arcs or not accepting:
        encoding.fail()
        return
    posted = encoding.new_constraint().automaton
    append_variables(posted.exprs, map(encoding.variables.__getitem__, regular.scope))
    posted.starting_state = 0
    posted.final_states.extend(accepting)
    for target, column in zip(
        (posted.transition_tail, posted.transition_label, posted.transition_head),
        zip(*arcs, strict=True),
        strict=True,
    ):
        target.extend(list(column))


def _element(encoding: IntegerEncoding, element: Element) -> None:
    """Post that at each place of the index, the value equals the entry at this place.

    CP-SAT's own element is not used: if presolve of OR-Tools 9.15 finds the value and an entry to
    be a number apart, presolve may accept a wrong solution, and then ends the process.  Of
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
        at_place = encoding.equality_literal(element.index, place)
        if entry != element.value:
            pair = encoding.variables[element.value], encoding.variables[entry]
            encoding.add_sum(pair, (1, -1), (0, 0), (at_place,))


def _global(encoding: IntegerEncoding, constraint: Composed) -> None:
    """A global constraint as CP-SAT's own, or by its conditions."""
    flat = replace(constraint, **flat_fields(constraint, encoding.encoder))
    if is_supported(encoding, flat):
        GLOBALS[type(constraint)][1](encoding, flat)
    else:
        _post_conditions(encoding, flat)


POSTERS: dict[type[Constraint], Callable[[IntegerEncoding, Any], None]] = {
    AllDifferent: _all_different,
    AnyOf: post_any_of,
    Compare: _comparison,
    Count: _comparison,
    Element: _element,
    Implies: _implies,
    Linear: _comparison,
    Not: _not,
    Regular: _regular,
    Table: _table,
    **dict.fromkeys(GLOBALS, _global),
}
