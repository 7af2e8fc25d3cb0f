"""From constraints to clauses: one encoder a primitive.

An encoder is a function of the clauses and one constraint; ``ENCODERS`` lists the encoders by type.
Unit propagation on the clauses is at least forward checking, and arc consistency for AllDifferent's
pairs, binary relations and tables. An auxiliary literal never tells two solutions apart: solutions
are the model's own variables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, Literal

from nonet.deadline import checked
from nonet.encoding.clauses.cnf import Cnf, TooLarge
from nonet.encoding.clauses.connectivity import encode_connected
from nonet.encoding.clauses.layered_automata import (
    MAX_TUPLES,
    encode_automaton,
    encode_linear,
    encode_relation,
    encode_weighted_sum,
    forbid_all,
)
from nonet.encoding.clauses.line_sums import LineSumEncoder
from nonet.encoding.clauses.sum_groups import (
    encode_cage,
    encode_grouped_sum,
    group_finder,
)
from nonet.encoding.implied_sums import cage_predicate, is_plain_sum
from nonet.errors import Unsupported
from nonet.model import (
    AllDifferent,
    AnyOf,
    Connected,
    Constraint,
    Count,
    Domain,
    Element,
    EnclosedSum,
    LeadingSum,
    Linear,
    Regular,
    Structure,
    Table,
    primitives_of,
)

Sums = Literal["combinations", "counters"]
"""How sums are written: cages by their combinations; or each as a counter, as declared."""


def encode_structure(structure: Structure, cnf: Cnf, sums: Sums = "combinations") -> None:
    """Post every constraint; raises ``Unsupported``, naming the first that is too large."""
    combined = sums == "combinations"
    is_cage, parts_of = cage_predicate(structure), group_finder(structure)
    lines = LineSumEncoder(cnf, structure)
    for constraint in checked(structure.constraints):
        try:
            many = combined and len(constraint.scope) > 2
            if many and is_cage(constraint) and encode_cage(cnf, constraint):
                continue
            if many and type(constraint) is Linear:
                encode_grouped_sum(cnf, constraint, parts_of(constraint))
            elif not (many and lines.encode(constraint)):
                encode_constraint(cnf, constraint)
        except TooLarge:
            raise too_large_error(constraint.description) from None


OTHER_BACKENDS = "use another backend, such as cpsat or native"
CLAUSES_ONLY = "this question is asked of a SAT solver alone; smaller domains help"


def too_large_error(subject: str, advice: str = OTHER_BACKENDS) -> Unsupported:
    """Return the error that declines a model, with the way out."""
    return Unsupported(
        f"backend sat cannot write {subject} as clauses of a size that can be solved: {advice}"
    )


def encode_cage_or_other(cnf: Cnf, constraint: Constraint, *, different: bool) -> None:
    """Write a plain sum of ``different`` variables by its combinations, where these are few, and any
    other constraint as :func:`encode_constraint`."""
    long = different and len(constraint.scope) > 2
    if not (long and is_plain_sum(constraint) and encode_cage(cnf, constraint)):
        encode_constraint(cnf, constraint)


def encode_constraint(cnf: Cnf, constraint: Constraint) -> None:
    """The clauses of one constraint, of a type in ``ENCODERS`` or ``LAZY_ENCODERS``."""
    kind = type(constraint)
    (ENCODERS.get(kind) or LAZY_ENCODERS[kind])(cnf, constraint)


def all_different(cnf: Cnf, constraint: AllDifferent) -> None:
    """Value by value."""
    cnf.all_different([cnf.literals[name] for name in constraint.scope])


def table(cnf: Cnf, constraint: Table) -> None:
    """Encode unary and binary tables by supports, larger tables by the rarer of allowed and
    forbidden tuples.

    Either each forbidden tuple is a clause, or each allowed tuple has a literal that implies its
    values, and each value implies that some tuple with the value is chosen (Bacchus, "GAC via unit
    propagation", CP 2007).
    """
    scope = tuple(dict.fromkeys(constraint.scope))
    choices = [cnf.literals[name] for name in scope]
    rows = _allowed_tuples(constraint, scope, choices)
    if len(scope) == 1:
        forbid_all(cnf, (literal for value, literal in choices[0].items() if (value,) not in rows))
    elif len(scope) == 2:
        encode_relation(cnf, choices[0], choices[1], lambda x, y: (x, y) in rows)
    elif prod(map(len, choices)) - len(rows) <= len(rows):
        for row in product(*choices):
            if row not in rows:
                cnf.add(*(-literals[value] for literals, value in zip(choices, row, strict=True)))
    else:
        _tuple_selectors(cnf, choices, rows)


def _allowed_tuples(
    constraint: Table, scope: tuple[str, ...], choices: Sequence[Mapping[int, int]]
) -> set[tuple[int, ...]]:
    if len(constraint.tuples) > MAX_TUPLES:
        raise TooLarge
    rows = set()
    for row in constraint.tuples:
        values = dict(zip(constraint.scope, row, strict=True))
        agrees = all(values[v] == x for v, x in zip(constraint.scope, row, strict=True))
        if agrees and all(
            values[v] in literals for v, literals in zip(scope, choices, strict=True)
        ):
            rows.add(tuple(values[v] for v in scope))
    return rows


def _tuple_selectors(
    cnf: Cnf, choices: Sequence[Mapping[int, int]], rows: set[tuple[int, ...]]
) -> None:
    having: list[dict[int, list[int]]] = [{value: [] for value in c} for c in choices]
    for row in sorted(rows):
        chosen = cnf.new_literal()
        for literals, value, supports in zip(choices, row, having, strict=True):
            cnf.add(-chosen, literals[value])
            supports[value].append(chosen)
    for literals, supports in zip(choices, having, strict=True):
        for value, chosen_here in supports.items():
            cnf.add(-literals[value], *chosen_here)


def count(cnf: Cnf, constraint: Count) -> None:
    """Encode a literal "takes a counted value" for each variable, and the weighted sum of the
    literals.
    """
    inside: list[tuple[int, list[int], list[int]]] = []
    sure = 0
    for name in dict.fromkeys(constraint.counted):
        times = constraint.counted.count(name)
        taken = [x for v, x in cnf.literals[name].items() if v in constraint.values]
        others = [x for v, x in cnf.literals[name].items() if v not in constraint.values]
        if not others:
            sure += times
        elif taken:
            inside.append((times, taken, others))
    number, op = constraint.number, constraint.op
    if op == "<=" and number == sure + 1 and all(times == 1 for times, _, _ in inside):
        _at_most_one(cnf, [(taken, others) for _, taken, others in inside])
        return
    terms: list[tuple[int, Mapping[int, int]]] = []
    for times, taken, others in inside:
        occurs = _any_of_literals(cnf, taken, others)
        terms.append((times, {0: -occurs, 1: occurs}))
    if isinstance(number, str):
        terms.append((-1, cnf.literals[number]))
        encode_weighted_sum(cnf, terms, op, -sure)
    else:
        encode_weighted_sum(cnf, terms, op, number - sure)


def _at_most_one(cnf: Cnf, choices: Sequence[tuple[list[int], list[int]]]) -> None:
    """At most one variable takes a value of the first list of literals, not of its second."""
    cnf.at_most_one([_any_of_literals(cnf, taken, others) for taken, others in choices])


def _any_of_literals(cnf: Cnf, inside: list[int], outside: list[int]) -> int:
    """Return a literal that is true if any of ``inside`` is true, and false if any of ``outside``
    is.
    """
    if len(inside) == 1:
        return inside[0]
    if len(outside) == 1:
        return -outside[0]
    occurs = cnf.new_literal()
    for literal in inside:
        cnf.add(-literal, occurs)
    for literal in outside:
        cnf.add(-literal, -occurs)
    return occurs


def element(cnf: Cnf, constraint: Element) -> None:
    """At each index, the entry equals the value; each value needs an index whose entry can have the
    value.
    """
    values = cnf.literals[constraint.value]
    givers: dict[int, list[int]] = {value: [] for value in values}
    for index, index_literal in cnf.literals[constraint.index].items():
        place = index - constraint.first
        if not 0 <= place < len(constraint.array):
            cnf.add(-index_literal)
            continue
        entry = cnf.literals[constraint.array[place]]
        for value in values.keys() | entry.keys():
            if value not in values:
                cnf.add(-index_literal, -entry[value])
            elif value not in entry:
                cnf.add(-index_literal, -values[value])
            else:
                cnf.add(-index_literal, -entry[value], values[value])
                cnf.add(-index_literal, entry[value], -values[value])
                givers[value].append(index_literal)
    for value, indices in givers.items():
        cnf.add(-values[value], *indices)


def regular(cnf: Cnf, constraint: Regular) -> None:
    """The states of the automaton, layer by layer."""
    automaton, last = constraint.automaton, len(constraint.scope) - 1

    def step(place: int, state: Any, value: int) -> int | None:
        following = automaton.step.get((state, value))
        return following if place < last or following in automaton.accepting else None

    encode_automaton(cnf, [cnf.literals[name] for name in constraint.scope], automaton.start, step)


def variable_global(cnf: Cnf, constraint: Constraint) -> None:
    """The primitives of a global over variables."""
    domains = {name: Domain.of(cnf.literals[name]) for name in constraint.scope}
    for primitive in primitives_of(constraint, domains):
        if primitive is constraint:
            raise TooLarge
        encode_constraint(cnf, primitive)


def any_of(cnf: Cnf, constraint: AnyOf) -> None:
    """Encode a literal for each group; a true literal makes the clauses of its group hold.

    AnyOfs inside each other wait in a list, each with the literal of its group.
    """
    waiting: list[tuple[int | None, Constraint]] = [(cnf.guard, constraint)]
    while waiting:
        guard, each = waiting.pop()
        with cnf.guarded_by(guard):
            if not isinstance(each, AnyOf):
                encode_constraint(cnf, each)
            elif len(each.groups) == 1:
                waiting += [(guard, part) for part in each.groups[0]]
            elif all(each.groups):  # an empty group always holds
                selectors = [cnf.new_literal() for _ in each.groups]
                cnf.add(*selectors)
                for selector, group in zip(selectors, each.groups, strict=True):
                    waiting += [(selector, part) for part in group]


ENCODERS: Mapping[type[Constraint], Callable[[Cnf, Any], None]] = {
    AllDifferent: all_different,
    AnyOf: any_of,
    Count: count,
    Element: element,
    EnclosedSum: variable_global,
    LeadingSum: variable_global,
    Linear: encode_linear,
    Regular: regular,
    Table: table,
}
"""The encoder of each primitive, and of the globals that lines of different values have a form for."""

LAZY_ENCODERS: Mapping[type[Constraint], Callable[[Cnf, Any], None]] = {Connected: encode_connected}
"""Encoders of constraints whose clauses are made lazily (``Cnf.lazy_constraints``), for callers that
check every solution. A caller that exports the clauses, or checks no solution, lowers these
constraints to primitives that ``ENCODERS`` has.
"""
