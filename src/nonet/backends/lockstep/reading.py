"""Reading: which filter takes an automaton, and what it is told.

>>> from nonet.model import Automaton
>>> runs = Automaton(0, {1}, [(0, 1, 1), (1, 2, 0)])
>>> read(runs, 1, (0b11,) * 3, False).graph.arcs             # 1 2 1
[(0, 0, 1, 1), (1, 1, 2, 2), (2, 2, 3, 1)]
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from nonet.backends.lockstep import sandwiching, tables
from nonet.backends.lockstep.filters import layers, sandwiches
from nonet.model import Automaton

NO_GRAPH = layers.Layers(0, [])


class Read(NamedTuple):
    """What an automaton comes to: sets of values, or what fills a sandwich, or else a graph."""

    sets: tuple[int, ...] | None
    fillings: tuple[sandwiches.Filling, ...] | None
    graph: layers.Layers


def read(automaton: Automaton, base: int, where: tuple[int, ...], differ: bool) -> Read:
    """What an automaton comes to over cells that may be so much, and perhaps differ."""
    few = len(automaton.transitions) <= tables.MOST_KEPT
    make: Any = _told if few else _told.__wrapped__
    found: Read = make(automaton, base, where, differ)
    return found


@lru_cache(maxsize=512)
def _told(automaton: Automaton, base: int, where: tuple[int, ...], differ: bool) -> Read:
    if differ and len(set(where)) == 1:
        alike = automaton, base, where[0], len(where)
        sets = tables.sets_of_automaton(*alike)
        fillings = None if sets is not None else sandwiching.fillings_of_automaton(*alike)
        if sets is not None or fillings is not None:
            return Read(sets, fillings, NO_GRAPH)
    return Read(None, None, tables.graph_of_automaton(automaton, base, where, differ))
