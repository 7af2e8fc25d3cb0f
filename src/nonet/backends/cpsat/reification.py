"""A literal for the truth of a constraint: true in solutions in which the constraint holds, else
false.

``AnyOf`` needs these literals for the constraints in its groups.  CP-SAT could enforce a constraint
only where a literal is true, but then the literal is free where the constraint happens to hold, and
enumeration reports such solutions twice (or ``2 ** n`` times).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from math import prod
from typing import Any

from nonet.backends.cpsat.comparisons import comparison_of, is_set_of_values
from nonet.backends.cpsat.integer_encoding import IntegerEncoding, Lit
from nonet.errors import Unsupported
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
from nonet.model.constraints.base import TABLE_LIMIT
from nonet.model.expressions.composed import Composed
from nonet.model.expressions.logic import AllOf, Compare, Implies, Not


def truth_literal(encoding: IntegerEncoding, constraint: Constraint) -> Lit:
    """The literal that is true where ``constraint`` holds, and only there."""
    reify = REIFIERS.get(type(constraint))
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
        raise Unsupported(
            f"backend cpsat cannot say whether {constraint.description} "
            f"({type(constraint).__name__}) holds: use another backend, such as native"
        )
    rows = (
        row for row in product(*domains) if constraint.holds(dict(zip(scope, row, strict=True)))
    )
    return _table(encoding, Table(scope, frozenset(rows)))


def _comparison(encoding: IntegerEncoding, constraint: Linear | Count | Compare) -> Lit:
    if isinstance(constraint, Linear) and len(constraint.scope) == 1:
        (name,), (factor,) = constraint.scope, constraint.coefficients
        if constraint.op in ("==", "!=") and factor:
            value, remainder = divmod(constraint.constant, factor)
            literal = encoding.false if remainder else encoding.equality_literal(name, value)
            return literal if constraint.op == "==" else ~literal
        return encoding.membership_literal(name, constraint.restrict(encoding.domains[name]))
    if is_set_of_values(encoding, constraint):
        name = constraint.scope[0]
        return encoding.membership_literal(name, constraint.restrict(encoding.domains[name]))
    if isinstance(constraint, Compare) and len(constraint.expression.terms) == 1:
        ((atom, factor),) = constraint.expression.terms
        name = encoding.encoder.variable_for_atom(atom)
        constant = constraint.constant - constraint.expression.constant
        return _comparison(encoding, Linear((name,), (factor,), constraint.op, constant))
    comparison = comparison_of(encoding, constraint)
    return (
        _table(encoding, comparison)
        if isinstance(comparison, Table)
        else encoding.holds(comparison)
    )


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
