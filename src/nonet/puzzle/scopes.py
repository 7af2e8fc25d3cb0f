"""Scopes of "all different": which of them are part of others, and so say nothing of their own.

>>> row, pair, cage = map(frozenset, (("R1C1", "R1C2", "R1C3"), ("R1C1", "R1C3"), ("R1C1", "R2C1")))
>>> within_another({row, pair, cage}) == {pair}
True
"""

from __future__ import annotations

from functools import lru_cache

from nonet.puzzle.grid import Cell


def within_another(scopes: set[frozenset[Cell]]) -> set[frozenset[Cell]]:
    """Those of ``scopes``, one or more, that are part of a larger one."""
    most = max(map(len, scopes))
    largest = frozenset([scope for scope in scopes if len(scope) == most])
    shorter = scopes - largest
    whole = _holding(largest)  # mostly the units of the grid
    found = {s for s in shorter if any(map(s.issubset, whole.get(next(iter(s)), ())))}
    left = shorter - found
    if len(frozenset[Cell]().union(*left)) == sum(map(len, left)):
        return found  # mostly: cages that have no cell in common
    holding: dict[Cell, list[frozenset[Cell]]] = {}
    for scope in sorted(left, key=len, reverse=True):  # none is part of one that is as long
        if any(map(scope.issubset, holding.get(next(iter(scope)), ()))):
            found.add(scope)
        for cell in scope:
            holding.setdefault(cell, []).append(scope)
    return found


@lru_cache(maxsize=64)
def _holding(scopes: frozenset[frozenset[Cell]]) -> dict[Cell, list[frozenset[Cell]]]:
    """Of each cell, those of ``scopes`` that it is in."""
    found: dict[Cell, list[frozenset[Cell]]] = {}
    for scope in scopes:
        for cell in scope:
            found.setdefault(cell, []).append(scope)
    return found
