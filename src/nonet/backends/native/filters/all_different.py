"""Filters of AllDifferent, at three levels of consistency.

* ``naked``: a fixed variable's value goes from all others of the unit.  With
  this alone search does forward checking.
* ``hidden``: in a *full unit*, one of as many variables as there are values,
  every value must occur.  So a value with one place left is put there ("hidden
  single"), and one with no place is a failure.  Naked and hidden singles are
  the two rules of Norvig's "Solving Every Sudoku Puzzle" (2006).
* ``gac``: generalised arc consistency by matching, Régin, "A filtering algorithm
  for constraints of difference in CSPs", AAAI 1994: removes every value that no
  solution of the constraint takes; all naked and hidden subsets follow.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from nonet.backends.native.filter import Filter
from nonet.model import AllDifferent

if TYPE_CHECKING:
    from nonet.backends.native.engine import Engine
    from nonet.backends.native.filters import Levels


def make(constraint: AllDifferent, engine: Engine, levels: Levels) -> list[Filter]:
    """Naked singles always; hidden singles where they can occur; matching on request."""
    scope = [engine.number[name] for name in constraint.scope]
    if len(scope) < 2:
        return []
    found: list[Filter] = [NakedSingles(constraint, scope)]
    values = 0
    for x in scope:
        values |= engine.full[x]
    if levels.alldifferent != "naked" and values.bit_count() == len(scope):
        found.append(HiddenSingles(constraint, scope))
    if levels.alldifferent == "gac" and len(scope) > 2:
        found.append(Matching(constraint, scope))
    return found


class NakedSingles(Filter):
    """A fixed value is nowhere else in the unit."""

    wakes_on_fixed = True

    def fixed(self, engine: Engine, x: int) -> None:
        masks = engine.masks
        bit = masks[x]
        for y in self.scope:
            if masks[y] & bit and y != x:
                engine.set(y, masks[y] ^ bit, self, (x,))


class HiddenSingles(Filter):
    """In a full unit, a value that only one variable can take is taken by it."""

    wakes_on_change = True
    priority = 0

    def __init__(self, constraint: AllDifferent, scope: list[int]) -> None:
        super().__init__(constraint, scope)
        self._pick = itemgetter(*scope)

    def filter(self, engine: Engine) -> None:
        domains = self._pick(engine.masks)
        once = twice = 0
        for mask in domains:
            twice |= once & mask
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


class Matching(Filter):
    """Generalised arc consistency: keep a value if some maximum matching uses it.

    Variables are matched with values.  By Berge's theorem an edge outside the
    matching is in some maximum matching if it lies on an even alternating path
    from a free value or on an alternating cycle: cycles are the strongly
    connected components of the graph in which matched edges lead from variable
    to value and the others from value to variable.
    """

    wakes_on_change = True
    priority = 2

    def filter(self, engine: Engine) -> None:
        domains = [engine.masks[x] for x in self.scope]
        owner = _matching(domains)
        if owner is None:
            engine.fail(self, self.scope)
            return
        for i, kept in enumerate(_consistent(domains, owner)):
            if kept != domains[i]:
                engine.set(self.scope[i], kept, self, self.scope)


def _matching(domains: list[int]) -> dict[int, int] | None:
    """A value bit for each index, as {bit: index}; ``None`` if there are too few values."""
    owner: dict[int, int] = {}

    def place(index: int, tried: int) -> tuple[bool, int]:
        """Give ``index`` a value, moving others if need be; ``tried`` are values looked at."""
        free = domains[index] & ~tried
        while free:
            bit = free & -free
            tried |= bit
            moved = bit not in owner
            if not moved:
                moved, tried = place(owner[bit], tried)
            if moved:
                owner[bit] = index
                return True, tried
            free = domains[index] & ~tried
        return False, tried

    for index in range(len(domains)):
        if not place(index, 0)[0]:
            return None
    return owner


def _consistent(domains: list[int], owner: dict[int, int]) -> list[int]:
    """Each domain restricted to the values some maximum matching gives it.

    Works on values alone: value ``a`` leads to value ``b`` if the variable that
    owns ``a`` could take ``b`` instead.  ``reach[a]`` is the set of values
    reachable from ``a`` as a mask; a variable that owns ``a`` may take ``b`` if
    ``b`` leads back to ``a`` (a cycle) or to a free value (an even path).
    """
    union = 0
    for mask in domains:
        union |= mask
    free = union
    for bit in owner:
        free &= ~bit
    reach = {bit: domains[index] | bit for bit, index in owner.items()}
    for middle in owner:  # Warshall's transitive closure, a row at a time
        beyond = reach[middle]
        for bit, seen in reach.items():
            if seen & middle:
                reach[bit] = seen | beyond
    back = {
        bit: sum(other for other, seen in reach.items() if seen & bit or seen & free) | free
        for bit in owner
    }
    kept = [0] * len(domains)
    for bit, index in owner.items():
        kept[index] = domains[index] & (back[bit] | bit)
    return kept
