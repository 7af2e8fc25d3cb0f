"""Each constraint in CP-SAT's own terms, as declared; and literals that say whether one holds.

To let CP-SAT take a further constraint, write a function and add it to ``POSTERS``; for use inside
other constraints too, do the same with ``REIFIERS``.  Otherwise a composed constraint is posted by
its conditions, and any other constraint is rewritten in primitives.

*Comparisons* of a weighted sum with a constant (a ``Linear``, a ``Count``, a ``Compare`` of
expressions, and the opposite of each) are enforced by CP-SAT where a literal is true.

A *literal for the truth* of a constraint is true in solutions in which the constraint holds, else
false.  CP-SAT could enforce a constraint only where a literal is true, but then the literal is free
where the constraint happens to hold, and enumeration reports such solutions twice (or ``2 ** n``
times).

``AnyOf``: a literal for each group, true exactly where the group holds, is in a clause "at least one
of these literals".  Of two groups of sums over several variables one needs no literal: its sums are
posted, enforced by the negation of the other's literal.  So ``(x + 3 <= y) | (y + 2 <= x)`` is
searched in 0.4 of the time, and no solution is found twice, as nothing new is left to choose.

A sum enforced by the negation of a statement about one variable, or of several groups, has ended
OR-Tools' process: see "broken hint" in ``solver_faults.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain
from math import prod
from typing import Any

from nonet.backends.cpsat.global_constraints import GLOBALS, is_supported
from nonet.backends.cpsat.integer_encoding import (
    MAX_TABLE_VALUE,
    IntegerEncoding,
    LinearSum,
    Lit,
)
from nonet.errors import Unsupported
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
from nonet.model.constraints.base import TABLE_LIMIT
from nonet.model.constraints.primitives import Comparison
from nonet.model.expressions.composed import Composed
from nonet.model.expressions.encoding import flat_fields, negated, negated_comparison
from nonet.model.expressions.logic import (
    AllOf,
    Compare,
    Not,
    compared_operation,
    exact_form,
)
from nonet.model.lowering import Lowering, predicate_error

MAX_TRIED_VALUES = 100
"""Most values of the only variable of a comparison that are tried, as in ``x % 5 == 4``."""


class ConstraintEncoding(IntegerEncoding):
    """CP-SAT's model, to which constraints are added."""

    def post(self, constraint: Constraint) -> None:
        poster = POSTERS.get(type(constraint))
        if not constraint.scope:  # of constants alone
            if not constraint.holds({}):
                self.fail()
        elif _is_set_of_values(self, constraint):
            (name,) = constraint.scope
            self.restrict_domain(name, constraint.restrict(self.domains[name]))
        elif poster is not None:
            poster(self, constraint)
        elif isinstance(constraint, Composed):
            _post_conditions(self, constraint)
        else:
            _post_primitives(self, constraint)

    def truth_literal(self, constraint: Constraint) -> Lit:
        reify = REIFIERS.get(type(constraint))
        if not constraint.scope:  # of constants alone
            return self.true if constraint.holds({}) else self.false
        if _is_set_of_values(self, constraint):
            (name,) = constraint.scope
            return self.membership_literal(name, constraint.restrict(self.domains[name]))
        if reify is not None:
            return reify(self, constraint)
        if isinstance(constraint, Composed):
            return self.and_literal(map(self.truth_literal, constraint.conditions(self)))
        return _decomposed(self, constraint)


def _is_set_of_values(encoding: IntegerEncoding, constraint: Constraint) -> bool:
    """Whether a constraint is over one variable, and its values are soon tried."""
    if len(constraint.scope) != 1:
        return False
    size = encoding.domains[constraint.scope[0]].size
    return constraint.restricts_ranges or size <= MAX_TRIED_VALUES


# -- comparisons ----------------------------------------------------------------------------


def _is_comparison(constraint: Constraint) -> bool:
    """Whether a constraint, or a negated part, compares a sum."""
    if isinstance(constraint, Not):
        return _is_comparison(constraint.part)
    return isinstance(constraint, Linear | Count | Compare)


def _comparison_of(
    encoding: IntegerEncoding, constraint: Constraint
) -> tuple[LinearSum, Comparison, int]:
    """Return the sum, the comparison and the constant of a Linear, Count or Compare, or of the
    opposite of one."""
    if isinstance(constraint, Not):
        total, op, constant = _comparison_of(encoding, constraint.part)
        return (total, *negated_comparison(op, constant))
    if isinstance(constraint, Count):  # the occurrences, less the variable that is their number
        number = constraint.number
        total = encoding.linear_sum(() if isinstance(number, int) else ((number, -1),))
        for name in constraint.counted:
            total.add(encoding.membership_literal(name, constraint.values))
        return total, constraint.op, number if isinstance(number, int) else 0
    if isinstance(constraint, Linear):
        terms = zip(constraint.scope, constraint.coefficients, strict=True)
        return encoding.linear_sum(terms), constraint.op, constraint.constant
    assert isinstance(constraint, Compare)
    expression = constraint.expression
    total = encoding.linear_sum(expression.terms, expression.constant)
    return total, constraint.op, constraint.constant


