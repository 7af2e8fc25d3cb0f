"""From constraints to clauses: one encoder a primitive.

An encoder is a function of the clauses and one constraint; ``ENCODERS`` lists
them by type.  Unit propagation on the clauses is at least forward checking, and
arc consistency for AllDifferent's pairs, binary relations and tables.  An
auxiliary literal never tells two solutions apart: solutions are the model's
own variables.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, Literal

from nonet.backends.sat.cages import cage, has_combinations
from nonet.backends.sat.cnf import Cnf, TooLarge
from nonet.backends.sat.connecting import connected
from nonet.backends.sat.layers import ANY, accept
from nonet.backends.sat.shapes import copied, is_shaped
from nonet.errors import Unsupported
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
from nonet.model.constraints.linear import COMPARE, Comparison
from nonet.model.sums import cage_test, implied_sums, is_searched_at_once

Sums = Literal["combinations", "counters"]
"""How sums are written: cages by their combinations, with the sums that units and cages imply;
or each as a counter, as declared."""

LONGEST_IMPLIED = 2
"""Most variables of an implied sum that is no cage.  Longer ones are counters: they cost more to
write than they save."""

MOST_TUPLES = 2_000_000
"""Most combinations of values that a relation is told by; beyond it, it is declined."""


def encode(
    structure: Structure,
    cnf: Cnf,
    sums: Sums = "combinations",
    said: Iterable[Sequence[str]] = (),
) -> None:
    """Post every constraint but the AllDifferents that follow from the scopes ``said``.

    Raises ``Unsupported``, naming the first that is too large.
    """
    combined = sums == "combinations"
    is_cage = cage_test(structure)
    known = [frozenset(scope) for scope in said]
    constraints = [
        each
        for each in structure.constraints
        if type(each) is not AllDifferent or not any(map(frozenset(each.scope).issubset, known))
    ]
    if combined and not is_searched_at_once(structure):
        constraints += implied_sums(structure, LONGEST_IMPLIED)
    for constraint in constraints:
        try:
            many = combined and len(constraint.scope) > 2
            if many and is_cage(constraint) and has_combinations(cnf, constraint):
                copied(cnf, constraint, cage)
            else:
                post(cnf, constraint)
        except TooLarge:
            raise too_large(constraint.described) from None


def too_large(what: str) -> Unsupported:
    """The error that declines a model, with the way out."""
    return Unsupported(
        f"backend sat cannot write {what} as clauses of a size that can be solved: "
        "use another backend, such as cpsat or native"
    )


def post(cnf: Cnf, constraint: Constraint) -> None:
    """The clauses of one constraint, of a type in ``ENCODERS`` or ``LEARNT``."""
    kind = type(constraint)
    write = ENCODERS.get(kind) or LEARNT[kind]
    if is_shaped(constraint) and (kind is not AllDifferent or cnf.guard is not None):
        copied(cnf, constraint, write)
    else:
        write(cnf, constraint)


def all_different(cnf: Cnf, constraint: AllDifferent) -> None:
    """Value by value."""
    cnf.differ([cnf.literals[name] for name in constraint.scope])


def table(cnf: Cnf, constraint: Table) -> None:
    """Unary and binary tables by supports, larger ones by what is rarer.

    Either each forbidden tuple is a clause, or each allowed tuple has a literal
    that implies its values, and each value the literals of some tuple that has
    it (Bacchus, "GAC via unit propagation", CP 2007).
    """
    scope = tuple(dict.fromkeys(constraint.scope))
    choices = [cnf.literals[name] for name in scope]
    rows = _rows(constraint, scope, choices)
    if len(scope) == 1:
        _forbid(cnf, (literal for value, literal in choices[0].items() if (value,) not in rows))
    elif len(scope) == 2:
        binary(cnf, choices[0], choices[1], lambda x, y: (x, y) in rows)
    elif prod(map(len, choices)) - len(rows) <= len(rows):
        for row in product(*choices):
            if row not in rows:
                cnf.add(*(-literals[value] for literals, value in zip(choices, row, strict=True)))
    else:
        _select(cnf, choices, rows)


def _rows(
    constraint: Table, scope: tuple[str, ...], choices: Sequence[Mapping[int, int]]
) -> set[tuple[int, ...]]:
    """The tuples within the domains, over each variable once."""
    if len(constraint.tuples) > MOST_TUPLES:
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


def _forbid(cnf: Cnf, literals: Iterable[int]) -> None:
    for literal in literals:
        cnf.add(-literal)


def _select(cnf: Cnf, choices: Sequence[Mapping[int, int]], rows: set[tuple[int, ...]]) -> None:
    """A literal for each allowed tuple."""
    having: list[dict[int, list[int]]] = [{value: [] for value in c} for c in choices]
    for row in sorted(rows):
        chosen = cnf.fresh()
        for literals, value, supports in zip(choices, row, having, strict=True):
            cnf.add(-chosen, literals[value])
            supports[value].append(chosen)
    for literals, supports in zip(choices, having, strict=True):
        for value, chosen_here in supports.items():
            cnf.add(-literals[value], *chosen_here)


def binary(
    cnf: Cnf,
    one: Mapping[int, int],
    other: Mapping[int, int],
    allowed: Callable[[int, int], bool],
) -> None:
    """A relation of two variables by supports: propagation reaches arc consistency.

    A value with one conflict says that instead, which comes to the same
    (Gent, "Arc consistency in SAT", ECAI 2002).
    """
    if len(one) * len(other) > MOST_TUPLES:
        raise TooLarge
    supports: dict[int, list[int]] = {y: [] for y in other}
    for x, here in one.items():
        cnf.tick()
        mine = [y for y in other if allowed(x, y)]
        for y in mine:
            supports[y].append(x)
        _support(cnf, here, other, mine)
    for y, here in other.items():
        _support(cnf, here, one, supports[y])


def _support(cnf: Cnf, literal: int, others: Mapping[int, int], allowed: Sequence[int]) -> None:
    if len(allowed) == len(others):
        return
    if len(allowed) == len(others) - 1 > 0:
        (conflict,) = others.keys() - set(allowed)
        cnf.add(-literal, -others[conflict])
    else:
        cnf.add(-literal, *(others[value] for value in allowed))


def linear(cnf: Cnf, constraint: Linear) -> None:
    """One or two terms as a relation; more as an automaton over the partial sums."""
    choices = [cnf.literals[name] for name in constraint.scope]
    terms = list(zip(constraint.coefficients, choices, strict=True))
    weighted_sum(cnf, terms, constraint.op, constraint.constant)


def weighted_sum(
    cnf: Cnf,
    terms: Sequence[tuple[int, Mapping[int, int]]],
    op: Comparison,
    constant: int,
) -> None:
    """``sum(coefficient * value)  op  constant``; a term is a coefficient and its choices."""
    compare = COMPARE[op]
    if not terms:
        if not compare(0, constant):
            cnf.add()
    elif len(terms) == 1:
        ((c, one),) = terms
        _forbid(cnf, (literal for v, literal in one.items() if not compare(c * v, constant)))
    elif len(terms) == 2:
        (c, one), (d, other) = terms
        if op == "==":
            _equation(cnf, c, one, d, other, constant)
            return
        binary(cnf, one, other, lambda x, y: compare(c * x + d * y, constant))
    elif _is_clause(cnf, terms, op, constant):
        return
    else:
        terms = sorted(terms, key=lambda term: -abs(term[0]))  # large steps first: few sums
        accept(cnf, [choices for _, choices in terms], 0, _summing(terms, op, constant))


def _is_clause(
    cnf: Cnf, terms: Sequence[tuple[int, Mapping[int, int]]], op: Comparison, constant: int
) -> bool:
    """Write a bound that one choice of values alone breaks as the clause it is, if it is that."""
    if op not in ("<=", ">="):
        return False
    sign = 1 if op == ">=" else -1
    least, step = 0, None
    clause: list[int] = []
    for coefficient, choices in terms:
        parts = sorted((sign * coefficient * value, literal) for value, literal in choices.items())
        least += parts[0][0]
        if len(parts) > 1:
            gap = parts[1][0] - parts[0][0]
            step = gap if step is None else min(gap, step)
            clause += [literal for _, literal in parts[1:]]
    if step is None or not least < sign * constant <= least + step:
        return False
    cnf.add(*clause)
    return True


def _equation(
    cnf: Cnf, c: int, one: Mapping[int, int], d: int, other: Mapping[int, int], constant: int
) -> None:
    """``c * x + d * y == constant``: a value has one partner, or none."""
    for factor, here, by, there in ((c, one, d, other), (d, other, c, one)):
        for value, literal in here.items():
            partner, rest = divmod(constant - factor * value, by)
            if rest or partner not in there:
                cnf.add(-literal)
            else:
                cnf.add(-literal, there[partner])
        cnf.tick()


def _summing(
    terms: list[tuple[int, Mapping[int, int]]], op: Comparison, constant: int
) -> Callable[[int, Hashable, int], Hashable | None]:
    """The automaton whose states are partial sums that can still turn out either way."""
    least, most = [0], [0]
    for c, choices in reversed(terms):
        ends = (c * min(choices), c * max(choices))
        least.append(least[-1] + min(ends))
        most.append(most[-1] + max(ends))
    least.reverse()
    most.reverse()

    def step(place: int, state: Any, value: int) -> Hashable | None:
        total = state + terms[place][0] * value
        low, high = total + least[place + 1], total + most[place + 1]
        if op == "==":
            return total if low <= constant <= high else None
        if op == "!=":
            return ANY if not low <= constant <= high else total if low < high else None
        if op == "<=":
            return ANY if high <= constant else total if low <= constant else None
        return ANY if low >= constant else total if high >= constant else None

    return step


def count(cnf: Cnf, constraint: Count) -> None:
    """A literal for "takes one of the values" each, and their weighted sum."""
    terms: list[tuple[int, Mapping[int, int]]] = []
    sure = 0
    for name in dict.fromkeys(constraint.counted):
        times = constraint.counted.count(name)
        inside = [x for v, x in cnf.literals[name].items() if v in constraint.values]
        outside = [x for v, x in cnf.literals[name].items() if v not in constraint.values]
        if not outside:
            sure += times
        elif inside:
            occurs = _any_of_literals(cnf, inside, outside)
            terms.append((times, {0: -occurs, 1: occurs}))
    if isinstance(constraint.number, str):
        terms.append((-1, cnf.literals[constraint.number]))
        weighted_sum(cnf, terms, constraint.op, -sure)
    else:
        weighted_sum(cnf, terms, constraint.op, constraint.number - sure)


def _any_of_literals(cnf: Cnf, inside: list[int], outside: list[int]) -> int:
    """A literal that is true where one of ``inside`` is, and false where one of ``outside`` is."""
    if len(inside) == 1:
        return inside[0]
    if len(outside) == 1:
        return -outside[0]
    occurs = cnf.fresh()
    for literal in inside:
        cnf.add(-literal, occurs)
    for literal in outside:
        cnf.add(-literal, -occurs)
    return occurs


def element(cnf: Cnf, constraint: Element) -> None:
    """At each index, the entry equals the value; a value needs an index that can give it."""
    values = cnf.literals[constraint.value]
    givers: dict[int, list[int]] = {value: [] for value in values}
    for index, here in cnf.literals[constraint.index].items():
        place = index - constraint.first
        if not 0 <= place < len(constraint.array):
            cnf.add(-here)
            continue
        entry = cnf.literals[constraint.array[place]]
        for value in values.keys() | entry.keys():
            if value not in values:
                cnf.add(-here, -entry[value])
            elif value not in entry:
                cnf.add(-here, -values[value])
            else:
                cnf.add(-here, -entry[value], values[value])
                cnf.add(-here, entry[value], -values[value])
                givers[value].append(here)
    for value, indices in givers.items():
        cnf.add(-values[value], *indices)


def regular(cnf: Cnf, constraint: Regular) -> None:
    """The states of the automaton, layer by layer."""
    automaton, last = constraint.automaton, len(constraint.scope) - 1

    def step(place: int, state: Any, value: int) -> int | None:
        following = automaton.step.get((state, value))
        return following if place < last or following in automaton.accepting else None

    accept(cnf, [cnf.literals[name] for name in constraint.scope], automaton.start, step)


def any_of(cnf: Cnf, constraint: AnyOf) -> None:
    """A literal for each group, which makes the group's clauses hold where it is true.

    AnyOfs inside each other wait in a list, each with the literal of its group.
    """
    waiting: list[tuple[int | None, Constraint]] = [(cnf.guard, constraint)]
    while waiting:
        guard, each = waiting.pop()
        with cnf.under(guard):
            if not isinstance(each, AnyOf):
                post(cnf, each)
            elif len(each.groups) == 1:
                waiting += [(guard, part) for part in each.groups[0]]
            elif all(each.groups):  # an empty group always holds
                selectors = [cnf.fresh() for _ in each.groups]
                cnf.add(*selectors)
                for selector, group in zip(selectors, each.groups, strict=True):
                    waiting += [(selector, part) for part in group]


ENCODERS: Mapping[type[Constraint], Callable[[Cnf, Any], None]] = {
    AllDifferent: all_different,
    AnyOf: any_of,
    Count: count,
    Element: element,
    Linear: linear,
    Regular: regular,
    Table: table,
}
"""The encoder of each primitive."""

LEARNT: Mapping[type[Constraint], Callable[[Cnf, Any], None]] = {Connected: connected}
"""Constraints of which ``Cnf.learnt`` makes the clauses: for who asks it of every solution.  Who
hands the clauses to others, or asks for no solution, has these lowered to those above."""
