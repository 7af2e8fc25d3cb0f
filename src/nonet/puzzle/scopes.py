"""Scopes of "all different": which of them are part of others, and so say nothing of their own.

>>> row, pair, cage = map(frozenset, (("R1C1", "R1C2", "R1C3"), ("R1C1", "R1C3"), ("R1C1", "R2C1")))
>>> contained_scopes({row, pair, cage}) == {pair}
True
"""

from __future__ import annotations

from functools import lru_cache

from nonet.puzzle.grid import Cell

Scopes = frozenset[frozenset[Cell]]

NO_SCOPES: Scopes = frozenset()


def contained_scopes(
    scopes: set[frozenset[Cell]], known: Scopes = NO_SCOPES
) -> set[frozenset[Cell]]:
    """Those of ``scopes`` and ``known`` that are part of a larger one of them.

    None of ``known``, mostly the units of the grid, is part of another of these.
    """
    least, whole = _scopes_by_cell(known)
    found = {s for s in scopes if any(map(s.issubset, whole.get(next(iter(s)), ())))}
    left = scopes - found
    if known and max(map(len, left), default=0) > least:
        left |= known
    if len(frozenset[Cell]().union(*left)) == sum(map(len, left)):
        return found  # mostly: cages that have no cell in common
    holding: dict[Cell, list[frozenset[Cell]]] = {}
    shortest = min(map(len, left))
    for scope in sorted(left, key=len, reverse=True):  # none is part of one that is as long
        if holding and any(map(scope.issubset, holding.get(next(iter(scope)), ()))):
            found.add(scope)
        if len(scope) > shortest:
            for cell in scope:
                holding.setdefault(cell, []).append(scope)
    return found


@lru_cache(maxsize=64)
def _scopes_by_cell(scopes: Scopes) -> tuple[int, dict[Cell, list[frozenset[Cell]]]]:
    """How few cells one of ``scopes`` has; of each cell, those that it is in."""
    found: dict[Cell, list[frozenset[Cell]]] = {}
    for scope in scopes:
        for cell in scope:
            found.setdefault(cell, []).append(scope)
    return min(map(len, scopes), default=0), found
