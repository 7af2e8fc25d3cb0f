"""Sums over variables of which some differ, as on arrows and lines: by groups.

The variables that an AllDifferent has together take a combination of values, so few sums are
left for them, and those tell which values can be where.  What remains is a sum of a few groups.

>>> from nonet.model import Model
>>> row = AllDifferent(tuple("abcd"))
>>> arrow = Linear(("a", "b", "c", "e"), (1, 1, 1, -1), "==", 0)
>>> parts_test(Model(dict.fromkeys("abcde", range(1, 10)), [row, arrow]))(arrow)
((0, 1, 2), (3,))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from nonet.backends.sat.cages import selectors_of
from nonet.backends.sat.cnf import Cnf
from nonet.backends.sat.sums import weighted_sum
from nonet.model import AllDifferent, Linear
from nonet.model.sums import sets_between
from nonet.model.units import Declared

Parts = tuple[tuple[int, ...], ...]
"""The places of a sum's variables, in groups that differ."""

MOST_SETS = 150
"""Most combinations of values that a group is told by: 126 of 9 values at most."""

LEAST = 2
"""Fewest variables that are told by their combinations."""


def parts_test(declared: Declared) -> Callable[[Linear], Parts]:
    """Tells the groups of a sum: variables of one coefficient that an AllDifferent has together."""
    units = [frozenset(c.scope) for c in declared.constraints if type(c) is AllDifferent]
    holding: dict[str, list[int]] = {}
    for number, unit in enumerate(units):
        for name in unit:
            holding.setdefault(name, []).append(number)

    def parts(linear: Linear) -> Parts:
        left: dict[tuple[int, int], set[int]] = {}  # of a coefficient and a unit, the places
        for place, (name, c) in enumerate(zip(linear.scope, linear.coefficients, strict=True)):
            for number in holding.get(name, ()):
                left.setdefault((c, number), set()).add(place)
        found: list[tuple[int, ...]] = []
        free = set(range(len(linear.scope)))
        while left:
            best = max(left, key=lambda each: len(left[each]))
            if len(left[best]) < LEAST:
                break
            group = left.pop(best)
            found.append(tuple(sorted(group)))
            free -= group
            left = {each: rest for each, places in left.items() if (rest := places - group)}
        return (*found, *((place,) for place in sorted(free)))

    return parts


def grouped(cnf: Cnf, linear: Linear, parts: Parts) -> None:
    """Write the sum by its groups."""
    choices = [cnf.literals[name] for name in linear.scope]
    ends = [_ends(c, of) for c, of in zip(linear.coefficients, choices, strict=True)]
    least, most = sum(low for low, _ in ends), sum(high for _, high in ends)
    terms: list[tuple[int, Mapping[int, int]]] = []
    for part in parts:
        c = linear.coefficients[part[0]]
        if len(part) < LEAST:
            terms.append((c, choices[part[0]]))
            continue
        # what the others leave to this group
        others = least - sum(ends[p][0] for p in part), most - sum(ends[p][1] for p in part)
        low = linear.constant - others[1] if linear.op in ("==", ">=") else None
        high = linear.constant - others[0] if linear.op in ("==", "<=") else None
        if c < 0:
            low, high = high, low
        bounds = None if low is None else -(-low // c), None if high is None else high // c
        sums = _sums(cnf, [choices[place] for place in part], bounds)
        terms += [(c, choices[p]) for p in part] if sums is None else [(c, sums)]
    weighted_sum(cnf, terms, linear.op, linear.constant)


def _ends(c: int, choices: Mapping[int, int]) -> tuple[int, int]:
    low, high = c * min(choices), c * max(choices)
    return (low, high) if c > 0 else (high, low)


def _sums(
    cnf: Cnf, choices: Sequence[Mapping[int, int]], bounds: tuple[int | None, int | None]
) -> dict[int, int] | None:
    """A literal for each sum of different variables; ``None`` if the combinations are too many."""
    values = tuple(sorted({value for of_value in choices for value in of_value}))
    sets = sets_between(values, len(choices), bounds, MOST_SETS)
    if sets is None:
        return None
    if not sets:
        cnf.add()
        return None
    having: dict[int, list[int]] = {}
    for selector, chosen in zip(selectors_of(cnf, choices, sets), sets, strict=True):
        having.setdefault(sum(chosen), []).append(selector)
    sums = {}
    for total, selectors in sorted(having.items()):
        if len(selectors) == 1:
            sums[total] = selectors[0]
            continue
        sums[total] = here = cnf.fresh()
        cnf.add(-here, *selectors)
        cnf.add_all([(-selector, here) for selector in selectors])
    return sums
