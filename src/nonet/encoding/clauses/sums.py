"""Sums as clauses: up to two terms as a relation, more as an automaton over the partial sums.

A term is a coefficient and its choices: a literal for each value, exactly one literal true.

>>> from nonet.model import Domain
>>> clauses = []
>>> cnf = Cnf(dict.fromkeys("ab", Domain.of([1, 2])), clauses.append)
>>> clauses.clear()
>>> encode_weighted_sum(cnf, [(1, cnf.literals["a"]), (1, cnf.literals["b"])], "==", 3)
>>> clauses
[(-1, 4), (-2, 3), (-3, 2), (-4, 1)]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

from nonet.encoding.clauses.cnf import Cnf, TooLarge
from nonet.encoding.clauses.layered_automata import ACCEPT_ALL, encode_automaton
from nonet.model import Linear
from nonet.model.constraints.linear import COMPARE, Comparison

MAX_TUPLES = 2_000_000
"""Most combinations of values that a relation is written by; a relation with more is declined."""


def forbid_all(cnf: Cnf, literals: Iterable[int]) -> None:
    """None of the literals is true."""
    for literal in literals:
        cnf.add(-literal)


def encode_relation(
    cnf: Cnf,
    first: Mapping[int, int],
    second: Mapping[int, int],
    allowed: Callable[[int, int], bool],
) -> None:
    """A relation of two variables by supports: propagation reaches arc consistency.

    A value with one conflict says that instead, which comes to the same
    (Gent, "Arc consistency in SAT", ECAI 2002).
    """
    if len(first) * len(second) > MAX_TUPLES:
        raise TooLarge
    supports: dict[int, list[int]] = {y: [] for y in second}
    for x, first_literal in first.items():
        cnf.check_limits()
        mine = [y for y in second if allowed(x, y)]
        for y in mine:
            supports[y].append(x)
        _encode_support(cnf, first_literal, second, mine)
    for y, first_literal in second.items():
        _encode_support(cnf, first_literal, first, supports[y])


def _encode_support(
    cnf: Cnf, literal: int, others: Mapping[int, int], allowed: Sequence[int]
) -> None:
    if len(allowed) == len(others):
        return
    if len(allowed) == len(others) - 1 > 0:
        (conflict,) = others.keys() - set(allowed)
        cnf.add(-literal, -others[conflict])
    else:
        cnf.add(-literal, *(others[value] for value in allowed))


def encode_linear(cnf: Cnf, constraint: Linear) -> None:
    """Encode up to two terms as a relation, more as an automaton over the partial sums."""
    choices = [cnf.literals[name] for name in constraint.scope]
    terms = list(zip(constraint.coefficients, choices, strict=True))
    encode_weighted_sum(cnf, terms, constraint.op, constraint.constant)


def encode_weighted_sum(
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
        ((c, first),) = terms
        forbid_all(cnf, (literal for v, literal in first.items() if not compare(c * v, constant)))
    elif len(terms) == 2:
        (c, first), (d, second) = terms
        if op == "==":
            _encode_equation(cnf, c, first, d, second, constant)
            return
        encode_relation(cnf, first, second, lambda x, y: compare(c * x + d * y, constant))
    elif _encode_as_clause(cnf, terms, op, constant):
        return
    else:
        terms = sorted(terms, key=lambda term: -abs(term[0]))  # large steps first: few sums
        encode_automaton(
            cnf, [choices for _, choices in terms], 0, _partial_sum_automaton(terms, op, constant)
        )


def _encode_as_clause(
    cnf: Cnf, terms: Sequence[tuple[int, Mapping[int, int]]], op: Comparison, constant: int
) -> bool:
    """Write the bound as one clause if exactly one choice of values breaks the bound; return
    whether so.
    """
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


def _encode_equation(
    cnf: Cnf, c: int, first: Mapping[int, int], d: int, second: Mapping[int, int], constant: int
) -> None:
    """``c * x + d * y == constant``: a value has one partner, or none."""
    for factor, literals, by, partners in ((c, first, d, second), (d, second, c, first)):
        for value, literal in literals.items():
            partner, remainder = divmod(constant - factor * value, by)
            if remainder or partner not in partners:
                cnf.add(-literal)
            else:
                cnf.add(-literal, partners[partner])
        cnf.check_limits()


def _partial_sum_automaton(
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
            return ACCEPT_ALL if not low <= constant <= high else total if low < high else None
        if op == "<=":
            return ACCEPT_ALL if high <= constant else total if low <= constant else None
        return ACCEPT_ALL if low >= constant else total if high >= constant else None

    return step
