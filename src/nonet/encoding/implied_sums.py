"""Sums of different values: their combinations, and the sums that units imply.

A *unit* is an AllDifferent with as many variables as values, so each value is used and the sum is
known. The 45 rule of killer puzzles: where sums lie inside some units, the remaining variables have
a known sum too. Such sums follow from the model, so no solution changes; a solver can see across
cages.

>>> from nonet.model import AllDifferent, Linear, Model
>>> combinations_of([range(1, 5)] * 2, 5)
((1, 4), (2, 3))
>>> row = AllDifferent(("a", "b", "c", "d"))
>>> cage = Linear.sum(("a", "b", "c"), "==", 8)
>>> [sum.formula for sum in implied_sums(Model({x: range(1, 5) for x in "abcd"}, [row, cage]))]
['d == 2']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from math import comb
from typing import TypeGuard

from nonet.deadline import check
from nonet.model.constraints import AllDifferent, Constraint, Linear
from nonet.model.constraints.base import Annotation
from nonet.model.domain import Domain
from nonet.model.structure import ConstraintNetwork, units

LONGEST = 5
"""Most variables of an implied sum: longer sums cost more time than they save.

Of fifty hard killers the prototype's engine tried 140,753 nodes with sums of at most 2 variables,
103,672 with 3, 48,820 with 4, 33,198 with 5 and 33,796 with 6.
"""

MOST_COMBINATIONS = 1_000
"""Most combinations that are written out for one sum (of 9 values there are at most 12, of 16
at most 526)."""

MOST_WINDOW_CHECKS = 200_000
"""Most pairs of a window of units and a sum that are examined; a model with more gets no implied
sum.
"""


MOST_COMBINED_VALUES = 4_096
"""Values of the domains of a sum, together, up to which its sets of values are looked for."""


def combinations_of(
    domains: Sequence[Domain | tuple[int, ...] | range], total: int
) -> tuple[tuple[int, ...], ...] | None:
    """The sets of values, ascending, that different variables of these domains may have.

    A set is told if its values come from the domains together and sum to ``total``; that each can
    be given to a variable is not asked. Return ``None`` if there are too many sets to write out.
    """
    distinct = set(domains)
    if sum(map(len, distinct)) > MOST_COMBINED_VALUES:
        return None
    values = tuple(sorted({value for domain in distinct for value in domain}))
    return _combinations(values, len(domains), total)


@lru_cache(maxsize=4096)
def _combinations(
    values: tuple[int, ...], number: int, total: int
) -> tuple[tuple[int, ...], ...] | None:
    if number > len(values):
        return ()
    result: list[tuple[int, ...]] = []
    prefix = (0, *accumulate(values))
    largest = len(values)
    steps = 0
    waiting: list[tuple[tuple[int, ...], int, int]] = [((), 0, total)]
    while waiting:  # a set so far, the place of the next value, and what is left of the total
        chosen, start, remaining = waiting.pop()
        steps += 1
        if steps > 20 * MOST_COMBINATIONS or len(result) > MOST_COMBINATIONS:
            return None
        missing = number - len(chosen)
        if not missing:
            if not remaining:
                result.append(chosen)
            continue
        if prefix[largest] - prefix[largest - missing] < remaining:
            continue
        for place in range(largest - missing, start - 1, -1):
            if prefix[place + missing] - prefix[place] <= remaining:
                waiting.append(((*chosen, values[place]), place + 1, remaining - values[place]))
    return tuple(result)


def value_sets_between(
    values: tuple[int, ...], number: int, bounds: tuple[int | None, int | None], most: int
) -> tuple[tuple[int, ...], ...] | None:
    """Return the sets of ``number`` values whose sum lies in the bounds; a bound of None is open.

    ``None`` if there are more than ``most`` sets before the bounds are looked at.

    >>> value_sets_between((1, 2, 3, 4), 2, (None, 4), 10)
    ((1, 2), (1, 3))
    """
    if comb(len(values), number) > most:
        return None
    low, high = bounds
    return tuple(
        chosen
        for chosen in combinations(values, number)
        if (low is None or sum(chosen) >= low) and (high is None or sum(chosen) <= high)
    )


CombinationsSplit = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of the combinations with a value, and of the combinations without the value."""


@lru_cache(maxsize=4096)
def split_by_value(combinations: tuple[tuple[int, ...], ...]) -> dict[int, CombinationsSplit]:
    """Return for each value the combinations with the value and the combinations without.

    >>> split_by_value(((1, 4), (2, 3), (1, 3)))[1]
    ((0, 2), (1,))
    """
    values = {value for combination in combinations for value in combination}
    splits = {}
    for value in sorted(values):
        having = [value in combination for combination in combinations]
        numbers = range(len(having))
        splits[value] = (
            tuple(n for n in numbers if having[n]),
            tuple(n for n in numbers if not having[n]),
        )
    return splits


def cage_predicate(declared: ConstraintNetwork) -> Callable[[Constraint], TypeGuard[Linear]]:
    """Tells the cages: ``a + b + ... == total`` over variables within an AllDifferent.

    Variables that a decomposition added, which ``declared`` does not have, are in no AllDifferent.
    """
    apart: dict[str, int] = dict.fromkeys(declared.domains, 0)
    for number, constraint in enumerate(declared.constraints):
        if type(constraint) is AllDifferent:
            for name in constraint.scope:
                apart[name] |= 1 << number

    def is_cage(constraint: Constraint) -> TypeGuard[Linear]:
        common = -1
        for name in constraint.scope:
            common &= apart.get(name, 0)
        return common != 0 and is_plain_sum(constraint)

    return is_cage