def _operand_form(encoding: IntegerEncoding, constraint: Constraint) -> Constraint | None:
    """Return what a comparison of a distance, a least or a greatest value with a constant says of the
    operands; ``None`` for another comparison, or where CP-SAT has the value as a variable."""
    if not isinstance(constraint, Compare):
        return None
    compared = constraint.expression, constraint.op, constraint.constant
    operation = compared_operation(*compared)
    if isinstance(operation, tuple) and encoding.is_defined(operation[0]):
        return None
    return exact_form(*compared)


def _post_comparison(encoding: IntegerEncoding, constraint: Constraint) -> None:
    if (form := _operand_form(encoding, constraint)) is not None:
        encoding.post(form)
    else:
        encoding.add_comparison(*_comparison_of(encoding, constraint))


def _comparison_literal(encoding: IntegerEncoding, constraint: Constraint) -> Lit:
    if (form := _operand_form(encoding, constraint)) is not None:
        return encoding.truth_literal(form)
    if isinstance(constraint, Compare) and len(constraint.expression.terms) == 1:
        ((atom, factor),) = constraint.expression.terms
        name = encoding.variable_for_atom(atom)
        constant = constraint.constant - constraint.expression.constant
        constraint = Linear((name,), (factor,), constraint.op, constant)
    return encoding.comparison_literal(*_comparison_of(encoding, constraint))


# -- constraints posted -----------------------------------------------------------------------


def _post_conditions(encoding: IntegerEncoding, constraint: Composed) -> None:
    for test in constraint.conditions(encoding):
        encoding.post(test)


def _post_primitives(encoding: IntegerEncoding, constraint: Constraint) -> None:
    """Post a constraint of an unknown type by its decomposition into primitives."""
    lowering = Lowering(encoding.domains, PRIMITIVES, PRIMITIVES)
    lowering.add(constraint)
    for name, domain in lowering.domains.items():
        if name not in encoding.domains:
            encoding.declare(name, domain)
    for part in lowering.posted:
        encoding.post(part)


def append_variables(expressions: Any, variables: Iterable[int]) -> None:
    """Append variables to a list of expressions."""
    for variable in variables:
        LinearSum({variable: 1}).write(expressions.add())


def _all_different(encoding: IntegerEncoding, different: AllDifferent) -> None:
    variables = map(encoding.variables.__getitem__, different.scope)
    append_variables(encoding.new_constraint().all_diff.exprs, variables)


def post_any_of(encoding: IntegerEncoding, any_of: AnyOf) -> None:
    """Post that at least one of the groups holds."""
    groups = [_parts(group) for group in any_of.groups]
    if not all(groups):
        return
    enforced = _group_to_enforce(groups) if len(groups) == 2 else None
    if enforced is not None:
        enforced_group, other = enforced
        where = ~_group_literal(encoding, other)
        for part in enforced_group:
            encoding.add_comparison(*_comparison_of(encoding, part), where)
    elif any_of.depth > 1:  # which may stand in each other deeper than Python goes
        encoding.add_clause([encoding.truth_literal(any_of)])
    else:
        encoding.add_clause([_group_literal(encoding, group) for group in groups])


def _parts(group: tuple[Constraint, ...]) -> list[Constraint]:
    """Return the constraints of a group, with conjunctions split into their parts."""
    parts: list[Constraint] = []
    waiting = list(group[::-1])
    while waiting:
        part = waiting.pop()
        if isinstance(part, AllOf):
            waiting.extend(part.all_of[::-1])
        else:
            parts.append(part)
    return parts


def _group_literal(encoding: IntegerEncoding, group: list[Constraint]) -> Lit:
    return encoding.and_literal(map(encoding.truth_literal, group))


def _group_to_enforce(
    groups: list[list[Constraint]],
) -> tuple[list[Constraint], list[Constraint]] | None:
    """Return the group of sums over more variables, and the other; ``None`` if not both are sums of
    two variables or more."""
    sizes = [
        sum(len(part.scope) for part in group) if all(map(_is_comparison, group)) else 0
        for group in groups
    ]
    if min(sizes) < 2:
        return None
    return (groups[0], groups[1]) if sizes[0] >= sizes[1] else (groups[1], groups[0])


def _not(encoding: IntegerEncoding, constraint: Not) -> None:
    if _is_comparison(constraint):
        _post_comparison(encoding, constraint)
    else:
        encoding.add_clause([~encoding.truth_literal(constraint.part)])


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
    domains = [encoding.domains[name] for name in regular.scope]
    least, most = min(each.base for each in domains), max(each.highest for each in domains)
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
    tails, labels, heads = map(list, zip(*arcs, strict=True))
    posted.transition_tail.extend(tails)
    posted.transition_label.extend(labels)
    posted.transition_head.extend(heads)


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
        difference = LinearSum({encoding.variables[element.value]: 1})
        difference.add(encoding.variables[entry], -1)  # names may share a variable
        encoding.add_sum(difference.coefficients, (0, 0), at_place)


