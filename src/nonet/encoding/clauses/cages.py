"""Cages as clauses: sums of different variables, by the possible combinations of values.

Each value has a literal "the cage has this value", and each combination a selector that decides the
literals of all values. So the effect of a clue in one cell on the other cells follows by unit
propagation. A sum whose combinations are many is a counter, as all other sums are.
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
    """Return a literal for each combination; exactly one literal is true and selects the values."""
    selectors = [cnf.new_literal() for _ in combinations]
    is_native = cnf.has_native_exactly_one and cnf.guard is None
    if is_native:
        cnf.exactly_one(selectors)
    else:
        cnf.add(*selectors)
    having = split_by_value(combinations)
    for value in dict.fromkeys(value for literals in choices for value in literals):
        places = [literals[value] for literals in choices if value in literals]
        if value not in having:
            cnf.add_all([(-place,) for place in places])
        elif is_native:  # the value has a place, or a combination without it is selected
            cnf.exactly_one([*places, *(selectors[number] for number in having[value][1])])
        elif not having[value][1]:
            cnf.add(*places)
        else:
            has, lacks = ([selectors[number] for number in part] for part in having[value])
            _encode_value(cnf, places, has, lacks)
    return selectors


def _encode_value(cnf: Cnf, places: list[int], having: list[int], lacking: list[int]) -> None:
    """Encode a value that some combinations have: the value has a place if such a combination is
    selected.

    The converse follows by unit propagation: an absent value rules out the combinations that have
    the value, and some combination is selected.
    """
    value_literal = places[0] if len(places) == 1 else cnf.new_literal()
    clauses: list[tuple[int, ...]] = []
    if len(places) > 1:
        clauses = [(-place, value_literal) for place in places]
        clauses.append((-value_literal, *places))
    clauses += [(-selector, value_literal) for selector in having]
    clauses += [(-selector, -value_literal) for selector in lacking]
    cnf.add_all(clauses)