def is_plain_sum(constraint: Constraint) -> TypeGuard[Linear]:
    """Whether a constraint says that some variables sum to a number."""
    if type(constraint) is not Linear or constraint.op != "==":
        return False
    return set(constraint.coefficients) <= {1}


def implied_sums(declared: ConstraintNetwork) -> list[Linear]:
    """Return the sums of at most ``LONGEST`` variables that units and cages imply.

    Each window of consecutive units
    without a common variable implies the sum of the variables outside its cages (innies), the sum
    of the variables that its cages reach beyond the window (outies), and a difference of the two
    where a cage lies mostly inside.
    """
    number = {name: place for place, name in enumerate(declared.domains)}

    def mask(names: Iterable[str]) -> int:
        return sum(1 << number[name] for name in names)

    collector = _SumCollector(list(number))
    taken, disjoint = 0, []
    is_cage = cage_predicate(declared)
    check()
    cages = [c for c in declared.constraints if is_cage(c)]
    for cage in sorted(cages, key=lambda cage: len(cage.scope)):
        cells = mask(cage.scope)
        collector.known.add((cells, 0))
        if not cells & taken:
            disjoint.append((cells, cage.constant))
            taken |= cells
    runs = _disjoint_unit_runs(units(declared), mask)
    looked_at = sum(len(run) * (len(run) + 1) // 2 for run in runs) * len(disjoint)
    if not disjoint or looked_at > MOST_WINDOW_CHECKS:
        return []
    for run in runs:
        touching = [[cage for cage in disjoint if cage[0] & cells] for cells, _, _ in run]
        for first in range(len(run)):
            _collect_window_sums(collector, run[first:], touching[first:])
    return collector.sums


class _SumCollector:
    """The sums told so far, over variables as bits."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.known: set[tuple[int, int]] = set()
        self.sums: list[Linear] = []

    def add(self, plus: int, minus: int, total: int, run: list[_Unit], length: int) -> None:
        """Add a sum: the variables of ``plus`` less the variables of ``minus`` sum to ``total``, by
        the first ``length`` units of a run and some cages."""
        size = plus.bit_count() + minus.bit_count()
        if not 0 < size <= LONGEST or (plus, minus) in self.known or (minus, plus) in self.known:
            return
        self.known.add((plus, minus))
        inside, outside = self.names_of(plus), self.names_of(minus)
        endpoints = run[0][2], run[length - 1][2]
        across = (
            endpoints[0] if endpoints[0] == endpoints[1] else f"{endpoints[0]} to {endpoints[1]}"
        )
        rule = Annotation(
            "45 rule",
            f"the sum of {' '.join(inside + outside)} by {across}",
            f"the values of {across} have a known sum, and so have the cages in it",
        )
        signs = (1,) * len(inside) + (-1,) * len(outside)
        self.sums.append(Linear((*inside, *outside), signs, "==", total, rule=rule))

    def names_of(self, mask: int) -> list[str]:
        """Return the names of the variables of a mask."""
        names = []
        while mask:
            lowest = mask & -mask
            names.append(self.names[lowest.bit_length() - 1])
            mask ^= lowest
        return names


def _collect_window_sums(
    collector: _SumCollector, run: list[_Unit], touching: list[list[tuple[int, int]]]
) -> None:
    """Collect the sums of the windows that begin with the first unit; ``touching`` has the cages of
    each unit.

    A window grows by a unit at a time, and cages have no variable in common: so only the cages of
    the new unit are examined anew.
    """
    window = total = innies = outside_values = touched = reached = 0
    crossing: dict[int, int] = {}
    for length, ((cells, values, _), cages) in enumerate(zip(run, touching, strict=True), 1):
        window |= cells
        innies |= cells
        total += values
        outside_values += values
        for cage, constant in cages:
            if not cage & touched:
                touched |= cage
                reached += constant
            if cage & ~window:
                crossing[cage] = constant
            else:
                crossing.pop(cage, None)
                innies ^= cage
                outside_values -= constant
        collector.add(innies, 0, outside_values, run, length)
        if not window & ~touched:
            collector.add(touched ^ window, 0, reached - total, run, length)
        mostly, beyond, mixed = innies, 0, outside_values
        for cage, constant in crossing.items():
            inside = cage & window
            outside = cage ^ inside
            if inside.bit_count() > outside.bit_count():
                mostly ^= inside
                beyond |= outside
                mixed -= constant
        if min(mostly.bit_count(), beyond.bit_count()) <= 2:
            collector.add(mostly, beyond, mixed, run, length)


_Unit = tuple[int, int, str]
"""The variables of a unit as a mask, the sum of its values, and its name."""


def _disjoint_unit_runs(
    of_values: Iterable[tuple[AllDifferent, frozenset[int]]], mask: Callable[[Iterable[str]], int]
) -> list[list[_Unit]]:
    """Units in a row that have no variable in common: the rows, the columns, the boxes."""
    runs: list[list[_Unit]] = [[]]
    taken = 0
    for unit, values in of_values:
        cells = mask(unit.scope)
        if cells & taken:
            runs.append([])
            taken = 0
        runs[-1].append((cells, sum(values), unit.description))
        taken |= cells
    return runs
