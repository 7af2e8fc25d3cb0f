"""Scopes of "all different": which of them are part of others, and so say nothing of their own.

>>> row, pair, cage = map(frozenset, (("R1C1", "R1C2", "R1C3"), ("R1C1", "R1C3"), ("R1C1", "R2C1")))
>>> within_another({row, pair, cage}) == {pair}
True
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from nonet.puzzle.grid import Cell


def within_another(scopes: set[frozenset[Cell]]) -> set[frozenset[Cell]]:
    """Those of ``scopes``, one or more, that are part of a larger one."""
    by_size = [list(alike) for _, alike in groupby(sorted(scopes, key=len, reverse=True), key=len)]
    found: set[frozenset[Cell]] = set()
    whole = _holding(frozenset(by_size[0]))  # mostly the units of the grid
    holding: dict[Cell, list[frozenset[Cell]]] = {}
    last = len(by_size) - 1
    for level, shorter in enumerate(by_size[1:], 1):
        for scope in shorter:
            cell = next(iter(scope))
            if any(map(scope.issubset, whole.get(cell, ()))) or any(
                map(scope.issubset, holding.get(cell, ()))
            ):
                found.add(scope)
        if level < last:
            for scope in shorter:
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
