"""Filters of AllDifferent, at three levels of consistency.

* ``naked``: the value of a fixed variable is removed from all other variables of the unit,
  and a unit with more variables than values left fails.
* ``hidden``: in a *full unit*, one of as many variables as there are values, every value must
  occur.  So a value with one place left is put there ("hidden single"), and a value with no place
  is a failure.  Naked and hidden singles are the two rules of Norvig's "Solving Every Sudoku
  Puzzle" (2006).
* ``gac``: generalised arc consistency by matching, Régin, "A filtering algorithm
  for constraints of difference in CSPs", AAAI 1994: removes every value that no
  solution of the constraint takes; all naked and hidden subsets follow.  Without
  recursion, so that a unit may have thousands of variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import itemgetter, or_

from nonet.backends.native.filter import Condition, Filter, ReasonStore, Store
from nonet.backends.native.filters.levels import Levels
from nonet.model import AllDifferent


def make(constraint: AllDifferent, engine: Store, levels: Levels) -> list[Filter]:
    """Return naked singles always; hidden singles where full units allow; matching on request."""
    scope = [engine.number[name] for name in constraint.scope]
    if len(scope) < 2:
        return []
    filters: list[Filter] = [NakedSingles(constraint, scope)]
    values = 0
    for x in scope:
        values |= engine.full_masks[x]
    if levels.alldifferent != "naked" and values.bit_count() == len(scope):
        filters.append(HiddenSingles(constraint, scope, values))
    elif levels.alldifferent != "gac" and len(scope) > 2:
        filters.append(Pigeonhole(constraint, scope))
    if levels.alldifferent == "gac" and len(scope) > 2:
        filters.append(Matching(constraint, scope))
    return filters


class NakedSingles(Filter):
    """A fixed value is nowhere else in the unit."""

    wakes_on_fixed = True

    def fixed(self, engine: Store, x: int) -> None:
        masks, because = engine.masks, (x,)
        bit = masks[x]
        for y in self.scope:
            if masks[y] & bit and y != x:
                engine.set(y, masks[y] ^ bit, self, because)


class Pigeonhole(Filter):
    """More variables than values cannot all be different."""

    wakes_on_change = True
    priority = 2

    def __init__(self, constraint: AllDifferent, scope: list[int]) -> None:
        super().__init__(constraint, scope)
        self._pick = itemgetter(*scope)

    def filter(self, engine: Store) -> None:
        if reduce(or_, self._pick(engine.masks)).bit_count() < len(self.scope):
            engine.fail(self, self.scope)

    def explain(
        self, engine: ReasonStore, x: int | None, removed: int, because: Sequence[int]
    ) -> Iterable[Condition]:
        """Return the conditions that each variable read has only values of the union of the
        domains: too few, or a Hall set."""
        union = reduce(or_, map(engine.mask_then, because))
        return [(y, union) for y in because]


class HiddenSingles(Filter):
    """In a full unit, fix the only variable that can take a value to this value."""

    wakes_on_change = True
    priority = 0

    def __init__(self, constraint: AllDifferent, scope: list[int], values: int) -> None:
        super().__init__(constraint, scope)
        self._pick = itemgetter(*scope)
        self._values = values

    def filter(self, engine: Store) -> None:
        domains, values = self._pick(engine.masks), self._values
        once = twice = 0
        for mask in domains:
            twice |= once & mask
            if twice == values:
                return  # every value has two places or more
            once |= mask
        if once.bit_count() < len(self.scope):
            engine.fail(self, self.scope)
        hidden = once & ~twice
        if not hidden:
            return
        for x, mask in zip(self.scope, domains, strict=True):
            if mask & hidden and mask & (mask - 1):
                single = mask & hidden
                if single & (single - 1):
                    engine.fail(self, self.scope)  # two values have their only place here
                engine.set(x, single, self, self.scope)

    def explain(
        self, engine: ReasonStore, x: int | None, removed: int, because: Sequence[int]
    ) -> Iterable[Condition]:
        """Return conditions: the other variables lack the value that remains; or all variables lack
        a value; or all but one lack two values."""
        full, domains = engine.full_masks, [engine.mask_then(y) for y in self.scope]
        if x is not None:
            lacking = engine.mask_then(x) & ~removed
            return [(y, full[y] & ~lacking) for y in self.scope if y != x]
        once = twice = 0
        for mask in domains:
            twice |= once & mask
            once |= mask
        lacking = self._values & ~once
        if lacking:
            lacking &= -lacking
            return [(y, full[y] & ~lacking) for y in self.scope]
        hidden = once & ~twice
        single = next(mask & hidden for mask in domains if (mask & hidden) & (mask & hidden) - 1)
        owner = next(
            y for y, mask in zip(self.scope, domains, strict=True) if mask & hidden == single
        )
        first = single & -single
        second = single & ~first
        second &= -second
        return [(y, full[y] & ~(first | second)) for y in self.scope if y != owner]


class Matching(Filter):
    """Generalised arc consistency: keep a value if some maximum matching uses the value.

    Variables are matched with values.  By Berge's theorem an edge outside a matching is in some
    maximum matching if the edge lies on an even alternating path from a free value or on an
    alternating cycle.  So let value ``a`` lead to value ``b`` if the variable that owns ``a`` could
    take ``b`` instead: the owner of ``a`` may take ``b`` if ``b`` leads back to ``a`` (both are in
    one strongly connected component) or to a free value.

    Otherwise all values reachable from ``b`` are taken, and their owners, as many as these values,
    can take no other value: a Hall set, the reason why ``b`` goes.  Without a matching, the
    variables tried for a variable that got no value outnumber their values, which is the reason to
    fail (Hall, "On representatives of subsets", 1935).
    """

    wakes_on_change = True
    priority = 2

    def __init__(self, constraint: AllDifferent, scope: list[int]) -> None:
        super().__init__(constraint, scope)
        self._matched = [0] * len(scope)
        """The value of each variable in the last matching, most of which is still valid."""

    def filter(self, engine: Store) -> None:
        scope = self.scope
        domains = [engine.masks[x] for x in scope]
        owner, crowd = _maximum_matching(domains, self._matched)
        if crowd:
            engine.fail(self, [scope[i] for i in sorted(crowd)])
        for bit, index in owner.items():
            self._matched[index] = bit
        halls: dict[int, list[int]] = {}
        for index, supported in _consistent_domains(domains, owner):
            removed = domains[index] & ~supported
            if removed:
                if removed not in halls:
                    halls[removed] = [scope[i] for i in _hall_set(removed, domains, owner)]
                engine.set(scope[index], supported, self, halls[removed])

    explain = Pigeonhole.explain


def _maximum_matching(domains: list[int], wished: list[int]) -> tuple[dict[int, int], list[int]]:
    """A value bit for each index, as {bit: index}; and, if there is none, a crowd.

    A crowd is a list of indices that together have fewer values than members.  ``wished`` is a
    value for each index, taken if the value is free.
    """
    owner: dict[int, int] = {}
    taken, without = 0, []
    for index, bit in enumerate(wished):
        if domains[index] & bit & ~taken:
            owner[bit] = index
            taken |= bit
        else:
            without.append(index)
    for index in without:
        path, values_sought = [index], []  # who looks for a value, and the value each would take
        tried = 0
        while True:
            last = path[-1]
            free = domains[last] & ~taken
            untried = domains[last] & ~tried
            if free:
                values_sought.append(free & -free)
                break
            if untried:
                bit = untried & -untried
                tried |= bit
                values_sought.append(bit)
                path.append(owner[bit])  # which must then find another
            else:
                path.pop()
                if not path:
                    return owner, [index, *(i for bit, i in owner.items() if bit & tried)]
                values_sought.pop()
        taken |= values_sought[-1]
        for other, bit in zip(path, values_sought, strict=True):
            owner[bit] = other
    return owner, []


def _consistent_domains(domains: list[int], owner: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Yield each index, with its domain restricted to the values that some maximum matching gives
    the index.

    Strongly connected components by contracting cycles of the path walked (Munro, "Efficient
    determination of the transitive closure of a directed graph", 1971): a set of values is one
    integer, so each step is a few operations on integers.  A component is complete after all
    components that are reachable from it.
    """
    union = taken = 0
    for mask in domains:
        union |= mask
    for bit in owner:
        taken |= bit
    leads_out = union & ~taken
    """The free values, and the values known to lead to a free value."""
    new = taken
    while new:
        path = [new & -new]  # components, each leading to the next, as masks
        beyond = [domains[owner[path[0]]]]  # what each component leads to
        on_path = path[0]
        new ^= path[0]
        while path:
            open_values, beyond_values = path[-1], beyond[-1]
            if beyond_values & on_path & ~open_values:  # a cycle: its components are one
                path.pop()
                beyond.pop()
                path[-1] |= open_values
                beyond[-1] |= beyond_values
            elif beyond_values & new:
                bit = beyond_values & new
                bit &= -bit
                new ^= bit
                on_path |= bit
                path.append(bit)
                beyond.append(domains[owner[bit]])
            else:
                path.pop()
                beyond.pop()
                on_path ^= open_values
                if beyond_values & leads_out:
                    leads_out |= open_values
                allowed = open_values | leads_out
                while open_values:
                    bit = open_values & -open_values
                    open_values ^= bit
                    index = owner[bit]
                    yield index, domains[index] & allowed


def _hall_set(values: int, domains: list[int], owner: dict[int, int]) -> list[int]:
    """The indices that own ``values`` and all values which these lead to."""
    variables, seen = [], 0
    while values:
        bit = values & -values
        seen |= bit
        variables.append(owner[bit])
        values = (values | domains[owner[bit]]) & ~seen
    return sorted(variables)
