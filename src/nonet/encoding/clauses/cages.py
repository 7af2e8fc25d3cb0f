"""Cages as clauses: sums of different variables, by the combinations of values they may have.

For each value a literal says whether the cage has it, and for each combination one
selects it: it decides all those.  So what a clue takes from one cell is known at once in the
others.  A sum whose combinations are many is a counter, as all other sums are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonet.encoding.clauses.cnf import Cnf
from nonet.encoding.implied_sums import combinations_of, split_by_value
from nonet.model import Linear


def has_combinations(cnf: Cnf, linear: Linear) -> bool:
    """Whether the combinations of the sum of different variables are few enough to write."""
    return _combinations(cnf, linear) is not None


def _combinations(cnf: Cnf, linear: Linear) -> tuple[tuple[int, ...], ...] | None:
    return combinations_of([tuple(cnf.literals[name]) for name in linear.scope], linear.constant)


def encode_cage(cnf: Cnf, linear: Linear) -> None:
    """Write the sum of different variables, which :func:`has_combinations`."""
    choices = [cnf.literals[name] for name in linear.scope]
    combinations = _combinations(cnf, linear)
    if not combinations:
        cnf.add()
        return
    combination_selectors(cnf, choices, combinations)


def combination_selectors(
    cnf: Cnf, choices: Sequence[Mapping[int, int]], combinations: tuple[tuple[int, ...], ...]
) -> list[int]:
    """A literal for each combination, of which one is true: these values the variables have."""
    selectors = [cnf.new_literal() for _ in combinations]
    cnf.add(*selectors)
    having = split_by_value(combinations)
    for value in dict.fromkeys(value for literals in choices for value in literals):
        places = [literals[value] for literals in choices if value in literals]
        if value not in having:
            cnf.add_all([(-place,) for place in places])
        elif not having[value][1]:
            cnf.add(*places)
        else:
            has, lacks = ([selectors[number] for number in part] for part in having[value])
            _encode_value(cnf, places, has, lacks)
    return selectors


def _encode_value(cnf: Cnf, places: list[int], having: list[int], lacking: list[int]) -> None:
    """A value that some combinations have: it has a place if one of these is selected.

    That it has one only if one of these is, and else none, follows by unit propagation: the
    others are ruled out, and one is selected.
    """
    here = places[0] if len(places) == 1 else cnf.new_literal()
    clauses: list[tuple[int, ...]] = []
    if len(places) > 1:
        clauses = [(-place, here) for place in places]
        clauses.append((-here, *places))
    clauses += [(-selector, here) for selector in having]
    clauses += [(-selector, -here) for selector in lacking]
    cnf.add_all(clauses)