def _global(encoding: IntegerEncoding, constraint: Composed) -> None:
    """A global constraint as CP-SAT's own, or by its conditions."""
    flat = replace(constraint, **flat_fields(constraint, encoding))
    if is_supported(encoding, flat):
        GLOBALS[type(constraint)][1](encoding, flat)
    else:
        _post_conditions(encoding, flat)


POSTERS: dict[type[Constraint], Callable[[IntegerEncoding, Any], None]] = {
    AllDifferent: _all_different,
    AnyOf: post_any_of,
    Compare: _post_comparison,
    Count: _post_comparison,
    Element: _element,
    Linear: _post_comparison,
    Not: _not,
    Regular: _regular,
    Table: _table,
    **dict.fromkeys(GLOBALS, _global),
}


# -- literals for the truth of constraints --------------------------------------------------------


def _decomposed(encoding: IntegerEncoding, constraint: Constraint) -> Lit:
    """Return the truth of a constraint of a type that CP-SAT lacks: by simpler constraints, or by
    its tuples if these are few."""
    decomposed = constraint.decompose(
        encoding.domains, lambda part: f"~{part} {len(encoding.domains)}"
    )
    if decomposed is not None and not decomposed.auxiliary:
        return encoding.and_literal(map(encoding.truth_literal, decomposed.constraints))
    scope = tuple(dict.fromkeys(constraint.scope))
    domains = [encoding.domains[name] for name in scope]
    if prod(map(len, domains)) > TABLE_LIMIT:
        raise predicate_error(constraint) or Unsupported(
            f"backend cpsat cannot say whether {constraint.description} "
            f"({type(constraint).__name__}) holds: use another backend, such as native"
        )
    return _table_literal(encoding, Table.of_test(scope, encoding.domains, constraint.holds))


def _by_negation(encoding: IntegerEncoding, constraint: Constraint) -> Lit:
    """Return the literal that is false where the opposite holds: a pair is equal, say."""
    return ~encoding.truth_literal(negated(constraint, encoding.domains))


def _table_literal(encoding: IntegerEncoding, table: Table) -> Lit:
    """Return the literal that one of the tuples is taken, by a literal for each tuple."""
    return encoding.or_literal(
        encoding.and_literal(map(encoding.equality_literal, table.scope, row))
        for row in table.tuples
    )


def _regular_literal(encoding: IntegerEncoding, regular: Regular) -> Lit:
    """The run of the automaton ends well: a literal for each state after each value.

    The automaton is deterministic, so at most one literal of a layer is true;
    none once a value is rejected.
    """
    layer: dict[int, Lit] = {regular.automaton.start: encoding.true}
    for name in regular.scope:
        taken: dict[tuple[int, int], list[int]] = {}
        for state, value, after in regular.automaton.transitions:
            if state in layer:
                taken.setdefault((state, after), []).append(value)
        arrivals: dict[int, list[Lit]] = {}
        for (state, after), values in taken.items():
            step = encoding.and_literal([layer[state], encoding.membership_literal(name, values)])
            arrivals.setdefault(after, []).append(step)
        layer = {state: encoding.or_literal(steps) for state, steps in arrivals.items()}
    return encoding.or_literal(layer[s] for s in sorted(regular.automaton.accepting) if s in layer)


def _any_of_literal(encoding: IntegerEncoding, any_of: AnyOf) -> Lit:
    """Some group holds.  AnyOfs inside each other have their literals from the inside out."""
    literals: dict[int, Lit] = {}

    def literal_of(part: Constraint) -> Lit:
        return literals[id(part)] if id(part) in literals else encoding.truth_literal(part)

    for each in _nested_any_ofs(any_of):
        literals[id(each)] = encoding.or_literal(
            encoding.and_literal(map(literal_of, group)) for group in each.groups
        )
    return literals[id(any_of)]


def _nested_any_ofs(any_of: AnyOf) -> list[AnyOf]:
    """Return the AnyOf and the AnyOfs inside it, each once, inner before outer."""
    nested: dict[int, AnyOf] = {}
    waiting: list[AnyOf] = [any_of]
    while waiting:
        each = waiting.pop()
        nested.pop(id(each), None)  # seen further out: it must come before that as well
        nested[id(each)] = each
        waiting.extend(part for part in each.parts if isinstance(part, AnyOf))
    return list(nested.values())[::-1]


REIFIERS: dict[type[Constraint], Callable[[IntegerEncoding, Any], Lit]] = {
    AllDifferent: _by_negation,
    AnyOf: _any_of_literal,
    Compare: _comparison_literal,
    Count: _comparison_literal,
    Element: _by_negation,
    Linear: _comparison_literal,
    Not: lambda encoding, constraint: ~encoding.truth_literal(constraint.part),
    Regular: _regular_literal,
    Table: _table_literal,
}
"""For each type of constraint: gives its literal.  A composed constraint that is not here is true
where all its conditions are."""
