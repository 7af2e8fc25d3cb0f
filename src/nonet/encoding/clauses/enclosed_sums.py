"""Enclosed sums: automata that fix the sum of the values between two end values, as sandwiches do.

>>> from nonet.model import Automaton
>>> two = [(0, 1, 1), (0, 3, 1), (0, 2, 4), (4, 1, 5), (4, 3, 5), (5, 1, 3), (5, 3, 3), (2, 1, 3)]
>>> recognise_enclosed_sum(((1, 2, 3),) * 3, Automaton(0, {3}, [*two, (1, 2, 2), (2, 3, 3)]))
>>> recognise_enclosed_sum(((1, 2, 3),) * 3, Automaton(0, {3}, [*two[:2], (1, 2, 2), (2, 1, 3), (2, 3, 3)]))
EnclosedSum(end_values=(1, 3), total=2)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from nonet.encoding.clauses.cnf import Cnf
from nonet.encoding.clauses.leading_sums import (
    LineValues,
    PrefixLiteral,
    TransitionTable,
    transition_table,
)
from nonet.model import Automaton

MAX_INNER_VALUES = 14
"""Most values that may lie between the ends: 361 sets have one sum at most, 7 in a 9x9."""


class EnclosedSum(NamedTuple):
    """Two end values, and the sum of the values between the ends."""

    end_values: tuple[int, int]
    total: int


def encode_enclosed_sum(
    cnf: Cnf,
    choices: Sequence[Mapping[int, int]],
    enclosed: EnclosedSum,
    prefix_literal: PrefixLiteral,
) -> bool:
    """The sum between two values of different variables, by the sets that may lie there.

    Return ``False`` if there are too many sets.
    """
    values = sorted({value for of_value in choices for value in of_value})
    others = [value for value in values if value not in enclosed.end_values]
    if len(others) > MAX_INNER_VALUES:
        return False
    sets = [
        chosen
        for number in range(min(len(choices) - 2, len(others)) + 1)
        for chosen in combinations(others, number)
        if sum(chosen) == enclosed.total
    ]
    selectors = [cnf.new_literal() for _ in sets]
    cnf.exactly_one(selectors)
    lies = {value: cnf.new_literal() for value in others}
    for value, literal in lies.items():
        pairs = zip(selectors, sets, strict=True)
        cnf.add_all([(-each, literal if value in chosen else -literal) for each, chosen in pairs])
    if len(values) > len(choices):  # one may be missing: not an end, nor what lies between them
        for value in values:
            places = [of_value[value] for of_value in choices if value in of_value]
            cnf.add(*places, *([-lies[value]] if value in lies else []))
    for place, of_value in enumerate(choices):
        inside = _xor_literal(cnf, *(prefix_literal(place, end) for end in enclosed.end_values))
        for value, literal in lies.items():
            if (at_value := of_value.get(value)) is not None:
                cnf.add_all([(-at_value, -inside, literal), (-at_value, inside, -literal)])
    of_size: dict[int, list[int]] = {}
    for selector, chosen in zip(selectors, sets, strict=True):
        of_size.setdefault(len(chosen), []).append(selector)
    for size, alike in of_size.items():
        literal = alike[0] if len(alike) == 1 else cnf.new_literal()
        if len(alike) > 1:
            cnf.add(-literal, *alike)
            cnf.add_all([(-selector, literal) for selector in alike])
        for end_value, other_end in (enclosed.end_values, enclosed.end_values[::-1]):
            _encode_distance(cnf, choices, end_value, other_end, size + 1, literal)
    return True


def _xor_literal(cnf: Cnf, first: int | bool, second: int | bool) -> int:
    xor = cnf.new_literal()
    for x in (False, True):
        for y in (False, True):
            clause = [xor if x != y else -xor]
            for literal, is_true in ((first, x), (second, y)):
                if not isinstance(literal, bool):
                    clause.append(-literal if is_true else literal)
                elif literal != is_true:
                    break
            else:
                cnf.add(*clause)
    return xor


def _encode_distance(
    cnf: Cnf,
    choices: Sequence[Mapping[int, int]],
    value: int,
    other: int,
    distance: int,
    selector: int,
) -> None:
    """Where the literal ``selector`` is true, one value is so many places from the other."""
    clauses = []
    for place, of_value in enumerate(choices):
        if value in of_value:
            near = [at for at in (place - distance, place + distance) if 0 <= at < len(choices)]
            partners = [choices[at][other] for at in near if other in choices[at]]
            clauses.append((-selector, -of_value[value], *partners))
    cnf.add_all(clauses)


def recognise_enclosed_sum(values: LineValues, automaton: Automaton) -> EnclosedSum | None:
    """Return the enclosed sum that an automaton demands of some variables, or ``None``.

    ``None`` may also mean that two equivalent states hide the sum.
    """
    rows = transition_table(automaton)
    alike: dict[int, list[int]] = {}
    for value, after in rows.get(automaton.start, {}).items():
        alike.setdefault(after, []).append(value)
    for ends in alike.values():
        if len(ends) == 2:
            places = _states_by_place(values, automaton, rows, ends)
            total = None if places is None else _enclosed_total(values, rows, ends, places)
            if total is not None:
                return EnclosedSum((ends[0], ends[1]), total)
    return None


class _PlaceStates(NamedTuple):
    """The states at a place: before the ends, between the ends by the sum so far, and after."""

    before: int | None
    between: dict[int, int]
    after: int | None


def _states_by_place(
    values: LineValues, automaton: Automaton, rows: TransitionTable, ends: Sequence[int]
) -> list[_PlaceStates] | None:
    """Return the states at each place, or None if the automaton has another form."""
    place_states = [_PlaceStates(automaton.start, {}, None)]
    for choices in values:
        before, between, after = place_states[-1]
        further: set[int] = set()
        done: set[int] = set()
        sums: set[tuple[int, int]] = set()
        for value in choices:
            is_end = value in ends
            # A line is read as: values before the first end, the sum between both ends, values after the
            # second.  A state that plays two of these parts belongs to an automaton of another kind.
            if before is not None and (reached := rows.get(before, {}).get(value)) is not None:
                if is_end:
                    sums.add((reached, 0))
                else:
                    further.add(reached)
            for state, summed in between.items():
                if (reached := rows.get(state, {}).get(value)) is not None:
                    if is_end:
                        done.add(reached)
                    else:
                        sums.add((reached, summed + value))
            if after is not None and (reached := rows.get(after, {}).get(value)) is not None:
                if is_end:
                    return None
                done.add(reached)
        states = [*further, *done, *(state for state, _ in sums)]
        if len(further) > 1 or len(done) > 1 or len(set(states)) < len(states):
            return None
        place_states.append(
            _PlaceStates(next(iter(further), None), dict(sums), next(iter(done), None))
        )
    before, between, after = place_states[-1]
    accepted = automaton.accepting.intersection({before, *between, after} - {None})
    return place_states if after is not None and accepted == {after} else None


def _enclosed_total(
    values: LineValues, rows: TransitionTable, ends: Sequence[int], places: Sequence[_PlaceStates]
) -> int | None:
    """Return the sum if each state admits exactly the values after which the sum can still be met,
    else None.
    """
    met = {
        summed
        for place, choices in zip(places, values, strict=False)
        for state, summed in place.between.items()
        if any(value in rows.get(state, {}) for value in ends if value in choices)
    }
    if len(met) != 1:
        return None
    (total,) = met
    can_begin, open_sums = (
        False,
        set[int](),
    )  # from the place after: an end may come, and what may lie
    for place, choices in zip(reversed(places[:-1]), reversed(values), strict=True):
        others = [value for value in choices if value not in ends]
        has_end = len(others) < len(choices)
        if not others:
            return None
        for value in choices:
            is_end = value in ends
            if place.before is not None:
                allowed = total in open_sums if is_end else can_begin
                if allowed != (value in rows.get(place.before, {})):
                    return None
            for state, summed in place.between.items():
                remaining = total - summed
                allowed = not remaining if is_end else remaining - value in open_sums
                if allowed != (value in rows.get(state, {})):
                    return None
            if place.after is not None and is_end == (value in rows.get(place.after, {})):
                return None
        can_begin = can_begin or (has_end and total in open_sums)
        open_sums = {value + remaining for value in others for remaining in open_sums} | (
            {0} if has_end else set()
        )
    return total
