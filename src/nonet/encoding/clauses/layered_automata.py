"""Layered automata as clauses: sums, counts and regular languages are all of this form.

The values of some variables are read in turn; each value leads to a state. The states that can be
reached and still be accepted form a multi-valued decision diagram, which is reduced and then
written as clauses, a literal a state. Every state is a function of the values read, so counts stay
right. A state that one value of one variable tells, as along a thermometer, is that value, and
needs no literal.

Sources: Pesant, "A regular language membership constraint", CP 2004; Bacchus, "GAC via unit
propagation", CP 2007; Abío, Gange, Mayer-Eichberger and Stuckey, "On CNF encodings of decision
diagrams", CPAIOR 2016.

A sum of up to two terms is a relation, and of more an automaton over the partial sums. A term is a
coefficient and its choices: a literal for each value, exactly one literal true.

>>> from nonet.model import Domain
>>> clauses = []
>>> cnf = Cnf(dict.fromkeys("ab", Domain.of([1, 2])), clauses.append)
>>> clauses.clear()
>>> encode_weighted_sum(cnf, [(1, cnf.literals["a"]), (1, cnf.literals["b"])], "==", 3)
>>> clauses
[(-1, 4), (-2, 3), (-3, 2), (-4, 1)]

An objective is a counter of its sum. The terms are added up in turn, each shifted so that its best
value is 0. After each, a literal for each sum that can be reached says "at least so much"
(Hölldobler, Manthey and Steinke, "A compact encoding of pseudo-Boolean constraints into SAT", KI
2012, for values of finite variables). Only that direction is written, because the counter is only
used under the assumption "not so much"; the sums are no part of a solution.

The counter is written once a structure; the bound of each question is an assumption, so the solver
keeps its learnt clauses between questions.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import gcd
from typing import Any, Final, NamedTuple

from nonet.encoding.clauses.cnf import Cnf, TooLarge
from nonet.model import Linear, Objective
from nonet.model.constraints.primitives import COMPARE, Comparison

MAX_ARCS = 400_000
"""Most arcs (state, value, state) of one constraint; a constraint with more is declined."""

ACCEPT_ALL: Final = "any"
"""The state from which every continuation is accepted."""

LiteralByValue = Mapping[int, int]
"""The literal of each value that can be read in a place."""

TransitionFunction = Callable[[int, Hashable, int], Hashable | None]
"""``step(place, state, value)``: the next state, ``ACCEPT_ALL``, or ``None`` to reject."""

LayerArcs = dict[Hashable, dict[int, Hashable]]
"""The arcs from one layer: for each state and value, the state that follows."""


def encode_automaton(
    cnf: Cnf, places: Sequence[LiteralByValue], start: Hashable, step: TransitionFunction
) -> None:
    """Demand that ``step``, led through the places from ``start``, never rejects."""
    layers = _minimised_layers(_reachable_layers(cnf, places, start, step))
    if start not in layers[0]:
        cnf.add()
        return
    before = _LayerLiterals({start: None}, False)
    may_leave = False  # whether a word may have left the layers for ANY by now
    for place, (choices, arcs) in enumerate(zip(places, layers, strict=True)):
        cnf.check_limits()
        after = _LayerLiterals({}, False)
        fixed_by_value: ValuesByState = {}
        if place < len(places) - 1:
            states = dict.fromkeys(t for row in arcs.values() for t in row.values())
            if not may_leave:
                fixed_by_value = _states_fixed_by_value(arcs)
            if ACCEPT_ALL in states:
                del states[ACCEPT_ALL]
                may_leave = True
            # A state needs no literal of its own where one value stands for it: the value just read, if no
            # other value leads there, or the only value that the state accepts at the end.
            names: dict[Hashable, int | None] = {
                t: choices[values[0]] for t, values in fixed_by_value.items() if len(values) == 1
            }
            after = _LayerLiterals(names, len(names) == len(states) > 1 and not may_leave)
            if place == len(places) - 2 and not may_leave:
                ends = _literals_of_last_states(places[-1], layers[-1])
                names |= {t: ends[t] for t in states if t in ends and t not in names}
            # a lone state is always reached, unless a word may have been accepted before
            sure = len(states) == 1 and not may_leave
            for state in states:
                if state not in names:
                    names[state] = None if sure else cnf.new_literal()
            if len(names) > 1 and not may_leave and len(fixed_by_value) < len(states):
                cnf.add(*(literal for literal in names.values() if literal is not None))
        _write_layer(cnf, choices, arcs, before, after, fixed_by_value, may_leave)
        before = after


ValuesByState = dict[Hashable, list[int]]
"""States that the last value alone tells: the values of each."""


class _LayerLiterals(NamedTuple):
    """The literal of each state, ``None`` for "true", and whether the states are values of one
    variable, so that at most one state is true.
    """

    literals: dict[Hashable, int | None]
    are_exclusive: bool


def _states_fixed_by_value(arcs: LayerArcs) -> ValuesByState:
    """Return the states that the value read determines, whatever was read before."""
    after: dict[int, set[Hashable]] = {}
    for row in arcs.values():
        for value, target in row.items():
            after.setdefault(value, set()).add(target)
    values_by_state: ValuesByState = {}
    memory: set[Hashable] = {ACCEPT_ALL}
    for value, targets in after.items():
        if len(targets) > 1:
            memory |= targets
        for target in targets:
            values_by_state.setdefault(target, []).append(value)
    return {target: values for target, values in values_by_state.items() if target not in memory}


def _literals_of_last_states(choices: LiteralByValue, arcs: LayerArcs) -> dict[Hashable, int]:
    """The states that accept one last value, and no other does: that value is their literal."""
    accepting = Counter(value for row in arcs.values() for value in row)
    lone = {state: next(iter(row)) for state, row in arcs.items() if len(row) == 1}
    return {state: choices[value] for state, value in lone.items() if accepting[value] == 1}


def _reachable_layers(
    cnf: Cnf, places: Sequence[LiteralByValue], start: Hashable, step: TransitionFunction
) -> list[LayerArcs]:
    """The arcs from each layer that can be reached from the start."""
    layers: list[LayerArcs] = []
    states: dict[Hashable, None] = {start: None}
    size = 0
    for place, choices in enumerate(places):
        cnf.check_limits()
        arcs: LayerArcs = {}
        for state in states:
            size += len(choices)
            if size > MAX_ARCS:
                raise TooLarge
            row = {}
            for value in choices:
                following = step(place, state, value)
                if following is not None:
                    row[value] = following
            arcs[state] = row
        layers.append(arcs)
        states = {t: None for row in arcs.values() for t in row.values() if t != ACCEPT_ALL}
    return layers


def _minimised_layers(layers: list[LayerArcs]) -> list[LayerArcs]:
    """Return the layers without states that cannot be accepted; equivalent states are merged."""
    # from the last layer to the first: two states with equal arcs into merged states are one
    same: dict[Hashable, Hashable] = {}
    for number in range(len(layers) - 1, -1, -1):
        last = number == len(layers) - 1
        merged_arcs: LayerArcs = {}
        rows: dict[tuple[tuple[int, Hashable], ...], Hashable] = {}
        merged: dict[Hashable, Hashable] = {}
        for state, row in layers[number].items():
            alive = {
                value: ACCEPT_ALL if last else same.get(following, following)
                for value, following in row.items()
                if last or following == ACCEPT_ALL or following in same
            }
            if alive:
                merged[state] = rows.setdefault(tuple(alive.items()), state)
                merged_arcs.setdefault(merged[state], alive)
        layers[number], same = merged_arcs, merged
    return layers


def _write_layer(
    cnf: Cnf,
    choices: LiteralByValue,
    arcs: LayerArcs,
    before: _LayerLiterals,
    after: _LayerLiterals,
    fixed_by_value: ValuesByState,
    may_leave: bool,
) -> None:
    """The clauses of one place: any two of state, value and next state give the third."""
    clauses: list[tuple[int, ...]] = []
    for target, values in fixed_by_value.items():
        literal = after.literals[target]
        if literal is not None and len(values) > 1:
            clauses += [(-choices[value], literal) for value in values]
            clauses.append((-literal, *[choices[value] for value in values]))
    into: dict[int, dict[int, list[int | None]]] = {}
    allowing: dict[int, list[int | None]] = {value: [] for value in choices}
    names, everything = after.literals, len(choices)
    for state, row in arcs.items():
        source = before.literals[state]
        not_here = () if source is None else (-source,)
        if not names and len(row) == 1 and choices[next(iter(row))] == source:
            allowing[next(iter(row))] = [None]  # it is this value, and nothing follows
            continue
        rejected = everything - len(row)
        if rejected == 1 or (rejected and not before.are_exclusive):
            clauses += [(*not_here, -x) for value, x in choices.items() if value not in row]
        if rejected > 1 and source is not None:
            clauses.append((-source, *[choices[value] for value in row]))
        through: dict[int, list[int]] = {}
        for value, following in row.items():
            allowing[value].append(source)
            target = names.get(following)
            if target is None or following in fixed_by_value:
                continue
            literal = choices[value]
            clauses.append((*not_here, -literal, target))
            through.setdefault(target, []).append(literal)
            into.setdefault(target, {}).setdefault(value, []).append(source)
        clauses += [(*not_here, -target, *literals) for target, literals in through.items()]
    for target, by_value in into.items():
        clauses.append((-target, *[choices[value] for value in by_value]))
        for value, sources in by_value.items():
            if None not in sources:
                clauses.append((-target, -choices[value], *sources))  # type: ignore[arg-type]
    if not may_leave:
        most = len(arcs) - before.are_exclusive
        for value, sources in allowing.items():
            if None not in sources and len(sources) < most:
                clauses.append((-choices[value], *sources))  # type: ignore[arg-type]
    cnf.add_all(clauses)


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
        supporting = [y for y in second if allowed(x, y)]
        for y in supporting:
            supports[y].append(x)
        _encode_support(cnf, first_literal, second, supporting)
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


MAX_PAIRS = 1_000_000
"""Most pairs of a sum and a value that are written; an objective with more is declined."""


class ObjectiveCounter:
    """The literals "the sum is at least so much" of an objective."""

    def __init__(self, cnf: Cnf, objective: Objective) -> None:
        self._objective = objective
        self._common = gcd(*objective.coefficients)
        self._base, terms = 0, []
        for name, c in zip(objective.scope, objective.coefficients, strict=True):
            weight = objective.sign * c // self._common
            products = {weight * value: literal for value, literal in cnf.literals[name].items()}
            least = min(products)
            self._base += least
            terms.append({product - least: literal for product, literal in products.items()})
        terms.sort(key=lambda term: -max(term))  # large steps first: few sums
        self._sums, self._literals = _sum_literals(cnf, terms)

    def bound_assumptions(self, value: int) -> list[int]:
        """Return the assumption that the objective is ``value`` or better; empty if every solution
        is.
        """
        objective = self._objective
        inner = objective.sign * (value - objective.constant) // self._common - self._base
        place = bisect_left(self._sums, inner + 1)
        return [-self._literals[place]] if place < len(self._sums) else []


def _sum_literals(cnf: Cnf, terms: Sequence[Mapping[int, int]]) -> tuple[list[int], list[int]]:
    steps = 0
    sums, literals = [0], [0]  # 0 stands for "true": a sum is at least 0
    for term in terms:
        cnf.check_limits()
        steps += len(sums) * len(term)
        if steps > MAX_PAIRS:
            raise TooLarge
        reached = sorted({total + more for total in sums for more in term})
        names = {total: cnf.new_literal() if total else 0 for total in reached}
        ordered = [names[total] for total in reached]
        for lower, higher in pairwise(ordered[1:]):
            cnf.add(-higher, lower)
        for total, before in zip(sums, literals, strict=True):
            for more, literal in term.items():
                if total + more:
                    because = [-before] if before else []
                    cnf.add(*because, *([-literal] if more else []), names[total + more])
        sums, literals = reached, ordered
    return sums[1:], literals[1:]
