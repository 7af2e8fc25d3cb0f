"""Chains between two candidates, and loops: X-chains, XY-chains, nice loops and AICs, shortest first.

If the start of a chain is off, its end is on; so one of start and end is on, and every
candidate that both exclude is eliminated. The closure of the graph shows which candidates
chains can refute; chains are built for these alone, by breadth-first search on masks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import merge
from itertools import islice

from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.inference_graph import BreadthFirstLayers, Graph, NodeKinds
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


# Loops and alternating inference chains, shortest first.
#
# The definitions of chains and of a continuous loop's eliminations follow HoDoKu 2.2 (B.
# Hobiger): the shortest between two ends; no cell is entered again.

MAX_LOOPS = 60
"""How many of the equally short loops through two nodes are looked at."""

MAX_CHAINS = 24
"""How many of the equally short chains between two ends are looked at."""


@dataclass(frozen=True, slots=True)
class ChainReach:
    """The reach of chains at a position.

    ``on_when_off`` are the nodes that each node turns on when off; ``useful_ends`` for each
    candidate the other ends that give an elimination; ``eliminable`` the candidates that can be
    eliminated.
    """

    graph: Graph
    on_when_off: dict[int, int]
    useful_ends: dict[int, int]
    eliminable: int


def chain_reach(position: Position, nodes: NodeKinds) -> ChainReach:
    """Return the reach of chains through such nodes at a position; cached by
    ``Position.cached``.
    """
    graph = Graph.of(position, nodes)
    weak, ends = graph.weak, dict[int, int]()
    reach = graph.on_if_off()
    if nodes == "sets":
        return ChainReach(graph, reach, reach, position.open)
    for candidate in bits(graph.refuted):
        around = weak[candidate] & graph.candidate_nodes
        on = graph.implied(candidate)[0] & around
        for start in bits(around & graph.linked_nodes if on else 0):
            other = reach[start] & on
            if other:
                ends[start] = ends.get(start, 0) | other
    return ChainReach(graph, reach, ends, graph.refuted)


def _end_pairs(
    graph: Graph, goals: dict[int, int], first: int
) -> Iterator[tuple[int, int, BreadthFirstLayers, int]]:
    """The pairs of ends, nearest first: (start, end, the start's front, level)."""
    remaining = dict(goals)
    level = 0
    while remaining:
        for start in list(remaining):
            front = graph.layers_from_off(start)
            on = front.on_in_layer(level) & remaining[start]
            if on:
                remaining[start] &= ~on
                if level >= first:
                    for end in bits(on):
                        if end >= start:
                            yield start, end, front, level
            if not remaining[start] or not front.on_in_layer(level):
                del remaining[start]
        level += 1


def aics(position: Position, nodes: NodeKinds) -> Iterator[AlternatingChain]:
    """Chains whose two ends remove two candidates or more: type 1 and type 2."""
    can = position.cached(chain_reach, nodes)
    graph = can.graph
    layout, open_, peers = position.layout, position.open, position.layout.peers
    count = layout.cell_count
    ends_of = {
        start: ends & graph.candidate_nodes & ~(1 << start)
        for start, ends in can.useful_ends.items()
    }
    seen: set[int] = set()
    for start, end, front, level in _end_pairs(graph, ends_of, 1):
        value, cell = divmod(start, count)
        other, place = divmod(end, count)
        if value == other:
            removed = peers[start] & peers[end] & open_
            if removed.bit_count() < 2:
                continue
        else:
            if cell == place or not layout.sees[cell] >> place & 1:
                continue
            removed = (1 << other * count + cell | 1 << value * count + place) & open_
            if removed.bit_count() < 2 or not peers[start] >> value * count + place & 1:
                continue
        if removed in seen:
            continue
        chain = _choose_chain(graph, front, end, level, nodes)
        if chain:
            seen.add(removed)
            yield _make_chain(graph, chain, removed)


def _choose_chain(
    graph: Graph, front: BreadthFirstLayers, end: int, level: int, nodes: NodeKinds
) -> tuple[int, ...] | None:
    """Return a chain between two ends, with such nodes and without crossing itself, or ``None``."""
    crossing = None
    for chain in islice(front.paths(end, level), MAX_CHAINS):
        if _uses_node_kind(graph, chain, nodes):
            if nodes == "candidates" or not _crosses_itself(graph, chain):
                return chain
            crossing = crossing or chain
    return crossing


def _uses_node_kind(graph: Graph, chain: tuple[int, ...], nodes: NodeKinds) -> bool:
    """Return whether a chain has a node of the kind in its name."""
    if nodes == "candidates":
        return True
    if nodes == "groups":
        return max(chain) >= graph.first_group
    return max(chain) in graph.sets


def _crosses_itself(graph: Graph, nodes: tuple[int, ...]) -> bool:
    """Whether a group has cells of another node that is not its neighbour."""
    inside = 0
    for number, node in enumerate(nodes):
        cells = graph.cells(node)
        if number and cells & inside & ~(graph.cells(nodes[number - 1])):
            return True
        inside |= cells
    return False


def discontinuous_loops(position: Position, nodes: NodeKinds) -> Iterator[AlternatingChain]:
    """Loops that meet in a candidate, which goes, or come back to their start, which stays."""
    can = position.cached(chain_reach, nodes)
    yield from merge(
        _eliminating_loops(can, nodes), _placing_loops(can, nodes, position.open), key=chain_length
    )


def _eliminating_loops(can: ChainReach, nodes: NodeKinds) -> Iterator[AlternatingChain]:
    """Yield loops from a candidate to itself: if true, then false."""
    graph = can.graph
    remaining = {target: graph.weak[target] for target in bits(can.eliminable)}
    level = 0
    while remaining:
        for target in list(remaining):
            front = graph.layers_from_on(target)
            on = front.on_in_layer(level)
            home = graph.layout.cell_candidates(target % graph.layout.cell_count)
            for end in bits(on & remaining[target]):
                chain = _choose_chain(graph, front, end, level, nodes)
                if chain:
                    yield _make_chain(graph, chain, 1 << target, target)
                    on = 0
                    break
            if not on:
                del remaining[target]
            elif on & remaining[target] & ~home:
                # a loop of that length without such nodes: longer ones would be no news
                remaining[target] &= home
        level += 1


def _placing_loops(can: ChainReach, nodes: NodeKinds, open_: int) -> Iterator[AlternatingChain]:
    """Yield loops from a candidate to itself: if false, then true."""
    graph, layout = can.graph, can.graph.layout
    itself = {node: 1 << node for node, on in can.on_when_off.items() if on >> node & 1}
    for start, end, front, level in _end_pairs(graph, itself, 0):
        removed = layout.cell_candidates(start % layout.cell_count) & open_ & ~(1 << start)
        if start < graph.first_group and removed:
            chain = _choose_chain(graph, front, end, level, nodes)
            if chain:
                yield _make_chain(graph, chain, removed)


def continuous_loops(position: Position, nodes: NodeKinds) -> Iterator[AlternatingChain]:
    """Loops without a flaw, the shortest through each weak inference and each pair of values."""
    can = position.cached(chain_reach, nodes)
    graph = can.graph
    closing = {}
    hot = nodes == "sets"
    for start, on in can.on_when_off.items():
        ends = on & graph.weak[start]
        if ends and start < graph.first_group:
            closing[start] = ends
            hot = hot or bool(can.eliminable & graph.weak[start])
    if not hot:
        return
    seen: set[int] = set()
    for ring in merge(
        _loops_between(graph, closing), _loops_of_bivalue_cells(graph, position), key=len
    ):
        if _uses_node_kind(graph, ring, nodes):
            removed = _loop_eliminations(graph, ring, position.open)
            if removed and removed not in seen:
                seen.add(removed)
                yield _make_chain(graph, ring, removed)


def _loops_between(graph: Graph, closing: dict[int, int]) -> Iterator[tuple[int, ...]]:
    for _, end, front, level in _end_pairs(graph, closing, 1):
        yield from islice(front.paths(end, level), MAX_LOOPS)


def _loops_of_bivalue_cells(graph: Graph, position: Position) -> Iterator[tuple[int, ...]]:
    """The shortest loops through each cell with two values."""
    count = position.layout.cell_count
    remaining: list[tuple[BreadthFirstLayers, int]] = []
    for cell, values in enumerate(position.values):
        if values.bit_count() == 2:
            first, second = (value * count + cell for value in bits(values))
            remaining.append(
                (graph.layers_from_off(first, 1 << second), graph.weak[first] & ~(1 << second))
            )
    level = 1
    while remaining:
        open_ends = []
        for front, goal in remaining:
            on = front.on_in_layer(level)
            if on & goal:
                for end in bits(on & goal):
                    yield from islice(front.paths(end, level), MAX_LOOPS)
            elif on:
                open_ends.append((front, goal))
        remaining = open_ends
        level += 1


def _loop_eliminations(graph: Graph, nodes: tuple[int, ...], open_: int) -> int:
    """Return the eliminations of a continuous loop: candidates that both nodes of a weak
    inference exclude.

    As in HoDoKu, a weak inference between cells removes nothing in the loop's own cells.
    """
    layout, weak, place = graph.layout, graph.weak, graph.cell_masks
    inside = 0
    for node in nodes:
        inside |= graph.cells(node)
    own = layout.candidates_in(inside, layout.all_values)
    removed = 0
    for number in range(-1, len(nodes) - 1, 2):
        first, second = nodes[number], nodes[number + 1]
        both = weak[first] & weak[second] & open_
        removed |= both if place[first] & place[second] else both & ~own
    for first, second in zip(nodes[::2], nodes[1::2], strict=True):
        if first in graph.sets or second in graph.sets:
            removed |= _als_eliminations(graph, first, second) & open_
    return removed


def _als_eliminations(graph: Graph, first: int, second: int) -> int:
    """Return the eliminations by values of an almost locked set that the loop does not use."""
    if first not in graph.sets:
        first, second = second, first
    count, peers = graph.layout.cell_count, graph.layout.peers
    removed = 0
    for node in bits(graph.strong[first] & ~graph.candidate_nodes & ~(1 << second)):
        eliminated = graph.weak[node]
        if second < graph.first_group:  # the set leaves one value to a cell: some exits are there
            value = (graph.candidates(node).bit_length() - 1) // count
            exit_ = value * count + second % count
            if exit_ in graph.weak and exit_ != second:
                eliminated &= peers[exit_]
        removed |= eliminated
    return removed


def _make_chain(
    graph: Graph, nodes: tuple[int, ...], removed: int, target: int | None = None
) -> AlternatingChain:
    sets = tuple(graph.sets.get(node, 0) for node in nodes)
    return AlternatingChain(
        graph.candidate_masks(nodes), removed, target, sets if any(sets) else ()
    )


LOOP_SEARCHES: dict[str, Callable[[Position, NodeKinds], Iterator[AlternatingChain]]] = {
    "continuous-nice-loop": continuous_loops,
    "discontinuous-nice-loop": discontinuous_loops,
    "aic": aics,
}
"""The searches for loops and AICs, by the key of the technique without ``grouped``."""
