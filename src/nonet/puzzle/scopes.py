"""Scopes of "all different": which scopes are part of larger scopes, and so redundant.

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
    """Return the members of ``scopes`` and ``known`` that are part of a larger member.

    No member of ``known``, mostly the units of the grid, is part of another member of
    ``known``.
    """
    least, by_cell = _scopes_by_cell(known)
    contained = {s for s in scopes if any(map(s.issubset, by_cell.get(next(iter(s)), ())))}
    remaining = scopes - contained
    if known and max(map(len, remaining), default=0) > least:
        remaining |= known
    if len(frozenset[Cell]().union(*remaining)) == sum(map(len, remaining)):
        return contained  # mostly: cages that have no cell in common
    holding: dict[Cell, list[frozenset[Cell]]] = {}
    shortest = min(map(len, remaining))
    for scope in sorted(remaining, key=len, reverse=True):  # none is part of one that is as long
        if holding and any(map(scope.issubset, holding.get(next(iter(scope)), ()))):
            contained.add(scope)
        if len(scope) > shortest:
            for cell in scope:
                holding.setdefault(cell, []).append(scope)
    return contained


@lru_cache(maxsize=64)
def _scopes_by_cell(scopes: Scopes) -> tuple[int, dict[Cell, list[frozenset[Cell]]]]:
    """Return the size of the smallest scope, and for each cell its scopes."""
    by_cell: dict[Cell, list[frozenset[Cell]]] = {}
    for scope in scopes:
        for cell in scope:
            by_cell.setdefault(cell, []).append(scope)
    return min(map(len, scopes), default=0), by_cell
