"""The kinds of whips: which candidates may have one, and the search for it.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.engines.graph import Graph
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> entries = Entries(Graph.of(position))
>>> [len(list(able(entries, kind, position.open))) for kind in ("whip", "g-whip", "braid")]
[10, 10, 10]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from nonet.techniques.engines.probe import refutable
from nonet.techniques.families.whips.braids import BraidSearch
from nonet.techniques.families.whips.search import Entries, Search, g_refutable

ChainKind = Literal["whip", "g-whip", "braid"]


def able(entries: Entries, kind: ChainKind, targets: int) -> Iterator[int]:
    """The candidates among ``targets`` that may have a chain of a kind."""
    if kind == "g-whip":
        return g_refutable(entries, targets)
    return refutable(entries.at, targets)


def search_of(entries: Entries, kind: ChainKind, target: int) -> Search:
    """The search for the chains of a kind of one target."""
    if kind == "braid":
        return BraidSearch(entries, target)
    return Search(entries, target, grouped=kind == "g-whip")
