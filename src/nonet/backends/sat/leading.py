"""Leading sums: automata that say what the first values of a line sum to, by sets of values.

Beside the grid an X-sum says what the first X values come to, where X is the first of them: for
each first value, so many that follow have a known sum.  Where all of them differ, few sets of
values meet that, as in a cage; read in order they are many more states.

A line has literals for its beginnings: whether a value is among the first so many of its
variables.  All clues that speak of the line share them, and, where it holds every value, those
from its other end too: what is not among the first is among the last.

>>> from nonet.model import Automaton
>>> three = Automaton(0, {9}, [(0, 1, 1), (0, 3, 9), (1, 2, 9), *((9, v, 9) for v in (1, 2, 3))])
>>> leading_sums(((1, 2, 3),) * 3, three)
{1: (1, 2), 3: (0, 0)}
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from nonet.backends.sat.cnf import Cnf
from nonet.model import AllDifferent, Automaton, Regular
from nonet.model.sums import combinations_of
from nonet.model.units import Declared

MOST_SETS = 500
"""Most sets of values of one clue: an X-sum of a 9x9 has 45 at most."""

Sums = Mapping[int, tuple[int, int]]
"""For each first value that is accepted, how many more count, and what they sum to."""


Values = tuple[tuple[int, ...], ...]
"""The values that each variable of a line may have."""

Rows = dict[int, dict[int, int]]
"""Of each state, the one that follows by each value."""


class Lines:
    """Writes the leading sums of a structure, with literals for the beginnings of its lines."""

    def __init__(self, cnf: Cnf, declared: Declared) -> None:
        self._cnf = cnf
        self._different = [
            frozenset(c.scope) for c in declared.constraints if type(c) is AllDifferent
        ]
        self._among: dict[tuple[tuple[str, ...], int, int], int | bool] = {}

    def write(self, regular: Regular) -> bool:
        """Write it as leading sums; ``False`` where it is none, or has too many sets."""
        scope = regular.scope
        if len(set(scope)) < len(scope) or not any(map(set(scope).issubset, self._different)):
            return False
        values = tuple(tuple(self._cnf.literals[name]) for name in scope)
        sums = leading_sums(values, regular.automaton)
        if sums is None:
            return False
        sets = _sets(values, sums)
        if sets is None:
            return False
        for value, literal in self._cnf.literals[scope[0]].items():
            self._choose(scope, value, literal, sets.get(value, []))
        return True

    def _choose(
        self, scope: tuple[str, ...], first: int, literal: int, sets: list[tuple[int, ...]]
    ) -> None:
        """Where the first value is ``first``, those after it have one of the sets, all as large."""
        cnf = self._cnf
        if not sets:
            cnf.add(-literal)
            return
        selectors = [literal] if len(sets) == 1 else [cnf.fresh() for _ in sets]
        if len(sets) > 1 and cnf.whole_ones:
            cnf.exactly_one((*selectors, -literal))
        elif len(sets) > 1:
            cnf.add(-literal, *selectors)
            cnf.add_all([(-selector, literal) for selector in selectors])
        number = 1 + len(sets[0])
        after = {value for name in scope[1:number] for value in cnf.literals[name]} - {first}
        for value in sorted(after):
            among = self._is_among(scope, number, value)
            for selector, chosen in zip(selectors, sets, strict=True):
                if among is not (value in chosen):
                    known = isinstance(among, bool)
                    cnf.add(-selector, *([] if known else [among if value in chosen else -among]))

    def _is_among(self, line: tuple[str, ...], number: int, value: int) -> int | bool:
        """The literal "the value is among the first so many of the line", or whether it is."""
        key = line, number, value
        if key not in self._among:
            self._among[key] = self._told(*key)
        return self._among[key]

    def _told(self, line: tuple[str, ...], number: int, value: int) -> int | bool:
        of = [self._cnf.literals[name].get(value) for name in line]
        first = [literal for literal in of[:number] if literal is not None]
        rest = [literal for literal in of[number:] if literal is not None]
        whole = len({v for name in line for v in self._cnf.literals[name]}) == len(line)
        if len(first) < 2:
            return first[0] if first else False
        if whole and len(rest) < 2:
            return -rest[0] if rest else True
        if whole and line > (turned := line[::-1]):
            return -self._is_among(turned, len(line) - number, value)
        if of[number - 1] is None:
            return self._is_among(line, number - 1, value)
        here = self._cnf.fresh()
        self._cnf.exactly_one((-here, self._is_among(line, number - 1, value), first[-1]))
        return here


def _sets(values: Values, sums: Sums) -> dict[int, list[tuple[int, ...]]] | None:
    """For each first value the sets that those after it may have; ``None`` if too many."""
    found = {}
    for first, (number, total) in sums.items():
        sets = combinations_of(values[1 : number + 1], total) if number else ((),)
        if sets is None:
            return None
        found[first] = [chosen for chosen in sets if first not in chosen]
    return found if sum(map(len, found.values())) <= MOST_SETS else None


@lru_cache(maxsize=1024)
def leading_sums(values: Values, automaton: Automaton) -> Sums | None:
    """What an automaton asks of the first of some variables, if it is that they have a sum.

    ``None`` if it asks something else, or cannot be told to ask that: where two of its states
    say the same.
    """
    rows: Rows = {}
    for state, value, after in automaton.transitions:
        rows.setdefault(state, {})[value] = after
    free = _free(values, automaton, rows)
    found = {}
    for first in values[0]:
        state = rows.get(automaton.start, {}).get(first)
        if state is not None:
            told = _sum_from(state, values, rows, free)
            if told is None:
                return None
            found[first] = told
    return found


def _free(values: Values, automaton: Automaton, rows: Rows) -> list[Collection[int]]:
    """After so many variables, the states from which whatever follows is accepted."""
    into: dict[int, list[int]] = {}
    for state, value, after in automaton.transitions:
        into.setdefault(after, []).append(state)
    found: list[Collection[int]] = [automaton.accepting]
    for choices in reversed(values):
        after = found[-1]
        before = {state for each in after for state in into.get(each, ())}
        found.append({s for s in before if all(rows[s].get(value) in after for value in choices)})
    return found[::-1]


def _sum_from(
    state: int, values: Values, rows: Rows, free: list[Collection[int]]
) -> tuple[int, int] | None:
    """How many values count from a state after the first, and what they sum to, whatever follows.

    Each state on the way must stand for one sum, and let every value pass that leaves a sum
    which the others can come to.
    """
    place = 1
    layers: list[Rows] = []
    states = {state}
    while not all(each in free[place] for each in states):
        if any(each in free[place] for each in states) or place == len(values):
            return None
        choices = values[place]
        arcs = {s: {v: t for v, t in rows.get(s, {}).items() if v in choices} for s in states}
        layers.append(arcs)
        states = {t for row in arcs.values() for t in row.values()}
        place += 1
    left = dict.fromkeys(states, 0)
    reachable = {0}
    for number, arcs in enumerate(reversed(layers), 1):
        choices = values[place - number]
        here = {}
        for s, row in arcs.items():
            sums = {value + left[t] for value, t in row.items()}
            if len(sums) != 1:
                return None
            (here[s],) = sums
            if sum(here[s] - value in reachable for value in choices) != len(row):
                return None
        reachable = {value + total for value in choices for total in reachable}
        left = here
    return len(layers), left[state]
