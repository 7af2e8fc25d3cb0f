"""The kinds of whips: the possible targets of each kind, and its search.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.engines.inference_graph import Graph
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> entries = TruthEntries(Graph.of(position))
>>> [len(list(targets_with_chain(entries, kind, position.open))) for kind in ("whip", "g-whip", "braid")]
[10, 10, 10]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from nonet.techniques.engines.probe import refutable
from nonet.techniques.families.whips.braids import BraidSearch
from nonet.techniques.families.whips.search import TruthEntries, WhipSearch, g_whip_targets

ChainKind = Literal["whip", "g-whip", "braid"]


def targets_with_chain(entries: TruthEntries, kind: ChainKind, targets: int) -> Iterator[int]:
    """The candidates among ``targets`` that may have a chain of a kind."""
    if kind == "g-whip":
        return g_whip_targets(entries, targets)
    return refutable(entries.graph, targets)


def make_search(entries: TruthEntries, kind: ChainKind, target: int) -> WhipSearch:
    """The search for the chains of a kind of one target."""
    if kind == "braid":
        return BraidSearch(entries, target)
    return WhipSearch(entries, target, grouped=kind == "g-whip")
