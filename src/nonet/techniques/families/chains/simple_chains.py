"""Chains between two candidates of one value: X-chains and XY-chains, shortest first.

If the start of a chain is off, its end is on; so one of start and end is on, and every
candidate that both exclude is eliminated.  The closure of the graph shows which candidates
chains can refute; chains are built for these alone, by breadth-first search on masks.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R4C4": 3}))
>>> result = next(xy_chains(position))
>>> text = position.layout.candidate_text
>>> [text(node) for node in result.nodes], text(result.eliminations)
(['3r2c1', '4r2c1', '4r2c2', '3r2c2'], '3r1c2')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge

from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.value_templates import reducible_values
from nonet.techniques.position import Position

MAX_INFERENCES = 20
"""How many inferences an X- or XY-chain has at most, as in HoDoKu."""


@dataclass(frozen=True, slots=True)
class AlternatingChain:
    """A chain: its nodes (masks of candidates) from off to on, and its eliminations.

    ``target`` is the candidate where a discontinuous loop starts and ends; ``sets``
    the cells of the almost locked set of each node, 0 for other nodes, empty if there
    is none.
    """

    nodes: tuple[int, ...]
    eliminations: int
    target: int | None = None
    sets: tuple[int, ...] = ()

    @property
    def length(self) -> int:
        """The number of nodes, with the target counted twice if there is a target."""
        return len(self.nodes) + (0 if self.target is None else 2)


def x_chains(position: Position) -> Iterator[AlternatingChain]:
    """Chains of one value, kept while its places stay."""
    searches = []
    for value in reducible_values(position):
        searches.append(position.path_cached(_chains_of_value, value, position.places_of(value)))
    yield from merge(*searches, key=chain_length)


def _chains_of_value(position: Position, value: int, places: int) -> CachedIterator:
    return CachedIterator(
        _shortest_chains(
            Graph.of_value(position, value), places << value * position.layout.cell_count
        )
    )


def xy_chains(position: Position) -> Iterator[AlternatingChain]:
    """Chains through cells with two values."""
    if Graph.of(position).refuted:
        yield from _shortest_chains(Graph.of_bivalue_cells(position), position.open)


class CachedIterator:
    """An iterator that can be run through again, making no more than is asked for."""

    def __init__(self, source: Iterator[AlternatingChain]) -> None:
        self.source = source
        self.chains: list[AlternatingChain] = []

    def __iter__(self) -> Iterator[AlternatingChain]:
        number = 0
        while True:
            if number == len(self.chains):
                first = next(self.source, None)
                if first is None:
                    return
                self.chains.append(first)
            yield self.chains[number]
            number += 1


def _shortest_chains(graph: Graph, open_: int) -> Iterator[AlternatingChain]:
    """Yield chains between two candidates of a value: the shortest for each elimination."""
    layout = graph.layout
    peers = layout.peers
    goals = {}
    for start, on in graph.on_if_off().items():
        of_value = layout.all_cells << start // layout.cell_count * layout.cell_count
        current = peers[start] & open_ & of_value
        mask = 0
        if current:
            on &= of_value & ~((1 << start) - 1)
            for end in bits(on) if on else ():
                if current & peers[end]:
                    mask |= 1 << end
        if mask:
            goals[start] = mask
    seen: set[int] = set()
    for level in range(1, MAX_INFERENCES // 2):
        for start in list(goals):
            front = graph.layers_from_off(start, revisit=True)
            on = front.on_in_layer(level)
            if not on:
                del goals[start]
                continue
            for end in bits(on & goals[start]):
                removed = peers[start] & peers[end] & open_
                removed &= layout.all_cells << start // layout.cell_count * layout.cell_count
                if removed not in seen:
                    nodes = next(front.paths(end, level), None)
                    if nodes is None:
                        continue
                    seen.add(removed)
                    yield AlternatingChain(graph.candidate_masks(nodes), removed)
                goals[start] ^= 1 << end
            if not goals[start]:
                del goals[start]


def chain_length(chain: AlternatingChain) -> int:
    """Return the number of nodes, by which chains are sorted."""
    return len(chain.nodes)
