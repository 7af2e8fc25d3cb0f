"""Leading sums: automata that fix the sum of the first values of a line, as X-sums do.

For each first value, so many that follow have a known sum, and then anything may come.

>>> from nonet.model import Automaton
>>> three = Automaton(0, {9}, [(0, 1, 1), (0, 3, 9), (1, 2, 9), *((9, v, 9) for v in (1, 2, 3))])
>>> recognise_leading_sums(((1, 2, 3),) * 3, three)
{1: (1, 2), 3: (0, 0)}
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache

from nonet.encoding.clauses.cnf import Cnf
from nonet.encoding.implied_sums import combinations_of
from nonet.model import Automaton

MAX_SETS = 500
"""Most sets of values of one clue: an X-sum of a 9x9 has 45 at most."""

LeadingSums = Mapping[int, tuple[int, int]]
"""For each accepted first value, the number of further values that count, and their sum."""

LineValues = tuple[tuple[int, ...], ...]
"""The values that each variable of a line may have."""

TransitionTable = dict[int, dict[int, int]]
"""For each state, the next state by each value."""


PrefixLiteral = Callable[[int, int], int | bool]
"""``among(number, value)``: the literal "the value is among the first ``number``", or its truth
value if fixed.
"""

SetsByFirstValue = Mapping[int, Sequence[tuple[int, ...]]]
"""For each first value the possible sets, all of one size, of the values that count after the first
value.
"""


def encode_leading_sums(
    cnf: Cnf,
    choices: Sequence[Mapping[int, int]],
    sets: SetsByFirstValue,
    prefix_literal: PrefixLiteral,
) -> None:
    """The first values of different variables, by the sets that may follow each."""
    for first, literal in choices[0].items():
        if not sets.get(first):
            cnf.add(-literal)
            continue
        following = sets[first]
        selectors = [literal] if len(following) == 1 else [cnf.new_literal() for _ in following]
        if len(selectors) > 1 and cnf.has_native_exactly_one:
            cnf.exactly_one((*selectors, -literal))
        elif len(selectors) > 1:
            cnf.add(-literal, *selectors)
            cnf.add_all([(-selector, literal) for selector in selectors])
        number = 1 + len(following[0])
        after = {value for of_value in choices[1:number] for value in of_value} - {first}
        clauses: list[tuple[int, ...]] = []
        for value in sorted(after):
            is_among = prefix_literal(number, value)
            for selector, chosen in zip(selectors, following, strict=True):
                if isinstance(is_among, bool):
                    clauses += [(-selector,)] if is_among != (value in chosen) else []
                else:
                    clauses.append((-selector, is_among if value in chosen else -is_among))
        cnf.add_all(clauses)


def sets_by_first_value(values: LineValues, sums: LeadingSums) -> SetsByFirstValue | None:
    """Return the sets of values that have the sums, or ``None`` if there are too many sets."""
    sets_by_first = {}
    for first, (number, total) in sums.items():
        sets = combinations_of(values[1 : number + 1], total) if number else ((),)
        if sets is None:
            return None
        sets_by_first[first] = [chosen for chosen in sets if first not in chosen]
    return sets_by_first if sum(map(len, sets_by_first.values())) <= MAX_SETS else None


@lru_cache(maxsize=1024)
def recognise_leading_sums(values: LineValues, automaton: Automaton) -> LeadingSums | None:
    """Return the leading sums that an automaton demands of some variables, or ``None``.

    ``None`` may also mean that two equivalent states hide the sums.
    """
    rows = transition_table(automaton)
    free = _accept_all_states(values, automaton, rows)
    totals_by_first = {}
    for first in values[0]:
        state = rows.get(automaton.start, {}).get(first)
        if state is not None:
            count_and_sum = _count_and_sum(state, values, rows, free)
            if count_and_sum is None:
                return None
            totals_by_first[first] = count_and_sum
    return totals_by_first


def transition_table(automaton: Automaton) -> TransitionTable:
    """The transitions by state."""
    rows: TransitionTable = {}
    for state, value, after in automaton.transitions:
        rows.setdefault(state, {})[value] = after
    return rows


def _accept_all_states(
    values: LineValues, automaton: Automaton, rows: TransitionTable
) -> list[Collection[int]]:
    """After so many variables, the states from which whatever follows is accepted."""
    into: dict[int, list[int]] = {}
    for state, _, target in automaton.transitions:
        into.setdefault(target, []).append(state)
    accepting: list[Collection[int]] = [automaton.accepting]
    for choices in reversed(values):
        after = accepting[-1]
        before = {state for target in after for state in into.get(target, ())}
        accepting.append(
            {s for s in before if all(rows[s].get(value) in after for value in choices)}
        )
    return accepting[::-1]


def _count_and_sum(
    state: int, values: LineValues, rows: TransitionTable, free: list[Collection[int]]
) -> tuple[int, int] | None:
    """Return how many values count from a state after the first value, and their sum, or None.

    Each state on the way must stand for one sum, and admit exactly the values whose remaining sum
    the later variables can reach.
    """
    place = 1
    layers: list[TransitionTable] = []
    states = {state}
    while not all(each in free[place] for each in states):
        if any(each in free[place] for each in states) or place == len(values):
            return None
        choices = values[place]
        arcs = {s: {v: t for v, t in rows.get(s, {}).items() if v in choices} for s in states}
        layers.append(arcs)
        states = {t for row in arcs.values() for t in row.values()}
        place += 1
    sums_after = dict.fromkeys(states, 0)
    reachable = {0}
    for number, arcs in enumerate(reversed(layers), 1):
        choices = values[place - number]
        sums_before = {}
        for s, row in arcs.items():
            sums = {value + sums_after[t] for value, t in row.items()}
            if len(sums) != 1:
                return None
            (sums_before[s],) = sums
            if sum(sums_before[s] - value in reachable for value in choices) != len(row):
                return None
        reachable = {value + total for value in choices for total in reachable}
        sums_after = sums_before
    return len(layers), sums_after[state]
