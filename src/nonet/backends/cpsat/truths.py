"""Truths: constraints that are enforced, or that a literal stands for, and ``AnyOf`` made of both.

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

from collections.abc import Callable
from itertools import combinations, product
from math import prod
from typing import Any

from nonet.backends.cpsat.integer_encoding import IntegerEncoding, LinearTerms, Lit
from nonet.errors import Unsupported
from nonet.model import AllDifferent, AnyOf, Constraint, Count, Element, Linear, Regular, Table
from nonet.model.constraints.base import TABLE_LIMIT
from nonet.model.constraints.primitives import Comparison
from nonet.model.expressions.composed import Composed
from nonet.model.expressions.encoding import negated_comparison
from nonet.model.expressions.logic import (
    AllOf,
    Compare,
    Implies,
    Not,
    compared_operation,
    exact_form,
)
from nonet.model.lowering import predicate_error


def post_any_of(encoding: IntegerEncoding, any_of: AnyOf) -> None:
    """Post that at least one of the groups holds."""
    groups = [_parts(group) for group in any_of.groups]
    if not all(groups):
        return
    enforced = _group_to_enforce(groups) if len(groups) == 2 else None
    if enforced is None:
        if any_of.depth > 1:  # which may stand in each other deeper than Python goes
            encoding.add_clause([truth_literal(encoding, any_of)])
        else:
            encoding.add_clause([_group_literal(encoding, group) for group in groups])
        return
    enforced_group, other = enforced
    where = (~_group_literal(encoding, other),)
    for part in enforced_group:
        encoding.post(*comparison_of(encoding, part), where)


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


def _group_literal(encoding: IntegerEncoding, group: list[Constraint]) -> int:
    return encoding.and_literal(truth_literal(encoding, part) for part in group)


def _group_to_enforce(
    groups: list[list[Constraint]],
) -> tuple[list[Constraint], list[Constraint]] | None:
    """Return the group of sums over more variables, and the other; ``None`` if not both are sums of
    two variables or more."""
    sizes = [
        sum(len(part.scope) for part in group) if all(map(is_comparison, group)) else 0
        for group in groups
    ]
    if min(sizes) < 2:
        return None
    return (groups[0], groups[1]) if sizes[0] >= sizes[1] else (groups[1], groups[0])


def truth_literal(encoding: IntegerEncoding, constraint: Constraint) -> Lit:
    """The literal that is true where ``constraint`` holds, and only there."""
    reify = REIFIERS.get(type(constraint))
    if not constraint.scope:  # of constants alone
        return encoding.true if constraint.holds({}) else encoding.false
    if is_set_of_values(encoding, constraint):
        name = constraint.scope[0]
        return encoding.membership_literal(name, constraint.restrict(encoding.domains[name]))
    if reify is not None:
        return reify(encoding, constraint)
    if isinstance(constraint, Composed):
        tests = constraint.conditions(encoding.encoder)
        return encoding.and_literal([truth_literal(encoding, test) for test in tests])
    return _decomposed(encoding, constraint)


def _decomposed(encoding: IntegerEncoding, constraint: Constraint) -> Lit:
    """Return the truth of a constraint of a type that CP-SAT lacks: by simpler constraints, or by
    its tuples if these are few."""
    decomposed = constraint.decompose(
        encoding.domains, lambda part: f"~{part} {len(encoding.domains)}"
    )
    if decomposed is not None and not decomposed.auxiliary:
        return encoding.and_literal(
            [truth_literal(encoding, part) for part in decomposed.constraints]
        )
    scope = tuple(dict.fromkeys(constraint.scope))
    domains = [encoding.domains[name] for name in scope]
    if prod(map(len, domains)) > TABLE_LIMIT:
        raise predicate_error(constraint) or Unsupported(
            f"backend cpsat cannot say whether {constraint.description} "
            f"({type(constraint).__name__}) holds: use another backend, such as native"
        )
    rows = (
        row for row in product(*domains) if constraint.holds(dict(zip(scope, row, strict=True)))
    )
    return _table(encoding, Table(scope, frozenset(rows)))


def _comparison(encoding: IntegerEncoding, constraint: Linear | Count | Compare) -> Lit:
    form = operand_form(encoding, constraint) if isinstance(constraint, Compare) else None
    if form is not None:
        return truth_literal(encoding, form)
    if isinstance(constraint, Compare) and len(constraint.expression.terms) == 1:
        ((atom, factor),) = constraint.expression.terms
        name = encoding.encoder.variable_for_atom(atom)
        constant = constraint.constant - constraint.expression.constant
        return _comparison(encoding, Linear((name,), (factor,), constraint.op, constant))
    return encoding.holds(*comparison_of(encoding, constraint))


def _not(encoding: IntegerEncoding, constraint: Not) -> Lit:
    return ~truth_literal(encoding, constraint.part)


def _all_of(encoding: IntegerEncoding, constraint: AllOf) -> Lit:
    return encoding.and_literal([truth_literal(encoding, part) for part in constraint.all_of])


def _implies(encoding: IntegerEncoding, constraint: Implies) -> Lit:
    first = truth_literal(encoding, constraint.first)
    return encoding.or_literal([~first, truth_literal(encoding, constraint.second)])


def _equal(encoding: IntegerEncoding, first: str, second: str) -> Lit:
    if first == second:
        return encoding.true
    return _comparison(encoding, Linear((first, second), (1, -1), "==", 0))


def _all_different(encoding: IntegerEncoding, different: AllDifferent) -> Lit:
    """No pair is equal."""
    return ~encoding.or_literal(
        _equal(encoding, *pair) for pair in combinations(different.scope, 2)
    )


def _table(encoding: IntegerEncoding, table: Table) -> Lit:
    """Return the literal that one of the tuples is taken, by a literal for each tuple."""
    return encoding.or_literal(
        encoding.and_literal(
            encoding.equality_literal(name, value)
            for name, value in zip(table.scope, row, strict=True)
        )
        for row in table.tuples
    )


def _regular(encoding: IntegerEncoding, regular: Regular) -> Lit:
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


def _element(encoding: IntegerEncoding, element: Element) -> Lit:
    """At some position: the index is there, and that entry equals the value."""
    return encoding.or_literal(
        encoding.and_literal(
            [
                encoding.equality_literal(element.index, position),
                _equal(encoding, entry, element.value),
            ]
        )
        for position, entry in enumerate(element.array, element.first)
        if position in encoding.domains[element.index]
    )


def _any_of(encoding: IntegerEncoding, any_of: AnyOf) -> Lit:
    """Some group holds.  AnyOfs inside each other have their literals from the inside out."""
    literals: dict[int, Lit] = {}

    def literal_of(part: Constraint) -> Lit:
        return literals[id(part)] if id(part) in literals else truth_literal(encoding, part)

    for each in _nested_any_ofs(any_of):
        literals[id(each)] = encoding.or_literal(
            encoding.and_literal(literal_of(part) for part in group) for group in each.groups
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
    AllDifferent: _all_different,
    AllOf: _all_of,
    AnyOf: _any_of,
    Compare: _comparison,
    Count: _comparison,
    Element: _element,
    Implies: _implies,
    Linear: _comparison,
    Not: _not,
    Regular: _regular,
    Table: _table,
}
"""For each type of constraint: gives its literal.  A composed constraint that is not here is true
where all its conditions are."""


MAX_TRIED_VALUES = 100
"""Most values of the only variable of a comparison that are tried, as in ``x % 5 == 4``."""


def operand_form(encoding: IntegerEncoding, compared: Compare) -> Constraint | None:
    """Return what a comparison of a distance, a least or a greatest value with a constant says of the
    operands; ``None`` for another comparison, or where CP-SAT has the value as a variable."""
    operation = compared_operation(compared.expression, compared.op, compared.constant)
    if isinstance(operation, tuple) and encoding.encoder.has_variable(operation[0]):
        return None
    return exact_form(compared.expression, compared.op, compared.constant)


def is_comparison(constraint: Constraint) -> bool:
    """Whether a constraint, or a negated part, compares a sum."""
    if isinstance(constraint, Not):
        return is_comparison(constraint.part)
    return isinstance(constraint, Linear | Count | Compare)


def is_set_of_values(encoding: IntegerEncoding, constraint: Constraint) -> bool:
    """Whether a constraint is over one variable, and its values are soon tried."""
    if len(constraint.scope) != 1:
        return False
    size = encoding.domains[constraint.scope[0]].size
    return constraint.restricts_ranges or size <= MAX_TRIED_VALUES


def comparison_of(
    encoding: IntegerEncoding, constraint: Constraint
) -> tuple[LinearTerms, Comparison, int]:
    """Return the sum, the comparison and the constant of a Linear, Count or Compare, or of the
    opposite of one."""
    if isinstance(constraint, Not):
        linear, op, constant = comparison_of(encoding, constraint.part)
        return (linear, *negated_comparison(op, constant))
    if isinstance(constraint, Count):
        number = constraint.number if isinstance(constraint.number, int) else 0
        return encoding.occurrences(constraint), constraint.op, number
    if isinstance(constraint, Linear):
        linear = encoding.linear_terms(constraint.scope, constraint.coefficients)
    else:
        assert isinstance(constraint, Compare)
        linear = encoding.encoder.linear_terms(constraint.expression)
    return linear, constraint.op, constraint.constant
